package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.spill.SpillArea;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Ends transactions at their COMMIT and ROLLBACK rows, or when their undo slot is used again. */
final class TransactionEnds {
  private final SpillArea area;
  private final OpenTransactions open;
  private final StartedTransactions started;
  private final ExcludedTransactions excluded;
  private final FinishedTransactions finished;
  private final RowPlaces places;
  private final StepWork work;
  private final Predicate<OpenTransaction> discards;
  private final CommitOrder commitOrder = new CommitOrder();
  private final WholeTransactions whole;

  TransactionEnds(
      SpillArea area,
      OpenTransactions open,
      StartedTransactions started,
      ExcludedTransactions excluded,
      FinishedTransactions finished,
      RowPlaces places,
      StepWork work,
      Predicate<OpenTransaction> discards) {
    this.discards = discards;
    this.area = area;
    this.open = open;
    this.started = started;
    this.excluded = excluded;
    this.finished = finished;
    this.places = places;
    this.work = work;
    this.whole = new WholeTransactions(started, open, work);
  }

  void beginStep() {
    commitOrder.beginStep();
    whole.beginStep();
  }

  void completeStep() {
    commitOrder.completeStep();
  }

  void committed(RedoEvent.Committed event) {
    MinedRow row = event.row();
    places.saw(row);
    if (row.transaction().xid().isNone()) {
      return;
    }
    commitOrder.check(row);
    OpenTransaction transaction = ending(row);
    if (isNewCapturedCommit(row, transaction)) {
      whole.commits(row, transaction);
    }
    if (transaction == null) {
      excludedCommits(row);
      return;
    }
    started.remove(transaction.key());
    RedoThread thread = commitThread(row, transaction);
    if (row.address().isZero()) {
      throw CommitOrder.broken(
          "A COMMIT row of a transaction with changes has no redo address", row);
    }
    boolean old = isOld(thread, row);
    if (old && !transaction.isCreatedIn(work.number())) {
      throw CommitOrder.broken(
          "A COMMIT row lies before one of the same redo thread that was read earlier", row);
    }
    work.touch(transaction);
    transaction.sawUser(row.userName());
    open.remove(transaction);
    if (old) {
      work.drop(transaction);
      return;
    }
    finished.ended(transaction.key(), thread, row.address());
    if (excluded.isUser(transaction.userName())) {
      excluded.began(row);
      excluded.ended(row);
      work.countExcluded();
      work.commit(
          CommittedTransaction.excluded(
              transaction, thread, row.scn(), row.address(), row.timestamp(), resolveBytes()));
      return;
    }
    if (discards.test(transaction)) {
      work.commit(
          CommittedTransaction.excluded(
              transaction, thread, row.scn(), row.address(), row.timestamp(), resolveBytes()));
      return;
    }
    RowGroups groups = transaction.groups();
    if (groups != null) {
      groups.finish();
      work.countValuesWithoutOwner(groups.ambiguous());
    }
    if (transaction.isCreatedIn(work.number())) {
      transaction.forgetRows();
    }
    transaction.log().park();
    work.commit(
        new CommittedTransaction(
            transaction, thread, row.scn(), row.address(), row.timestamp(), resolveBytes()));
  }

  private boolean isNewCapturedCommit(MinedRow row, @Nullable OpenTransaction transaction) {
    if (row.transaction().xid().isPartial() || row.address().isZero() || excluded.has(row)) {
      return false;
    }
    if (transaction == null && !commitOrder.isFirst(row)) {
      // Ranges overlap: that of a transaction without captured rows comes again without its START.
      return false;
    }
    RedoThread thread =
        row.thread().number() != 0 || transaction == null
            ? row.thread()
            : commitThread(row, transaction);
    return thread.number() != 0
        && !isOld(thread, row)
        && !finished.wasDeliveredBefore(thread, row.address())
        && !finished.isOld(row);
  }

  /** From where this step has to be read again; empty when it lacks nothing. */
  Optional<WiderRange> widerRange(MiningStart range, Map<RedoThread, RedoAddress> cursors) {
    return whole.widerRange(range, cursors);
  }

  /** Transactions that a wider range has to bring again from their first row. */
  List<OpenTransaction> forgotten() {
    return whole.forgotten();
  }

  private boolean isOld(RedoThread thread, MinedRow row) {
    RedoAddress newest = finished.lastCommit(thread);
    return newest != null && !row.address().isAfter(newest);
  }

  private long resolveBytes() {
    return Math.max(1 << 20, area.memoryMaxBytes() / 4);
  }

  private static RedoThread commitThread(MinedRow row, OpenTransaction transaction) {
    // Thread 0 was seen on COMMIT rows; the transaction's own rows know better.
    return row.thread().number() != 0
        ? row.thread()
        : transaction.spans().get(transaction.spans().size() - 1).thread();
  }

  // Its commit goes through the order of delivery without changes: positions before it name the
  // transaction, and every later one covers it, whatever a range then returns of it.
  private void excludedCommits(MinedRow row) {
    OpenExcluded known =
        row.transaction().xid().isPartial() ? null : excluded.get(row.transaction());
    if (known != null && known.released()) {
      throw new CdcException(
          ErrorCode.ORPHAN_RELEASE_VIOLATION,
          "transaction "
              + known.key()
              + ", open since SCN "
              + known.scn()
              + ", was released because the database did not know it any more, and has committed: "
              + row.place(),
          null);
    }
    excludedEnds(row);
    if (known == null || row.address().isZero()) {
      return;
    }
    RedoThread thread = row.thread().number() != 0 ? row.thread() : known.thread();
    if (isOld(thread, row)) {
      return;
    }
    TransactionKey key = known.key();
    OpenTransaction empty =
        new OpenTransaction(
            key, area.newLog(key.toString()), work.number(), row.scn(), known.userName(), true);
    work.commit(
        CommittedTransaction.excluded(
            empty, thread, row.scn(), row.address(), row.timestamp(), resolveBytes()));
  }

