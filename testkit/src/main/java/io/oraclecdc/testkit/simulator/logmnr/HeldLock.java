package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.redo.SimXid;
import org.jspecify.annotations.Nullable;

/**
 * A lock that a session holds or asks for, as V$LOCK shows it.
 *
 * @param session whose it is
 * @param xid its transaction, null for a request and for one that only locked rows
 * @param type TX or TM
 * @param id1 ID1: undo segment and slot of a TX lock, OBJECT_ID of a TM lock
 * @param id2 ID2: sequence of a TX lock
 * @param held LMODE, 0 for a request
 * @param requested REQUEST, 0 for a held lock
 * @param seconds how long it has been asked for
 * @param blocks whether another session waits for it
 * @param blocker session that holds what is asked for, null for a held lock
 */
public record HeldLock(
    SessionInfo session,
    @Nullable SimXid xid,
    String type,
    long id1,
    long id2,
    int held,
    int requested,
    long seconds,
    boolean blocks,
    @Nullable SessionInfo blocker) {}
