package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a client may do to a served simulator besides SQL. */
interface SimulatorControl {
  void switchLog() throws SQLException;

  void purgeArchivedLogs(long upToSequence) throws SQLException;

  void removeArchivedFiles(long upToSequence) throws SQLException;

  long currentScn() throws SQLException;

  long currentSequence() throws SQLException;

  int sessions() throws SQLException;

  int openTransactions() throws SQLException;

  /** Orders a fault; the answer is its number. */
  int fault(
      FaultPlan.Call call,
      @Nullable String part,
      @Nullable String user,
      int firstCall,
      long row,
      int times,
      ServedFaults.Effect effect,
      int code,
      String detail)
      throws SQLException;

  /** How often a fault has struck. */
  int struck(int fault) throws SQLException;

  void clearFaults() throws SQLException;

  /** Ends the server as SIGTERM would. */
  void stop() throws SQLException;
}
