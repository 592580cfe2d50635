package io.oraclecdc.testkit.simulator.sql;

import java.sql.SQLException;
import java.util.Collection;

/** What ALTER DATABASE and ALTER PLUGGABLE DATABASE do to the whole database and its containers. */
public interface Administration {

  /** Whether the session is in the root of a container database. */
  boolean isRoot();

  /** Whether the session is in a pluggable database. */
  boolean isPluggable();

  /** Whether the user has a session in the container, of a root in any container. */
  boolean isConnected(String user);

  /** Name of the session's container. */
  String containerName();

  /** Names of all pluggable databases without the seed. */
  Collection<String> pluggables();

  /**
   * ALTER PLUGGABLE DATABASE OPEN.
   *
   * @throws SQLException ORA-65011, ORA-65017 for the seed, ORA-65019 when it is open
   */
  void openPluggable(String name, boolean readOnly, boolean restricted, boolean force)
      throws SQLException;

  /**
   * ALTER PLUGGABLE DATABASE CLOSE.
   *
   * @throws SQLException ORA-65011, ORA-65017, ORA-65020 when it is closed
   */
  void closePluggable(String name, boolean immediate) throws SQLException;

  /** SAVE STATE or DISCARD STATE. */
  void saveState(String name, boolean save) throws SQLException;

  /**
   * ALTER DATABASE OPEN.
   *
   * @throws SQLException ORA-01531 when it is open, ORA-01589 or ORA-01139 when the option does not
   *     fit what was recovered
   */
  void openDatabase(boolean resetLogs) throws SQLException;

  /** ALTER DATABASE RECOVER .. UNTIL CANCEL; ORA-01126 when the database is open. */
  void recoverUntilCancel() throws SQLException;

  /** ALTER DATABASE ENABLE [PUBLIC] THREAD; ORA-01612, ORA-01613. */
  void enableThread(int thread, boolean isPublic) throws SQLException;

  /** ALTER DATABASE DISABLE THREAD; ORA-01615, ORA-01618. */
  void disableThread(int thread) throws SQLException;

  /** ALTER DATABASE ADD LOGFILE [THREAD n] GROUP ..; 0 is the session's own thread. */
  void addLogfiles(int thread, int groups) throws SQLException;

  /** ALTER SYSTEM ARCHIVE LOG CURRENT. */
  void archiveCurrent() throws SQLException;
}
