package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.DatabaseIncarnation;
import io.oraclecdc.testkit.simulator.redo.DatabaseRole;
import io.oraclecdc.testkit.simulator.redo.RedoInventory;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of the fixed views other than V$LOGMNR_CONTENTS. Made for one query of one session. */
final class VViewRows {
  private static final DateTimeFormatter START_TIME =
      DateTimeFormatter.ofPattern("MM/dd/yy HH:mm:ss", Locale.ROOT);
  private static final long PGA_BYTES = 8L << 20;

  private final BoundSession bound;
  private final MiningSession mining;
  private final RedoInventory inventory;
  private final RedoOptions options;
  private final LogViewRows logs;
  private final TopologyViewRows topology;

  VViewRows(BoundSession bound, MiningSession mining) {
    this.bound = bound;
    this.mining = mining;
    inventory = mining.inventory();
    options = inventory.options();
    logs = new LogViewRows(mining);
    topology = new TopologyViewRows(bound.info().user(), mining);
  }

  List<ViewRow> of(String view) {
    return switch (view) {
      case "V$LOGMNR_LOGS" -> logs.logmnrLogs();
      case "V$LOGMNR_PARAMETERS" -> logs.logmnrParameters();
      case "V$DATABASE" -> database();
      case "V$LOG" -> logs.log();
      case "V$LOGFILE" -> logs.logfile();
      case "V$ARCHIVED_LOG" -> logs.archivedLog();
      case "V$LOG_HISTORY" -> logs.logHistory();
      case "DBA_LOGMNR_DICTIONARY_BUILDLOG" -> logs.buildLog();
      case "V$ARCHIVE_DEST" -> topology.archiveDest();
      case "V$ARCHIVE_DEST_STATUS" -> topology.archiveDestStatus();
      case "V$THREAD" -> topology.thread();
      case "V$DATABASE_INCARNATION" -> topology.incarnation();
      case "V$STANDBY_LOG" -> topology.standbyLog();
      case "V$INSTANCE" -> own(topology.instances());
      case "V$TRANSACTION" -> own(transaction());
      case "V$SESSION" -> own(session());
      case "V$PROCESS" -> own(process());
      case "GV$INSTANCE" -> topology.instances();
      case "GV$TRANSACTION" -> transaction();
      case "GV$SESSION" -> session();
      case "GV$PROCESS" -> process();
      case "V$LOCK" -> own(locks().lock());
      case "V$LOCKED_OBJECT" -> own(locks().lockedObject());
      case "V$SESSION_WAIT" -> own(locks().sessionWait());
      case "V$SESSTAT" -> own(statistics().sessions());
      case "GV$LOCK" -> locks().lock();
      case "GV$LOCKED_OBJECT" -> locks().lockedObject();
      case "GV$SESSION_WAIT" -> locks().sessionWait();
      case "GV$SESSTAT" -> statistics().sessions();
      case "V$PARAMETER", "V$SYSTEM_PARAMETER", "V$PARAMETER2" ->
          new InstanceParameters(mining.instance(), options).rows();
      case "V$VERSION" -> version();
      case "V$PDBS" -> topology.pdbs();
      case "V$CONTAINERS" -> topology.containers();
      case "V$STATNAME" -> StatisticViewRows.names();
      case "V$MYSTAT" -> StatisticViewRows.of(bound.info(), PGA_BYTES);
      case "V$SYSSTAT" -> statistics().system();
      case "V$NLS_PARAMETERS" -> nlsParameters();
      default -> stored(view);
    };
  }

  private LockViewRows locks() {
    return new LockViewRows(mining.instance(), bound.info().user());
  }

  private StatisticViewRows statistics() {
    return new StatisticViewRows(mining, PGA_BYTES);
  }

  private List<ViewRow> stored(String view) {
    StorageViewRows storage = new StorageViewRows(mining);
    return switch (view) {
      case "V$TABLESPACE" -> storage.tablespace();
      case "V$DATAFILE" -> storage.datafile();
      case "V$TEMPFILE" -> storage.tempfile();
      case "V$CONTROLFILE" -> storage.controlfile();
      case "V$RECOVERY_FILE_DEST" -> storage.recoveryFileDest();
      case "V$RECOVERY_AREA_USAGE" -> storage.recoveryAreaUsage();
      case "V$UNDOSTAT" -> storage.undostat();
      case "V$OPTION" -> storage.option();
      case "V$FIXED_TABLE" -> storage.fixedTable();
      case "V$SPPARAMETER" -> storage.spparameter();
      case "V$ACTIVE_SERVICES" -> storage.activeServices();
      case "V$ARCHIVE_PROCESSES" -> storage.archiveProcesses();
      case "V$LOGMNR_DICTIONARY", "V$LOGMNR_SESSION", "V$LOGMNR_STATS", "V$ARCHIVE_GAP", "V$SQL" ->
          List.of(); // flat dictionaries, persistent sessions, gaps, kept cursors: there are none
      default -> {
        if (view.startsWith("GV$")) {
          yield global(of(view.substring(1)));
        }
        throw new IllegalArgumentException("no rows for " + view);
      }
    };
  }

