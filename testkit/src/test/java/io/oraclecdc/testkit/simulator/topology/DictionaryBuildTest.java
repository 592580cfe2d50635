package io.oraclecdc.testkit.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DBMS_LOGMNR_D.BUILD and what can be mined with it. */
class DictionaryBuildTest {
  private static final String BUILD =
      "BEGIN DBMS_LOGMNR_D.BUILD(OPTIONS => DBMS_LOGMNR_D.STORE_IN_REDO_LOGS); END;";
  private static final String FLAGS =
      "SELECT SEQUENCE#, DICTIONARY_BEGIN, DICTIONARY_END FROM V$ARCHIVED_LOG"
          + " WHERE DICTIONARY_BEGIN = 'YES' OR DICTIONARY_END = 'YES' ORDER BY SEQUENCE#";
  private static final String ROWS =
      "SELECT STATUS, SQL_REDO FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE IN (1, 2, 3, 5)";

  private static String start(String options) {
    return "BEGIN DBMS_LOGMNR.START_LOGMNR(STARTSCN => ?, OPTIONS => DBMS_LOGMNR."
        + options.replace(" ", " + DBMS_LOGMNR.")
        + " + DBMS_LOGMNR.NO_ROWID_IN_STMT + DBMS_LOGMNR.NO_SQL_DELIMITER); END;";
  }

  private static long scn(SqlConsole console) throws SQLException {
    return Long.parseLong(console.one("SELECT CURRENT_SCN FROM V$DATABASE"));
  }

  private static final List<String> CHANGES =
      List.of(
          "INSERT INTO t VALUES (1, 'one')",
          "ALTER TABLE t ADD (extra NUMBER)",
          "INSERT INTO t VALUES (2, 'two', 2)",
          "ALTER TABLE t RENAME COLUMN v TO w",
          "UPDATE t SET w = 'uno' WHERE id = 1",
          "CREATE TABLE later (id NUMBER)",
          "INSERT INTO later VALUES (1)",
          "DROP TABLE later PURGE");

