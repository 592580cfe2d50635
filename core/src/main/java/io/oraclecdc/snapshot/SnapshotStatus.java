package io.oraclecdc.snapshot;

import io.oraclecdc.model.TableId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the reading of tables was doing when it was asked.
 *
 * @param state in one word
 * @param request id of the running request, null when nothing runs
 * @param table read now, null when none is
 * @param tables tables of the running request
 * @param tablesDone of these, those of which every row was delivered
 * @param rowsDelivered rows of the running request that were delivered and are not read again
 * @param rowsEstimated how many it has by the statistics of the dictionary; -1 when these are
 *     missing for some table
 * @param waitingRequests requests behind it
 * @param pendingChunks chunks that were read and wait for the stream, or are being read
 * @param pendingBytes bytes of their rows
 * @param chunks chunks delivered since the start
 * @param retries chunks read again since the start
 * @param remaining how long the rest may take, null when nobody knows
 */
public record SnapshotStatus(
    State state,
    @Nullable String request,
    @Nullable TableId table,
    int tables,
    int tablesDone,
    long rowsDelivered,
    long rowsEstimated,
    int waitingRequests,
    int pendingChunks,
    long pendingBytes,
    long chunks,
    long retries,
    @Nullable Duration remaining) {

  /** In one word. */
  public enum State {
    /** Nothing was ever asked for. */
    NONE,
    /** Rows are read. */
    RUNNING,
    /** Reading waits for a signal. */
    PAUSED,
    /** Everything that was asked for was delivered. */
    COMPLETE
  }

  /** Before anything was asked for. */
  public static SnapshotStatus none() {
    return new SnapshotStatus(State.NONE, null, null, 0, 0, 0, -1, 0, 0, 0, 0, 0, null);
  }
}
