package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.benchmarks.peer.DebeziumTask;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.source.SourceRecord;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Debezium's connector, unmodified, takes the simulator for Oracle: no statement is refused. */
@Timeout(120)
class AdaptersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<SourceRecord> received = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BUFFERED",
        "BUFFERED_LOBS",
        "UNBUFFERED",
        "UNBUFFERED_LOBS",
        "ARCHIVED",
        "UNBUFFERED log.mining.archive.log.only.mode=true",
        "PLUGGABLE_BUFFERED",
        "PLUGGABLE_UNBUFFERED_LOBS",
        "PLUGGABLE_BUFFERED log.mining.archive.log.only.mode=true",
        "HYBRID",
        "BUFFERED log.mining.query.filter.mode=in",
        "PLUGGABLE_BUFFERED log.mining.query.filter.mode=regex",
        "BUFFERED log.mining.restart.connection=true",
        "BUFFERED log.mining.strategy=redo_log_catalog",
        "UNBUFFERED log.mining.strategy=redo_log_catalog",
        "BUFFERED snapshot.mode=initial",
        "BUFFERED_LOBS snapshot.mode=initial",
        "UNBUFFERED_LOBS snapshot.mode=initial",
        "PLUGGABLE_BUFFERED snapshot.mode=initial",
        "PLUGGABLE_UNBUFFERED_LOBS snapshot.mode=initial"
      })
  void changesArriveAndNoStatementIsRefused(String text) throws Exception {
    String[] parts = text.split(" ", -1);
    Setup setup = Setup.valueOf(parts[0]);
    try (OracleSimulator database = setup.start("adapters");
        RecordingDriver driver = RecordingDriver.register();
        Connection app = database.connectApp()) {
      app.setAutoCommit(false);
      execute(app, "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20))");
      execute(app, "ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      execute(app, "INSERT INTO orders VALUES (7, 'there before')");
      app.commit();
      Map<String, String> settings = BothSides.peerSettings(database, setup, "APP\\.ORDERS");
      settings.put("database.url", RecordingDriver.url(database.url()));
      settings.put("log.mining.archive.log.only.scn.poll.interval.ms", "50");
      for (int i = 1; i < parts.length; i++) {
        String[] setting = parts[i].split("=", 2);
        settings.put(setting[0], setting[1]);
      }
      boolean initial = "initial".equals(settings.get("snapshot.mode"));
      try (DebeziumTask task = DebeziumTask.start(settings, received::addAll)) {
        await().atMost(PATIENCE).until(() -> task.failure() != null || isReadyFor(initial));
        execute(app, "INSERT INTO orders VALUES (1, 'it''s')");
        execute(app, "UPDATE orders SET status = 'b' WHERE id = 1");
        execute(app, "UPDATE orders SET id = 2 WHERE id = 1");
        execute(app, "DELETE FROM orders WHERE id = 2");
        app.commit();
        database.switchLog();
        await().atMost(PATIENCE).until(() -> task.failure() != null || operations().size() == 7);
        assertThat(task.failure()).isNull();
      }
      assertThat(operations()).containsExactly("c", "u", "d", "tombstone", "c", "d", "tombstone");
      assertThat(records()).areExactly(initial ? 1 : 0, new Condition<>("r"::equals, "read"));
      assertThat(driver.refusals()).isEmpty();
      assertThat(driver.statements()).anyMatch(s -> s.contains("V$LOGMNR_CONTENTS"));
    }
  }

  /** Whether the structure of the table, or its rows, were read: changes follow from here. */
  private boolean isReadyFor(boolean initial) {
    return initial ? records().contains("r") : !received.isEmpty();
  }

  private List<String> records() {
    return received.stream()
        .filter(r -> r.topic().equals("cdc.APP.ORDERS"))
        .map(r -> new ConnectRecords().of(r).operation())
        .toList();
  }

  private List<String> operations() {
    return records().stream().filter(o -> !o.equals("r")).toList();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
