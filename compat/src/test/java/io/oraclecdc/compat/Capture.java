package io.oraclecdc.compat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.engine.ChangeEvent;
import io.oraclecdc.engine.EventConsumer;
import io.oraclecdc.engine.OracleCdcEngine;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** The engine on a simulated database, and the records it delivered. */
final class Capture implements AutoCloseable {
  /** First part of all topics. */
  static final String PREFIX = "cdc";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String MARK = "ZZ_MARK";

  private final List<ChangeRecord> records = new CopyOnWriteArrayList<>();
  private final OracleSimulator database;
  private final OracleCdcEngine engine;
  private volatile boolean marked;

  private Capture(OracleSimulator database, OracleCdcConfig config) throws InterruptedException {
    this.database = database;
    engine = OracleCdcEngine.create(config).notifying((EventConsumer) this::received).build();
    engine.start();
    engine.awaitStreaming(PATIENCE);
  }

  /**
   * Starts to capture.
   *
   * @param tables names in the schema APP, as a regular expression
   * @param settings beyond those of every run
   */
  static Capture start(OracleSimulator database, String tables, Map<String, String> settings)
      throws Exception {
    try (Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute("CREATE TABLE zz_mark (id NUMBER(9) PRIMARY KEY)");
      statement.execute("ALTER TABLE zz_mark ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
    String prefix = settings.getOrDefault("cdc.topic.prefix", PREFIX);
    OracleCdcConfig.Builder config =
        OracleCdcConfig.builder()
            .url(database.url())
            .user(OracleSimulator.CAPTURE_USER)
            .password(OracleSimulator.CAPTURE_PASSWORD)
            .topicPrefix(prefix)
            .tables("APP\\.(" + tables + "|" + MARK + ")")
            .snapshotMode(SnapshotMode.NONE)
            .targetLatency(Duration.ofMillis(50));
    settings.forEach(config::set);
    return new Capture(database, config.build());
  }

  private void received(ChangeEvent event) {
    if (event.table().name().equals(MARK)) {
      marked = true;
    } else {
      records.addAll(event.records());
    }
  }

  /** Waits until everything committed so far has been delivered. */
  List<ChangeRecord> finish() throws SQLException {
    try (Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute("INSERT INTO zz_mark VALUES (1)");
    }
    Awaitility.await().atMost(PATIENCE).until(() -> marked || engine.completion().isDone());
    if (!marked) {
      throw new AssertionError("the engine stopped: " + engine.status());
    }
    return List.copyOf(records);
  }

  @Override
  public void close() {
    engine.close();
  }
}
