package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.RedoFile;
import io.oraclecdc.testkit.simulator.redo.ThreadState;
import java.util.ArrayList;
import java.util.List;

/**
 * A hole in the registered logs of a thread.
 *
 * @param thread redo thread
 * @param fromSequence first missing sequence
 * @param toSequence last missing sequence, inclusive; below {@code fromSequence} when unknown
 * @param lowScn where it begins
 * @param nextScn where it ends, exclusive
 */
record MissingLogs(int thread, long fromSequence, long toSequence, long lowScn, long nextScn) {

  /** Holes that the range {@code first} to {@code last} touches; files by thread and sequence. */
  static List<MissingLogs> of(List<RedoFile> files, long first, long last) {
    List<MissingLogs> holes = new ArrayList<>();
    RedoFile previous = null;
    long lowest = Long.MAX_VALUE;
    long highest = 0;
    for (RedoFile file : files) {
      if (previous != null
          && previous.thread() == file.thread()
          && previous.sequence() + 1 != file.sequence()
          && previous.nextScn() <= last
          && file.firstScn() > first) {
        holes.add(
            new MissingLogs(
                file.thread(),
                previous.sequence() + 1,
                file.sequence() - 1,
                previous.nextScn(),
                file.firstScn()));
      }
      lowest = Math.min(lowest, file.firstScn());
      highest = Math.max(highest, file.nextScn());
      previous = file;
    }
    if (first < lowest) {
      RedoFile start = files.get(0);
      holes.add(new MissingLogs(start.thread(), 0, start.sequence() - 1, first, start.firstScn()));
    }
    if (first >= highest && previous != null) {
      holes.add(
          new MissingLogs(
              previous.thread(), previous.sequence() + 1, previous.sequence(), highest, first + 1));
    }
    return holes;
  }

  /** Threads that were enabled before their first registered log and before the range begins. */
  static List<MissingLogs> before(List<RedoFile> files, long first, List<ThreadState> threads) {
    List<MissingLogs> holes = new ArrayList<>();
    for (ThreadState thread : threads) {
      files.stream()
          .filter(f -> f.thread() == thread.thread())
          .findFirst()
          .filter(f -> f.firstScn() > first && thread.enableScn() < f.firstScn())
          .filter(f -> f.sequence() > 1)
          .ifPresent(
              f ->
                  holes.add(new MissingLogs(f.thread(), 0, f.sequence() - 1, first, f.firstScn())));
    }
    return holes;
  }

  /** Whether logs on both sides are registered. */
  boolean isBetween() {
    return fromSequence > 0 && toSequence >= fromSequence;
  }

  String description() {
    return "MISSING LOGFILE(S) for thread %d, sequence(s) %d to %d"
        .formatted(thread, fromSequence, Math.max(fromSequence, toSequence));
  }
}
