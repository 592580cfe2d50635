package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.Tablespaces;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.util.Collection;
import java.util.List;
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

  /** What else V$SESSION shows of a connected session; empty when nothing is known. */
  default Optional<SessionFacts> facts(SessionInfo session) {
    return Optional.empty();
  }

  /** Locks of sessions, for V$LOCK. */
  default List<HeldLock> locks() {
    return List.of();
  }

  /** Tablespaces of the container that asks, for V$TABLESPACE. */
  default List<Tablespaces.Tablespace> tablespaces() {
    return List.of();
  }

  /** SUPPLEMENTAL_LOG_DATA_MIN, _PK, _UI, _FK, _ALL of V$DATABASE in this order, each YES or NO. */
  List<Boolean> databaseSupplementalLogging();

  /** FORCE_LOGGING of V$DATABASE. */
  default boolean isForceLogging() {
    return false;
  }

  /**
   * Value of an initialisation parameter, for V$PARAMETER; empty when the simulator does not know
   * it.
   */
  Optional<String> parameter(String name);

  /** CON_ID of the container that asks; 0 in a non-CDB. */
  default int containerId() {
    return 0;
  }

  /** All containers by CON_ID, the root and the seed among them; none in a non-CDB. */
  default List<ContainerFacts> containers() {
    return List.of();
  }

  /** Numbers of the instances that run; an instance has the number of its redo thread. */
  default List<Integer> runningInstances() {
    return List.of(1);
  }

  /** Whether the database is made for several instances. */
  default boolean isCluster() {
    return false;
  }

  /** OPEN_MODE of V$DATABASE. */
  default String openMode() {
    return "READ WRITE";
  }

  /** DB_UNIQUE_NAME when it differs from the name. */
  default Optional<String> uniqueName() {
    return Optional.empty();
  }

  /** Whether a user of the container that asks sees the rows of a container. */
  default boolean seesContainer(String user, int id) {
    return containerId() <= ContainerFacts.ROOT || containerId() == id;
  }
}
