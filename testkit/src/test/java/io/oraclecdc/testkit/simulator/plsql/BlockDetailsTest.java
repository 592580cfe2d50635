package io.oraclecdc.testkit.simulator.plsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records in DML, package variables, and the small attributes that scripts rely on. */
class BlockDetailsTest {
  private OracleSimulator oracle;
  private SqlConsole app;

  @BeforeEach
  void start() throws SQLException {
    oracle = OracleSimulator.start("details");
    app = new SqlConsole(oracle.connectApp());
    app.run(
        "CREATE TABLE t (id NUMBER, n NUMBER, v VARCHAR2(20))",
        "CREATE TABLE log (text VARCHAR2(100))");
  }

  @AfterEach
  void stop() throws SQLException {
    app.close();
    oracle.close();
  }

  private String log() throws SQLException {
    return String.join(",", app.rows("SELECT text FROM log"));
  }

  @Test
  void aBlockUsesTheVariablesOfAPackage() throws SQLException {
    app.run(
        "CREATE OR REPLACE PACKAGE pk AS g NUMBER := 7; c CONSTANT VARCHAR2(5) := 'abc';"
            + " PROCEDURE show; END;",
        "CREATE OR REPLACE PACKAGE BODY pk AS hidden NUMBER := 1;"
            + " PROCEDURE show IS BEGIN INSERT INTO log VALUES ('g=' || g); END; END;",
        "BEGIN pk.g := pk.g + 1; pk.show; IF app.pk.g = 8 THEN INSERT INTO log VALUES (pk.c);"
            + " END IF; INSERT INTO log VALUES (pk.g * 2); SELECT 42 INTO pk.g FROM DUAL; END;",
        "BEGIN INSERT INTO log VALUES (pk.g); END;");
    assertThat(log()).isEqualTo("g=8,abc,16,42");
    assertThat(app.fails("BEGIN pk.c := 'x'; END;")).isEqualTo(6550);
    assertThat(app.fails("BEGIN pk.hidden := 1; END;")).isEqualTo(6550);
    assertThat(app.fails("BEGIN INSERT INTO log VALUES (pk.hidden); END;")).isEqualTo(6550);
  }

  @Test
  void aTriggerAsksWhichColumnIsUpdated() throws SQLException {
    app.run(
        "CREATE OR REPLACE TRIGGER tr BEFORE INSERT OR UPDATE ON t FOR EACH ROW BEGIN"
            + " IF UPDATING('N') THEN INSERT INTO log VALUES ('n'); END IF;"
            + " IF UPDATING('v') AND NOT INSERTING THEN INSERT INTO log VALUES ('v'); END IF;"
            + " IF UPDATING THEN INSERT INTO log VALUES ('any'); END IF; END;",
        "INSERT INTO t VALUES (1, 1, 'a')",
        "UPDATE t SET n = 2",
        "UPDATE t SET v = 'b', id = 3");
    assertThat(log()).isEqualTo("n,any,v,any");
  }

  @Test
  void aCollectionCanBeAskedWhetherItIsNull() throws SQLException {
    app.run(
        "DECLARE TYPE tab IS TABLE OF NUMBER; l tab; BEGIN"
            + " IF l IS NULL THEN INSERT INTO log VALUES ('null'); END IF;"
            + " l := tab();"
            + " IF l IS NOT NULL THEN INSERT INTO log VALUES ('empty'); END IF; END;");
    assertThat(log()).isEqualTo("null,empty");
  }

  @Test
  void errorsOfCollectionsHaveNames() throws SQLException {
    app.run(
        "DECLARE TYPE tab IS TABLE OF NUMBER; TYPE arr IS VARRAY(2) OF NUMBER; l tab; a arr;"
            + " x NUMBER; BEGIN"
            + " BEGIN x := l(1); EXCEPTION WHEN COLLECTION_IS_NULL THEN"
            + " INSERT INTO log VALUES ('null'); END;"
            + " l := tab(1); BEGIN x := l(2); EXCEPTION WHEN SUBSCRIPT_BEYOND_COUNT THEN"
            + " INSERT INTO log VALUES ('beyond'); END;"
            + " a := arr(1, 2); BEGIN x := a(3); EXCEPTION WHEN SUBSCRIPT_OUTSIDE_LIMIT THEN"
            + " INSERT INTO log VALUES ('outside'); END;"
            + " BEGIN SELECT n INTO x FROM t; EXCEPTION WHEN NO_DATA_FOUND THEN"
            + " INSERT INTO log VALUES (SQLCODE); END; END;");
    assertThat(log()).isEqualTo("null,beyond,outside,100");
  }

