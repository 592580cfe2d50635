package io.oraclecdc.testkit.simulator.plsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.SimulatorUnderTest;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(SimulatorUnderTest.Way.class)
class BlockTest {
  private final SimulatorUnderTest.Way way;
  private SimulatorUnderTest simulator;
  private SqlConsole sql;

  BlockTest(SimulatorUnderTest.Way way) {
    this.way = way;
  }

  @BeforeEach
  void start() throws SQLException {
    simulator = way.start("plsql");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
    sql.run("CREATE TABLE t (id NUMBER PRIMARY KEY, v VARCHAR2(50))");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @Test
  void loopsConditionsAndVariables() throws SQLException {
    sql.run(
        """
        DECLARE
          total NUMBER := 0;
          label t.v%TYPE;
          flag BOOLEAN := TRUE;
        BEGIN
          FOR i IN 1 .. 3 LOOP
            total := total + i * 10;
            IF MOD(i, 2) = 0 THEN label := 'even'; ELSIF i = 3 THEN label := 'last'; ELSE label := 'odd'; END IF;
            INSERT INTO t VALUES (i, label);
          END LOOP;
          FOR i IN REVERSE 1 .. 2 LOOP
            UPDATE t SET v = v || i WHERE id = 1;
          END LOOP;
          WHILE total > 50 LOOP
            total := total - 1;
          END LOOP;
          LOOP
            total := total + 1;
            EXIT WHEN total >= 60;
          END LOOP;
          BEGIN
            INSERT INTO t VALUES (100, 'total ' || total);
          END;
          FOR r IN (SELECT id, v FROM t WHERE id < 3 ORDER BY id) LOOP
            INSERT INTO t VALUES (r.id + 200, UPPER(r.v));
          END LOOP;
          SELECT COUNT(*), MAX(v) INTO total, label FROM t;
          INSERT INTO t VALUES (300, total || label);
        END;
        """);
    assertThat(sql.rows("SELECT id, v FROM t ORDER BY id"))
        .containsExactly(
            "1|odd21",
            "2|even",
            "3|last",
            "100|total 60",
            "201|ODD21",
            "202|EVEN",
            "300|6total 60");
  }

  @Test
  void handledErrorsUndoOnlyTheirStatement() throws SQLException {
    sql.run(
        """
        DECLARE
          n NUMBER;
          e_gone EXCEPTION;
          PRAGMA EXCEPTION_INIT(e_gone, -942);
        BEGIN
          INSERT INTO t VALUES (1, 'a');
          BEGIN
            INSERT INTO t VALUES (1, 'b');
          EXCEPTION
            WHEN DUP_VAL_ON_INDEX THEN INSERT INTO t VALUES (2, 'dup ' || SQLCODE);
          END;
          BEGIN
            SELECT id INTO n FROM t WHERE id = 99;
          EXCEPTION
            WHEN NO_DATA_FOUND OR TOO_MANY_ROWS THEN INSERT INTO t VALUES (3, 'none');
          END;
          BEGIN
            EXECUTE IMMEDIATE 'DROP TABLE nope';
          EXCEPTION
            WHEN e_gone THEN NULL;
            WHEN OTHERS THEN RAISE;
          END;
        END;
        """);
    assertThat(sql.rows("SELECT id, v FROM t ORDER BY id"))
        .containsExactly("1|a", "2|dup -1", "3|none");
  }

  @Test
  void anUnhandledErrorRollsTheWholeBlockBack() throws SQLException {
    sql.run("INSERT INTO t VALUES (5, 'before')");
    assertThat(
            sql.fails(
                "BEGIN INSERT INTO t VALUES (6, 'in'); INSERT INTO t VALUES (5, 'dup'); END;"))
        .isEqualTo(1);
    sql.run("COMMIT");
    assertThat(sql.rows("SELECT id FROM t")).containsExactly("5");
    assertThat(MinedRedo.of(simulator))
        .extracting(r -> r.substring(0, 9))
        .containsExactly("INSERT in", "INSERT in", "INSERT in", "DELETE rb", "DELETE rb");
  }

  @Test
  void applicationErrorsAndRaise() {
    assertThat(sql.message("BEGIN RAISE_APPLICATION_ERROR(-20123, 'no ' || 'way'); END;"))
        .isEqualTo("ORA-20123: no way");
    assertThat(sql.fails("DECLARE x EXCEPTION; BEGIN RAISE x; END;")).isEqualTo(6510);
    assertThat(sql.fails("BEGIN INSERT INTO t VALUES ('x', 'y'); END;")).isEqualTo(1722);
  }

  @Test
  void executeImmediateWithBindsAndInto() throws SQLException {
    sql.run(
        """
        DECLARE n NUMBER;
        BEGIN
          EXECUTE IMMEDIATE 'CREATE TABLE dyn (id NUMBER)';
          EXECUTE IMMEDIATE 'INSERT INTO dyn VALUES (:1)' USING 7;
          EXECUTE IMMEDIATE 'SELECT COUNT(*) FROM dyn WHERE id = :x' INTO n USING 7;
          INSERT INTO t VALUES (n, 'dynamic');
          COMMIT;
          ROLLBACK;
        END;
        """);
    assertThat(sql.one("SELECT id, v FROM t")).isEqualTo("1|dynamic");
  }

  @Test
  void caseStatementsAndContinue() throws SQLException {
    sql.run(
        """
        DECLARE
          n NUMBER := 0;
          label VARCHAR2(20);
        BEGIN
          FOR i IN 1 .. 5 LOOP
            CONTINUE WHEN i = 4;
            CASE i
              WHEN 1 THEN label := 'one';
              WHEN 1 + 1 THEN label := 'two'; n := n + 1;
              ELSE label := CASE WHEN i = 3 THEN 'three' ELSE 'more' END;
            END CASE;
            CASE
              WHEN n > 100 THEN NULL;
              WHEN i >= 1 THEN INSERT INTO t VALUES (i, label);
            END CASE;
          END LOOP;
          BEGIN
            CASE n WHEN 7 THEN NULL; END CASE;
          EXCEPTION
            WHEN CASE_NOT_FOUND THEN INSERT INTO t VALUES (9, 'no case ' || SQLCODE);
          END;
        END;
        """);
    assertThat(sql.rows("SELECT id, v FROM t ORDER BY id"))
        .containsExactly("1|one", "2|two", "3|three", "5|more", "9|no case -6592");
  }

  @Test
  void cursorsAreOpenedFetchedAndClosed() throws SQLException {
    sql.run(
        "INSERT INTO t SELECT LEVEL, 'v' || LEVEL FROM DUAL CONNECT BY LEVEL <= 4",
        """
        DECLARE
          CURSOR c IS SELECT id, v FROM t WHERE id <= 2 ORDER BY id;
          CURSOR p (low NUMBER, high NUMBER DEFAULT 4) IS
            SELECT id, v || '!' AS shout FROM t WHERE id BETWEEN low AND high ORDER BY id;
          r c%ROWTYPE;
          whole t%ROWTYPE;
          twice r.v%TYPE;
          n NUMBER;
        BEGIN
          OPEN c;
          LOOP
            FETCH c INTO r;
            EXIT WHEN c%NOTFOUND;
            twice := r.v || r.v;
            INSERT INTO t VALUES (r.id + 10 * c%ROWCOUNT, twice);
          END LOOP;
          CLOSE c;
          FOR x IN p(3) LOOP
            UPDATE t SET v = x.shout WHERE id = x.id;
            IF SQL%FOUND THEN n := NVL(n, 0) + SQL%ROWCOUNT; END IF;
          END LOOP;
        EXCEPTION WHEN OTHERS THEN RAISE;
        END;
        """,
        """
        DECLARE
          CURSOR c IS SELECT v FROM t;
          s VARCHAR2(50);
          whole t%ROWTYPE;
        BEGIN
          SELECT * INTO whole FROM t WHERE id = 1;
          IF NOT c%ISOPEN THEN INSERT INTO t VALUES (100, whole.v); END IF;
          BEGIN
            FETCH c INTO s;
          EXCEPTION WHEN INVALID_CURSOR THEN INSERT INTO t VALUES (101, 'closed');
          END;
          OPEN c;
          BEGIN
            OPEN c;
          EXCEPTION WHEN CURSOR_ALREADY_OPEN THEN INSERT INTO t VALUES (102, 'open');
          END;
          CLOSE c;
        END;
        """);
    assertThat(sql.rows("SELECT id, v FROM t ORDER BY id"))
        .containsExactly(
            "1|v1",
            "2|v2",
            "3|v3!",
            "4|v4!",
            "11|v1v1",
            "22|v2v2",
            "100|v1",
            "101|closed",
            "102|open");
    assertThat(
            sql.fails(
                "DECLARE CURSOR c IS SELECT 1 x FROM DUAL; BEGIN IF c%FOUND THEN NULL; END IF;"
                    + " END;"))
        .isEqualTo(1001);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "BEGIN nosuch.thing(1); END;~PLS-00201",
        "BEGIN DBMS_OUTPUT.NOSUCH(1); END;~PLS-00302",
        "BEGIN DBMS_OUTPUT.PUT_LINE(); END;~PLS-00306",
        "BEGIN DBMS_OUTPUT.PUT_LINE(B => 1); END;~PLS-00306",
        "BEGIN DBMS_OUTPUT.PUT_LINE('a', 'b'); END;~PLS-00306",
        "BEGIN DBMS_OUTPUT.PUT_LINE('a') END;~PLS-00103",
        "BEGIN NULL; END~PLS-00103",
        "BEGIN END;~PLS-00103",
        "BEGIN NULL; END; NULL;~PLS-00103",
        "BEGIN x := 1; END;~PLS-00201",
        "BEGIN SELECT 1 FROM DUAL; END;~PLS-00428",
        "BEGIN DBMS_OUTPUT.PUT_LINE(nope); END;~PLS-00201",
        "BEGIN INSERT INTO nope VALUES (1); END;~ORA-00942",
        "BEGIN IF 1 = 1 THEN NULL; END;~PLS-00103",
        "BEGIN DBMS_LOGMNR.END_LOGMNR; END;~PLS-00201",
        "BEGIN OPEN nope; END;~PLS-00201",
        "BEGIN CASE 1 WHEN 1 THEN NULL; END; END;~PLS-00103",
        "DECLARE CURSOR c IS SELECT a FROM t; BEGIN NULL; END;~PLS-00201",
        "DECLARE r nope%ROWTYPE; BEGIN NULL; END;~ORA-00942",
      })
  void whatDoesNotCompileRunsNothing(String block, String code) throws SQLException {
    String guarded =
        block.startsWith("BEGIN END")
            ? block
            : block.replaceFirst("BEGIN", "BEGIN INSERT INTO t VALUES (1, 'must not happen');");
    assertThat(sql.message(guarded)).startsWith("ORA-06550").contains(code);
    assertThat(sql.rows("SELECT * FROM t")).isEmpty();
  }

