package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import io.oraclecdc.testkit.simulator.redo.ArchiverStuckException;
import io.oraclecdc.testkit.simulator.sql.Administration;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** ALTER DATABASE and ALTER PLUGGABLE DATABASE of one session. */
final class DatabaseAdministration implements Administration {
  private final SimSession session;

  DatabaseAdministration(SimSession session) {
    this.session = session;
  }

  private Database database() {
    return session.database();
  }

  @Override
  public boolean isRoot() {
    return database().containerId() == ContainerFacts.ROOT;
  }

  @Override
  public boolean isPluggable() {
    return database().containerId() > ContainerFacts.ROOT;
  }

  @Override
  public boolean isConnected(String user) {
    return database().allSessions().stream()
        .filter(s -> !isPluggable() || s.info().containerId() == database().containerId())
        .anyMatch(s -> s.userName().equals(user));
  }

  @Override
  public String containerName() {
    return database().container().name();
  }

  @Override
  public Collection<String> pluggables() {
    return database().pluggables().stream().map(d -> d.container().name()).toList();
  }

  private Database pluggable(String name) throws SQLException {
    if (name.equals(ContainerState.SEED_NAME)) {
      throw OraErrors.of(65017, "seed pluggable database may not be dropped or altered");
    }
    return database().pluggables().stream()
        .filter(d -> d.container().name().equals(name))
        .findFirst()
        .orElseThrow(() -> OraErrors.of(65011, "Pluggable database " + name + " does not exist."));
  }

  @Override
  public void openPluggable(String name, boolean readOnly, boolean restricted, boolean force)
      throws SQLException {
    if (database().cluster().isMounted()) {
      throw OraErrors.of(1109, "database not open");
    }
    Database pluggable = pluggable(name);
    if (pluggable.container().isOpen()) {
      if (!force) {
        throw OraErrors.of(65019, "pluggable database " + name + " already open");
      }
      pluggable.closeContainer(session);
    }
    pluggable.openContainer(readOnly, restricted);
  }

  @Override
  public void closePluggable(String name, boolean immediate) throws SQLException {
    Database pluggable = pluggable(name);
    if (!pluggable.container().isOpen()) {
      throw OraErrors.of(65020, "pluggable database " + name + " already closed");
    }
    List<SimSession> inside =
        pluggable.sessionsInside().stream().filter(s -> s != session).toList();
    if (!immediate && !inside.isEmpty()) {
      throw OraErrors.of(
          900,
          "invalid SQL statement (not supported by the simulator: CLOSE waits for sessions to"
              + " leave, use CLOSE IMMEDIATE)");
    }
    if (pluggable == database()) {
      throw OraErrors.of(
          900,
          "invalid SQL statement (not supported by the simulator: CLOSE from inside the pluggable"
              + " database)");
    }
    pluggable.closeContainer(null);
  }

  @Override
  public void saveState(String name, boolean save) throws SQLException {
    pluggable(name).container().save(save);
    database().publishContainers();
  }

  @Override
  public void openDatabase(boolean resetLogs) throws SQLException {
    database().cluster().open(resetLogs);
  }

  @Override
  public void recoverUntilCancel() throws SQLException {
    database().cluster().recoverUntilCancel();
  }

  @Override
  public void enableThread(int thread, boolean isPublic) throws SQLException {
    database().cluster().enable(thread, isPublic);
  }

  @Override
  public void disableThread(int thread) throws SQLException {
    database().cluster().disable(thread);
  }

  @Override
  public void addLogfiles(int thread, int groups) {
    int ofThread = thread == 0 ? session.info().thread() : thread;
    database().redo().control().addLogfiles(ofThread, groups);
  }

  @Override
  public void archiveCurrent() throws SQLException {
    try {
      database().redo().control().archiveCurrent();
    } catch (ArchiverStuckException e) {
      throw stuck();
    }
  }

  /** What a session gets whose log cannot be switched. */
  static SQLException stuck() {
    return OraErrors.of(ArchiverStuckException.CODE, ArchiverStuckException.DETAIL);
  }
}
