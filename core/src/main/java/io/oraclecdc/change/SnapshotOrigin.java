package io.oraclecdc.change;

import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a row of a snapshot comes from.
 *
 * @param scn SCN as of which its chunk was read
 * @param readAt when its chunk was read
 * @param marker its place in the snapshot
 * @param rowId ROWID of the row, null when not known
 */
public record SnapshotOrigin(Scn scn, Instant readAt, Marker marker, @Nullable RowId rowId)
    implements RowOrigin {

  /** What {@code source.snapshot} says of a row. */
  public enum Marker {
    /** The first row of the snapshot; a snapshot of one row has only a {@link #LAST} one. */
    FIRST,
    /** A row between the first and the last. */
    TRUE,
    /** The last row of the snapshot. */
    LAST,
    /** A row of a snapshot that a signal started. */
    INCREMENTAL
  }
}
