package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What reaches the redo through views, cursors and collections: changes of the base table. */
class ChangesThroughViewsTest {
  private OracleSimulator simulator;
  private SqlConsole app;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("views");
    app = new SqlConsole(simulator.connectApp());
    app.connection().setAutoCommit(false);
    app.run(
        "CREATE TABLE t (id NUMBER PRIMARY KEY, v VARCHAR2(10), w NUMBER DEFAULT 7)",
        "ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
        "CREATE VIEW big (k, text) AS SELECT id, v FROM t WHERE id > 1",
        "INSERT INTO t (id, v) SELECT LEVEL, 'v' || LEVEL FROM dual CONNECT BY LEVEL <= 3",
        "COMMIT");
    try (SqlConsole sys = new SqlConsole(simulator.connect("SYS", "oracle"))) {
      sys.run("ALTER SYSTEM SWITCH LOGFILE");
    }
  }

  @AfterEach
  void stop() throws SQLException {
    app.close();
    simulator.close();
  }

  @Test
  void theRedoOfAChangedViewIsThatOfItsTable() throws SQLException {
    assertThat(app.update("UPDATE big SET text = ? WHERE k <= ?", "n", 2)).isEqualTo(1);
    app.run("DELETE FROM big WHERE k = 3", "INSERT INTO big (k, text) VALUES (1000, 'i')");
    app.run("COMMIT");
    assertThat(MinedRedo.of(simulator))
        .containsExactly(
            "UPDATE update \"APP\".\"T\" set \"V\" = 'n' where \"ID\" = '2' and \"V\" = 'v2'"
                + " and \"W\" = '7'",
            "DELETE delete from \"APP\".\"T\" where \"ID\" = '3' and \"V\" = 'v3' and"
                + " \"W\" = '7'",
            "INSERT insert into \"APP\".\"T\"(\"ID\",\"V\",\"W\") values ('1000','i','7')");
  }

  @Test
  void aViewNeedsItsOwnPrivilege() throws SQLException {
    try (SqlConsole sys = new SqlConsole(simulator.connect("SYS", "oracle"))) {
      sys.run("CREATE USER clerk IDENTIFIED BY clerk", "GRANT CREATE SESSION TO clerk");
    }
    app.run("GRANT SELECT, UPDATE ON big TO clerk");
    try (SqlConsole clerk = new SqlConsole(simulator.connect("CLERK", "clerk"))) {
      assertThat(clerk.update("UPDATE app.big SET text = 'c' WHERE k = 2")).isEqualTo(1);
      assertThat(clerk.fails("DELETE FROM app.big")).isEqualTo(1031);
      assertThat(clerk.fails("UPDATE app.t SET v = 'c'")).isEqualTo(942);
    }
  }

  @Test
  void bulkStatementsAreOneChangeForEachElement() throws SQLException {
    app.run(
        """
        DECLARE
          TYPE t_ids IS TABLE OF t.id%TYPE;
          ids t_ids;
          gone t_ids;
          CURSOR c IS SELECT id FROM t WHERE id = 1 FOR UPDATE;
          n NUMBER;
        BEGIN
          SELECT id BULK COLLECT INTO ids FROM t WHERE id > 1 ORDER BY id;
          FORALL i IN ids.FIRST .. ids.LAST DELETE FROM t WHERE id = ids(i)
            RETURNING w BULK COLLECT INTO gone;
          OPEN c;
          FETCH c INTO n;
          UPDATE t SET w = gone.COUNT WHERE CURRENT OF c;
          CLOSE c;
        END;""",
        "COMMIT");
    assertThat(MinedRedo.of(simulator))
        .extracting(row -> row.replaceFirst(" (where|set) .*", ""))
        .containsExactly(
            "DELETE delete from \"APP\".\"T\"",
            "DELETE delete from \"APP\".\"T\"",
            "UPDATE update \"APP\".\"T\"");
    assertThat(app.one("SELECT id, w FROM t")).isEqualTo("1|2");
  }

  @Test
  void aStatementOfFunctionsRedoesTheirResults() throws SQLException {
    app.run(
        "CREATE OR REPLACE FUNCTION twice(p NUMBER) RETURN NUMBER IS BEGIN RETURN 2 * p; END;",
        "UPDATE t SET w = twice(id) WHERE twice(id) = 4",
        "COMMIT");
    assertThat(MinedRedo.of(simulator))
        .contains(
            "UPDATE update \"APP\".\"T\" set \"W\" = '4' where \"ID\" = '2' and \"V\" = 'v2'"
                + " and \"W\" = '7'");
  }
}
