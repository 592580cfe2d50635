package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Why an orphan cannot commit
 *
 * A transaction that the database does not list has ended, or it is in doubt: the list has those too.
 * If it committed, its commit SCN is at or below the SCN that was read after the list. When every
 * commit up to that SCN was returned and it is still open here, it did not commit. Two lists have to
 * agree, the second read after the redo was: one list can lack an instance that is just being left.
 */
/**
 * Finds open transactions that will never get an end: of sessions that were killed or instances
 * that died, when LogMiner does not show how they were undone. Not thread-safe: the capture thread
 * owns it.
 */
public final class OrphanCheck {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanCheck.class);

  /** What is done about an orphan. */
  public enum Action {
    /** It counts as rolled back. */
    RELEASE,
    /** Capture stops. */
    FAIL
  }

  private final ActiveTransactions database;
  private final Duration interval;
  private final Action action;
  private final Consumer<GivenUp> listener;
  private final Map<TransactionKey, Scn> absentSince = new HashMap<>();
  private @Nullable Long checkedAt;

  /**
   * A check.
   *
   * @param database what it knows
   * @param interval how often it is asked, and how long a transaction has to be open
   * @param listener told of what is released
   */
  public OrphanCheck(
      ActiveTransactions database, Duration interval, Action action, Consumer<GivenUp> listener) {
    this.database = database;
    this.interval = interval;
    this.action = action;
    this.listener = listener;
  }

  /**
   * Looks, when it is time. Called between steps.
   *
   * @param buffer whose transactions
   * @param passed every commit at or below it was returned
   * @param nanoTime monotonic clock
   * @throws CdcException CDC-7002 when there is an orphan and capture has to stop for it
   */
  public void check(TransactionBuffer buffer, Scn passed, long nanoTime) {
    Long last = checkedAt;
    if (last != null && nanoTime - last < interval.toNanos()) {
      return;
    }
    checkedAt = nanoTime;
    List<GivenUp> candidates = buffer.openFor(interval);
    if (candidates.isEmpty()) {
      absentSince.clear();
      return;
    }
    Optional<ActiveTransactions.Listing> listing = database.read();
    if (listing.isEmpty()) {
      absentSince.clear();
      return;
    }
    for (GivenUp orphan : orphans(candidates, listing.get(), passed)) {
      found(buffer, orphan);
    }
  }

  private List<GivenUp> orphans(
      List<GivenUp> candidates, ActiveTransactions.Listing listing, Scn passed) {
    Map<TransactionKey, Scn> absent = new HashMap<>();
    List<GivenUp> orphans = new ArrayList<>();
    for (GivenUp candidate : candidates) {
      TransactionKey key = candidate.key();
      if (listing.known().contains(key)) {
        continue;
      }
      Scn since = absentSince.get(key);
      if (since != null && !passed.isBefore(since)) {
        orphans.add(candidate);
      } else {
        absent.put(key, since == null ? listing.scn() : since);
      }
    }
    absentSince.clear();
    absentSince.putAll(absent);
    return orphans;
  }

  private void found(TransactionBuffer buffer, GivenUp orphan) {
    if (orphan.changes() == 0) {
      // Nothing of it was captured. Its ROLLBACK row may have been there with a partial id.
      LOG.info("{}: the database does not know it any more, it holds no position back", orphan);
      buffer.release(orphan.key());
      return;
    }
    if (action == Action.FAIL) {
      throw new CdcException(
          ErrorCode.ORPHAN_TRANSACTION,
          "the database does not know " + orphan + ", any more, and the redo has no end of it",
          null);
    }
    LOG.warn("{}: the database does not know it any more, so it counts as rolled back", orphan);
    buffer.release(orphan.key());
    listener.accept(orphan);
  }
}
