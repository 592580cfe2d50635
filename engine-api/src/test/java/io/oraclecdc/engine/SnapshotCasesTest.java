package io.oraclecdc.engine;

import static io.oraclecdc.engine.Shop.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.change.Change.KeyEffect;
import io.oraclecdc.change.Change.RowUpdated;
import io.oraclecdc.change.SnapshotOrigin.Marker;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.position.MemoryPositionStore;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotCasesTest {
  private static final String CHUNK = "AS OF SCN";
  private static final String TOO_OLD = "snapshot too old: rollback segment number 1 too small";

  private Shop shop;
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  private final List<OpsEvent> ops = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    shop = Shop.open();
    shop.execute("CREATE TABLE ticks (n NUMBER)");
  }

  @AfterEach
  void close() throws Exception {
    shop.database.faults().clear();
    shop.close();
  }

  private void fill(int rows) throws Exception {
    for (int id = 0; id < rows; id++) {
      shop.execute("INSERT INTO orders VALUES (" + id + ", 'NEW', 1)");
    }
    shop.app.commit();
  }

  private OracleCdcConfig.Builder settings(int chunkRows, int threads) {
    return shop.settings()
        .snapshotMode(SnapshotMode.INITIAL)
        .set("cdc.snapshot.chunk.rows", String.valueOf(chunkRows))
        .set("cdc.snapshot.threads", String.valueOf(threads));
  }

  private OracleCdcEngine start(
      OracleCdcConfig.Builder settings, PositionStore store, EventConsumer consumer)
      throws Exception {
    return Shop.started(
        OracleCdcEngine.create(settings.build())
            .stores(store)
            .opsListener(ops::add)
            .notifying(consumer));
  }

  private OracleCdcEngine start(OracleCdcConfig.Builder settings) throws Exception {
    return start(settings, new MemoryPositionStore(), events::add);
  }

  /** Something goes on in the database meanwhile, so that the stream comes forward at once. */
  private void awaitRead(OracleCdcEngine engine) throws Exception {
    boolean read = false;
    for (int i = 0; i < 150 && !read; i++) {
      shop.commit("INSERT INTO ticks VALUES (1)");
      read = engine.awaitSnapshot(Duration.ofMillis(200));
    }
    assertThat(read).as("%s", engine.status()).isTrue();
  }

  private List<Integer> read() {
    return events.stream()
        .filter(event -> event.operation() == Operation.READ)
        .map(event -> event.after().getInteger("ID"))
        .toList();
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void SNP_01_aChunkThatOutlivesUndoIsReadAgainAndNoOther() throws Exception {
    fill(1000);
    MemoryPositionStore store = new MemoryPositionStore();
    shop.database.faults().on(Call.EXECUTE).containing(CHUNK).call(57).raise(1555, TOO_OLD);
    shop.database
        .faults()
        .on(Call.NEXT_ROW)
        .containing(CHUNK)
        .row(4)
        .times(1)
        .raise(8181, "no SCN");
    try (OracleCdcEngine engine = start(settings(10, 1), store, events::add)) {
      awaitRead(engine);
      assertThat(engine.status().snapshot().retries()).isPositive();
    }
    assertThat(read()).isEqualTo(range(0, 1000));
    try (OracleCdcEngine engine = start(settings(10, 1), store, events::add)) {
      awaitRead(engine);
    }
    assertThat(read()).hasSize(1000);
  }

  @Test
  void SNP_01_undoThatIsAlwaysGoneStopsAtTheChunkAndARestartGoesOnThere() throws Exception {
    fill(100);
    MemoryPositionStore store = new MemoryPositionStore();
    shop.database
        .faults()
        .on(Call.EXECUTE)
        .containing(CHUNK)
        .call(6)
        .times(1000)
        .raise(1555, TOO_OLD);
    OracleCdcEngine engine =
        start(settings(10, 1).set("cdc.snapshot.chunk.retries", "2"), store, events::add);
    Shop.awaitEnd(engine);
    assertThat(engine.completion())
        .failsWithin(Duration.ofSeconds(1))
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SNAPSHOT_TOO_OLD))
        .withMessageContaining("APP.ORDERS");
    int before = read().size();
    assertThat(before).isPositive().isLessThan(100);
    shop.database.faults().clear();
    try (OracleCdcEngine again = start(settings(10, 1), store, events::add)) {
      awaitRead(again);
    }
    assertThat(read()).isEqualTo(range(0, 100));
    assertThat(events.get(0).snapshot().orElseThrow().marker()).isEqualTo(Marker.FIRST);
    assertThat(events)
        .filteredOn(event -> event.snapshot().orElseThrow().marker() != Marker.TRUE)
        .hasSize(2);
  }

  /** The latest row per key. */
  private static Map<Integer, String> state(List<ChangeEvent> events) {
    Map<Integer, String> rows = new TreeMap<>();
    for (ChangeEvent event : events) {
      if (event.operation() == Operation.DELETE) {
        rows.remove(event.before().getInteger("ID"));
        continue;
      }
      if (event.change() instanceof RowUpdated update && update.keyEffect() == KeyEffect.MOVED) {
        rows.remove(event.before().getInteger("ID"));
      }
      rows.put(event.after().getInteger("ID"), event.after().getString("STATUS"));
    }
    return rows;
  }

  @Test
  void SNP_04_rowsWhoseKeysMoveBetweenChunksAreThereOnce() throws Exception {
    for (int id = 0; id < 20; id++) {
      shop.execute("INSERT INTO orders VALUES (" + id * 10 + ", 'R" + id + "', 1)");
    }
    shop.app.commit();
    List<ChangeEvent> all = new ArrayList<>();
    AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
    OracleCdcConfig.Builder settings = settings(2, 1).set("cdc.snapshot.max.pending.chunks", "1");
    try (OracleCdcEngine engine =
        start(
            settings,
            new MemoryPositionStore(),
            event -> {
              all.add(event);
              if (event.operation() == Operation.READ
                  && Objects.equals(event.after().getInteger("ID"), 20)) {
                try {
                  shop.commit(
                      "UPDATE orders SET id = 5 WHERE id = 150",
                      "UPDATE orders SET id = 145 WHERE id = 10",
                      "UPDATE orders SET id = id + 1 WHERE id BETWEEN 50 AND 130");
                } catch (SQLException e) {
                  failure.set(e);
                }
              }
            })) {
      awaitRead(engine);
      shop.awaitDelivered(engine);
    }
    assertThat((Throwable) failure.get()).isNull();
    Map<Integer, String> expected = new TreeMap<>();
    for (int id = 0; id < 20; id++) {
      int key = id == 15 ? 5 : id == 1 ? 145 : id >= 5 && id <= 13 ? id * 10 + 1 : id * 10;
      expected.put(key, "R" + id);
    }
    assertThat(state(all)).isEqualTo(expected);
  }

  @Test
  void SNP_06_aTableThatWasChangedAfterTheScnIsReadAtALaterOne() throws Exception {
    fill(30);
    shop.database.undoRetention().ddlBlur(Duration.ofSeconds(2));
    shop.execute("ALTER TABLE orders ADD (late NUMBER(5) DEFAULT 7)");
    try (OracleCdcEngine engine = start(settings(10, 2))) {
      awaitRead(engine);
      assertThat(engine.status().snapshot().retries()).isPositive();
    }
    assertThat(read()).isEqualTo(range(0, 30));
    assertThat(events).allMatch(event -> Objects.equals(event.after().getInteger("LATE"), 7));
  }

  @Test
  void SNP_06_rowsThatWereReadWithAnotherLayoutAreReadAgain() throws Exception {
    fill(30);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    CountDownLatch altered = new CountDownLatch(1);
    shop.database
        .faults()
        .on(Call.NEXT_ROW)
        .containing(CHUNK)
        .row(3)
        .run(
            () -> {
              try (var app = shop.database.connectApp();
                  var statement = app.createStatement()) {
                statement.execute("CREATE TABLE unrelated (id NUMBER)");
              } catch (SQLException e) {
                failure.set(e);
              }
              altered.countDown();
            });
    try (OracleCdcEngine engine = start(settings(10, 1))) {
      assertThat(altered.await(30, TimeUnit.SECONDS)).isTrue();
      shop.execute("ALTER TABLE orders ADD (late NUMBER(5) DEFAULT 7)");
      shop.commit("INSERT INTO orders (id, status) VALUES (99, 'NEW')");
      awaitRead(engine);
      shop.awaitDelivered(engine);
    }
    assertThat(failure.get()).isNull();
    assertThat(state(events)).hasSize(31);
    ChangeEvent last = events.get(events.size() - 1);
    assertThat(last.after().getInteger("ID")).isEqualTo(99);
  }

  @Test
  void theStreamWaitsWhileABatchIsReadAndMiningGoesOn() throws Exception {
    fill(20);
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    shop.database
        .faults()
        .on(Call.NEXT_ROW)
        .containing(CHUNK)
        .row(5)
        .run(
            () -> {
              reading.countDown();
              try {
                goOn.await(30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    try (OracleCdcEngine engine = start(settings(100, 1))) {
      assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();
      shop.commit("UPDATE orders SET status = 'PAID' WHERE id = 3");
      long rows = engine.status().capture().rows();
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  engine.status().capture().rows() > rows + 3
                      && engine.status().capture().steps() > 3);
      assertThat(events).isEmpty();
      goOn.countDown();
      awaitRead(engine);
      shop.awaitDelivered(engine);
    }
    assertThat(read()).isEqualTo(range(0, 20));
    assertThat(events).hasSize(21);
    assertThat(events.get(3).after().getString("STATUS")).isEqualTo("NEW");
    assertThat(events.get(20).operation()).isEqualTo(Operation.UPDATE);
  }

  @Test
  void aReaderThatCannotConnectDoesNotHoldTheStream() throws Exception {
    fill(5);
    OracleCdcConfig.Builder settings =
        settings(10, 1)
            .set(
                "cdc.snapshot.database.url",
                "jdbc:oracle-simulator:not_there_" + System.nanoTime());
    try (OracleCdcEngine engine = start(settings)) {
      shop.insert(77);
      await().atMost(PATIENCE).until(() -> events.size() == 1);
      assertThat(events.get(0).operation()).isEqualTo(Operation.INSERT);
      assertThat(engine.awaitSnapshot(Duration.ZERO)).isFalse();
    }
  }

  @Test
  void aTableThatIsDroppedMeanwhileIsLeftOut() throws Exception {
    fill(30);
    shop.execute("CREATE TABLE zz_last (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE zz_last ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit("INSERT INTO zz_last VALUES (1)");
    CountDownLatch dropped = new CountDownLatch(1);
    try (OracleCdcEngine engine =
        start(
            settings(10, 1)
                .set("cdc.snapshot.max.pending.chunks", "1")
                .tables("APP\\.(ORDERS|ZZ_LAST)"),
            new MemoryPositionStore(),
            event -> {
              events.add(event);
              if (events.size() == 3) {
                try {
                  shop.execute("DROP TABLE zz_last PURGE");
                  shop.insert(500);
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
                dropped.countDown();
              }
            })) {
      assertThat(dropped.await(30, TimeUnit.SECONDS)).isTrue();
      awaitRead(engine);
      shop.awaitDelivered(engine);
    }
    assertThat(state(events)).hasSize(31);
    assertThat(events)
        .filteredOn(
            event -> event.snapshot().isPresent() && event.snapshot().get().marker() == Marker.LAST)
        .hasSize(1);
  }
}
