package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Everything LogMiner shows of all logs that are there, as text. */
final class RedoRows {
  private RedoRows() {}

  /** Rows of all archived logs and of the current one. */
  static List<String> all(OracleSimulator simulator) throws SQLException {
    try (Connection connection = simulator.connectCapture();
        SqlConsole console = new SqlConsole(connection)) {
      return all(console);
    }
  }

  static List<String> all(SqlConsole console) throws SQLException {
    start(console);
    return console.rows(
        "SELECT SCN, COMMIT_SCN, THREAD#, RS_ID, SSN, CSF, RAWTOHEX(XID), OPERATION_CODE,"
            + " ROLLBACK, STATUS, SEG_OWNER, TABLE_NAME, DATA_OBJ#, DATA_OBJD#, ROW_ID,"
            + " TO_CHAR(TIMESTAMP), USERNAME, SQL_REDO FROM V$LOGMNR_CONTENTS");
  }

  /** Lets a session mine all logs that are there. */
  static void start(SqlConsole console) throws SQLException {
    console.run(
        "ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS'",
        "ALTER SESSION SET NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF'");
    List<String> files =
        console.rows(
            "SELECT NAME FROM V$ARCHIVED_LOG WHERE DELETED = 'NO' AND DEST_ID = 1"
                + " ORDER BY SEQUENCE#");
    String current =
        console.one(
            "SELECT F.MEMBER FROM V$LOG L, V$LOGFILE F"
                + " WHERE L.GROUP# = F.GROUP# AND L.STATUS = 'CURRENT'");
    String option = "DBMS_LOGMNR.NEW";
    for (String file : files) {
      add(console, file, option);
      option = "DBMS_LOGMNR.ADDFILE";
    }
    add(console, current, option);
    console.run(
        "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG"
            + " + DBMS_LOGMNR.NO_SQL_DELIMITER); END;");
  }

  private static void add(SqlConsole console, String file, String option) throws SQLException {
    console.update(
        "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => " + option + "); END;", file);
  }
}
