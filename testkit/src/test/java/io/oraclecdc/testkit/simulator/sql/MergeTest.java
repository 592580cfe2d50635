package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("merge");
    sql = new SqlConsole(simulator.connectApp());
    sql.run(
        "CREATE TABLE t (id NUMBER PRIMARY KEY, n NUMBER)",
        "CREATE TABLE s (id NUMBER, n NUMBER)",
        "INSERT INTO t VALUES (1, 10)",
        "INSERT INTO s VALUES (1, 11)",
        "INSERT INTO s VALUES (1, 12)",
        "INSERT INTO s VALUES (2, 22)");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MERGE INTO t USING s ON (t.id = s.id) WHEN MATCHED THEN UPDATE SET t.id = s.n",
        "MERGE INTO t x USING s ON (s.id = x.id) WHEN MATCHED THEN UPDATE SET n = 1, id = s.n",
        "MERGE INTO t USING (SELECT 1 k FROM dual) q ON (NVL(id, 0) = k)"
            + " WHEN MATCHED THEN UPDATE SET id = 5 WHEN NOT MATCHED THEN INSERT VALUES (k, 1)"
      })
  void aColumnOfTheOnClauseCannotBeUpdated(String merge) throws SQLException {
    assertThat(sql.fails(merge)).isEqualTo(38104);
    assertThat(sql.rows("SELECT id, n FROM t")).containsExactly("1|10");
  }

  @Test
  void aColumnOfTheSourceMayHaveTheNameOfTheOneThatIsSet() throws SQLException {
    sql.run(
        "MERGE INTO t USING (SELECT 1 n FROM dual) q ON (t.id = q.n)"
            + " WHEN MATCHED THEN UPDATE SET t.n = 77");
    assertThat(sql.rows("SELECT id, n FROM t")).containsExactly("1|77");
  }

  @Test
  void twoSourceRowsThatWouldUpdateOneRowAreUnstable() throws SQLException {
    assertThat(
            sql.fails(
                "MERGE INTO t USING s ON (t.id = s.id) WHEN MATCHED THEN UPDATE SET t.n = s.n"
                    + " WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.n)"))
        .isEqualTo(30926);
    assertThat(sql.rows("SELECT id, n FROM t")).containsExactly("1|10");
  }

  @Test
  void aSourceRowThatDoesNotUpdateDoesNotCount() throws SQLException {
    sql.run(
        "MERGE INTO t USING s ON (t.id = s.id)"
            + " WHEN MATCHED THEN UPDATE SET t.n = s.n WHERE s.n = 12");
    assertThat(sql.rows("SELECT id, n FROM t")).containsExactly("1|12");
  }

  @Test
  void twoSourceRowsThatInsertOneKeyViolateIt() {
    assertThat(
            sql.fails(
                "MERGE INTO t USING (SELECT 5 k FROM dual UNION ALL SELECT 5 FROM dual) q"
                    + " ON (t.id = q.k) WHEN NOT MATCHED THEN INSERT VALUES (q.k, 1)"))
        .isEqualTo(1);
  }
}
