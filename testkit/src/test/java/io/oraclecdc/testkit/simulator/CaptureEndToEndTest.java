package io.oraclecdc.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change.Heartbeat;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.pipeline.Capture;
import io.oraclecdc.position.MemoryPositionStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The library's own capture against the simulator. */
class CaptureEndToEndTest {

  @Test
  void committedChangesArriveInCommitOrder() throws Exception {
    try (OracleSimulator simulator = OracleSimulator.start("e2e");
        SqlConsole app = new SqlConsole(simulator.connectApp())) {
      app.connection().setAutoCommit(false);
      app.run(
          "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, name VARCHAR2(20), at TIMESTAMP(6))",
          "ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      OracleCdcConfig config =
          OracleCdcConfig.from(
              Map.of(
                  "cdc.database.url",
                  simulator.url(),
                  "cdc.database.user",
                  OracleSimulator.CAPTURE_USER,
                  "cdc.database.password",
                  OracleSimulator.CAPTURE_PASSWORD,
                  "cdc.tables.include",
                  "APP\\.ORDERS",
                  "cdc.topic.prefix",
                  "e2e",
                  "cdc.snapshot.mode",
                  "none"));
      try (Capture capture = new Capture(config, new MemoryPositionStore(), Clock.systemUTC())) {
        capture.start();
        assertThat(capture.awaitStreaming(Duration.ofSeconds(30))).isTrue();
        app.run(
            "INSERT INTO orders VALUES (1, 'one', TIMESTAMP '2026-01-02 03:04:05.5')",
            "SAVEPOINT s",
            "INSERT INTO orders(id, name) VALUES (2, 'gone')",
            "ROLLBACK TO s",
            "COMMIT",
            "UPDATE orders SET name = 'uno' WHERE id = 1",
            "COMMIT",
            "INSERT INTO orders(id) VALUES (3)",
            "ROLLBACK",
            "DELETE FROM orders",
            "COMMIT");
        List<SequencedChange> changes = new ArrayList<>();
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (changes.size() < 3 && System.nanoTime() < end) {
          capture.poll(100, Duration.ofMillis(200)).stream()
              .filter(c -> !(c.change() instanceof Heartbeat))
              .forEach(changes::add);
        }
        assertThat(changes).hasSize(3);
        assertThat(changes)
            .extracting(c -> c.change().getClass().getSimpleName())
            .containsExactly("RowInserted", "RowUpdated", "RowDeleted");
      }
    }
  }

  @Test
  void aTableDroppedWhileCaptureWasDownStopsItWhenItsLastChangesAreMissed() throws Exception {
    try (OracleSimulator simulator = OracleSimulator.start("dropped");
        SqlConsole app = new SqlConsole(simulator.connectApp())) {
      app.connection().setAutoCommit(false);
      app.run(
          "CREATE TABLE kept (id NUMBER(9) PRIMARY KEY)",
          "ALTER TABLE kept ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
          "CREATE TABLE gone (id NUMBER(9) PRIMARY KEY)",
          "ALTER TABLE gone ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
          "CREATE TABLE scratch (id NUMBER(9) PRIMARY KEY)");
      MemoryPositionStore store = new MemoryPositionStore();
      OracleCdcConfig config = config(simulator, "APP\\.(KEPT|GONE)");
      try (Capture capture = new Capture(config, store, Clock.systemUTC())) {
        capture.start();
        assertThat(capture.awaitStreaming(Duration.ofSeconds(30))).isTrue();
        app.run("INSERT INTO kept VALUES (1)", "COMMIT");
        acknowledge(capture, 1);
        store.store(capture.acknowledgedPosition().orElseThrow());
      }
      app.run(
          "INSERT INTO scratch VALUES (1)",
          "COMMIT",
          "DROP TABLE scratch PURGE",
          "INSERT INTO kept VALUES (2)",
          "COMMIT");
      try (Capture capture = new Capture(config, store, Clock.systemUTC())) {
        capture.start();
        acknowledge(capture, 1);
        store.store(capture.acknowledgedPosition().orElseThrow());
      }
      app.run("INSERT INTO gone VALUES (1)", "COMMIT", "DROP TABLE gone PURGE");
      try (Capture capture = new Capture(config, store, Clock.systemUTC())) {
        capture.start();
        assertThatThrownBy(
                () -> {
                  for (int i = 0; i < 300; i++) {
                    capture.poll(100, Duration.ofMillis(100));
                  }
                })
            .hasMessageContaining("CDC-6001")
            .hasMessageContaining("was dropped before its rows were read");
      }
    }
  }

  private static void acknowledge(Capture capture, int wanted) throws InterruptedException {
    int seen = 0;
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (seen < wanted && System.nanoTime() < end) {
      for (SequencedChange change : capture.poll(100, Duration.ofMillis(200))) {
        capture.acknowledge(change.ordinal());
        seen += change.change() instanceof Heartbeat ? 0 : 1;
      }
    }
    assertThat(seen).as("%s %s", capture.status(), capture.failure()).isEqualTo(wanted);
  }

  private static OracleCdcConfig config(OracleSimulator simulator, String tables) {
    return OracleCdcConfig.from(
        Map.of(
            "cdc.database.url",
            simulator.url(),
            "cdc.database.user",
            OracleSimulator.CAPTURE_USER,
            "cdc.database.password",
            OracleSimulator.CAPTURE_PASSWORD,
            "cdc.tables.include",
            tables,
            "cdc.topic.prefix",
            "e2e",
            "cdc.snapshot.mode",
            "none"));
  }
}
