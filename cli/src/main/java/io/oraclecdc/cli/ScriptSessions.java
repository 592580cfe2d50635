package io.oraclecdc.cli;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The sessions of a script by name. A failing statement is reported and the script goes on, as in
 * SQL*Plus.
 */
final class ScriptSessions implements AutoCloseable {
  /** Constraint violations and missing objects of a DROP: scripts cause these on purpose. */
  private static final Set<Integer> EXPECTED = Set.of(1, 1400, 1407, 1438, 2290, 2291, 2292, 12899);

  private static final Set<Integer> EXPECTED_OF_DROP =
      Set.of(942, 1418, 1432, 1434, 1918, 2289, 4043);

  /**
   * A script is one thread: a lock that another of its sessions holds is never released meanwhile.
   */
  private static final int LONGEST_STATEMENT_SECONDS = 10;

  private final OracleSimulator database;
  private final PrintStream err;
  private final Map<String, Connection> connections = new LinkedHashMap<>();
  private int unexpected;

  ScriptSessions(OracleSimulator database, PrintStream err) {
    this.database = database;
    this.err = err;
  }

  void execute(SqlScript.Statement statement) {
    try (Statement jdbc = connection(statement.session()).createStatement()) {
      jdbc.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
      jdbc.execute(statement.sql());
    } catch (SQLException e) {
      err.println("line " + statement.line() + ": " + e.getMessage());
      if (e.getErrorCode() == 1013) {
        err.println(
            "line "
                + statement.line()
                + ": session "
                + statement.session()
                + " waited "
                + LONGEST_STATEMENT_SECONDS
                + " s, probably for a row that another session of the script has locked");
      }
      boolean expected =
          EXPECTED.contains(e.getErrorCode())
              || ("DROP".equals(statement.verb()) && EXPECTED_OF_DROP.contains(e.getErrorCode()));
      if (!expected) {
        unexpected++;
      }
    }
  }

  /** Takes back what no session committed, and says so. */
  void rollbackOpenWork() throws SQLException {
    int open = database.instance().openTransactions().size();
    if (open > 0) {
      err.println(
          "work of "
              + open
              + (open == 1 ? " session" : " sessions")
              + " was not committed: rolled back");
    }
    for (Connection connection : connections.values()) {
      connection.rollback();
    }
  }

  /** 0 when every statement ran or failed as scripts may expect, 1 otherwise. */
  int exitStatus() {
    if (unexpected > 0) {
      err.println(
          unexpected + (unexpected == 1 ? " statement" : " statements") + " could not be run");
    }
    return unexpected == 0 ? 0 : 1;
  }

  private Connection connection(String session) throws SQLException {
    Connection connection = connections.get(session);
    if (connection == null) {
      connection = database.connect("APP", "app");
      connection.setAutoCommit(false);
      connections.put(session, connection);
    }
    return connection;
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections.values()) {
      connection.close();
    }
  }
}
