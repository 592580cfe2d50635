package io.oraclecdc.testkit.model;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;

/**
 * A change that a committed transaction made and kept.
 *
 * @param table layout of the images
 * @param operation kind of change
 * @param before old values as far as the table's supplemental logging gives them; nothing for an
 *     insert
 * @param after new values likewise; nothing for a delete
 * @param rowId ROWID as the row of the view prints it
 * @param scn SCN of the change
 * @param address redo address of the change
 */
public record ExpectedChange(
    TableSchema table,
    Operation operation,
    RowImage before,
    RowImage after,
    RowId rowId,
    Scn scn,
    RedoAddress address) {

  /** Kind of change. */
  public enum Operation {
    /** A new row. */
    INSERT,
    /** Changed values. */
    UPDATE,
    /** A removed row. */
    DELETE
  }

  /** Kind and place, never values. */
  @Override
  public String toString() {
    return operation + " of " + table.id() + " " + rowId + " at " + address;
  }
}
