package io.oraclecdc.testkit.simulator.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.SqlConsole;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A simulator in a process of its own. */
@Timeout(120)
class SimulatorProcessIT {

  @Test
  void itServesUntilItIsKilled() throws Exception {
    try (SimulatorProcess process = SimulatorProcess.start("--name", "child", "--user", "BOB=bob");
        Connection connection = DriverManager.getConnection(process.url(), "bob", "bob");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id NUMBER PRIMARY KEY)");
      statement.execute("INSERT INTO t SELECT level FROM DUAL CONNECT BY level <= 100");
      int sum = 0;
      try (ResultSet rows = statement.executeQuery("SELECT id FROM t")) {
        while (rows.next()) {
          sum += rows.getInt(1);
        }
      }
      assertThat(sum).isEqualTo(5050);

      process.kill();

      SQLException failure = SqlConsole.failure(() -> statement.executeQuery("SELECT id FROM t"));
      assertThat((Throwable) failure).isInstanceOf(SQLRecoverableException.class);
      assertThat(failure.getErrorCode()).isEqualTo(17002);
      assertThat(connection.isClosed()).isTrue();
      assertThat(SqlConsole.failure(connection::createStatement).getErrorCode()).isEqualTo(17008);
      SQLException refused =
          SqlConsole.failure(() -> DriverManager.getConnection(process.url(), "bob", "bob"));
      assertThat(refused.getErrorCode()).isEqualTo(12541);
    }
  }

  @Test
  void itEndsWhenItsInputEndsAndWhenItIsToldTo() throws Exception {
    SimulatorProcess first = SimulatorProcess.start();
    first.close();
    assertThat(first.isAlive()).isFalse();
    SimulatorProcess second = SimulatorProcess.start();
    try (ServedSimulator simulator = second.simulator()) {
      assertThat(simulator.currentScn()).isPositive();
      simulator.stop();
      Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !second.isAlive());
    } finally {
      second.close();
    }
  }
}
