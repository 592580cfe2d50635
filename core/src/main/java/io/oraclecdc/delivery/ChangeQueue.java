package io.oraclecdc.delivery;

import io.oraclecdc.errors.CdcException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Changes between the capture thread and the consumer, bounded by number and by bytes. A single
 * change larger than the byte bound passes when the queue is empty.
 *
 * <p>Thread-safe: one side delivers, the other polls, anyone closes or fails it.
 */
public final class ChangeQueue implements Delivery, AutoCloseable {
  private final int maxChanges;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasRoom = lock.newCondition();
  private final Condition hasChanges = lock.newCondition();
  // All guarded by lock.
  private final Deque<SequencedChange> changes = new ArrayDeque<>();
  private long bytes;
  private boolean closed;
  private @Nullable CdcException failure;

  /**
   * An empty queue.
   *
   * @param maxChanges most changes in it, at least 1
   * @param maxBytes most bytes in it by the estimate of {@link SequencedChange#bytes()}
   */
  public ChangeQueue(int maxChanges, long maxBytes) {
    if (maxChanges < 1) {
      throw new IllegalArgumentException("a queue holds at least one change: " + maxChanges);
    }
    this.maxChanges = maxChanges;
    this.maxBytes = maxBytes;
  }

  @Override
  public void deliver(SequencedChange change) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && failure == null && !hasRoomFor(change)) {
        hasRoom.await();
      }
      if (closed || failure != null) {
        throw new InterruptedException("the queue of changes was closed");
      }
      changes.add(change);
      bytes += change.bytes();
      hasChanges.signal();
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoomFor(SequencedChange change) {
    return changes.isEmpty() || (changes.size() < maxChanges && bytes + change.bytes() <= maxBytes);
  }

  /**
   * Takes changes in order; waits until there is at least one.
   *
   * @param max most changes to take, at least 1
   * @param timeout how long to wait
   * @return empty when the time is over, or when the queue is closed and empty
   * @throws CdcException what capture failed with, after the last change before the failure was
   *     taken
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public List<SequencedChange> poll(int max, Duration timeout) throws InterruptedException {
    long nanos = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (changes.isEmpty()) {
        CdcException failed = failure;
        if (failed != null) {
          throw failed;
        }
        if (closed || nanos <= 0) {
          return List.of();
        }
        nanos = hasChanges.awaitNanos(nanos);
      }
      int count = Math.min(max, changes.size());
      List<SequencedChange> taken = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        SequencedChange change = changes.remove();
        bytes -= change.bytes();
        taken.add(change);
      }
      hasRoom.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the queue with an error: changes in it can still be taken, then {@link #poll} throws; who
   * delivers is interrupted. The first error stays.
   */
  public void fail(CdcException error) {
    lock.lock();
    try {
      if (failure == null) {
        failure = error;
      }
      hasRoom.signalAll();
      hasChanges.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the queue: changes in it can still be taken, nothing comes any more. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      hasRoom.signalAll();
      hasChanges.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing can be taken any more. */
  public boolean isFinished() {
    lock.lock();
    try {
      return (closed || failure != null) && changes.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Number of changes in it. */
  public int size() {
    lock.lock();
    try {
      return changes.size();
    } finally {
      lock.unlock();
    }
  }

  /** Estimated bytes in it. */
  public long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }
}