  /** The control file is shared: each running instance shows the same rows. */
  private List<ViewRow> global(List<ViewRow> rows) {
    return mining.instance().runningInstances().stream()
        .flatMap(number -> rows.stream().map(row -> row.copy().put("INST_ID", (long) number)))
        .toList();
  }

  /** Rows of the instance that is asked. */
  private List<ViewRow> own(List<ViewRow> rows) {
    Object instance = (long) bound.info().thread();
    return rows.stream().filter(row -> instance.equals(row.value("INST_ID"))).toList();
  }

  private List<ViewRow> database() {
    List<Boolean> supplemental = mining.instance().databaseSupplementalLogging();
    DatabaseIncarnation life = inventory.incarnation();
    DatabaseIncarnation prior = life.prior();
    boolean isStandby = inventory.role() == DatabaseRole.PHYSICAL_STANDBY;
    return List.of(
        new ViewRow()
            .put("DBID", options.dbid())
            .put("NAME", options.databaseName())
            .put("CREATED", inventory.created())
            .put("RESETLOGS_CHANGE#", life.resetlogsScn())
            .put("RESETLOGS_TIME", life.resetlogsTime())
            .put("PRIOR_RESETLOGS_CHANGE#", prior == null ? 1L : prior.resetlogsScn())
            .put("PRIOR_RESETLOGS_TIME", prior == null ? null : prior.resetlogsTime())
            .put("LOG_MODE", options.archivelog() ? "ARCHIVELOG" : "NOARCHIVELOG")
            .put("CHECKPOINT_CHANGE#", checkpointScn())
            .put("ARCHIVE_CHANGE#", checkpointScn())
            .put("CONTROLFILE_TYPE", isStandby ? "STANDBY" : "CURRENT")
            .put("CONTROLFILE_CREATED", inventory.created())
            .put("OPEN_RESETLOGS", "NOT ALLOWED")
            .put("OPEN_MODE", mining.instance().openMode())
            .put("PROTECTION_MODE", "MAXIMUM PERFORMANCE")
            .put("PROTECTION_LEVEL", "MAXIMUM PERFORMANCE")
            .put("REMOTE_ARCHIVE", "ENABLED")
            .put("DATABASE_ROLE", inventory.role().text())
            .put("ARCHIVELOG_COMPRESSION", "DISABLED")
            .put("SWITCHOVER_STATUS", "NOT ALLOWED")
            .put("DATAGUARD_BROKER", "DISABLED")
            .put("GUARD_STATUS", "NONE")
            .put("SUPPLEMENTAL_LOG_DATA_MIN", minimal(supplemental))
            .put("SUPPLEMENTAL_LOG_DATA_PK", yes(supplemental.get(1)))
            .put("SUPPLEMENTAL_LOG_DATA_UI", yes(supplemental.get(2)))
            .put("SUPPLEMENTAL_LOG_DATA_FK", yes(supplemental.get(3)))
            .put("SUPPLEMENTAL_LOG_DATA_ALL", yes(supplemental.get(4)))
            .put("SUPPLEMENTAL_LOG_DATA_PL", "NO")
            .put("SUPPLEMENTAL_LOG_DATA_SR", "NO")
            .put("FORCE_LOGGING", yes(mining.instance().isForceLogging()))
            .put("PLATFORM_ID", 13L)
            .put("PLATFORM_NAME", "Linux x86 64-bit")
            .put("RECOVERY_TARGET_INCARNATION#", life.number())
            .put("LAST_OPEN_INCARNATION#", life.number())
            .put("CURRENT_SCN", inventory.currentScn())
            .put("FLASHBACK_ON", "NO")
            .put("DB_UNIQUE_NAME", mining.instance().uniqueName().orElse(options.databaseName()))
            .put("CDB", yes(!mining.instance().containers().isEmpty()))
            .put("CON_ID", 0L)
            .put("CON_DBID", containerDbid())
            .put("FORCE_FULL_DB_CACHING", "NO"));
  }

  private long containerDbid() {
    int own = mining.instance().containerId();
    return mining.instance().containers().stream()
        .filter(c -> c.id() == own)
        .mapToLong(ContainerFacts::dbid)
        .findFirst()
        .orElse(options.dbid());
  }

  /** Key logging without an explicit minimal level implies it. */
  private static String minimal(List<Boolean> supplemental) {
    if (supplemental.get(0)) {
      return "YES";
    }
    return supplemental.subList(1, supplemental.size()).contains(true) ? "IMPLICIT" : "NO";
  }

