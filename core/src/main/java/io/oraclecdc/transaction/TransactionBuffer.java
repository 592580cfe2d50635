package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.spill.SpillArea;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * How rows become transactions
 *
 * Key. Container and XID. A transaction exists here from its first row of a captured table; START
 * rows are only remembered. A row with a partial XID belongs to the open transaction of its
 * container, segment and slot.
 *
 * New or old. Steps overlap. A row is applied when it lies beyond the last applied row of its own
 * transaction (ThreadSpan). Rows of finished transactions are recognised by their end, or at the
 * latest at their COMMIT row (FinishedTransactions).
 *
 * Atomic steps. Between beginStep and completeStep everything can be taken back: logs are truncated
 * to marks, transactions that ended come back, commits are not handed out.
 *
 * ROLLBACK with a partial id. It ends a transaction, or only a rollback to a savepoint: the row does
 * not tell. The transaction counts as rolled back from then on, and comes back when another row of
 * it follows. While a change of it is left it holds the position back until its slot is used again,
 * so that it can be mined again whole.
 */
/**
 * Keeps changes until their transaction ends. Not thread-safe: the capture thread owns it; what
 * happened until the last step can be asked from any thread.
 *
 * <p>Use: {@link #beginStep()}, events in the order of the redo, then {@link #completeStep()} or
 * {@link #discardStep()}.
 */
