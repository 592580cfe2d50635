package io.oraclecdc.auditor;

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
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Debezium's connector and the engine, both started before the work. */
final class BothSides implements AutoCloseable {
  private static final Duration PATIENCE =
      Duration.ofSeconds(Integer.getInteger("auditor.patience", 60));
  private static final String UNAVAILABLE = "?";
  private static final String SCALAR_TABLES =
      "SCALARS|NAMES|CODES|INDEXED|PAIRS|KEYLESS|PARTS|ZZ_MARK";
  private static final String MARK = "cdc.APP.ZZ_MARK";
  private static final int LAST_MARK = 99;

  private final List<SourceRecord> theirs = new CopyOnWriteArrayList<>();
  private final List<ChangeRecord> ours = new CopyOnWriteArrayList<>();
  private final List<SourceRecord> schemas = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> warnings = new ListAppender<>();
  private final OracleSimulator database;
  private final Setup setup;
  private final String tables;
  private @Nullable DebeziumTask peer;
  private final OracleCdcEngine engine;

  /** Starts both for the tables of {@link AuditTables}. */
  static BothSides start(OracleSimulator database, Setup setup) throws InterruptedException {
    return new BothSides(database, setup, tables(setup)).startPeer(Map.of());
  }

  /** Tables of {@link AuditTables} that are captured, as a regular expression. */
  static String tables(Setup setup) {
    return SCALAR_TABLES + (setup.capturesLobTable() ? "|DOCUMENTS" : "");
  }

  /**
   * Starts the engine.
   *
   * @param database read by both
   * @param names tables as a regular expression
   */
  BothSides(OracleSimulator database, Setup setup, String names) throws InterruptedException {
    this(database, setup, names, Map.of());
  }

  /**
   * Starts the engine.
   *
   * @param database read by both
   * @param names tables as a regular expression
   * @param more settings of the engine beyond those of every run
   */
  BothSides(OracleSimulator database, Setup setup, String names, Map<String, String> more)
      throws InterruptedException {
    this.database = database;
    this.setup = setup;
    tables = "APP\\.(" + names + ")";
    warnings.start();
    logger().addAppender(warnings);
    OracleCdcConfig.Builder config =
        setup
            .capture(OracleCdcConfig.builder(), tables)
            .url(database.url())
            .user(OracleSimulator.CAPTURE_USER)
            .password(OracleSimulator.CAPTURE_PASSWORD)
            .topicPrefix("cdc")
            .snapshotMode(SnapshotMode.NONE)
            .targetLatency(Duration.ofMillis(50))
            .set("cdc.key.missing", "none")
            .set("cdc.unavailable.placeholder", UNAVAILABLE)
            .set("cdc.lob.mode", setup.withLobs() ? "inline" : "skip");
    more.forEach(config::set);
    engine =
        OracleCdcEngine.create(config.build()).notifying((EventConsumer) this::received).build();
    engine.start();
    engine.awaitStreaming(PATIENCE);
  }