  private long checkpointScn() {
    return inventory.onlineLogs().stream()
        .map(RedoInventory.OnlineLog::content)
        .filter(c -> c != null && c.isCurrent())
        .mapToLong(c -> c == null ? 0 : c.firstScn())
        .min()
        .orElse(0);
  }

  private List<ViewRow> transaction() {
    List<ViewRow> rows = new ArrayList<>();
    for (RedoTransaction transaction : mining.instance().openTransactions()) {
      SimXid xid = transaction.xid();
      if (xid == null || isHidden(transaction.session())) {
        continue;
      }
      LocalDateTime start = inventory.timeOf(transaction.startScn()).orElse(inventory.created());
      rows.add(
          new ViewRow()
              .put("ADDR", address(xid.usn() * 1000L + xid.slot()))
              .put("XIDUSN", xid.usn())
              .put("XIDSLOT", xid.slot())
              .put("XIDSQN", xid.sqn())
              .put("UBAFIL", 4L)
              .put("STATUS", "ACTIVE")
              .put("START_TIME", START_TIME.format(start))
              .put("START_SCNB", transaction.startScn() & 0xffff_ffffL)
              .put("START_SCNW", transaction.startScn() >>> 32)
              .put("SES_ADDR", address(transaction.session().sessionId()))
              .put("FLAG", 7683L)
              .put("SPACE", "NO")
              .put("RECURSIVE", "NO")
              .put("NOUNDO", "NO")
              .put("PTX", "NO")
              .put("USED_UBLK", 1L)
              .put("USED_UREC", 1L)
              .put("START_DATE", start)
              .put("START_SCN", transaction.startScn())
              .put("DEPENDENT_SCN", 0L)
              .put("XID", ContentsRow.xidBytes(xid, options))
              .put("PRV_XID", new byte[8])
              .put("PTX_XID", new byte[8])
              .put("CON_ID", transaction.session().containerId())
              .put("INST_ID", (long) transaction.session().thread()));
    }
    return rows;
  }

  private boolean isHidden(SessionInfo session) {
    return !mining.instance().seesContainer(bound.info().user(), session.containerId());
  }

  private List<ViewRow> session() {
    List<ViewRow> rows = new ArrayList<>();
    LockViewRows locks = locks();
    for (SessionInfo session : mining.instance().sessions()) {
      if (isHidden(session)) {
        continue;
      }
      boolean hasTransaction =
          mining.instance().openTransactions().stream().anyMatch(t -> t.session().equals(session));
      ViewRow row =
          new ViewRow()
              .put("SADDR", address(session.sessionId()))
              .put("SID", session.sessionId())
              .put("SERIAL#", session.serial())
              .put("AUDSID", 10_000L + session.sessionId())
              .put("PADDR", address(100_000L + session.sessionId()))
              .put("USERNAME", session.user())
              .put("COMMAND", 3L)
              .put("OWNERID", 2_147_483_644L)
              .put("TADDR", hasTransaction ? "%016X".formatted(session.sessionId()) : null)
              .put("STATUS", session.equals(bound.info()) || hasTransaction ? "ACTIVE" : "INACTIVE")
              .put("SERVER", "DEDICATED")
              .put("SCHEMANAME", session.user())
              .put("OSUSER", "oracle")
              .put("MACHINE", "simulator")
              .put("PROGRAM", "JDBC Thin Client")
              .put("TYPE", "USER")
              .put("LOGON_TIME", inventory.created())
              .put("LAST_CALL_ET", 0L)
              .put("PDML_ENABLED", "NO")
              .put("FAILOVER_TYPE", "NONE")
              .put("FAILOVER_METHOD", "NONE")
              .put("FAILED_OVER", "NO")
              .put("PDML_STATUS", "DISABLED")
              .put("PDDL_STATUS", "ENABLED")
              .put("PQ_STATUS", "ENABLED")
              .put("BLOCKING_SESSION_STATUS", "NO HOLDER")
              .put("FINAL_BLOCKING_SESSION_STATUS", "NO HOLDER")
              .put("STATE", "WAITED SHORT TIME")
              .put("SERVICE_NAME", options.databaseName())
              .put("SQL_TRACE", "DISABLED")
              .put("SQL_TRACE_WAITS", "FALSE")
              .put("SQL_TRACE_BINDS", "FALSE")
              .put("SQL_TRACE_PLAN_STATS", "FIRST EXEC")
              .put("CREATOR_ADDR", address(100_000L + session.sessionId()))
              .put("CREATOR_SERIAL#", session.serial())
              .put("SHARD_DDL_STATUS", "DISABLED")
              .put("PLSQL_DEBUGGER_CONNECTED", "FALSE")
              .put("CON_ID", session.containerId())
              .put("INST_ID", (long) session.thread());
      mining.instance().facts(session).ifPresent(facts -> set(row, facts));
      locks.request(session).ifPresent(request -> block(row, request));
      rows.add(row);
    }
    return rows;
  }

