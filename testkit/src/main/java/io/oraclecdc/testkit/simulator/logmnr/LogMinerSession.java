package io.oraclecdc.testkit.simulator.logmnr;

import java.sql.SQLException;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * DBMS_LOGMNR state of one connection: registered logs and the started range. Used by its
 * connection's thread only.
 */
public interface LogMinerSession {

  /** DBMS_LOGMNR.ADD_LOGFILE. Ends a started range. */
  void addLogfile(String fileName, int options) throws SQLException;

  /** DBMS_LOGMNR.REMOVE_LOGFILE. */
  void removeLogfile(String fileName) throws SQLException;

  /** DBMS_LOGMNR.START_LOGMNR; null and 0 mean "not given". */
  void start(
      long startScn,
      long endScn,
      @Nullable LocalDateTime startTime,
      @Nullable LocalDateTime endTime,
      int options)
      throws SQLException;

  /** DBMS_LOGMNR.END_LOGMNR; ORA-01307 when nothing is active. */
  void end() throws SQLException;

  /** The connection closed: forgets everything, never throws. */
  void close();
}