  /**
   * Starts Debezium and waits for the end of its snapshot.
   *
   * @param more settings that go before all others
   */
  BothSides startPeer(Map<String, String> more) {
    Map<String, String> settings = peerSettings(database, setup, tables);
    settings.putAll(more);
    peer = DebeziumTask.start(settings, this::received);
    try {
      await(this::isSnapshotDone);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
    return this;
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
    return Stream.of(schemas, theirs)
        .flatMap(List::stream)
        .anyMatch(
            r ->
                r.value() instanceof Struct value
                    && "last".equals(value.getStruct("source").get("snapshot")));
  }

  private void received(List<SourceRecord> records) {
    for (SourceRecord item : records) {
      if (item.topic().equals("cdc")) {
        schemas.add(item);
      } else {
        theirs.add(item);
      }
    }
  }

  private void received(ChangeEvent event) {
    ours.addAll(event.records());
  }

  /** Waits for a condition while Debezium's connector runs. */
  void await(Callable<Boolean> condition) {
    DebeziumTask running = Objects.requireNonNull(peer);
    Awaitility.await().atMost(PATIENCE).until(() -> running.failure() != null || condition.call());
    Throwable failure = running.failure();
    if (failure != null) {
      throw new AssertionError("Debezium's connector ended", failure);
    }
  }

  /** A session of the application. */
  Connection connectApp() throws SQLException {
    return database.connectApp();
  }

  /** Makes a change that a reader of the records can find. */
  void mark(int id) throws SQLException {
    AuditWorkload.mark(database, id);
  }

  /** Makes the last change of the run and waits until both have delivered it. */
  void finish() throws SQLException {
    mark(LAST_MARK);
    if (setup == Setup.ARCHIVED) {
      database.switchLog();
    }
    await(
        () ->
            theirs.stream().anyMatch(r -> isLast(r.topic(), r.key()))
                && ours.stream().anyMatch(r -> isLast(r.destination(), r.key())));
  }

  private static boolean isLast(String topic, @Nullable Object key) {
    // a text or a double in other modes of decimals
    return topic.equals(MARK)
        && key instanceof Struct struct
        && Double.parseDouble(struct.get("ID").toString()) == LAST_MARK;
  }

  /** What Debezium delivered, but for {@link Difference#KEYLESS_TOMBSTONE}. */
  List<AuditedRecord> theirs() {
    ConnectRecords read = new ConnectRecords();
    return withoutSkipped(
        theirs.stream().map(read::of).filter(r -> !r.isTombstone() || r.key() != null).toList());
  }

  /** What the engine delivered. */
  List<AuditedRecord> ours() {
    ConnectRecords read = new ConnectRecords();
    return withoutSkipped(ours.stream().map(read::of).toList());
  }

  private List<AuditedRecord> withoutSkipped(List<AuditedRecord> records) {
    return setup.withLobs() ? records : SkippedLobs.of(records);
  }

  /** Records of Debezium for a table, as they are. */
  List<SourceRecord> theirs(String table) {
    return theirs.stream().filter(r -> r.topic().equals("cdc.APP." + table)).toList();
  }

  /** Records of the engine for a table, as they are. */
  List<ChangeRecord> ours(String table) {
    return ours.stream().filter(r -> r.destination().equals("cdc.APP." + table)).toList();
  }

  /** Debezium's schema changes, as they are. */
  List<SourceRecord> theirSchemaChanges() {
    return List.copyOf(schemas);
  }

  /** Records of Debezium on a topic, as they are. */
  List<SourceRecord> theirsOn(String topic) {
    return theirs.stream().filter(r -> r.topic().equals(topic)).toList();
  }

  /** Records of the engine on a topic, as they are. */
  List<ChangeRecord> oursOn(String topic) {
    return ours.stream().filter(r -> r.destination().equals(topic)).toList();
  }

  /** What Debezium warned of, but for what every run of such a setup has. */
  List<String> warnings() {
    synchronized (warnings) {
      return warnings.list.stream()
          .filter(e -> e.getLevel().isGreaterOrEqual(Level.WARN))
          .filter(e -> !isUsual(e.getFormattedMessage()))
          .map(e -> e.getLoggerName() + ": " + e.getFormattedMessage())
          .toList();
    }
  }

  private boolean isUsual(String message) {
    return switch (setup) {
      case ARCHIVED -> message.contains("not yet in archive logs");
      case REDO_DICTIONARY, UNBUFFERED_REDO_DICTIONARY ->
          message.contains("'redo_log_catalog' is deprecated")
              || message.contains("Redo logs may be sized too small");
      // Difference.BUFFERED_LOBS in transactions that are rolled back as a whole
      case BUFFERED_LOBS -> message.contains("Cannot apply undo change");
      default -> false;
    };
  }

  @Override
  public void close() {
    engine.close();
    if (peer != null) {
      peer.close();
    }
    logger().detachAppender(warnings);
  }
}
