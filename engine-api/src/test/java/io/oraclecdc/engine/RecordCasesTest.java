package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of records that need the whole engine. */
@Timeout(120)
class RecordCasesTest {
  private static final int ROWS = 100;
  private static final int DONE = 60;

  @TempDir Path state;

  /**
   * Delivers changes up to a row; the first so many are acknowledged, the last of them first.
   *
   * @return keys of what was delivered
   */
  private List<String> deliver(OracleCdcConfig config, int last, int done) throws Exception {
    List<ChangeEvent> given = new CopyOnWriteArrayList<>();
    BatchConsumer consumer =
        (batch, committer) -> {
          int before = given.size();
          given.addAll(batch);
          if (before < done && given.size() >= done) {
            for (int i = done - 1; i >= 0; i--) {
              committer.acknowledge(given.get(i));
            }
          }
        };
    try (OracleCdcEngine engine =
        Shop.started(OracleCdcEngine.create(config).notifying(consumer).storingIn(state))) {
      await()
          .atMost(Shop.PATIENCE)
          .until(() -> engine.completion().isDone() || keys(given).contains("" + last));
    }
    return keys(given);
  }

  private static List<String> keys(List<ChangeEvent> events) {
    return events.stream().map(event -> event.key().get(0).toString()).toList();
  }

  /**
   * A hundred rows, of which sixty are acknowledged, and one more after a restart.
   *
   * @param together how many of the first rows are one transaction; each other is one of its own
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 30, ROWS})
  void CON_02_whatWasNotAcknowledgedArrivesAgainAndNothingElse(int together) throws Exception {
    try (Shop shop = Shop.open()) {
      OracleCdcConfig config = shop.settings().build();
      started(config, event -> {}).close();
      for (int i = 1; i <= ROWS; i++) {
        shop.execute("INSERT INTO orders VALUES (" + i + ", 'NEW', 1)");
        if (i >= together) {
          shop.app.commit();
        }
      }
      assertThat(deliver(config, ROWS, DONE)).isEqualTo(rows(1, ROWS));
      shop.insert(ROWS + 1);
      assertThat(deliver(config, ROWS + 1, 0)).isEqualTo(rows(DONE + 1, ROWS + 1));
    }
  }

  private static List<String> rows(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(Integer::toString).toList();
  }

  /** Key schemas of all records of a table. */
  private static final class KeySchemas implements EventConsumer {
    private final Set<Schema> keyed = new LinkedHashSet<>();
    private final List<String> keys = new ArrayList<>();

    @Override
    public synchronized void accept(ChangeEvent event) {
      event
          .records()
          .forEach(
              made -> {
                Schema schema = made.keySchema();
                keys.add(schema == null ? "none" : Objects.requireNonNull(made.key()).toString());
                if (schema != null) {
                  ((Struct) Objects.requireNonNull(made.key())).validate();
                  keyed.add(schema);
                }
              });
    }

    synchronized List<String> keys() {
      return List.copyOf(keys);
    }

    synchronized Set<Schema> keyed() {
      return Set.copyOf(keyed);
    }
  }

  private OracleCdcEngine started(OracleCdcConfig config, EventConsumer consumer) throws Exception {
    return Shop.started(OracleCdcEngine.create(config).notifying(consumer).storingIn(state));
  }

  @Test
  void CON_04_oneKeySchemaWhereverTheLayoutComesFrom() throws Exception {
    KeySchemas seen = new KeySchemas();
    try (Shop shop = Shop.open()) {
      OracleCdcConfig config =
          shop.settings().tables("APP\\.(ORDERS|LATE)").set("cdc.key.missing", "none").build();
      // The table comes while capture runs: its layout is read at its first row.
      try (OracleCdcEngine engine = started(config, seen)) {
        shop.execute("CREATE TABLE late (id NUMBER(9), part VARCHAR2(5), v VARCHAR2(9))");
        shop.execute("ALTER TABLE late ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
        shop.commit("INSERT INTO late VALUES (1, 'a', 'x')");
        shop.awaitDelivered(engine);
        shop.execute("ALTER TABLE late ADD PRIMARY KEY (id, part)");
        shop.commit("INSERT INTO late VALUES (2, 'b', 'x')");
        shop.awaitDelivered(engine);
      }
      assertThat(seen.keys()).containsExactly("none", "Struct{ID=2,PART=b}");
      // From the stored layouts: rows from before the restart and after.
      shop.commit("INSERT INTO late VALUES (3, 'c', 'x')");
      try (OracleCdcEngine engine = started(config, seen)) {
        shop.execute("ALTER TABLE late ADD (more DATE)");
        shop.commit("INSERT INTO late VALUES (4, 'd', 'x', NULL)");
        shop.awaitDelivered(engine);
      }
      // From the dictionary alone, as at a first start.
      try (OracleCdcEngine engine = Shop.started(OracleCdcEngine.create(config).notifying(seen))) {
        shop.commit("INSERT INTO late VALUES (5, 'e', 'x', NULL)");
        shop.awaitDelivered(engine);
      }
      assertThat(seen.keys()).hasSize(5);
      assertThat(seen.keyed()).hasSize(1);
      assertThat(seen.keyed().iterator().next().fields())
          .hasSize(2)
          .allMatch(field -> !field.schema().isOptional());
    }
  }
}
