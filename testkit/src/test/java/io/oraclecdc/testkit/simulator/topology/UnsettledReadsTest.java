package io.oraclecdc.testkit.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Variants of reading that change which rows a range has. */
class UnsettledReadsTest {
  private static final String START =
      "BEGIN DBMS_LOGMNR.START_LOGMNR(STARTSCN => ?, ENDSCN => ?, OPTIONS =>"
          + " DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG + DBMS_LOGMNR.NO_SQL_DELIMITER); END;";

  private static long scn(SqlConsole console) throws SQLException {
    return Long.parseLong(console.one("SELECT CURRENT_SCN FROM V$DATABASE"));
  }

  /** Inserts of a session that commits first and of one whose strand reaches the log after it. */
  private static List<String> lateRows(RedoBehaviour... switches) throws SQLException {
    try (OracleSimulator oracle =
            OracleSimulator.builder("unsettled")
                .redoOptions(o -> o.behaviours(Set.of(switches)))
                .start();
        SqlConsole capture = new SqlConsole(oracle.connectCapture());
        SqlConsole early = new SqlConsole(oracle.connectApp());
        SqlConsole late = new SqlConsole(oracle.connectApp())) {
      early.run("CREATE TABLE t (id NUMBER)");
      early.connection().setAutoCommit(false);
      late.connection().setAutoCommit(false);
      long from = scn(capture);
      late.run("INSERT INTO t VALUES (1)");
      long to = scn(capture);
      early.run("INSERT INTO t VALUES (2)", "COMMIT");
      late.run("COMMIT");
      Mining.registerAll(capture);
      capture.update(START, from, to);
      List<String> rows =
          capture.rows("SELECT SQL_REDO FROM V$LOGMNR_CONTENTS WHERE OPERATION_CODE = 1");
      late.run("ROLLBACK");
      early.run("ROLLBACK");
      return rows;
    }
  }

  @Test
  void anEndScnFiltersOrEndsTheRead() throws SQLException {
    assertThat(lateRows(RedoBehaviour.PRIVATE_STRANDS))
        .containsExactly("insert into \"APP\".\"T\"(\"ID\") values ('1')");
    assertThat(lateRows(RedoBehaviour.PRIVATE_STRANDS, RedoBehaviour.END_SCN_STOPS_THE_READ))
        .isEmpty();
    assertThat(lateRows(RedoBehaviour.END_SCN_STOPS_THE_READ)).hasSize(1);
  }

  @Test
  void aHoleIsARowOrAnError() throws SQLException {
    try (OracleSimulator oracle =
            OracleSimulator.builder("unsettled-hole")
                .redoOptions(o -> o.behaviour(RedoBehaviour.MISSING_SCN_ROWS))
                .start();
        SqlConsole capture = new SqlConsole(oracle.connectCapture());
        SqlConsole app = new SqlConsole(oracle.connectApp())) {
      app.run("CREATE TABLE t (id NUMBER)");
      long from = scn(capture);
      for (int i = 0; i < 3; i++) {
        app.run("INSERT INTO t VALUES (" + i + ")");
        oracle.switchLog();
      }
      Mining.registerAll(capture);
      List<String> logs = capture.rows("SELECT NAME FROM V$ARCHIVED_LOG ORDER BY SEQUENCE#");
      String middle = logs.get(logs.size() - 2);
      capture.update("BEGIN DBMS_LOGMNR.REMOVE_LOGFILE(?); END;", middle);
      capture.update(START, from, scn(capture));
      assertThat(
              capture.rows(
                  "SELECT OPERATION, OPERATION_CODE, STATUS, SQL_REDO FROM V$LOGMNR_CONTENTS"
                      + " WHERE OPERATION_CODE IN (1, 34)"))
          .containsExactly(
              "INSERT|1|0|insert into \"APP\".\"T\"(\"ID\") values ('0')",
              "MISSING_SCN|34|1291|null",
              "INSERT|1|0|insert into \"APP\".\"T\"(\"ID\") values ('2')");
      assertThat(capture.one("SELECT COUNT(*) FROM V$LOGMNR_LOGS WHERE STATUS = 4")).isEqualTo("1");

      capture.update("BEGIN DBMS_LOGMNR.REMOVE_LOGFILE(?); END;", logs.get(logs.size() - 1));
      capture.update(START, from, scn(capture));
      assertThat(capture.fails(START, 1L, scn(capture))).isEqualTo(1291);
    }
  }
}
