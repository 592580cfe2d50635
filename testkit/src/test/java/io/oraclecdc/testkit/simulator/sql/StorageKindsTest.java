package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Direct path, NOLOGGING, compression, unused columns, partitions by name. */
class StorageKindsTest {
  private OracleSimulator simulator;
  private SqlConsole app;
  private SqlConsole sys;

  private void start(RedoBehaviour... behaviours) throws SQLException {
    simulator =
        OracleSimulator.builder("storage")
            .redoOptions(
                o -> {
                  for (RedoBehaviour behaviour : behaviours) {
                    o.behaviour(behaviour);
                  }
                  return o;
                })
            .start();
    app = new SqlConsole(simulator.connectApp());
    app.connection().setAutoCommit(false);
    sys = new SqlConsole(simulator.connect("SYS", "oracle"));
    app.run(
        "CREATE TABLE t (id NUMBER(5) PRIMARY KEY, v VARCHAR2(10))",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "CREATE TABLE s AS SELECT LEVEL id FROM DUAL CONNECT BY LEVEL <= 2");
    sys.run("ALTER SYSTEM SWITCH LOGFILE");
  }

  @AfterEach
  void stop() throws SQLException {
    app.close();
    sys.close();
    simulator.close();
  }

  @Test
  void directPathRowsHaveAnOperationNameOfTheirOwn() throws SQLException {
    start();
    app.run("INSERT /*+ APPEND */ INTO t SELECT id, 'd' FROM s", "COMMIT");
    app.run("INSERT /*+ APPEND */ INTO t VALUES (3, 'not direct')", "COMMIT");
    app.run("INSERT --+ append_values\n INTO t VALUES (4, 'direct')", "COMMIT");
    assertThat(MinedRedo.of(simulator))
        .extracting(l -> l.replaceFirst(" insert into.*values ", " "))
        .containsExactly(
            "DIRECT INSERT ('1','d')",
            "DIRECT INSERT ('2','d')",
            "INSERT ('3','not direct')",
            "DIRECT INSERT ('4','direct')");
  }

  @Test
  void aTableLoadedDirectlyCannotBeUsedBeforeTheEnd() throws SQLException {
    start();
    app.run("SAVEPOINT a", "INSERT /*+ APPEND */ INTO t SELECT id, 'd' FROM s");
    assertThat(app.fails("SELECT * FROM t")).isEqualTo(12838);
    assertThat(app.fails("UPDATE t SET v = 'x'")).isEqualTo(12838);
    assertThat(app.fails("INSERT /*+ APPEND */ INTO t SELECT id + 5, 'd' FROM s")).isEqualTo(12838);
    assertThat(app.one("SELECT COUNT(*) FROM s")).isEqualTo("2");
    app.run("ROLLBACK TO a");
    assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("0");
    app.run("INSERT /*+ APPEND */ INTO t SELECT id, 'd' FROM s", "COMMIT");
    assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("2");
    assertThat(MinedRedo.of(simulator)).filteredOn(l -> l.startsWith("DELETE rb")).hasSize(2);
  }

  @Test
  void directPathIsForPlainTablesOnly() throws SQLException {
    start();
    app.run(
        "CREATE TABLE child (id NUMBER(5) REFERENCES t)",
        "INSERT /*+ APPEND */ INTO child SELECT NULL FROM s");
    assertThat(app.one("SELECT COUNT(*) FROM child")).isEqualTo("2");
  }

  @Test
  void rowsOfNologgingTablesAreNotInTheRedo() throws SQLException {
    start();
    app.run("ALTER TABLE t NOLOGGING");
    app.run("INSERT /*+ APPEND */ INTO t SELECT id, 'd' FROM s", "COMMIT");
    app.run("INSERT INTO t VALUES (3, 'usual')", "COMMIT");
    assertThat(MinedRedo.of(simulator)).hasSize(1);
    app.run("INSERT /*+ APPEND */ INTO t SELECT id + 10, 'd' FROM s", "ROLLBACK");
    assertThat(MinedRedo.of(simulator)).hasSize(1);
    sys.run("ALTER DATABASE FORCE LOGGING");
    assertThat(sys.one("SELECT FORCE_LOGGING FROM V$DATABASE")).isEqualTo("YES");
    app.run("INSERT /*+ APPEND */ INTO t SELECT id + 10, 'd' FROM s", "COMMIT");
    assertThat(MinedRedo.of(simulator)).hasSize(3);
    assertThat(app.one("SELECT COUNT(*) FROM t")).isEqualTo("5");
  }

  @Test
  void undoOfDirectPathRowsMayBeMissing() throws SQLException {
    start(RedoBehaviour.DIRECT_PATH_UNDO_NOT_SHOWN, RedoBehaviour.DIRECT_PATH_ROWS_ARE_INSERTS);
    app.run(
        "SAVEPOINT a",
        "INSERT /*+ APPEND */ INTO t SELECT id, 'd' FROM s",
        "ROLLBACK TO a",
        "INSERT INTO t VALUES (3, 'usual')",
        "COMMIT");
    assertThat(MinedRedo.of(simulator))
        .extracting(l -> l.substring(0, 9))
        .containsExactly("INSERT in", "INSERT in", "INSERT in");
  }