  private static long changes(OracleSimulator oracle, SqlConsole capture) throws SQLException {
    try (SqlConsole app = new SqlConsole(oracle.connectApp())) {
      app.run(
          "CREATE TABLE t (id NUMBER(9) PRIMARY KEY, v VARCHAR2(20))",
          "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      capture.run(BUILD);
      long from = scn(capture);
      for (String sql : CHANGES) {
        app.run(sql);
      }
      return from;
    }
  }

  private static final List<String> TRACKED =
      List.of(
          "0|insert into \"APP\".\"T\"(\"ID\",\"V\") values ('1','one')",
          "0|" + CHANGES.get(1),
          "0|insert into \"APP\".\"T\"(\"ID\",\"V\",\"EXTRA\") values ('2','two','2')",
          "0|" + CHANGES.get(3),
          "0|update \"APP\".\"T\" set \"W\" = 'uno' where \"ID\" = '1' and \"W\" = 'one' and"
              + " \"EXTRA\" IS NULL",
          "0|" + CHANGES.get(5),
          "0|insert into \"APP\".\"LATER\"(\"ID\") values ('1')",
          "0|" + CHANGES.get(7));

  private static List<String> tracked(SqlConsole capture, long from) throws SQLException {
    Mining.registerAll(capture);
    capture.update(start("DICT_FROM_REDO_LOGS DDL_DICT_TRACKING"), from);
    return capture.rows(ROWS);
  }

  @Test
  void rowsAreReadByTheLayoutOfTheirMomentWhenDdlIsTracked() throws SQLException {
    try (OracleSimulator oracle = OracleSimulator.start("dictionary");
        SqlConsole capture = new SqlConsole(oracle.connectCapture())) {
      long from = changes(oracle, capture);
      assertThat(capture.rows(FLAGS)).hasSize(1).allMatch(row -> row.endsWith("|YES|YES"));
      assertThat(tracked(capture, from)).isEqualTo(TRACKED);
      assertThat(
              capture.rows(
                  "SELECT DICTIONARY_BEGIN FROM V$LOGMNR_LOGS WHERE DICTIONARY_END = 'YES'"))
          .containsExactly("YES");

      capture.update(start("DICT_FROM_REDO_LOGS"), from);
      assertThat(capture.rows(ROWS))
          .hasSameSizeAs(TRACKED)
          .startsWith(TRACKED.get(0), TRACKED.get(1))
          .contains(
              "2|insert into \"APP\".\"T\"(\"COL 1\",\"COL 2\",\"COL 3\") values"
                  + " (HEXTORAW('c103'),HEXTORAW('74776f'),HEXTORAW('c103'))")
          .anyMatch(row -> row.startsWith("2|insert into \"UNKNOWN\".\"OBJ# "));

      capture.update(start("DICT_FROM_ONLINE_CATALOG"), from);
      assertThat(capture.rows(ROWS).get(0)).startsWith("2|insert into \"APP\".\"T\"(\"COL 1\"");
    }
  }

  @Test
  void theDictionaryHasToBeCompleteAndConnected() throws SQLException {
    try (OracleSimulator oracle = OracleSimulator.start("dictionary-logs");
        SqlConsole capture = new SqlConsole(oracle.connectCapture())) {
      Mining.registerAll(capture);
      assertThat(capture.fails(start("DICT_FROM_REDO_LOGS"), scn(capture))).isEqualTo(1371);
      long from = changes(oracle, capture);
      String current = capture.one("SELECT SEQUENCE# FROM V$LOG WHERE STATUS = 'CURRENT'");
      oracle.switchLog();
      oracle.switchLog();
      long late = scn(capture);
      Mining.registerAll(capture);
      capture.update(start("DICT_FROM_REDO_LOGS DDL_DICT_TRACKING"), from);
      String hole =
          capture.one("SELECT NAME FROM V$ARCHIVED_LOG WHERE SEQUENCE# = ?", Long.valueOf(current));
      String remove = "BEGIN DBMS_LOGMNR.REMOVE_LOGFILE(?); END;";
      capture.update(remove, hole);
      assertThat(capture.fails(start("DICT_FROM_REDO_LOGS DDL_DICT_TRACKING"), late))
          .isEqualTo(1333);
      capture.update(start("DICT_FROM_REDO_LOGS"), late);
      Mining.registerAll(capture);
      capture.update(
          remove, capture.one("SELECT NAME FROM V$ARCHIVED_LOG WHERE DICTIONARY_BEGIN = 'YES'"));
      assertThat(capture.fails(start("DICT_FROM_REDO_LOGS"), late)).isEqualTo(1371);
      assertThat(capture.fails(start("DICT_FROM_REDO_LOGS DICT_FROM_ONLINE_CATALOG"), late))
          .isEqualTo(1298);
    }
  }

  @Test
  void aLargeDictionarySpansLogs() throws SQLException {
    try (OracleSimulator oracle =
            OracleSimulator.builder("dictionary-span")
                .redoOptions(o -> o.logSizeBytes(80 << 10))
                .start();
        SqlConsole capture = new SqlConsole(oracle.connectCapture());
        SqlConsole app = new SqlConsole(oracle.connectApp())) {
      for (int i = 0; i < 20; i++) {
        app.run("CREATE TABLE n" + i + " (id NUMBER)");
      }
      capture.run(BUILD);
      List<String> flags = capture.rows(FLAGS);
      assertThat(flags).hasSize(2);
      assertThat(flags.get(0)).endsWith("|YES|NO");
      assertThat(flags.get(1)).endsWith("|NO|YES");
      long from = scn(capture);
      app.run("INSERT INTO n7 VALUES (1)");
      assertThat(tracked(capture, from))
          .containsExactly("0|insert into \"APP\".\"N7\"(\"ID\") values ('1')");
    }
  }

  @Test
  void aBuildMayLeaveItsLogOpen() throws SQLException {
    try (OracleSimulator oracle =
            OracleSimulator.builder("dictionary-open")
                .redoOptions(o -> o.behaviour(RedoBehaviour.DICTIONARY_BUILD_WITHOUT_SWITCHES))
                .start();
        SqlConsole capture = new SqlConsole(oracle.connectCapture())) {
      long from = changes(oracle, capture);
      assertThat(capture.rows(FLAGS)).isEmpty();
      assertThat(tracked(capture, from)).isEqualTo(TRACKED);
      oracle.switchLog();
      assertThat(capture.rows(FLAGS)).hasSize(1);
    }
  }

  @Test
  void rightsAndModesAreChecked() throws SQLException {
    try (OracleSimulator oracle = OracleSimulator.start("dictionary-rights");
        SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      sys.run("CREATE USER other IDENTIFIED BY o", "GRANT CREATE SESSION TO other");
      try (SqlConsole other =
          new SqlConsole(java.sql.DriverManager.getConnection(oracle.url(), "other", "o"))) {
        assertThat(other.message(BUILD)).contains("ORA-06550", "PLS-00201");
        sys.run("GRANT EXECUTE_CATALOG_ROLE TO other");
        other.run(BUILD);
        assertThat(
                other.fails(
                    "BEGIN DBMS_LOGMNR_D.BUILD('dict.ora', '/dict',"
                        + " DBMS_LOGMNR_D.STORE_IN_FLAT_FILE); END;"))
            .isEqualTo(1308);
        assertThat(other.fails("BEGIN DBMS_LOGMNR_D.BUILD(OPTIONS => 77); END;")).isEqualTo(1283);
      }
    }
    try (OracleSimulator oracle =
            OracleSimulator.builder("dictionary-noarch").archivelog(false).start();
        SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      assertThat(sys.fails(BUILD)).isEqualTo(1325);
    }
    try (OracleSimulator oracle =
            OracleSimulator.builder("dictionary-nosupp").supplementalLogging(false).start();
        SqlConsole sys = new SqlConsole(oracle.connectSys())) {
      assertThat(sys.fails(BUILD)).isEqualTo(1354);
    }
  }

  @Test
  void theRootBuildsForItsPluggableDatabasesAndTheyCannotUseTheirOwn() throws SQLException {
    try (OracleSimulator oracle =
            OracleSimulator.builder("dictionary-cdb").containerDatabase("SALES").start();
        SqlConsole capture = new SqlConsole(oracle.connectCapture());
        SqlConsole app = new SqlConsole(oracle.connectApp("SALES"))) {
      app.run("CREATE TABLE t (id NUMBER)");
      capture.run(BUILD);
      long from = scn(capture);
      app.run("INSERT INTO t VALUES (1)", "ALTER TABLE t ADD (x NUMBER)");
      assertThat(tracked(capture, from).get(0))
          .isEqualTo("0|insert into \"APP\".\"T\"(\"ID\") values ('1')");
      int flagged = capture.rows(FLAGS).size();
      capture.run("BEGIN DBMS_LOGMNR.END_LOGMNR; END;", "ALTER SESSION SET CONTAINER = SALES");
      capture.run(BUILD);
      assertThat(capture.rows(FLAGS)).hasSize(flagged);
      assertThat(capture.fails(start("DICT_FROM_REDO_LOGS"), from)).isEqualTo(1371);
    }
  }

  @Test
  void aDirectoryKeepsIt(@TempDir Path folder) throws SQLException {
    Path directory = folder.resolve("db");
    long from;
    List<String> flags;
    try (OracleSimulator oracle =
            OracleSimulator.builder("dictionary-kept").directory(directory).start();
        SqlConsole capture = new SqlConsole(oracle.connectCapture())) {
      from = changes(oracle, capture);
      flags = capture.rows(FLAGS);
      assertThat(tracked(capture, from)).isEqualTo(TRACKED);
    }
    try (OracleSimulator oracle =
            OracleSimulator.builder("dictionary-kept").directory(directory).start();
        SqlConsole capture = new SqlConsole(oracle.connectCapture())) {
      assertThat(capture.rows(FLAGS)).isEqualTo(flags).isNotEmpty();
      assertThat(tracked(capture, from)).isEqualTo(TRACKED);
    }
  }
}
