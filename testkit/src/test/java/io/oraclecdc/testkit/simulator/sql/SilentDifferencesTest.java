package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that H2 would answer differently from Oracle without an error. */
class SilentDifferencesTest {
  private static OracleSimulator simulator;
  private static SqlConsole sql;

  @BeforeAll
  static void start() throws SQLException {
    simulator =
        OracleSimulator.builder("silent")
            .clock(Clock.fixed(Instant.parse("2026-03-04T05:06:07.654321Z"), ZoneOffset.UTC))
            .start();
    sql = new SqlConsole(simulator.connectApp());
    sql.run(
        "CREATE TABLE s (id NUMBER PRIMARY KEY, r RAW(10), d DATE, ts TIMESTAMP(6), c CHAR(5),"
            + " v VARCHAR2(10), n INTEGER, f FLOAT, lob CLOB)",
        "INSERT INTO s VALUES (1, 'CAFE', '04-MAR-26', '04-MAR-26 05.06.07.5 AM', 'ab', 'ab',"
            + " 2147483647, 0.1, EMPTY_CLOB())",
        "INSERT INTO s(id) VALUES (2)");
  }

  @AfterAll
  static void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "7/2; 3.5",
        "1/3; 0.3333333333333333333333333333333333333333",
        "(1+2)/(4); 0.75",
        "-1/4; -0.25",
        "1/3.0; 0.3333333333333333333333333333333333333333",
        "2147483647 + 1; 2147483648",
        "1000000 * 1000000; 1000000000000",
        "TO_CHAR(SYSDATE - 1/24, 'HH24:MI:SS'); 04:06:07",
        "DATE '2026-01-03' - DATE '2026-01-01'; 2",
        "TO_DATE('2026-01-02 12', 'YYYY-MM-DD HH24') - DATE '2026-01-01'; 1.5",
        "TIMESTAMP '2020-01-01 00:00:00 +02:00'; 2020-01-01 00:00:00.0 +02:00",
        "RAWTOHEX(HEXTORAW('cafe')); CAFE",
        "TO_CHAR(TIMESTAMP '2020-01-02 03:04:05.1234', 'FF'); 123400",
        "TO_CHAR(TIMESTAMP '2020-01-02 03:04:05.1234', 'FF9'); 123400000",
        "0.5 || ''; .5",
        "-0.5 || 'x'; -.5x",
        "1000.50 || ''; 1000.5",
        "NULL || 'a'; a",
        "NVL('', 'was null'); was null",
        "DECODE(NULL, NULL, 'same', 'other'); same",
        "GREATEST(1, NULL); null",
        "SUBSTR('hello', 0, 2); he",
        "SUBSTR('hello', -3, 2); ll",
        "LENGTH(''); null",
        "TRUNC(TO_DATE('2026-05-17', 'YYYY-MM-DD'), 'MM'); 2026-05-01 00:00:00",
        "SYSDATE; 2026-03-04 05:06:07",
        "TO_CHAR(SYSTIMESTAMP, 'FF6'); 654321",
      })
  void anExpressionHasOraclesValue(String expression, String expected) throws SQLException {
    assertThat(sql.value(expression)).isEqualTo(expected);
  }

  @Test
  void countDividedIsNoInteger() throws SQLException {
    assertThat(sql.one("SELECT count(*)/4 FROM s")).isEqualTo("0.5");
  }

  @Test
  void averageKeepsItsFraction() throws SQLException {
    assertThat(sql.one("SELECT AVG(id) FROM s")).isEqualTo("1.5");
  }

  @Test
  void aStringInARawColumnIsHexadecimal() throws SQLException {
    assertThat(sql.one("SELECT r FROM s WHERE id = 1")).isEqualTo("CAFE");
    assertThat(sql.one("SELECT id FROM s WHERE r = 'cafe'")).isEqualTo("1");
    assertThat(sql.one("SELECT id FROM s WHERE r = ?", "CAFE")).isEqualTo("1");
    assertThat(sql.fails("UPDATE s SET r = 'xyz'")).isEqualTo(1465);
  }

  @Test
  void stringsBecomeDatesByTheSessionsMask() throws SQLException {
    assertThat(sql.one("SELECT id FROM s WHERE d = '04-MAR-26'")).isEqualTo("1");
    assertThat(sql.one("SELECT id FROM s WHERE d = ?", "04-MAR-26")).isEqualTo("1");
    assertThat(sql.one("SELECT id FROM s WHERE ts > '04-MAR-26 05.06.07 AM'")).isEqualTo("1");
    assertThat(sql.fails("SELECT id FROM s WHERE d = '2026-03-04'")).isBetween(1830, 1861);
  }

  @Test
  void charComparesPaddedWithLiteralsAndExactlyWithBinds() throws SQLException {
    assertThat(sql.one("SELECT id FROM s WHERE c = 'ab'")).isEqualTo("1");
    assertThat(sql.rows("SELECT id FROM s WHERE c = ?", "ab")).isEmpty();
    assertThat(sql.one("SELECT id FROM s WHERE c = ?", "ab   ")).isEqualTo("1");
    assertThat(sql.rows("SELECT id FROM s WHERE c = v")).isEmpty();
    assertThat(sql.rows("SELECT id FROM s WHERE v = 'ab '")).isEmpty();
  }

  @Test
  void integersHaveThirtyEightDigits() throws SQLException {
    sql.run("UPDATE s SET n = n * n WHERE id = 1");
    assertThat(sql.one("SELECT n FROM s WHERE id = 1")).isEqualTo("4611686014132420609");
    sql.run("ROLLBACK", "UPDATE s SET n = 2147483647 WHERE id = 1");
  }

  @Test
  void floatIsDecimal() throws SQLException {
    assertThat(sql.one("SELECT f * 3 FROM s WHERE id = 1")).isEqualTo("0.3");
  }

  @Test
  void anEmptyClobIsNotNull() throws SQLException {
    assertThat(sql.one("SELECT id FROM s WHERE lob IS NOT NULL")).isEqualTo("1");
    assertThat(sql.one("SELECT DBMS_LOB.GETLENGTH(lob) FROM s WHERE id = 1")).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT id, count(*) FROM s; 937",
        "SELECT v FROM s GROUP BY id; 979",
        "SELECT id FROM s WHERE count(*) > 1; 934",
        "SELECT id FROM s LIMIT 1; 933",
        "SELECT TOP 1 id FROM s; 904",
        "SELECT id FROM s AS x; 933",
        "SELECT NOW() FROM DUAL; 904",
        "SELECT IF(1,2,3) FROM DUAL; 904",
        "SELECT LEFT('abc',1) FROM DUAL; 904",
        "SELECT v::INT FROM s; 911",
        "SELECT id FROM s WHERE v ILIKE 'a'; 920",
        "SHOW TABLES; 900",
        "CALL 1; 900",
        "SCRIPT; 900",
        "EXPLAIN SELECT 1 FROM DUAL; 900",
        "VALUES (1); 900",
        "SELECT _ROWID_ FROM s; 911",
        "SELECT * FROM INFORMATION_SCHEMA.TABLES; 942",
        "SELECT a.nope FROM s a; 904",
        "SELECT s.id FROM s a; 904",
        "SELECT id FROM s a, s b; 918",
        "SELECT id FROM s ORDER BY nope; 904",
        "SELECT 1 FROM DUAL WHERE 1; 920",
        "SELECT id FROM s FULL JOIN s b ON 1=1; 918",
        "UPDATE s SET id = DATE '2020-01-01'; 932",
        "SELECT MAX(id) + DATE '2020-01-01' + DATE '2020-01-01' FROM s; 975",
        "SELECT id + 'x' FROM s; 1722",
        "SELECT 1/0 FROM DUAL; 1476",
        "SELECT (SELECT id FROM s) FROM DUAL; 1427",
        "SELECT id FROM s UNION SELECT v FROM s; 1790",
        "SELECT id FROM s UNION SELECT id, v FROM s; 1789",
        "INSERT INTO s(id) VALUES (1, 2); 913",
        "INSERT INTO s(id, v) VALUES (1); 947",
        "INSERT INTO s(id, id) VALUES (1, 2); 957",
        "SELECT 'abc FROM DUAL; 1756",
        "SELECT \"abc FROM DUAL; 1740",
        "SELECT 1 FROM; 903",
        "DELET FROM s; 900",
        "SELECT (1 FROM DUAL; 907",
      })
  void whatOracleRefusesIsRefused(String statement, int code) {
    assertThat(sql.fails(statement)).isEqualTo(code);
  }

  @Test
  void oneTextIsOneStatement() {
    assertThat(sql.fails("SELECT id FROM s; SELECT 1 FROM DUAL")).isEqualTo(933);
    assertThat(sql.fails("SELECT id FROM s;")).isEqualTo(933);
    assertThat(sql.fails("COMMIT;")).isEqualTo(933);
  }

  @Test
  void namesOverOneHundredTwentyEightBytesAreRefused() {
    assertThat(sql.fails("SELECT 1 AS " + "x".repeat(129) + " FROM DUAL")).isEqualTo(972);
  }

  @Test
  void columnsNamedLikeH2KeywordsWork() throws SQLException {
    sql.run(
        "CREATE TABLE kw (offset NUMBER, fetch NUMBER, left NUMBER, right NUMBER, true NUMBER,"
            + " value NUMBER, key NUMBER, day NUMBER, inner NUMBER, cross NUMBER, array NUMBER)",
        "INSERT INTO kw VALUES (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)");
    assertThat(sql.one("SELECT offset + fetch + left + right + value + key + day FROM kw"))
        .isEqualTo("31");
    assertThat(sql.one("SELECT a.inner FROM kw a LEFT JOIN kw b ON a.day = b.key")).isEqualTo("9");
  }
}
