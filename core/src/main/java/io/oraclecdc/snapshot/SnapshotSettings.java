package io.oraclecdc.snapshot;

import io.oraclecdc.value.CodecContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What decides how tables are read.
 *
 * @param readers chunks that are read at the same time, each on a session of its own
 * @param chunkRows most rows of a chunk
 * @param chunkRetries how often a chunk is read again after the same kind of failure
 * @param fetchSize rows per round trip
 * @param pendingChunks most chunks that wait for delivery before reading pauses
 * @param memoryMaxBytes heap for rows that wait; more of them wait on disk
 * @param batchMax how long the delivery of the stream may wait for one batch
 * @param order names of tables that are read first
 * @param overrides by table name: a condition, or a whole SELECT
 * @param maxLobBytes most bytes of a LOB
 * @param failOversize whether a larger LOB stops capture; else its value is unavailable
 * @param visits whether a session enters the container of a table
 * @param codecs how texts become values
 */
public record SnapshotSettings(
    int readers,
    int chunkRows,
    int chunkRetries,
    int fetchSize,
    int pendingChunks,
    long memoryMaxBytes,
    Duration batchMax,
    List<String> order,
    Map<String, String> overrides,
    long maxLobBytes,
    boolean failOversize,
    boolean visits,
    CodecContext codecs) {

  /** Below this a chunk does not shrink. */
  static final int FLOOR_ROWS = 1000;

  /** Copies the collections. */
  public SnapshotSettings {
    order = List.copyOf(order);
    overrides = Map.copyOf(overrides);
  }
}
