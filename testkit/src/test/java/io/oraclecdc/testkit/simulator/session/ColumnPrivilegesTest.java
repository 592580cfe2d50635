package io.oraclecdc.testkit.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ColumnPrivilegesTest {
  private OracleSimulator simulator;
  private SqlConsole sys;
  private SqlConsole app;
  private SqlConsole kia;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("columns");
    sys = new SqlConsole(simulator.connect("SYS", "oracle"));
    sys.run("CREATE USER kia IDENTIFIED BY k", "GRANT CREATE SESSION TO kia");
    app = new SqlConsole(simulator.connectApp());
    app.run(
        "CREATE TABLE cp (id NUMBER, n NUMBER, s VARCHAR2(10))",
        "INSERT INTO cp VALUES (1, 2, 'a')",
        "GRANT SELECT, UPDATE (n), INSERT (id) ON cp TO kia");
    kia = new SqlConsole(simulator.connect("kia", "k"));
  }

  @AfterEach
  void stop() throws SQLException {
    kia.close();
    app.close();
    sys.close();
    simulator.close();
  }

  @Test
  void onlyTheGrantedColumnsMayBeWritten() throws SQLException {
    kia.run(
        "UPDATE app.cp SET n = 3 WHERE s = 'a'",
        "INSERT INTO app.cp (id) VALUES (2)",
        "MERGE INTO app.cp c USING (SELECT 1 k FROM dual) q ON (c.id = q.k)"
            + " WHEN MATCHED THEN UPDATE SET c.n = 4 WHEN NOT MATCHED THEN INSERT (id) VALUES (q.k)");
    assertThat(kia.fails("UPDATE app.cp SET s = 'b'")).isEqualTo(1031);
    assertThat(kia.fails("UPDATE app.cp SET n = 5, s = 'b'")).isEqualTo(1031);
    assertThat(kia.fails("INSERT INTO app.cp (id, n) VALUES (3, 3)")).isEqualTo(1031);
    assertThat(kia.fails("INSERT INTO app.cp VALUES (3, 3, 'c')")).isEqualTo(1031);
    assertThat(kia.fails("INSERT INTO app.cp SELECT 3, 3, 'c' FROM dual")).isEqualTo(1031);
    assertThat(kia.fails("DELETE FROM app.cp")).isEqualTo(1031);
    assertThat(
            kia.fails(
                "MERGE INTO app.cp c USING (SELECT 1 k FROM dual) q ON (c.id = q.k)"
                    + " WHEN MATCHED THEN UPDATE SET c.s = 'b'"))
        .isEqualTo(1031);
    assertThat(
            kia.fails(
                "MERGE INTO app.cp c USING (SELECT 9 k FROM dual) q ON (c.id = q.k)"
                    + " WHEN NOT MATCHED THEN INSERT (id, s) VALUES (q.k, 'b')"))
        .isEqualTo(1031);
    assertThat(app.rows("SELECT id, n, s FROM cp ORDER BY id"))
        .containsExactly("1|4|a", "2|null|null");
  }

  @Test
  void aWholePrivilegeCoversEveryColumnAndIsRevokedWithItsColumns() throws SQLException {
    app.run("GRANT UPDATE ON cp TO kia");
    kia.run("UPDATE app.cp SET s = 'b'");
    app.run("REVOKE UPDATE ON cp FROM kia");
    assertThat(kia.fails("UPDATE app.cp SET n = 3")).isEqualTo(1031);
    kia.run("INSERT INTO app.cp (id) VALUES (2)");
  }

  @Test
  void grantsOfColumnsThatOracleDoesNotKnowAreRefused() {
    assertThat(app.fails("GRANT SELECT (id) ON cp TO kia")).isEqualTo(969);
    assertThat(app.fails("GRANT UPDATE (nix) ON cp TO kia")).isEqualTo(904);
    assertThat(app.fails("REVOKE UPDATE (n) ON cp FROM kia")).isEqualTo(1750);
  }

  @Test
  void aConnectedUserIsNotDropped() throws SQLException {
    assertThat(sys.fails("DROP USER kia CASCADE")).isEqualTo(1940);
    kia.run("UPDATE app.cp SET n = 3");
    kia.close();
    sys.run("DROP USER kia CASCADE");
    assertThat(sys.fails("DROP USER kia")).isEqualTo(1918);
  }
}
