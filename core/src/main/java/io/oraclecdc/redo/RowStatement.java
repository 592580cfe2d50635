package io.oraclecdc.redo;

import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.value.RowImage;
import org.jspecify.annotations.Nullable;

/**
 * What one statement says.
 *
 * @param operation its verb
 * @param before values of the WHERE clause; nothing logged for an insert
 * @param after values of an insert; of an update the SET values, completed by the WHERE values;
 *     nothing logged for a delete
 * @param rowId the ROWID condition, kept apart from the columns; null when there is none
 * @param setsOnlyApart whether an update sets nothing but columns whose values may lie outside the
 *     row, captured or not
 */
public record RowStatement(
    RowOperation operation,
    RowImage before,
    RowImage after,
    @Nullable String rowId,
    boolean setsOnlyApart) {

  @Override
  public String toString() {
    return operation + " before " + before + " after " + after;
  }
}
