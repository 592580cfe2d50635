package io.oraclecdc.snapshot;

import io.oraclecdc.model.TableId;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.position.SnapshotProgress.Request;
import io.oraclecdc.position.SnapshotProgress.TableRead;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together what {@link SnapshotStatus} tells. One thread: the one that reads. */
final class StatusReport {
  private static final Logger LOG = LoggerFactory.getLogger(StatusReport.class);

  private final SnapshotFeed feed;
  private final WaitingRows waiting;
  private final ChunkPlanner planner;
  private final Clock clock;
  private @Nullable Instant began;
  private long rowsAtBegin;

  StatusReport(SnapshotFeed feed, WaitingRows waiting, ChunkPlanner planner, Clock clock) {
    this.feed = feed;
    this.waiting = waiting;
    this.planner = planner;
    this.clock = clock;
  }

  /** A request is read from now on. */
  void begins(Request request) {
    began = clock.instant();
    rowsAtBegin = rows(request);
  }

  private static long rows(Request request) {
    return request.tables().stream().mapToLong(TableRead::rows).sum();
  }

  SnapshotStatus of(@Nullable SnapshotProgress progress, List<TableCursor> cursors, long retries) {
    if (progress == null) {
      return SnapshotStatus.none();
    }
    Request running = progress.running();
    int pending = feed.pendingChunks();
    if (running == null) {
      return new SnapshotStatus(
          SnapshotStatus.State.COMPLETE,
          null,
          null,
          0,
          0,
          0,
          -1,
          0,
          pending,
          waiting.bytes(),
          feed.chunksDelivered(),
          retries,
          null);
    }
    long rows = rows(running);
    long estimate = estimate(cursors);
    return new SnapshotStatus(
        progress.paused() ? SnapshotStatus.State.PAUSED : SnapshotStatus.State.RUNNING,
        running.id(),
        tableOf(running),
        running.tables().size(),
        (int) running.tables().stream().filter(TableRead::done).count(),
        rows,
        estimate,
        progress.requests().size() - 1,
        pending,
        waiting.bytes(),
        feed.chunksDelivered(),
        retries,
        remaining(rows, estimate));
  }

  private static @Nullable TableId tableOf(Request running) {
    for (TableRead read : running.tables()) {
      if (!read.done()) {
        return read.table();
      }
    }
    return null;
  }

  private long estimate(List<TableCursor> cursors) {
    long sum = 0;
    for (TableCursor cursor : cursors) {
      try {
        long rows = planner.estimate(cursor.table());
        if (rows < 0) {
          return -1;
        }
        sum += Math.max(rows, cursor.rows());
      } catch (ChunkException e) {
        LOG.debug("no estimate: {}", e.error().observed());
        return -1;
      }
    }
    return cursors.isEmpty() ? -1 : sum;
  }

  private @Nullable Duration remaining(long rows, long estimate) {
    Instant since = began;
    long done = rows - rowsAtBegin;
    if (since == null || estimate < 0 || done <= 0) {
      return null;
    }
    double millis = Duration.between(since, clock.instant()).toMillis();
    return Duration.ofMillis((long) (millis / done * Math.max(0, estimate - rows)));
  }
}
