package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.RedoFile;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the fixed views other than V$LOGMNR_CONTENTS, by column name; a column that is not in the
 * map is NULL. Made for one query of one session.
 */
final class VViewRows {
  private static final DateTimeFormatter START_TIME =
      DateTimeFormatter.ofPattern("MM/dd/yy HH:mm:ss", Locale.ROOT);
  private static final long BLOCK = 512;
  private static final long PGA_BYTES = 8L << 20;

  private final BoundSession bound;
  private final MiningSession mining;
  private final RedoInventory inventory;
  private final RedoOptions options;

  VViewRows(BoundSession bound, MiningSession mining) {
    this.bound = bound;
    this.mining = mining;
    inventory = mining.inventory();
    options = inventory.options();
  }

  List<Map<String, Object>> of(String view) {
    return switch (view) {
      case "V$LOGMNR_LOGS" -> logmnrLogs();
      case "V$LOGMNR_PARAMETERS" -> logmnrParameters();
      case "V$DATABASE" -> database();
      case "V$LOG" -> log();
      case "V$LOGFILE" -> logfile();
      case "V$ARCHIVED_LOG" -> archivedLog();
      case "V$LOG_HISTORY" -> logHistory();
      case "V$ARCHIVE_DEST" -> archiveDest();
      case "V$ARCHIVE_DEST_STATUS" -> archiveDestStatus();
      case "V$THREAD" -> thread();
      case "V$INSTANCE" -> instance();
      case "V$TRANSACTION" -> transaction();
      case "V$SESSION" -> session();
      case "V$PROCESS" -> process();
      case "V$PARAMETER" -> new InstanceParameters(mining.instance(), options).rows();
      case "V$VERSION" -> version();
      case "V$PDBS" -> List.of();
      case "V$CONTAINERS" -> containers();
      case "V$STATNAME" -> statname();
      case "V$MYSTAT" -> mystat();
      case "V$NLS_PARAMETERS" -> nlsParameters();
      default -> {
        if (view.startsWith("GV$")) {
          yield global(of(view.substring(1)));
        }
        throw new IllegalArgumentException("no rows for " + view);
      }
    };
  }

  private static List<Map<String, Object>> global(List<Map<String, Object>> rows) {
    rows.forEach(r -> r.putIfAbsent("INST_ID", 1L));
    return rows;
  }

