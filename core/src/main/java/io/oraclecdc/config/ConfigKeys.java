package io.oraclecdc.config;

import static io.oraclecdc.config.ConfigKey.Visibility.HIDDEN;
import static io.oraclecdc.config.ConfigKey.Visibility.URL;

import io.oraclecdc.model.Scn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every setting there is, declared once, in the order of the documentation. */
public final class ConfigKeys {
  private static final String TABLE_PATTERNS =
      "regular expressions over the whole of SCHEMA.TABLE, or PDB.SCHEMA.TABLE in a container database,"
          + " separated by commas";
  private static final String COLUMN_PATTERNS =
      "regular expressions over the whole of SCHEMA.TABLE.COLUMN, or PDB.SCHEMA.TABLE.COLUMN in a container"
          + " database, separated by commas";

  /** Full URL of the database. */
  public static final ConfigKey<String> DATABASE_URL =
      ConfigKey.of("cdc.database.url", ConfigGroup.DATABASE, ConfigTypes.jdbcUrl())
          .otherwise("built from host, port and service or SID")
          .shown(URL)
          .means(
              "JDBC URL of the database, for TNS descriptors, LDAP names and wallets. Cannot be combined with"
                  + " cdc.database.host, cdc.database.port, cdc.database.service or cdc.database.sid.",
              "jdbc:oracle:thin:@//db.example.com:1521/ORCL");

  /** Database host. */
  public static final ConfigKey<String> DATABASE_HOST =
      ConfigKey.of("cdc.database.host", ConfigGroup.DATABASE, ConfigTypes.text("a host name"))
          .means("Database host; needs a service or a SID beside it.", "db.example.com");

  /** Listener port. */
  public static final ConfigKey<Integer> DATABASE_PORT =
      ConfigKey.of("cdc.database.port", ConfigGroup.DATABASE, ConfigTypes.integer(1, 65535))
          .defaultsTo("1521")
          .means("Port of the listener.", "1521");

  /** Service name. */
  public static final ConfigKey<String> DATABASE_SERVICE =
      ConfigKey.of("cdc.database.service", ConfigGroup.DATABASE, ConfigTypes.text("a service name"))
          .means("Service of the database. Cannot be combined with cdc.database.sid.", "ORCL");

  /** SID. */
  public static final ConfigKey<String> DATABASE_SID =
      ConfigKey.of("cdc.database.sid", ConfigGroup.DATABASE, ConfigTypes.text("a SID"))
          .means("SID, for databases without a service name.", "ORCL");

  /** Mining user. */
  public static final ConfigKey<String> DATABASE_USER =
      ConfigKey.of("cdc.database.user", ConfigGroup.DATABASE, ConfigTypes.text("a user name"))
          .means(
              "User that mines. Needed unless a wallet (cdc.database.wallet.location) holds the login.",
              "CDC");

  /** Password of the mining user. */
  public static final ConfigKey<String> DATABASE_PASSWORD =
      ConfigKey.of("cdc.database.password", ConfigGroup.DATABASE, ConfigTypes.text("a password"))
          .shown(HIDDEN)
          .means("Password of that user; never logged.", "(from a secret store)");

  /** Wallet directory. */
  public static final ConfigKey<Path> DATABASE_WALLET_LOCATION =
      ConfigKey.of(
              "cdc.database.wallet.location", ConfigGroup.DATABASE, ConfigTypes.path("a directory"))
          .means("Oracle wallet with certificates or the stored login.", "/etc/oracle/wallet");

  /** Trust store file. */
  public static final ConfigKey<Path> DATABASE_TRUSTSTORE_LOCATION =
      ConfigKey.of(
              "cdc.database.tls.truststore.location",
              ConfigGroup.DATABASE,
              ConfigTypes.path("a file"))
          .means("Trust store for TLS connections.", "/etc/oracle/trust.jks");

  /** Trust store password. */
  public static final ConfigKey<String> DATABASE_TRUSTSTORE_PASSWORD =
      ConfigKey.of(
              "cdc.database.tls.truststore.password",
              ConfigGroup.DATABASE,
              ConfigTypes.text("a password"))
          .shown(HIDDEN)
          .means("Password of the trust store; never logged.", "(from a secret store)");

  /** Trust store type. */
  public static final ConfigKey<TrustStoreType> DATABASE_TRUSTSTORE_TYPE =
      ConfigKey.of(
              "cdc.database.tls.truststore.type",
              ConfigGroup.DATABASE,
              ConfigTypes.oneOf(TrustStoreType.class, ""))
          .defaultsTo("jks")
          .means("Type of the trust store.", "pkcs12");

  /** Extra driver properties. */
  public static final ConfigKey<Map<String, String>> DATABASE_CONNECTION_PROPERTIES =
      ConfigKey.of(
              "cdc.database.connection.properties", ConfigGroup.DATABASE, ConfigTypes.properties())
          .shown(HIDDEN)
          .means(
              "More properties for Oracle's JDBC driver; never logged, because some hold passwords.",
              "oracle.net.CONNECT_TIMEOUT=10000;oracle.jdbc.ReadTimeout=60000");

  /** Quiet connections. */
  public static final ConfigKey<Duration> DATABASE_IDLE_TIMEOUT =
      ConfigKey.of("cdc.database.idle.timeout.ms", ConfigGroup.DATABASE, ConfigTypes.millis(0))
          .defaultsTo("300000")
          .means(
              "A connection that was quiet for half of this is probed before it is used again, and opened anew when it"
                  + " does not answer within ten seconds, because a firewall may have dropped it. 0 never probes.",
              "60000");

  /** Pluggable databases. */
  public static final ConfigKey<List<String>> DATABASE_PDBS =
      ConfigKey.of(
              "cdc.database.pdbs",
              ConfigGroup.DATABASE,
              ConfigTypes.list("names of pluggable databases, separated by commas"))
          .otherwise("none")
          .means(
              "Pluggable databases to capture from one session in CDB$ROOT. Needed when the URL leads to the root; must"
                  + " not be set when it leads to a pluggable database or to a database without containers.",
              "SALES,STOCK");

