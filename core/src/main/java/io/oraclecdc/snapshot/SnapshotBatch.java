package io.oraclecdc.snapshot;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.position.SnapshotProgress;
import io.oraclecdc.position.SnapshotProgress.Request;
import java.time.Instant;
import java.util.List;

/**
 * Chunks of one request that are read AS OF one SCN. Its place in the stream is behind every commit
 * at or below the SCN and before every later one.
 */
public final class SnapshotBatch {
  private final Scn scn;
  private final Request request;
  private final Instant readAt;
  // Set once, by the reading thread, before the feed makes the batch ready.
  private List<ChunkRows> chunks = List.of();
  private List<TableId> alsoDone = List.of();
  private boolean last;

  SnapshotBatch(Scn scn, Request request, Instant readAt) {
    this.scn = scn;
    this.request = request;
    this.readAt = readAt;
  }

  /** SCN of its rows. */
  public Scn scn() {
    return scn;
  }

  String request() {
    return request.id();
  }

  boolean isInitial() {
    return request.kind() == SnapshotProgress.Kind.INITIAL;
  }

  Instant readAt() {
    return readAt;
  }

  List<ChunkRows> chunks() {
    return chunks;
  }

  /** Tables that have no rows, or are not there any more. */
  List<TableId> alsoDone() {
    return alsoDone;
  }

  /** Whether no row of the request follows. */
  boolean isLast() {
    return last;
  }

  void fill(List<ChunkRows> read, List<TableId> empty, boolean isLast) {
    chunks = List.copyOf(read);
    alsoDone = List.copyOf(empty);
    last = isLast;
  }

  long rows() {
    return chunks.stream().mapToLong(ChunkRows::rows).sum();
  }

  void drop(WaitingRows waiting) {
    chunks.forEach(rows -> rows.drop(waiting));
  }
}
