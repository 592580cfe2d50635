package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.SimulatorUnderTest;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(SimulatorUnderTest.Way.class)
class DmlTest {
  private final SimulatorUnderTest.Way way;
  private SimulatorUnderTest simulator;
  private SqlConsole sql;

  DmlTest(SimulatorUnderTest.Way way) {
    this.way = way;
  }

  @BeforeEach
  void start() throws SQLException {
    simulator = way.start("dml");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
    sql.run(
        "CREATE TABLE t (id NUMBER(9) PRIMARY KEY, name VARCHAR2(20), amt NUMBER(10,2))",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @Test
  void bindsOfEveryKindReachTheirColumns() throws SQLException {
    sql.run("CREATE TABLE b (n NUMBER, v VARCHAR2(20), d DATE, ts TIMESTAMP(9), r RAW(5), c CLOB)");
    sql.update(
        "INSERT INTO b VALUES (?, ?, ?, ?, ?, ?)",
        "12.50",
        5,
        LocalDateTime.of(2020, 1, 2, 3, 4, 5, 900_000_000),
        LocalDateTime.of(2020, 1, 2, 3, 4, 5, 123456789),
        new byte[] {1, 2},
        "x".repeat(500));
    assertThat(sql.one("SELECT n, v, d, ts, r, DBMS_LOB.GETLENGTH(c) FROM b"))
        .isEqualTo("12.5|5|2020-01-02 03:04:06|2020-01-02 03:04:05.123456789|0102|500");
    assertThat(sql.one("SELECT n FROM b WHERE v = ?", 5)).isEqualTo("12.5");
    assertThat(sql.one("SELECT ? + 1, ? || 'x' FROM DUAL", 2, "y")).isEqualTo("3|yx");
    assertThat(sql.fails("SELECT n FROM b WHERE n = ?")).isEqualTo(17041);
  }

  @Test
  void theEmptyStringIsNull() throws SQLException {
    sql.update("INSERT INTO t VALUES (?, ?, ?)", 1, "", null);
    assertThat(sql.one("SELECT id FROM t WHERE name IS NULL AND amt IS NULL")).isEqualTo("1");
    assertThat(sql.rows("SELECT id FROM t WHERE name = ''")).isEmpty();
  }

  @Test
  void insertSelectAndMultiRowInsertAreOneStatement() throws SQLException {
    sql.run(
        "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)",
        "INSERT INTO t SELECT id + 10, name || '2', amt FROM t WHERE id <= 2",
        "COMMIT");
    assertThat(sql.update("INSERT INTO t(id, name) VALUES (?, ?), (?, ?)", 21, "p", 22, "q"))
        .isEqualTo(2);
    assertThat(sql.rows("SELECT id, name FROM t ORDER BY id"))
        .containsExactly("1|a", "2|b", "11|a2", "12|b2", "21|p", "22|q");
    assertThat(MinedRedo.of(simulator)).hasSize(6).allMatch(r -> r.startsWith("INSERT insert"));
  }

  @Test
  void aFailingRowUndoesTheWholeStatement() throws SQLException {
    sql.run("INSERT INTO t VALUES (2, 'there', 0)");
    assertThat(sql.fails("INSERT INTO t SELECT level, 'x', 0 FROM DUAL CONNECT BY level <= 3"))
        .isEqualTo(1);
    sql.run("COMMIT");
    assertThat(sql.rows("SELECT id FROM t")).containsExactly("2");
    assertThat(MinedRedo.of(simulator))
        .extracting(r -> r.replaceAll("ROWID = '.*'", "ROWID"))
        .containsExactly(
            "INSERT insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"AMT\") values ('2','there','0')",
            "INSERT insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"AMT\") values ('1','x','0')",
            "INSERT insert into \"APP\".\"T\"(\"ID\",\"NAME\",\"AMT\") values ('2','x','0')",
            "DELETE rb delete from \"APP\".\"T\" where ROWID",
            "DELETE rb delete from \"APP\".\"T\" where ROWID");
  }

  @Test
  void RB_01_aFailedInsertLeavesItsRowAndTheUndo() throws SQLException {
    sql.run("INSERT INTO t VALUES (1, 'p', 0)");
    assertThat(sql.message("INSERT INTO t VALUES (1, 'q', 0)"))
        .matches("ORA-00001: unique constraint \\(APP\\.SYS_C\\d{7}\\) violated");
    sql.run("COMMIT");
    assertThat(MinedRedo.withEnds(simulator))
        .extracting(r -> r.substring(0, 9))
        .containsExactly("INSERT in", "INSERT in", "DELETE rb", "COMMIT co");
  }

  @Test
  void rowsThatAChecksRefusesAreNeverWritten() throws SQLException {
    sql.run("ALTER TABLE t ADD CONSTRAINT pos CHECK (amt >= 0)");
    assertThat(sql.fails("INSERT INTO t VALUES (1, 'a', -1)")).isEqualTo(2290);
    assertThat(sql.fails("INSERT INTO t VALUES (NULL, 'a', 1)")).isEqualTo(1400);
    assertThat(sql.fails("INSERT INTO t VALUES (1, 'aaaaaaaaaaaaaaaaaaaaaaaaa', 1)"))
        .isEqualTo(12899);
    sql.run("COMMIT");
    assertThat(MinedRedo.of(simulator)).isEmpty();
  }

  @Test
  void anUpdateThatFailsInTheMiddleIsRecordedAndUndone() throws SQLException {
    sql.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 99999999), (3, 'c', 3)", "COMMIT");
    int before = MinedRedo.of(simulator).size();
    assertThat(sql.fails("UPDATE t SET amt = amt * 2")).isEqualTo(1438);
    sql.run("COMMIT");
    assertThat(MinedRedo.of(simulator).subList(before, before + 2))
        .extracting(r -> r.substring(0, 9))
        .containsExactly("UPDATE up", "UPDATE rb");
    assertThat(sql.rows("SELECT amt FROM t ORDER BY id")).containsExactly("1", "99999999", "3");
  }

  @Test
  void setListsTheColumnsTheStatementNamed() throws SQLException {
    sql.run(
        "INSERT INTO t VALUES (1, 'a', 1)",
        "UPDATE t SET name = 'a', amt = 2 WHERE id = 1",
        "COMMIT");
    assertThat(MinedRedo.of(simulator).get(1))
        .isEqualTo(
            "UPDATE update \"APP\".\"T\" set \"NAME\" = 'a', \"AMT\" = '2' where \"ID\" = '1' and"
                + " \"NAME\" = 'a' and \"AMT\" = '1'");
  }

  @Test
  void keysCanShift() throws SQLException {
    sql.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)");
    assertThat(sql.update("UPDATE t SET id = id + 1")).isEqualTo(3);
    assertThat(sql.rows("SELECT id, name FROM t ORDER BY id")).containsExactly("2|a", "3|b", "4|c");
  }