  private static void set(ViewRow row, SessionFacts facts) {
    row.put("USER#", facts.userId())
        .put("SCHEMANAME", facts.schema())
        .put("MODULE", facts.module())
        .put("ACTION", facts.action())
        .put("CLIENT_INFO", facts.clientInfo())
        .put("CLIENT_IDENTIFIER", facts.clientIdentifier())
        .put("LOGON_TIME", facts.logon());
  }

  private static void block(ViewRow row, HeldLock request) {
    SessionInfo blocker = request.blocker();
    LockViewRows.waiting(row, request)
        .put("STATUS", "ACTIVE")
        .put("LOCKWAIT", "%016X".formatted(request.id1()));
    if (blocker != null) {
      row.put("BLOCKING_SESSION_STATUS", "VALID")
          .put("BLOCKING_INSTANCE", (long) blocker.thread())
          .put("BLOCKING_SESSION", blocker.sessionId())
          .put("FINAL_BLOCKING_SESSION_STATUS", "VALID")
          .put("FINAL_BLOCKING_INSTANCE", (long) blocker.thread())
          .put("FINAL_BLOCKING_SESSION", blocker.sessionId());
    }
  }

  private List<ViewRow> process() {
    List<ViewRow> rows = new ArrayList<>();
    for (SessionInfo session : mining.instance().sessions()) {
      rows.add(
          new ViewRow()
              .put("ADDR", address(100_000L + session.sessionId()))
              .put("PID", session.sessionId())
              .put("SPID", Integer.toString(4000 + session.sessionId()))
              .put("USERNAME", "oracle")
              .put("SERIAL#", session.serial())
              .put("PROGRAM", "oracle@simulator")
              .put("PGA_USED_MEM", PGA_BYTES)
              .put("PGA_ALLOC_MEM", PGA_BYTES)
              .put("PGA_FREEABLE_MEM", 0L)
              .put("PGA_MAX_MEM", PGA_BYTES)
              .put("CON_ID", session.containerId())
              .put("INST_ID", (long) session.thread()));
    }
    return rows;
  }

  private List<ViewRow> version() {
    String major = options.release().substring(0, options.release().indexOf('.'));
    String product =
        Integer.parseInt(major) >= 23
            ? "Oracle AI Database 26ai Free Release " + major + ".0.0.0.0"
            : "Oracle Database %sc Enterprise Edition Release %s.0.0.0.0".formatted(major, major);
    String banner = product + " - Production";
    return List.of(
        new ViewRow()
            .put("BANNER", banner)
            .put("BANNER_FULL", banner + "\nVersion " + options.release())
            .put("BANNER_LEGACY", banner)
            .put("CON_ID", 0L));
  }

  private List<ViewRow> nlsParameters() {
    NlsSettings nls = bound.nls();
    List<ViewRow> rows = new ArrayList<>();
    InstanceParameters parameters = new InstanceParameters(mining.instance(), options);
    String[][] values = {
      {"NLS_LANGUAGE", nls.dateLanguage()},
      {"NLS_TERRITORY", "AMERICA"},
      {"NLS_CURRENCY", "$"},
      {"NLS_ISO_CURRENCY", "AMERICA"},
      {"NLS_NUMERIC_CHARACTERS", nls.numericCharacters()},
      {"NLS_CALENDAR", "GREGORIAN"},
      {"NLS_DATE_FORMAT", nls.dateFormat()},
      {"NLS_DATE_LANGUAGE", nls.dateLanguage()},
      {"NLS_CHARACTERSET", parameters.valueOr("nls_characterset", "AL32UTF8")},
      {"NLS_SORT", "BINARY"},
      {"NLS_TIMESTAMP_FORMAT", nls.timestampFormat()},
      {"NLS_TIMESTAMP_TZ_FORMAT", nls.timestampTzFormat()},
      {"NLS_NCHAR_CHARACTERSET", parameters.valueOr("nls_nchar_characterset", "AL16UTF16")},
      {"NLS_COMP", "BINARY"},
      {"NLS_LENGTH_SEMANTICS", parameters.valueOr("nls_length_semantics", "BYTE")},
      {"NLS_NCHAR_CONV_EXCP", "FALSE"}
    };
    for (String[] value : values) {
      rows.add(new ViewRow().put("PARAMETER", value[0]).put("VALUE", value[1]).put("CON_ID", 0L));
    }
    return rows;
  }

  private static String yes(boolean value) {
    return value ? "YES" : "NO";
  }

  private static byte[] address(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }
}
