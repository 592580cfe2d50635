package io.oraclecdc.testkit.simulator.plsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredTypesTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.builder("declared").start();
    sql = new SqlConsole(simulator.connect(OracleSimulator.APP_USER, OracleSimulator.APP_PASSWORD));
    sql.connection().setAutoCommit(false);
    sql.run(
        "CREATE TABLE w (id NUMBER, v NUMBER(4), s VARCHAR2(2), d DATE, r RAW(2))",
        "CREATE TABLE o (v VARCHAR2(40))",
        "INSERT INTO w VALUES (1, 2, 'ab', DATE '2024-02-03', HEXTORAW('0102'))",
        "INSERT INTO o VALUES ('12345')");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          6502; s VARCHAR2(2) := 'abc'
          6502; s VARCHAR2(3 BYTE) := 'äö'
          6502; s w.s%TYPE := 'abc'
          6502; n NUMBER(3) := 1000
          6502; n w.v%TYPE := 123456
          6502; n NUMBER(4,1) := 1000
          1426; n PLS_INTEGER := 3000000000
          1426; n BINARY_INTEGER := -3000000000
          6502; n NATURAL := -1
          6502; n POSITIVE := 0
          6502; n NUMBER NOT NULL := NULL
          6502; n SIMPLE_INTEGER := NULL
          6502; s VARCHAR2(3) NOT NULL := ''
          6502; c CHAR(2) := 'abc'
          6502; r RAW(1) := HEXTORAW('0102')
          6550; s VARCHAR2 := 'a'
          6550; c CONSTANT NUMBER
          6550; n NUMBER NOT NULL
          """)
  void aDeclarationThatCannotHoldItsValueFails(int code, String declaration) {
    assertThat(sql.fails("DECLARE " + declaration + "; BEGIN NULL; END;")).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          x INTEGER; 2.6; 3
          x PLS_INTEGER; 2.5; 3
          x NUMBER(4,1); 2.66; 2.7
          x NUMBER(3,-1); 14; 10
          x NUMBER; 2.66; 2.66
          x CHAR(3); 'a'; "a  "
          x VARCHAR2(3); 5; 5
          x w.v%TYPE; 2.4; 2
          """)
  void aValueTakesTheFormOfItsVariable(String declaration, String value, String stored)
      throws SQLException {
    sql.run(
        "DECLARE "
            + declaration
            + " := "
            + value
            + "; BEGIN INSERT INTO o VALUES ('[' || x || ']'); END;",
        "DECLARE "
            + declaration
            + "; BEGIN x := "
            + value
            + "; INSERT INTO o VALUES ('[' || x || ']'); END;",
        "DECLARE "
            + declaration
            + "; BEGIN SELECT "
            + value
            + " INTO x FROM dual; INSERT INTO o VALUES ('[' || x || ']'); END;",
        "DECLARE "
            + declaration
            + "; CURSOR c IS SELECT "
            + value
            + " FROM dual; BEGIN OPEN c; FETCH c INTO x; CLOSE c; INSERT INTO o VALUES ('[' || x || ']'); END;",
        "DECLARE "
            + declaration
            + "; BEGIN EXECUTE IMMEDIATE 'SELECT "
            + value.replace("'", "''")
            + " FROM dual' INTO x; INSERT INTO o VALUES ('[' || x || ']'); END;");
    assertThat(sql.rows("SELECT v FROM o WHERE v LIKE '[%'"))
        .hasSize(5)
        .containsOnly("[" + stored + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n := 1000",
        "s := 'abc'",
        "s := 12345",
        "SELECT 1000 INTO n FROM dual",
        "SELECT v INTO s FROM o",
        "SELECT v INTO n FROM o",
        "FOR i IN 1 .. 2000 LOOP n := i; END LOOP",
        "OPEN c; FETCH c INTO n; CLOSE c",
        "EXECUTE IMMEDIATE 'SELECT 1000 FROM dual' INTO n",
        "UPDATE w SET id = 1000 RETURNING id INTO n",
        "INSERT INTO w (id) VALUES (1000) RETURNING id INTO n",
        "r.v := 10000",
        "r.s := 'abc'",
        "out_of(n)",
        "n := text_of(3)",
        "m := NULL",
        "SELECT 'x' INTO n FROM dual"
      })
  void noStatementPutsIntoAVariableWhatItCannotHold(String statement) {
    String block =
        "DECLARE n NUMBER(3); s VARCHAR2(2); m NUMBER NOT NULL := 1; r w%ROWTYPE;"
            + " CURSOR c IS SELECT 1000 FROM dual;"
            + " PROCEDURE out_of(x OUT NUMBER) IS BEGIN x := 1000; END;"
            + " FUNCTION text_of(x NUMBER) RETURN VARCHAR2 IS BEGIN RETURN RPAD('1', x + 1, '0'); END;"
            + " BEGIN "
            + statement
            + "; INSERT INTO o VALUES ('passed'); END;";
    assertThat(sql.fails(block)).isEqualTo(6502);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DECLARE c CONSTANT NUMBER := 1; BEGIN c := 2; END;",
        "DECLARE c CONSTANT NUMBER := 1; BEGIN SELECT 2 INTO c FROM dual; END;",
        "DECLARE PROCEDURE p(x NUMBER) IS BEGIN x := 1; END; BEGIN p(2); END;",
        "DECLARE PROCEDURE p(x IN VARCHAR2) IS BEGIN x := 'a'; END; BEGIN p('b'); END;",
        "DECLARE PROCEDURE q(x OUT NUMBER) IS BEGIN x := 1; END;"
            + " PROCEDURE p(x NUMBER) IS BEGIN q(x); END; BEGIN p(2); END;",
        "BEGIN FOR i IN 1 .. 2 LOOP i := 5; END LOOP; END;"
      })
  void whatCannotBeAssignedIsAnErrorOfCompilation(String block) {
    assertThat(sql.error(block).getMessage())
        .startsWith("ORA-06550")
        .contains("PLS-00363", "cannot be used as an assignment target");
  }

  @Test
  void parametersHaveNoLengthButIntegersTheirRange() throws SQLException {
    sql.run(
        "CREATE PROCEDURE p(s w.s%TYPE, n w.v%TYPE) IS BEGIN INSERT INTO o VALUES (s || n); END;",
        "CREATE PROCEDURE q(n PLS_INTEGER) IS BEGIN INSERT INTO o VALUES (n); END;",
        "BEGIN p('abc', 123456); q(2.5); END;");
    assertThat(sql.rows("SELECT v FROM o")).containsExactly("12345", "abc123456", "3");
    assertThat(sql.fails("BEGIN q(3000000000); END;")).isEqualTo(1426);
  }

  @Test
  void aHandlerSeesTheErrorAsValueError() throws SQLException {
    sql.run(
        """
        DECLARE s VARCHAR2(2) := 'ab';
        BEGIN
          s := 'abc';
        EXCEPTION WHEN VALUE_ERROR THEN INSERT INTO o VALUES ('caught ' || s);
        END;
        """);
    assertThat(sql.rows("SELECT v FROM o")).containsExactly("12345", "caught ab");
  }

  @Test
  void aTriggerCannotGiveANewValueThatDoesNotFit() throws SQLException {
    sql.run(
        """
        CREATE TRIGGER wt BEFORE INSERT ON w FOR EACH ROW
        DECLARE n NUMBER(3);
        BEGIN
          n := :NEW.id;
          :NEW.v := :NEW.v * 100.004;
        END;
        """,
        "INSERT INTO w (id, v) VALUES (2, 3)");
    assertThat(sql.rows("SELECT v FROM w ORDER BY id")).containsExactly("2", "300");
    assertThat(sql.fails("INSERT INTO w (id, v) VALUES (3, 300)")).isEqualTo(6502);
    assertThat(sql.fails("INSERT INTO w (id, v) VALUES (1000, 3)")).isEqualTo(6502);
    assertThat(sql.rows("SELECT COUNT(*) FROM w")).containsExactly("2");
  }

  @Test
  void aSelectedValueIsConvertedToTheFamilyOfItsVariable() throws SQLException {
    sql.run(
        "DECLARE n NUMBER; d DATE; s VARCHAR2(30); BEGIN"
            + " SELECT v INTO n FROM o; SELECT id INTO s FROM w;"
            + " INSERT INTO w (id, s) VALUES (n + 1, s); END;");
    assertThat(sql.rows("SELECT id, s FROM w ORDER BY id")).containsExactly("1|ab", "12346|1");
  }
}