  @Test
  void mergeUpdatesInsertsAndDeletes() throws SQLException {
    sql.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 200), (3, 'c', 3)", "COMMIT");
    int before = MinedRedo.of(simulator).size();
    int count =
        sql.update(
            "MERGE INTO t x USING (SELECT level + 1 k, ? v FROM DUAL CONNECT BY level <= 3) s"
                + " ON (x.id = s.k) WHEN MATCHED THEN UPDATE SET x.name = s.v WHERE x.id < 9"
                + " DELETE WHERE x.amt > ? WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.k, s.v)"
                + " WHERE s.k < ?",
            "new",
            100,
            50);
    assertThat(count).isEqualTo(3);
    sql.run("COMMIT");
    assertThat(sql.rows("SELECT id, name FROM t ORDER BY id"))
        .containsExactly("1|a", "3|new", "4|new");
    assertThat(MinedRedo.of(simulator).subList(before, before + 4))
        .extracting(r -> r.substring(0, 6))
        .containsExactlyInAnyOrder("UPDATE", "UPDATE", "INSERT", "DELETE");
  }

  @Test
  void insertAllAndInsertFirst() throws SQLException {
    sql.run("CREATE TABLE u (id NUMBER, what VARCHAR2(10) DEFAULT 'd')");
    sql.run(
        "INSERT ALL INTO t(id, name) VALUES (k, n) INTO u(id) VALUES (k * 2) SELECT level k,"
            + " 'n' || level n FROM DUAL CONNECT BY level <= 2",
        "INSERT FIRST WHEN k < 2 THEN INTO u VALUES (k, 'small') WHEN k < 3 THEN INTO u VALUES (k,"
            + " 'mid') ELSE INTO u VALUES (k, 'big') SELECT level k FROM DUAL CONNECT BY level <= 3");
    assertThat(sql.rows("SELECT id, name FROM t ORDER BY id")).containsExactly("1|n1", "2|n2");
    assertThat(sql.rows("SELECT id, what FROM u ORDER BY what, id"))
        .containsExactly("3|big", "2|d", "4|d", "2|mid", "1|small");
  }

  @Test
  void cascadesFollowTheirParent() throws SQLException {
    sql.run(
        "CREATE TABLE c1 (pid NUMBER REFERENCES t(id) ON DELETE CASCADE, x NUMBER)",
        "CREATE TABLE c2 (pid NUMBER REFERENCES t(id) ON DELETE SET NULL, x NUMBER)",
        "INSERT INTO t VALUES (1, 'a', 1)",
        "INSERT INTO c1 VALUES (1, 5)",
        "INSERT INTO c2 VALUES (1, 6)",
        "COMMIT",
        "DELETE FROM t",
        "COMMIT");
    assertThat(MinedRedo.of(simulator).subList(3, 6))
        .extracting(r -> r.replaceAll("(^\\w+).*\"APP\"\\.\"(\\w+)\".*", "$1 $2"))
        .containsExactlyInAnyOrder("DELETE T", "DELETE C1", "UPDATE C2");
    assertThat(sql.fails("INSERT INTO c1 VALUES (7, 1)")).isEqualTo(2291);
    assertThat(sql.message("INSERT INTO c1 VALUES (7, 1)")).contains("(APP.SYS_C");
  }

  @Test
  void identityAndDefaults() throws SQLException {
    sql.run(
        "CREATE TABLE i (id NUMBER GENERATED BY DEFAULT ON NULL AS IDENTITY (START WITH 100),"
            + " a VARCHAR2(5) DEFAULT 'aa' NOT NULL, b NUMBER DEFAULT ON NULL 7, c NUMBER,"
            + " v NUMBER GENERATED ALWAYS AS (c + 1) VIRTUAL)",
        "INSERT INTO i(c) VALUES (1)",
        "INSERT INTO i(id, a, b, c) VALUES (NULL, DEFAULT, NULL, 2)",
        "INSERT INTO i VALUES (5, 'x', 1, 3, DEFAULT)",
        "COMMIT");
    assertThat(sql.rows("SELECT id, a, b, c, v FROM i ORDER BY c"))
        .containsExactly("100|aa|7|1|2", "101|aa|7|2|3", "5|x|1|3|4");
    assertThat(sql.fails("INSERT INTO i(v) VALUES (1)")).isEqualTo(54013);
    assertThat(sql.fails("UPDATE i SET v = 1")).isEqualTo(54017);
    assertThat(sql.fails("INSERT INTO i(a) VALUES (NULL)")).isEqualTo(1400);
    assertThat(MinedRedo.of(simulator).get(0)).doesNotContain("\"V\"");
  }

  @Test
  void aBatchStopsAtItsFirstError() throws SQLException {
    try (PreparedStatement insert =
        sql.connection().prepareStatement("INSERT INTO t(id, name) VALUES (?, ?)")) {
      for (int id : new int[] {1, 2, 1, 3}) {
        insert.setInt(1, id);
        insert.setString(2, "n" + id);
        insert.addBatch();
      }
      BatchUpdateException error =
          catchThrowableOfType(BatchUpdateException.class, insert::executeBatch);
      assertThat(error.getErrorCode()).isEqualTo(1);
      assertThat(error.getUpdateCounts()).containsExactly(1, 1);
    }
    sql.run("COMMIT");
    assertThat(sql.rows("SELECT id FROM t ORDER BY id")).containsExactly("1", "2");
    assertThat(MinedRedo.of(simulator))
        .extracting(r -> r.substring(0, 9))
        .containsExactly("INSERT in", "INSERT in", "INSERT in", "DELETE rb");
  }

  @Test
  void rowsOfABatchShareAnScn() throws SQLException {
    try (PreparedStatement insert =
        sql.connection().prepareStatement("INSERT INTO t(id) VALUES (?)")) {
      for (int id = 1; id <= 50; id++) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(50).containsOnly(1);
    }
    sql.run("COMMIT");
    assertThat(MinedRedo.of(simulator)).hasSize(50);
  }

  @Test
  void generatedKeysAreReadByName() throws SQLException {
    sql.run("CREATE TABLE i (id NUMBER GENERATED ALWAYS AS IDENTITY, v VARCHAR2(5))");
    try (PreparedStatement insert =
        sql.connection().prepareStatement("INSERT INTO i(v) VALUES (?)", new String[] {"id"})) {
      insert.setString(1, "a");
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong(1)).isEqualTo(1);
        assertThat(keys.next()).isFalse();
      }
    }
  }

  @Test
  void updateFromARowSubqueryAndDeleteWithAlias() throws SQLException {
    sql.run(
        "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)",
        "UPDATE t x SET (name, amt) = (SELECT y.name || '!', y.amt + 10 FROM t y WHERE y.id = x.id"
            + " + 1) WHERE x.id = 1",
        "DELETE t d WHERE d.id = 2");
    assertThat(sql.rows("SELECT id, name, amt FROM t")).containsExactly("1|b!|12");
    assertThat(sql.fails("UPDATE t SET nope = 1")).isEqualTo(904);
    assertThat(sql.fails("UPDATE t SET name = 'a', name = 'b'")).isEqualTo(957);
    assertThat(sql.fails("DELETE FROM nope")).isEqualTo(942);
  }

  @Test
  void theSameRowIdsComeBackAfterARollback() throws SQLException {
    sql.run("INSERT INTO t(id) VALUES (1)", "INSERT INTO t(id) VALUES (2)");
    var first = sql.rows("SELECT ROWID FROM t ORDER BY id");
    sql.run("ROLLBACK", "INSERT INTO t(id) VALUES (3)", "INSERT INTO t(id) VALUES (4)");
    assertThat(sql.rows("SELECT ROWID FROM t ORDER BY id")).isEqualTo(first);
  }

  @Test
  void queriesWithJoinsSubqueriesAndSets() throws SQLException {
    sql.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)");
    assertThat(
            sql.rows("SELECT a.id, b.id FROM t a LEFT JOIN t b ON b.id = a.id + 1 ORDER BY a.id"))
        .containsExactly("1|2", "2|3", "3|null");
    assertThat(
            sql.rows(
                "SELECT id FROM t JOIN (SELECT id, amt * 2 dbl FROM t) q USING (id) WHERE dbl > 2 ORDER BY id"))
        .containsExactly("2", "3");
    assertThat(sql.rows("SELECT x.* FROM t x WHERE (id, name) IN ((1, 'a'), (3, 'zzz'))"))
        .containsExactly("1|a|1");
    assertThat(
            sql.rows(
                "SELECT id FROM t WHERE amt > ALL (SELECT amt FROM t WHERE id < 2) ORDER BY 1 DESC"))
        .containsExactly("3", "2");
    assertThat(sql.rows("SELECT name FROM t MINUS SELECT 'b' FROM DUAL ORDER BY name"))
        .containsExactly("a", "c");
    assertThat(sql.rows("WITH w (k) AS (SELECT id FROM t) SELECT SUM(k), COUNT(*) FROM w"))
        .containsExactly("6|3");
    assertThat(
            sql.rows(
                "SELECT CASE name WHEN 'a' THEN 1 ELSE id * 10 END v, COUNT(*) OVER () FROM t ORDER BY v"))
        .containsExactly("1|3", "20|3", "30|3");
    assertThat(sql.rows("SELECT id FROM t ORDER BY id OFFSET 1 ROWS FETCH NEXT 1 ROWS ONLY"))
        .containsExactly("2");
    assertThat(
            sql.rows(
                "SELECT MOD(id, 2), SUM(amt) s FROM t GROUP BY MOD(id, 2) HAVING SUM(amt) > 2 ORDER BY s"))
        .containsExactly("1|4");
    assertThat(sql.rows("SELECT id FROM (SELECT id FROM t ORDER BY id DESC) WHERE ROWNUM <= 2"))
        .containsExactly("3", "2");
  }
}
