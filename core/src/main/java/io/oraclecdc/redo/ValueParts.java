package io.oraclecdc.redo;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import org.jspecify.annotations.Nullable;

/**
 * Takes the parts of the values of one change, which came in several rows. Amounts and offsets as
 * in {@link LobCall}.
 */
public interface ValueParts {

  /**
   * A change begins; what follows belongs to it.
   *
   * @param table layout
   * @param after the new row as its statement shows it
   * @param rowId ROWID as far as the first row of the change tells it, null when it does not
   * @param address where the first row of the change stands, for messages
   */
  void begin(TableSchema table, RowImage after, @Nullable RowId rowId, RedoAddress address);

  /**
   * A later row told the ROWID of the change.
   *
   * @param rowId ROWID of the row
   */
  void named(RowId rowId);

  /**
   * What follows for a column replaces its value.
   *
   * @param column index of the column
   */
  void replaced(int column);

  /**
   * What follows for a column changes the value it had before, which the statement does not show.
   *
   * @param column index of the column
   */
  void kept(int column);

  /** A write. */
  void written(int column, Object data, long amount, long offset);

  /** A cut; one beyond the end tells that something before it is missing. */
  void trimmed(int column, long length);

  /** An erasure. */
  void erased(int column, long amount, long offset);

  /** A piece of a value that is joined in the order of its pieces. */
  void appended(int column, Object piece);

  /**
   * A part could not be held: the heap has no room for it and what came before.
   *
   * @param column index of the column
   */
  void abandoned(int column);

  /** The whole value, or a {@link io.oraclecdc.value.SpecialValue}. */
  void assigned(int column, Object value);
}