  void rolledBack(RedoEvent.RolledBack event) {
    MinedRow row = event.row();
    places.saw(row);
    if (row.transaction().xid().isNone()) {
      return;
    }
    OpenTransaction transaction = ending(row);
    if (row.transaction().xid().isPartial()) {
      rolledBackPartially(row, transaction);
      return;
    }
    if (transaction == null) {
      RedoAddress end = places.inStep(row);
      if (end != null && mayHaveRowsElsewhere(row)) {
        finished.ended(row.transaction(), row.thread(), end);
        excluded.endedElsewhere(row, row.scn());
      }
      excludedEnds(row);
      return;
    }
    // Of a dead instance's transaction its undo may be all that was read so far.
    boolean elsewhere =
        mayHaveRowsElsewhere(row)
            || transaction.spans().stream().anyMatch(span -> !span.thread().equals(row.thread()));
    started.remove(row.transaction());
    if (elsewhere) {
      excluded.endedElsewhere(row, transaction.firstScn());
    }
    end(transaction, row);
  }

  // A range that begins inside of it returns its last rows again, and they do not tell whose they
  // are.
  private void excludedEnds(MinedRow row) {
    RedoAddress end = places.inStep(row);
    if (end != null && excluded.has(row)) {
      finished.ended(row.transaction(), row.thread(), end);
    }
    excluded.ended(row);
    started.remove(row.transaction());
  }

  // The ROLLBACK of an instance that died is in the thread of another one, and the thread with the
  // rows may be read later.
  private boolean mayHaveRowsElsewhere(MinedRow row) {
    StartedTransactions.Started start = started.get(row.transaction());
    return start == null || !row.thread().equals(start.thread());
  }

  private void end(OpenTransaction transaction, MinedRow row) {
    work.touch(transaction);
    open.remove(transaction);
    RedoAddress end = places.find(row, transaction);
    if (end != null) {
      finished.ended(transaction.key(), row.thread(), end);
    }
    work.countRolledBack();
    work.drop(transaction);
  }

  private void rolledBackPartially(MinedRow row, @Nullable OpenTransaction transaction) {
    if (transaction == null) {
      work.countPartialRowDropped();
      return;
    }
    work.touch(transaction);
    if (isNewEnd(row, transaction)) {
      transaction.presumeRolledBack(isEverythingUndone(transaction));
    }
  }

  // Without an address and without a row before it, its SCN alone tells whether rows follow it.
  private boolean isNewEnd(MinedRow row, OpenTransaction transaction) {
    if (places.inStep(row) == null) {
      return !row.scn().isBefore(transaction.lastScn());
    }
    return transaction.apply(row.thread(), places.of(row, transaction), work.number());
  }

  private boolean isEverythingUndone(OpenTransaction transaction) {
    if (transaction.undone() < transaction.changes() || transaction.spans().size() > 1) {
      // Rows of two threads are not kept in the order in which they were written.
      return false;
    }
    UndoResolver undo =
        new UndoResolver(
            transaction.key(), transaction.log(), transaction.tables(), false, resolveBytes());
    try {
      return undo.resolve().cardinality() == transaction.log().frames() - transaction.parts()
          && (undo.unmatched() == 0 || !transaction.isBeginningMined());
    } catch (CdcException e) {
      if (e.code() != ErrorCode.DECODE) {
        throw e;
      }
      // An undo row without its change, which may be withheld, leaves open what the end means; a
      // commit would ask again and stop.
      return false;
    }
  }

  private @Nullable OpenTransaction ending(MinedRow row) {
    return row.transaction().xid().isPartial() ? ofPartial(row) : open.get(row.transaction());
  }

  /**
   * The transaction of a row with a partial id, null when it is none that is open. Ranges that are
   * widened hold such rows of transactions that ended long ago, while an earlier one of the slot
   * whose instance died is still open: its end is in a thread that is read later.
   */
  @Nullable OpenTransaction ofPartial(MinedRow row) {
    if (places.wasReadBefore(row)) {
      return null;
    }
    OpenTransaction found = open.ofPartial(row, places.sawSeveralThreads());
    boolean slotWasUsedAgain =
        found != null
            && found.spanOf(row.thread()) != null
            && finished.hasLater(found.key(), row.thread());
    return slotWasUsedAgain ? null : found;
  }

  /** A transaction begins with a row: those that used its undo slot before are over. */
  void endPredecessors(MinedRow row) {
    finished.began(row);
    for (OpenExcluded over : excluded.endPredecessors(row)) {
      started.remove(over.key());
      if (!row.address().isZero()) {
        finished.ended(over.key(), row.thread(), row.address());
      }
    }
    for (OpenTransaction ended : open.endedByReuse(row, places.sawSeveralThreads())) {
      work.touch(ended);
      open.remove(ended);
      started.remove(ended.key());
      rememberEnd(ended);
      work.countRolledBack();
      work.drop(ended);
    }
  }

  // A range that begins inside of it may return its last rows again.
  private void rememberEnd(OpenTransaction ended) {
    for (ThreadSpan span : ended.spans()) {
      RedoAddress last = span.last();
      if (last != null) {
        finished.ended(ended.key(), span.thread(), last);
      }
    }
  }
}
