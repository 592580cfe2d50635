package io.oraclecdc.transaction;

import io.oraclecdc.model.TransactionKey;

/** What one transaction after the other uses: a slot of an undo segment of a container. */
record UndoSlot(int containerId, int undoSegment, int slot) {

  static UndoSlot of(TransactionKey key) {
    return new UndoSlot(key.containerId(), key.xid().undoSegment(), key.xid().slot());
  }
}