  /** Zone of redo times. */
  public static final ConfigKey<ZoneId> DATABASE_TIME_ZONE =
      ConfigKey.of("cdc.database.time.zone", ConfigGroup.DATABASE, ConfigTypes.zone())
          .otherwise("the offset of SYSTIMESTAMP when capture starts")
          .means(
              "Time zone of the database host. LogMiner gives the time of a change as the host's wall clock; a region"
                  + " keeps source.ts_ms right when the clocks change.",
              "Europe/Berlin");

  /** First SCN without a stored position. */
  public static final ConfigKey<Scn> START_SCN =
      ConfigKey.of("cdc.start.scn", ConfigGroup.CAPTURE, ConfigTypes.scn())
          .otherwise("the SCN of the database when capture first starts")
          .means(
              "First SCN to stream from when there is no stored position; with a stored position it has no effect."
                  + " Redo from there must still exist (CDC-2002).",
              "81204455");

  /** Archive destination to read. */
  public static final ConfigKey<String> ARCHIVE_DESTINATION =
      ConfigKey.of("cdc.archive.destination", ConfigGroup.CAPTURE, ConfigTypes.archiveDestination())
          .otherwise("the lowest numbered valid local destination")
          .means("The one archive destination whose logs are read.", "LOG_ARCHIVE_DEST_1");

  /** Initial load. */
  public static final ConfigKey<SnapshotMode> SNAPSHOT_MODE =
      ConfigKey.of(
              "cdc.snapshot.mode", ConfigGroup.CAPTURE, ConfigTypes.oneOf(SnapshotMode.class, ""))
          .defaultsTo("initial")
          .means(
              "Whether existing rows are read beside the stream. initial reads every captured table when there is no"
                  + " stored position, and tables that join later; none reads nothing by itself; on_signal says so"
                  + " openly; snapshot_only reads the tables and ends, without reading redo. An unfinished snapshot goes"
                  + " on in every mode, and signals are taken in every mode but snapshot_only.",
              "initial");

  /** Parallel readers. */
  public static final ConfigKey<Integer> SNAPSHOT_THREADS =
      ConfigKey.of("cdc.snapshot.threads", ConfigGroup.SNAPSHOT, ConfigTypes.integer(1, 64))
          .defaultsTo("4")
          .means(
              "Chunks that are read at the same time, each on a connection of its own; one more connection plans.",
              "4");

  /** Largest chunk. */
  public static final ConfigKey<Integer> SNAPSHOT_CHUNK_ROWS =
      ConfigKey.of(
              "cdc.snapshot.chunk.rows",
              ConfigGroup.SNAPSHOT,
              ConfigTypes.integer(1, Integer.MAX_VALUE))
          .defaultsTo("100000")
          .means(
              "Most rows of a chunk, which is one flashback query. Chunks begin smaller and grow as far as"
                  + " cdc.snapshot.batch.max.ms allows.",
              "100000");

  /** Tries per chunk. */
  public static final ConfigKey<Integer> SNAPSHOT_CHUNK_RETRIES =
      ConfigKey.of("cdc.snapshot.chunk.retries", ConfigGroup.SNAPSHOT, ConfigTypes.integer(0, 1000))
          .defaultsTo("5")
          .means(
              "How often a chunk that cannot be made smaller is read again at a newer SCN after ORA-01555 or ORA-08181"
                  + " before capture stops with CDC-8001.",
              "5");

  /** Rows per round trip. */
  public static final ConfigKey<Integer> SNAPSHOT_FETCH_SIZE =
      ConfigKey.of("cdc.snapshot.fetch.size", ConfigGroup.SNAPSHOT, ConfigTypes.integer(1, 100_000))
          .defaultsTo("5000")
          .means("Rows per round trip of chunk queries.", "5000");

  /** Chunks that wait. */
  public static final ConfigKey<Integer> SNAPSHOT_MAX_PENDING_CHUNKS =
      ConfigKey.of(
              "cdc.snapshot.max.pending.chunks",
              ConfigGroup.SNAPSHOT,
              ConfigTypes.integer(1, 10_000))
          .defaultsTo("8")
          .means(
              "Chunks that were read and wait for the stream to come to their SCN before reading pauses.",
              "8");

  /** Heap of rows that wait. */
  public static final ConfigKey<Long> SNAPSHOT_MEMORY_MAX_BYTES =
      ConfigKey.of(
              "cdc.snapshot.memory.max.bytes", ConfigGroup.SNAPSHOT, ConfigTypes.bytes(1 << 20))
          .defaultsTo("33554432")
          .means(
              "Heap for rows that were read and wait. Beyond it reading pauses, and what is being read goes to"
                  + " cdc.buffer.spill.dir, within cdc.buffer.spill.max.bytes.",
              "33554432");

  /** Longest wait of the stream. */
  public static final ConfigKey<Duration> SNAPSHOT_BATCH_MAX =
      ConfigKey.of("cdc.snapshot.batch.max.ms", ConfigGroup.SNAPSHOT, ConfigTypes.millis(10))
          .defaultsTo("5000")
          .means(
              "How long the delivery of the stream may wait for the chunks that are being read. Sizes of chunks follow"
                  + " it, and a chunk by key ends early when its time is over.",
              "5000");

  /** Tables that are read first. */
  public static final ConfigKey<List<String>> SNAPSHOT_TABLES_ORDER =
      ConfigKey.of(
              "cdc.snapshot.tables.order",
              ConfigGroup.SNAPSHOT,
              ConfigTypes.list("names SCHEMA.TABLE or PDB.SCHEMA.TABLE, separated by commas"))
          .otherwise("by name")
          .means(
              "Tables that are read first, in this order; the others follow by name.",
              "APP.ORDERS");

  /** Rows of a table. */
  public static final ConfigKey<Map<String, String>> SNAPSHOT_SELECT_OVERRIDE =
      ConfigKey.of(
              "cdc.snapshot.select.override.*",
              ConfigGroup.SNAPSHOT,
              ConfigTypes.family("a SQL condition, or a SELECT from the table"))
          .otherwise("all rows")
          .means(
              "Which rows of a table snapshots read; the table's name SCHEMA.TABLE or PDB.SCHEMA.TABLE stands for the"
                  + " asterisk. In a condition the table is T. A SELECT names the table with its owner, and gives at"
                  + " least the captured columns. Bounds of chunks and conditions of signals stand outside.",
              "STATUS <> 'CLOSED'");

