package io.oraclecdc.testkit.simulator;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the redo of a simulator the way a capture does, in one session. */
public final class MinedRedo {
  private MinedRedo() {}

  /** The same, whichever way the simulator is reached. */
  public static List<String> of(SimulatorUnderTest simulator) throws SQLException {
    return of(simulator.simulator());
  }

  /** The same, whichever way the simulator is reached. */
  public static List<String> withEnds(SimulatorUnderTest simulator) throws SQLException {
    return withEnds(simulator.simulator());
  }

  /** The same, whichever way the simulator is reached. */
  public static List<String> ddl(SimulatorUnderTest simulator) throws SQLException {
    return ddl(simulator.simulator());
  }

  /** Changes of rows in the current log as {@code OPERATION[ rb] SQL_REDO}. */
  public static List<String> of(OracleSimulator simulator) throws SQLException {
    return rows(simulator, "OPERATION_CODE IN (1, 2, 3)");
  }

  /** The same with COMMIT and ROLLBACK rows of transactions that changed rows. */
  public static List<String> withEnds(OracleSimulator simulator) throws SQLException {
    List<String> rows = rows(simulator, "OPERATION_CODE IN (1, 2, 3, 5, 7, 36)");
    List<String> result = new ArrayList<>();
    boolean afterDdl = false;
    for (String row : rows) {
      if (!afterDdl && !row.startsWith("DDL")) {
        result.add(row);
      }
      afterDdl = row.startsWith("DDL");
    }
    return result;
  }

  /** DDL texts of the current log. */
  public static List<String> ddl(OracleSimulator simulator) throws SQLException {
    return rows(simulator, "OPERATION_CODE = 5");
  }

  private static List<String> rows(OracleSimulator simulator, String condition)
      throws SQLException {
    List<String> result = new ArrayList<>();
    try (Connection connection = simulator.connectCapture();
        SqlConsole console = new SqlConsole(connection)) {
      console.run("ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS'");
      String file =
          console.one(
              "SELECT F.MEMBER FROM V$LOG L, V$LOGFILE F"
                  + " WHERE L.GROUP# = F.GROUP# AND L.STATUS = 'CURRENT'");
      console.update(
          "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR.NEW); END;",
          file);
      console.run(
          "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG"
              + " + DBMS_LOGMNR.NO_ROWID_IN_STMT + DBMS_LOGMNR.NO_SQL_DELIMITER); END;");
      try (PreparedStatement statement =
              connection.prepareStatement(
                  "SELECT OPERATION, ROLLBACK, SQL_REDO FROM V$LOGMNR_CONTENTS WHERE "
                      + condition);
          ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String undo = rows.getInt(2) == 1 ? " rb " : " ";
          result.add(rows.getString(1) + undo + rows.getString(3));
        }
      }
    }
    return result;
  }
}
