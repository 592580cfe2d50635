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
 * @param call the call of DBMS_LOB that made the change; null for statements
 * @param path how it was written
 */
@SuppressWarnings("ArrayRecordComponent") // shared by reference on purpose, never compared
public record RowChange(
    Kind kind,
    SimTable table,
    String rowId,
    @Nullable Object @Nullable [] before,
    @Nullable Object @Nullable [] after,
    BitSet assigned,
    @Nullable LobCall call,
    Path path) {

  /** A change that went the usual way. */
  public RowChange(
      Kind kind,
      SimTable table,
      String rowId,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      BitSet assigned,
      @Nullable LobCall call) {
    this(kind, table, rowId, before, after, assigned, call, Path.CONVENTIONAL);
  }

  /** A change by a statement. */
  public RowChange(
      Kind kind,
      SimTable table,
      String rowId,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      BitSet assigned) {
    this(kind, table, rowId, before, after, assigned, null);
  }

  /** What a column held before, null also for INSERT. */
  public @Nullable Object oldValue(String column) {
    for (int i = 0; before != null && i < table.columns().size(); i++) {
      if (table.columns().get(i).name().equals(column)) {
        return before[i];
      }
    }
    return null;
  }

  /** The same change, made by a call of DBMS_LOB. */
  public RowChange by(LobCall lobCall) {
    return new RowChange(kind, table, rowId, before, after, assigned, lobCall, path);
  }

  /** The same change on another way. */
  public RowChange on(Path way) {
    return new RowChange(kind, table, rowId, before, after, assigned, call, way);
  }

  /** How a change reached the table's blocks. */
  public enum Path {
    /** Through the buffer cache, with redo. */
    CONVENTIONAL,
    /** Written as whole new blocks, with redo. */
    DIRECT,
    /** Written as whole new blocks without redo of the rows. */
    UNLOGGED
  }

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
