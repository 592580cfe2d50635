package io.oraclecdc.commit;

import io.oraclecdc.lob.CompletedRow;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.MissingRow;
import io.oraclecdc.lob.MissingValues.Outcome;
import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.transaction.BufferedChange;
import io.oraclecdc.value.RowImage;

/** A change on its way out: completed, and perhaps waiting for values that the redo lacks. */
final class PendingChange {
  private final BufferedChange change;
  private final CompletedRow row;
  private final int index;
  private RowOperation operation;
  private RowImage before;
  private RowImage after;
  private boolean failed;
  private boolean keyMoved;
  private boolean nothing;
  private boolean keyTaken;

  /**
   * A change.
   *
   * @param index its number in the transaction, from 1
   */
  PendingChange(BufferedChange change, CompletedRow row, int index) {
    this.change = change;
    this.row = row;
    this.index = index;
    this.operation = change.operation();
    this.before = row.before();
    this.after = row.after();
    this.keyMoved = change.keyMoved();
    this.keyTaken = change.keyTaken();
  }

  BufferedChange change() {
    return change;
  }

  int index() {
    return index;
  }

  RowOperation operation() {
    return operation;
  }

  RowImage before() {
    return before;
  }

  RowImage after() {
    return after;
  }

  boolean reselectFailed() {
    return failed;
  }

  /** Whether values have to be asked for. */
  boolean isMissingValues() {
    return !row.missing().isEmpty();
  }

  /**
   * What to ask for.
   *
   * @param atCommit a row image with the key that the row has at the commit
   */
  MissingRow missing(RowImage atCommit) {
    return new MissingRow(change.table(), atCommit, change.rowId(), row.missing());
  }

  /** Whether a later change of the transaction is one of the same row, as far as ROWIDs tell. */
  boolean isFollowedBy(PendingChange later) {
    RowId rowId = change.rowId();
    return rowId != null
        && !rowId.isTableOnly()
        && !change.table().isIndexOrganized()
        && rowId.equals(later.change.rowId())
        && change.table().id().equals(later.change.table().id());
  }

  /** Heap of it, roughly. */
  long bytes() {
    // Decoded values take about twice the room of encoded ones, plus the objects around them.
    return 400L + 3L * change.bytes() + row.valueBytes();
  }

  /** Takes an answer about the missing values. */
  void found(Found answer) {
    RowImage values = answer.values();
    failed = answer.outcome() == Outcome.FAILED;
    if (values == null) {
      return;
    }
    Object[] merged = new Object[after.size()];
    for (int i = 0; i < merged.length; i++) {
      merged[i] = row.missing().get(i) && values.isLogged(i) ? values.get(i) : after.get(i);
    }
    after = RowImage.owning(merged);
  }

  /** Takes what a change turned out to be whose content LogMiner could not give. */
  void becomes(RowOperation kind, RowImage oldRow, RowImage newRow, boolean moved) {
    operation = kind;
    before = oldRow;
    after = newRow;
    keyMoved = moved;
  }

  /** Another row of the transaction has the key that this one had before. */
  void keyIsTaken() {
    keyTaken = true;
  }

  boolean isKeyTaken() {
    return keyTaken;
  }

  /** The row neither existed before the transaction nor after it. */
  void cameToNothing() {
    nothing = true;
  }

  boolean isNothing() {
    return nothing;
  }

  /** Whether it gave its row another record key. */
  boolean isKeyMoved() {
    return keyMoved;
  }
}
