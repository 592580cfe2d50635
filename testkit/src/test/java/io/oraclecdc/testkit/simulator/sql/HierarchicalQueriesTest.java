package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CONNECT BY, recursive WITH and outer joins where scripts do not reach: binds, undo, depth. */
class HierarchicalQueriesTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("hierarchy");
    sql = new SqlConsole(simulator.connectApp());
    sql.run(
        "CREATE TABLE tree (id NUMBER PRIMARY KEY, up NUMBER, name VARCHAR2(20), born DATE,"
            + " seen TIMESTAMP WITH TIME ZONE, note CLOB, raw8 RAW(8))",
        "INSERT INTO tree (id, up, name) VALUES (1, NULL, 'root')",
        "INSERT INTO tree (id, up, name) VALUES (2, 1, 'b')",
        "INSERT INTO tree (id, up, name) VALUES (3, 1, 'a')",
        "INSERT INTO tree VALUES (4, 2, 'leaf', DATE '2020-02-29',"
            + " TIMESTAMP '2020-01-01 00:00:00 +02:00', 'text', HEXTORAW('00FF'))");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @Test
  void bindsCountAnewAtEachExecution() throws SQLException {
    String text =
        "SELECT name FROM tree WHERE name <> ? START WITH id = ? CONNECT BY PRIOR id = up"
            + " AND LEVEL <= ? ORDER SIBLINGS BY name";
    List<String> seen = new ArrayList<>();
    try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
      for (int[] values : new int[][] {{1, 2}, {1, 9}, {2, 9}}) {
        statement.setString(1, "a");
        statement.setInt(2, values[0]);
        statement.setInt(3, values[1]);
        StringBuilder names = new StringBuilder();
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            names.append(rows.getString(1)).append(' ');
          }
        }
        seen.add(names.toString());
      }
    }
    assertThat(seen).containsExactly("root b ", "root b leaf ", "b leaf ");
  }

  @Test
  void everyTypeComesThroughTheWalk() throws SQLException {
    assertThat(
            sql.one(
                "SELECT TO_CHAR(born, 'YYYY-MM-DD') || '|' || TO_CHAR(seen, 'HH24:MI TZH')"
                    + " || '|' || RAWTOHEX(raw8) || '|' || note || '|' || PRIOR name"
                    + " || '|' || CONNECT_BY_ROOT name FROM tree WHERE CONNECT_BY_ISLEAF = 1"
                    + " AND LEVEL = 3 START WITH up IS NULL CONNECT BY PRIOR id = up"))
        .isEqualTo("2020-02-29|00:00 +02|00FF|text|b|root");
    assertThat(
            sql.rows(
                "SELECT t.name FROM tree t WHERE t.ROWID IN (SELECT ROWID FROM tree"
                    + " START WITH id = 2 CONNECT BY PRIOR id = up) ORDER BY id"))
        .containsExactly("b", "leaf");
  }

  @Test
  void theTableMayBeReadAsOfThen() throws SQLException {
    sql.run("COMMIT");
    long then = simulator.currentScn();
    sql.run("DELETE FROM tree WHERE id = 4", "UPDATE tree SET name = 'new' WHERE id = 2");
    String walk = " START WITH id = 2 CONNECT BY PRIOR id = up";
    assertThat(sql.rows("SELECT name FROM tree AS OF SCN " + then + walk))
        .containsExactly("b", "leaf");
    assertThat(sql.rows("SELECT name FROM tree" + walk)).containsExactly("new");
  }

  @Test
  void twoHierarchiesStandInOneStatement() throws SQLException {
    assertThat(
            sql.rows(
                "SELECT a.name, b.n FROM (SELECT name, LEVEL l FROM tree START WITH up IS NULL"
                    + " CONNECT BY PRIOR id = up) a, (SELECT LEVEL l, COUNT(*) n FROM tree"
                    + " START WITH up IS NULL CONNECT BY PRIOR id = up GROUP BY LEVEL) b"
                    + " WHERE a.l = b.l(+) AND b.n(+) > 1 ORDER BY a.name"))
        .containsExactly("a|2", "b|2", "leaf|null", "root|null");
  }

  @Test
  void aHierarchyOverAHierarchyIsWalked() throws SQLException {
    assertThat(
            sql.rows(
                "SELECT name, LEVEL FROM (SELECT id, up, name FROM tree START WITH id = 2"
                    + " CONNECT BY PRIOR id = up) START WITH id = 4 CONNECT BY id = PRIOR up"))
        .containsExactly("leaf|1", "b|2");
  }

  @Test
  void deepHierarchiesNeedNoStackOfTheirOwn() throws SQLException {
    sql.run(
        "CREATE TABLE chain (id NUMBER PRIMARY KEY, up NUMBER)",
        "INSERT INTO chain SELECT LEVEL, LEVEL - 1 FROM dual CONNECT BY LEVEL <= 3000");
    assertThat(
            sql.one(
                "SELECT MAX(LEVEL), SUM(CONNECT_BY_ISLEAF) FROM chain START WITH id = 1"
                    + " CONNECT BY PRIOR id = up"))
        .isEqualTo("3000|1");
  }

  @Test
  void columnsOfUsingAreOneAndComeFirst() throws SQLException {
    sql.run(
        "CREATE TABLE l (v NUMBER, k NUMBER)",
        "CREATE TABLE r (k NUMBER, w NUMBER)",
        "INSERT INTO l VALUES (10, 1)",
        "INSERT INTO r VALUES (2, 20)");
    assertThat(sql.rows("SELECT * FROM l RIGHT JOIN r USING (k)")).containsExactly("2|null|20");
    assertThat(sql.rows("SELECT * FROM l NATURAL FULL JOIN r ORDER BY k"))
        .containsExactly("1|10|null", "2|null|20");
    assertThat(sql.fails("SELECT l.k FROM l JOIN r USING (k)")).isEqualTo(25154);
    assertThat(sql.fails("SELECT r.k FROM l NATURAL JOIN r")).isEqualTo(25155);
  }

  @Test
  void aConditionOnTheMarkedTableAloneBelongsToItsJoin() throws SQLException {
    assertThat(
            sql.rows(
                "SELECT p.name, c.name FROM tree p, tree c WHERE p.id = c.up(+)"
                    + " AND c.name(+) LIKE 'l%' AND c.id(+) BETWEEN ? AND ? ORDER BY p.id",
                1, 9))
        .containsExactly("root|null", "b|leaf", "a|null", "leaf|null");
    assertThat(sql.rows("SELECT name FROM tree WHERE id(+) = 3")).containsExactly("a");
  }
}
