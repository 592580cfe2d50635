package io.oraclecdc.mining.logminer;

import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.CapturedObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every SQL text of this package. */
final class MiningSql {
  static final String IDENTITY =
      "SELECT D.DBID, D.RESETLOGS_CHANGE#, D.DATABASE_ROLE, D.OPEN_MODE FROM V$DATABASE D";
  static final String THREADS =
      "SELECT T.THREAD#, T.STATUS, T.ENABLED, T.CHECKPOINT_CHANGE#, T.ENABLE_CHANGE#,"
          + " T.LAST_REDO_SEQUENCE# FROM V$THREAD T"
          + " ORDER BY T.THREAD#";
  static final String ONLINE_LOGS =
      "SELECT L.GROUP#, L.THREAD#, L.SEQUENCE#, L.STATUS, L.FIRST_CHANGE#, L.NEXT_CHANGE#"
          + " FROM V$LOG L ORDER BY L.THREAD#, L.SEQUENCE#";
  static final String MEMBERS =
      "SELECT F.GROUP#, F.MEMBER FROM V$LOGFILE F"
          + " WHERE F.TYPE = 'ONLINE' AND F.STATUS IS NULL ORDER BY F.GROUP#, F.MEMBER";
  static final String ARCHIVED_LOGS =
      "SELECT A.NAME, A.DEST_ID, A.THREAD#, A.SEQUENCE#, A.FIRST_CHANGE#, A.NEXT_CHANGE#,"
          + " A.ARCHIVED, A.DELETED, A.STATUS, A.STANDBY_DEST FROM V$ARCHIVED_LOG A"
          + " JOIN V$DATABASE D ON A.RESETLOGS_CHANGE# = D.RESETLOGS_CHANGE#"
          + " AND A.RESETLOGS_TIME = D.RESETLOGS_TIME"
          + " WHERE A.NEXT_CHANGE# > ? ORDER BY A.THREAD#, A.SEQUENCE#, A.DEST_ID";
  static final String DESTINATIONS =
      "SELECT S.DEST_ID, S.DEST_NAME, S.STATUS, S.TYPE FROM V$ARCHIVE_DEST_STATUS S"
          + " WHERE S.STATUS <> 'INACTIVE' ORDER BY S.DEST_ID";

  /** A transaction that has not written yet has START_SCN 0. */
  static final String OPEN_TRANSACTIONS =
      "SELECT T.XIDUSN, T.XIDSLOT, T.XIDSQN, T.START_SCN FROM GV$TRANSACTION T"
          + " WHERE T.START_SCN > 0 ORDER BY T.START_SCN";

  /** Also those that have not written yet. */
  static final String ACTIVE_TRANSACTIONS =
      "SELECT T.XIDUSN, T.XIDSLOT, T.XIDSQN, T.CON_ID FROM GV$TRANSACTION T";

  /** Of distributed transactions whose outcome another database decides. */
  static final String IN_DOUBT = "SELECT P.LOCAL_TRAN_ID FROM DBA_2PC_PENDING P";

  static final String ALL_IN_DOUBT = "SELECT P.LOCAL_TRAN_ID, P.CON_ID FROM CDB_2PC_PENDING P";
  static final String OPEN_MODE = "SELECT D.OPEN_MODE FROM V$DATABASE D";

  static final String ADD_FIRST =
      "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR.NEW); END;";
  static final String ADD_NEXT =
      "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR.ADDFILE); END;";

  /** Without ENDSCN: to the end of what is registered, and so never to an SCN inside a log. */
  static final String START =
      "BEGIN DBMS_LOGMNR.START_LOGMNR(STARTSCN => ?, OPTIONS =>"
          + " DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG + DBMS_LOGMNR.NO_ROWID_IN_STMT"
          + " + DBMS_LOGMNR.NO_SQL_DELIMITER); END;";

  /** Inside a pluggable database LogMiner finds the logs itself. */
  static final String START_RANGE =
      "BEGIN DBMS_LOGMNR.START_LOGMNR(STARTSCN => ?, ENDSCN => ?, OPTIONS =>"
          + " DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG + DBMS_LOGMNR.NO_ROWID_IN_STMT"
          + " + DBMS_LOGMNR.NO_SQL_DELIMITER); END;";

  static final String END = "BEGIN DBMS_LOGMNR.END_LOGMNR; END;";

  private static final String CONTENTS =
      "SELECT C.SCN, C.THREAD#, C.RS_ID, C.SSN, C.XIDUSN, C.XIDSLT, C.XIDSQN, C.OPERATION_CODE,"
          + " C.ROLLBACK, C.SEG_OWNER, C.TABLE_NAME, C.DATA_OBJ#, C.ROW_ID, C.CSF, C.STATUS,"
          + " C.INFO, C.TIMESTAMP, C.USERNAME, C.SEQUENCE#, C.SRC_CON_ID, C.SQL_REDO,"
          + " C.DATA_OBJD#"
          + " FROM V$LOGMNR_CONTENTS C WHERE ";

