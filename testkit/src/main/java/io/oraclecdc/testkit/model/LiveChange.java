package io.oraclecdc.testkit.model;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import org.jspecify.annotations.Nullable;

/** A change that its transaction has not undone. */
final class LiveChange {
  private final ModelTable table;
  private final TableRow row;
  private final RowChange change;
  private final long scn;
  private @Nullable RedoAddress address;

  LiveChange(ModelTable table, TableRow row, RowChange change, long scn) {
    this.table = table;
    this.row = row;
    this.change = change;
    this.scn = scn;
  }

  ModelTable table() {
    return table;
  }

  TableRow row() {
    return row;
  }

  RowChange change() {
    return change;
  }

  long scn() {
    return scn;
  }

  /** Whether it was written to the log. */
  boolean isPlaced() {
    return address != null;
  }

  /** Its place, once it was written to the log. */
  RedoAddress address() {
    if (address == null) {
      throw new IllegalStateException("the change is still in its strand");
    }
    return address;
  }

  /** Of the rows of a LOB statement the first tells. */
  void placed(RedoAddress at) {
    if (address == null) {
      address = at;
    }
  }
}
