package io.oraclecdc.testkit.simulator.topology;

import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import java.util.List;

/** Plain JDBC mining in a session, over all logs it can see. */
final class Mining {
  private Mining() {}

  /** Registers every archived log that is there and every online log that is not archived. */
  static void registerAll(SqlConsole console) throws SQLException {
    String add = "NEW";
    for (String name :
        console.rows(
            "SELECT A.NAME FROM V$ARCHIVED_LOG A JOIN V$DATABASE D"
                + " ON A.RESETLOGS_CHANGE# = D.RESETLOGS_CHANGE#"
                + " AND A.RESETLOGS_TIME = D.RESETLOGS_TIME WHERE A.STATUS = 'A'"
                + " AND A.NAME IS NOT NULL AND A.STANDBY_DEST = 'NO' AND A.DEST_ID = 1"
                + " ORDER BY A.THREAD#, A.SEQUENCE#")) {
      register(console, name, add);
      add = "ADDFILE";
    }
    for (String name :
        console.rows(
            "SELECT F.MEMBER FROM V$LOG L JOIN V$LOGFILE F ON F.GROUP# = L.GROUP#"
                + " WHERE L.STATUS <> 'UNUSED' AND L.ARCHIVED = 'NO' AND F.TYPE = 'ONLINE'"
                + " ORDER BY L.THREAD#, L.SEQUENCE#")) {
      register(console, name, add);
      add = "ADDFILE";
    }
  }

  static void register(SqlConsole console, String name, String option) throws SQLException {
    console.update(
        "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR."
            + option
            + "); END;",
        name);
  }

  static final String START =
      "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG"
          + " + DBMS_LOGMNR.NO_ROWID_IN_STMT + DBMS_LOGMNR.NO_SQL_DELIMITER); END;";

  static final String START_AT =
      "BEGIN DBMS_LOGMNR.START_LOGMNR(STARTSCN => ?, OPTIONS =>"
          + " DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG + DBMS_LOGMNR.NO_ROWID_IN_STMT"
          + " + DBMS_LOGMNR.NO_SQL_DELIMITER); END;";

  /** Columns of the rows of tables, over everything. */
  static List<String> rows(SqlConsole console, String columns) throws SQLException {
    registerAll(console);
    console.run(START);
    return console.rows(
        "SELECT " + columns + " FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE IN (1, 2, 3)");
  }
}
