package io.oraclecdc.engine;

import static io.oraclecdc.engine.Shop.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.SnapshotOrigin.Marker;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InitialSnapshotTest {
  private Shop shop;
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    shop = Shop.open();
  }

  @AfterEach
  void close() throws Exception {
    shop.close();
  }

  private OracleCdcConfig.Builder settings() {
    return shop.settings().snapshotMode(SnapshotMode.INITIAL);
  }

  private OracleCdcEngine start(OracleCdcConfig.Builder settings) throws Exception {
    return Shop.started(
        OracleCdcEngine.create(settings.build()).notifying((EventConsumer) events::add));
  }

  private void insert(int from, int to) throws Exception {
    for (int id = from; id < to; id++) {
      shop.execute("INSERT INTO orders VALUES (" + id + ", 'NEW', " + id + ".5)");
    }
    shop.app.commit();
  }

  private static Map<Integer, String> state(List<ChangeEvent> events) {
    Map<Integer, String> rows = new TreeMap<>();
    for (ChangeEvent event : events) {
      if (event.operation() == Operation.DELETE) {
        rows.remove(event.before().getInteger("ID"));
      } else {
        rows.put(event.after().getInteger("ID"), event.after().getString("STATUS"));
      }
    }
    return rows;
  }

  @Test
  void everyRowIsReadOnceAndTheStreamGoesOnBehindIt() throws Exception {
    insert(0, 250);
    try (OracleCdcEngine engine = start(settings().set("cdc.snapshot.chunk.rows", "20"))) {
      assertThat(engine.awaitSnapshot(PATIENCE)).as("%s", engine.status()).isTrue();
      shop.commit("UPDATE orders SET status = 'PAID' WHERE id = 7");
      shop.awaitDelivered(engine);
    }
    List<ChangeEvent> reads =
        events.stream().filter(event -> event.operation() == Operation.READ).toList();
    assertThat(reads)
        .extracting(event -> event.after().getInteger("ID"))
        .containsExactlyElementsOf(java.util.stream.IntStream.range(0, 250).boxed().toList());
    assertThat(reads.get(0).snapshot().orElseThrow().marker()).isEqualTo(Marker.FIRST);
    assertThat(reads.get(249).snapshot().orElseThrow().marker()).isEqualTo(Marker.LAST);
    assertThat(reads.subList(1, 249))
        .allMatch(event -> event.snapshot().orElseThrow().marker() == Marker.TRUE);
    assertThat(state(events)).hasSize(250).containsEntry(7, "PAID").containsEntry(8, "NEW");
  }
}
