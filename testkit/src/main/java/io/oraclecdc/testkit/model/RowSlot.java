package io.oraclecdc.testkit.model;

import io.oraclecdc.model.RowId;

/** A place of a row in a block. Is used again for other rows. */
final class RowSlot {
  private final RowId rowId;
  private final int number;

  /** How often the open transaction that uses it has deleted a row here, deletes undone aside. */
  private int pendingDeletes;

  RowSlot(RowId rowId, int number) {
    this.rowId = rowId;
    this.number = number;
  }

  /** As the rows of the view print it. */
  RowId rowId() {
    return rowId;
  }

  /** Number in the block. */
  int number() {
    return number;
  }

  boolean hasPendingDelete() {
    return pendingDeletes > 0;
  }

  void deleted() {
    pendingDeletes++;
  }

  void deleteUndone() {
    pendingDeletes--;
  }

  void settle() {
    pendingDeletes = 0;
  }
}
