package io.oraclecdc.engine;

import static io.oraclecdc.engine.Shop.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.change.SnapshotOrigin.Marker;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.position.MemoryPositionStore;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.signal.SignalOutcome.Result;
import io.oraclecdc.snapshot.SnapshotStatus.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotSignalsTest {
  private Shop shop;
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  private final List<OpsEvent> ops = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    shop = Shop.open();
    shop.execute("CREATE TABLE ticks (n NUMBER)");
    for (int id = 0; id < 100; id++) {
      shop.execute("INSERT INTO orders VALUES (" + id + ", 'NEW', 1)");
    }
    shop.app.commit();
  }

  @AfterEach
  void close() throws Exception {
    shop.close();
  }

  private OracleCdcConfig.Builder settings() {
    return shop.settings()
        .snapshotMode(SnapshotMode.ON_SIGNAL)
        .set("cdc.snapshot.chunk.rows", "10");
  }

  private OracleCdcEngine start(OracleCdcConfig.Builder settings, PositionStore store)
      throws Exception {
    return Shop.started(
        OracleCdcEngine.create(settings.build())
            .stores(store)
            .opsListener(ops::add)
            .notifying((EventConsumer) events::add));
  }

  private OracleCdcEngine start() throws Exception {
    return start(settings(), new MemoryPositionStore());
  }

  private void awaitRead(OracleCdcEngine engine) throws Exception {
    boolean read = false;
    for (int i = 0; i < 150 && !read; i++) {
      tick();
      read = engine.awaitSnapshot(Duration.ofMillis(200));
    }
    assertThat(read).as("%s", engine.status()).isTrue();
  }

  /** Something goes on in the database, so that the stream comes forward at once. */
  private void tick() throws SQLException {
    shop.commit("INSERT INTO ticks VALUES (1)");
  }

  private void awaitEvents(int count) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              tick();
              return events.size() == count;
            });
  }

  private List<Integer> ids() {
    return events.stream().map(event -> event.after().getInteger("ID")).toList();
  }

  @Test
  void aSignalReadsTheRowsThatItsConditionNames() throws Exception {
    try (OracleCdcEngine engine = start()) {
      assertThat(engine.status().snapshot().state()).isEqualTo(State.NONE);
      assertThat(
              engine.signal(
                  new Signal.Snapshot("s1", List.of("app.orders"), "ID >= 95 OR T.ID < 3")))
          .returns(Result.OK, outcome -> outcome.result());
      awaitRead(engine);
      assertThat(engine.signal(new Signal.Snapshot("s1", List.of("APP.ORDERS"), null)).result())
          .isEqualTo(Result.REPEATED);
      await().until(() -> engine.status().snapshot().state() == State.COMPLETE);
    }
    assertThat(ids()).containsExactly(0, 1, 2, 95, 96, 97, 98, 99);
    assertThat(events)
        .allMatch(event -> event.snapshot().orElseThrow().marker() == Marker.INCREMENTAL);
    assertThat(ops)
        .extracting(OpsEvent::name)
        .contains("signal-ack", "snapshot-chunk-done", "snapshot-complete");
  }

  @Test
  void signalsThatCannotBeDoneSayWhy() throws Exception {
    try (OracleCdcEngine engine = start()) {
      assertThat(engine.signal(new Signal.Snapshot("a", List.of("APP.OTHER"), null)))
          .returns(Result.REJECTED, outcome -> outcome.result())
          .returns(
              "table APP.OTHER is not captured, or its name is not whole",
              outcome -> outcome.message());
      assertThat(engine.signal(new Signal.Snapshot("b", List.of(), null)).result())
          .isEqualTo(Result.INVALID);
      assertThat(engine.signal(new Signal.Pause(" ")).result()).isEqualTo(Result.INVALID);
      engine.signal(new Signal.Snapshot("c", List.of("APP.ORDERS"), "NO_SUCH_COLUMN = 1"));
      engine.signal(new Signal.Snapshot("d", List.of("APP.ORDERS"), "ID = = 1"));
      engine.signal(new Signal.Snapshot("e", List.of("APP.ORDERS"), "ID = 1"));
      awaitRead(engine);
    }
    assertThat(ids()).containsExactly(1);
    assertThat(ops)
        .filteredOn(event -> event.details().getOrDefault("outcome", "").equals("failed"))
        .extracting(event -> event.details().get("id"))
        .containsExactly("c", "d");
  }

  @Test
  void requestsWaitForOneAnotherAndCanBePausedAndStopped() throws Exception {
    MemoryPositionStore store = new MemoryPositionStore();
    try (OracleCdcEngine engine = start(settings(), store)) {
      assertThat(engine.signal(new Signal.Pause("p1")).result()).isEqualTo(Result.OK);
      engine.signal(new Signal.Snapshot("s1", List.of("APP.ORDERS"), "ID < 5"));
      engine.signal(new Signal.Snapshot("s2", List.of("APP.ORDERS"), "ID >= 97"));
      engine.signal(new Signal.Snapshot("s3", List.of("APP.ORDERS"), "ID = 50"));
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  engine.status().snapshot().state() == State.PAUSED
                      && engine.status().snapshot().waitingRequests() == 2
                      && store
                          .load()
                          .map(Position::snapshot)
                          .filter(s -> s.requests().size() == 3)
                          .isPresent());
      assertThat(events).isEmpty();
    }
    try (OracleCdcEngine engine = start(settings(), store)) {
      assertThat(engine.signal(new Signal.Snapshot("s1", List.of("APP.ORDERS"), null)).result())
          .isEqualTo(Result.REPEATED);
      engine.signal(new Signal.Resume("r1"));
      awaitRead(engine);
      assertThat(ids()).containsExactly(0, 1, 2, 3, 4, 97, 98, 99, 50);
      engine.signal(new Signal.Pause("p2"));
      engine.signal(new Signal.Snapshot("s4", List.of("APP.ORDERS"), null));
      assertThat(engine.signal(new Signal.Stop("t", Set.of())).result()).isEqualTo(Result.OK);
      engine.signal(new Signal.Resume("r2"));
      awaitRead(engine);
      assertThat(ids()).hasSize(9);
    }
  }

  @Test
  void aWatchedFileGivesSignalsOnce(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("signals.jsonl");
    MemoryPositionStore store = new MemoryPositionStore();
    OracleCdcConfig.Builder settings = settings().set("cdc.signals.file", file.toString());
    try (OracleCdcEngine engine = start(settings, store)) {
      Files.writeString(
          file,
          """
          {"id": "f1", "type": "snapshot", "data": {"tables": ["APP.ORDERS"], "predicate": "ID < 2"}}
          this is none
          {"id": "f2", "type": "do-something"}
          {"id": "f3", "type": "snapshot", "data": {"tables": ["APP.ORDERS"], "predicate": "ID""");
      awaitEvents(2);
      Files.writeString(file, " > 98\"}}\n", StandardOpenOption.APPEND);
      awaitEvents(3);
      awaitRead(engine);
    }
    try (OracleCdcEngine engine = start(settings, store)) {
      Files.writeString(
          file,
          "{\"id\": \"f4\", \"type\": \"snapshot\", \"data\": {\"tables\": [\"APP.ORDERS\"], \"predicate\": \"ID = 7\"}}\n",
          StandardOpenOption.APPEND);
      awaitEvents(4);
      awaitRead(engine);
    }
    assertThat(ids()).containsExactly(0, 1, 99, 7);
  }

  @Test
  void tablesThatJoinAreReadToo() throws Exception {
    MemoryPositionStore store = new MemoryPositionStore();
    OracleCdcConfig.Builder initial =
        settings().snapshotMode(SnapshotMode.INITIAL).tables("APP\\.(ORDERS|ITEMS_.*)");
    shop.execute("CREATE TABLE old_items (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE old_items ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit("INSERT INTO old_items VALUES (1000)", "INSERT INTO old_items VALUES (1001)");
    shop.execute("CREATE TABLE parts (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE parts ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit("INSERT INTO parts VALUES (2000)");
    try (OracleCdcEngine engine = start(initial, store)) {
      awaitRead(engine);
      assertThat(events).hasSize(100);
      shop.execute("ALTER TABLE old_items RENAME TO items_old");
      awaitEvents(102);
      awaitRead(engine);
    }
    try (OracleCdcEngine engine = start(initial.tables("APP\\.(ORDERS|ITEMS_.*|PARTS)"), store)) {
      awaitEvents(103);
      awaitRead(engine);
    }
    assertThat(ids().subList(100, 103)).containsExactly(1000, 1001, 2000);
  }

  @Test
  void theOrderOfTablesCanBeChosen() throws Exception {
    for (String table : List.of("a_rows", "b_rows", "c_rows", "d_rows")) {
      shop.execute("CREATE TABLE " + table + " (id NUMBER(9) PRIMARY KEY)");
      shop.execute("ALTER TABLE " + table + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      if (!table.equals("d_rows") && !table.equals("b_rows")) {
        shop.commit("INSERT INTO " + table + " VALUES (" + (int) table.charAt(0) + ")");
      }
    }
    try (OracleCdcEngine engine =
        start(
            settings()
                .snapshotMode(SnapshotMode.INITIAL)
                .tables("APP\\.._ROWS")
                .set("cdc.snapshot.tables.order", "APP.C_ROWS, APP.B_ROWS"),
            new MemoryPositionStore())) {
      awaitRead(engine);
    }
    assertThat(ids()).containsExactly((int) 'c', (int) 'a');
    assertThat(events)
        .extracting(event -> event.snapshot().orElseThrow().marker())
        .containsExactly(Marker.FIRST, Marker.LAST);
  }

  @Test
  void SNP_08_tablesAloneNeedNoViewsOfTheRedo() throws Exception {
    shop.database
        .faults()
        .on(io.oraclecdc.testkit.simulator.faults.FaultPlan.Call.EXECUTE)
        .containing("V$ARCHIVE")
        .times(99)
        .raise(942, "table or view does not exist");
    shop.database
        .faults()
        .on(io.oraclecdc.testkit.simulator.faults.FaultPlan.Call.EXECUTE)
        .containing("DBMS_LOGMNR")
        .times(99)
        .raise(942, "table or view does not exist");
    MemoryPositionStore store = new MemoryPositionStore();
    OracleCdcEngine engine = start(settings().snapshotMode(SnapshotMode.SNAPSHOT_ONLY), store);
    engine.completion().get(30, java.util.concurrent.TimeUnit.SECONDS);
    assertThat(ids()).containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    assertThat(events)
        .extracting(e -> e.snapshot().orElseThrow().scn())
        .containsOnly(events.get(0).snapshot().orElseThrow().scn());
    assertThat(events.get(0).snapshot().orElseThrow().marker()).isEqualTo(Marker.FIRST);
    assertThat(events.get(99).snapshot().orElseThrow().marker()).isEqualTo(Marker.LAST);
    assertThat(engine.status().state()).isEqualTo(EngineState.STOPPED);
    shop.database.faults().clear();
    OracleCdcEngine refused =
        OracleCdcEngine.create(settings().build())
            .stores(store)
            .notifying((EventConsumer) events::add)
            .build();
    refused.start();
    Shop.awaitEnd(refused);
    assertThat(refused.completion())
        .isCompletedExceptionally()
        .failsWithin(Duration.ofSeconds(1))
        .withThrowableThat()
        .havingRootCause()
        .withMessageContaining("beside which no redo was read");
  }
}
