package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.sql.Connection;

/**
 * What a session has in one container: its connection to the storage, its transaction, its LogMiner
 * state. It stays when the session goes to another container and comes back.
 *
 * @param database the container
 * @param h2 connection to its storage
 * @param info identity in the redo
 * @param runner runs statements there
 * @param transaction open work there
 * @param logMiner registered logs and started range
 * @param closings how often the container was closed before the session came
 */
record Place(
    Database database,
    Connection h2,
    SessionInfo info,
    StatementRunner runner,
    SessionTransaction transaction,
    LogMinerSession logMiner,
    int closings) {

  /** Whether the container was closed since. */
  boolean isGone() {
    return database.container().closings() != closings;
  }
}
