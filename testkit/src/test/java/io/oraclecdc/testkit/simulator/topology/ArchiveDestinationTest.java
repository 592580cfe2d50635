package io.oraclecdc.testkit.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.redo.ArchiveDestination;
import io.oraclecdc.testkit.simulator.redo.RedoControl;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArchiveDestinationTest {
  private static final String COPIES =
      "SELECT DEST_ID, SEQUENCE#, STATUS, DELETED FROM V$ARCHIVED_LOG ORDER BY DEST_ID, SEQUENCE#";
  private OracleSimulator oracle;
  private RedoControl redo;
  private SqlConsole sys;

  @BeforeEach
  void start() throws SQLException {
    oracle =
        OracleSimulator.builder("dests")
            .redoOptions(
                o ->
                    o.archiveDestination(ArchiveDestination.local(2, "/u02/copy"))
                        .archiveDestination(ArchiveDestination.standby(3, "stby")))
            .start();
    redo = oracle.redoControl();
    sys = new SqlConsole(oracle.connectSys());
  }

  @AfterEach
  void stop() throws SQLException {
    sys.close();
    oracle.close();
  }

  @Test
  void everyDestinationGetsACopy() throws SQLException {
    oracle.switchLog();
    String id = sys.one("SELECT DISTINCT RESETLOGS_ID FROM V$ARCHIVED_LOG");
    assertThat(
            sys.rows("SELECT DEST_ID, NAME, STANDBY_DEST, ARCHIVED FROM V$ARCHIVED_LOG ORDER BY 1"))
        .containsExactly(
            "1|/u01/oradata/archive/1_1_" + id + ".dbf|NO|YES",
            "2|/u02/copy/1_1_" + id + ".dbf|NO|YES",
            "3|stby|YES|YES");
    assertThat(
            sys.rows(
                "SELECT DEST_ID, STATUS, TYPE, ARCHIVED_SEQ# FROM V$ARCHIVE_DEST_STATUS"
                    + " WHERE STATUS <> 'INACTIVE' ORDER BY 1"))
        .containsExactly("1|VALID|LOCAL|1", "2|VALID|LOCAL|1", "3|VALID|PHYSICAL|1");
    assertThat(sys.one("SELECT COUNT(*) FROM V$ARCHIVE_DEST")).isEqualTo("31");
    assertThat(sys.one("SELECT TARGET, DESTINATION FROM V$ARCHIVE_DEST WHERE DEST_ID = 3"))
        .isEqualTo("STANDBY|stby");
    Mining.register(sys, "/u02/copy/1_1_" + id + ".dbf", "NEW");
    assertThat(
            sys.fails(
                "BEGIN DBMS_LOGMNR.ADD_LOGFILE(?, DBMS_LOGMNR.ADDFILE); END;",
                "/u01/oradata/archive/1_1_" + id + ".dbf"))
        .isEqualTo(1289);
    assertThat(sys.fails("BEGIN DBMS_LOGMNR.ADD_LOGFILE('stby', DBMS_LOGMNR.NEW); END;"))
        .isEqualTo(1284);
  }

  @Test
  void eachDestinationIsPurgedByItself() throws SQLException {
    for (int i = 0; i < 3; i++) {
      oracle.switchLog();
    }
    redo.purge(1, 1, 1);
    redo.expire(2, 1, 2);
    redo.markUnavailable(2, 1, 3);
    assertThat(sys.rows(COPIES))
        .containsExactly(
            "1|1|D|YES",
            "1|2|A|NO",
            "1|3|A|NO",
            "2|1|X|NO",
            "2|2|X|NO",
            "2|3|U|NO",
            "3|1|A|NO",
            "3|2|A|NO",
            "3|3|A|NO");
    assertThat(
            sys.one("SELECT COUNT(*) FROM V$ARCHIVED_LOG WHERE NAME IS NULL AND DELETED = 'YES'"))
        .isEqualTo("1");
    String expired = sys.one("SELECT NAME FROM V$ARCHIVED_LOG WHERE DEST_ID = 2 AND SEQUENCE# = 1");
    assertThat(sys.fails("BEGIN DBMS_LOGMNR.ADD_LOGFILE(?, DBMS_LOGMNR.NEW); END;", expired))
        .isEqualTo(1284);
    redo.remove(1, 1, 2);
    assertThat(sys.rows(COPIES)).contains("1|2|A|NO");
    String removed = sys.one("SELECT NAME FROM V$ARCHIVED_LOG WHERE DEST_ID = 1 AND SEQUENCE# = 2");
    assertThat(sys.fails("BEGIN DBMS_LOGMNR.ADD_LOGFILE(?, DBMS_LOGMNR.NEW); END;", removed))
        .isEqualTo(1284);
  }

  @Test
  void aFailedDestinationSaysSoAndMissesLogs() throws SQLException {
    redo.failDestination(2, "ORA-19504: failed to create file");
    redo.failDestination(3, "ORA-12541: no listener");
    oracle.switchLog();
    assertThat(sys.rows("SELECT DEST_ID FROM V$ARCHIVED_LOG")).containsExactly("1");
    assertThat(
            sys.one(
                "SELECT STATUS, ERROR, FAIL_SEQUENCE, FAILURE_COUNT FROM V$ARCHIVE_DEST"
                    + " WHERE DEST_ID = 2"))
        .isEqualTo("ERROR|ORA-19504: failed to create file|1|1");
    redo.enableDestination(2);
    redo.enableDestination(3);
    oracle.switchLog();
    assertThat(sys.rows("SELECT DEST_ID, SEQUENCE# FROM V$ARCHIVED_LOG ORDER BY 1, 2"))
        .as("only a standby fetches what it missed")
        .containsExactly("1|1", "1|2", "2|2", "3|1", "3|2");
  }

  @Test
  void aDeferredDestinationGetsNothing() throws SQLException {
    redo.deferDestination(2);
    oracle.switchLog();
    assertThat(sys.one("SELECT STATUS FROM V$ARCHIVE_DEST_STATUS WHERE DEST_ID = 2"))
        .isEqualTo("DEFERRED");
    assertThat(sys.rows("SELECT DEST_ID FROM V$ARCHIVED_LOG ORDER BY 1")).containsExactly("1", "3");
  }

  @Test
  void aDestinationThatLagsGetsItsLogsLater() throws SQLException {
    redo.holdDestination(1);
    oracle.switchLog();
    oracle.switchLog();
    assertThat(sys.rows("SELECT DEST_ID, SEQUENCE# FROM V$ARCHIVED_LOG WHERE DEST_ID < 3"))
        .containsExactly("2|1", "2|2");
    assertThat(sys.rows("SELECT ARCHIVED FROM V$LOG WHERE SEQUENCE# < 3"))
        .containsExactly("YES", "YES");
    redo.releaseDestination(1, 1);
    assertThat(sys.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG WHERE DEST_ID = 1"))
        .containsExactly("1");
    redo.releaseDestination(1, 9);
    assertThat(sys.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG WHERE DEST_ID = 1"))
        .containsExactly("1", "2");
  }

  @Test
  void withoutAnyDirectoryLogsStayActiveAndTheLogWriterWaits() throws SQLException {
    redo.holdDestination(1);
    redo.failDestination(2, "ORA-19504: failed to create file");
    oracle.switchLog();
    oracle.switchLog();
    assertThat(sys.rows("SELECT SEQUENCE#, ARCHIVED, STATUS FROM V$LOG ORDER BY 1"))
        .containsExactly("1|NO|ACTIVE", "2|NO|ACTIVE", "3|NO|CURRENT");
    assertThat(sys.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG WHERE DEST_ID < 3")).isEmpty();
    assertThatThrownBy(() -> oracle.switchLog())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ORA-00257");
    redo.releaseDestination(1, 9);
    oracle.switchLog();
    assertThat(sys.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG WHERE DEST_ID = 1 ORDER BY 1"))
        .containsExactly("1", "2", "3");
  }

  @Test
  void sessionsThatCannotSwitchGetAnError() throws SQLException {
    sys.run(
        "ALTER DATABASE ADD SUPPLEMENTAL LOG DATA",
        "CREATE TABLE t (v VARCHAR2(4000))",
        "ALTER SYSTEM SET log_archive_dest_state_1 = DEFER",
        "ALTER SYSTEM SET log_archive_dest_state_2 = DEFER",
        "ALTER SYSTEM SET log_archive_dest_state_3 = DEFER",
        "ALTER SYSTEM SWITCH LOGFILE",
        "ALTER SYSTEM SWITCH LOGFILE");
    for (String sql :
        new String[] {
          "ALTER SYSTEM SWITCH LOGFILE",
          "ALTER SYSTEM ARCHIVE LOG CURRENT",
          "BEGIN DBMS_LOGMNR_D.BUILD(OPTIONS => DBMS_LOGMNR_D.STORE_IN_REDO_LOGS); END;",
          "BEGIN EXECUTE IMMEDIATE 'ALTER SYSTEM SWITCH LOGFILE'; END;"
        }) {
      assertThat(sys.fails(sql)).as(sql).isEqualTo(257);
    }
    assertThat(sys.one("SELECT COUNT(*) FROM V$ARCHIVED_LOG WHERE DICTIONARY_BEGIN = 'YES'"))
        .isEqualTo("0");
    String current = sys.one("SELECT SEQUENCE# FROM V$LOG WHERE STATUS = 'CURRENT'");
    sys.run("INSERT INTO t SELECT RPAD('x', 4000, 'x') FROM DUAL CONNECT BY LEVEL <= 400");
    assertThat(sys.one("SELECT SEQUENCE# FROM V$LOG WHERE STATUS = 'CURRENT'")).isEqualTo(current);
    sys.run(
        "ALTER SYSTEM SET log_archive_dest_state_1 = ENABLE",
        "ALTER SYSTEM SWITCH LOGFILE",
        "ALTER SYSTEM ARCHIVE LOG CURRENT");
  }

  @Test
  void commitsGoOnInALogThatCannotBeLeft() throws SQLException {
    try (OracleSimulator small =
            OracleSimulator.builder("small").redoOptions(o -> o.logSizeBytes(65_536)).start();
        SqlConsole app = new SqlConsole(small.connectApp())) {
      app.run("CREATE TABLE t (v VARCHAR2(4000))");
      small.redoControl().failDestination(1, "ORA-19504: failed to create file");
      for (int i = 0; i < 100; i++) {
        app.run("INSERT INTO t VALUES (RPAD('x', 4000, 'x'))");
      }
      assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("100");
    }
  }

  @Test
  void destinationsAreParametersToo() throws SQLException {
    sys.run(
        "ALTER SYSTEM SET log_archive_dest_4 = 'LOCATION=/u04 OPTIONAL' SCOPE = BOTH",
        "ALTER SYSTEM SET log_archive_dest_5 = 'SERVICE=far ASYNC'",
        "ALTER SYSTEM SET log_archive_dest_state_2 = DEFER");
    oracle.switchLog();
    assertThat(sys.rows("SELECT DEST_ID FROM V$ARCHIVED_LOG ORDER BY 1"))
        .containsExactly("1", "3", "4", "5");
    sys.run("ALTER SYSTEM SET log_archive_dest_state_2 = 'ENABLE'");
    oracle.switchLog();
    assertThat(sys.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG WHERE DEST_ID = 2"))
        .containsExactly("2");
    assertThat(sys.fails("ALTER SYSTEM SET log_archive_dest_state_2 = MAYBE")).isEqualTo(16024);
    assertThat(sys.fails("ALTER SYSTEM SET log_archive_dest_6 = 'x'")).isEqualTo(16024);
  }

  @Test
  void anEmptyParameterClearsTheDestination() throws SQLException {
    sys.run("ALTER SYSTEM SET log_archive_dest_3 = ''", "ALTER SYSTEM SET log_archive_dest_9 = ''");
    assertThat(sys.one("SELECT STATUS, DESTINATION FROM V$ARCHIVE_DEST WHERE DEST_ID = 3"))
        .isEqualTo("INACTIVE|null");
    oracle.switchLog();
    assertThat(sys.rows("SELECT DEST_ID FROM V$ARCHIVED_LOG ORDER BY 1")).containsExactly("1", "2");
    sys.run("ALTER SYSTEM SET log_archive_dest_3 = 'LOCATION=/u03'");
    oracle.switchLog();
    assertThat(sys.rows("SELECT SEQUENCE# FROM V$ARCHIVED_LOG WHERE DEST_ID = 3"))
        .containsExactly("2");
  }
}
