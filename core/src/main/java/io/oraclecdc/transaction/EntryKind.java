package io.oraclecdc.transaction;

import io.oraclecdc.redo.RedoEvent.RowOperation;
import java.util.List;

/** What an entry of a transaction's log is. */
enum EntryKind {
  INSERT(0, RowOperation.INSERT, false),
  UPDATE(1, RowOperation.UPDATE, false),
  DELETE(2, RowOperation.DELETE, false),
  UNDO_BY_INSERT(3, RowOperation.INSERT, true),
  UNDO_BY_UPDATE(4, RowOperation.UPDATE, true),
  UNDO_BY_DELETE(5, RowOperation.DELETE, true),
  /** A change whose kind and values LogMiner cannot give. */
  UNKNOWN(6, RowOperation.UPDATE, false),
  /** An insert that could not be decoded. */
  BAD_INSERT(7, RowOperation.INSERT, false),
  /** An update, or a call of DBMS_LOB, that could not be decoded. */
  BAD_UPDATE(8, RowOperation.UPDATE, false),
  /** A delete that could not be decoded. */
  BAD_DELETE(9, RowOperation.DELETE, false),
  /** A change that could not be decoded and whose kind is not known. */
  BAD_UNKNOWN(10, RowOperation.UPDATE, false);

  private static final List<EntryKind> BY_CODE = List.of(values());

  private final int code;
  private final RowOperation operation;
  private final boolean undo;

  EntryKind(int code, RowOperation operation, boolean undo) {
    this.code = code;
    this.operation = operation;
    this.undo = undo;
  }

  /** The kind with a code; codes are the positions in the declaration. */
  static EntryKind of(int code) {
    return BY_CODE.get(code);
  }

  int code() {
    return code;
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

  static EntryKind bad(RowOperation operation) {
    return switch (operation) {
      case INSERT -> BAD_INSERT;
      case UPDATE -> BAD_UPDATE;
      case DELETE -> BAD_DELETE;
    };
  }

  /** Whether it stands for a row that could not be decoded: it has no images, but a dead letter. */
  boolean isBad() {
    return code >= BAD_INSERT.code;
  }

  /** Whether an undo row of any kind can take it back. */
  boolean isOfAnyKind() {
    return this == UNKNOWN || this == BAD_UNKNOWN;
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
