package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.RedoNeed;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillMark;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transaction that has rows of captured tables and no end yet. */
final class OpenTransaction {
  /** Step of transactions that are read back from the journal. */
  static final long BEFORE_ALL_STEPS = -1;

  /** After how many changes the heap that is needed beside the log is counted again. */
  private static final int COUNTED_EVERY = 128;

  private final TransactionKey key;
  private final SpillLog log;
  private final long createdInStep;
  private final boolean beginningMined;
  private final List<TableUse> tables = new ArrayList<>(2);
  private final List<ThreadSpan> spans = new ArrayList<>(1);
  private Scn firstScn;
  private Scn lastScn;
  private @Nullable String userName;
  private long changes;
  private long undone;
  private boolean presumedRolledBack;
  private boolean nothingLeft;
  private boolean everythingSinceStart;
  private long parts;
  private long badRows;
  private @Nullable RowGroups groups;

  private @Nullable CdcException undecodable;

  /** By object or layout; rows of a step that was discarded come again. */
  private final Map<Object, Doubt> doubts = new HashMap<>(0);

  /** Statements of DDL, few; replaced, never changed. */
  private List<DdlMark> marks = List.of();

  private @Nullable LocalDateTime firstTime;
  private @Nullable JournalTrail trail;

  /** First rows that are not in the journal; kept once a part of the transaction is. */
  private final FloorBuilder uncovered = new FloorBuilder();

  private long step;
  private @Nullable Checkpoint checkpoint;

  /**
   * A transaction whose first row is being applied.
   *
   * @param firstScn SCN of its START row, or of its first row when that was not mined
   * @param userName null when not known yet
   * @param beginningMined whether the START row was mined, so that every row of it is here
   */
  OpenTransaction(
      TransactionKey key,
      SpillLog log,
      long step,
      Scn firstScn,
      @Nullable String userName,
      boolean beginningMined) {
    this.key = key;
    this.log = log;
    this.createdInStep = step;
    this.step = step;
    this.firstScn = firstScn;
    this.lastScn = firstScn;
    this.userName = userName;
    this.beginningMined = beginningMined;
  }

  /** Takes over what a journal or an earlier state of it tells. */
  void become(TransactionState state) {
    firstScn = state.firstScn();
    lastScn = state.lastScn();
    firstTime = state.firstTime();
    userName = state.userName();
    changes = state.changes();
    undone = state.undone();
    presumedRolledBack = state.presumedRolledBack();
    nothingLeft = state.nothingLeft();
    spans.clear();
    spans.addAll(state.spans());
    tables.clear();
    tables.addAll(state.tables());
  }

  /** Takes over how many rows of it could not be decoded. */
  void becomeBad(long known) {
    badRows = known;
  }

  /** Takes over its statements of several rows. */
  void becomeGroups(long knownParts, RowGroups known) {
    parts = knownParts;
    groups = known;
  }

  /**
   * The state of it between two steps, as a journal keeps it.
   *
   * @param whole whether tables with values in rows of their own are captured
   */
  byte[] stateBytes(boolean whole) {
    FrameBuilder out = new FrameBuilder();
    state(whole).write(out);
    RowGroups known = groups;
    if (known != null) {
      out.putUnsigned(parts);
      known.write(new GroupOutput(out, this::layoutOf));
    }
    return out.toBytes();
  }

  private TransactionState state(boolean whole) {
    return new TransactionState(
        firstScn,
        lastScn,
        firstTime,
        userName,
        beginningMined,
        presumedRolledBack,
        nothingLeft,
        whole,
        groups != null,
        changes,
        undone,
        spans,
        tables);
  }

  TransactionKey key() {
    return key;
  }

  /** What of it is in the journal, null when nothing is. */
  @Nullable JournalTrail trail() {
    return trail;
  }

  void trail(JournalTrail newTrail) {
    trail = newTrail;
  }

  /** Time of the first row, null when the redo does not tell. */
  @Nullable LocalDateTime firstTime() {
    return firstTime;
  }

