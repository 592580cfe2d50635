package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoFile;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoRecord;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The records of a range in the order LogMiner meets them: each thread's in redo order, threads
 * merged by SCN. An SCN bound filters records; it does not shorten the read.
 */
final class RecordScan {
  private final RedoOptions options;
  private final MiningRange range;
  private final List<ThreadScan> threads = new ArrayList<>();
  private final Set<RedoRecord> behindHoles = Collections.newSetFromMap(new IdentityHashMap<>());
  private @Nullable ThreadScan reading;
  private long readingSequence;

  RecordScan(RedoOptions options, MiningRange range) {
    this.options = options;
    this.range = range;
    Map<Integer, Deque<RedoFile>> byThread = new TreeMap<>();
    for (RedoFile file : range.files()) {
      if (range.needs(file)) {
        byThread.computeIfAbsent(file.thread(), t -> new ArrayDeque<>()).add(file);
      }
    }
    byThread.values().forEach(files -> threads.add(new ThreadScan(files)));
  }

  /** The next record, null at the end. */
  @Nullable RedoRecord next() throws SQLException {
    if (threads.size() == 1) {
      return threads.get(0).take();
    }
    if (options.has(RedoBehaviour.THREADS_LOG_BY_LOG)) {
      return nextOfLog();
    }
    ThreadScan lowest = lowest();
    return lowest == null ? null : lowest.take();
  }

  /** Whether logs before the log of a record are missing; asked once for each record. */
  boolean isBehindHole(RedoRecord row) {
    return !behindHoles.isEmpty() && behindHoles.remove(row);
  }

  /** Stays with a thread until its log ends. */
  private @Nullable RedoRecord nextOfLog() throws SQLException {
    ThreadScan thread = reading;
    RedoRecord head = thread == null ? null : thread.peek();
    if (head == null || head.rba().sequence() != readingSequence) {
      thread = lowest();
      head = thread == null ? null : thread.peek();
    }
    if (thread == null || head == null) {
      return null;
    }
    reading = thread;
    readingSequence = head.rba().sequence();
    return thread.take();
  }

  private @Nullable ThreadScan lowest() throws SQLException {
    ThreadScan lowest = null;
    long lowestScn = Long.MAX_VALUE;
    for (ThreadScan thread : threads) {
      RedoRecord head = thread.peek();
      if (head != null && head.scn() < lowestScn) {
        lowest = thread;
        lowestScn = head.scn();
      }
    }
    return lowest;
  }

  /** Logs of one thread, one after the other. */
  private final class ThreadScan {
    private final Deque<RedoFile> waiting;
    private @Nullable RedoFile file;
    private RedoFile.@Nullable Records records;
    private @Nullable RedoRecord head;
    private boolean isBehindHole;

    ThreadScan(Deque<RedoFile> files) {
      waiting = files;
    }

    @Nullable RedoRecord peek() throws SQLException {
      if (head == null) {
        head = read();
      }
      return head;
    }

    @Nullable RedoRecord take() throws SQLException {
      RedoRecord found = peek();
      head = null;
      return found;
    }

    private @Nullable RedoRecord read() throws SQLException {
      while (true) {
        RedoFile.Records open = records;
        if (open == null) {
          RedoFile nextFile = waiting.poll();
          if (nextFile == null) {
            return null;
          }
          RedoFile before = file;
          isBehindHole |= before != null && before.sequence() + 1 != nextFile.sequence();
          file = nextFile;
          if (nextFile.isGone()) {
            throw OraErrors.of(308, "cannot open archived log '" + nextFile.name() + "'");
          }
          RedoFile.End end = range.ends().get(nextFile);
          open = nextFile.records(end == null ? nextFile.end() : end);
          records = open;
        }
        if (endsEarly()) {
          waiting.clear();
          return null;
        }
        RedoRecord found = open.next();
        if (found == null) {
          records = null;
        } else if (found.scn() > range.lastScn()
            && options.has(RedoBehaviour.END_SCN_STOPS_THE_READ)) {
          waiting.clear();
          records = null;
        } else if (found.isLogged()
            && found.scn() >= range.firstScn()
            && found.scn() <= range.lastScn()
            && (range.container() == 0 || found.session().containerId() == range.container())) {
          if (isBehindHole) {
            behindHoles.add(found);
            isBehindHole = false;
          }
          return found;
        }
      }
    }

    /** Whether the open log was overwritten; raises unless the release ends silently. */
    private boolean endsEarly() throws SQLException {
      RedoFile open = file;
      if (open == null || !open.isReused()) {
        return false;
      }
      if (options.has(RedoBehaviour.OVERWRITTEN_LOG_ENDS_SILENTLY)) {
        return true;
      }
      throw OraErrors.of(
          310,
          "archived log contains sequence %d; sequence %d required\nORA-00334: archived log: '%s'"
              .formatted(open.sequenceNow(), open.sequence(), open.name()));
    }
  }
}
