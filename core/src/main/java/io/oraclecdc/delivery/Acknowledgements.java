package io.oraclecdc.delivery;

import io.oraclecdc.position.Position;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which changes were acknowledged, and the position of the unbroken prefix of them. Changes are
 * registered in delivery order and acknowledged in any.
 *
 * <p>Thread-safe.
 */
public final class Acknowledgements {
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasRoom = lock.newCondition();
  // All guarded by lock. An entry sits at its ordinal modulo the length, a power of two.
  private @Nullable Entry[] ring = new Entry[64];
  private int outstanding;
  private long firstOrdinal = -1;
  private @Nullable Position newest;

  /**
   * Nothing is registered yet.
   *
   * @param capacity most changes that are registered and not part of the prefix, at least 1
   */
  public Acknowledgements(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("at least one change must fit: " + capacity);
    }
    this.capacity = capacity;
  }

  /**
   * Expects an acknowledgement; waits while there are too many.
   *
   * @throws IllegalArgumentException if the change does not follow the one registered before
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public void register(SequencedChange change) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (outstanding >= capacity) {
        hasRoom.await();
      }
      long expected = firstOrdinal + outstanding;
      if (firstOrdinal < 0) {
        firstOrdinal = change.ordinal();
      } else if (change.ordinal() != expected) {
        throw new IllegalArgumentException(
            "changes are registered without a hole: "
                + change.ordinal()
                + " where "
                + expected
                + " was expected");
      }
      if (outstanding == ring.length) {
        grow();
      }
      ring[slot(change.ordinal())] = new Entry(change.position());
      outstanding++;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Acknowledges one change. Nothing happens when it was acknowledged before.
   *
   * @throws IllegalArgumentException if it was never registered
   */
  public void acknowledge(long ordinal) {
    lock.lock();
    try {
      check(ordinal);
      if (ordinal >= firstOrdinal) {
        acknowledgeEntry(ordinal);
        advance();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Acknowledges a change and every earlier one.
   *
   * @throws IllegalArgumentException if it was never registered
   */
  public void acknowledgeUpTo(long ordinal) {
    lock.lock();
    try {
      check(ordinal);
      for (long each = firstOrdinal; each <= ordinal; each++) {
        acknowledgeEntry(each);
      }
      advance();
    } finally {
      lock.unlock();
    }
  }

  private void check(long ordinal) {
    if (ordinal < 0 || firstOrdinal < 0 || ordinal >= firstOrdinal + outstanding) {
      throw new IllegalArgumentException("no change with this number was registered: " + ordinal);
    }
  }

  private void acknowledgeEntry(long ordinal) {
    Entry entry = ring[slot(ordinal)];
    if (entry != null) {
      entry.acknowledged = true;
    }
  }

  private int slot(long ordinal) {
    return (int) (ordinal & (ring.length - 1));
  }

  private void grow() {
    @Nullable Entry[] old = ring;
    ring = new Entry[old.length * 2];
    for (int i = 0; i < outstanding; i++) {
      long ordinal = firstOrdinal + i;
      ring[slot(ordinal)] = old[(int) (ordinal & (old.length - 1))];
    }
  }

  private void advance() {
    Entry first = outstanding == 0 ? null : ring[slot(firstOrdinal)];
    while (first != null && first.acknowledged) {
      newest = first.position;
      ring[slot(firstOrdinal)] = null;
      firstOrdinal++;
      outstanding--;
      first = outstanding == 0 ? null : ring[slot(firstOrdinal)];
    }
    hasRoom.signalAll();
  }

  /** Position of the unbroken prefix, empty before the first change of it. */
  public Optional<Position> newest() {
    lock.lock();
    try {
      return Optional.ofNullable(newest);
    } finally {
      lock.unlock();
    }
  }

  /** Number of changes that are registered and not part of the prefix. */
  public int outstanding() {
    lock.lock();
    try {
      return outstanding;
    } finally {
      lock.unlock();
    }
  }

  private static final class Entry {
    private final Position position;
    private boolean acknowledged;

    Entry(Position position) {
      this.position = position;
    }
  }
}