  /** Whether its log and state say everything about it. */
  boolean isJournalable() {
    return undecodable == null && isCertain() && marks.isEmpty() && holdsPosition();
  }

  private boolean isCertain() {
    return doubts.values().stream().allMatch(doubt -> doubt.decidedAt().get().isEmpty());
  }

  /** Whether the journal does not know all of it. */
  boolean isBeyondJournal() {
    return !uncovered.isEmpty();
  }

  /** The journal has everything so far. */
  void journaled() {
    uncovered.clear();
  }

  /** A step is complete: tells whether rows can still come that stand where its last one does. */
  void lookBack(RowPlaces places) {
    JournalTrail known = trail;
    if (known != null) {
      known.passed(
          uncovered.isEmpty()
              && (known.isPassed()
                  || spans.stream()
                      .allMatch(s -> s.last() == null || places.isPassed(s.thread(), s.last()))));
    }
  }

  /** From where redo is needed by it as long as it has not ended. */
  void addFloor(FloorBuilder floor, boolean whole) {
    JournalTrail known = trail;
    if (known == null || known.durableChunks() == 0) {
      addFirst(floor);
      return;
    }
    OpenFloor written = known.undurable();
    if (written != null) {
      floor.add(written);
    }
    if (!uncovered.isEmpty()) {
      floor.add(uncoveredRows());
    }
    if (!known.isPassed()) {
      // Rows at one address are counted, so all that stand at the last one are wanted again.
      floor.add(firstScn);
    }
    if (whole && !known.isWhole()) {
      floor.add(settledRows());
    }
    floor.addJournaled(key, known.durableChunks(), whole ? known.need() : null);
  }

  /** First rows that the journal does not know: all rows when it knows nothing. */
  OpenFloor uncoveredRows() {
    if (trail == null) {
      return first();
    }
    OpenFloor rows = uncovered.build();
    return rows.scn() == null && !rows.addresses().isEmpty()
        ? new OpenFloor(firstScn, rows.addresses())
        : rows;
  }

  /** Behind which rows statements can lie that no step returned so far. */
  OpenFloor settledRows() {
    FloorBuilder floor = new FloorBuilder();
    floor.add(firstScn);
    spans.forEach(span -> floor.add(span.thread(), span.settled()));
    return floor.build();
  }

  /** The redo that is asked for when it goes on. */
  RedoNeed settledNeed() {
    return new RedoNeed(firstScn, settledRows().addresses());
  }

  /** Whether the position needs nothing of it but what the journal has. */
  boolean isInJournal() {
    JournalTrail known = trail;
    return known != null && known.durableChunks() > 0;
  }

  private OpenFloor first() {
    FloorBuilder floor = new FloorBuilder();
    addFirst(floor);
    return floor.build();
  }

  private void addFirst(FloorBuilder floor) {
    floor.add(firstScn);
    for (ThreadSpan span : spans) {
      floor.add(span.thread(), span.first());
    }
  }

  SpillLog log() {
    return log;
  }

  Scn firstScn() {
    return firstScn;
  }

  /** Highest SCN of a row. */
  Scn lastScn() {
    return lastScn;
  }

  List<ThreadSpan> spans() {
    return spans;
  }

  List<TableUse> tables() {
    return tables;
  }

  @Nullable String userName() {
    return userName;
  }

  boolean isBeginningMined() {
    return beginningMined;
  }

  /** It came with the first range, so that there is nothing before what is known of it. */
  void hasEverythingSinceStart() {
    everythingSinceStart = true;
  }

  /** Whether redo that was read since the start may hold statements before its first row. */
  boolean mayLackItsBeginning() {
    return !beginningMined && !everythingSinceStart && !isRestored();
  }

  /** Number of undo rows. */
  long undone() {
    return undone;
  }

  /** Number of changes, undone ones included. */
  long changes() {
    return changes;
  }

