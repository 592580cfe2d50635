package io.oraclecdc.cli;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A table of SYS that is not captured. A commit on it stands behind everything a script committed
 * before, so that capture knows at once how far it has read; on a busy database other applications
 * do that.
 */
final class Marker {
  private Marker() {}

  static void create(OracleSimulator database) throws SQLException {
    run(database, "CREATE TABLE sys.simulate_marker (n NUMBER)");
  }

  static void commitOne(OracleSimulator database) throws SQLException {
    run(database, "INSERT INTO sys.simulate_marker VALUES (1)");
  }

  private static void run(OracleSimulator database, String sql) throws SQLException {
    try (Connection sys = database.connectSys();
        Statement statement = sys.createStatement()) {
      statement.execute(sql);
    }
  }
}