  @Test
  void miningCallsInEveryNotation() throws SQLException {
    try (SqlConsole capture = new SqlConsole(simulator.connectCapture())) {
      String file = capture.one("SELECT MEMBER FROM V$LOGFILE WHERE GROUP# = 1");
      capture.update(
          "begin sys.dbms_logmnr.add_logfile(logfilename=>?, options=>sys.dbms_logmnr.new);end;",
          file);
      capture.update(
          "BEGIN -- comment; here\n DBMS_LOGMNR.START_LOGMNR(STARTSCN => ?, ENDSCN => ?, OPTIONS =>"
              + " DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG + DBMS_LOGMNR.NO_ROWID_IN_STMT); END;",
          2_000_000L,
          0L);
      assertThat(capture.rows("SELECT SCN FROM V$LOGMNR_CONTENTS")).isNotEmpty();
      capture.run("BEGIN DBMS_LOGMNR.END_LOGMNR(); END;");
      assertThat(capture.fails("BEGIN DBMS_LOGMNR.END_LOGMNR; END;")).isEqualTo(1307);
      assertThat(capture.fails("SELECT SCN FROM V$LOGMNR_CONTENTS")).isIn(1306, 1307);
      assertThat(capture.fails("BEGIN DBMS_LOGMNR.ADD_LOGFILE('/nope.log', DBMS_LOGMNR.NEW); END;"))
          .isEqualTo(1284);
    }
  }
}
