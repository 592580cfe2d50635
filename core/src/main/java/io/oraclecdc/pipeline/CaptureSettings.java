package io.oraclecdc.pipeline;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.LimitAction;
import io.oraclecdc.config.LobMode;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.OrphanAction;
import io.oraclecdc.config.PartialImagesAction;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.config.UnsupportedColumnsAction;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.doctor.Doctor;
import io.oraclecdc.doctor.TableReads;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.mining.logminer.MiningSettings;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.snapshot.SnapshotSettings;
import io.oraclecdc.transaction.ActiveTransactions;
import io.oraclecdc.transaction.GivenUp;
import io.oraclecdc.transaction.JournalSettings;
import io.oraclecdc.transaction.OrphanCheck;
import io.oraclecdc.transaction.TransactionLimits;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.OracleCharsets;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Translates the configuration into what each stage asks for: a stage never sees the whole of it.
 */
final class CaptureSettings {
  private final OracleCdcConfig config;

  CaptureSettings(OracleCdcConfig config) {
    this.config = config;
  }

  SessionFactory sessions() {
    return new SessionFactory(
        database(),
        new OracleErrors(config.find(ConfigKeys.RETRY_EXTRA_ERROR_CODES).orElse(Set.of())),
        System::nanoTime);
  }

  /** Sessions of the database that tables are read from. */
  SessionFactory snapshotSessions() {
    DatabaseSettings.Builder builder = database(config.find(ConfigKeys.SNAPSHOT_DATABASE_URL));
    return new SessionFactory(
        builder.build(),
        new OracleErrors(config.find(ConfigKeys.RETRY_EXTRA_ERROR_CODES).orElse(Set.of())),
        System::nanoTime);
  }

  /** How tables are read. */
  SnapshotSettings snapshot(boolean visits, AssemblySettings assembly) {
    return new SnapshotSettings(
        config.get(ConfigKeys.SNAPSHOT_THREADS),
        config.get(ConfigKeys.SNAPSHOT_CHUNK_ROWS),
        config.get(ConfigKeys.SNAPSHOT_CHUNK_RETRIES),
        config.get(ConfigKeys.SNAPSHOT_FETCH_SIZE),
        config.get(ConfigKeys.SNAPSHOT_MAX_PENDING_CHUNKS),
        config.get(ConfigKeys.SNAPSHOT_MEMORY_MAX_BYTES),
        config.get(ConfigKeys.SNAPSHOT_BATCH_MAX),
        config.find(ConfigKeys.SNAPSHOT_TABLES_ORDER).orElse(List.of()),
        config.find(ConfigKeys.SNAPSHOT_SELECT_OVERRIDE).orElse(Map.of()),
        assembly.maxBytes(),
        assembly.oversize() == AssemblySettings.Oversize.FAIL,
        visits,
        assembly.codecs());
  }

  private DatabaseSettings database() {
    return database(Optional.empty()).build();
  }

  private DatabaseSettings.Builder database(Optional<String> otherUrl) {
    DatabaseSettings.Builder builder = DatabaseSettings.builder();
    if (otherUrl.isPresent()) {
      builder.url(otherUrl.get());
    } else {
      config.find(ConfigKeys.DATABASE_URL).ifPresent(builder::url);
      config.find(ConfigKeys.DATABASE_HOST).ifPresent(builder::host);
      builder.port(config.get(ConfigKeys.DATABASE_PORT));
      config.find(ConfigKeys.DATABASE_SERVICE).ifPresent(builder::service);
      config.find(ConfigKeys.DATABASE_SID).ifPresent(builder::sid);
    }
    config.find(ConfigKeys.DATABASE_USER).ifPresent(builder::user);
    config.find(ConfigKeys.DATABASE_PASSWORD).ifPresent(builder::password);
    config
        .find(ConfigKeys.DATABASE_WALLET_LOCATION)
        .ifPresent(directory -> builder.wallet(directory.toString()));
    config
        .find(ConfigKeys.DATABASE_TRUSTSTORE_LOCATION)
        .ifPresent(
            file ->
                builder.trustStore(
                    file.toString(),
                    config.get(ConfigKeys.DATABASE_TRUSTSTORE_TYPE).name(),
                    config.find(ConfigKeys.DATABASE_TRUSTSTORE_PASSWORD).orElse(null)));
    config
        .find(ConfigKeys.DATABASE_CONNECTION_PROPERTIES)
        .orElse(Map.of())
        .forEach(builder::property);
    builder.readTimeout(config.get(ConfigKeys.MINING_QUERY_TIMEOUT).plusMinutes(1));
    builder.idleTimeout(config.get(ConfigKeys.DATABASE_IDLE_TIMEOUT));
    return builder;
  }

