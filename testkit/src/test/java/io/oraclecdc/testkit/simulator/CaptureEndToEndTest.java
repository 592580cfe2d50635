package io.oraclecdc.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;

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
}