  /** Whether it was read back from the journal. */
  boolean isRestored() {
    return createdInStep == BEFORE_ALL_STEPS;
  }

  boolean isCreatedIn(long currentStep) {
    return createdInStep == currentStep;
  }

  /** Whether a ROLLBACK row with a partial id came: it is over, unless it goes on. */
  boolean isPresumedRolledBack() {
    return presumedRolledBack;
  }

  /** Remembers what to return to; true when this is the first touch in the step. */
  boolean touch(long currentStep) {
    if (step == currentStep) {
      return false;
    }
    step = currentStep;
    checkpoint =
        new Checkpoint(
            log.mark(),
            firstScn,
            lastScn,
            userName,
            changes,
            undone,
            parts,
            badRows,
            groups == null ? null : groups.copy(),
            presumedRolledBack,
            nothingLeft,
            undecodable,
            marks,
            uncovered.build());
    return true;
  }

  /**
   * A ROLLBACK row with a partial id came.
   *
   * @param everythingUndone whether undo rows took back every change
   */
  void presumeRolledBack(boolean everythingUndone) {
    presumedRolledBack = true;
    nothingLeft = everythingUndone;
    if (trail != null) {
      uncovered.add(lastScn);
    }
  }

  /** Whether rows of it may be needed again after a restart. */
  boolean holdsPosition() {
    return !(presumedRolledBack && nothingLeft);
  }

  /** A row of it cannot be decoded: it must not be delivered. The first reason stays. */
  void cannotBeDecoded(CdcException reason) {
    if (undecodable == null) {
      undecodable = reason;
    }
  }

  /** Rows of an object may be captured ones that cannot be read, or a layout may be wrong. */
  void mayNotBeDecoded(Object subject, Doubt doubt) {
    doubts.putIfAbsent(subject, doubt);
  }

  /** Statements of DDL that consumers are told of, oldest first. */
  List<DdlMark> marks() {
    return marks;
  }

  void addMark(DdlMark mark) {
    List<DdlMark> more = new ArrayList<>(marks);
    more.add(mark);
    marks = List.copyOf(more);
  }

  /** Rows that may be captured ones. */
  Collection<Doubt> doubts() {
    return doubts.values();
  }

  /** Why it must not be delivered, null when it may be. */
  @Nullable CdcException undecodable() {
    return undecodable;
  }

  /** Between steps: no statement of it that lies before these places can be missing. */
  void settle(Function<RedoThread, @Nullable RedoAddress> places) {
    spans.forEach(span -> span.settle(places.apply(span.thread())));
  }

  /** Whether the running step brought new rows of it. */
  boolean isContinuedIn(long currentStep) {
    return spans.stream().anyMatch(span -> span.isContinuedIn(currentStep));
  }

  /** Takes a row at an address; whether it is new. */
  boolean apply(RedoThread thread, RedoAddress address, long currentStep) {
    boolean isNew = span(thread, address).apply(address, currentStep);
    if (isNew) {
      presumedRolledBack = false;
      if (trail != null) {
        uncovered.add(thread, address);
      }
    }
    return isNew;
  }

  /** The same for a row that means something only right behind others of its statement. */
  boolean applyBehind(RedoThread thread, RedoAddress address, long currentStep) {
    ThreadSpan span = spanOf(thread);
    boolean isNew = span != null && span.applyBehind(address, currentStep);
    if (isNew && trail != null) {
      uncovered.add(thread, address);
    }
    return isNew;
  }

  private ThreadSpan span(RedoThread thread, RedoAddress address) {
    for (ThreadSpan span : spans) {
      if (span.thread().equals(thread)) {
        return span;
      }
    }
    ThreadSpan span = new ThreadSpan(thread, address, false);
    spans.add(span);
    return span;
  }

  /** It is over, and the step in which it ended cannot bring it back. */
  void forgetRows() {
    spans.forEach(ThreadSpan::forgetRows);
  }

