package io.oraclecdc.testkit.model;

import io.oraclecdc.model.RedoAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a step reads the logs of one thread. */
final class ThreadReading {
  private final ModelThread thread;
  private final List<ModelLog> logs;
  private final int firstLog;
  private final int endLog;
  private final boolean openEnd;
  private final boolean more;
  private final int[] visible;
  private final boolean[] online;
  private int log;
  private int taken;
  private int peeked;
  private boolean insideStatement;
  private RedoAddress highest = RedoAddress.ZERO;

  /**
   * A reading of logs {@code firstLog} to {@code endLog} (exclusive), as they are now.
   *
   * @param firstLog index of the first
   */
  ThreadReading(ModelThread thread, int firstLog, int endLog) {
    this.thread = thread;
    this.logs = thread.logs();
    this.firstLog = firstLog;
    this.endLog = endLog;
    this.openEnd = logs.get(endLog - 1).isCurrent();
    this.more = endLog < logs.size();
    this.visible = new int[endLog - firstLog];
    this.online = new boolean[endLog - firstLog];
    for (int i = firstLog; i < endLog; i++) {
      visible[i - firstLog] = logs.get(i).flushed();
      online[i - firstLog] = !logs.get(i).isArchived();
    }
    this.log = firstLog;
  }

  static @Nullable ThreadReading of(ModelThread thread, List<ThreadReading> readings) {
    for (ThreadReading reading : readings) {
      if (reading.thread == thread) {
        return reading;
      }
    }
    return null;
  }

  ModelThread thread() {
    return thread;
  }

  /** Whether logs behind those of this step exist. */
  boolean hasMore() {
    return more;
  }

  /** Index of the log that is being read. */
  int log() {
    return log;
  }

  /** How many rows of {@link #log()} were read. */
  int taken() {
    return taken;
  }

  /** Whether a log was opened online, and its file holds another sequence by now. */
  boolean lostALog() {
    for (int i = firstLog; i < endLog; i++) {
      if (online[i - firstLog] && logs.get(i).isOverwritten()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The next row at or above an SCN, null at the end; stays until it is taken. A purged or
   * overwritten log must have been noticed before.
   */
  @Nullable RedoEntry peek(long lowestScn) {
    while (log < endLog) {
      ModelLog current = logs.get(log);
      int end = visible[log - firstLog];
      for (peeked = Math.max(peeked, taken); peeked < end; peeked++) {
        RedoEntry entry = current.entry(peeked);
        if (entry.scn() >= lowestScn) {
          return entry;
        }
      }
      if (log == endLog - 1) {
        taken = end;
        return null;
      }
      log++;
      taken = 0;
      peeked = 0;
    }
    return null;
  }

  void take(RedoEntry entry) {
    taken = peeked + 1;
    peeked = taken;
    insideStatement = entry.row().continued();
    RedoAddress address = entry.row().address();
    if (address.isAfter(highest)) {
      highest = address;
    }
  }

  /** Whether the row taken last is continued in the next one. */
  boolean isInsideStatement() {
    return insideStatement;
  }

  /** Whether a range from an SCN on holds every row of a LOB statement. */
  boolean holdsAllOf(LobGroup group, long lowestScn) {
    long first = logs.get(firstLog).sequence();
    int last = (int) (group.lastSequence() - first);
    return group.lowestScn() >= lowestScn
        && group.firstSequence() >= first
        && last < visible.length
        && group.lastIndex() < visible[last];
  }

  /** The cursor at the end of a step that read everything. */
  RedoAddress cursorAtEnd() {
    long sequence = logs.get(endLog - 1).sequence() + (openEnd ? 0 : 1);
    RedoAddress begin = new RedoAddress(sequence, 0, 0);
    return highest.isAfter(begin) ? highest : begin;
  }

  /** The cursor at the end of a step that was cut, the zero address when it has no row. */
  RedoAddress highest() {
    return highest;
  }
}
