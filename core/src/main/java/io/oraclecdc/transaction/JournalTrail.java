package io.oraclecdc.transaction;

import io.oraclecdc.position.RedoNeed;
import io.oraclecdc.spill.SpillMark;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What of an open transaction is in the journal. Changes only when a step is completed. Not
 * thread-safe.
 *
 * <pre>
 *  rows      | durable | written, perhaps not durable | of the running step |
 *  position          ^ may lie here                                         ^ end of the redo so far
 * </pre>
 */
final class JournalTrail {
  private final Deque<Group> pending = new ArrayDeque<>();
  private long chunks;
  private long durableChunks;
  private SpillMark mark = SpillMark.START;
  private boolean whole;
  private boolean passed;
  private @Nullable RedoNeed need;

  /** Chunks written so far. */
  long chunks() {
    return chunks;
  }

  /** Entries written so far. */
  SpillMark mark() {
    return mark;
  }

  /**
   * Whether what was written last tells which statements can be missing. Until tables with values
   * in rows of their own are captured the ends of steps tell that, and positions with them.
   */
  boolean isWhole() {
    return whole;
  }

  /** Whether the redo went on behind the last row that was written. */
  boolean isPassed() {
    return passed;
  }

  /** Sets {@link #isPassed()}. */
  void passed(boolean whether) {
    passed = whether;
  }

  /** A group of chunks was handed to the journal. */
  void wrote(
      long lastSequence,
      long newChunks,
      SpillMark upTo,
      boolean isWhole,
      OpenFloor covers,
      RedoNeed asked) {
    passed = false;
    chunks += newChunks;
    mark = upTo;
    whole = isWhole;
    pending.add(new Group(lastSequence, chunks, covers, asked));
  }

  /** It was read back from the journal. */
  void restored(long known, SpillMark upTo, boolean isWhole, RedoNeed asked) {
    need = asked;
    chunks = known;
    durableChunks = known;
    mark = upTo;
    whole = isWhole;
  }

  /** Everything up to a number of the journal is durable. */
  void durable(long sequence) {
    while (!pending.isEmpty() && pending.element().sequence() <= sequence) {
      Group group = pending.remove();
      durableChunks = group.chunks();
      need = group.need();
    }
  }

  /** Chunks that a position may rely on. */
  long durableChunks() {
    return durableChunks;
  }

  /** The redo that is asked for when the transaction goes on behind what is durable. */
  @Nullable RedoNeed need() {
    return need;
  }

  /** The earliest rows that are written and not durable, null when all are. */
  @Nullable OpenFloor undurable() {
    OpenFloor floor = null;
    for (Group group : pending) {
      floor = floor == null ? group.covers() : floor.including(group.covers());
    }
    return floor;
  }

  /**
   * Chunks that were written together; only the last of them tells the state of the transaction.
   *
   * @param sequence number of the last of them
   * @param chunks number of chunks up to it
   * @param covers first rows of the group
   * @param need the redo that is asked for when the transaction goes on behind it
   */
  private record Group(long sequence, long chunks, OpenFloor covers, RedoNeed need) {}
}
