package io.oraclecdc.mining.logminer;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.time.Duration;

/**
 * How many logs a step takes: starts at one, doubles while full steps are faster than the latency
 * goal, halves when one exceeds its time limit or the memory of its session. Not thread-safe.
 */
final class StepSizing {
  private static final int TIMEOUTS_AT_ONE_LOG = 3;

  private final int maxLogs;
  private final Duration targetLatency;
  private int logs = 1;
  private int timeoutsAtOneLog;
  private int timeoutsWhole;

  StepSizing(int maxLogs, Duration targetLatency) {
    this.maxLogs = maxLogs;
    this.targetLatency = targetLatency;
  }

  int logs() {
    return logs;
  }

  /**
   * A step was read to its end.
   *
   * @param tookNanos how long it took
   * @param hadMore whether more logs were waiting, so that a larger step would have been possible
   */
  void completed(long tookNanos, boolean hadMore) {
    timeoutsAtOneLog = 0;
    timeoutsWhole = 0;
    if (hadMore && tookNanos < targetLatency.toNanos()) {
      logs = Math.min(maxLogs, logs * 2);
    }
  }

  /** The database had no memory for a step. */
  void outOfMemory() {
    halve();
  }

  private void halve() {
    logs = Math.max(1, logs / 2);
  }

  /**
   * A step exceeded its time limit.
   *
   * @param range what it was reading, for the message
   * @throws CdcException CDC-4003 the third time in a row with one log
   */
  void timedOut(String range) {
    if (logs > 1) {
      halve();
      return;
    }
    timeoutsAtOneLog++;
    if (timeoutsAtOneLog >= TIMEOUTS_AT_ONE_LOG) {
      throw new CdcException(
          ErrorCode.MINING_STALLED,
          timeoutsAtOneLog
              + " steps in a row with a single log exceeded their time limit, "
              + range);
    }
  }

  /**
   * A step exceeded its time limit that has to hold all its logs, and whose limit grew with them.
   *
   * @param range what it was reading, for the message
   * @param held number of logs
   * @throws CdcException CDC-4003 the third time in a row
   */
  void timedOutWhole(String range, int held) {
    timeoutsWhole++;
    if (timeoutsWhole >= TIMEOUTS_AT_ONE_LOG) {
      throw new CdcException(
          ErrorCode.MINING_STALLED,
          timeoutsWhole
              + " times in a row a step that has to hold "
              + held
              + " logs, because a statement with LOBs, XML or long strings may lie across them,"
              + " exceeded "
              + held
              + " times the time limit of one log, "
              + range);
    }
  }
}