  /** Where tables are read. */
  public static final ConfigKey<String> SNAPSHOT_DATABASE_URL =
      ConfigKey.of("cdc.snapshot.database.url", ConfigGroup.SNAPSHOT, ConfigTypes.jdbcUrl())
          .otherwise("the database that is captured")
          .shown(URL)
          .means(
              "JDBC URL from which tables are read: another service, or a physical standby of the database that is"
                  + " captured, open read only. The same user and password.",
              "jdbc:oracle:thin:@//standby.example.com:1521/ORCL");

  /** Signals in a file. */
  public static final ConfigKey<Path> SIGNALS_FILE =
      ConfigKey.of("cdc.signals.file", ConfigGroup.SNAPSHOT, ConfigTypes.path("a file"))
          .otherwise("signals by the API only")
          .means(
              "A file that is watched for signals, one JSON text a line, see docs/snapshots.md. It need not exist yet.",
              "/var/lib/oracle-cdc/signals.jsonl");

  /** Which logs are read. */
  public static final ConfigKey<CaptureMode> CAPTURE_MODE =
      ConfigKey.of(
              "cdc.capture.mode", ConfigGroup.CAPTURE, ConfigTypes.oneOf(CaptureMode.class, ""))
          .defaultsTo("online")
          .means(
              "online reads archived logs and the online logs behind them; archive_only never reads an online log, so a"
                  + " change arrives when its log is archived (and, in a cluster, those of the other threads up to its"
                  + " SCN; on a standby, when it is applied). A physical standby, open READ ONLY, needs archive_only.",
              "archive_only");

  /** Logs or range. */
  public static final ConfigKey<MiningMode> MINING_MODE =
      ConfigKey.of("cdc.mining.mode", ConfigGroup.MINING, ConfigTypes.oneOf(MiningMode.class, ""))
          .defaultsTo("auto")
          .means(
              "logs registers every redo log and works in CDB$ROOT and without containers; range gives LogMiner SCNs and"
                  + " works inside one pluggable database (Oracle 19.10 and later); auto takes the one that works.",
              "range");

  /** Wait for commits of other threads. */
  public static final ConfigKey<Duration> RAC_SAFETY_LAG =
      ConfigKey.of("cdc.rac.safety.lag.ms", ConfigGroup.MINING, ConfigTypes.millis(-1))
          .defaultsTo("-1")
          .means(
              "With several redo threads: how long after an SCN was read every commit up to it counts as written, so that"
                  + " a thread without changes does not hold back the others. -1 is 3000. Too small a value can let"
                  + " commits of different threads change places; none is lost. One thread does not need it.",
              "3000");

  /** Latency goal. */
  public static final ConfigKey<Duration> MINING_TARGET_LATENCY =
      ConfigKey.of("cdc.mining.target.latency.ms", ConfigGroup.MINING, ConfigTypes.millis(1))
          .defaultsTo("2000")
          .means(
              "How long a committed change may wait before it is looked for; sets how often the current log is read.",
              "2000");

  /** Largest step. */
  public static final ConfigKey<Integer> MINING_MAX_LOGS_PER_STEP =
      ConfigKey.of("cdc.mining.max.logs.per.step", ConfigGroup.MINING, ConfigTypes.integer(1, 1000))
          .defaultsTo("8")
          .means("Most redo logs one step takes while catching up.", "8");

  /** JDBC fetch size of the mining query. */
  public static final ConfigKey<Integer> MINING_FETCH_SIZE =
      ConfigKey.of("cdc.mining.fetch.size", ConfigGroup.MINING, ConfigTypes.integer(1, 1_000_000))
          .defaultsTo("10000")
          .means("Rows fetched from LogMiner in one round trip.", "10000");

  /** Step limit. */
  public static final ConfigKey<Duration> MINING_QUERY_TIMEOUT =
      ConfigKey.of("cdc.mining.query.timeout.ms", ConfigGroup.MINING, ConfigTypes.millis(1000))
          .defaultsTo("600000")
          .means(
              "Longest a step may take; then it is thrown away and repeated with half the logs. Three times in a row"
                  + " at a single log is CDC-4003.",
              "600000");

  /** Age at which a LogMiner session is replaced. */
  public static final ConfigKey<Duration> MINING_SESSION_MAX_AGE =
      ConfigKey.of("cdc.mining.session.max.age.ms", ConfigGroup.MINING, ConfigTypes.millis(1000))
          .defaultsTo("3600000")
          .means(
              "Age at which the LogMiner session is replaced, to give its memory back.", "3600000");

  /** Object ids per IN list. */
  public static final ConfigKey<Integer> MINING_INLIST_MAX =
      ConfigKey.of("cdc.mining.inlist.max", ConfigGroup.MINING, ConfigTypes.integer(1, 1000))
          .defaultsTo("1000")
          .means(
              "Object ids in one IN list of the mining query; more are split over lists.", "1000");

  /** Reading of undoubled apostrophes. */
  public static final ConfigKey<UnescapedQuotes> REDO_UNESCAPED_QUOTES =
      ConfigKey.of(
              "cdc.redo.unescaped.quotes",
              ConfigGroup.MINING,
              ConfigTypes.oneOf(UnescapedQuotes.class, ""))
          .defaultsTo("auto")
          .means(
              "How a text value is read in which LogMiner did not double an apostrophe, as happens with"
                  + " MAX_STRING_SIZE=EXTENDED: strict stops, lenient takes the one possible reading and stops when"
                  + " there are two, auto is lenient for extended columns of such a database and strict otherwise.",
              "strict");

  /** Heap for open transactions. */
  public static final ConfigKey<Long> BUFFER_MEMORY_MAX_BYTES =
      ConfigKey.of("cdc.buffer.memory.max.bytes", ConfigGroup.BUFFER, ConfigTypes.bytes(65_536))
          .defaultsTo("268435456")
          .means(
              "Heap for uncommitted changes; above it the largest transactions move to disk.",
              "268435456");

