package io.oraclecdc.pipeline;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.model.Scn;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.signal.Signal;
import io.oraclecdc.signal.SignalOutcome;
import io.oraclecdc.snapshot.SnapshotFeed;
import io.oraclecdc.snapshot.SnapshotReads;
import io.oraclecdc.snapshot.SnapshotStatus;
import io.oraclecdc.spill.SpillArea;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tables that are read beside one capture: what belongs to the reading, put together. */
final class TableReading implements AutoCloseable {
  private final SnapshotFeed feed;
  private final SnapshotReads reads;
  private final SchemaCatalog catalog;
  private final boolean readsJoining;
  private long knownDdl;

  /**
   * Prepares reading.
   *
   * @param feed where rows go
   * @param catalog layouts, of the capture thread
   * @param visits whether sessions enter the container of a table
   * @param spill directory beside which rows wait
   * @param check looks at each new connection
   */
  TableReading(
      OracleCdcConfig config,
      CaptureSettings settings,
      SnapshotFeed feed,
      SchemaCatalog catalog,
      boolean visits,
      AssemblySettings assembly,
      Path spill,
      Consumer<DatabaseSession> check,
      OpsListener ops,
      Clock clock) {
    this.feed = feed;
    this.catalog = catalog;
    this.readsJoining = config.get(ConfigKeys.SNAPSHOT_MODE) == SnapshotMode.INITIAL;
    feed.connect(this::isInForce, ops);
    SessionFactory sessions = settings.snapshotSessions();
    this.reads =
        new SnapshotReads(
            config.get(ConfigKeys.TOPIC_PREFIX),
            settings.snapshot(visits, assembly),
            feed,
            () -> new DatabaseSession(sessions, SessionRole.SNAPSHOT, check),
            new SpillArea(
                spill.resolve("snapshot"),
                config.get(ConfigKeys.SNAPSHOT_MEMORY_MAX_BYTES),
                config.get(ConfigKeys.BUFFER_SPILL_MAX_BYTES),
                config.get(ConfigKeys.BUFFER_SPILL_ENCRYPT)
                    ? SpillArea.Encryption.AES
                    : SpillArea.Encryption.NONE),
            ops,
            clock,
            config.get(ConfigKeys.RETRY_MAX_TIME));
  }

  /** What a first start has to read; null for nothing. */
  static @Nullable SnapshotProgress atFirst(SnapshotMode mode) {
    return switch (mode) {
      case INITIAL -> SnapshotProgress.NONE.requesting(List.of(Request.initial()));
      case SNAPSHOT_ONLY ->
          SnapshotProgress.NONE.requesting(List.of(Request.initial())).withoutStream();
      case NONE, ON_SIGNAL -> null;
    };
  }

  private boolean isInForce(TableSchema layout, Scn scn) {
    SegmentRef segment =
        new SegmentRef(
            layout.container().id(), layout.id().owner(), layout.id().name(), layout.objectId());
    // Without the certainty rows are read once more; where it is never to be had they are taken as
    // they are.
    return catalog
        .layoutOf(segment, scn)
        .filter(then -> then.columns().equals(layout.columns()) && then.id().equals(layout.id()))
        .isPresent();
  }

  /** An SCN was the newest one a moment ago. */
  void wasCurrent(Scn scn) {
    reads.wasCurrent(scn);
  }

  /** Tells the tables and begins. */
  void start() {
    reads.tables(catalog.tables(), readsJoining, Scn.ZERO);
    reads.start();
  }

  /** Between steps: tables may have come, gone or changed. */
  void follow(long toldDdl, Scn lastDdl) {
    feed.requireHealthy();
    if (toldDdl != knownDdl) {
      knownDdl = toldDdl;
      reads.tables(catalog.tables(), readsJoining, lastDdl);
    }
  }

  SignalOutcome signal(Signal signal) {
    return reads.signal(signal);
  }

  SnapshotFeed feed() {
    return feed;
  }

  SnapshotStatus status() {
    return reads.status();
  }

  @Override
  public void close() {
    reads.close();
  }
}
