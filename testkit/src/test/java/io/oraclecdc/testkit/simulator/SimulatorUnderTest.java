package io.oraclecdc.testkit.simulator;

import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.served.ServedDriver;
import io.oraclecdc.testkit.simulator.served.SimulatorServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A simulator for tests that must pass whichever way it is reached: its connections are in process
 * or go through a socket.
 */
public final class SimulatorUnderTest implements AutoCloseable {
  private final OracleSimulator simulator;
  private final @Nullable SimulatorServer server;

  /** How connections reach the simulator. */
  public enum Way {
    /** The driver calls it. */
    IN_PROCESS,
    /** The driver talks to a server of it. */
    SERVED;

    /** Starts a simulator with the defaults. */
    public SimulatorUnderTest start(String name) throws SQLException {
      return start(OracleSimulator.builder(name));
    }

    /** Starts a simulator. */
    public SimulatorUnderTest start(OracleSimulator.Builder builder) throws SQLException {
      OracleSimulator simulator = builder.start();
      try {
        return new SimulatorUnderTest(
            simulator, this == SERVED ? SimulatorServer.start(simulator, 0) : null);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private SimulatorUnderTest(OracleSimulator simulator, @Nullable SimulatorServer server) {
    this.simulator = simulator;
    this.server = server;
  }

  /** JDBC URL. */
  public String url() {
    return server == null ? simulator.url() : server.url();
  }

  /** A URL that differs in the name only. */
  public String urlOf(String name) {
    return url().replaceFirst("[^:/]+$", name);
  }

  /** A connection of any user. */
  public Connection connect(String user, String password) throws SQLException {
    return server == null
        ? simulator.connect(user, password)
        : ServedDriver.connect(server.url(), user, password);
  }

  /** A connection of the application user. */
  public Connection connectApp() throws SQLException {
    return connect(OracleSimulator.APP_USER, OracleSimulator.APP_PASSWORD);
  }

  /** A connection of the capture user. */
  public Connection connectCapture() throws SQLException {
    return connect(OracleSimulator.CAPTURE_USER, OracleSimulator.CAPTURE_PASSWORD);
  }

  /** A connection of SYS. */
  public Connection connectSys() throws SQLException {
    return connect("SYS", "oracle");
  }

  /** Faults to be ordered. */
  public FaultPlan faults() {
    return simulator.faults();
  }

  /** ALTER SYSTEM SWITCH LOGFILE. */
  public void switchLog() {
    simulator.switchLog();
  }

  /** The redo half. */
  public RedoDatabase redo() {
    return simulator.redo();
  }

  /** The database as the mining side sees it. */
  public SimInstance instance() {
    return simulator.instance();
  }

  /** What is behind it. */
  public OracleSimulator simulator() {
    return simulator;
  }

  @Override
  public void close() throws SQLException {
    if (server != null) {
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    simulator.close();
  }
}