  @Test
  void forallCountsTheRowsOfEachStatement() throws SQLException {
    app.run(
        "INSERT INTO t SELECT MOD(level, 3), level, 'x' FROM DUAL CONNECT BY level <= 5",
        "DECLARE TYPE tab IS TABLE OF NUMBER; l tab := tab(0, 1, 9); BEGIN"
            + " FORALL i IN 1 .. l.COUNT UPDATE t SET v = 'y' WHERE id = l(i);"
            + " FOR i IN 1 .. 3 LOOP INSERT INTO log VALUES (SQL%BULK_ROWCOUNT(i)); END LOOP;"
            + " END;");
    assertThat(log()).isEqualTo("1,2,0");
  }

  @Test
  void recordsAreInsertedAndUpdatedAsAWhole() throws SQLException {
    app.run(
        "DECLARE r t%ROWTYPE; TYPE tab IS TABLE OF t%ROWTYPE; l tab; BEGIN"
            + " r.id := 1; r.n := 2; r.v := 'a'; INSERT INTO t VALUES r;"
            + " r.id := 2; INSERT INTO t VALUES r;"
            + " r.v := 'z'; UPDATE t SET ROW = r WHERE id = 2;"
            + " SELECT * BULK COLLECT INTO l FROM t ORDER BY id;"
            + " FORALL i IN 1 .. l.COUNT INSERT INTO t VALUES l(i); END;");
    assertThat(app.rows("SELECT * FROM t ORDER BY id"))
        .containsExactly("1|2|a", "1|2|a", "2|2|z", "2|2|z");
    assertThat(
            app.fails(
                "DECLARE TYPE rec IS RECORD (a NUMBER); r rec; BEGIN INSERT INTO t VALUES r; END;"))
        .isEqualTo(6550);
    assertThat(app.fails("DECLARE x NUMBER; BEGIN INSERT INTO t VALUES x; END;")).isEqualTo(6550);
  }

  @Test
  void fieldsOfARecordHaveDefaults() throws SQLException {
    app.run(
        "DECLARE b NUMBER := 4; TYPE rec IS RECORD (a NUMBER := b + 1, c VARCHAR2(9) NOT NULL"
            + " DEFAULT NVL(NULL, 'dflt'), d DATE); r rec; BEGIN"
            + " INSERT INTO log VALUES (r.a || r.c || r.d); END;");
    assertThat(log()).isEqualTo("5dflt");
  }

  @Test
  void returningTakesAggregatesAndDynamicStatements() throws SQLException {
    app.run(
        "INSERT INTO t SELECT level, level * 10, 'x' FROM DUAL CONNECT BY level <= 3",
        "DECLARE s NUMBER; c NUMBER; BEGIN"
            + " UPDATE t SET n = n + 1 WHERE id > 1 RETURNING SUM(n), COUNT(*) INTO s, c;"
            + " INSERT INTO log VALUES (s || '/' || c);"
            + " EXECUTE IMMEDIATE 'UPDATE t SET n = :1 WHERE id = :2 RETURNING n, id INTO :3, :4'"
            + " USING 5, 1 RETURNING INTO s, c; INSERT INTO log VALUES (s || '/' || c);"
            + " EXECUTE IMMEDIATE 'DELETE FROM t WHERE id = 3 RETURNING n INTO :1'"
            + " RETURNING INTO s; INSERT INTO log VALUES (s); END;");
    assertThat(log()).isEqualTo("52/2,5/1,31");
    assertThat(app.fails("DECLARE s NUMBER; BEGIN DELETE FROM t RETURNING SUM(n) INTO s; END;"))
        .isEqualTo(6550);
  }
}
