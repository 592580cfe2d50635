package io.oraclecdc.auditor;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.oraclecdc.benchmarks.peer.DebeziumTask;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.engine.ChangeEvent;
import io.oraclecdc.engine.EventConsumer;
import io.oraclecdc.engine.OracleCdcEngine;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.LoggerFactory;

/** Debezium's connector and the engine, both started before the work. */
final class BothSides implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String UNAVAILABLE = "?";
  private static final String SCALAR_TABLES =
      "SCALARS|NAMES|CODES|INDEXED|PAIRS|KEYLESS|PARTS|ZZ_MARK";
  private static final String MARK = "cdc.APP.ZZ_MARK";

  private final List<AuditedRecord> theirs = new CopyOnWriteArrayList<>();
  private final List<AuditedRecord> ours = new CopyOnWriteArrayList<>();
  private final List<SourceRecord> schemas = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> warnings = new ListAppender<>();
  private final OracleSimulator database;
  private final OracleSimulator twin;
  private final Setup setup;
  private final DebeziumTask peer;
  private final OracleCdcEngine engine;

  /**
   * Starts both.
   *
   * @param database of Debezium
   * @param twin of the engine: the same, or one on which the same work is done
   */
  BothSides(OracleSimulator database, OracleSimulator twin, Setup setup)
      throws InterruptedException {
    this.database = database;
    this.twin = twin;
    this.setup = setup;
    String tables = "APP\\.(" + SCALAR_TABLES + (setup.withLobs() ? "|DOCUMENTS)" : ")");
    warnings.start();
    logger().addAppender(warnings);
    peer = DebeziumTask.start(peerSettings(database, setup, tables), this::received);
    engine =
        OracleCdcEngine.create(
                OracleCdcConfig.builder()
                    .url(twin.url())
                    .user(OracleSimulator.CAPTURE_USER)
                    .password(OracleSimulator.CAPTURE_PASSWORD)
                    .tables(tables)
                    .topicPrefix("cdc")
                    .snapshotMode(SnapshotMode.NONE)
                    .targetLatency(Duration.ofMillis(50))
                    .set("cdc.key.missing", "none")
                    .set("cdc.unavailable.placeholder", UNAVAILABLE)
                    .set("cdc.lob.mode", setup.withLobs() ? "inline" : "skip")
                    .build())
            .notifying((EventConsumer) this::received)
            .build();
    engine.start();
    engine.awaitStreaming(PATIENCE);
    awaitPeer(this::isSnapshotDone);
  }

  /** Settings of Debezium, beyond those the setup asks for only what it does how often. */
  static Map<String, String> peerSettings(OracleSimulator database, Setup setup, String tables) {
    Map<String, String> settings =
        DebeziumTask.settings(
            database.url(), setup.peerUser(), CaptureUser.PASSWORD, "FREE", tables);
    settings.put("log.mining.sleep.time.default.ms", "50");
    settings.put("log.mining.sleep.time.max.ms", "100");
    settings.put("poll.interval.ms", "20");
    settings.put("unavailable.value.placeholder", UNAVAILABLE);
    settings.putAll(setup.settings());
    return settings;
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("io.debezium");
  }

  private boolean isSnapshotDone() {
    return schemas.stream().anyMatch(r -> String.valueOf(r.value()).contains("snapshot=last"));
  }

  private void received(List<SourceRecord> records) {
    for (SourceRecord item : records) {
      if (item.topic().equals("cdc")) {
        schemas.add(item);
      } else {
        AuditedRecord their = ConnectRecords.of(item);
        if (!their.isTombstone() || their.key() != null) { // Difference.KEYLESS_TOMBSTONE
          theirs.add(their);
        }
      }
    }
  }

  private void received(ChangeEvent event) {
    event.records().forEach(r -> ours.add(ConnectRecords.of(r)));
  }

  private void awaitPeer(Callable<Boolean> condition) {
    await().atMost(PATIENCE).until(() -> peer.failure() != null || condition.call());
    Throwable failure = peer.failure();
    if (failure != null) {
      throw new AssertionError("Debezium's connector ended", failure);
    }
  }

  /** Makes the last change of the run and waits until both have delivered it. */
  void finish() throws SQLException {
    AuditWorkload.mark(database);
    if (twin != database) {
      AuditWorkload.mark(twin);
    }
    if (setup == Setup.ARCHIVED) {
      database.switchLog();
    }
    awaitPeer(() -> isMarked(theirs) && isMarked(ours));
  }

  private static boolean isMarked(List<AuditedRecord> records) {
    return !records.isEmpty() && records.get(records.size() - 1).table().equals(MARK);
  }

  List<AuditedRecord> theirs() {
    return new ArrayList<>(theirs);
  }

  List<AuditedRecord> ours() {
    return new ArrayList<>(ours);
  }

  /** What Debezium warned of, other than that it waits for a log to be archived. */
  List<String> warnings() {
    synchronized (warnings) {
      return warnings.list.stream()
          .filter(e -> e.getLevel().isGreaterOrEqual(Level.WARN))
          .filter(e -> !e.getFormattedMessage().contains("not yet in archive logs"))
          .map(e -> e.getLoggerName() + ": " + e.getFormattedMessage())
          .toList();
    }
  }

  @Override
  public void close() {
    engine.close();
    peer.close();
    logger().detachAppender(warnings);
  }
}
