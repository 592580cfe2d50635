package io.oraclecdc.testkit.simulator.redo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of one session. The first change gives it an XID and writes its START row.
 *
 * <p>Not thread-safe: it belongs to its session.
 */
public final class RedoTransaction {
  private final SessionInfo session;
  private final List<RowChange> changes = new ArrayList<>();
  private @Nullable SimXid xid;
  private long startScn;

  /**
   * Makes a transaction that has not changed anything yet.
   *
   * @param session whose transaction it is
   */
  public RedoTransaction(SessionInfo session) {
    this.session = session;
  }

  /** The session that runs it. */
  public SessionInfo session() {
    return session;
  }

  /** Surviving changes in order; a savepoint is a size of this list. Kept by the recorder. */
  public List<RowChange> changes() {
    return changes;
  }

  /** The transaction id, null until the first change. */
  public @Nullable SimXid xid() {
    return xid;
  }

  /** START_SCN, 0 until the first change. */
  public long startScn() {
    return startScn;
  }

  void started(SimXid newXid, long scn) {
    xid = newXid;
    startScn = scn;
  }
}
