package io.oraclecdc.testkit.simulator.lobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** LogMiner returns the rows of a LOB statement only from a range that holds all of them. */
class LobStatementsCutTest {
  private OracleSimulator oracle;
  private SqlConsole capture;

  @BeforeEach
  void start() throws SQLException {
    oracle =
        OracleSimulator.builder("lob-cuts")
            .redoOptions(o -> o.behaviour(RedoBehaviour.LOB_ROWS_TAKE_SCNS))
            .start();
    try (Connection connection = oracle.connectApp();
        SqlConsole app = new SqlConsole(connection)) {
      connection.setAutoCommit(false);
      app.run(
          "CREATE TABLE d (id NUMBER(9) PRIMARY KEY, c CLOB)",
          "ALTER TABLE d ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO d VALUES (1, ?)")) {
        insert.setCharacterStream(1, new StringReader("x".repeat(3_000)));
        insert.executeUpdate();
      }
      app.run("INSERT INTO d VALUES (2, NULL)", "COMMIT");
    }
    capture = new SqlConsole(oracle.connectCapture());
    String file =
        capture.one(
            "SELECT F.MEMBER FROM V$LOG L, V$LOGFILE F"
                + " WHERE L.GROUP# = F.GROUP# AND L.STATUS = 'CURRENT'");
    capture.update(
        "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR.NEW); END;", file);
  }

  @AfterEach
  void stop() throws SQLException {
    capture.close();
    oracle.close();
  }

  /** Codes of the table's rows in a range, after their SCNs; bounds of 0 are open. */
  private List<String> rows(long from, long to) throws SQLException {
    capture.run(
        "BEGIN DBMS_LOGMNR.START_LOGMNR("
            + (from == 0 ? "" : "STARTSCN => " + from + ", ")
            + (to == 0 ? "" : "ENDSCN => " + to + ", ")
            + "OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG); END;");
    return capture.rows(
        "SELECT SCN || ' ' || OPERATION_CODE FROM V$LOGMNR_CONTENTS"
            + " WHERE TABLE_NAME = 'D' AND OPERATION_CODE <> 5 OR OPERATION_CODE = 0");
  }

  private static long scn(String row) {
    return Long.parseLong(row.substring(0, row.indexOf(' ')));
  }

  private static List<String> codes(List<String> rows) {
    return rows.stream().map(row -> row.substring(row.indexOf(' ') + 1)).toList();
  }

  @Test
  void aRangeThatCutsAStatementShowsNothingOfIt() throws SQLException {
    List<String> all = rows(0, 0);
    assertThat(codes(all)).startsWith("1", "9", "10").endsWith("1", "3").hasSizeGreaterThan(6);
    int last = codes(all).lastIndexOf("10") + 1;

    assertThat(codes(rows(scn(all.get(1)), 0))).containsExactly("1", "3");
    assertThat(codes(rows(0, scn(all.get(last)) - 1))).isEmpty();
    assertThat(rows(scn(all.get(0)), scn(all.get(last))))
        .containsExactlyElementsOf(all.subList(0, last + 1));
  }
}
