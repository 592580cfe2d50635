package io.oraclecdc.testkit.simulator.redo;

/**
 * What the redo records about the session that made a change.
 *
 * @param containerId CON_ID of the session's container: 0 in a non-CDB
 * @param containerName PDB name, or the database name in a non-CDB
 * @param thread redo thread of its instance
 * @param user USERNAME
 * @param sessionId SESSION#
 * @param serial SERIAL#
 */
public record SessionInfo(
    int containerId, String containerName, int thread, String user, int sessionId, int serial) {}
