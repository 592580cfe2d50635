package io.oraclecdc.auditor;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The database user of Debezium's connector, with the grants its manual lists. */
final class CaptureUser {
  static final String NAME = "DBZUSER";

  /** His name in a container database. */
  static final String COMMON_NAME = "C##DBZUSER";

  static final String PASSWORD = "dbz";

  private static final List<String> GRANTS =
      List.of(
          "CREATE SESSION",
          "FLASHBACK ANY TABLE",
          "SELECT ANY TABLE",
          "SELECT_CATALOG_ROLE",
          "EXECUTE_CATALOG_ROLE",
          "SELECT ANY TRANSACTION",
          "LOGMINING",
          "CREATE TABLE",
          "LOCK ANY TABLE",
          "CREATE SEQUENCE",
          "EXECUTE ON DBMS_LOGMNR",
          "EXECUTE ON DBMS_LOGMNR_D");

  private static final List<String> VIEWS =
      List.of(
          "DATABASE",
          "LOG",
          "LOG_HISTORY",
          "LOGMNR_LOGS",
          "LOGMNR_CONTENTS",
          "LOGMNR_PARAMETERS",
          "LOGFILE",
          "ARCHIVED_LOG",
          "ARCHIVE_DEST_STATUS",
          "TRANSACTION",
          "MYSTAT",
          "STATNAME");

  private CaptureUser() {}

  /**
   * Creates the user.
   *
   * @param common whether the database is a container database: then a common user with the grants
   *     in all containers
   */
  static void create(OracleSimulator database, boolean common) throws SQLException {
    String name = common ? COMMON_NAME : NAME;
    String everywhere = common ? " CONTAINER = ALL" : "";
    try (Connection sys = database.connectSys();
        Statement statement = sys.createStatement()) {
      statement.execute(
          "CREATE USER "
              + name
              + " IDENTIFIED BY "
              + PASSWORD
              + " DEFAULT TABLESPACE USERS QUOTA UNLIMITED ON USERS"
              + everywhere);
      if (common) {
        statement.execute("GRANT SET CONTAINER TO " + name + everywhere);
      }
      for (String grant : GRANTS) {
        statement.execute("GRANT " + grant + " TO " + name + everywhere);
      }
      for (String view : VIEWS) {
        statement.execute("GRANT SELECT ON V_$" + view + " TO " + name + everywhere);
      }
    }
  }
}
