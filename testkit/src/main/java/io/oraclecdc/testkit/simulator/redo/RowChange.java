package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One changed row, as the capture triggers saw it. Arrays are indexed like {@link
 * SimTable#columns()} and never modified.
 *
 * @param kind what happened
 * @param table the table version the statement ran against
 * @param rowId the 18-character ROWID
 * @param before old values; null for INSERT
 * @param after new values; null for DELETE
 * @param assigned for UPDATE: positions that the SET clause or a trigger assigned, changed or not;
 *     empty otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // shared by reference on purpose, never compared
public record RowChange(
    Kind kind,
    SimTable table,
    String rowId,
    @Nullable Object @Nullable [] before,
    @Nullable Object @Nullable [] after,
    BitSet assigned) {

  /** Kind of change. */
  public enum Kind {
    /** A new row. */
    INSERT,
    /** Changed values of a row. */
    UPDATE,
    /** A removed row. */
    DELETE
  }
}
