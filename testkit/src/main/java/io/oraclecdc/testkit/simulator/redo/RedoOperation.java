package io.oraclecdc.testkit.simulator.redo;

/** OPERATION_CODE and OPERATION of a redo record. */
public enum RedoOperation {
  /** Row of LogMiner's own bookkeeping; ends an insert of empty LOBs. */
  INTERNAL(0),
  /** New row. */
  INSERT(1),
  /** Removed row. */
  DELETE(2),
  /** Changed row. */
  UPDATE(3),
  /** DDL text. */
  DDL(5),
  /** Begin of a transaction. */
  START(6),
  /** Commit. */
  COMMIT(7),
  /** End of a full rollback. */
  ROLLBACK(36),
  /** A change LogMiner cannot show. */
  UNSUPPORTED(255);

  private static final RedoOperation[] BY_CODE = new RedoOperation[256];

  static {
    for (RedoOperation operation : values()) {
      BY_CODE[operation.code] = operation;
    }
  }

  private final int code;

  RedoOperation(int code) {
    this.code = code;
  }

  /** The operation of a stored code. */
  static RedoOperation ofCode(int code) {
    RedoOperation found = BY_CODE[code];
    if (found == null) {
      throw new IllegalStateException("damaged redo record: operation " + code);
    }
    return found;
  }

  /** OPERATION_CODE. */
  public int code() {
    return code;
  }

  static RedoOperation of(RowChange.Kind kind) {
    return switch (kind) {
      case INSERT -> INSERT;
      case UPDATE -> UPDATE;
      case DELETE -> DELETE;
    };
  }
}
