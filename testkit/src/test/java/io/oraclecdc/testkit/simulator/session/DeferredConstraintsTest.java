package io.oraclecdc.testkit.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.MinedRedo;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeferredConstraintsTest {
  private OracleSimulator simulator;
  private SqlConsole sql;

  @BeforeEach
  void start() throws SQLException {
    simulator = OracleSimulator.start("deferred");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
    sql.run(
        "CREATE TABLE p (id NUMBER PRIMARY KEY)",
        "CREATE TABLE late (id NUMBER, p NUMBER CONSTRAINT late_fk REFERENCES p"
            + " DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TABLE soon (id NUMBER, p NUMBER, CONSTRAINT soon_fk FOREIGN KEY (p)"
            + " REFERENCES p DEFERRABLE)");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @Test
  void aDeferredForeignKeyIsCheckedAtTheCommit() throws SQLException {
    sql.run("INSERT INTO late VALUES (1, 7)", "INSERT INTO p VALUES (7)", "COMMIT");
    assertThat(sql.one("SELECT COUNT(*) FROM late")).isEqualTo("1");
  }

  @Test
  void aViolationAtTheCommitRollsEverythingBack() throws SQLException {
    sql.run("INSERT INTO p VALUES (1)", "INSERT INTO late VALUES (1, 7)");
    assertThat(sql.message("COMMIT"))
        .startsWith("ORA-02091: transaction rolled back")
        .contains("ORA-02291: integrity constraint (APP.LATE_FK) violated");
    assertThat(sql.one("SELECT COUNT(*) FROM p")).isEqualTo("0");
    assertThat(MinedRedo.withEnds(simulator)).filteredOn(r -> r.startsWith("ROLLBACK")).hasSize(1);
  }

  @Test
  void anImmediateOneIsCheckedAtTheEndOfTheStatementUntilItIsDeferred() throws SQLException {
    assertThat(sql.fails("INSERT INTO soon VALUES (1, 7)")).isEqualTo(2291);
    assertThat(sql.one("SELECT COUNT(*) FROM soon")).isEqualTo("0");
    sql.run("SET CONSTRAINTS ALL DEFERRED", "INSERT INTO soon VALUES (1, 7)");
    sql.run("INSERT INTO p VALUES (7)", "COMMIT");
    assertThat(sql.fails("DELETE FROM p")).isEqualTo(2292);
    sql.run("SET CONSTRAINT soon_fk DEFERRED", "DELETE FROM p");
    assertThat(sql.fails("COMMIT")).isEqualTo(2091);
    assertThat(sql.fails("SET CONSTRAINT nothing DEFERRED")).isEqualTo(2448);
  }

  @Test
  void deferredKeysAndChecksAreRefused() {
    assertThat(sql.fails("CREATE TABLE k (id NUMBER PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)"))
        .isEqualTo(900);
  }
}
