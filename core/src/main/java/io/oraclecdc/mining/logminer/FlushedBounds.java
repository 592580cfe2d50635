package io.oraclecdc.mining.logminer;

import io.oraclecdc.model.Scn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
 *
 * The same q tells that every commit at or below it was returned. Over several threads the order of
 * delivery waits for that, and an idle thread returns no row that proves it: there the time is
 * cdc.rac.safety.lag.ms. When it is too short commits change places; nothing is lost, because the
 * bound of rows keeps its own time.
 */
/** Lower bounds for the next step, each used only once the redo of its moment is surely on disk. */
final class FlushedBounds {
  private static final long SURELY_FLUSHED_NANOS = 10_000_000_000L;

  private final Waiting ofRows = new Waiting(SURELY_FLUSHED_NANOS);
  private final Waiting ofCommits;
  private final long safetyLagNanos;

  FlushedBounds() {
    this(Duration.ofNanos(SURELY_FLUSHED_NANOS));
  }

  /**
   * Nothing noted yet.
   *
   * @param safetyLag how long commits of other threads are waited for
   */
  FlushedBounds(Duration safetyLag) {
    this.safetyLagNanos = safetyLag.toNanos();
    this.ofCommits = new Waiting(Math.min(safetyLagNanos, SURELY_FLUSHED_NANOS));
  }

  /**
   * Notes a bound read before a step.
   *
   * @param current SCN of the database, read first
   * @param oldestOpen lowest START_SCN of open transactions, or {@code current} when there are none
   */
  void read(Scn current, Scn oldestOpen, long nowNanos) {
    Bound bound = new Bound(current, Scn.min(current, oldestOpen), nowNanos);
    ofRows.add(bound);
    ofCommits.add(bound);
  }

  /** The newest bounds that are confirmed by one thread. */
  Confirmed confirmed(Scn highestSeen, long startedAtNanos) {
    return confirmed(highestSeen, startedAtNanos, 1);
  }

  /**
   * The newest bounds that are confirmed, dropping those before them.
   *
   * @param highestSeen SCN that rows of every thread reached in the step that ends now
   * @param startedAtNanos when that step started LogMiner, which fixed what it could read
   * @param threads how many threads there are
   * @return zero for what is not confirmed yet
   */
  Confirmed confirmed(Scn highestSeen, long startedAtNanos, int threads) {
    Bound rows = ofRows.confirm(highestSeen, startedAtNanos, SURELY_FLUSHED_NANOS);
    Bound commits =
        ofCommits.confirm(
            highestSeen, startedAtNanos, threads > 1 ? safetyLagNanos : SURELY_FLUSHED_NANOS);
    return new Confirmed(
        commits == null ? Scn.ZERO : commits.current(), rows == null ? Scn.ZERO : rows.lowest());
  }

  private record Bound(Scn current, Scn lowest, long readAtNanos) {}

  /** Bounds that are not confirmed yet, the oldest first. */
  private static final class Waiting {
    private static final int KEPT = 64;
    private static final int PER_PATIENCE = 16;

    private final List<Bound> bounds = new ArrayList<>();
    private final long spacingNanos;

    Waiting(long patienceNanos) {
      this.spacingNanos = patienceNanos / PER_PATIENCE;
    }

    /**
     * Adds one. Of many within a short time the last takes the place of the one before it, so that
     * those that stay can grow old enough on a database without changes.
     */
    void add(Bound bound) {
      int size = bounds.size();
      boolean close =
          size > 1 && bound.readAtNanos() - bounds.get(size - 2).readAtNanos() < spacingNanos;
      if (close || size == KEPT) {
        bounds.remove(size - 1);
      }
      bounds.add(bound);
    }

    @Nullable Bound confirm(Scn highestSeen, long startedAtNanos, long patienceNanos) {
      Bound result = null;
      while (!bounds.isEmpty()) {
        Bound oldest = bounds.get(0);
        boolean flushed =
            highestSeen.isAfter(oldest.current())
                || startedAtNanos - oldest.readAtNanos() >= patienceNanos;
        if (!flushed) {
          break;
        }
        result = bounds.remove(0);
      }
      return result;
    }
  }

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
