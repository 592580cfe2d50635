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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
  private final Scn before;
  private final Map<RedoThread, Highest> threads = new HashMap<>();
  private final Set<RedoThread> appeared = new HashSet<>();
  private @Nullable Highest last;

  /**
   * Nothing read yet.
   *
   * @param before SCN of the database before the logs were listed
   */
  StepProgress(MiningStart start, StepPlan plan, Scn before) {
    this.start = start;
    this.plan = plan;
    this.before = before;
  }

  StepProgress(MiningStart start, StepPlan plan) {
    this(start, plan, Scn.ZERO);
  }

  /**
   * Threads that are enabled behind the last row. One that was not when the logs were listed may
   * have opened and committed meanwhile, below SCNs that others have reached.
   */
  void enabledNow(Set<RedoThread> enabled) {
    Set<RedoThread> listed = new HashSet<>(plan.notRead());
    plan.logs().forEach(log -> listed.add(log.thread()));
    for (RedoThread thread : enabled) {
      if (!listed.contains(thread)) {
        appeared.add(thread);
      }
    }
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
      if (isOpenEnd(last)) {
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
      boolean whole = !last.isCurrent() && !plan.isCut(last.thread());
      long sequence = last.sequence().number() + (whole ? 1 : 0);
      RedoAddress reached = new RedoAddress(sequence, 0, 0);
      if (plan.isCut(last.thread())) {
        // Whether rows behind the end were skipped or never looked at is not known.
        cursors.put(last.thread(), reached);
      } else {
        cursors.merge(last.thread(), reached, StepProgress::later);
      }
      passed.put(
          last.thread(), Scn.max(readThrough(last, confirmed), highestCommitOf(last.thread())));
    }
    passNotRead(passed);
    return new StepEnd(cursors, passed, nextLowest(confirmed), !plan.hasMore());
  }

  private boolean isOpenEnd(PlannedLog last) {
    return last.isCurrent() && !plan.isCut(last.thread());
  }

  private Scn readThrough(PlannedLog last, Confirmed confirmed) {
    StepPlan.Range range = plan.range();
    if (range != null && plan.isCut(last.thread())) {
      // Of a log that is complete every commit up to the end came; of the current one nobody knows.
      return last.isCurrent() ? Scn.ZERO : range.endScn();
    }
    return last.isCurrent() ? confirmed.passed() : new Scn(last.nextScn().value() - 1);
  }

  /**
   * A thread that was closed when it was listed may be open by now: what it commits has higher SCNs
   * than the database had before.
   */
  private void passNotRead(Map<RedoThread, Scn> passed) {
    for (RedoThread thread : plan.notRead()) {
      passed.put(thread, before);
    }
    for (RedoThread thread : appeared) {
      passed.put(thread, before);
    }
    plan.waiting().forEach((thread, from) -> passed.put(thread, before(from)));
  }

  private static Scn before(Scn scn) {
    return scn.equals(Scn.ZERO) ? scn : new Scn(scn.value() - 1);
  }

  /** What a step tells that stopped behind the last row it returned. */
  StepEnd endOfCut() {
    Map<RedoThread, Scn> passed = new HashMap<>();
    for (PlannedLog last : plan.lastLogs()) {
      passed.put(last.thread(), highestCommitOf(last.thread()));
    }
    passNotRead(passed);
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
      if (plan.isCut(last.thread())) {
        end = last.firstScn();
      }
      ends = ends == null ? end : Scn.min(ends, end);
    }
    for (Scn from : plan.waiting().values()) {
      ends = ends == null ? from : Scn.min(ends, from);
    }
    return ends == null ? start.lowestScn() : Scn.max(start.lowestScn(), ends);
  }
}
