package io.oraclecdc.testkit.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PrivilegesTest {
  private static final String ADD =
      "BEGIN DBMS_LOGMNR.ADD_LOGFILE('/u01/oradata/redo/redo01.log', DBMS_LOGMNR.NEW); END;";
  private static final String START =
      "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG); END;";

  private interface Check {
    void run(SqlConsole capture) throws SQLException;
  }

  private static void without(String privilege, Check check) throws SQLException {
    try (OracleSimulator simulator =
        OracleSimulator.builder("priv").withoutPrivilege(privilege).start()) {
      try (SqlConsole app = new SqlConsole(simulator.connectApp())) {
        app.run("CREATE TABLE t (id NUMBER)", "INSERT INTO t VALUES (1)");
      }
      try (SqlConsole capture = new SqlConsole(simulator.connectCapture())) {
        check.run(capture);
      }
    }
  }

  @Test
  void withoutLogmining() throws SQLException {
    without("LOGMINING", capture -> assertThat(capture.fails(ADD)).isEqualTo(1031));
  }

  @Test
  void withoutSelectAnyTransaction() throws SQLException {
    without(
        "SELECT ANY TRANSACTION",
        capture -> {
          capture.run(ADD, START);
          assertThat(capture.fails("SELECT SCN FROM V$LOGMNR_CONTENTS")).isEqualTo(1031);
        });
  }

  @Test
  void withoutExecuteOnThePackage() throws SQLException {
    without(
        "EXECUTE ON DBMS_LOGMNR",
        capture ->
            assertThat(capture.message(ADD))
                .startsWith("ORA-06550")
                .contains("PLS-00201: identifier 'DBMS_LOGMNR' must be declared"));
  }

  @Test
  void withoutTheCatalogRole() throws SQLException {
    without(
        "SELECT_CATALOG_ROLE",
        capture -> {
          assertThat(capture.fails("SELECT CURRENT_SCN FROM V$DATABASE")).isEqualTo(942);
          assertThat(capture.fails("SELECT * FROM DBA_TABLES")).isEqualTo(942);
          assertThat(capture.one("SELECT COUNT(*) FROM ALL_TABLES")).isEqualTo("1");
        });
  }

  @Test
  void withoutSelectAnyTable() throws SQLException {
    without(
        "SELECT ANY TABLE",
        capture -> {
          assertThat(capture.fails("SELECT * FROM APP.T")).isEqualTo(942);
          assertThat(capture.one("SELECT COUNT(*) FROM ALL_TABLES")).isEqualTo("0");
          assertThat(capture.one("SELECT COUNT(*) FROM DBA_TABLES")).isEqualTo("1");
        });
  }

  @Test
  void withoutCreateSession() throws SQLException {
    try (OracleSimulator simulator =
        OracleSimulator.builder("priv").withoutPrivilege("CREATE SESSION").start()) {
      assertThat(SqlConsole.failure(simulator::connectCapture).getErrorCode()).isEqualTo(1045);
    }
  }

  @Test
  void singleViewsCanBeGranted() throws SQLException {
    try (OracleSimulator simulator =
            OracleSimulator.builder("priv").withViewsOnly("V_$DATABASE", "DBA_TAB_COLS").start();
        SqlConsole capture = new SqlConsole(simulator.connectCapture())) {
      assertThat(capture.one("SELECT LOG_MODE FROM V$DATABASE")).isEqualTo("ARCHIVELOG");
      assertThat(capture.rows("SELECT * FROM DBA_TAB_COLS")).isEmpty();
      assertThat(capture.fails("SELECT * FROM V$LOG")).isEqualTo(942);
      assertThat(capture.fails("SELECT * FROM DBA_OBJECTS")).isEqualTo(942);
    }
  }

  @Test
  void aSetupScriptMakesACaptureUser() throws SQLException {
    try (OracleSimulator simulator = OracleSimulator.start("priv")) {
      try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
        sys.run(
            "CREATE USER c##other IDENTIFIED BY \"Secret1\" DEFAULT TABLESPACE users QUOTA UNLIMITED"
                + " ON users CONTAINER=ALL",
            "GRANT CREATE SESSION, LOGMINING, SELECT ANY TRANSACTION TO c##other CONTAINER=ALL",
            "GRANT EXECUTE_CATALOG_ROLE, SELECT_CATALOG_ROLE TO c##other",
            "GRANT EXECUTE ON DBMS_LOGMNR TO c##other",
            "GRANT SELECT ON V_$DATABASE TO c##other",
            "GRANT SELECT ON V_$LOG TO c##other",
            "ALTER USER c##other SET CONTAINER_DATA=ALL CONTAINER=CURRENT");
        assertThat(sys.fails("GRANT NONSENSE PRIVILEGE TO c##other")).isEqualTo(990);
        assertThat(sys.fails("GRANT nosuchrole TO c##other")).isEqualTo(1919);
        assertThat(sys.fails("GRANT CREATE SESSION TO nobody")).isEqualTo(1917);
        assertThat(sys.fails("CREATE USER c##other IDENTIFIED BY x")).isEqualTo(1920);
      }
      try (SqlConsole other = new SqlConsole(simulator.connect("c##other", "Secret1"))) {
        other.run(ADD, START);
        assertThat(other.rows("SELECT PRIVILEGE FROM SESSION_PRIVS ORDER BY 1"))
            .containsExactly("CREATE SESSION", "LOGMINING", "SELECT ANY TRANSACTION");
        assertThat(other.rows("SELECT ROLE FROM SESSION_ROLES ORDER BY 1"))
            .containsExactly("EXECUTE_CATALOG_ROLE", "SELECT_CATALOG_ROLE");
        assertThat(other.rows("SELECT TABLE_NAME, PRIVILEGE FROM USER_TAB_PRIVS ORDER BY 1"))
            .containsExactly("DBMS_LOGMNR|EXECUTE", "V_$DATABASE|SELECT", "V_$LOG|SELECT");
      }
      try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
        sys.run("ALTER USER c##other ACCOUNT LOCK");
      }
      assertThat(SqlConsole.failure(() -> simulator.connect("c##other", "Secret1")).getErrorCode())
          .isEqualTo(28000);
    }
  }

  @Test
  void objectPrivilegesBetweenUsers() throws SQLException {
    try (OracleSimulator simulator =
            OracleSimulator.builder("priv").user("OTHER", "other").start();
        SqlConsole app = new SqlConsole(simulator.connectApp());
        SqlConsole other = new SqlConsole(simulator.connect("OTHER", "other"))) {
      app.run(
          "CREATE TABLE t (id NUMBER)",
          "CREATE VIEW v AS SELECT id + 1 AS nxt FROM t",
          "INSERT INTO t VALUES (1)");
      assertThat(other.fails("SELECT * FROM app.t")).isEqualTo(942);
      app.run("GRANT SELECT ON t TO other");
      assertThat(other.one("SELECT * FROM app.t")).isEqualTo("1");
      assertThat(other.fails("INSERT INTO app.t VALUES (2)")).isEqualTo(1031);
      app.run("GRANT INSERT, DELETE ON t TO PUBLIC", "GRANT SELECT ON v TO other");
      other.run("INSERT INTO app.t VALUES (2)", "DELETE FROM app.t WHERE id = 2");
      app.run("REVOKE SELECT ON t FROM other");
      assertThat(other.fails("SELECT * FROM app.t")).isEqualTo(1031);
      assertThat(other.one("SELECT nxt FROM app.v")).isEqualTo("2");
      assertThat(other.fails("DROP TABLE app.t")).isIn(942, 1031);
      assertThat(other.fails("CREATE TABLE app.u (a NUMBER)")).isEqualTo(1031);
      assertThat(other.fails("ALTER SYSTEM SWITCH LOGFILE")).isEqualTo(1031);
      assertThat(other.fails("ALTER DATABASE ADD SUPPLEMENTAL LOG DATA")).isEqualTo(1031);
      other.run("ALTER SESSION SET CURRENT_SCHEMA = APP");
      assertThat(other.one("SELECT nxt FROM v")).isEqualTo("2");
    }
  }
}
