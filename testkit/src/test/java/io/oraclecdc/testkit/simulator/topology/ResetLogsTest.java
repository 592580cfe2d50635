package io.oraclecdc.testkit.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResetLogsTest {
  private OracleSimulator oracle;

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.builder("resetlogs").threads(2).start();
    write("CREATE TABLE t (id NUMBER(9) PRIMARY KEY)");
    oracle.switchLog();
  }

  @AfterEach
  void stop() throws SQLException {
    oracle.close();
  }

  private void write(String... statements) throws SQLException {
    try (SqlConsole app = new SqlConsole(oracle.connect(1, "APP", "app"))) {
      app.run(statements);
    }
  }

  @Test
  void aNewIncarnationBeginsWithSequenceOne() throws SQLException {
    write("INSERT INTO t VALUES (1)");
    String first;
    String oldName;
    try (SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      first = sys.one("SELECT RESETLOGS_CHANGE# FROM V$DATABASE");
      oldName = sys.one("SELECT NAME FROM V$ARCHIVED_LOG WHERE THREAD# = 1");
    }
    oracle.cluster().resetLogs();
    write("INSERT INTO t VALUES (2)");
    try (SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      assertThat(
              sys.rows(
                  "SELECT INCARNATION#, STATUS, PRIOR_INCARNATION# FROM V$DATABASE_INCARNATION"
                      + " ORDER BY 1"))
          .containsExactly("1|PARENT|0", "2|CURRENT|1");
      assertThat(
              sys.one(
                  "SELECT COUNT(*) FROM V$DATABASE D JOIN V$DATABASE_INCARNATION I"
                      + " ON I.RESETLOGS_CHANGE# = D.RESETLOGS_CHANGE# AND I.STATUS = 'CURRENT'"
                      + " WHERE D.PRIOR_RESETLOGS_CHANGE# = ?",
                  Long.valueOf(first)))
          .isEqualTo("1");
      assertThat(sys.rows("SELECT THREAD#, SEQUENCE# FROM V$LOG WHERE STATUS = 'CURRENT'"))
          .containsExactly("1|1", "2|1");
      assertThat(
              sys.rows(
                  "SELECT THREAD#, SEQUENCE# FROM V$ARCHIVED_LOG WHERE RESETLOGS_CHANGE# = ?"
                      + " ORDER BY 1, 2",
                  Long.valueOf(first)))
          .containsExactly("1|1", "1|2", "2|1");
      oracle.redo().switchLog(1);
      List<String> both =
          sys.rows(
              "SELECT NAME FROM V$ARCHIVED_LOG WHERE THREAD# = 1 AND SEQUENCE# = 1 ORDER BY RECID");
      assertThat(both).hasSize(2).doesNotHaveDuplicates().contains(oldName);
      Mining.register(sys, both.get(1), "NEW");
      assertThat(sys.fails("BEGIN DBMS_LOGMNR.ADD_LOGFILE(?, DBMS_LOGMNR.ADDFILE); END;", oldName))
          .isEqualTo(1287);
      assertThat(Mining.rows(sys, "THREAD#, RBASQN")).containsExactly("1|1");
      assertThat(sys.one("SELECT COUNT(*) FROM app.t")).isEqualTo("2");
    }
  }

  @Test
  void openResetlogsIsAStatementOfAMountedDatabase() throws SQLException {
    SqlConsole app = new SqlConsole(oracle.connect(2, "APP", "app"));
    app.connection().setAutoCommit(false);
    app.run("INSERT INTO t VALUES (9)");
    try (SqlConsole sys = new SqlConsole(oracle.connect(1, "SYS", "oracle"))) {
      assertThat(sys.fails("ALTER DATABASE OPEN RESETLOGS")).isEqualTo(1531);
      assertThat(sys.fails("ALTER DATABASE RECOVER DATABASE UNTIL CANCEL")).isEqualTo(1126);
    }
    oracle.cluster().mount();
    assertThat(app.fails("COMMIT")).isEqualTo(1089);
    assertThat(SqlConsole.failure(() -> oracle.connectApp()).getErrorCode()).isEqualTo(1033);
    try (SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      assertThat(sys.one("SELECT OPEN_MODE FROM V$DATABASE")).isEqualTo("MOUNTED");
      assertThat(sys.one("SELECT STATUS FROM V$INSTANCE")).isEqualTo("MOUNTED");
      assertThat(sys.fails("SELECT * FROM app.t")).isEqualTo(1219);
      assertThat(sys.fails("SELECT * FROM DBA_TABLES")).isEqualTo(1219);
      assertThat(sys.fails("INSERT INTO app.t VALUES (1)")).isEqualTo(1109);
      assertThat(sys.fails("ALTER DATABASE OPEN RESETLOGS")).isEqualTo(1139);
      sys.run("ALTER DATABASE RECOVER DATABASE UNTIL CANCEL", "ALTER DATABASE RECOVER CANCEL");
      assertThat(sys.fails("ALTER DATABASE OPEN")).isEqualTo(1589);
      sys.run("ALTER DATABASE OPEN RESETLOGS");
      assertThat(sys.one("SELECT OPEN_MODE FROM V$DATABASE")).isEqualTo("READ WRITE");
      assertThat(sys.one("SELECT COUNT(*) FROM app.t")).isEqualTo("0");
    }
    oracle.cluster().startup(2);
    try (SqlConsole again = new SqlConsole(oracle.connect(2, "APP", "app"))) {
      again.run("INSERT INTO t VALUES (2)");
    }
  }

  @Test
  void aMountedDatabaseOpensAsItWas() throws SQLException {
    oracle.cluster().mount();
    try (SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      sys.run("ALTER DATABASE OPEN");
      assertThat(sys.one("SELECT COUNT(*) FROM V$DATABASE_INCARNATION")).isEqualTo("1");
      assertThat(sys.rows("SELECT THREAD#, STATUS FROM V$THREAD ORDER BY 1"))
          .containsExactly("1|OPEN", "2|CLOSED");
    }
    write("INSERT INTO t VALUES (1)");
  }
}
