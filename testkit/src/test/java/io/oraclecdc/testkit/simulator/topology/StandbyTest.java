package io.oraclecdc.testkit.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SimulatedStandby;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StandbyTest {
  private OracleSimulator oracle;
  private SimulatedStandby standby;
  private SqlConsole there;

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.start("primary");
    standby = oracle.standby("stby", 2);
    write(
        "CREATE TABLE t (id NUMBER(9) PRIMARY KEY, v VARCHAR2(20))",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO t VALUES (1, 'one')");
    there = new SqlConsole(standby.connectCapture());
  }

  @AfterEach
  void stop() throws SQLException {
    there.close();
    standby.close();
    oracle.close();
  }

  private void write(String... statements) throws SQLException {
    try (SqlConsole app = new SqlConsole(oracle.connectApp())) {
      app.run(statements);
    }
  }

  @Test
  void itSaysWhatItIs() throws SQLException {
    assertThat(
            there.one(
                "SELECT DATABASE_ROLE, OPEN_MODE, CONTROLFILE_TYPE, DB_UNIQUE_NAME FROM"
                    + " V$DATABASE"))
        .isEqualTo("PHYSICAL STANDBY|READ ONLY WITH APPLY|STANDBY|stby");
    assertThat(there.value("SYS_CONTEXT('USERENV', 'DATABASE_ROLE')"))
        .isEqualTo("PHYSICAL STANDBY");
    try (SqlConsole primary = new SqlConsole(oracle.connectCapture())) {
      String identity = "SELECT DBID, NAME, RESETLOGS_CHANGE#, RESETLOGS_TIME FROM V$DATABASE";
      assertThat(there.one(identity)).isEqualTo(primary.one(identity));
      assertThat(primary.one("SELECT DATABASE_ROLE FROM V$DATABASE")).isEqualTo("PRIMARY");
    }
    standby.site().holdApply();
    assertThat(there.one("SELECT OPEN_MODE FROM V$DATABASE")).isEqualTo("READ ONLY");
    assertThat(there.one("SELECT COUNT(*) FROM V$LOG WHERE STATUS = 'UNUSED'")).isEqualTo("3");
    assertThat(there.rows("SELECT THREAD#, SEQUENCE#, STATUS FROM V$STANDBY_LOG ORDER BY GROUP#"))
        .containsExactly("1|1|ACTIVE", "1|0|UNASSIGNED", "1|0|UNASSIGNED", "1|0|UNASSIGNED");
    assertThat(there.one("SELECT COUNT(*) FROM V$LOGFILE WHERE TYPE = 'STANDBY'")).isEqualTo("4");
  }

  @Test
  void nothingCanBeWritten() throws SQLException {
    try (SqlConsole app = new SqlConsole(standby.connect("APP", "app"))) {
      assertThat(app.fails("INSERT INTO t VALUES (2, 'x')")).isEqualTo(16000);
      assertThat(app.fails("CREATE TABLE u (id NUMBER)")).isEqualTo(16000);
      assertThat(app.fails("BEGIN DELETE FROM t; END;")).isEqualTo(16000);
    }
  }

  @Test
  void deliveredLogsAreMinedThere() throws SQLException {
    assertThat(there.rows("SELECT NAME FROM V$ARCHIVED_LOG")).isEmpty();
    oracle.switchLog();
    write("INSERT INTO t VALUES (2, 'not delivered')");
    assertThat(
            there.one(
                "SELECT NAME, DEST_ID, STANDBY_DEST, REGISTRAR, APPLIED, STATUS FROM"
                    + " V$ARCHIVED_LOG"))
        .startsWith("/u01/oradata/stby/1_1_")
        .endsWith(".dbf|1|NO|RFS|YES|A");
    assertThat(Mining.rows(there, "SQL_REDO"))
        .containsExactly("insert into \"APP\".\"T\"(\"ID\",\"V\") values ('1','one')");
    try (SqlConsole primary = new SqlConsole(oracle.connectCapture())) {
      assertThat(
              primary.one(
                  "SELECT NAME, STANDBY_DEST, APPLIED FROM V$ARCHIVED_LOG WHERE DEST_ID = 2"))
          .isEqualTo("stby|YES|YES");
      String ofPrimary = primary.one("SELECT NAME FROM V$ARCHIVED_LOG WHERE DEST_ID = 1");
      assertThat(there.fails("BEGIN DBMS_LOGMNR.ADD_LOGFILE(?, DBMS_LOGMNR.NEW); END;", ofPrimary))
          .isEqualTo(1284);
    }
  }

  @Test
  void itsScnIsWhatIsApplied() throws SQLException {
    oracle.switchLog();
    long applied = Long.parseLong(there.one("SELECT CURRENT_SCN FROM V$DATABASE"));
    assertThat(there.one("SELECT COUNT(*) FROM V$ARCHIVED_LOG WHERE NEXT_CHANGE# = ?", applied + 1))
        .isEqualTo("1");
    assertThat(there.one("SELECT COUNT(*) FROM app.t")).isEqualTo("1");
    standby.site().holdApply();
    write("INSERT INTO t VALUES (2, 'two')");
    oracle.switchLog();
    assertThat(there.one("SELECT CURRENT_SCN FROM V$DATABASE")).isEqualTo(Long.toString(applied));
    assertThat(there.rows("SELECT SEQUENCE#, APPLIED FROM V$ARCHIVED_LOG ORDER BY 1"))
        .containsExactly("1|YES", "2|NO");
    assertThat(standby.site().lagScns()).isPositive();
    assertThat(there.error("SELECT COUNT(*) FROM app.t").getErrorCode()).isEqualTo(600);
    standby.site().releaseApply();
    assertThat(there.one("SELECT COUNT(*) FROM app.t")).isEqualTo("2");
    standby.site().realTimeApply(true);
    write("INSERT INTO t VALUES (3, 'three')");
    assertThat(standby.site().lagScns()).isZero();
    assertThat(there.one("SELECT COUNT(*) FROM app.t")).isEqualTo("3");
  }

  @Test
  void aLogThatIsNotDeliveredIsNotThere() throws SQLException {
    oracle.redoControl().holdDestination(2);
    oracle.switchLog();
    oracle.switchLog();
    assertThat(there.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG")).isEmpty();
    oracle.redoControl().releaseDestination(2, 1);
    assertThat(there.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG")).containsExactly("1");
  }

  @Test
  void ofAClusterItAppliesWhatAllEnabledThreadsDelivered() throws SQLException {
    try (OracleSimulator cluster = OracleSimulator.builder("primary-rac").threads(2).start();
        SimulatedStandby second = cluster.standby("stby-rac", 2);
        SqlConsole sys = new SqlConsole(cluster.connect(1, "SYS", "oracle"))) {
      long before = second.site().appliedScn();
      cluster.redo().switchLog(1);
      assertThat(second.site().appliedScn()).isEqualTo(before);
      cluster.redo().switchLog(2);
      cluster.redo().switchLog(1);
      assertThat(second.site().appliedScn()).isGreaterThan(before);
      cluster.cluster().shutdown(2);
      sys.run("ALTER DATABASE DISABLE THREAD 2");
      long disabled = cluster.currentScn();
      cluster.redo().switchLog(1);
      assertThat(second.site().appliedScn()).isGreaterThanOrEqualTo(disabled);
    }
  }

  @Test
  void mountedItLetsOnlySysIn() throws SQLException {
    standby.mounted(true);
    assertThat(there.fails("SELECT 1 FROM DUAL")).isEqualTo(3113);
    assertThat(SqlConsole.failure(() -> standby.connectCapture()).getErrorCode()).isEqualTo(1033);
    try (SqlConsole sys = new SqlConsole(standby.connect("SYS", "oracle"))) {
      assertThat(sys.one("SELECT OPEN_MODE FROM V$DATABASE")).isEqualTo("MOUNTED");
      assertThat(sys.fails("SELECT * FROM app.t")).isEqualTo(1219);
      assertThat(sys.rows("SELECT NAME FROM V$ARCHIVED_LOG")).isEmpty();
    }
    standby.mounted(false);
    standby.connectCapture().close();
  }
}
