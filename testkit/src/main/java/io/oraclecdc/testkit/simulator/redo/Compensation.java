package io.oraclecdc.testkit.simulator.redo;

import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The change that a rollback makes to undo another, and which columns a change names. */
public final class Compensation {
  private Compensation() {}

  /**
   * What undoes {@code change}: for an INSERT a DELETE without values, for a DELETE an INSERT of
   * the old row, for an UPDATE an UPDATE that restores the columns it had set.
   */
  public static RowChange of(RowChange change) {
    return switch (change.kind()) {
      case INSERT ->
          new RowChange(
              RowChange.Kind.DELETE, change.table(), change.rowId(), null, null, new BitSet());
      case DELETE ->
          new RowChange(
              RowChange.Kind.INSERT,
              change.table(),
              change.rowId(),
              null,
              change.before(),
              new BitSet());
      case UPDATE ->
          new RowChange(
              RowChange.Kind.UPDATE,
              change.table(),
              change.rowId(),
              null,
              change.before(),
              setColumns(change));
    };
  }

  /** Columns an UPDATE assigned or changed. */
  public static BitSet setColumns(RowChange change) {
    BitSet set = (BitSet) change.assigned().clone();
    set.or(changedColumns(change));
    return set;
  }

  /** Columns whose value differs. */
  public static BitSet changedColumns(RowChange change) {
    BitSet changed = new BitSet();
    @Nullable Object @Nullable [] before = change.before();
    @Nullable Object @Nullable [] after = change.after();
    if (before != null && after != null) {
      for (int i = 0; i < before.length; i++) {
        if (!Objects.deepEquals(before[i], after[i])) {
          changed.set(i);
        }
      }
    }
    return changed;
  }
}
