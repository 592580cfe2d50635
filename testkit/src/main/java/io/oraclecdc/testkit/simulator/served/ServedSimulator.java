package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handle of a simulator that another process serves: what {@link OracleSimulator} is in
 * process, as far as it makes sense from outside. Closing it does not end the simulator.
 * Thread-safe.
 */
public final class ServedSimulator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServedSimulator.class);

  private final String url;
  private final SimulatorControl control;

  private ServedSimulator(String url, SimulatorControl control) {
    this.url = url;
    this.control = control;
  }

  /**
   * Connects to a running server.
   *
   * @throws SQLException ORA-12541 if nothing listens there
   */
  public static ServedSimulator at(String url) throws SQLException {
    return new ServedSimulator(url, (SimulatorControl) ClientLink.control(ServedUrl.parse(url)));
  }

  /** The JDBC URL. */
  public String url() {
    return url;
  }

  /** A connection of any user; names are upper case unless quoted. */
  public Connection connect(String user, String password) throws SQLException {
    return ServedDriver.connect(url, user, password);
  }

  /** A connection of the application user. */
  public Connection connectApp() throws SQLException {
    return connect(OracleSimulator.APP_USER, OracleSimulator.APP_PASSWORD);
  }

  /** A connection of the capture user. */
  public Connection connectCapture() throws SQLException {
    return connect(OracleSimulator.CAPTURE_USER, OracleSimulator.CAPTURE_PASSWORD);
  }

  /** A connection of SYS with the default password. */
  public Connection connectSys() throws SQLException {
    return connect("SYS", "oracle");
  }

  /** Faults to be ordered. */
  public ServedFaults faults() {
    return new ServedFaults(control);
  }

  /** ALTER SYSTEM SWITCH LOGFILE. */
  public void switchLog() throws SQLException {
    control.switchLog();
  }

  /** Removes archived logs up to a sequence as RMAN does: the catalog knows. */
  public void purgeArchivedLogs(long upToSequence) throws SQLException {
    control.purgeArchivedLogs(upToSequence);
  }

  /** Removes the files of archived logs up to a sequence behind the catalog's back. */
  public void removeArchivedFiles(long upToSequence) throws SQLException {
    control.removeArchivedFiles(upToSequence);
  }

  /** CURRENT_SCN. */
  public long currentScn() throws SQLException {
    return control.currentScn();
  }

  /** The log sequence that is written now. */
  public long currentSequence() throws SQLException {
    return control.currentSequence();
  }

  /** How many sessions are open. */
  public int sessions() throws SQLException {
    return control.sessions();
  }

  /** How many transactions are open. */
  public int openTransactions() throws SQLException {
    return control.openTransactions();
  }

  /** Ends the simulator and, where it is one of its own, its process. */
  public void stop() throws SQLException {
    try {
      control.stop();
    } catch (SQLRecoverableException e) {
      // The process can be gone before its answer has left it.
      LOG.debug("the connection ended with the simulator", e);
    }
  }

  @Override
  public void close() {
    if (Proxy.getInvocationHandler(control) instanceof StandIn handler) {
      handler.link().die();
    }
  }
}
