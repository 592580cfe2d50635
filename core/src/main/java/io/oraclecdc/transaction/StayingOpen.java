package io.oraclecdc.transaction;

import io.oraclecdc.model.TransactionKey;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds transactions that stay open, and gives them up as rolled back. Not thread-safe. */
final class StayingOpen {
  private final OpenTransactions open;
  private final StartedTransactions started;
  private final ExcludedTransactions excluded;

  /** Given up since the last step. */
  private final List<OpenTransaction> released = new ArrayList<>();

  /** Whether transactions hold the position of which nothing but the START row is known. */
  private boolean startsHoldPosition;

  StayingOpen(OpenTransactions open, StartedTransactions started, ExcludedTransactions excluded) {
    this.open = open;
    this.started = started;
    this.excluded = excluded;
  }

  /** Gives one up. */
  void release(TransactionKey key) {
    OpenTransaction transaction = open.get(key);
    if (transaction != null) {
      open.remove(transaction);
      excluded.givenUp(transaction, true);
      released.add(transaction);
      return;
    }
    StartedTransactions.Started start = started.get(key);
    if (start != null) {
      started.remove(key);
      excluded.givenUp(
          new OpenExcluded(
              key, start.scn(), start.thread(), start.address(), start.userName(), true));
    }
  }

  /** Those given up since it was asked last. */
  List<OpenTransaction> takeReleased() {
    List<OpenTransaction> all = List.copyOf(released);
    released.clear();
    return all;
  }

  /** A step is complete: whether START rows alone hold the position from now on. */
  void startsHoldPosition(boolean hold) {
    startsHoldPosition = hold;
  }

  /**
   * Those that are open for a time.
   *
   * @param now time of the newest row, null when no row told one
   */
  List<GivenUp> openFor(Duration time, @Nullable LocalDateTime now) {
    List<GivenUp> found = new ArrayList<>();
    for (OpenTransaction transaction : open.all()) {
      if (isAfter(transaction.firstTime(), time, now)) {
        found.add(GivenUp.of(transaction, now, GivenUp.Reason.ORPHAN));
      }
    }
    if (startsHoldPosition) {
      for (StartedTransactions.Started start : started.all()) {
        if (open.get(start.key()) == null
            && excluded.get(start.key()) == null
            && isAfter(start.time(), time, now)) {
          found.add(GivenUp.of(start, GivenUp.Reason.ORPHAN));
        }
      }
    }
    return found;
  }

  private static boolean isAfter(
      @Nullable LocalDateTime first, Duration time, @Nullable LocalDateTime now) {
    return first == null || now == null || !first.plus(time).isAfter(now);
  }
}
