package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClustersTest {
  private OracleSimulator simulator;
  private SqlConsole app;

  @BeforeEach
  void start() throws SQLException {
    start(false);
  }

  private void start(boolean keyInTwoRows) throws SQLException {
    simulator =
        OracleSimulator.builder("clusters")
            .redoOptions(
                o -> keyInTwoRows ? o.behaviour(RedoBehaviour.CLUSTER_KEY_UPDATE_IN_TWO_ROWS) : o)
            .start();
    app = new SqlConsole(simulator.connectApp());
    app.connection().setAutoCommit(false);
  }

  @AfterEach
  void stop() throws SQLException {
    app.close();
    simulator.close();
  }

  private void personnel() throws SQLException {
    app.run(
        "CREATE CLUSTER personnel (deptno NUMBER(4)) SIZE 512 TABLESPACE users",
        "CREATE INDEX personnel_i ON CLUSTER personnel",
        "CREATE TABLE dept (deptno NUMBER(4) PRIMARY KEY, dname VARCHAR2(20))"
            + " CLUSTER personnel (deptno)",
        "CREATE TABLE emp (empno NUMBER(6) PRIMARY KEY, deptno NUMBER(4), ename VARCHAR2(20))"
            + " CLUSTER personnel (deptno)",
        "ALTER TABLE dept ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "ALTER TABLE emp ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  @Test
  void tablesOfAClusterShareRowids() throws SQLException {
    personnel();
    app.run("INSERT INTO dept VALUES (10, 'SALES')", "INSERT INTO emp VALUES (1, 10, 'A')");
    assertThat(app.one("SELECT ROWID FROM dept")).isEqualTo(app.one("SELECT ROWID FROM emp"));
    assertThat(
            app.rows(
                "SELECT TABLE_NAME, CLUSTER_NAME FROM USER_TABLES WHERE CLUSTER_NAME IS NOT NULL"
                    + " ORDER BY 1"))
        .containsExactly("DEPT|PERSONNEL", "EMP|PERSONNEL");
    assertThat(
            app.rows(
                "SELECT DISTINCT DATA_OBJECT_ID FROM USER_OBJECTS WHERE OBJECT_NAME IN"
                    + " ('DEPT', 'EMP', 'PERSONNEL')"))
        .hasSize(1);
    assertThat(app.one("SELECT CLUSTER_TYPE, HASHKEYS, KEY_SIZE FROM USER_CLUSTERS"))
        .isEqualTo("INDEX|0|512");
    assertThat(app.rows("SELECT TABLE_NAME, TAB_COLUMN_NAME FROM USER_CLU_COLUMNS ORDER BY 1"))
        .containsExactly("DEPT|DEPTNO", "EMP|DEPTNO");
    assertThat(app.one("SELECT INDEX_NAME FROM USER_INDEXES WHERE INDEX_TYPE = 'CLUSTER'"))
        .isEqualTo("PERSONNEL_I");
  }

  @Test
  void theRedoNamesTableAndRowid() throws SQLException {
    personnel();
    app.run(
        "INSERT INTO dept VALUES (10, 'SALES')",
        "SAVEPOINT s",
        "INSERT INTO emp VALUES (1, 10, 'A')",
        "ROLLBACK TO s",
        "UPDATE dept SET deptno = 11",
        "COMMIT");
    List<String> redo = MinedRedo.of(simulator);
    assertThat(redo).hasSize(4);
    assertThat(redo.get(1)).startsWith("INSERT insert into \"APP\".\"EMP\"");
    assertThat(redo.get(2)).startsWith("DELETE rb delete from \"APP\".\"EMP\" where ROWID = ");
    assertThat(redo.get(3)).startsWith("UPDATE update \"APP\".\"DEPT\" set \"DEPTNO\" = '11'");
  }

  @Test
  void aClusterKeyUpdateCanBeTwoRows() throws SQLException {
    stop();
    start(true);
    personnel();
    app.run("INSERT INTO dept VALUES (10, 'SALES')", "UPDATE dept SET deptno = 11", "COMMIT");
    assertThat(MinedRedo.of(simulator))
        .extracting(l -> l.substring(0, 6))
        .containsExactly("INSERT", "DELETE", "INSERT");
  }

  @Test
  void hashClustersNeedNoIndex() throws SQLException {
    app.run(
        "CREATE CLUSTER h (k NUMBER(5), t VARCHAR2(10)) HASHKEYS 100 SIZE 1K HASH IS (k + 1)",
        "CREATE TABLE a (t VARCHAR2(10), x NUMBER, k NUMBER(5)) CLUSTER h (k, t)",
        "INSERT INTO a VALUES ('x', 1, 2)");
    assertThat(app.one("SELECT CLUSTER_TYPE, HASHKEYS FROM USER_CLUSTERS")).isEqualTo("HASH|100");
    assertThat(app.fails("TRUNCATE CLUSTER h")).isEqualTo(3293);
  }

  @Test
  void refusals() throws SQLException {
    assertThat(app.fails("CREATE TABLE t (a NUMBER) CLUSTER c (a)")).isEqualTo(943);
    app.run("CREATE CLUSTER c (a NUMBER(4))", "CREATE TABLE t (a NUMBER(4)) CLUSTER c (a)");
    assertThat(app.fails("CREATE CLUSTER t (a NUMBER(4))")).isEqualTo(955);
    assertThat(app.fails("INSERT INTO t VALUES (1)")).isEqualTo(2032);
    assertThat(app.fails("SELECT * FROM t")).isEqualTo(2032);
    assertThat(app.fails("CREATE TABLE u (a NUMBER(5)) CLUSTER c (a)")).isEqualTo(1753);
    app.run("CREATE INDEX ci ON CLUSTER c");
    assertThat(app.fails("CREATE INDEX ci2 ON CLUSTER c")).isEqualTo(2033);
    app.run("INSERT INTO t VALUES (1)", "COMMIT");
    assertThat(app.fails("TRUNCATE TABLE t")).isEqualTo(3292);
    assertThat(app.fails("ALTER TABLE t MOVE")).isEqualTo(14512);
    assertThat(app.fails("DROP CLUSTER c")).isEqualTo(951);
    app.run("TRUNCATE CLUSTER c");
    assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("0");
    app.run("DROP CLUSTER c INCLUDING TABLES CASCADE CONSTRAINTS");
    assertThat(app.fails("SELECT * FROM t")).isEqualTo(942);
    assertThat(app.fails("DROP CLUSTER c")).isEqualTo(943);
  }
}
