package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/*
 * Statements across log switches
 *
 *   redo      | log 1         | log 2             | log 3         |
 *   rows of T   r1  r2  [ S . . . . . . . . S ]  r3        COMMIT
 *   steps     |------ 1 ------|-------- 2 --------|------ 3 ------|
 *
 * LogMiner returns S only to a range that holds all of it; neither step 1 nor step 2 does. A
 * transaction does one thing after the other, so S lies between two rows of T that are returned: r2
 * and r3 here. When a step brings new rows of T, it must begin at or before the last row that an
 * earlier step brought: S is in the range then, and comes at its place, before r3. If nothing of T
 * had come before, the step must begin at T's START row.
 *
 * Rows that a trigger wrote inside of S are returned although S is not. So the step has to begin not
 * at the last row of T but at the last row that was known before the step which brought that one.
 *
 * A range that was widened holds rows of transactions that ended before the cursor, and perhaps not
 * their START rows. What lies before the cursor was read, by this capture or by the one that stored
 * the position: only a transaction that has something behind it can lack something.
 *
 * A transaction without a START row began before everything that was read since the start, and then
 * it is none that commits: positions stay before the START rows of whatever is open. It was delivered
 * before, or it was rolled back. Should it commit for the first time, its START row is missing; then
 * it is forgotten and all of it is read again from the beginning of the first step.
 */
/** Finds where a step has to begin so that it cannot lack a statement. Not thread-safe. */
final class WholeTransactions {
  private final StartedTransactions started;
  private final OpenTransactions open;
  private final StepWork work;
  private final List<OpenTransaction> committed = new ArrayList<>();
  private final List<Commit> firsts = new ArrayList<>();
  private final List<OpenTransaction> forgotten = new ArrayList<>();
  private @Nullable MiningStart origin;

  WholeTransactions(StartedTransactions started, OpenTransactions open, StepWork work) {
    this.started = started;
    this.open = open;
    this.work = work;
  }

  void beginStep() {
    committed.clear();
    firsts.clear();
    forgotten.clear();
  }

  /**
   * Transactions that have to be read again from their first row, without what is known of them.
   */
  List<OpenTransaction> forgotten() {
    return forgotten;
  }

  /** A transaction that is captured, as far as is known, commits for the first time. */
  void commits(MinedRow row, @Nullable OpenTransaction transaction) {
    if (transaction != null) {
      committed.add(transaction);
    }
    StartedTransactions.Started start = started.get(row.transaction());
    if (transaction != null && !transaction.isCreatedIn(work.number())) {
      return;
    }
    firsts.add(new Commit(row.thread(), row.address(), start));
  }

  /**
   * The COMMIT row of a transaction of which no earlier step brought a row.
   *
   * @param start its beginning, null when no START row came
   */
  private record Commit(
      RedoThread thread, RedoAddress address, StartedTransactions.@Nullable Started start) {}

  /**
   * From where the step has to be read again.
   *
   * @param range where it began; told of every step, also when nobody needs the answer
   * @param cursors up to where earlier steps went
   * @return empty when it lacks nothing
   */
  Optional<WiderRange> widerRange(MiningStart range, Map<RedoThread, RedoAddress> cursors) {
    MiningStart first = origin == null ? range : origin;
    origin = first;
    Wanted wanted = new Wanted(range);
    boolean unknown = false;
    for (OpenTransaction transaction : open.all()) {
      StartedTransactions.Started start = started.get(transaction.key());
      if (!transaction.isCreatedIn(work.number())) {
        if (transaction.isContinuedIn(work.number())) {
          wanted.behindRowsOf(transaction, work.number());
        }
      } else if (start != null) {
        wanted.startOf(start);
      } else if (transaction.isBeginningMined()) {
        // The slot is used again, and its end is in a thread that is read later.
        wanted.beginningOf(transaction);
      } else if (wanted.holdsEverything(first)) {
        transaction.hasEverythingSinceStart();
      }
    }
    for (OpenTransaction transaction : committed) {
      if (transaction.isCreatedIn(work.number())) {
        continue;
      }
      wanted.behindRowsOf(transaction, work.number());
      if (transaction.mayLackItsBeginning()) {
        unknown = true;
        if (!wanted.holdsEverything(first) && !transaction.isInJournal()) {
          forgotten.add(transaction);
        }
      }
    }
    for (Commit commit : firsts) {
      if (isBehind(cursors, commit.thread(), commit.address())) {
        StartedTransactions.Started start = commit.start();
        unknown |= start == null;
        if (start != null) {
          wanted.startOf(start);
        }
      }
    }
    if (unknown) {
      wanted.everything(first);
    }
    return wanted.range();
  }

  private static boolean isBehind(
      Map<RedoThread, RedoAddress> cursors, RedoThread thread, @Nullable RedoAddress address) {
    RedoAddress cursor = cursors.get(thread);
    return cursor == null || address == null || !address.isBefore(cursor);
  }

  /** Collects the beginnings that the range does not hold. */
  private static final class Wanted {
    private final MiningStart range;
    private final Map<RedoThread, RedoAddress> addresses = new HashMap<>();
    private @Nullable Scn lowest;

    Wanted(MiningStart range) {
      this.range = range;
    }

    void startOf(StartedTransactions.Started start) {
      from(start.scn(), start.thread(), start.address());
    }

    void beginningOf(OpenTransaction transaction) {
      for (ThreadSpan span : transaction.spans()) {
        from(transaction.firstScn(), span.thread(), span.first());
      }
    }

    void everything(MiningStart first) {
      for (RedoThread thread : range.cursors().keySet()) {
        from(first.lowestScn(), thread, beginOf(first, thread));
      }
    }

    boolean holdsEverything(MiningStart first) {
      return range.cursors().keySet().stream()
          .allMatch(thread -> holds(first.lowestScn(), thread, beginOf(first, thread)));
    }

    private static RedoAddress beginOf(MiningStart first, RedoThread thread) {
      return first.cursors().getOrDefault(thread, new RedoAddress(1, 0, 0));
    }

    void behindRowsOf(OpenTransaction transaction, long step) {
      for (ThreadSpan span : transaction.spans()) {
        from(transaction.firstScn(), span.thread(), span.settledBefore(step));
      }
    }

    /** A range begins with a whole log, or with the first row that can matter. */
    private boolean holds(Scn scn, RedoThread thread, RedoAddress address) {
      RedoAddress begin = range.cursors().get(thread);
      return !range.lowestScn().isAfter(scn)
          && (begin == null || begin.sequence() <= address.sequence());
    }

    private void from(Scn scn, RedoThread thread, RedoAddress address) {
      if (holds(scn, thread, address)) {
        return;
      }
      lowest = lowest == null ? scn : Scn.min(lowest, scn);
      addresses.merge(thread, address, (one, other) -> one.isAfter(other) ? other : one);
    }

    Optional<WiderRange> range() {
      return lowest == null ? Optional.empty() : Optional.of(new WiderRange(lowest, addresses));
    }
  }
}
