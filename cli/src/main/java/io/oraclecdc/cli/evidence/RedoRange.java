package io.oraclecdc.cli.evidence;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads what lies between two SCNs through one LogMiner session. */
final class RedoRange {
  private static final String ROWS =
      "SELECT SCN, XID, OPERATION, OPERATION_CODE, ROLLBACK, SEG_OWNER, SEG_NAME,"
          + " ROW_ID, RS_ID, SSN, THREAD#, CSF, STATUS, INFO, SEQUENCE#, SRC_CON_ID, SQL_REDO,"
          + " TABLE_NAME, DATA_OBJ#, USERNAME, OS_USERNAME, SRC_CON_NAME, XIDUSN, XIDSLT, XIDSQN"
          + " FROM V$LOGMNR_CONTENTS";
  private static final String ARCHIVED =
      "SELECT THREAD#, SEQUENCE#, NAME FROM V$ARCHIVED_LOG WHERE NEXT_CHANGE# > ? AND NAME IS NOT"
          + " NULL AND ARCHIVED = 'YES' AND DELETED = 'NO' ORDER BY DEST_ID DESC";
  private static final String ONLINE =
      "SELECT L.THREAD#, L.SEQUENCE#, MIN(F.MEMBER) FROM V$LOG L JOIN V$LOGFILE F ON F.GROUP# ="
          + " L.GROUP# WHERE L.STATUS <> 'UNUSED' AND L.NEXT_CHANGE# > ? GROUP BY L.THREAD#,"
          + " L.SEQUENCE#";

  private static final Set<String> OPTIONS =
      Set.of(
          "STRING_LITERALS_IN_STMT",
          "COMMITTED_DATA_ONLY",
          "DICT_FROM_REDO_LOGS",
          "DDL_DICT_TRACKING");

  private final Connection connection;
  private final EvidenceEntry entry;
  private final EvidenceSettings settings;
  private final List<EvidenceRow> all = new ArrayList<>();

  RedoRange(Connection connection, EvidenceEntry entry, EvidenceSettings settings) {
    this.connection = connection;
    this.entry = entry;
    this.settings = settings;
  }

  static long currentScn(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT CURRENT_SCN FROM V$DATABASE")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  EvidenceResult read(long begin, long end) throws SQLException {
    session();
    String error = "";
    try {
      addLogs(begin);
      start(begin, entry.mines("EQUAL_BOUNDS") ? begin : end);
      rows();
    } catch (SQLException e) {
      error = "ORA-%05d".formatted(e.getErrorCode());
    } finally {
      end();
    }
    Set<String> own =
        all.stream()
            .filter(this::isOwn)
            .filter(row -> !row.hasZeroXid())
            .map(EvidenceRow::slot)
            .collect(Collectors.toSet());
    Set<Long> objects =
        all.stream().filter(this::isOwn).map(EvidenceRow::object).collect(Collectors.toSet());
    List<EvidenceRow> rows =
        all.stream()
            .filter(row -> isOwn(row) || own.contains(row.slot()))
            .filter(row -> row.code() != 0 || objects.contains(row.object()))
            .toList();
    boolean ended =
        entry.mines("OVERWRITTEN")
            && error.isEmpty()
            && rows.stream().noneMatch(r -> r.code() == 7);
    return new EvidenceResult(rows, all, ended ? "ended early" : error, "");
  }

  private boolean isOwn(EvidenceRow row) {
    return settings.owner().equals(row.owner())
        && row.table() != null
        && row.table().startsWith(Catalogue.PREFIX);
  }

  private void session() throws SQLException {
    run("ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS'");
    run("ALTER SESSION SET NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF9'");
    run("ALTER SESSION SET NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM'");
    run("ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,'");
    run("ALTER SESSION SET TIME_ZONE = '00:00'");
    for (String word : entry.mine()) {
      if (word.contains("=")) {
        run("ALTER SESSION SET " + word.replaceFirst("=", " = "));
      }
    }
  }