  @Test
  void compressionIsInTheDictionary() throws SQLException {
    start();
    app.run(
        "CREATE TABLE c1 (id NUMBER) ROW STORE COMPRESS BASIC",
        "CREATE TABLE c2 (id NUMBER) COMPRESS FOR OLTP",
        "CREATE TABLE c3 (id NUMBER) COLUMN STORE COMPRESS FOR QUERY LOW",
        "CREATE TABLE c4 (id NUMBER) ROW STORE COMPRESS ADVANCED",
        "ALTER TABLE c4 NOCOMPRESS",
        "INSERT INTO c2 VALUES (1)",
        "COMMIT");
    assertThat(
            app.rows(
                "SELECT TABLE_NAME, COMPRESSION, COMPRESS_FOR FROM USER_TABLES"
                    + " WHERE TABLE_NAME LIKE 'C%' ORDER BY 1"))
        .containsExactly(
            "C1|ENABLED|BASIC", "C2|ENABLED|ADVANCED", "C3|ENABLED|QUERY LOW", "C4|DISABLED|null");
    assertThat(MinedRedo.of(simulator)).hasSize(1);
  }

  @Test
  void compressedRowsMayBeUnsupported() throws SQLException {
    start(RedoBehaviour.COMPRESSED_TABLES_UNSUPPORTED);
    app.run("ALTER TABLE t COMPRESS FOR OLTP", "INSERT INTO t VALUES (1, 'x')", "COMMIT");
    assertThat(MinedRedo.of(simulator)).isEmpty();
  }

  private void unused() throws SQLException {
    app.run(
        "CREATE TABLE u (id NUMBER(5), old VARCHAR2(9) DEFAULT 'd' NOT NULL, v NUMBER(5))",
        "ALTER TABLE u ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "INSERT INTO u VALUES (1, 'x', 2)",
        "COMMIT",
        "ALTER TABLE u SET UNUSED COLUMN old CASCADE CONSTRAINTS",
        "INSERT INTO u VALUES (2, 3)",
        "UPDATE u SET v = v + 1",
        "COMMIT");
  }

  @Test
  void unusedColumnsAreHidden() throws SQLException {
    start();
    unused();
    assertThat(app.rows("SELECT * FROM u ORDER BY id")).containsExactly("1|3", "2|4");
    assertThat(app.fails("SELECT old FROM u")).isEqualTo(904);
    String hidden =
        app.one(
            "SELECT COLUMN_NAME FROM USER_TAB_COLS WHERE TABLE_NAME = 'U'"
                + " AND HIDDEN_COLUMN = 'YES' AND USER_GENERATED = 'NO' AND COLUMN_ID IS NULL");
    assertThat(hidden).matches("SYS_C00002_\\d{8}:\\d\\d:\\d\\d\\$");
    assertThat(app.fails("SELECT \"" + hidden + "\" FROM u")).isEqualTo(904);
    assertThat(app.fails("ALTER TABLE u DROP COLUMN \"" + hidden + "\"")).isEqualTo(904);
    assertThat(app.one("SELECT COUNT FROM USER_UNUSED_COL_TABS WHERE TABLE_NAME = 'U'"))
        .isEqualTo("1");
    assertThat(MinedRedo.of(simulator))
        .element(1)
        .isEqualTo("INSERT insert into \"APP\".\"U\"(\"ID\",\"V\") values ('2','3')");
    app.run("ALTER TABLE u ADD (old NUMBER)", "ALTER TABLE u DROP UNUSED COLUMNS");
    assertThat(app.one("SELECT COUNT(*) FROM USER_TAB_COLS WHERE TABLE_NAME = 'U'")).isEqualTo("3");
    assertThat(app.rows("SELECT * FROM u ORDER BY id")).containsExactly("1|3|null", "2|4|null");
  }

  @Test
  void unusedColumnsMayBeShown() throws SQLException {
    start(RedoBehaviour.UNUSED_COLUMNS_SHOWN);
    unused();
    assertThat(MinedRedo.of(simulator).get(1))
        .matches(".*\\(\"ID\",\"SYS_C00002_.*\\$\",\"V\"\\) values \\('2',NULL,'3'\\)");
    assertThat(MinedRedo.of(simulator).get(2))
        .matches(".*\"ID\" = '1' and \"SYS_C00002_.*\\$\" = 'x' and \"V\" = '2'.*");
  }

  @Test
  void partitionsAreNamedInStatements() throws SQLException {
    start();
    app.run(
        "CREATE TABLE p (id NUMBER(5), k NUMBER(5)) PARTITION BY RANGE (k)"
            + " (PARTITION lo VALUES LESS THAN (10), PARTITION hi VALUES LESS THAN (20))",
        "INSERT INTO p PARTITION (lo) VALUES (1, 5)",
        "INSERT INTO p PARTITION (hi) (id, k) SELECT 2, 15 FROM DUAL",
        "COMMIT");
    assertThat(app.fails("INSERT INTO p PARTITION (lo) VALUES (1, 15)")).isEqualTo(14401);
    assertThat(app.fails("INSERT INTO p PARTITION (no) VALUES (1, 15)")).isEqualTo(2149);
    String scn = sys.one("SELECT CURRENT_SCN FROM V$DATABASE");
    app.run("DELETE FROM p PARTITION (hi)", "INSERT INTO p VALUES (3, 11)", "COMMIT");
    assertThat(app.rows("SELECT id FROM p PARTITION (hi)")).containsExactly("3");
    assertThat(app.rows("SELECT id FROM p PARTITION (hi) AS OF SCN " + scn)).containsExactly("2");
    assertThat(app.rows("SELECT x.id FROM p PARTITION (lo) AS OF SCN " + scn + " x WHERE k > 0"))
        .containsExactly("1");
    assertThat(app.fails("SELECT * FROM p VERSIONS BETWEEN SCN 1 AND 2")).isEqualTo(900);
  }
}