  /** Directory of spill files. */
  public static final ConfigKey<Path> BUFFER_SPILL_DIR =
      ConfigKey.of("cdc.buffer.spill.dir", ConfigGroup.BUFFER, ConfigTypes.path("a directory"))
          .otherwise("a directory of its own below the temporary directory of the JVM")
          .means("Where transactions that do not fit in memory wait for their commit.", "/var/cdc");

  /** Disk for open transactions. */
  public static final ConfigKey<Long> BUFFER_SPILL_MAX_BYTES =
      ConfigKey.of("cdc.buffer.spill.max.bytes", ConfigGroup.BUFFER, ConfigTypes.bytes(0))
          .defaultsTo("10737418240")
          .means("Most bytes of spill files; beyond it capture stops (CDC-4001).", "10737418240");

  /** Encryption of spill files. */
  public static final ConfigKey<Boolean> BUFFER_SPILL_ENCRYPT =
      ConfigKey.of("cdc.buffer.spill.encrypt", ConfigGroup.BUFFER, ConfigTypes.bool())
          .defaultsTo("false")
          .means(
              "Encrypts spill files with a key that only the running process has. The journal of long"
                  + " transactions has to be read by the next process: cdc.txjournal.encryption.key.",
              "true");

  /** Age of a transaction that is journaled. */
  public static final ConfigKey<Duration> TXJOURNAL_THRESHOLD =
      ConfigKey.of("cdc.txjournal.threshold.ms", ConfigGroup.BUFFER, ConfigTypes.millis(0))
          .defaultsTo("300000")
          .means(
              "A transaction that is open longer, by the times in the redo, is written to the journal, and the"
                  + " stored position does not wait for its end.",
              "300000");

  /** Size of a transaction that is journaled. */
  public static final ConfigKey<Integer> TXJOURNAL_THRESHOLD_EVENTS =
      ConfigKey.of(
              "cdc.txjournal.threshold.events",
              ConfigGroup.BUFFER,
              ConfigTypes.integer(1, Integer.MAX_VALUE))
          .defaultsTo("100000")
          .means(
              "The same for a transaction that has more changes at the end of a step.", "100000");

  /** Pieces of the journal. */
  public static final ConfigKey<Integer> TXJOURNAL_CHUNK_MAX_BYTES =
      ConfigKey.of(
              "cdc.txjournal.chunk.max.bytes",
              ConfigGroup.BUFFER,
              ConfigTypes.integer(1024, 16_777_216))
          .defaultsTo("524288")
          .means("Size at which entries of the journal are split, about.", "524288");

