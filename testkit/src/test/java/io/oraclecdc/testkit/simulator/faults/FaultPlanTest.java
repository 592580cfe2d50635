package io.oraclecdc.testkit.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.SimulatorUnderTest;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(SimulatorUnderTest.Way.class)
class FaultPlanTest {
  private final SimulatorUnderTest.Way way;
  private SimulatorUnderTest simulator;
  private SqlConsole sql;

  FaultPlanTest(SimulatorUnderTest.Way way) {
    this.way = way;
  }

  @BeforeEach
  void start() throws SQLException {
    simulator = way.start("faults");
    sql = new SqlConsole(simulator.connectApp());
    sql.connection().setAutoCommit(false);
    sql.run(
        "CREATE TABLE t (id NUMBER)",
        "INSERT INTO t SELECT level FROM DUAL CONNECT BY level <= 30",
        "COMMIT");
  }

  @AfterEach
  void stop() throws SQLException {
    sql.close();
    simulator.close();
  }

  @Test
  void anErrorAtTheNthMatchingStatement() throws SQLException {
    FaultPlan.Rule rule =
        simulator
            .faults()
            .on(Call.EXECUTE)
            .containing("from t")
            .call(2)
            .raise(1555, "snapshot too old");
    assertThat(sql.one("SELECT COUNT(*) FROM t")).isEqualTo("30");
    assertThat(sql.fails("SELECT COUNT(*) FROM t")).isEqualTo(1555);
    assertThat(sql.one("SELECT COUNT(*) FROM t")).isEqualTo("30");
    assertThat(rule.count()).isEqualTo(1);
  }

  @Test
  void anErrorAtARowOfAResult() throws SQLException {
    simulator
        .faults()
        .on(Call.NEXT_ROW)
        .containing("FROM T")
        .row(5)
        .raise(310, "archived log contains sequence 5");
    int rows = 0;
    try (Statement statement = sql.connection().createStatement();
        ResultSet result = statement.executeQuery("SELECT id FROM t")) {
      SQLException error = null;
      while (error == null) {
        try {
          assertThat(result.next()).isTrue();
          rows++;
        } catch (SQLException e) {
          error = e;
        }
      }
      assertThat(error.getErrorCode()).isEqualTo(310);
    }
    assertThat(rows).isEqualTo(4);
  }

  @Test
  void aDeadConnectionStaysDeadAndItsWorkIsRolledBack() throws SQLException {
    SqlConsole other = new SqlConsole(simulator.connectApp());
    other.connection().setAutoCommit(false);
    other.run("DELETE FROM t");
    simulator.faults().on(Call.COMMIT).breakConnection();
    assertThat((Throwable) SqlConsole.failure(() -> other.connection().commit()))
        .isInstanceOf(SQLRecoverableException.class);
    assertThat(other.fails("SELECT 1 FROM DUAL")).isEqualTo(17008);
    assertThat(other.connection().isClosed()).isTrue();
    assertThat(sql.one("SELECT COUNT(*) FROM t")).isEqualTo("30");
    other.close();
  }

  @Test
  void anErrorBeforeACommitLeavesTheTransactionOpen() throws SQLException {
    sql.run("DELETE FROM t WHERE id = 1");
    simulator.faults().on(Call.COMMIT).by("APP").raise(1013, "user requested cancel");

    assertThat(SqlConsole.failure(() -> sql.connection().commit()).getErrorCode()).isEqualTo(1013);

    try (SqlConsole other = new SqlConsole(simulator.connectApp())) {
      assertThat(other.one("SELECT COUNT(*) FROM t")).isEqualTo("30");
      sql.run("COMMIT");
      assertThat(other.one("SELECT COUNT(*) FROM t")).isEqualTo("29");
    }
  }

  @Test
  void anErrorAfterACommitDoesNotTakeItBack() throws SQLException {
    sql.run("DELETE FROM t WHERE id = 1");
    simulator.faults().on(Call.COMMITTED).raise(3113, "end-of-file on communication channel");

    assertThat(sql.fails("COMMIT")).isEqualTo(3113);

    sql.run("ROLLBACK");
    assertThat(sql.one("SELECT COUNT(*) FROM t")).isEqualTo("29");
  }

  @Test
  void aConnectionThatDiesAfterItsCommitHasCommitted() throws SQLException {
    SqlConsole other = new SqlConsole(simulator.connectApp());
    other.connection().setAutoCommit(false);
    other.run("DELETE FROM t WHERE id = 1");
    simulator.faults().on(Call.COMMITTED).breakConnection();

    assertThat(SqlConsole.failure(() -> other.connection().commit()).getErrorCode())
        .isEqualTo(17002);

    assertThat(other.connection().isClosed()).isTrue();
    assertThat(sql.one("SELECT COUNT(*) FROM t")).isEqualTo("29");
    other.close();
  }

  @Test
  void theCommitOfAutocommitCanFailToo() throws SQLException {
    SqlConsole other = new SqlConsole(simulator.connectApp());
    simulator.faults().on(Call.COMMIT).raise(30006, "resource busy");
    assertThat(other.fails("DELETE FROM t WHERE id = 1")).isEqualTo(30006);
    other.close();
  }

  @Test
  void aRefusedConnect() throws SQLException {
    simulator.faults().on(Call.CONNECT).by("APP").times(2).raise(12541, "no listener");
    assertThat(SqlConsole.failure(simulator::connectApp).getErrorCode()).isEqualTo(12541);
    simulator.connectCapture().close();
    assertThat(SqlConsole.failure(simulator::connectApp).getErrorCode()).isEqualTo(12541);
    simulator.connectApp().close();
  }

  @Test
  void somethingHappensDuringARead() throws SQLException {
    AtomicInteger calls = new AtomicInteger();
    simulator
        .faults()
        .on(Call.NEXT_ROW)
        .row(10)
        .run(
            () -> {
              calls.incrementAndGet();
              simulator.switchLog();
            });
    assertThat(sql.rows("SELECT id FROM t")).hasSize(30);
    assertThat(calls).hasValue(1);
    try (SqlConsole capture = new SqlConsole(simulator.connectCapture())) {
      assertThat(capture.one("SELECT COUNT(*) FROM V$ARCHIVED_LOG")).isEqualTo("1");
    }
  }

  @Test
  void aClearedPlanDoesNothing() throws SQLException {
    simulator.faults().on(Call.EXECUTE).times(100).raise(600, "x");
    simulator.faults().clear();
    assertThat(sql.one("SELECT COUNT(*) FROM t")).isEqualTo("30");
  }
}
