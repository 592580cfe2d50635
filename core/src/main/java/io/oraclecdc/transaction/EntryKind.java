package io.oraclecdc.transaction;

import io.oraclecdc.redo.RedoEvent.RowOperation;

/** What an entry of a transaction's log is. */
enum EntryKind {
  INSERT(RowOperation.INSERT, false),
  UPDATE(RowOperation.UPDATE, false),
  DELETE(RowOperation.DELETE, false),
  UNDO_BY_INSERT(RowOperation.INSERT, true),
  UNDO_BY_UPDATE(RowOperation.UPDATE, true),
  UNDO_BY_DELETE(RowOperation.DELETE, true);

  private static final EntryKind[] VALUES = values();

  private final RowOperation operation;
  private final boolean undo;

  EntryKind(RowOperation operation, boolean undo) {
    this.operation = operation;
    this.undo = undo;
  }

  static EntryKind of(int ordinal) {
    return VALUES[ordinal];
  }

  static EntryKind change(RowOperation operation) {
    return switch (operation) {
      case INSERT -> INSERT;
      case UPDATE -> UPDATE;
      case DELETE -> DELETE;
    };
  }

  static EntryKind undo(RowOperation operation) {
    return switch (operation) {
      case INSERT -> UNDO_BY_INSERT;
      case UPDATE -> UNDO_BY_UPDATE;
      case DELETE -> UNDO_BY_DELETE;
    };
  }

  RowOperation operation() {
    return operation;
  }

  boolean isUndo() {
    return undo;
  }

  /** The kind of change that an undo row of this kind takes back. */
  RowOperation undoneOperation() {
    return switch (operation) {
      case INSERT -> RowOperation.DELETE;
      case UPDATE -> RowOperation.UPDATE;
      case DELETE -> RowOperation.INSERT;
    };
  }
}
