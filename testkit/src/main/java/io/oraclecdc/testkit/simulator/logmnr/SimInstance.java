package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.util.Collection;
import java.util.Optional;

/**
 * What the mining side needs to know of the rest of the database. Implemented by the simulator;
 * thread-safe.
 */
public interface SimInstance {

  /** The table version in force now, by OBJECT_ID; empty after a DROP ... PURGE. */
  Optional<SimTable> tableByObjectId(int containerId, long objectId);

  /** Transactions with an XID that are still open, for V$TRANSACTION. */
  Collection<RedoTransaction> openTransactions();

  /** Connected sessions, for V$SESSION. */
  Collection<SessionInfo> sessions();

  /** SUPPLEMENTAL_LOG_DATA_MIN, _PK, _UI, _FK, _ALL of V$DATABASE in this order, each YES or NO. */
  java.util.List<Boolean> databaseSupplementalLogging();

  /**
   * Value of an initialisation parameter, for V$PARAMETER; empty when the simulator does not know
   * it.
   */
  Optional<String> parameter(String name);
}
