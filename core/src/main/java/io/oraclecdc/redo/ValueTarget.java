package io.oraclecdc.redo;

import io.oraclecdc.model.RowId;
import io.oraclecdc.value.RowImage;
import org.jspecify.annotations.Nullable;

/**
 * One column of one row, as a locator or the head of a value names it.
 *
 * @param column index of the column, captured or not
 * @param row what the WHERE clause tells of the row
 * @param rowId the ROWID condition, null when there is none
 */
public record ValueTarget(int column, RowImage row, @Nullable RowId rowId) {}
