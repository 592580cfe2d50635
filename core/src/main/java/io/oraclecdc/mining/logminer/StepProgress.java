package io.oraclecdc.mining.logminer;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.mining.logminer.FlushedBounds.Confirmed;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a step got, from its plan and the rows it returned. No I/O.
 *
 * <pre>
 *                     cursor                       every commit returned up to      next lowest SCN
 * whole logs          beginning of the log behind  the SCN before that log          first SCN of that log
 * to the open end     highest address returned     highest commit, or a confirmed   a confirmed bound
 *                                                  current SCN
 * cut by a DDL        the address of the DDL       highest commit                   as before
 * </pre>
 */
final class StepProgress {
  private final MiningStart start;
  private final StepPlan plan;
  private final Map<RedoThread, Highest> threads = new HashMap<>();
  private @Nullable Highest last;

  StepProgress(MiningStart start, StepPlan plan) {
    this.start = start;
    this.plan = plan;
  }

  void note(MinedRow row) {
    if (row.thread().number() == 0) {
      // Nobody knows whose address it has.
      return;
    }
    Highest highest = last;
    if (highest == null || !highest.thread.equals(row.thread())) {
      highest = threads.computeIfAbsent(row.thread(), Highest::new);
      last = highest;
    }
    highest.scn = Scn.max(highest.scn, row.scn());
    if (row.operation() == OperationCode.COMMIT) {
      highest.commit = Scn.max(highest.commit, row.scn());
    }
    if (row.address().isAfter(highest.address)) {
      highest.address = row.address();
    }
  }

  /** How far the rows of one thread went; zero where there was none. */
  private static final class Highest {
    private final RedoThread thread;
    private RedoAddress address = RedoAddress.ZERO;
    private Scn commit = Scn.ZERO;
    private Scn scn = Scn.ZERO;

    Highest(RedoThread thread) {
      this.thread = thread;
    }
  }

  /**
   * An SCN that every thread which is read to its open end has reached: the buffer of each was
   * written out at least up to there. One thread proves nothing about another.
   */
  Scn provenScn() {
    Scn proven = null;
    for (PlannedLog last : plan.lastLogs()) {
      if (last.isCurrent()) {
        Scn highest = highestOf(last.thread()).scn;
        proven = proven == null ? highest : Scn.min(proven, highest);
      }
    }
    return proven == null ? Scn.ZERO : proven;
  }

  /** What a step tells that read every row of its plan. */
  StepEnd end(Confirmed confirmed) {
    Map<RedoThread, RedoAddress> cursors = cursorsOfRows();
    Map<RedoThread, Scn> passed = new HashMap<>();
    for (PlannedLog last : plan.lastLogs()) {
      // Everything before the current log, or the whole of the last one, was read.
      long sequence = last.sequence().number() + (last.isCurrent() ? 0 : 1);
      cursors.merge(last.thread(), new RedoAddress(sequence, 0, 0), StepProgress::later);
      Scn read = last.isCurrent() ? confirmed.passed() : new Scn(last.nextScn().value() - 1);
      passed.put(last.thread(), Scn.max(read, highestCommitOf(last.thread())));
    }
    return new StepEnd(cursors, passed, nextLowest(confirmed), !plan.hasMore());
  }

  /** What a step tells that stopped behind the last row it returned. */
  StepEnd endOfCut() {
    Map<RedoThread, Scn> passed = new HashMap<>();
    for (PlannedLog last : plan.lastLogs()) {
      passed.put(last.thread(), highestCommitOf(last.thread()));
    }
    return new StepEnd(cursorsOfRows(), passed, start.lowestScn(), false);
  }

  private Map<RedoThread, RedoAddress> cursorsOfRows() {
    Map<RedoThread, RedoAddress> cursors = new HashMap<>(start.cursors());
    threads.forEach(
        (thread, highest) -> {
          if (!highest.address.isZero()) {
            cursors.merge(thread, highest.address, StepProgress::later);
          }
        });
    return cursors;
  }

  private static RedoAddress later(RedoAddress one, RedoAddress other) {
    return one.isAfter(other) ? one : other;
  }

  /** Commits of a thread come in the order of their SCNs, so none below this one is missing. */
  private Scn highestCommitOf(RedoThread thread) {
    return highestOf(thread).commit;
  }

  private Highest highestOf(RedoThread thread) {
    Highest known = threads.get(thread);
    return known == null ? new Highest(thread) : known;
  }

  private Scn nextLowest(Confirmed confirmed) {
    // The thread that is furthest behind decides. A log switch writes out what private strands
    // hold:
    // the next log has no lower SCN.
    Scn ends = null;
    for (PlannedLog last : plan.lastLogs()) {
      Scn end = last.isCurrent() ? confirmed.lowest() : last.nextScn();
      ends = ends == null ? end : Scn.min(ends, end);
    }
    return ends == null ? start.lowestScn() : Scn.max(start.lowestScn(), ends);
  }
}
