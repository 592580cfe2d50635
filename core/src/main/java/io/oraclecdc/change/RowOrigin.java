package io.oraclecdc.change;

import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import org.jspecify.annotations.Nullable;

/** Where a row comes from: the redo, or a query of a snapshot. */
public sealed interface RowOrigin permits ChangeOrigin, SnapshotOrigin {

  /** SCN of the change, or as of which the row was read. */
  Scn scn();

  /** ROWID of the row, null when not known. */
  @Nullable RowId rowId();
}
