package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The redo half of a simulated database: recorder, online and archived logs, LogMiner and the V$
 * views. Built by {@code RedoDatabases.create}; thread-safe.
 */
public interface RedoDatabase extends RedoRecorder, AutoCloseable {

  /** LogMiner state for a new connection. */
  LogMinerSession openMiningSession();

  /**
   * Creates the V$ and GV$ views in schema SYS of an inner H2 database (called once per inner
   * database).
   */
  void installViews(Connection h2) throws SQLException;

  /** DBMS_LOGMNR and its companions, to be registered with the block interpreter. */
  java.util.List<PackageHandler> packages();

  /**
   * ALTER SYSTEM SWITCH LOGFILE on a thread: archives the current log and goes to the next group.
   */
  void switchLog(int thread);

  /** Removes archived copies of a thread up to a sequence, as RMAN does (DELETED = YES). */
  void purgeArchived(int thread, long upToSequence);

  /** Removes the files only, as a careless {@code rm} does: the catalog still lists them. */
  void removeArchivedFiles(int thread, long upToSequence);

  /** Ends the redo of this database; temporary files are deleted. */
  @Override
  void close();
}
