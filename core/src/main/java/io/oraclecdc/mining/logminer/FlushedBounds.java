package io.oraclecdc.mining.logminer;

import io.oraclecdc.model.Scn;
import java.util.ArrayDeque;
import java.util.Deque;

/*
 * From which SCN the next step has to start.
 *
 * A step that reads to the open end of the current log misses redo that was not in the file yet. Rows
 * that come later can carry old SCNs:
 *
 *   - an open transaction keeps changes in a private strand until it commits; its START_SCN is in
 *     V$TRANSACTION meanwhile
 *   - a transaction that committed without waiting (COMMIT WRITE NOWAIT) has left V$TRANSACTION, but
 *     its redo may still be in the log buffer
 *
 * So before each step the current SCN q and the lowest START_SCN t are read, in this order. min(q, t)
 * bounds everything that was not finished at that moment. It covers the second kind only when the log
 * buffer of that moment is known to be in the file: when a row with an SCN above q was returned (the
 * buffer is written in order), or when more time went by than the log writer ever waits (three
 * seconds by the manual; ten here).
 */
/** Lower bounds for the next step, each used only once the redo of its moment is surely on disk. */
final class FlushedBounds {
  private static final int KEPT = 16;
  private static final long SURELY_FLUSHED_NANOS = 10_000_000_000L;

  private final Deque<Bound> waiting = new ArrayDeque<>();

  /**
   * Notes a bound read before a step.
   *
   * @param current SCN of the database, read first
   * @param oldestOpen lowest START_SCN of open transactions, or {@code current} when there are none
   */
  void read(Scn current, Scn oldestOpen, long nowNanos) {
    if (waiting.size() == KEPT) {
      // The newest is replaced, so that the oldest can grow old enough on a database without
      // changes.
      waiting.removeLast();
    }
    waiting.addLast(new Bound(current, Scn.min(current, oldestOpen), nowNanos));
  }

  /**
   * The newest bound that is confirmed, dropping those before it.
   *
   * @param highestSeen SCN that rows of every thread reached in the step that ends now
   * @param startedAtNanos when that step started LogMiner, which fixed what it could read
   * @return {@link Confirmed#NONE} when no bound is confirmed yet
   */
  Confirmed confirmed(Scn highestSeen, long startedAtNanos) {
    Confirmed result = Confirmed.NONE;
    while (!waiting.isEmpty()) {
      Bound oldest = waiting.peekFirst();
      boolean flushed =
          highestSeen.isAfter(oldest.current())
              || startedAtNanos - oldest.readAtNanos() > SURELY_FLUSHED_NANOS;
      if (!flushed) {
        break;
      }
      result = new Confirmed(oldest.current(), oldest.lowest());
      waiting.removeFirst();
    }
    return result;
  }

  /** Forgets everything: the session or the position changed. */
  void clear() {
    waiting.clear();
  }

  private record Bound(Scn current, Scn lowest, long readAtNanos) {}

  /**
   * A bound that may be used.
   *
   * @param passed every commit at or below this SCN has been returned
   * @param lowest no row below this SCN can still come
   */
  record Confirmed(Scn passed, Scn lowest) {
    static final Confirmed NONE = new Confirmed(Scn.ZERO, Scn.ZERO);
  }
}
