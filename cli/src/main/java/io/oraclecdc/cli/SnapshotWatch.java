package io.oraclecdc.cli;

import io.oraclecdc.snapshot.SnapshotStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shows from a thread of its own how far the reading of tables is, until it is closed. Never throws
 * into the command.
 */
final class SnapshotWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private SnapshotWatch(Supplier<SnapshotStatus> status, SnapshotProgressLine line) {
    this.thread = new Thread(() -> watch(status, line), "oracle-cdc-snapshot-progress");
    thread.setDaemon(true);
  }

  /** Begins to look. */
  static SnapshotWatch over(Supplier<SnapshotStatus> status, SnapshotProgressLine line) {
    SnapshotWatch watch = new SnapshotWatch(status, line);
    watch.thread.start();
    return watch;
  }

  private void watch(Supplier<SnapshotStatus> status, SnapshotProgressLine line) {
    try {
      while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        line.show(status.get());
      }
      line.show(status.get());
      line.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Shows what there is to show a last time. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