  /** START, COMMIT, ROLLBACK and the row that tells of missing redo. */
  private static final String CONTROL_ROWS = "C.OPERATION_CODE IN (6, 7, 34, 36)";

  private static final String MISSING_REDO = "C.OPERATION_CODE = 34";

  private static final String DDL_ROWS =
      "(C.OPERATION_CODE = 5 AND (C.INFO IS NULL OR C.INFO NOT LIKE 'INTERNAL DDL%'))";

  /** INSERT, DELETE, UPDATE, LONG data, extended strings, UNSUPPORTED. */
  private static final String ROW_CODES = "1, 2, 3, 24, 91, 92, 93, 255";

  private static final String LOB_CODES = ", 9, 10, 11, 28, 29, 68, 70, 71";

  /**
   * Rows without owner that mark LOB statements: locators of one text form, and the end of a
   * statement that wrote outside its row, with the row's ROW_ID.
   */
  private static final String LOB_MARKS =
      "(C.OPERATION_CODE IN (0, 9) AND C.SEG_OWNER IS NULL AND C.ROW_ID IS NOT NULL)";

  /** Objects that are dropped by now: a captured table may be among them. */
  private static final String LOST_NAMES = "C.SEG_OWNER = 'UNKNOWN' OR C.TABLE_NAME LIKE 'BIN$%'";

  private MiningSql() {}

  /**
   * The query of a step. No ORDER BY: it would materialise the whole range. Users are only left out
   * where the redo names them; those known from the START row alone are left out later.
   */
  static String contents(CapturedObjects objects, MiningSettings settings) {
    Map<Integer, CapturedObjects> containers = objects.byContainer();
    if (containers.isEmpty()) {
      return CONTENTS + wanted(objects, settings);
    }
    List<String> alternatives = new ArrayList<>(List.of(MISSING_REDO));
    containers.forEach(
        (container, ofContainer) ->
            alternatives.add(
                "(C.SRC_CON_ID = " + container + " AND " + wanted(ofContainer, settings) + ")"));
    return CONTENTS + "(" + String.join(" OR ", alternatives) + ")";
  }

  private static String wanted(CapturedObjects objects, MiningSettings settings) {
    StringBuilder sql = new StringBuilder("(").append(CONTROL_ROWS);
    sql.append(" OR ").append(DDL_ROWS);
    String tables = ofTables(objects, settings.inListMax());
    sql.append(" OR (C.OPERATION_CODE IN (").append(ROW_CODES);
    sql.append(objects.capturesLobs() ? LOB_CODES : "")
        .append(") AND (")
        .append(tables)
        .append(')');
    if (!settings.excludedUsers().isEmpty()) {
      sql.append(" AND (C.USERNAME IS NULL OR C.USERNAME NOT IN (");
      sql.append(
          String.join(", ", settings.excludedUsers().stream().map(MiningSql::text).toList()));
      sql.append("))");
    }
    sql.append(')');
    if (objects.capturesLobs()) {
      sql.append(" OR ").append(LOB_MARKS);
    }
    return sql.append(')').toString();
  }

  private static String ofTables(CapturedObjects objects, int perList) {
    List<String> alternatives = new ArrayList<>();
    List<Long> ids = objects.objectIds();
    for (int from = 0; from < ids.size(); from += perList) {
      List<String> some =
          ids.subList(from, Math.min(ids.size(), from + perList)).stream()
              .map(String::valueOf)
              .toList();
      alternatives.add("C.DATA_OBJ# IN (" + String.join(", ", some) + ")");
    }
    for (TableId table : objects.tablesByName()) {
      alternatives.add(
          "(C.SEG_OWNER = "
              + text(table.owner())
              + " AND C.TABLE_NAME = "
              + text(table.name())
              + ")");
    }
    alternatives.add(LOST_NAMES);
    return String.join(" OR ", alternatives);
  }

  private static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  static List<String> all(String... contents) {
    List<String> texts =
        new ArrayList<>(
            List.of(
                IDENTITY,
                THREADS,
                ONLINE_LOGS,
                MEMBERS,
                ARCHIVED_LOGS,
                DESTINATIONS,
                OPEN_TRANSACTIONS,
                ACTIVE_TRANSACTIONS,
                IN_DOUBT,
                ALL_IN_DOUBT,
                OPEN_MODE,
                ADD_FIRST,
                ADD_NEXT,
                START,
                START_RANGE,
                END));
    texts.addAll(List.of(contents));
    return texts;
  }
}
