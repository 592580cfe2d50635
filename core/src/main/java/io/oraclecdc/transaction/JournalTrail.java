package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.spill.SpillMark;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
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
  private byte[] state = new byte[0];
  private @Nullable OpenFloor base;
  private boolean passed;

  /** Chunks written so far. */
  long chunks() {
    return chunks;
  }

  /** Entries written so far. */
  SpillMark mark() {
    return mark;
  }

  /** What the transaction was when the last group was written, see {@link TransactionState}. */
  byte[] state() {
    return state;
  }

  /** Where rows of it can stand that came after the last group was written. */
  @Nullable OpenFloor base() {
    return base;
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
  void wrote(long lastSequence, long newChunks, SpillMark upTo, byte[] newState, OpenFloor covers) {
    passed = false;
    chunks += newChunks;
    mark = upTo;
    state = newState;
    pending.add(new Group(lastSequence, chunks, covers));
  }

  /** It was read back from the journal. */
  void restored(long known, SpillMark upTo, byte[] knownState) {
    chunks = known;
    durableChunks = known;
    mark = upTo;
    state = knownState;
  }

  /** Sets {@link #base()}. */
  void base(OpenFloor place) {
    base = place;
  }

  /** Moves {@link #base()} on: no row of it that the journal lacks stands before these places. */
  void advanceBase(Function<RedoThread, @Nullable RedoAddress> places) {
    OpenFloor known = base;
    if (known == null) {
      return;
    }
    Map<RedoThread, RedoAddress> addresses = new HashMap<>(known.addresses());
    addresses.replaceAll(
        (thread, address) -> {
          RedoAddress place = places.apply(thread);
          return place != null && place.isAfter(address) ? place : address;
        });
    base = new OpenFloor(known.scn(), addresses);
  }

  /** Everything up to a number of the journal is durable. */
  void durable(long sequence) {
    while (!pending.isEmpty() && pending.element().sequence() <= sequence) {
      durableChunks = pending.remove().chunks();
    }
  }

  /** Chunks that a position may rely on. */
  long durableChunks() {
    return durableChunks;
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
   */
  private record Group(long sequence, long chunks, OpenFloor covers) {}
}
