package io.oraclecdc.testkit.simulator.redo;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of one session. The first change gives it an XID and writes its START row.
 *
 * <p>It belongs to its session; only {@link #xid()} and {@link #startScn()} may be read by other
 * threads.
 */
public final class RedoTransaction {
  private final SessionInfo session;
  private final List<RowChange> changes = new ArrayList<>();
  private final BitSet joined = new BitSet();
  private final List<Pending> strand = new ArrayList<>();
  private volatile @Nullable SimXid xid;
  private volatile long startScn;
  private @Nullable LongConsumer onCommit;
  private volatile boolean dead;
  private boolean written;
  private int rows;
  private long strandBytes;

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

  /** Numbers of the changes that share the redo record of the one before; by the commit latch. */
  BitSet joined() {
    return joined;
  }

  /** The transaction id, null until the first change. */
  public @Nullable SimXid xid() {
    return xid;
  }

  /** START_SCN, 0 until the first change. */
  public long startScn() {
    return startScn;
  }

  /** Asks to be told the commit SCN, under the commit latch, before anybody can read it. */
  public void whenCommitted(LongConsumer action) {
    onCommit = action;
  }

  void committed(long scn) {
    if (onCommit != null) {
      onCommit.accept(scn);
    }
  }

  void started(SimXid newXid, long scn) {
    startScn = scn;
    xid = newXid;
  }

  /** Its instance died: it can only be undone by somebody else. Guarded by the commit latch. */
  void kill() {
    dead = true;
  }

  /** Whether its instance died. */
  public boolean isDead() {
    return dead;
  }

  /** A record of it reached a log. Guarded by the commit latch. */
  void written() {
    written = true;
  }

  /** Whether no log knows of it. */
  boolean isUnwritten() {
    return !written;
  }

  /** What a session that recovers a dead instance goes on with. */
  RedoTransaction takenOver(SessionInfo by) {
    RedoTransaction same = new RedoTransaction(by);
    same.changes.addAll(changes);
    same.joined.or(joined);
    same.xid = xid;
    same.startScn = startScn;
    same.rows = rows;
    same.written = written;
    return same;
  }

  /** SEQUENCE# of its next record; guarded by the commit latch. */
  int nextRow() {
    return ++rows;
  }

  /** Records of its private strand, not yet in a log; guarded by the commit latch. */
  List<Pending> strand() {
    return strand;
  }

  /** Adds to the strand and returns its size in bytes. */
  long hold(Pending record) {
    strand.add(record);
    strandBytes += record.bytes().length;
    return strandBytes;
  }

  /** Empties the strand. */
  List<Pending> release() {
    List<Pending> held = List.copyOf(strand);
    strand.clear();
    strandBytes = 0;
    return held;
  }

  /**
   * A record that waits in the strand.
   *
   * @param bytes encoded
   * @param sharesAddress whether it belongs to the redo record of the one before it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Pending(byte[] bytes, boolean sharesAddress) {}
}
