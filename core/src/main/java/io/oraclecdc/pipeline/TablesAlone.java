package io.oraclecdc.pipeline;

import io.oraclecdc.change.Change;
import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.delivery.Delivery;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.dictionary.CatalogRules;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.format.DebeziumFormat;
import io.oraclecdc.format.FormatSettings;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.mining.logminer.StartPosition;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.reselect.TableReselect;
import io.oraclecdc.snapshot.SnapshotBatch;
import io.oraclecdc.snapshot.SnapshotFeed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code cdc.snapshot.mode=snapshot_only}: tables are read as of one SCN and nothing else is done.
 * Nothing that only redo needs is looked at. The capture thread owns it.
 */
final class TablesAlone implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TablesAlone.class);
  private static final long LOOK_MILLIS = 200;
  private static final int HEARTBEAT_BYTES = 400;

  private final DatabaseSession metadata;
  private final TableReading reading;
  private final Position start;
  private final Delivery delivery;
  private final Clock clock;
  private final @Nullable Path temporary;
  private long nextOrdinal;

  private TablesAlone(
      DatabaseSession metadata,
      TableReading reading,
      Position start,
      Delivery delivery,
      Clock clock,
      @Nullable Path temporary) {
    this.metadata = metadata;
    this.reading = reading;
    this.start = start;
    this.delivery = delivery;
    this.clock = clock;
    this.temporary = temporary;
  }

  /**
   * Reads the layouts and prepares reading.
   *
   * @throws io.oraclecdc.errors.RetriableException CDC-1001 when the database cannot be reached now
   * @throws CdcException when it is not possible: settings, grants, keys, other database
   */
  static TablesAlone open(
      OracleCdcConfig config,
      CaptureSettings settings,
      PositionStore store,
      Delivery delivery,
      OpsReports ops,
      Clock clock) {
    Optional<Position> stored = store.load();
    requireAlone(stored);
    DatabaseSession metadata = new DatabaseSession(settings.sessions(), SessionRole.METADATA);
    try {
      DatabaseInfo database = DatabaseInfo.read(metadata);
      Scn now = metadata.currentScn();
      Position begin =
          stored.orElseGet(
              () ->
                  Position.startingAt(database.incarnation(), now, now)
                      .withSnapshot(TableReading.atFirst(SnapshotMode.SNAPSHOT_ONLY)));
      StartPosition.requireSameDatabase(begin, database);
      Position start =
          StartPosition.inContainers(
              begin, CapturedPlaces.pluggables(metadata, database, settings.pdbs()));
      if (stored.isEmpty()) {
        store.store(start);
      }
      CapturedPlaces places =
          CapturedPlaces.read(
              metadata,
              database,
              settings.selection(),
              settings.pdbs(),
              CatalogRules.PLAIN,
              LayoutsOfRuns.after(Optional.empty(), null));
      DebeziumFormat format = new DebeziumFormat(FormatSettings.of(config));
      places.tables().forEach(format::check);
      AssemblySettings assembly = settings.assembly(places.decodedAs());
      Path configured = config.find(ConfigKeys.BUFFER_SPILL_DIR).orElse(null);
      Path directory = configured == null ? CaptureRun.temporaryDirectory() : configured;
      TableReading reading =
          new TableReading(
              config,
              settings,
              new SnapshotFeed(start.snapshot(), Scn.ZERO),
              places.catalog(),
              places.reselect() == TableReselect.Visits.ENTERS,
              assembly,
              directory,
              opened ->
                  StartPosition.requireSameDatabase(opened, database, CaptureMode.ARCHIVE_ONLY),
              ops,
              clock);
      return new TablesAlone(
          metadata, reading, start, delivery, clock, configured == null ? directory : null);
    } catch (RuntimeException | Error e) {
      metadata.close();
      throw e;
    }
  }

  private static void requireAlone(Optional<Position> stored) {
    SnapshotProgress snapshot = stored.map(Position::snapshot).orElse(null);
    if (stored.isPresent() && (snapshot == null || !snapshot.alone())) {
      throw new ConfigurationException(
          List.of(
              ConfigKeys.SNAPSHOT_MODE.name()
                  + " is 'snapshot_only', and the stored position is that of a stream; allowed with it: initial, none,"
                  + " on_signal. Read the tables with other stores, or by a signal"));
    }
  }

  TableReading reading() {
    return reading;
  }

  /**
   * Reads and delivers until every row was delivered.
   *
   * @param stops whether to end before that
   * @throws InterruptedException if capture is stopping
   */
  void run(BooleanSupplier stops) throws InterruptedException {
    reading.start();
    heartbeat();
    while (!stops.getAsBoolean() && !isComplete()) {
      reading.feed().requireHealthy();
      SnapshotBatch batch = reading.feed().nextOfAll();
      if (batch == null) {
        reading.feed().awaitNews(LOOK_MILLIS);
      } else {
        reading
            .feed()
            .deliver(
                batch,
                (row, bytes) ->
                    delivery.deliver(
                        new SequencedChange(
                            nextOrdinal++,
                            row,
                            position(),
                            (int) Math.min(Integer.MAX_VALUE, bytes))));
        heartbeat();
      }
    }
  }

  private void heartbeat() throws InterruptedException {
    delivery.deliver(
        new SequencedChange(
            nextOrdinal++,
            new Change.Heartbeat(start.resumeScn(), clock.instant()),
            position(),
            HEARTBEAT_BYTES));
  }

  private Position position() {
    return start.withSnapshot(reading.feed().progress());
  }

  /** Changes delivered so far, heartbeats included. */
  long sequenced() {
    return nextOrdinal;
  }

  private boolean isComplete() {
    SnapshotProgress progress = reading.feed().progress();
    return progress == null || progress.requests().isEmpty();
  }

  @Override
  public void close() {
    reading.close();
    metadata.close();
    if (temporary != null) {
      try {
        CaptureRun.deleteWithContent(temporary);
      } catch (IOException e) {
        LOG.warn("temporary directory {} was not removed: {}", temporary, e.toString());
      }
    }
  }
}
