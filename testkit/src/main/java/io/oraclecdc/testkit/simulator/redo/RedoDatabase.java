package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Collection;

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
   *
   * @throws ArchiverStuckException if no destination takes the log in the next group
   */
  void switchLog(int thread);

  /** Removes archived copies of a thread up to a sequence, as RMAN does (DELETED = YES). */
  void purgeArchived(int thread, long upToSequence);

  /** Removes the files only, as a careless {@code rm} does: the catalog still lists them. */
  void removeArchivedFiles(int thread, long upToSequence);

  /** The log sequence a thread writes to. */
  long currentSequence(int thread);

  /**
   * Switches a thread's log until the online group that holds {@code sequence} is reused; a cursor
   * that reads it finds another log in the file.
   */
  void overwriteOnline(int thread, long sequence);

  /**
   * DBMS_LOGMNR_D.BUILD: writes a dictionary into the logs of a session's thread.
   *
   * @param session who builds; its container is the one that can be read with it
   * @param tables the dictionary
   * @throws ArchiverStuckException if it cannot switch logs
   */
  void buildDictionary(SessionInfo session, Collection<SimTable> tables);

  /** Lets the archiver wait: filled logs stay ACTIVE with ARCHIVED = NO until the release. */
  void holdArchiver();

  /** Archives what waits and everything after it. */
  void releaseArchiver();

  /**
   * SCN_TO_TIMESTAMP, whole seconds of the host's clock.
   *
   * @throws SQLException ORA-08181 when the SCN is unknown
   */
  LocalDateTime timeOfScn(long scn) throws SQLException;

  /**
   * TIMESTAMP_TO_SCN.
   *
   * @throws SQLException ORA-08180 when the time is before the database or in the future
   */
  long scnOfTime(LocalDateTime time) throws SQLException;

  /**
   * Rows of V$LOGMNR_CONTENTS that sessions have had rebuilt from redo so far: all of a started
   * range that was read, whether a query wanted them or not. The cost of mining that does not
   * depend on the machine.
   */
  default long rebuiltRows() {
    throw new UnsupportedOperationException("this redo does not count rows");
  }

  /** What the database was made with. */
  RedoOptions options();

  /** Threads, incarnations, destinations; not every implementation has them. */
  default RedoControl control() {
    throw new UnsupportedOperationException("this redo cannot be administered");
  }

  /** The same for a container, writing through {@code whole}, which stands before this. */
  default RedoDatabase forContainer(SimInstance container, RedoDatabase whole) {
    throw new UnsupportedOperationException("this redo has no containers");
  }

  /** The same redo as another container of the database uses it. */
  default RedoDatabase forContainer(SimInstance container) {
    throw new UnsupportedOperationException("this redo has no containers");
  }

  /** Ends the redo of this database; temporary files are deleted. */
  @Override
  void close();
}
