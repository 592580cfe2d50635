package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.spill.SpillArea;
import org.jspecify.annotations.Nullable;

/**
 * Finds the open transaction that a row belongs to, and makes it when the row is its first. Not
 * thread-safe.
 */
final class RowTransactions {
  private final SpillArea area;
  private final OpenTransactions open;
  private final StartedTransactions started;
  private final FinishedTransactions finished;
  private final ExcludedTransactions excluded;
  private final StepWork work;
  private final RowPlaces places;
  private final TransactionEnds ends;

  RowTransactions(
      SpillArea area,
      OpenTransactions open,
      StartedTransactions started,
      FinishedTransactions finished,
      ExcludedTransactions excluded,
      StepWork work,
      RowPlaces places,
      TransactionEnds ends) {
    this.area = area;
    this.open = open;
    this.started = started;
    this.finished = finished;
    this.excluded = excluded;
    this.work = work;
    this.places = places;
    this.ends = ends;
  }

  /**
   * Whether a row has to be decoded: false when it certainly was applied before, or belongs to a
   * user that is not captured.
   */
  boolean isWanted(MinedRow row) {
    TransactionKey key = row.transaction();
    if (key.xid().isNone() || key.xid().isPartial()) {
      return true;
    }
    switch (row.operation()) {
      case START, COMMIT, ROLLBACK, DDL, MISSING_SCN, UNSUPPORTED -> {
        return true;
      }
      case INTERNAL, SELECT_LOB_LOCATOR -> {
        if (row.segment().table() == null && open.get(key) == null) {
          return false;
        }
      }
      default -> {
        // a row of a table
      }
    }
    if (finished.isOld(row)) {
      return false;
    }
    OpenTransaction transaction = open.get(key);
    if (excluded.has(row)) {
      dropExcluded(row, transaction);
      return false;
    }
    ThreadSpan span = transaction == null ? null : transaction.spanOf(row.thread());
    return span == null || row.address().isZero() || !span.isBeyond(row.address(), work.number());
  }

  /** The transaction a changed row belongs to, made when it is its first; null to drop the row. */
  @Nullable OpenTransaction of(MinedRow row) {
    TransactionKey key = row.transaction();
    if (key.xid().isNone()) {
      throw new CdcException(
          ErrorCode.DECODE,
          "A changed row names no transaction (its id is all zero): " + row.place(),
          "Report the row; exclude the table to go on without it.",
          null);
    }
    OpenTransaction transaction = key.xid().isPartial() ? ends.ofPartial(row) : open.get(key);
    if (transaction == null && key.xid().isPartial()) {
      work.countPartialRowDropped();
      return null;
    }
    if (excluded.has(row)) {
      dropExcluded(row, transaction);
      return null;
    }
    if (transaction != null) {
      work.touch(transaction);
      transaction.sawUser(row.userName());
      return transaction;
    }
    // A wider range can begin below the position, which stays before whatever was open then.
    return finished.isOld(row) || places.wasReadBefore(row) ? null : create(row);
  }

  private OpenTransaction create(MinedRow row) {
    TransactionKey key = row.transaction();
    ends.endPredecessors(row);
    StartedTransactions.Started start = started.get(key);
    boolean mined = start != null && start.mined();
    Scn firstScn = start == null ? row.scn() : start.scn();
    String userName = row.userName();
    if (userName == null && start != null) {
      userName = start.userName();
    }
    OpenTransaction transaction =
        new OpenTransaction(
            key, area.newLog(key.toString()), work.number(), firstScn, userName, mined);
    if (start != null && mined) {
      transaction.beginsAt(start.thread(), start.address());
    }
    open.add(transaction);
    return transaction;
  }

  private void dropExcluded(MinedRow row, @Nullable OpenTransaction transaction) {
    if (!row.transaction().xid().isPartial()) {
      // Later rows of the transaction may not tell the user.
      excluded.began(row);
    }
    if (transaction != null) {
      work.touch(transaction);
      open.remove(transaction);
      work.countExcluded();
      work.drop(transaction);
    }
  }

  /** The transaction of a row that was taken, null when it was not. */
  @Nullable OpenTransaction known(MinedRow row) {
    TransactionKey key = row.transaction();
    return key.xid().isPartial() ? open.ofPartial(row, places.sawSeveralThreads()) : open.get(key);
  }

  /**
   * Counts a row that cannot be decoded yet.
   *
   * @return its transaction; null when the row was counted before or is not captured
   */
  @Nullable OpenTransaction postponed(MinedRow row) {
    places.saw(row);
    OpenTransaction transaction = of(row);
    boolean isNew =
        transaction != null
            && transaction.apply(row.thread(), places.of(row, transaction), work.number());
    return isNew ? transaction : null;
  }
}