  /** Counts the START row as the first row. */
  void beginsAt(RedoThread thread, RedoAddress address) {
    spans.add(new ThreadSpan(thread, address, true));
  }

  @Nullable ThreadSpan spanOf(RedoThread thread) {
    for (ThreadSpan span : spans) {
      if (span.thread().equals(thread)) {
        return span;
      }
    }
    return null;
  }

  void sawUser(@Nullable String name) {
    if (userName == null) {
      userName = name;
    }
  }

  /** Takes note of what a new row tells. */
  void saw(Scn scn, @Nullable LocalDateTime time) {
    firstScn = Scn.min(firstScn, scn);
    lastScn = Scn.max(lastScn, scn);
    if (firstTime == null) {
      firstTime = time;
    }
    if (trail != null) {
      uncovered.add(scn);
    }
  }

  /** Number of a layout within this transaction. */
  int indexOf(TableSchema table) {
    for (int i = tables.size() - 1; i >= 0; i--) {
      if (tables.get(i).isOf(table)) {
        return i;
      }
    }
    tables.add(new TableUse(table));
    return tables.size() - 1;
  }

  @SuppressWarnings("ReferenceEquality") // A layout read from a journal is another object.
  private int layoutOf(TableSchema table) {
    int same = -1;
    for (int i = tables.size() - 1; i >= 0; i--) {
      TableSchema known = tables.get(i).table();
      if (known == table) {
        return i;
      }
      same = same < 0 && SchemaFrames.isSameLayout(known, table) ? i : same;
    }
    if (same < 0) {
      throw new IllegalStateException("a transaction does not know a layout of " + table.id());
    }
    return same;
  }

  void addChange(FrameBuilder entry) {
    if (changes % COUNTED_EVERY == 0) {
      countHeap();
    }
    log.append(entry);
    changes++;
  }

  /** Tells the budget what it keeps beside its log. */
  void countHeap() {
    long bytes = 0;
    for (ThreadSpan span : spans) {
      bytes += span.heapBytes();
    }
    RowGroups known = groups;
    log.owned(known == null ? bytes : bytes + known.log().heapBytes());
  }

  void addPart(FrameBuilder part) {
    log.append(part);
    parts++;
  }

  /** Counts a row that could not be decoded and is kept in the log. */
  void countBad() {
    badRows++;
  }

  /** Number of rows in the log that could not be decoded. */
  long badRows() {
    return badRows;
  }

  /** Number of entries that are parts of a change, not changes themselves. */
  long parts() {
    return parts;
  }

  /** Statements of several rows; null while there were none. */
  @Nullable RowGroups groups() {
    return groups;
  }

  void groups(RowGroups newGroups) {
    groups = newGroups;
  }

  void addUndo(FrameBuilder entry) {
    log.append(entry);
    undone++;
  }

  /** Back to what it was before the step. */
  void discard(long currentStep) {
    Checkpoint before = checkpoint;
    if (step != currentStep || before == null) {
      return;
    }
    log.truncate(before.mark());
    firstScn = before.firstScn();
    lastScn = before.lastScn();
    userName = before.userName();
    changes = before.changes();
    undone = before.undone();
    parts = before.parts();
    badRows = before.badRows();
    groups = before.groups();
    presumedRolledBack = before.presumedRolledBack();
    nothingLeft = before.nothingLeft();
    undecodable = before.undecodable();
    marks = before.marks();
    uncovered.clear();
    uncovered.add(before.uncovered());
    spans.removeIf(span -> !span.discard(currentStep));
    step = -1;
    checkpoint = null;
  }

  private record Checkpoint(
      SpillMark mark,
      Scn firstScn,
      Scn lastScn,
      @Nullable String userName,
      long changes,
      long undone,
      long parts,
      long badRows,
      @Nullable RowGroups groups,
      boolean presumedRolledBack,
      boolean nothingLeft,
      @Nullable CdcException undecodable,
      List<DdlMark> marks,
      OpenFloor uncovered) {}
}
