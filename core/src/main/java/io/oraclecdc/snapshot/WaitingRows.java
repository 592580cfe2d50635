package io.oraclecdc.snapshot;

import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Rows that were read and wait for delivery, in blocks of many: in memory up to a budget, beyond it
 * on disk, in the same store that transactions use. Thread-safe: readers put, the capture thread
 * takes.
 */
final class WaitingRows implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final SpillArea area;
  private long bytes;
  private boolean closed;

  /**
   * Nothing waits yet.
   *
   * @param area used by this object alone and closed with it
   */
  WaitingRows(SpillArea area) {
    this.area = area;
  }

  /**
   * Some rows.
   *
   * @param rows how many
   */
  record Block(SpillLog log, int rows, long bytes) {}

  /**
   * Keeps a block.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-4001 when there is no room on disk
   */
  Block put(FrameBuilder frame, int rows) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("rows are not kept any more");
      }
      SpillLog log = area.newLog("rows of a snapshot");
      log.append(frame);
      bytes += frame.size();
      return new Block(log, rows, frame.size());
    } finally {
      lock.unlock();
    }
  }

  /** Takes a block out, once. */
  FrameInput take(Block block) {
    lock.lock();
    try (SpillReader reader = block.log().readForward()) {
      if (!reader.next()) {
        throw new IllegalStateException("a block of rows is gone");
      }
      return FrameInput.of(reader.frame().toBytes());
    } finally {
      try {
        forget(block);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Forgets a block that nobody wants any more. */
  void drop(Block block) {
    lock.lock();
    try {
      forget(block);
    } finally {
      lock.unlock();
    }
  }

  private void forget(Block block) {
    if (!closed) {
      block.log().close();
      bytes -= block.bytes();
    }
  }

  /** Bytes that wait, in memory and on disk. */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        area.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
