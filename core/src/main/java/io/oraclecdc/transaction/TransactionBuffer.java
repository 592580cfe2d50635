package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.JournalMark;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  private final OpenTransactions open = new OpenTransactions();
  private final StartedTransactions started = new StartedTransactions();
  private final FinishedTransactions finished = new FinishedTransactions();
  private final ExcludedTransactions excluded;
  private final StepWork work = new StepWork();
  private final RowPlaces places = new RowPlaces();
  private final RowAppender rows;
  private final RowTransactions transactions;
  private final TransactionEnds ends;
  private final StayingOpen staying;
  private volatile BufferCounts counts = new BufferCounts(0, 0, 0, 0, 0, 0);
  private @Nullable LongTransactions journaling;
  private TransactionPolicy policy = new TransactionPolicy(TransactionLimits.NONE, given -> {});

  private volatile OpenFloor lastFloor = OpenFloor.NONE;
  private volatile int openTransactions;

  /**
   * An empty buffer.
   *
   * @param area where rows are kept; closed by whoever opened it
   * @param excludedUsers Oracle users whose transactions are not captured ({@code
   *     cdc.users.exclude})
   */
  public TransactionBuffer(SpillArea area, Collection<String> excludedUsers) {
    this(area, excludedUsers, Set.of(), Scn.ZERO);
  }

  /**
   * An empty buffer that goes on from a position.
   *
   * @param excludedTransactions transactions that the position knows to be of excluded users
   * @param resumeScn from where redo is read
   */
  public TransactionBuffer(
      SpillArea area,
      Collection<String> excludedUsers,
      Set<TransactionKey> excludedTransactions,
      Scn resumeScn) {
    this.area = area;
    this.excluded = new ExcludedTransactions(excludedUsers, excludedTransactions, resumeScn);
    this.ends =
        new TransactionEnds(
            area, open, started, excluded, finished, places, work, t -> policy.discardsAtCommit(t));
    this.transactions =
        new RowTransactions(area, open, started, finished, excluded, work, places, ends);
    this.rows = new RowAppender(places, transactions::of);
    this.staying = new StayingOpen(open, started, excluded);
  }

  /**
   * Uses a journal, so that positions need not wait for long transactions, and restores those that
   * a position needs from there. Called before the first step.
   *
   * @param journal closed with the buffer
   * @param from the stored position
   * @param isExcluded whether a column of a table is excluded now
   * @return from where to go on: earlier than {@code from} when a transaction has to be mined again
   *     because other tables were captured when it was journaled
   * @throws CdcException CDC-4002 when position and journal do not fit together
   */
  public Position journaling(
      Journal journal,
      JournalSettings settings,
      Position from,
      BiPredicate<TableId, String> isExcluded) {
    LongTransactions all = new LongTransactions(journal, settings);
    journaling = all;
    Position position = all.restore(from, open, area, isExcluded);
    lastFloor = open.floor(false);
    return position;
  }

  /** Tells what was delivered before. Called before the first step. */
  public void goOnFrom(Position position) {
    Map<RedoThread, RedoAddress> reached = new HashMap<>();
    position
        .threads()
        .forEach(
            (thread, at) -> {
              reached.put(thread, at.resumeAddress());
              Position.LastCommit last = at.lastCommit();
              if (last != null) {
                finished.deliveredBefore(thread, last.address());
              }
            });
    places.goOnFrom(reached);
  }

  /**
   * Limits what open transactions may need. Called before the first step.
   *
   * @param listener told of transactions that are discarded
   */
  public void limit(TransactionLimits limits, Consumer<GivenUp> listener) {
    policy = new TransactionPolicy(limits, listener);
  }

  /** Tells which of the excluded transactions must not commit. Called before the first step. */
  public void released(Collection<TransactionKey> keys) {
    excluded.released(keys);
  }

  /**
   * Gives an open transaction up as rolled back, between steps: should it commit, capture stops
   * (CDC-7001).
   */
  public void release(TransactionKey key) {
    staying.release(key);
  }

  /**
   * Transactions that are open for a time, by the times in the redo. Between steps. Those of which
   * nothing but the START row is known are told too while they hold the position.
   *
   * @param time how long
   */
  public List<GivenUp> openFor(Duration time) {
    return staying.openFor(time, policy.newest());
  }

  /**
   * Stops when a transaction is beyond a limit. Called when the step before is delivered.
   *
   * @throws CdcException CDC-4004 or CDC-4005
   */
  public void requireWithinLimits() {
    policy.requireWithinLimits();
  }

  /**
   * Goes on without a journal.
   *
   * @throws CdcException CDC-4002 when the position needs one
   */
  public static void requireNoJournal(Position from) {
    JournalMark mark = from.journal();
    if (mark != null) {
      LongTransactions.requireSameStore(mark, null);
    }
  }

  /** A position is stored: what only earlier ones needed may be forgotten. From any thread. */
  public void stored(Position position) {
    LongTransactions all = journaling;
    if (all != null) {
      all.stored(position);
    }
  }

  /** Number of open transactions that are in the journal. From any thread. */
  public int journaledTransactions() {
    LongTransactions all = journaling;
    return all == null ? 0 : all.journaled();
  }

  /**
   * From where the running step has to be read again, because a statement of several rows may lie
   * across its beginning; empty when it lacks nothing. Asked before every step is completed; the
   * answer matters when such statements are captured.
   *
   * @param range from where it was read
   * @param cursors per thread, up to where earlier steps went
   */
  public Optional<WiderRange> widerRange(MiningStart range, Map<RedoThread, RedoAddress> cursors) {
    return ends.widerRange(range, cursors);
  }

  /** Begins a step. */
  public void beginStep() {
    work.begin();
    policy.beginStep();
    places.beginStep();
    ends.beginStep();
    excluded.beginStep();
    rows.beginStep(work.number());
    started.beginStep(work.number());
  }

  /**
   * Keeps the step and hands out what it committed.
   *
   * @return the commits, which the caller closes when they are done
   */
  public CompletedStep completeStep() {
    return completeStep(false);
  }

  /**
   * The same.
   *
   * @param wholeTransactions whether transactions without captured rows so far may have some that
   *     no range held whole: their beginnings are needed again then
   */
  public CompletedStep completeStep(boolean wholeTransactions) {
    work.end();
    ends.completeStep();
    finished.completeStep(work.commits());
    work.dropped().addAll(staying.takeReleased());
    applyLimits();
    LongTransactions journal = journaling;
    if (journal != null) {
      journal.completeStep(
          open.all(), work.commits(), work.dropped(), places, wholeTransactions, policy.newest());
    }
    for (OpenTransaction transaction : work.dropped()) {
      transaction.log().close();
    }
    open.all().forEach(OpenTransaction::countHeap);
    if (!wholeTransactions) {
      open.all().forEach(transaction -> transaction.settle(places::last));
    }
    counts = work.addTo(counts).withDiscarded(policy.discarded());
    lastFloor = open.floor(wholeTransactions);
    staying.startsHoldPosition(wholeTransactions);
    CompletedStep completed =
        new CompletedStep(
            work.commits(),
            wholeTransactions ? started.including(lastFloor, this::isKnown) : lastFloor,
            excluded.all(),
            excluded.endedInStep(),
            journal == null ? null : journal.mark());
    clearStep();
    policy.completeStep();
    return completed;
  }

  private void applyLimits() {
    for (OpenTransaction transaction : List.copyOf(open.all())) {
      if (transaction.holdsPosition() && policy.discards(transaction) != null) {
        open.remove(transaction);
        excluded.givenUp(transaction, false);
        work.dropped().add(transaction);
      }
    }
  }

  /** Takes everything of the step back. */
  public void discardStep() {
    work.end();
    policy.discardStep();
    finished.discardStep();
    started.discardStep();
    excluded.discardStep();
    for (OpenTransaction transaction : List.copyOf(open.all())) {
      if (transaction.isCreatedIn(work.number())) {
        open.remove(transaction);
        transaction.log().close();
      }
    }
    for (CommittedTransaction commit : work.commits()) {
      if (commit.isCreatedIn(work.number())) {
        commit.close();
      }
    }
    for (OpenTransaction transaction : work.touched()) {
      transaction.discard(work.number());
      open.add(transaction);
    }
    for (OpenTransaction transaction : ends.forgotten()) {
      open.remove(transaction);
      transaction.log().close();
    }
    clearStep();
  }

  private void clearStep() {
    work.clear();
    openTransactions = open.withoutEnd();
  }

  /**
   * Whether a row has to be decoded: false when it certainly was applied before, or belongs to a
   * user that is not captured.
   */
  public boolean isWanted(MinedRow row) {
    places.saw(row);
    policy.saw(row);
    return transactions.isWanted(row);
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
   * Keeps a row of a table that could not be decoded: undo rows can take it back like any other,
   * and {@link CommittedTransaction#badRows} hands it out if none does.
   *
   * @param last the row, or the last piece of it
   * @param whole the row with its whole text
   * @param table its layout
   * @param error why it could not be decoded
   * @throws CdcException CDC-3001 when it is an undo row and does not tell what it takes back
   */
  public void keepBad(MinedRow last, MinedRow whole, TableSchema table, DecodeException error) {
    rows.bad(last, BadRow.of(whole, table, error), table);
  }

  /**
   * Takes a row whose layout is not known. That matters only if its transaction commits and has to
   * be delivered: rows of transactions that were acknowledged long ago are mined again after a
   * restart, and many are rolled back.
   *
   * @param failure what stops capture in that case
   */
  public void postpone(MinedRow row, CdcException failure) {
    OpenTransaction transaction = transactions.postponed(row);
    if (transaction != null) {
      transaction.cannotBeDecoded(failure);
    }
  }

  /**
   * Takes a row of an object that is not known, which matters only if it was a captured one.
   *
   * @param failure what stops capture in that case
   * @param doubt when the matter is decided; empty once the object certainly is not captured
   */
  public void postpone(MinedRow row, CdcException failure, Supplier<Optional<Scn>> doubt) {
    OpenTransaction transaction = transactions.postponed(row);
    if (transaction != null) {
      transaction.mayNotBeDecoded(row.segment().objectId(), new Doubt(() -> failure, doubt));
    }
  }

  /**
   * A row that was taken was decoded with a layout that is not certain: its transaction waits.
   *
   * @param layout the layout
   * @param failure what stops capture when the layout is wrong
   * @param doubt when the matter is decided; empty once the layout is certain
   */
  public void holdBack(
      MinedRow row,
      TableSchema layout,
      Supplier<CdcException> failure,
      Supplier<Optional<Scn>> doubt) {
    OpenTransaction transaction = transactions.known(row);
    if (transaction != null) {
      transaction.mayNotBeDecoded(layout, new Doubt(failure, doubt));
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
  public void valueEnded(RedoEvent.ValueEnded event) {
    rows.valueEnded(event);
  }

  @Override
  public void statementMarked(RedoEvent.StatementMarked event) {
    TransactionKey key = event.row().transaction();
    // The marks of other transactions are everywhere: index maintenance has them too.
    if (!key.xid().isNone() && !key.xid().isPartial()) {
      OpenTransaction transaction = open.get(key);
      if (transaction != null) {
        work.touch(transaction);
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
    ends.endPredecessors(row);
    started.add(
        key,
        row.scn(),
        row.thread(),
        row.address(),
        row.userName(),
        row.timestamp(),
        !row.address().isZero());
    if (excluded.isUser(row.userName())) {
      excluded.began(row);
    }
  }

  @Override
  public void committed(RedoEvent.Committed event) {
    ends.committed(event);
  }

  @Override
  public void rolledBack(RedoEvent.RolledBack event) {
    ends.rolledBack(event);
  }

  @Override
  public void ddlExecuted(RedoEvent.DdlExecuted event) {
    places.saw(event.row());
  }

  /**
   * Takes a statement of DDL that consumers are told of: it is delivered when its transaction
   * commits, before the changes of that. Does nothing the second time.
   */
  public void ddlMarked(DdlMark mark) {
    rows.ddlMarked(mark);
  }

  /** Where the oldest transactions begin that may still be needed. From any thread. */
  public OpenFloor oldestOpen() {
    return lastFloor;
  }

  private boolean isKnown(TransactionKey key) {
    OpenTransaction transaction = open.get(key);
    return excluded.get(key) != null
        || (transaction != null && transaction.isInJournal() && transaction.holdsPosition());
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
    LongTransactions journal = journaling;
    if (journal != null) {
      journal.close();
    }
  }
}