  TableSelection selection() {
    TableSelection.Builder builder =
        TableSelection.including(config.get(ConfigKeys.TABLES_INCLUDE))
            .excluding(config.find(ConfigKeys.TABLES_EXCLUDE).orElse(List.of()))
            .includingColumns(config.find(ConfigKeys.COLUMNS_INCLUDE).orElse(List.of()))
            .excludingColumns(config.find(ConfigKeys.COLUMNS_EXCLUDE).orElse(List.of()))
            .maskingColumns(config.find(ConfigKeys.COLUMNS_MASK_INCLUDE).orElse(List.of()))
            .hashingColumns(config.find(ConfigKeys.COLUMNS_HASH_INCLUDE).orElse(List.of()))
            .missingKey(config.get(ConfigKeys.KEY_MISSING))
            .lobs(
                config.get(ConfigKeys.LOB_MODE) == LobMode.SKIP
                    ? TableSelection.LobUse.SKIP
                    : TableSelection.LobUse.CAPTURE);
    if (config.get(ConfigKeys.TABLES_CASE_SENSITIVE)) {
      builder.caseSensitive();
    }
    StringJoiner keys = new StringJoiner(";");
    config
        .find(ConfigKeys.KEY_COLUMNS)
        .orElse(Map.of())
        .forEach((table, columns) -> keys.add(table + ":" + String.join(",", columns)));
    builder.keyColumns(keys.toString());
    return builder.build();
  }

  Doctor doctor(DatabaseSession session) {
    return new Doctor(
            session,
            selection(),
            config.find(ConfigKeys.DATABASE_USER).orElse("the user of the wallet"),
            config.find(ConfigKeys.ARCHIVE_DESTINATION).orElse(null),
            config.get(ConfigKeys.UNSUPPORTED_COLUMNS),
            pdbs(),
            config.get(ConfigKeys.MINING_MODE),
            captureMode())
        .reading(
            new TableReads(
                config.get(ConfigKeys.SNAPSHOT_MODE) == SnapshotMode.INITIAL
                    || config.get(ConfigKeys.SNAPSHOT_MODE) == SnapshotMode.SNAPSHOT_ONLY,
                config.get(ConfigKeys.LOB_MODE) == LobMode.RESELECT,
                config.get(ConfigKeys.UNSUPPORTED_COLUMNS) == UnsupportedColumnsAction.RESELECT,
                config.get(ConfigKeys.PARTIAL_IMAGES) == PartialImagesAction.RESELECT));
  }

  /** {@code cdc.capture.mode}. */
  CaptureMode captureMode() {
    return config.get(ConfigKeys.CAPTURE_MODE);
  }

  /** {@code cdc.database.pdbs}. */
  List<String> pdbs() {
    return config.find(ConfigKeys.DATABASE_PDBS).orElse(List.of());
  }

  MiningSettings mining() {
    return new MiningSettings(
        config.get(ConfigKeys.MINING_TARGET_LATENCY),
        config.get(ConfigKeys.MINING_MAX_LOGS_PER_STEP),
        config.get(ConfigKeys.MINING_FETCH_SIZE),
        config.get(ConfigKeys.MINING_QUERY_TIMEOUT),
        config.get(ConfigKeys.MINING_SESSION_MAX_AGE),
        config.get(ConfigKeys.MINING_INLIST_MAX),
        config.find(ConfigKeys.USERS_EXCLUDE).orElse(List.of()),
        config.find(ConfigKeys.ARCHIVE_DESTINATION).orElse(null),
        safetyLag(),
        captureMode());
  }

