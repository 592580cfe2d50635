package io.oraclecdc.transaction;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A change of a committed transaction that nothing took back.
 *
 * @param table layout of the images
 * @param operation kind of change
 * @param scn SCN of the change
 * @param thread redo thread of the row
 * @param address redo address
 * @param ssn SSN
 * @param rowId ROWID, null when not known
 * @param time wall clock of the database host, null when the redo carries none
 * @param before old values
 * @param after new values
 * @param keyMoved whether an update gave the row another record key
 * @param keyTaken whether the key the row had before belongs to another row of this transaction by
 *     now
 * @param contentUnknown whether LogMiner could give neither kind nor values; both images are empty
 * @param rowOnly whether LOBs of the row were changed by rows that tell at most its ROWID; both
 *     images are empty
 * @param bytes size in the buffer, without values that came in rows of their own
 */
public record BufferedChange(
    TableSchema table,
    RowOperation operation,
    Scn scn,
    RedoThread thread,
    RedoAddress address,
    long ssn,
    @Nullable RowId rowId,
    @Nullable LocalDateTime time,
    RowImage before,
    RowImage after,
    boolean keyMoved,
    boolean keyTaken,
    boolean contentUnknown,
    boolean rowOnly,
    int bytes) {

  /** Whether the redo has no value of the row, so that all of it has to be asked for. */
  public boolean isWithoutValues() {
    return contentUnknown || rowOnly;
  }
}
