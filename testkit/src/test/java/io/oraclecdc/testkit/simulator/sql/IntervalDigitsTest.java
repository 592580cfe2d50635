package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Period;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Intervals show all digits of their type, and hold all that it has. */
class IntervalDigitsTest {
  private static OracleSimulator simulator;
  private static SqlConsole sql;

  @BeforeAll
  static void start() throws SQLException {
    simulator = OracleSimulator.start("interval_digits");
    sql = new SqlConsole(simulator.connectApp());
    sql.run(
        "CREATE TABLE t (id NUMBER PRIMARY KEY, ds9 INTERVAL DAY(9) TO SECOND(9),"
            + " ds INTERVAL DAY TO SECOND, ds0 INTERVAL DAY(4) TO SECOND(0),"
            + " ym9 INTERVAL YEAR(9) TO MONTH, ym INTERVAL YEAR TO MONTH)",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO t VALUES (1, INTERVAL '0 00:00:00.000000001' DAY(9) TO SECOND(9),"
            + " INTERVAL '0' SECOND, INTERVAL '-12 01:02:03.5' DAY TO SECOND,"
            + " INTERVAL '-999999999-11' YEAR(9) TO MONTH, INTERVAL '14' MONTH)",
        "INSERT INTO t VALUES (2, INTERVAL '-999999999 23:59:59.999999999' DAY(9) TO SECOND(9),"
            + " NULL, NULL, TO_YMINTERVAL('999999999-11'), NULL)");
  }

  @AfterAll
  static void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TO_CHAR(ds9)|+000000000 00:00:00.000000001",
        "CAST(ds9 AS VARCHAR2(40))|+000000000 00:00:00.000000001",
        "TO_CHAR(ds9, 'YYYY')|+000000000 00:00:00.000000001",
        "TO_CHAR(x.ds9)|+000000000 00:00:00.000000001",
        "TO_CHAR(ds)|+00 00:00:00.000000",
        "TO_CHAR(ds0)|-0012 01:02:04",
        "TO_CHAR(ym9)|-999999999-11",
        "TO_CHAR(ym)|+01-02",
        "TO_CHAR(-ym9)|+999999999-11",
        "TO_CHAR(NVL(ds9, ds9))|+000000000 00:00:00.000000001",
        "TO_CHAR(ds9 + ds9)|+000000000 00:00:00.000000002",
        "TO_CHAR(INTERVAL '1 02:03:04.56' DAY TO SECOND)|+01 02:03:04.560000",
        "TO_CHAR(INTERVAL '30.12345' SECOND(2,4))|+00 00:00:30.1235",
        "TO_CHAR(INTERVAL '3' DAY(5))|+00003 00:00:00.000000",
        "TO_CHAR(INTERVAL '14' MONTH)|+01-02",
        "TO_CHAR(NUMTODSINTERVAL(1.5, 'SECOND'))|+000000000 00:00:01.500000000",
        "TO_CHAR(TO_YMINTERVAL('1-2'))|+000000001-02",
        "EXTRACT(YEAR FROM ym9)|-999999999",
        "EXTRACT(MONTH FROM ym9)|-11",
        "ym9|-999999999-11",
      })
  void textShowsTheDigitsOfTheType(String expression, String shown) throws SQLException {
    try (Connection app = simulator.connectApp();
        Statement statement = app.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + expression + " FROM t x WHERE id = 1")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo(shown);
    }
  }

  @Test
  void aQueryShowsWhatLogMinerWrites() throws SQLException {
    try (SqlConsole miner = new SqlConsole(simulator.connect("C##CDC", "cdc"))) {
      miner.update(
          "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR.NEW); END;",
          miner.one(
              "SELECT F.MEMBER FROM V$LOG L, V$LOGFILE F"
                  + " WHERE L.GROUP# = F.GROUP# AND L.STATUS = 'CURRENT'"));
      miner.run(
          "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS =>"
              + " DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG); END;");
      List<String> inserts =
          miner.rows(
              "SELECT SQL_REDO FROM V$LOGMNR_CONTENTS WHERE OPERATION = 'INSERT'"
                  + " AND TABLE_NAME = 'T' ORDER BY SCN");
      assertThat(inserts).hasSize(2);
      for (int id = 1; id <= 2; id++) {
        for (String column : List.of("ds9", "ds", "ds0", "ym9", "ym")) {
          String shown = sql.one("SELECT TO_CHAR(" + column + ") FROM t WHERE id = " + id);
          if (shown.startsWith("+") || shown.startsWith("-")) {
            assertThat(inserts.get(id - 1)).contains("INTERVAL('" + shown + "')");
          }
        }
      }
      assertThat(inserts.get(1)).contains("TO_YMINTERVAL('+999999999-11')");
    }
  }

  @Test
  void monthsBeyond32BitsComeAsTheyWereStored() throws SQLException {
    try (Connection app = simulator.connectApp();
        Statement statement = app.createStatement();
        ResultSet row = statement.executeQuery("SELECT ym9 FROM t ORDER BY id")) {
      row.next();
      assertThat(row.getObject(1, Period.class)).isEqualTo(Period.of(-999_999_999, -11, 0));
      row.next();
      assertThat(row.getObject(1, Period.class)).isEqualTo(Period.of(999_999_999, 11, 0));
    }
  }

  @Test
  void aPeriodIsBoundAsItIs() throws SQLException {
    try (Connection app = simulator.connectApp();
        PreparedStatement statement =
            app.prepareStatement("SELECT COUNT(*) FROM t WHERE ym9 = ?")) {
      for (Period each : new Period[] {Period.of(-999_999_999, -11, 0), Period.ofMonths(14)}) {
        statement.setObject(1, each);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          assertThat(row.getInt(1)).isEqualTo(each.getYears() < 0 ? 1 : 0);
        }
      }
    }
  }

  @Test
  void moreYearsThanOracleHoldsAreRefused() {
    assertThat(sql.fails("SELECT TO_YMINTERVAL('1000000000-00') FROM dual")).isEqualTo(1873);
    assertThat(sql.fails("SELECT TO_DSINTERVAL('1000000000 00:00:00') FROM dual")).isEqualTo(1873);
    assertThat(sql.fails("SELECT NUMTOYMINTERVAL(1E9, 'YEAR') FROM dual")).isEqualTo(1873);
    assertThat(sql.fails("SELECT SYSDATE + ym9 FROM t WHERE id = 2")).isEqualTo(1841);
    assertThat(sql.fails("SELECT INTERVAL '1' DAY(10) FROM dual")).isEqualTo(30088);
  }
}
