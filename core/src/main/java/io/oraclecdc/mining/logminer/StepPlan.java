package io.oraclecdc.mining.logminer;

import io.oraclecdc.model.LogSequence;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the next step reads: whole logs from their beginning or from {@code startScn}, never up to
 * an SCN inside a log.
 *
 * @param startScn STARTSCN
 * @param logs in thread and sequence order; empty when there is nothing to read yet
 * @param hasMore whether more logs than these wait already
 * @param hole what is missing behind the last log or instead of the first, null when nothing is
 * @param notRead threads without redo in the range: closed ones, from which nothing can come below
 *     the SCN that the database had before they were listed
 * @param waiting threads whose next log is not archived yet, and from which SCN on their redo was
 *     not read
 * @param range what LogMiner is given when it finds the logs itself, null when they are registered
 */
record StepPlan(
    Scn startScn,
    List<PlannedLog> logs,
    boolean hasMore,
    @Nullable Hole hole,
    Set<RedoThread> notRead,
    Map<RedoThread, Scn> waiting,
    @Nullable Range range) {

  /** Copies the collections. */
  StepPlan {
    logs = List.copyOf(logs);
    notRead = Set.copyOf(notRead);
    waiting = Map.copyOf(waiting);
  }

  /** Of registered logs, every thread is read. */
  StepPlan(Scn startScn, List<PlannedLog> logs, boolean hasMore, @Nullable Hole hole) {
    this(startScn, logs, hasMore, hole, Set.of(), Map.of(), null);
  }

  /** Whether the rows of a thread end inside its last log, because another thread's log ends. */
  boolean isCut(RedoThread thread) {
    return range != null && range.cut().contains(thread);
  }

  /** How many threads redo comes from, or may soon come from. */
  int threads() {
    return notRead.size() + waiting.size() + lastLogs().size();
  }

  /** Whether the redo may still grow behind what is read: the last log is being written. */
  boolean hasOpenEnd() {
    return logs.stream().anyMatch(PlannedLog::isCurrent);
  }

  /** Whose redo is read, thread 0 when it is that of several; there must be a log. */
  RedoThread onlyThread() {
    RedoThread first = logs.get(0).thread();
    return logs.stream().allMatch(log -> log.thread().equals(first)) ? first : new RedoThread(0);
  }

  /** The last log of each thread. */
  List<PlannedLog> lastLogs() {
    return logs.stream()
        .filter(
            log ->
                logs.stream()
                    .noneMatch(
                        other ->
                            other.thread().equals(log.thread())
                                && other.sequence().compareTo(log.sequence()) > 0))
        .toList();
  }

  /**
   * One log to register.
   *
   * @param thread its thread
   * @param sequence its sequence
   * @param firstScn first SCN, inclusive
   * @param nextScn first SCN of the log after it; an open end for the current log
   * @param file what to register
   * @param group group of an online log, 0 for an archived one
   * @param isCurrent whether it is being written
   */
  record PlannedLog(
      RedoThread thread,
      LogSequence sequence,
      Scn firstScn,
      Scn nextScn,
      String file,
      int group,
      boolean isCurrent) {

    boolean isOnline() {
      return group != 0;
    }
  }

  /**
   * SCNs for a LogMiner that finds the logs itself.
   *
   * @param endScn ENDSCN, inclusive
   * @param cut threads whose last log goes on behind it
   */
  record Range(Scn endScn, Set<RedoThread> cut) {

    /** Copies the set. */
    Range {
      cut = Set.copyOf(cut);
    }
  }

  /**
   * A log that must exist but cannot be read now.
   *
   * @param thread its thread
   * @param sequence its sequence
   */
  record Hole(RedoThread thread, LogSequence sequence) {

    @Override
    public String toString() {
      return "thread " + thread + " sequence " + sequence;
    }
  }
}
