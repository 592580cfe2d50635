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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.LoggerFactory;

/** Debezium's connector and the engine on one database, both started before the work. */
final class BothSides implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SCALAR_TABLES = "SCALARS|NAMES|CODES|INDEXED|ZZ_MARK";
  private static final String MARK = "cdc.APP.ZZ_MARK";

  private final List<AuditedRecord> theirs = new CopyOnWriteArrayList<>();
  private final List<AuditedRecord> ours = new CopyOnWriteArrayList<>();
  private final List<SourceRecord> schemas = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> warnings = new ListAppender<>();
  private final DebeziumTask peer;
  private final OracleCdcEngine engine;

  /**
   * Starts both.
   *
   * @param settings of Debezium, beyond those that every run needs
   * @param withLobs whether the table with LOBs is captured
   */
  BothSides(OracleSimulator database, Map<String, String> settings, boolean withLobs)
      throws InterruptedException {
    String tables = "APP\\.(" + SCALAR_TABLES + (withLobs ? "|DOCUMENTS)" : ")");
    warnings.start();
    logger().addAppender(warnings);
    Map<String, String> peerSettings =
        DebeziumTask.settings(
            database.url(), CaptureUser.NAME, CaptureUser.PASSWORD, "FREE", tables);
    // how often it looks, not what it does
    peerSettings.put("log.mining.sleep.time.default.ms", "50");
    peerSettings.put("log.mining.sleep.time.max.ms", "100");
    peerSettings.put("poll.interval.ms", "20");
    peerSettings.put("unavailable.value.placeholder", "?");
    peerSettings.put("lob.enabled", Boolean.toString(withLobs));
    peerSettings.putAll(settings);
    peer = DebeziumTask.start(peerSettings, this::received);
    engine =
        OracleCdcEngine.create(
                OracleCdcConfig.builder()
                    .url(database.url())
                    .user(OracleSimulator.CAPTURE_USER)
                    .password(OracleSimulator.CAPTURE_PASSWORD)
                    .tables(tables)
                    .topicPrefix("cdc")
                    .snapshotMode(SnapshotMode.NONE)
                    .targetLatency(Duration.ofMillis(50))
                    .set("cdc.unavailable.placeholder", "?")
                    .set("cdc.lob.mode", withLobs ? "inline" : "skip")
                    .build())
            .notifying((EventConsumer) this::received)
            .build();
    engine.start();
    engine.awaitStreaming(PATIENCE);
    await().atMost(PATIENCE).until(() -> peer.failure() != null || isSnapshotDone());
    checkAlive();
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
        theirs.add(ConnectRecords.of(item));
      }
    }
  }

  private void received(ChangeEvent event) {
    event.records().forEach(r -> ours.add(ConnectRecords.of(r)));
  }

  private void checkAlive() {
    Throwable failure = peer.failure();
    if (failure != null) {
      throw new AssertionError("Debezium's connector ended", failure);
    }
  }

  /** Waits until both have delivered the mark. */
  void awaitMark() {
    await()
        .atMost(PATIENCE)
        .until(() -> peer.failure() != null || (isMarked(theirs) && isMarked(ours)));
    checkAlive();
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

  /** What Debezium warned of. */
  List<String> warnings() {
    synchronized (warnings) {
      return warnings.list.stream()
          .filter(e -> e.getLevel().isGreaterOrEqual(Level.WARN))
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