public final class TransactionBuffer implements RedoEvent.Handler, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionBuffer.class);

  private final SpillArea area;
  private final Set<String> excludedUsers;
  private final OpenTransactions open = new OpenTransactions();
  private final StartedTransactions started = new StartedTransactions();
  private final FinishedTransactions finished = new FinishedTransactions();

  private long step;
  private boolean inStep;
  private final List<OpenTransaction> touched = new ArrayList<>();
  private final List<OpenTransaction> dropped = new ArrayList<>();
  private final List<CommittedTransaction> commits = new ArrayList<>();
  private final RowPlaces places = new RowPlaces();
  private final RowAppender rows = new RowAppender(places, this::transactionOf);
  private final CommitOrder commitOrder = new CommitOrder();
  private volatile BufferCounts counts = new BufferCounts(0, 0, 0, 0, 0);
  private volatile OpenFloor lastFloor = new OpenFloor(null, Map.of());
  private volatile int openTransactions;
  private long rolledBack;
  private long excluded;
  private long partialRowsDropped;
  private long valuesWithoutOwner;

  /**
   * An empty buffer.
   *
   * @param area where rows are kept; closed by whoever opened it
   * @param excludedUsers Oracle users whose transactions are not captured ({@code
   *     cdc.users.exclude})
   */
  public TransactionBuffer(SpillArea area, Collection<String> excludedUsers) {
    this.area = area;
    this.excludedUsers = Set.copyOf(excludedUsers);
  }

  /** Begins a step. */
  public void beginStep() {
    if (inStep) {
      throw new IllegalStateException("the step before has neither been completed nor discarded");
    }
    inStep = true;
    step++;
    places.beginStep();
    commitOrder.beginStep();
    rolledBack = 0;
    excluded = 0;
    partialRowsDropped = 0;
    valuesWithoutOwner = 0;
    rows.beginStep(step);
    started.beginStep(step);
  }

  /**
   * Keeps the step and hands out what it committed.
   *
   * @return the commits, which the caller closes when they are done
   */
  public CompletedStep completeStep() {
    endStep();
    finished.completeStep(commits);
    for (OpenTransaction transaction : dropped) {
      transaction.log().close();
    }
    counts =
        new BufferCounts(
            counts.committed() + commits.size(),
            counts.rolledBack() + rolledBack,
            counts.excluded() + excluded,
            counts.partialRowsDropped() + partialRowsDropped,
            counts.valuesWithoutOwner() + valuesWithoutOwner);
    lastFloor = openFloor();
    CompletedStep completed = new CompletedStep(commits, lastFloor);
    clearStep();
    return completed;
  }

  /** Takes everything of the step back. */
  public void discardStep() {
    endStep();
    finished.discardStep();
    started.discardStep();
    for (OpenTransaction transaction : List.copyOf(open.all())) {
      if (transaction.isCreatedIn(step)) {
        open.remove(transaction);
        transaction.log().close();
      }
    }
    for (CommittedTransaction commit : commits) {
      if (commit.isCreatedIn(step)) {
        commit.close();
      }
    }
    for (OpenTransaction transaction : touched) {
      transaction.discard(step);
      open.add(transaction);
    }
    clearStep();
  }

  private void endStep() {
    if (!inStep) {
      throw new IllegalStateException("no step has begun");
    }
    inStep = false;
  }

  private void clearStep() {
    touched.clear();
    dropped.clear();
    commits.clear();
    int count = 0;
    for (OpenTransaction transaction : open.all()) {
      if (!transaction.isPresumedRolledBack()) {
        count++;
      }
    }
    openTransactions = count;
  }

  /**
   * Whether a row has to be decoded: false when it certainly was applied before, or belongs to a
   * user that is not captured.
   */
  public boolean isWanted(MinedRow row) {
    places.saw(row);
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
    if (isExcluded(userOf(row))) {
      dropExcluded(row, transaction);
      return false;
    }
    ThreadSpan span = transaction == null ? null : transaction.spanOf(row.thread());
    return span == null || row.address().isZero() || !span.isBeyond(row.address(), step);
  }

  /**
   * Counts a row that could not be decoded, so that rows beside it keep their place.
   *
   * @return whether the row is new; false when it was counted before or is not captured
   */
  public boolean skip(MinedRow row) {
    return rows.skip(row);
  }

  /**
   * Takes a row whose layout is not known. That matters only if its transaction commits and has to
   * be delivered: rows of transactions that were acknowledged long ago are mined again after a
   * restart, and many are rolled back.
   *
   * @param failure what stops capture in that case
   */
  public void postpone(MinedRow row, CdcException failure) {
    places.saw(row);
    OpenTransaction transaction = transactionOf(row);
    if (transaction != null && transaction.apply(row.thread(), places.of(row, transaction), step)) {
      transaction.cannotBeDecoded(failure);
    }
  }

  @Override
  public void rowChanged(RedoEvent.RowChanged event) {
    rows.changed(event);
  }

  @Override
  public void rowUndone(RedoEvent.RowUndone event) {
    rows.undone(event);
  }

  @Override
  public void lobTouched(RedoEvent.LobTouched event) {
    rows.lobTouched(event);
  }

  @Override
  public void valueBegun(RedoEvent.ValueBegun event) {
    rows.valueBegun(event);
  }

  @Override
  public void valueContinued(RedoEvent.ValueContinued event) {
    rows.valueContinued(event);
  }

  @Override
  public void statementMarked(RedoEvent.StatementMarked event) {
    TransactionKey key = event.row().transaction();
    // The marks of other transactions are everywhere: index maintenance has them too.
    if (!key.xid().isNone() && !key.xid().isPartial()) {
      OpenTransaction transaction = open.get(key);
      if (transaction != null) {
        touch(transaction);
        rows.marked(event, transaction);
      }
    }
  }

  @Override
  public void contentUnknown(RedoEvent.ContentUnknown event) {
    rows.contentUnknown(event);
  }

  @Override
  public void transactionStarted(RedoEvent.TransactionStarted event) {
    MinedRow row = event.row();
    places.saw(row);
    TransactionKey key = row.transaction();
    if (key.xid().isNone() || key.xid().isPartial() || finished.isOld(row)) {
      return;
    }
    endPredecessors(key);
    started.add(
        key, row.scn(), row.thread(), row.address(), row.userName(), !row.address().isZero());
  }

  @Override
  public void committed(RedoEvent.Committed event) {
    MinedRow row = event.row();
    places.saw(row);
    if (row.transaction().xid().isNone()) {
      return;
    }
    commitOrder.check(row);
    OpenTransaction transaction = ending(row);
    if (transaction == null) {
      excludedEnds(row);
      return;
    }
    started.remove(transaction.key());
    RedoThread thread = commitThread(row, transaction);
    if (row.address().isZero()) {
      throw CommitOrder.broken(
          "A COMMIT row of a transaction with changes has no redo address", row);
    }
    RedoAddress newest = finished.lastCommit(thread);
    boolean old = newest != null && !row.address().isAfter(newest);
    if (old && !transaction.isCreatedIn(step)) {
      throw CommitOrder.broken(
          "A COMMIT row lies before one of the same redo thread that was read earlier", row);
    }
    touch(transaction);
    transaction.sawUser(row.userName());
    open.remove(transaction);
    if (old) {
      drop(transaction);
      return;
    }
    finished.ended(transaction.key(), thread, row.address());
    if (isExcluded(transaction.userName())) {
      excluded++;
      drop(transaction);
      return;
    }
    RowGroups groups = transaction.groups();
    if (groups != null) {
      groups.finish();
      valuesWithoutOwner += groups.ambiguous();
    }
    commits.add(
        new CommittedTransaction(
            transaction, thread, row.scn(), row.address(), row.timestamp(), resolveBytes()));
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

  @Override
  public void rolledBack(RedoEvent.RolledBack event) {
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
      excludedEnds(row);
      return;
    }
    started.remove(row.transaction());
    end(transaction, row);
  }

  // A range that begins inside of it returns its last rows again, and they do not tell whose they
  // are.
  private void excludedEnds(MinedRow row) {
    RedoAddress end = places.inStep(row);
    if (end != null && isExcluded(userOf(row))) {
      finished.ended(row.transaction(), row.thread(), end);
    }
    started.remove(row.transaction());
  }

  private void end(OpenTransaction transaction, MinedRow row) {
    touch(transaction);
    open.remove(transaction);
    RedoAddress end = places.find(row, transaction);
    if (end != null) {
      finished.ended(transaction.key(), row.thread(), end);
    }
    rolledBack++;
    drop(transaction);
  }

  private void rolledBackPartially(MinedRow row, @Nullable OpenTransaction transaction) {
    if (transaction == null) {
      partialRowsDropped++;
      return;
    }
    touch(transaction);
    if (isNewEnd(row, transaction)) {
      transaction.presumeRolledBack(isEverythingUndone(transaction));
    }
  }

  // Without an address and without a row before it, its SCN alone tells whether rows follow it.
  private boolean isNewEnd(MinedRow row, OpenTransaction transaction) {
    if (places.inStep(row) == null) {
      return !row.scn().isBefore(transaction.lastScn());
    }
    return transaction.apply(row.thread(), places.of(row, transaction), step);
  }

  private boolean isEverythingUndone(OpenTransaction transaction) {
    if (transaction.undone() < transaction.changes()) {
      return false;
    }
    return new UndoResolver(
                transaction.key(),
                transaction.log(),
                transaction.tables(),
                transaction.isBeginningMined(),
                resolveBytes())
            .resolve()
            .cardinality()
        == transaction.log().frames() - transaction.parts();
  }

  @Override
  public void ddlExecuted(RedoEvent.DdlExecuted event) {
    places.saw(event.row());
  }

  /** The transaction a changed row belongs to, made when it is its first; null to drop the row. */
  private @Nullable OpenTransaction transactionOf(MinedRow row) {
    TransactionKey key = row.transaction();
    if (key.xid().isNone()) {
      throw new CdcException(
          ErrorCode.DECODE,
          "A changed row names no transaction (its id is all zero): " + row.place(),
          "Report the row; exclude the table to go on without it.",
          null);
    }
    OpenTransaction transaction = key.xid().isPartial() ? open.ofPartial(row) : open.get(key);
    if (transaction == null && key.xid().isPartial()) {
      partialRowsDropped++;
      return null;
    }
    if (isExcluded(userOf(row))) {
      dropExcluded(row, transaction);
      return null;
    }
    if (transaction != null) {
      touch(transaction);
      transaction.sawUser(row.userName());
      return transaction;
    }
    return finished.isOld(row) ? null : create(row);
  }

  private @Nullable OpenTransaction ending(MinedRow row) {
    return row.transaction().xid().isPartial() ? open.ofPartial(row) : open.get(row.transaction());
  }

  private OpenTransaction create(MinedRow row) {
    TransactionKey key = row.transaction();
    endPredecessors(key);
    StartedTransactions.Started start = started.get(key);
    boolean mined = start != null && start.mined();
    Scn firstScn = start == null ? row.scn() : start.scn();
    String userName = row.userName();
    if (userName == null && start != null) {
      userName = start.userName();
    }
    OpenTransaction transaction =
        new OpenTransaction(key, area.newLog(key.toString()), step, firstScn, userName, mined);
    if (start != null && mined) {
      transaction.beginsAt(start.thread(), start.address());
    }
    open.add(transaction);
    return transaction;
  }

  private void endPredecessors(TransactionKey key) {
    for (OpenTransaction ended : open.endedByReuse(key)) {
      touch(ended);
      open.remove(ended);
      started.remove(ended.key());
      rememberEnd(ended);
      rolledBack++;
      drop(ended);
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

  private void dropExcluded(MinedRow row, @Nullable OpenTransaction transaction) {
    TransactionKey key = transaction == null ? row.transaction() : transaction.key();
    // Later rows of the transaction may not tell the user.
    started.add(key, row.scn(), row.thread(), row.address(), row.userName(), false);
    if (transaction != null) {
      touch(transaction);
      open.remove(transaction);
      excluded++;
      drop(transaction);
    }
  }

  private void touch(OpenTransaction transaction) {
    if (transaction.touch(step)) {
      touched.add(transaction);
    }
  }

  private void drop(OpenTransaction transaction) {
    if (transaction.isCreatedIn(step)) {
      transaction.log().close();
    } else {
      dropped.add(transaction);
    }
  }

  private @Nullable String userOf(MinedRow row) {
    if (row.userName() != null) {
      return row.userName();
    }
    StartedTransactions.Started start = started.get(row.transaction());
    return start == null ? null : start.userName();
  }

  private boolean isExcluded(@Nullable String userName) {
    return userName != null && excludedUsers.contains(userName);
  }

  /** Where the oldest transactions begin that may still be needed. From any thread. */
  public OpenFloor oldestOpen() {
    return lastFloor;
  }

  private OpenFloor openFloor() {
    Scn lowest = null;
    Map<RedoThread, RedoAddress> addresses = new HashMap<>();
    for (OpenTransaction transaction : open.all()) {
      if (!transaction.holdsPosition()) {
        continue;
      }
      lowest = lowest == null ? transaction.firstScn() : Scn.min(lowest, transaction.firstScn());
      for (ThreadSpan span : transaction.spans()) {
        addresses.merge(
            span.thread(), span.first(), (one, other) -> one.isAfter(other) ? other : one);
      }
    }
    return new OpenFloor(lowest, addresses);
  }

  /** Number of transactions that have changes and no end. From any thread. */
  public int openTransactions() {
    return openTransactions;
  }

  /** What happened in completed steps. From any thread. */
  public BufferCounts counts() {
    return counts;
  }

  /** Drops everything. */
  @Override
  public void close() {
    LOG.debug("Buffer closed with {} open transactions", openTransactions());
    for (OpenTransaction transaction : open.all()) {
      transaction.log().close();
    }
  }
}
