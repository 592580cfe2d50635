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
 * had come before, the step must begin at T's START row, or, where T began before everything that
 * was read since the start, at the beginning of the first step.
 *
 * Rows that a trigger wrote inside of S are returned although S is not. So the step has to begin not
 * at the last row of T but at the last row that was known before the step which brought that one.
 */
/** Finds where a step has to begin so that it cannot lack a statement. Not thread-safe. */
final class WholeTransactions {
  private final StartedTransactions started;
  private final OpenTransactions open;
  private final StepWork work;
  private final List<OpenTransaction> committed = new ArrayList<>();
  private final List<StartedTransactions.Started> unseen = new ArrayList<>();
  private boolean unknown;
  private @Nullable MiningStart origin;

  WholeTransactions(StartedTransactions started, OpenTransactions open, StepWork work) {
    this.started = started;
    this.open = open;
    this.work = work;
  }

  void beginStep() {
    committed.clear();
    unseen.clear();
    unknown = false;
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
    if (start != null) {
      unseen.add(start);
    } else {
      unknown = true;
    }
  }

  /**
   * From where the step has to be read again.
   *
   * @param range where it began; told of every step, also when nobody needs the answer
   * @return empty when it lacks nothing
   */
  Optional<WiderRange> widerRange(MiningStart range) {
    MiningStart first = origin == null ? range : origin;
    origin = first;
    Wanted wanted = new Wanted(range);
    for (OpenTransaction transaction : open.all()) {
      StartedTransactions.Started start = started.get(transaction.key());
      if (!transaction.isCreatedIn(work.number())) {
        if (transaction.isContinuedIn(work.number())) {
          wanted.behindRowsOf(transaction, work.number());
        }
      } else if (start != null) {
        wanted.startOf(start);
      } else {
        unknown = true;
      }
    }
    for (OpenTransaction transaction : committed) {
      if (!transaction.isCreatedIn(work.number())) {
        wanted.behindRowsOf(transaction, work.number());
      }
    }
    unseen.forEach(wanted::startOf);
    if (unknown) {
      wanted.everything(first);
    }
    return wanted.range();
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

    void everything(MiningStart first) {
      for (RedoThread thread : range.cursors().keySet()) {
        from(
            first.lowestScn(),
            thread,
            first.cursors().getOrDefault(thread, new RedoAddress(1, 0, 0)));
      }
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