  private Duration safetyLag() {
    Duration lag = config.get(ConfigKeys.RAC_SAFETY_LAG);
    return lag.isNegative() ? MiningSettings.DEFAULT_SAFETY_LAG : lag;
  }

  RedoSettings redo(DatabaseInfo database) {
    return new RedoSettings(
        codecs(database),
        config.get(ConfigKeys.REDO_UNESCAPED_QUOTES),
        RedoSettings.DEFAULT_MAX_STATEMENT_CHARACTERS,
        config.get(ConfigKeys.LOG_SENSITIVE_DATA),
        config.get(ConfigKeys.UNSUPPORTED_COLUMNS) == UnsupportedColumnsAction.RESELECT
            ? RedoSettings.UnsupportedRows.RESELECT
            : RedoSettings.UnsupportedRows.FAIL);
  }

  private CodecContext codecs(DatabaseInfo database) {
    return new CodecContext(
        charset(database.characterSet()),
        charset(database.nationalCharacterSet()),
        ZoneOffset.UTC,
        RedoSettings.disguises(config));
  }

  AssemblySettings assembly(DatabaseInfo database) {
    return AssemblySettings.of(config, codecs(database));
  }

  /** Whether values are ever asked for in the tables. */
  JournalSettings journal() {
    return new JournalSettings(
        config.get(ConfigKeys.TXJOURNAL_THRESHOLD),
        config.get(ConfigKeys.TXJOURNAL_THRESHOLD_EVENTS),
        config.get(ConfigKeys.TXJOURNAL_CHUNK_MAX_BYTES),
        config.selectionFingerprint(),
        !config.get(ConfigKeys.BUFFER_SPILL_ENCRYPT) || journalKeys() != null);
  }

  /** {@code cdc.txjournal.encryption.key}, null when not set. */
  @Nullable String journalKeys() {
    return config.find(ConfigKeys.TXJOURNAL_ENCRYPTION_KEY).orElse(null);
  }

  TransactionLimits limits() {
    Duration age = config.get(ConfigKeys.TRANSACTION_MAX_AGE);
    long changes = config.get(ConfigKeys.TRANSACTION_MAX_CHANGES);
    return new TransactionLimits(
        age.isNegative() ? null : age,
        action(config.get(ConfigKeys.TRANSACTION_MAX_AGE_ACTION)),
        changes < 0 ? Long.MAX_VALUE : changes,
        action(config.get(ConfigKeys.TRANSACTION_MAX_CHANGES_ACTION)));
  }

  private static TransactionLimits.Action action(LimitAction action) {
    return action == LimitAction.DISCARD
        ? TransactionLimits.Action.DISCARD
        : TransactionLimits.Action.FAIL;
  }

  OrphanCheck orphans(ActiveTransactions database, Consumer<GivenUp> listener) {
    return new OrphanCheck(
        database,
        config.get(ConfigKeys.ORPHAN_CHECK_INTERVAL),
        config.get(ConfigKeys.ORPHAN_ACTION) == OrphanAction.RELEASE
            ? OrphanCheck.Action.RELEASE
            : OrphanCheck.Action.FAIL,
        listener);
  }

  private static Charset charset(String oracleName) {
    return OracleCharsets.named(oracleName)
        .orElseThrow(
            () ->
                new CdcException(
                    ErrorCode.PRECONDITION,
                    "the database uses character set "
                        + oracleName
                        + ", which this Java runtime cannot decode",
                    "Run on a JDK with the module jdk.charsets; report the character set if it has it.",
                    null));
  }

  ZoneId hostZone(DatabaseInfo database) {
    return config.find(ConfigKeys.DATABASE_TIME_ZONE).orElseGet(database::hostOffset);
  }
}
