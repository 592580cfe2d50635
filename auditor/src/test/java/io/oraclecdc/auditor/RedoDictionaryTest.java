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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@link Difference#REDO_DICTIONARY_LEFT_BEHIND}: Debezium writes a dictionary when it sees a log
 * switch, but takes another list of logs, without that dictionary, as soon as its start has gone
 * past it.
 */
@Timeout(120)
class RedoDictionaryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int ENOUGH = 30;

  private final List<SourceRecord> received = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @EnumSource(
      value = Setup.class,
      names = {"REDO_DICTIONARY", "UNBUFFERED_REDO_DICTIONARY"})
  void theirsEndsWhenTheStartHasPassedTheDictionary(Setup setup) throws Exception {
    try (OracleSimulator database = setup.start(setup.databaseName("lost"));
        RecordingDriver driver = RecordingDriver.register()) {
      try (DebeziumTask task = start(database, setup)) {
        for (int i = 1; i <= ENOUGH && task.failure() == null; i++) {
          change(database, i);
          int count = i;
          await().atMost(PATIENCE).until(() -> task.failure() != null || changes() == count);
        }
        assertThat(task.failure()).hasStackTraceContaining("ORA-01371");
      }
      assertThat(driver.refusals().get(0)).contains("start_logmnr", "ORA-01371");
    }
  }

  private DebeziumTask start(OracleSimulator database, Setup setup) throws SQLException {
    try (Connection app = database.connectApp()) {
      AuditWorkload.createMark(app);
    }
    Map<String, String> settings = BothSides.peerSettings(database, setup, "APP\\.ZZ_MARK");
    settings.remove("log.mining.session.max.ms");
    settings.put("database.url", RecordingDriver.url(database.url()));
    DebeziumTask task = DebeziumTask.start(settings, received::addAll);
    await().atMost(PATIENCE).until(() -> task.failure() != null || !received.isEmpty());
    return task;
  }

  private static void change(OracleSimulator database, int id) throws SQLException {
    try (Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute("INSERT INTO zz_mark VALUES (" + id + ")");
    }
  }

  private long changes() {
    return received.stream().filter(r -> r.topic().equals("cdc.APP.ZZ_MARK")).count();
  }
}
