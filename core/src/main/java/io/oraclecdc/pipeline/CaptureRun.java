package io.oraclecdc.pipeline;

import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.commit.DeliveredKinds;
import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.delivery.Delivery;
import io.oraclecdc.dictionary.CatalogRules;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.doctor.Doctor;
import io.oraclecdc.doctor.Finding;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.format.DebeziumFormat;
import io.oraclecdc.format.FormatSettings;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.mining.logminer.DatabaseTransactions;
import io.oraclecdc.mining.logminer.LogMinerSource;
import io.oraclecdc.mining.logminer.StartPosition;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionStore;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.reselect.TableReselect;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.SchemaHistoryStore;
import io.oraclecdc.snapshot.SnapshotFeed;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.ActiveTransactions;
import io.oraclecdc.transaction.EncryptedJournal;
import io.oraclecdc.transaction.Journal;
import io.oraclecdc.transaction.OrphanCheck;
import io.oraclecdc.transaction.TransactionBuffer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stages of one capture, built in their start order: database, position, layouts, source,
 * buffer, sequencer.
 */
final class CaptureRun implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CaptureRun.class);

  private final DatabaseSession metadata;
  private final LogMinerSource source;
  private final TransactionBuffer buffer;
  private final SpillArea spill;
  private final @Nullable Path temporarySpill;
  private final TableReselect reselect;
  private final ChangePipeline pipeline;
  private final OrphanCheck orphans;
  private final TableReading reading;

  private CaptureRun(
      DatabaseSession metadata,
      LogMinerSource source,
      TransactionBuffer buffer,
      SpillArea spill,
      @Nullable Path temporarySpill,
      TableReselect reselect,
      ChangePipeline pipeline,
      OrphanCheck orphans,
      TableReading reading) {
    this.reading = reading;
    this.orphans = orphans;
    this.metadata = metadata;
    this.source = source;
    this.buffer = buffer;
    this.spill = spill;
    this.temporarySpill = temporarySpill;
    this.reselect = reselect;
    this.pipeline = pipeline;
  }

  /**
   * Checks the database and builds the stages.
   *
   * @throws io.oraclecdc.errors.RetriableException CDC-1001 when the database cannot be reached now
   * @throws CdcException when capture is not possible: settings, grants, preconditions, other
   *     database, redo gone
   */
  static CaptureRun open(
      OracleCdcConfig config,
      CaptureSettings settings,
      PositionStore store,
      Delivery delivery,
      DeadLetters deadLetters,
      OpsReports ops,
      @Nullable Supplier<Journal> journals,
      @Nullable SchemaHistoryStore history,
      Clock clock) {
    Optional<Position> stored = store.load();
    requireStream(stored);
    SessionFactory sessions = settings.sessions();
    DatabaseSession metadata = new DatabaseSession(sessions, SessionRole.METADATA);
    try {
      LayoutsOfRuns layouts = LayoutsOfRuns.after(stored, history);
      List<Finding> findings = settings.doctor(metadata).remembering(layouts.tables()).fastChecks();
      Doctor.requireNoneBlocking(findings);
      for (Finding finding : findings) {
        log.info("[{}] {} {}", config.get(ConfigKeys.TOPIC_PREFIX), finding.severity(), finding);
      }
      DatabaseInfo database = DatabaseInfo.read(metadata);
      Position start =
          StartPosition.inContainers(
              startPosition(config, stored, metadata, database),
              CapturedPlaces.pluggables(metadata, database, settings.pdbs()));
      if (stored.isEmpty()) {
        // Before anybody is told of it, and before there is a journal or a schema history: a kill
        // between any two leaves a position, so what is found without one lost its position.
        store.store(start);
      }
      CaptureRun opened =
          assemble(
              config,
              settings,
              sessions,
              metadata,
              database,
              start,
              layouts,
              delivery,
              deadLetters,
              ops,
              journals,
              clock);
      if (stored.isEmpty() && !config.isSet(ConfigKeys.START_SCN)) {
        opened.reading.wasCurrent(start.ignoreCommitsThrough());
      }
      ops.onEvent(
          new OpsEvent.Started(
              start.resumeScn(),
              database.name(),
              database.majorVersion() + "." + database.minorVersion()));
      return opened;
    } catch (RuntimeException | Error e) {
      metadata.close();
      throw e;
    }
  }

  private static void requireStream(Optional<Position> stored) {
    SnapshotProgress snapshot = stored.map(Position::snapshot).orElse(null);
    if (snapshot != null && snapshot.alone()) {
      throw new ConfigurationException(
          List.of(
              ConfigKeys.SNAPSHOT_MODE.name()
                  + ": the stored position is that of a snapshot beside which no redo was read, so nobody knows which"
                  + " transactions were open; allowed with it: snapshot_only. Begin with other stores to stream"));
    }
  }

  private static Position startPosition(
      OracleCdcConfig config,
      Optional<Position> stored,
      DatabaseSession metadata,
      DatabaseInfo database) {
    if (stored.isPresent()) {
      StartPosition.requireSameDatabase(stored.get(), database);
      log.info(
          "[{}] resuming from SCN {}",
          config.get(ConfigKeys.TOPIC_PREFIX),
          stored.get().resumeScn());
      return stored.get();
    }
    return StartPosition.determine(
            metadata,
            database,
            config.find(ConfigKeys.START_SCN),
            config.find(ConfigKeys.ARCHIVE_DESTINATION).orElse(null),
            config.get(ConfigKeys.CAPTURE_MODE))
        .withSnapshot(TableReading.atFirst(config.get(ConfigKeys.SNAPSHOT_MODE)));
  }

  private static CaptureRun assemble(
      OracleCdcConfig config,
      CaptureSettings settings,
      SessionFactory sessions,
      DatabaseSession metadata,
      DatabaseInfo database,
      Position stored,
      LayoutsOfRuns layouts,
      Delivery delivery,
      DeadLetters deadLetters,
      OpsReports ops,
      @Nullable Supplier<Journal> journals,
      Clock clock) {
    TableSelection selection = settings.selection();
    // Names that collide are told before the first row is read, not with its record.
    DebeziumFormat format = new DebeziumFormat(FormatSettings.of(config));
    CapturedPlaces places =
        CapturedPlaces.read(
            metadata,
            database,
            selection,
            settings.pdbs(),
            new CatalogRules(
                format::check,
                config.get(ConfigKeys.RENAME_TOPIC_POLICY),
                new SetAsideTables(config.get(ConfigKeys.TABLE_ERROR_ACTION), deadLetters, ops)),
            layouts);
    places.tables().forEach(format::check);
    ops.skipped(places.skipped());
    SchemaCatalog catalog = places.catalog();
    Path configured = config.find(ConfigKeys.BUFFER_SPILL_DIR).orElse(null);
    Path directory = configured == null ? temporaryDirectory() : configured;
    SpillArea spill =
        new SpillArea(
            directory,
            config.get(ConfigKeys.BUFFER_MEMORY_MAX_BYTES),
            config.get(ConfigKeys.BUFFER_SPILL_MAX_BYTES),
            config.get(ConfigKeys.BUFFER_SPILL_ENCRYPT)
                ? SpillArea.Encryption.AES
                : SpillArea.Encryption.NONE);
    TransactionBuffer buffer =
        new TransactionBuffer(
            spill,
            config.find(ConfigKeys.USERS_EXCLUDE).orElse(List.of()),
            stored.excluded(),
            stored.resumeScn());
    buffer.released(stored.released());
    buffer.limit(settings.limits(), deadLetters::transactionDiscarded);
    Position start =
        journaling(settings, buffer, spill, stored.withLayouts(layouts.areKept()), journals);
    LogMinerSource source =
        new LogMinerSource(
            sessions, settings.mining(), places.objects(), database, System::nanoTime);
    AssemblySettings assembly = settings.assembly(places.decodedAs());
    // Its session is opened when a row is asked for: without the modes that reselect values these
    // are only rows of which the redo tells the ROWID alone.
    TableReselect reselect =
        new TableReselect(
            new DatabaseSession(
                sessions,
                SessionRole.RESELECT,
                opened ->
                    StartPosition.requireSameDatabase(opened, database, settings.captureMode())),
            assembly.maxBytes(),
            assembly.oversize(),
            ops,
            places.reselect(),
            assembly.codecs().disguises());
    SnapshotFeed feed = new SnapshotFeed(start.snapshot(), CommitSequencer.deliveredBefore(start));
    TableReading reading =
        new TableReading(
            config,
            settings,
            feed,
            catalog,
            places.reselect() == TableReselect.Visits.ENTERS,
            assembly,
            directory,
            opened -> StartPosition.requireSameDatabase(opened, database, CaptureMode.ARCHIVE_ONLY),
            ops,
            clock);
    ChangePipeline pipeline =
        new ChangePipeline(
            source,
            new ReportingDecoder(
                FittingDecoder.of(
                    config, new SqlRedoDecoder(catalog, settings.redo(places.decodedAs()))),
                catalog,
                ops),
            catalog,
            buffer,
            new CommitSequencer(
                start,
                settings.hostZone(database),
                config.changeFingerprint(),
                assembly,
                reselect,
                DeliveredKinds.of(config),
                feed),
            delivery,
            start,
            deadLetters);
    return new CaptureRun(
        metadata,
        source,
        buffer,
        spill,
        configured == null ? directory : null,
        reselect,
        pipeline,
        settings.orphans(
            activeTransactions(new DatabaseTransactions(metadata, database)), ops::givenUp),
        reading);
  }

  private static ActiveTransactions activeTransactions(DatabaseTransactions database) {
    return () ->
        database
            .read()
            .map(listing -> new ActiveTransactions.Listing(listing.known(), listing.scn()));
  }

  private static Position journaling(
      CaptureSettings settings,
      TransactionBuffer buffer,
      SpillArea spill,
      Position stored,
      @Nullable Supplier<Journal> journals) {
    try {
      if (journals == null) {
        TransactionBuffer.requireNoJournal(stored);
        return stored;
      }
      if (!settings.journal().writes()) {
        log.warn(
            "spill files are encrypted and cdc.txjournal.encryption.key is not set: no transaction is"
                + " journaled, the stored position waits for each");
      }
      return buffer.journaling(
          EncryptedJournal.over(journals.get(), settings.journalKeys()),
          settings.journal(),
          stored,
          settings.selection()::excludesColumn);
    } catch (RuntimeException | Error e) {
      buffer.close();
      spill.close();
      throw e;
    }
  }

  static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("oracle-cdc-spill-");
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.BUFFER_EXHAUSTED,
          "no temporary directory can be created for large transactions",
          "Name a writable directory in cdc.buffer.spill.dir.",
          e);
    }
  }

  /** Looks for orphans, when it is time. Between steps. */
  void look() {
    pipeline.look(orphans, System.nanoTime());
    reading.follow(pipeline.toldDdl(), pipeline.lastToldDdl());
  }

  TableReading reading() {
    return reading;
  }

  ChangePipeline pipeline() {
    return pipeline;
  }

  CaptureStatus status(long steps, int retries, boolean streaming) {
    return new CaptureStatus(
        streaming,
        pipeline.passedScn(),
        steps,
        pipeline.rows(),
        pipeline.sequenced(),
        0,
        buffer.openTransactions(),
        spill.memoryBytes() + spill.spilledBytes(),
        0,
        retries);
  }

  /** A position is stored; from any thread. */
  void stored(Position position) {
    buffer.stored(position);
    pipeline.stored(position);
  }

  /** Makes a call to the database that is in progress return early; from any thread. */
  void cancel() {
    source.cancel();
  }

  /** Releases sessions, files and memory; never throws. */
  @Override
  public void close() {
    reading.close();
    source.close();
    reselect.close();
    metadata.close();
    buffer.close();
    spill.close();
    if (temporarySpill != null) {
      try {
        try (var left = Files.newDirectoryStream(temporarySpill)) {
          for (Path file : left) {
            deleteWithContent(file);
          }
        }
        Files.deleteIfExists(temporarySpill);
      } catch (IOException e) {
        log.warn("temporary directory {} was not removed: {}", temporarySpill, e.toString());
      }
    }
  }

  static void deleteWithContent(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      try (DirectoryStream<Path> content = Files.newDirectoryStream(file)) {
        for (Path each : content) {
          deleteWithContent(each);
        }
      }
    }
    Files.deleteIfExists(file);
  }
}
