package io.oraclecdc.mining.logminer;

import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.mining.logminer.StepPlan.Range;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Turns a plan of logs into SCNs, for a LogMiner inside of a pluggable database, which registers
 * logs itself. Pure.
 *
 * <pre>
 * thread 1   [s3      ][s4      ]          ENDSCN is the last SCN of s4; of thread 2 the rows up to there
 * thread 2        [s8     ][s9 .|...       come, and s9 is read again by the next step
 * </pre>
 *
 * An end that lies inside the log of a thread is used only when another thread's log ends there.
 * Nothing is concluded from it about the log that is cut: the next step begins at its first SCN.
 */
final class RangePlanner {
  /** Beyond the database's SCN: LogMiner takes what there is. */
  private static final long BEYOND = 1_000_000;

  private RangePlanner() {}

  /**
   * The same step, told in SCNs.
   *
   * @param current SCN of the database before the logs were listed
   */
  static StepPlan bounded(StepPlan plan, Scn current) {
    Scn end = null;
    for (PlannedLog last : plan.lastLogs()) {
      if (!last.isCurrent()) {
        end = end == null ? last.nextScn() : Scn.min(end, last.nextScn());
      }
    }
    if (end == null) {
      return with(plan, plan.logs(), plan.hasMore(), new Scn(current.value() + BEYOND), Set.of());
    }
    Scn inclusive = new Scn(end.value() - 1);
    List<PlannedLog> logs = new ArrayList<>();
    Set<RedoThread> cut = new HashSet<>();
    for (PlannedLog log : plan.logs()) {
      if (!log.firstScn().isAfter(inclusive)) {
        logs.add(log);
        if (log.isCurrent() || log.nextScn().isAfter(end)) {
          cut.add(log.thread());
        }
      }
    }
    boolean more = plan.hasMore() || !cut.isEmpty() || logs.size() < plan.logs().size();
    return with(plan, logs, more, inclusive, cut);
  }

  private static StepPlan with(
      StepPlan plan, List<PlannedLog> logs, boolean more, Scn end, Set<RedoThread> cut) {
    return new StepPlan(
        plan.startScn(),
        logs,
        more,
        plan.hole(),
        plan.notRead(),
        plan.waiting(),
        new Range(end, cut));
  }
}