  private void run(String sql) throws SQLException {
    run(connection, sql);
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void addLogs(long begin) throws SQLException {
    Map<String, String> files = new LinkedHashMap<>();
    // the overwritten log has to be read from where it is overwritten
    for (String query : entry.mines("OVERWRITTEN") ? List.of(ONLINE) : List.of(ONLINE, ARCHIVED)) {
      try (PreparedStatement statement = connection.prepareStatement(query)) {
        statement.setLong(1, begin);
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            files.put(rows.getLong(1) + "/" + rows.getLong(2), rows.getString(3));
          }
        }
      }
    }
    if (entry.mines("WITHOUT_MIDDLE_LOG") && files.size() > 2) {
      String middle = files.keySet().stream().sorted(RedoRange::bySequence).toList().get(1);
      files.remove(middle);
    }
    boolean first = true;
    for (String file : files.values()) {
      call(
          "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR."
              + (first ? "NEW" : "ADDFILE")
              + "); END;",
          file);
      first = false;
    }
  }

  private static int bySequence(String one, String other) {
    return Long.compare(
        Long.parseLong(one.substring(one.indexOf('/') + 1)),
        Long.parseLong(other.substring(other.indexOf('/') + 1)));
  }

  private void start(long begin, long end) throws SQLException {
    String options =
        (entry.mines("DICT_FROM_REDO_LOGS") ? "" : "DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG + ")
            + "DBMS_LOGMNR.NO_ROWID_IN_STMT"
            + (entry.mines("DELIMITER") ? "" : " + DBMS_LOGMNR.NO_SQL_DELIMITER");
    for (String word : entry.mine()) {
      if (OPTIONS.contains(word)) {
        options += " + DBMS_LOGMNR." + word;
      }
    }
    call(
        "BEGIN DBMS_LOGMNR.START_LOGMNR(STARTSCN => ?, ENDSCN => ?, OPTIONS => "
            + options
            + "); END;",
        begin,
        end);
  }

  private void call(String block, Object... binds) throws SQLException {
    try (CallableStatement call = connection.prepareCall(block)) {
      for (int i = 0; i < binds.length; i++) {
        call.setObject(i + 1, binds[i]);
      }
      call.execute();
    }
  }

  private void rows() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (entry.mines("OVERWRITTEN")) {
        statement.setFetchSize(2);
      }
      try (ResultSet rows = statement.executeQuery(ROWS)) {
        while (rows.next()) {
          all.add(row(rows));
          if (all.size() == 1 && entry.mines("OVERWRITTEN")) {
            overwrite();
          }
        }
      }
    }
  }

  private static EvidenceRow row(ResultSet rows) throws SQLException {
    int code = rows.getInt(4);
    String table = rows.getString(18);
    return new EvidenceRow(
        rows.getLong(1),
        String.valueOf(rows.getString(2)),
        rows.getString(3),
        code,
        rows.getInt(5) == 1,
        rows.getString(6),
        table,
        rows.getString(8),
        String.valueOf(rows.getString(9)),
        rows.getLong(10),
        rows.getLong(11),
        rows.getInt(12),
        rows.getInt(13),
        rows.getString(14),
        rows.getLong(15),
        rows.getLong(16),
        rows.getString(17),
        rows.getString(7),
        rows.getLong(19),
        rows.getString(20),
        rows.getString(21),
        rows.getString(22),
        new EvidenceRow.XidNumbers(rows.getLong(23), rows.getLong(24), rows.getLong(25)));
  }

  /** Switches, in another session, until every group has been used again. */
  private void overwrite() throws SQLException {
    try (Connection other = settings.connectMining();
        Statement statement = other.createStatement()) {
      int groups;
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM V$LOG")) {
        rows.next();
        groups = rows.getInt(1);
      }
      for (int i = 0; i <= groups; i++) {
        run(other, "ALTER SYSTEM SWITCH LOGFILE");
      }
    }
  }

  private void end() throws SQLException {
    try {
      run("BEGIN DBMS_LOGMNR.END_LOGMNR; END;");
    } catch (SQLException e) {
      if (e.getErrorCode() != 1307) {
        throw e;
      }
    }
  }
}