  /** Key of the journal. */
  public static final ConfigKey<String> TXJOURNAL_ENCRYPTION_KEY =
      ConfigKey.of("cdc.txjournal.encryption.key", ConfigGroup.BUFFER, ConfigTypes.keys(32))
          .shown(HIDDEN)
          .means(
              "Encrypts the journal of long transactions with AES-256-GCM: 32 bytes in Base64; the keys of before"
                  + " may follow, separated by commas. With cdc.buffer.spill.encrypt and without this key no"
                  + " transaction is journaled, and the stored position waits for each.",
              "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

  /** Age limit. */
  public static final ConfigKey<Duration> TRANSACTION_MAX_AGE =
      ConfigKey.of("cdc.transaction.max.age.ms", ConfigGroup.BUFFER, ConfigTypes.millis(-1))
          .defaultsTo("-1")
          .means(
              "Most time a transaction may be open, by the times in the redo; -1 for no limit.",
              "86400000");

  /** What happens beyond it. */
  public static final ConfigKey<LimitAction> TRANSACTION_MAX_AGE_ACTION =
      ConfigKey.of(
              "cdc.transaction.max.age.action",
              ConfigGroup.BUFFER,
              ConfigTypes.oneOf(LimitAction.class, ""))
          .defaultsTo("fail")
          .means(
              "What happens to a transaction that is open for longer: capture stops (CDC-4004), or the transaction is"
                  + " discarded as a whole, with an ops event; its later rows and its commit are ignored.",
              "discard");

  /** Size limit. */
  public static final ConfigKey<Long> TRANSACTION_MAX_CHANGES =
      ConfigKey.of("cdc.transaction.max.changes", ConfigGroup.BUFFER, ConfigTypes.count(-1))
          .defaultsTo("-1")
          .means(
              "Most changes a transaction may have, those counted too that were undone later; -1 for no limit.",
              "10000000");

  /** What happens beyond it. */
  public static final ConfigKey<LimitAction> TRANSACTION_MAX_CHANGES_ACTION =
      ConfigKey.of(
              "cdc.transaction.max.changes.action",
              ConfigGroup.BUFFER,
              ConfigTypes.oneOf(LimitAction.class, ""))
          .defaultsTo("fail")
          .means(
              "What happens to a transaction that has more: capture stops (CDC-4005), or the transaction is discarded"
                  + " as a whole, with an ops event.",
              "discard");

  /** Orphans. */
  public static final ConfigKey<Duration> ORPHAN_CHECK_INTERVAL =
      ConfigKey.of(
              "cdc.transaction.orphan.check.interval.ms",
              ConfigGroup.BUFFER,
              ConfigTypes.millis(1000))
          .defaultsTo("300000")
          .means(
              "How often transactions that are open for at least that long are compared with GV$TRANSACTION and"
                  + " DBA_2PC_PENDING.",
              "300000");

  /** What happens to them. */
  public static final ConfigKey<OrphanAction> ORPHAN_ACTION =
      ConfigKey.of(
              "cdc.transaction.orphan.action",
              ConfigGroup.BUFFER,
              ConfigTypes.oneOf(OrphanAction.class, ""))
          .defaultsTo("release")
          .means(
              "What happens to an open transaction that the database did not know at two checks and of which the redo"
                  + " up to there has no end: it counts as rolled back, with an ops event, or capture stops (CDC-7002)."
                  + " Should it commit all the same, capture stops (CDC-7001).",
              "fail");

  /** Rows that cannot be decoded. */
  public static final ConfigKey<DecodeErrorAction> ON_DECODE_ERROR =
      ConfigKey.of(
              "cdc.on.decode.error",
              ConfigGroup.ERRORS,
              ConfigTypes.oneOf(DecodeErrorAction.class, ""))
          .defaultsTo("fail")
          .decidesChanges()
          .means(
              "What happens to a row that cannot be decoded: capture stops (CDC-3001), or the row is left out and kept"
                  + " in the file dead-letters.jsonl of the state directory.",
              "dlq");

  /** One table's trouble. */
  public static final ConfigKey<TableErrorAction> TABLE_ERROR_ACTION =
      ConfigKey.of(
              "cdc.table.error.action",
              ConfigGroup.ERRORS,
              ConfigTypes.oneOf(TableErrorAction.class, ""))
          .defaultsTo("stop")
          .decidesChanges()
          .means(
              "What happens when one table cannot be captured any more, because of a DDL statement (CDC-3001, CDC-6001 to"
                  + " CDC-6004) or of a row: capture stops, or the table is set aside with an event and a dead letter,"
                  + " and the others go on.",
              "quarantine");

  /** Retry budget. */
  public static final ConfigKey<Duration> RETRY_MAX_TIME =
      ConfigKey.of("cdc.retry.max.time.ms", ConfigGroup.ERRORS, ConfigTypes.millis(0))
          .defaultsTo("86400000")
          .means(
              "How long lost sessions are opened again after transient errors before capture stops (CDC-1001).",
              "600000");

  /** More transient error numbers. */
  public static final ConfigKey<Set<Integer>> RETRY_EXTRA_ERROR_CODES =
      ConfigKey.of("cdc.retry.extra.error.codes", ConfigGroup.ERRORS, ConfigTypes.oracleErrors())
          .otherwise("none")
          .means("More Oracle errors that are safe to retry.", "ORA-12345,ORA-54321");

  /** Values in error messages. */
  public static final ConfigKey<Boolean> LOG_SENSITIVE_DATA =
      ConfigKey.of("cdc.log.sensitive.data", ConfigGroup.ERRORS, ConfigTypes.bool())
          .defaultsTo("false")
          .means(
              "Lets the error about a row that cannot be decoded show the literal it failed at. For a local"
                  + " investigation only.",
              "false");

  /** Captured tables. */
  public static final ConfigKey<List<String>> TABLES_INCLUDE =
      ConfigKey.of(
              "cdc.tables.include", ConfigGroup.SELECTION, ConfigTypes.patterns(TABLE_PATTERNS))
          .required()
          .decidesChanges()
          .means(
              "Tables to capture. A comma that belongs to an expression stands in brackets or after a backslash.",
              "APP\\.ORDERS,APP\\.ITEM_.*");

  /** Tables taken out again. */
  public static final ConfigKey<List<String>> TABLES_EXCLUDE =
      ConfigKey.of(
              "cdc.tables.exclude", ConfigGroup.SELECTION, ConfigTypes.patterns(TABLE_PATTERNS))
          .otherwise("none")
          .decidesChanges()
          .means("Tables removed from the included ones.", "APP\\.TMP_.*");

  /** Case of patterns. */
  public static final ConfigKey<Boolean> TABLES_CASE_SENSITIVE =
      ConfigKey.of("cdc.tables.case.sensitive", ConfigGroup.SELECTION, ConfigTypes.bool())
          .defaultsTo("false")
          .decidesChanges()
          .means("Whether table and column patterns tell upper from lower case.", "true");

  /** Columns with a field. */
  public static final ConfigKey<List<String>> COLUMNS_INCLUDE =
      ConfigKey.of(
              "cdc.columns.include", ConfigGroup.SELECTION, ConfigTypes.patterns(COLUMN_PATTERNS))
          .otherwise("all")
          .means(
              "The only columns that are read; every other column of every captured table is dropped before its value"
                  + " is converted. Columns of the record key have to be among them (CDC-3001). Cannot be combined with"
                  + " cdc.columns.exclude.",
              "APP\\.CUSTOMERS\\.(ID|NAME),APP\\.ORDERS\\..*");

  /** Columns without a field. */
  public static final ConfigKey<List<String>> COLUMNS_EXCLUDE =
      ConfigKey.of(
              "cdc.columns.exclude", ConfigGroup.SELECTION, ConfigTypes.patterns(COLUMN_PATTERNS))
          .otherwise("none")
          .means(
              "Columns that are dropped before their value is converted: no field, nothing buffered. Columns of the"
                  + " record key cannot be excluded (CDC-3001). Cannot be combined with cdc.columns.include.",
              "APP\\.CUSTOMERS\\.(NI_NUMBER|DOB)");

  /** Masked columns. */
  public static final ConfigKey<List<String>> COLUMNS_MASK_INCLUDE =
      ConfigKey.of(
              "cdc.columns.mask.include",
              ConfigGroup.SELECTION,
              ConfigTypes.patterns(COLUMN_PATTERNS))
          .otherwise("none")
          .means(
              "Columns whose values are replaced by asterisks as soon as they are read, before anything is buffered;"
                  + " their fields are strings. NULL stays NULL. Not for columns of the record key, LOB columns and"
                  + " extended strings (CDC-3001).",
              "APP\\.CUSTOMERS\\.IBAN");

  /** Asterisks of a masked value. */
  public static final ConfigKey<Integer> COLUMNS_MASK_LENGTH =
      ConfigKey.of("cdc.columns.mask.length", ConfigGroup.SELECTION, ConfigTypes.integer(0, 4000))
          .defaultsTo("10")
          .means(
              "Number of asterisks that stand for a value, whatever its length; 0 makes it the empty string."
                  + " Needs cdc.columns.mask.include.",
              "12");

  /** Hashed columns. */
  public static final ConfigKey<List<String>> COLUMNS_HASH_INCLUDE =
      ConfigKey.of(
              "cdc.columns.hash.include",
              ConfigGroup.SELECTION,
              ConfigTypes.patterns(COLUMN_PATTERNS))
          .otherwise("none")
          .means(
              "Columns whose values are replaced by a salted hash as soon as they are read, before anything is"
                  + " buffered; their fields are strings of hexadecimal digits, equal for equal values. NULL stays NULL."
                  + " Needs cdc.columns.hash.salt. Not for columns of the record key, LOB columns and extended strings"
                  + " (CDC-3001).",
              "APP\\.CUSTOMERS\\.EMAIL");

  /** Algorithm of hashes. */
  public static final ConfigKey<String> COLUMNS_HASH_ALGORITHM =
      ConfigKey.of(
              "cdc.columns.hash.algorithm",
              ConfigGroup.SELECTION,
              ConfigTypes.word("SHA-256", "SHA-384", "SHA-512", "SHA3-256", "SHA3-384", "SHA3-512"))
          .defaultsTo("SHA-256")
          .means("Algorithm of the hashes. Needs cdc.columns.hash.include.", "SHA-512");

  /** Salt of hashes. */
  public static final ConfigKey<String> COLUMNS_HASH_SALT =
      ConfigKey.of(
              "cdc.columns.hash.salt",
              ConfigGroup.SELECTION,
              ConfigTypes.text("text that is hard to guess"))
          .shown(HIDDEN)
          .means(
              "What is hashed before each value, so that values cannot be found by hashing guesses; never logged."
                  + " Another salt makes other hashes. Needs cdc.columns.hash.include.",
              "(from a secret store)");

  /** Users whose transactions are left out. */
  public static final ConfigKey<List<String>> USERS_EXCLUDE =
      ConfigKey.of(
              "cdc.users.exclude",
              ConfigGroup.SELECTION,
              ConfigTypes.list("Oracle users, separated by commas"))
          .otherwise("none")
          .decidesChanges()
          .means("Users whose transactions are left out.", "BATCH,LOADER");

  /** Tables without a usable key. */
  public static final ConfigKey<MissingKey> KEY_MISSING =
      ConfigKey.of(
              "cdc.key.missing", ConfigGroup.SELECTION, ConfigTypes.oneOf(MissingKey.class, ""))
          .defaultsTo("fail")
          .means(
              "What to do with a table that has neither a primary key nor a unique index over NOT NULL columns: fail"
                  + " refuses it, rowid makes the ROWID its key (a row that moves gets a new one), none publishes"
                  + " records without a key.",
              "rowid");

  /** Keys chosen by the user. */
  public static final ConfigKey<Map<String, List<String>>> KEY_COLUMNS =
      ConfigKey.of("cdc.key.columns", ConfigGroup.SELECTION, ConfigTypes.keyColumns())
          .otherwise("the primary key, else a unique index over NOT NULL columns")
          .means(
              "Key columns of single tables, ahead of the primary key.",
              "APP.ORDERS:REGION,NUM;APP.LOG:ID");

  /** Prefix of topics. */
  public static final ConfigKey<String> TOPIC_PREFIX =
      ConfigKey.of("cdc.topic.prefix", ConfigGroup.TOPICS, ConfigTypes.text("text"))
          .required()
          .means(
              "First part of topic and schema names, and the logical server name in source.name.",
              "shop");

  /** Topic of a table. */
  public static final ConfigKey<String> TOPIC_TEMPLATE =
      ConfigKey.of(
              "cdc.topic.template",
              ConfigGroup.TOPICS,
              ConfigTypes.template("prefix", "pdb", "schema", "table", "database"))
          .otherwise(
              "${prefix}.${pdb}.${schema}.${table} in a container database, else ${prefix}.${schema}.${table}")
          .means(
              "Topic of a table. ${database} is the name that source.db shows. What Kafka does not allow becomes an"
                  + " underscore; two tables that meet only through that are refused (CDC-6004).",
              "${prefix}.${schema}.${table}");

  /** Topic of a renamed table. */
  public static final ConfigKey<RenameTopicPolicy> RENAME_TOPIC_POLICY =
      ConfigKey.of(
              "cdc.rename.topic.policy",
              ConfigGroup.TOPICS,
              ConfigTypes.oneOf(RenameTopicPolicy.class, ""))
          .defaultsTo("follow")
          .means(
              "Topic and record schema names of a table that is renamed while it is captured: those of its new name, or"
                  + " those it had. keep needs a state directory to outlive a restart.",
              "keep");

  /** Time between heartbeats. */
  public static final ConfigKey<Duration> HEARTBEAT_INTERVAL =
      ConfigKey.of("cdc.heartbeat.interval.ms", ConfigGroup.TOPICS, ConfigTypes.millis(0))
          .defaultsTo("10000")
          .means(
              "Quiet time after which a heartbeat carries the position on; 0 leaves periodic heartbeats out.",
              "10000");

  /** Topic of heartbeats. */
  public static final ConfigKey<String> HEARTBEAT_TOPIC =
      ConfigKey.of("cdc.heartbeat.topic", ConfigGroup.TOPICS, ConfigTypes.template("prefix"))
          .defaultsTo("${prefix}.cdc.heartbeat")
          .means("Topic of heartbeat records.", "${prefix}.cdc.heartbeat");

  /** Transaction metadata. */
  public static final ConfigKey<Boolean> TRANSACTIONS_TOPIC_ENABLED =
      ConfigKey.of("cdc.transactions.topic.enabled", ConfigGroup.TOPICS, ConfigTypes.bool())
          .defaultsTo("false")
          .means(
              "Whether a BEGIN record goes before the changes of every transaction and an END record, with their"
                  + " number per table, behind them.",
              "true");

  /** Topic of transaction metadata. */
  public static final ConfigKey<String> TRANSACTIONS_TOPIC =
      ConfigKey.of("cdc.transactions.topic", ConfigGroup.TOPICS, ConfigTypes.template("prefix"))
          .defaultsTo("${prefix}.cdc.transactions")
          .means("Topic of BEGIN and END records.", "${prefix}.transaction");

  /** Schema change events. */
  public static final ConfigKey<Boolean> SCHEMA_CHANGES_TOPIC_ENABLED =
      ConfigKey.of("cdc.schema.changes.topic.enabled", ConfigGroup.TOPICS, ConfigTypes.bool())
          .defaultsTo("false")
          .means(
              "Whether the layouts of captured tables, and every statement of DDL that may change one, are written"
                  + " to a topic of their own.",
              "true");

  /** Topic of schema change events. */
  public static final ConfigKey<String> SCHEMA_CHANGES_TOPIC =
      ConfigKey.of("cdc.schema.changes.topic", ConfigGroup.TOPICS, ConfigTypes.template("prefix"))
          .defaultsTo("${prefix}.cdc.schema.changes")
          .means("Topic of schema change records.", "${prefix}");

  /** Truncate records. */
  public static final ConfigKey<Boolean> TRUNCATE_EMIT =
      ConfigKey.of("cdc.truncate.emit", ConfigGroup.FORMAT, ConfigTypes.bool())
          .defaultsTo("false")
          .decidesChanges()
          .means(
              "Whether a TRUNCATE TABLE of a captured table becomes a record of operation t.",
              "true");

  /** Operations left out. */
  public static final ConfigKey<List<SkippedOperation>> SKIPPED_OPERATIONS =
      ConfigKey.of("cdc.skipped.operations", ConfigGroup.FORMAT, ConfigTypes.skippedOperations())
          .otherwise("t unless cdc.truncate.emit is true")
          .means(
              "Operations of records that are left out. t together with cdc.truncate.emit=true is refused.",
              "t");

  /** Shape of records. */
  public static final ConfigKey<OutputFormat> OUTPUT_FORMAT =
      ConfigKey.of(
              "cdc.output.format",
              ConfigGroup.FORMAT,
              ConfigTypes.oneOf(OutputFormat.class, "no other format in this release"))
          .defaultsTo("debezium")
          .means("Shape of the records.", "debezium");

  /** Numbers. */
  public static final ConfigKey<DecimalMode> DECIMAL_MODE =
      ConfigKey.of("cdc.decimal.mode", ConfigGroup.FORMAT, ConfigTypes.oneOf(DecimalMode.class, ""))
          .defaultsTo("precise")
          .means(
              "NUMBER and FLOAT as exact types, as plain text, or as float64 (which may lose digits).",
              "string");

  /** Dates and intervals. */
  public static final ConfigKey<TemporalMode> TEMPORAL_MODE =
      ConfigKey.of(
              "cdc.temporal.mode", ConfigGroup.FORMAT, ConfigTypes.oneOf(TemporalMode.class, ""))
          .defaultsTo("adaptive")
          .means(
              "Dates, timestamps and intervals as numbers whose unit follows the precision, or as ISO 8601 text.",
              "iso_string");

  /** Intervals. */
  public static final ConfigKey<IntervalMode> INTERVAL_MODE =
      ConfigKey.of(
              "cdc.interval.mode", ConfigGroup.FORMAT, ConfigTypes.oneOf(IntervalMode.class, ""))
          .otherwise("float64; ISO 8601 durations with cdc.temporal.mode=iso_string")
          .means(
              "Intervals as float64 microseconds, as int64 microseconds (as Debezium's code has them), or as text that"
                  + " names every part (P1Y2M0DT0H0M0S). When set it decides in either cdc.temporal.mode.",
              "int64");

  /** LOB columns. */
  public static final ConfigKey<LobMode> LOB_MODE =
      ConfigKey.of(
              "cdc.lob.mode",
              ConfigGroup.FORMAT,
              ConfigTypes.oneOf(LobMode.class, "LOB topics are not written in this release"))
          .defaultsTo("skip")
          .decidesChanges()
          .means(
              "How CLOB, NCLOB, BLOB and XMLTYPE columns appear: without a field, with the value the redo carries, or"
                  + " with that and what a query as of the commit finds.",
              "inline");

  /** Size of LOBs. */
  public static final ConfigKey<Long> LOB_MAX_BYTES =
      ConfigKey.of("cdc.lob.max.bytes", ConfigGroup.FORMAT, ConfigTypes.bytes(1, 1L << 30))
          .defaultsTo("1048576")
          .means(
              "Largest LOB value in a record, text counted in UTF-8; also bounds the memory of one value.",
              "10485760");

  /** LOBs that are too large. */
  public static final ConfigKey<LobOversizeAction> LOB_OVERSIZE_ACTION =
      ConfigKey.of(
              "cdc.lob.oversize.action",
              ConfigGroup.FORMAT,
              ConfigTypes.oneOf(LobOversizeAction.class, ""))
          .defaultsTo("fail")
          .means(
              "What happens to a larger value when its transaction commits: stop (CDC-3003), or the placeholder.",
              "placeholder");

  /** Rows that are not logged whole. */
  public static final ConfigKey<PartialImagesAction> PARTIAL_IMAGES =
      ConfigKey.of(
              "cdc.partial.images",
              ConfigGroup.FORMAT,
              ConfigTypes.oneOf(PartialImagesAction.class, ""))
          .defaultsTo("mark")
          .means(
              "What happens to a new row in which columns are not logged: its record names them in a header, they are"
                  + " read as of the commit, or capture stops (CDC-3001).",
              "reselect");

  /** Types LogMiner does not know. */
  public static final ConfigKey<UnsupportedColumnsAction> UNSUPPORTED_COLUMNS =
      ConfigKey.of(
              "cdc.unsupported.columns",
              ConfigGroup.FORMAT,
              ConfigTypes.oneOf(UnsupportedColumnsAction.class, ""))
          .defaultsTo("fail")
          .decidesChanges()
          .means(
              "What happens to changes of tables that LogMiner cannot give because of a column's type: they cannot be"
                  + " decoded, or the row is read by its ROWID as of the commit.",
              "reselect");

  /** Stand-in for values the redo does not carry. */
  public static final ConfigKey<String> UNAVAILABLE_PLACEHOLDER =
      ConfigKey.of("cdc.unavailable.placeholder", ConfigGroup.FORMAT, ConfigTypes.text("text"))
          .defaultsTo("__cdc_unavailable_value")
          .means(
              "Text in a string field whose value exists but is not in the redo; bytes fields carry its UTF-8 bytes.",
              "__debezium_unavailable_value");

  /** Schema names. */
  public static final ConfigKey<NameAdjustmentMode> SCHEMA_NAME_ADJUSTMENT_MODE =
      ConfigKey.of(
              "cdc.schema.name.adjustment.mode",
              ConfigGroup.FORMAT,
              ConfigTypes.oneOf(NameAdjustmentMode.class, ""))
          .defaultsTo("none")
          .means(
              "How each part of the key, value and envelope schema names is made valid for Avro.",
              "avro");

  /** Field names. */
  public static final ConfigKey<NameAdjustmentMode> FIELD_NAME_ADJUSTMENT_MODE =
      ConfigKey.of(
              "cdc.field.name.adjustment.mode",
              ConfigGroup.FORMAT,
              ConfigTypes.oneOf(NameAdjustmentMode.class, ""))
          .defaultsTo("none")
          .means(
              "How the names of fields taken from columns are made valid for Avro; two columns that become one field"
                  + " are refused (CDC-6004).",
              "avro");

  /** Tombstones. */
  public static final ConfigKey<Boolean> TOMBSTONES_ON_DELETE =
      ConfigKey.of("cdc.tombstones.on.delete", ConfigGroup.FORMAT, ConfigTypes.bool())
          .defaultsTo("true")
          .means(
              "Whether a record with a null value follows every delete that has a key.", "false");

  /** Changes per poll. */
  public static final ConfigKey<Integer> POLL_MAX_RECORDS =
      ConfigKey.of("cdc.poll.max.records", ConfigGroup.DELIVERY, ConfigTypes.integer(1, 1_000_000))
          .defaultsTo("2000")
          .means(
              "Most changes handed over at once; the queue holds four times as many, at least 1000.",
              "2000");

  /** Bounded stop. */
  public static final ConfigKey<Duration> SHUTDOWN_TIMEOUT =
      ConfigKey.of("cdc.shutdown.timeout.ms", ConfigGroup.DELIVERY, ConfigTypes.millis(0))
          .defaultsTo("30000")
          .means("How long a stop waits for running work before it interrupts it.", "30000");

  private static final List<ConfigKey<?>> ALL =
      List.of(
          DATABASE_URL,
          DATABASE_HOST,
          DATABASE_PORT,
          DATABASE_SERVICE,
          DATABASE_SID,
          DATABASE_USER,
          DATABASE_PASSWORD,
          DATABASE_WALLET_LOCATION,
          DATABASE_TRUSTSTORE_LOCATION,
          DATABASE_TRUSTSTORE_PASSWORD,
          DATABASE_TRUSTSTORE_TYPE,
          DATABASE_CONNECTION_PROPERTIES,
          DATABASE_IDLE_TIMEOUT,
          DATABASE_PDBS,
          DATABASE_TIME_ZONE,
          START_SCN,
          CAPTURE_MODE,
          ARCHIVE_DESTINATION,
          SNAPSHOT_MODE,
          SNAPSHOT_THREADS,
          SNAPSHOT_CHUNK_ROWS,
          SNAPSHOT_CHUNK_RETRIES,
          SNAPSHOT_FETCH_SIZE,
          SNAPSHOT_MAX_PENDING_CHUNKS,
          SNAPSHOT_MEMORY_MAX_BYTES,
          SNAPSHOT_BATCH_MAX,
          SNAPSHOT_TABLES_ORDER,
          SNAPSHOT_SELECT_OVERRIDE,
          SNAPSHOT_DATABASE_URL,
          SIGNALS_FILE,
          MINING_MODE,
          RAC_SAFETY_LAG,
          MINING_TARGET_LATENCY,
          MINING_MAX_LOGS_PER_STEP,
          MINING_FETCH_SIZE,
          MINING_QUERY_TIMEOUT,
          MINING_SESSION_MAX_AGE,
          MINING_INLIST_MAX,
          REDO_UNESCAPED_QUOTES,
          BUFFER_MEMORY_MAX_BYTES,
          BUFFER_SPILL_DIR,
          BUFFER_SPILL_MAX_BYTES,
          BUFFER_SPILL_ENCRYPT,
          TXJOURNAL_THRESHOLD,
          TXJOURNAL_THRESHOLD_EVENTS,
          TXJOURNAL_CHUNK_MAX_BYTES,
          TXJOURNAL_ENCRYPTION_KEY,
          TRANSACTION_MAX_AGE,
          TRANSACTION_MAX_AGE_ACTION,
          TRANSACTION_MAX_CHANGES,
          TRANSACTION_MAX_CHANGES_ACTION,
          ORPHAN_CHECK_INTERVAL,
          ORPHAN_ACTION,
          ON_DECODE_ERROR,
          TABLE_ERROR_ACTION,
          RETRY_MAX_TIME,
          RETRY_EXTRA_ERROR_CODES,
          LOG_SENSITIVE_DATA,
          TABLES_INCLUDE,
          TABLES_EXCLUDE,
          TABLES_CASE_SENSITIVE,
          COLUMNS_INCLUDE,
          COLUMNS_EXCLUDE,
          COLUMNS_MASK_INCLUDE,
          COLUMNS_MASK_LENGTH,
          COLUMNS_HASH_INCLUDE,
          COLUMNS_HASH_ALGORITHM,
          COLUMNS_HASH_SALT,
          USERS_EXCLUDE,
          KEY_MISSING,
          KEY_COLUMNS,
          TOPIC_PREFIX,
          TOPIC_TEMPLATE,
          RENAME_TOPIC_POLICY,
          HEARTBEAT_INTERVAL,
          HEARTBEAT_TOPIC,
          TRANSACTIONS_TOPIC_ENABLED,
          TRANSACTIONS_TOPIC,
          SCHEMA_CHANGES_TOPIC_ENABLED,
          SCHEMA_CHANGES_TOPIC,
          OUTPUT_FORMAT,
          DECIMAL_MODE,
          TEMPORAL_MODE,
          INTERVAL_MODE,
          LOB_MODE,
          LOB_MAX_BYTES,
          LOB_OVERSIZE_ACTION,
          PARTIAL_IMAGES,
          UNSUPPORTED_COLUMNS,
          UNAVAILABLE_PLACEHOLDER,
          SCHEMA_NAME_ADJUSTMENT_MODE,
          FIELD_NAME_ADJUSTMENT_MODE,
          TOMBSTONES_ON_DELETE,
          TRUNCATE_EMIT,
          SKIPPED_OPERATIONS,
          POLL_MAX_RECORDS,
          SHUTDOWN_TIMEOUT);

  private ConfigKeys() {}

  /** All of them, in the order of the documentation. */
  public static List<ConfigKey<?>> all() {
    return ALL;
  }
}