  private List<Map<String, Object>> database() {
    List<Boolean> supplemental = mining.instance().databaseSupplementalLogging();
    return List.of(
        row(
            "DBID",
            options.dbid(),
            "NAME",
            options.databaseName(),
            "CREATED",
            inventory.created(),
            "RESETLOGS_CHANGE#",
            options.resetlogsScn(),
            "RESETLOGS_TIME",
            inventory.created(),
            "PRIOR_RESETLOGS_CHANGE#",
            1L,
            "LOG_MODE",
            options.archivelog() ? "ARCHIVELOG" : "NOARCHIVELOG",
            "CHECKPOINT_CHANGE#",
            checkpointScn(),
            "ARCHIVE_CHANGE#",
            checkpointScn(),
            "CONTROLFILE_TYPE",
            "CURRENT",
            "CONTROLFILE_CREATED",
            inventory.created(),
            "OPEN_RESETLOGS",
            "NOT ALLOWED",
            "OPEN_MODE",
            "READ WRITE",
            "PROTECTION_MODE",
            "MAXIMUM PERFORMANCE",
            "PROTECTION_LEVEL",
            "MAXIMUM PERFORMANCE",
            "REMOTE_ARCHIVE",
            "ENABLED",
            "DATABASE_ROLE",
            "PRIMARY",
            "ARCHIVELOG_COMPRESSION",
            "DISABLED",
            "SWITCHOVER_STATUS",
            "NOT ALLOWED",
            "DATAGUARD_BROKER",
            "DISABLED",
            "GUARD_STATUS",
            "NONE",
            "SUPPLEMENTAL_LOG_DATA_MIN",
            minimal(supplemental),
            "SUPPLEMENTAL_LOG_DATA_PK",
            yes(supplemental.get(1)),
            "SUPPLEMENTAL_LOG_DATA_UI",
            yes(supplemental.get(2)),
            "SUPPLEMENTAL_LOG_DATA_FK",
            yes(supplemental.get(3)),
            "SUPPLEMENTAL_LOG_DATA_ALL",
            yes(supplemental.get(4)),
            "SUPPLEMENTAL_LOG_DATA_PL",
            "NO",
            "SUPPLEMENTAL_LOG_DATA_SR",
            "NO",
            "FORCE_LOGGING",
            "NO",
            "PLATFORM_ID",
            13L,
            "PLATFORM_NAME",
            "Linux x86 64-bit",
            "RECOVERY_TARGET_INCARNATION#",
            1L,
            "LAST_OPEN_INCARNATION#",
            1L,
            "CURRENT_SCN",
            inventory.currentScn(),
            "FLASHBACK_ON",
            "NO",
            "DB_UNIQUE_NAME",
            options.databaseName(),
            "CDB",
            "NO",
            "CON_ID",
            0L,
            "CON_DBID",
            options.dbid(),
            "FORCE_FULL_DB_CACHING",
            "NO"));
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

  private List<Map<String, Object>> log() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      RedoInventory.Content content = log.content();
      Map<String, Object> row =
          row(
              "GROUP#",
              log.group(),
              "THREAD#",
              log.thread(),
              "BYTES",
              options.logSizeBytes(),
              "BLOCKSIZE",
              BLOCK,
              "MEMBERS",
              1L,
              "ARCHIVED",
              content == null ? "YES" : yes(log.archived()),
              "STATUS",
              status(log),
              "CON_ID",
              0L);
      if (content == null) {
        row.putAll(row("SEQUENCE#", 0L, "FIRST_CHANGE#", 0L, "NEXT_CHANGE#", 0L));
      } else {
        row.putAll(
            row(
                "SEQUENCE#", content.sequence(),
                "FIRST_CHANGE#", content.firstScn(),
                "FIRST_TIME", content.firstTime(),
                "NEXT_CHANGE#", shown(content.nextScn()),
                "NEXT_TIME", content.nextTime()));
      }
      rows.add(row);
    }
    return rows;
  }

  private String status(RedoInventory.OnlineLog log) {
    RedoInventory.Content content = log.content();
    if (content == null) {
      return "UNUSED";
    }
    if (content.isCurrent()) {
      return "CURRENT";
    }
    boolean waits = options.archivelog() && !log.archived();
    boolean isPrevious = content.sequence() + 1 == currentSequence(log.thread());
    return waits || isPrevious ? "ACTIVE" : "INACTIVE";
  }

  private long currentSequence(int thread) {
    return current(thread).sequence();
  }

  private RedoInventory.Content current(int thread) {
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      RedoInventory.Content content = log.content();
      if (content != null && content.thread() == thread && content.isCurrent()) {
        return content;
      }
    }
    throw new IllegalStateException("redo thread " + thread + " has no current log");
  }

  private List<Map<String, Object>> logfile() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      rows.add(
          row(
              "GROUP#",
              log.group(),
              "TYPE",
              "ONLINE",
              "MEMBER",
              log.member(),
              "IS_RECOVERY_DEST_FILE",
              "NO",
              "CON_ID",
              0L));
    }
    return rows;
  }

  private List<Map<String, Object>> archivedLog() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (RedoInventory.ArchivedLog log : inventory.archivedLogs()) {
      RedoInventory.Content content = log.content();
      rows.add(
          row(
              "RECID",
              log.recid(),
              "STAMP",
              log.recid() + 1_000_000_000L,
              "NAME",
              log.deleted() ? null : log.name(),
              "DEST_ID",
              1L,
              "THREAD#",
              content.thread(),
              "SEQUENCE#",
              content.sequence(),
              "RESETLOGS_CHANGE#",
              options.resetlogsScn(),
              "RESETLOGS_TIME",
              inventory.created(),
              "RESETLOGS_ID",
              options.resetlogsId(),
              "FIRST_CHANGE#",
              content.firstScn(),
              "FIRST_TIME",
              content.firstTime(),
              "NEXT_CHANGE#",
              content.nextScn(),
              "NEXT_TIME",
              content.nextTime(),
              "BLOCKS",
              content.blocks(),
              "BLOCK_SIZE",
              BLOCK,
              "CREATOR",
              "ARCH",
              "REGISTRAR",
              "ARCH",
              "STANDBY_DEST",
              "NO",
              "ARCHIVED",
              "YES",
              "APPLIED",
              "NO",
              "DELETED",
              yes(log.deleted()),
              "STATUS",
              log.deleted() ? "D" : "A",
              "COMPLETION_TIME",
              log.completion(),
              "DICTIONARY_BEGIN",
              "NO",
              "DICTIONARY_END",
              "NO",
              "END_OF_REDO",
              "NO",
              "BACKUP_COUNT",
              0L,
              "ARCHIVAL_THREAD#",
              content.thread(),
              "IS_RECOVERY_DEST_FILE",
              "NO",
              "COMPRESSED",
              "NO",
              "FAL",
              "NO",
              "BACKED_BY_VSS",
              "NO",
              "CON_ID",
              0L));
    }
    return rows;
  }

  private List<Map<String, Object>> logHistory() {
    List<RedoInventory.Content> ended = new ArrayList<>();
    inventory.archivedLogs().forEach(a -> ended.add(a.content()));
    for (RedoInventory.OnlineLog log : inventory.onlineLogs()) {
      RedoInventory.Content content = log.content();
      if (content != null && !content.isCurrent() && !ended.contains(content)) {
        ended.add(content);
      }
    }
    ended.sort(Comparator.comparingLong(RedoInventory.Content::sequence));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (RedoInventory.Content content : ended) {
      rows.add(
          row(
              "RECID", rows.size() + 1L,
              "STAMP", rows.size() + 1_000_000_000L,
              "THREAD#", content.thread(),
              "SEQUENCE#", content.sequence(),
              "FIRST_CHANGE#", content.firstScn(),
              "FIRST_TIME", content.firstTime(),
              "NEXT_CHANGE#", content.nextScn(),
              "RESETLOGS_CHANGE#", options.resetlogsScn(),
              "RESETLOGS_TIME", inventory.created(),
              "CON_ID", 0L));
    }
    return rows;
  }

  private List<Map<String, Object>> archiveDest() {
    return List.of(
        row(
            "DEST_ID", 1L,
            "DEST_NAME", "LOG_ARCHIVE_DEST_1",
            "STATUS", "VALID",
            "BINDING", "MANDATORY",
            "NAME_SPACE", "SYSTEM",
            "TARGET", "PRIMARY",
            "ARCHIVER", "ARCH",
            "SCHEDULE", "ACTIVE",
            "DESTINATION", options.archiveDirectory(),
            "PROCESS", "ARCH",
            "REGISTER", "YES",
            "TRANSMIT_MODE", "SYNCHRONOUS",
            "AFFIRM", "NO",
            "TYPE", "PUBLIC",
            "VALID_NOW", "YES",
            "VALID_TYPE", "ALL_LOGFILES",
            "VALID_ROLE", "ALL_ROLES",
            "DB_UNIQUE_NAME", "NONE",
            "VERIFY", "NO",
            "COMPRESSION", "DISABLE",
            "CON_ID", 0L));
  }

  private List<Map<String, Object>> archiveDestStatus() {
    return List.of(
        row(
            "DEST_ID", 1L,
            "DEST_NAME", "LOG_ARCHIVE_DEST_1",
            "STATUS", "VALID",
            "TYPE", "LOCAL",
            "DATABASE_MODE", "OPEN",
            "RECOVERY_MODE", "IDLE",
            "PROTECTION_MODE", "MAXIMUM PERFORMANCE",
            "DESTINATION", options.archiveDirectory(),
            "SRL", "NO",
            "DB_UNIQUE_NAME", "NONE",
            "SYNCHRONIZATION_STATUS", "CHECK CONFIGURATION",
            "SYNCHRONIZED", "NO",
            "CON_ID", 0L));
  }

  private List<Map<String, Object>> thread() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int thread : inventory.threads()) {
      RedoInventory.Content current = current(thread);
      long group =
          inventory.onlineLogs().stream()
              .filter(g -> current.equals(g.content()))
              .mapToLong(RedoInventory.OnlineLog::group)
              .findFirst()
              .orElse(0);
      rows.add(
          row(
              "THREAD#", thread,
              "STATUS", "OPEN",
              "ENABLED", "PUBLIC",
              "GROUPS", options.onlineGroups(),
              "INSTANCE", options.databaseName().toLowerCase(Locale.ROOT),
              "OPEN_TIME", inventory.created(),
              "CURRENT_GROUP#", group,
              "SEQUENCE#", current.sequence(),
              "CHECKPOINT_CHANGE#", current.firstScn(),
              "CHECKPOINT_TIME", current.firstTime(),
              "ENABLE_CHANGE#", options.resetlogsScn(),
              "ENABLE_TIME", inventory.created(),
              "DISABLE_CHANGE#", 0L,
              "LAST_REDO_SEQUENCE#", current.sequence(),
              "LAST_REDO_BLOCK", current.blocks(),
              "LAST_REDO_CHANGE#", inventory.currentScn(),
              "LAST_REDO_TIME", inventory.now(),
              "CON_ID", 0L));
    }
    return rows;
  }

  private List<Map<String, Object>> instance() {
    String major = options.release().substring(0, options.release().indexOf('.'));
    return List.of(
        row(
            "INSTANCE_NUMBER", 1L,
            "INSTANCE_NAME", options.databaseName().toLowerCase(Locale.ROOT),
            "HOST_NAME", "simulator",
            "VERSION", major + ".0.0.0.0",
            "VERSION_LEGACY", major + ".0.0.0.0",
            "VERSION_FULL", options.release(),
            "STARTUP_TIME", inventory.created(),
            "STATUS", "OPEN",
            "PARALLEL", "NO",
            "THREAD#", 1L,
            "ARCHIVER", options.archivelog() ? "STARTED" : "STOPPED",
            "LOGINS", "ALLOWED",
            "SHUTDOWN_PENDING", "NO",
            "DATABASE_STATUS", "ACTIVE",
            "INSTANCE_ROLE", "PRIMARY_INSTANCE",
            "ACTIVE_STATE", "NORMAL",
            "BLOCKED", "NO",
            "CON_ID", 0L,
            "INSTANCE_MODE", "REGULAR",
            "EDITION", "EE",
            "DATABASE_TYPE", "SINGLE"));
  }

  private List<Map<String, Object>> transaction() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (RedoTransaction transaction : mining.instance().openTransactions()) {
      SimXid xid = transaction.xid();
      if (xid == null) {
        continue;
      }
      LocalDateTime start = inventory.timeOf(transaction.startScn()).orElse(inventory.created());
      rows.add(
          row(
              "ADDR",
              address(xid.usn() * 1000L + xid.slot()),
              "XIDUSN",
              xid.usn(),
              "XIDSLOT",
              xid.slot(),
              "XIDSQN",
              xid.sqn(),
              "UBAFIL",
              4L,
              "STATUS",
              "ACTIVE",
              "START_TIME",
              START_TIME.format(start),
              "START_SCNB",
              transaction.startScn() & 0xffff_ffffL,
              "START_SCNW",
              transaction.startScn() >>> 32,
              "SES_ADDR",
              address(transaction.session().sessionId()),
              "FLAG",
              7683L,
              "SPACE",
              "NO",
              "RECURSIVE",
              "NO",
              "NOUNDO",
              "NO",
              "PTX",
              "NO",
              "USED_UBLK",
              1L,
              "USED_UREC",
              1L,
              "START_DATE",
              start,
              "START_SCN",
              transaction.startScn(),
              "DEPENDENT_SCN",
              0L,
              "XID",
              ContentsRow.xidBytes(xid),
              "PRV_XID",
              new byte[8],
              "PTX_XID",
              new byte[8],
              "CON_ID",
              transaction.session().containerId(),
              "INST_ID",
              transaction.session().thread()));
    }
    return rows;
  }

  private List<Map<String, Object>> session() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SessionInfo session : mining.instance().sessions()) {
      boolean hasTransaction =
          mining.instance().openTransactions().stream().anyMatch(t -> t.session().equals(session));
      rows.add(
          row(
              "SADDR",
              address(session.sessionId()),
              "SID",
              session.sessionId(),
              "SERIAL#",
              session.serial(),
              "AUDSID",
              10_000L + session.sessionId(),
              "PADDR",
              address(100_000L + session.sessionId()),
              "USERNAME",
              session.user(),
              "COMMAND",
              3L,
              "TADDR",
              hasTransaction ? "%016X".formatted(session.sessionId()) : null,
              "STATUS",
              session.equals(bound.info()) || hasTransaction ? "ACTIVE" : "INACTIVE",
              "SERVER",
              "DEDICATED",
              "SCHEMANAME",
              session.user(),
              "OSUSER",
              "oracle",
              "MACHINE",
              "simulator",
              "PROGRAM",
              "JDBC Thin Client",
              "TYPE",
              "USER",
              "LOGON_TIME",
              inventory.created(),
              "LAST_CALL_ET",
              0L,
              "STATE",
              "WAITED SHORT TIME",
              "SERVICE_NAME",
              options.databaseName(),
              "CON_ID",
              session.containerId(),
              "INST_ID",
              session.thread()));
    }
    return rows;
  }

  private List<Map<String, Object>> process() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SessionInfo session : mining.instance().sessions()) {
      rows.add(
          row(
              "ADDR",
              address(100_000L + session.sessionId()),
              "PID",
              session.sessionId(),
              "SPID",
              Integer.toString(4000 + session.sessionId()),
              "USERNAME",
              "oracle",
              "SERIAL#",
              session.serial(),
              "PROGRAM",
              "oracle@simulator",
              "PGA_USED_MEM",
              PGA_BYTES,
              "PGA_ALLOC_MEM",
              PGA_BYTES,
              "PGA_FREEABLE_MEM",
              0L,
              "PGA_MAX_MEM",
              PGA_BYTES,
              "CON_ID",
              session.containerId(),
              "INST_ID",
              session.thread()));
    }
    return rows;
  }

  private List<Map<String, Object>> version() {
    String major = options.release().substring(0, options.release().indexOf('.'));
    String product =
        Integer.parseInt(major) >= 23
            ? "Oracle AI Database 26ai Free Release " + major + ".0.0.0.0"
            : "Oracle Database %sc Enterprise Edition Release %s.0.0.0.0".formatted(major, major);
    String banner = product + " - Production";
    return List.of(
        row(
            "BANNER",
            banner,
            "BANNER_FULL",
            banner + "\nVersion " + options.release(),
            "BANNER_LEGACY",
            banner,
            "CON_ID",
            0L));
  }

  private List<Map<String, Object>> containers() {
    return List.of(
        row(
            "CON_ID",
            0L,
            "DBID",
            options.dbid(),
            "CON_UID",
            0L,
            "NAME",
            options.databaseName(),
            "OPEN_MODE",
            "READ WRITE",
            "RESTRICTED",
            "NO"));
  }

  private static List<Map<String, Object>> statname() {
    return List.of(
        row("STATISTIC#", 0L, "NAME", "logons cumulative", "CLASS", 1L, "CON_ID", 0L),
        row("STATISTIC#", 6L, "NAME", "user commits", "CLASS", 1L, "CON_ID", 0L),
        row("STATISTIC#", 37L, "NAME", "session pga memory", "CLASS", 1L, "CON_ID", 0L),
        row("STATISTIC#", 38L, "NAME", "session pga memory max", "CLASS", 1L, "CON_ID", 0L));
  }

  private List<Map<String, Object>> mystat() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Map<String, Object> name : statname()) {
      boolean isMemory = String.valueOf(name.get("NAME")).startsWith("session pga");
      rows.add(
          row(
              "SID",
              bound.info().sessionId(),
              "STATISTIC#",
              name.get("STATISTIC#"),
              "VALUE",
              isMemory ? PGA_BYTES : 1L,
              "CON_ID",
              0L));
    }
    return rows;
  }

  private List<Map<String, Object>> nlsParameters() {
    NlsSettings nls = bound.nls();
    List<Map<String, Object>> rows = new ArrayList<>();
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
      rows.add(row("PARAMETER", value[0], "VALUE", value[1], "CON_ID", 0L));
    }
    return rows;
  }

  private List<Map<String, Object>> logmnrLogs() {
    MiningRange range = mining.range();
    List<Map<String, Object>> rows = new ArrayList<>();
    boolean isFirst = true;
    for (RedoFile file : mining.files()) {
      boolean isNeeded = range == null || range.needs(file);
      long status = !isNeeded ? 2 : isFirst && range != null ? 1 : 0;
      isFirst = isFirst && !isNeeded;
      rows.add(
          row(
              "LOG_ID", file.sequence(),
              "FILENAME", file.name(),
              "LOW_TIME", file.firstTime(),
              "HIGH_TIME", file.nextTime(),
              "DB_ID", options.dbid(),
              "DB_NAME", options.databaseName(),
              "RESET_SCN", options.resetlogsScn(),
              "RESET_SCN_TIME", inventory.created(),
              "COMPATIBLE", "19.0.0.0.0",
              "THREAD_ID", file.thread(),
              "THREAD_SQN", file.sequence(),
              "LOW_SCN", file.firstScn(),
              "NEXT_SCN", shown(file.nextScn()),
              "DICTIONARY_BEGIN", "NO",
              "DICTIONARY_END", "NO",
              "TYPE", file.nextTime() == null ? "ONLINE" : "ARCHIVED",
              "BLOCKSIZE", BLOCK,
              "FILESIZE", file.blocks() * BLOCK,
              "STATUS", status,
              "CON_ID", 0L));
    }
    for (MissingLogs hole : mining.missing()) {
      rows.add(
          row(
              "LOG_ID",
              0L,
              "FILENAME",
              hole.description(),
              "THREAD_ID",
              hole.thread(),
              "LOW_SCN",
              hole.lowScn(),
              "NEXT_SCN",
              hole.nextScn(),
              "INFO",
              "MISSING_LOGFILE",
              "STATUS",
              4L,
              "CON_ID",
              0L));
    }
    return rows;
  }

  private List<Map<String, Object>> logmnrParameters() {
    MiningRange range = mining.range();
    if (range == null) {
      return List.of();
    }
    return List.of(
        row(
            "START_DATE", range.startTime(),
            "END_DATE", range.endTime(),
            "START_SCN", range.startScnGiven(),
            "REQUIRED_START_SCN", range.firstScn(),
            "END_SCN", range.endScnGiven(),
            "OPTIONS", range.options(),
            "STATUS", 0L,
            "CON_ID", 0L));
  }

  private static Object shown(long nextScn) {
    return nextScn == RedoInventory.OPEN_END ? RedoInventory.SHOWN_OPEN_END : (Object) nextScn;
  }

  private static String yes(boolean value) {
    return value ? "YES" : "NO";
  }

  private static byte[] address(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  /** A row from name, value pairs; a null value is left out. */
  static Map<String, Object> row(@Nullable Object... pairs) {
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      Object value = pairs[i + 1];
      if (value != null) {
        row.put(String.valueOf(pairs[i]), value);
      }
    }
    return row;
  }
}
