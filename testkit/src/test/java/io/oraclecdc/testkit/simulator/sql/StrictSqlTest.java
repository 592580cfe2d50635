package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers to their last digit, and texts that Oracle refuses. */
class StrictSqlTest {
  private static OracleSimulator simulator;
  private static SqlConsole sql;

  @BeforeAll
  static void start() throws SQLException {
    simulator = OracleSimulator.start("strict");
    sql = new SqlConsole(simulator.connectApp());
    sql.run(
        "CREATE TABLE docs (id NUMBER PRIMARY KEY, c CLOB, v VARCHAR2(4000))",
        "INSERT INTO docs VALUES (1, 'one', RPAD('a', 4000))",
        "INSERT INTO docs VALUES (2, 'two', RPAD('b', 4000))",
        "CREATE TABLE notes (id NUMBER, body LONG)",
        "INSERT INTO notes VALUES (1, 'text')",
        "CREATE TABLE parents (id NUMBER, name VARCHAR2(9))",
        "CREATE TABLE children (id NUMBER, pet VARCHAR2(9))",
        "INSERT INTO parents VALUES (1, 'a')",
        "INSERT INTO parents VALUES (2, 'b')",
        "INSERT INTO children VALUES (2, 'cat')");
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
        "TO_CHAR(1/3); .3333333333333333333333333333333333333333",
        "TO_CHAR(-1/3); -.3333333333333333333333333333333333333333",
        "TO_CHAR(100/7); 14.2857142857142857142857142857142857143",
        "10/3 || NULL; 3.33333333333333333333333333333333333333",
        "TO_CHAR(1E39); 1000000000000000000000000000000000000000",
        "TO_CHAR(1E-36); .000000000000000000000000000000000001",
        "TO_CHAR(1E125); 1E+125",
        "LOG(10, 1000); 3",
        "LOG(2, 1024); 10",
        "TO_CHAR(LN(2)); .6931471805599453094172321214581765680755",
        "TO_CHAR(EXP(1)); 2.71828182845904523536028747135266249776",
        "POWER(2, 0.5) - SQRT(2); 0",
        "SIN(0); 0",
        "COS(0); 1",
        "TO_CHAR(SIN(1)); .8414709848078965066525023216302989996226",
        "ROUND(TAN(0.5), 20); 0.54630248984379051326",
      })
  void numbersAreExactToTheirLastDigit(String expression, String expected) throws SQLException {
    assertThat(sql.value(expression)).isEqualTo(expected);
  }

  @Test
  void spreadAndSharesAreDecimal() throws SQLException {
    String values =
        " FROM (SELECT 1 n FROM DUAL UNION ALL SELECT 2 FROM DUAL UNION ALL"
            + " SELECT 3 FROM DUAL)";
    assertThat(sql.one("SELECT VARIANCE(n) || ' ' || STDDEV(n)" + values)).isEqualTo("1 1");
    assertThat(sql.one("SELECT STDDEV(n)" + values + " WHERE n = 1")).isEqualTo("0");
    assertThat(sql.rows("SELECT RATIO_TO_REPORT(n) OVER ()" + values + " ORDER BY 1").get(2))
        .isEqualTo("0.5");
  }

  @Test
  void storedNumbersShowInFullInTheRedo() throws Exception {
    sql.run(
        "CREATE TABLE thirds (n NUMBER)",
        "INSERT INTO thirds VALUES (1/3)",
        "INSERT INTO thirds VALUES (100/7)",
        "INSERT INTO thirds VALUES (10/3)",
        "INSERT INTO thirds VALUES (1/300)",
        "COMMIT");
    String redo = String.join("\n", MinedRedo.of(simulator));
    assertThat(redo)
        .contains("'.3333333333333333333333333333333333333333'")
        .contains("'14.28571428571428571428571428571428571429'")
        .contains("'3.33333333333333333333333333333333333333'")
        .contains("'.003333333333333333333333333333333333333333'")
        .doesNotContain("E-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "932; SELECT id FROM docs ORDER BY c",
        "932; SELECT id, c FROM docs ORDER BY 2",
        "932; SELECT DISTINCT c FROM docs",
        "932; SELECT c FROM docs UNION SELECT c FROM docs",
        "932; SELECT COUNT(*) FROM docs GROUP BY c",
        "997; SELECT id FROM notes WHERE body = 'text'",
        "997; INSERT INTO notes SELECT id, body FROM notes",
        "997; CREATE TABLE copied AS SELECT body FROM notes",
        "1754; CREATE TABLE two_longs (a LONG, b LONG RAW)",
        "1489; SELECT LISTAGG(v, ',') WITHIN GROUP (ORDER BY id) FROM docs",
        "1873; SELECT INTERVAL '100' DAY(2) FROM DUAL",
        "1873; SELECT INTERVAL '100' DAY FROM DUAL",
        "54002; CREATE TABLE impure (a DATE, b AS (a - SYSDATE))",
        "1722; SELECT NVL(1, 'a') FROM DUAL",
        "957; CREATE TABLE twice (a NUMBER, A VARCHAR2(1))",
        "957; CREATE TABLE twice AS SELECT id, id FROM docs",
        "30669; CREATE TABLE two (a NUMBER GENERATED ALWAYS AS IDENTITY, b NUMBER GENERATED ALWAYS AS IDENTITY)",
        "1839; SELECT DATE '2023-02-29' FROM DUAL",
        "1843; SELECT DATE '2023-13-01' FROM DUAL",
        "1847; SELECT DATE '2023-01-32' FROM DUAL",
        "1850; SELECT TIMESTAMP '2023-01-01 24:00:00' FROM DUAL",
        "1882; SELECT TIMESTAMP '2023-01-01 00:00:00 Nowhere/Land' FROM DUAL",
        "942; DROP TABLE nowhere",
        "955; CREATE TABLE docs (a NUMBER)",
        "1428; SELECT LN(0) FROM DUAL",
        "1426; SELECT EXP(1000) FROM DUAL",
      })
  void oracleRefuses(int code, String text) {
    assertThat(sql.fails(text)).isEqualTo(code);
  }

  @Test
  void xmlMustBeWellFormed() throws SQLException {
    sql.run("CREATE TABLE xmls (x XMLTYPE)", "INSERT INTO xmls VALUES (XMLTYPE('<a>1</a>'))");
    assertThat(sql.fails("INSERT INTO xmls VALUES (XMLTYPE('<a>1</b>'))")).isEqualTo(31011);
    assertThat(sql.rows("SELECT t.x.getStringVal() FROM xmls t")).containsExactly("<a>1</a>");
  }

  @Test
  void typesOfLaterReleasesAreUnknown() throws SQLException {
    try (OracleSimulator old = OracleSimulator.builder("strict19").release(19).start();
        SqlConsole app = new SqlConsole(old.connectApp())) {
      assertThat(app.fails("CREATE TABLE b (a BOOLEAN)")).isEqualTo(902);
      assertThat(app.fails("CREATE TABLE b (a JSON)")).isEqualTo(902);
      app.run("DECLARE b BOOLEAN := TRUE; BEGIN NULL; END;");
      assertThat(app.fails("DROP TABLE IF EXISTS b")).isNotZero();
    }
  }

  @Test
  void errorsNameWhatIsViolated() throws SQLException {
    sql.run(
        "CREATE TABLE keyed (a NUMBER, b NUMBER)",
        "CREATE UNIQUE INDEX uqi ON keyed(a)",
        "INSERT INTO keyed VALUES (1, NULL)");
    assertThat(sql.message("INSERT INTO keyed VALUES (1, 2)"))
        .contains("unique constraint (APP.UQI) violated");
    assertThat(sql.message("ALTER TABLE keyed MODIFY b CONSTRAINT b_given NOT NULL"))
        .contains("ORA-02296: cannot enable (APP.B_GIVEN) - null values found");
  }

  @Test
  void whoMayOnlyInsertKnowsThatTheTableIsThere() throws SQLException {
    try (SqlConsole sys = new SqlConsole(simulator.connectSys())) {
      sys.run("CREATE USER writer IDENTIFIED BY w", "GRANT CREATE SESSION TO writer");
    }
    sql.run("CREATE TABLE inbox (a NUMBER)", "GRANT INSERT ON inbox TO writer");
    try (SqlConsole writer = new SqlConsole(simulator.connect("WRITER", "w"))) {
      assertThat(writer.fails("SELECT a FROM app.inbox")).isEqualTo(1031);
      assertThat(writer.fails("SELECT id FROM app.docs")).isEqualTo(942);
    }
  }

  @Test
  void anIdentityKeepsItsOptions() throws SQLException {
    sql.run(
        "CREATE TABLE counted (id NUMBER GENERATED BY DEFAULT ON NULL AS IDENTITY"
            + " (START WITH 1000 INCREMENT BY 5 NOCACHE))");
    assertThat(sql.one("SELECT DBMS_METADATA.GET_DDL('TABLE', 'COUNTED') FROM DUAL"))
        .contains("GENERATED BY DEFAULT ON NULL AS IDENTITY MINVALUE 1")
        .contains("INCREMENT BY 5 START WITH 1000 NOCACHE NOORDER  NOCYCLE");
  }

  @Test
  void naturalJoinsAreOnTheCommonColumns() throws SQLException {
    assertThat(sql.rows("SELECT name, pet FROM parents NATURAL JOIN children"))
        .hasSize(1)
        .allMatch(r -> r.contains("cat"));
    assertThat(sql.rows("SELECT * FROM parents NATURAL LEFT JOIN children")).hasSize(2);
  }

  @Test
  void existenceCanBeAskedForSinceRelease23() throws SQLException {
    sql.run(
        "DROP TABLE IF EXISTS maybe",
        "CREATE TABLE IF NOT EXISTS maybe (a NUMBER)",
        "INSERT INTO maybe VALUES (1)",
        "CREATE TABLE IF NOT EXISTS maybe (a NUMBER, b NUMBER)");
    assertThat(sql.rows("SELECT * FROM maybe")).containsExactly("1");
    sql.run("DROP TABLE IF EXISTS maybe", "DROP SEQUENCE IF EXISTS maybe");
    assertThat(sql.fails("SELECT * FROM maybe")).isEqualTo(942);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT name FROM parents CONNECT BY PRIOR id = id AND ROWNUM < 3; ROWNUM in CONNECT BY",
        "SELECT SUM(id) KEEP (DENSE_RANK LAST ORDER BY id) FROM parents; KEEP",
        "SELECT 1 FROM parents p, children c WHERE c.id(+) = 1; (+) on a table",
      })
  void whatIsMissingIsNamed(String text, String name) {
    assertThat(sql.message(text)).contains("ORA-00900").contains("does not support").contains(name);
  }
}
