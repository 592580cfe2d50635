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
  /** A LOB is about to be written. */
  SELECT_LOB_LOCATOR(9),
  /** A piece of a LOB. */
  LOB_WRITE(10),
  /** A LOB is cut. */
  LOB_TRIM(11),
  /** A part of a LOB is blanked; 28 in the documentation, see {@link RedoBehaviour}. */
  LOB_ERASE(29),
  /** An XML document begins. */
  XML_DOC_BEGIN(68),
  /** A piece of an XML document. */
  XML_DOC_WRITE(70),
  /** An XML document ends. */
  XML_DOC_END(71),
  /** An extended string begins. */
  BEGIN_32K(91),
  /** A piece of an extended string. */
  WRITE_32K(92),
  /** An extended string ends. */
  END_32K(93),
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

  /** Whether it is a row about a single value of a row. */
  public boolean isValue() {
    return switch (this) {
      case SELECT_LOB_LOCATOR,
          LOB_WRITE,
          LOB_TRIM,
          LOB_ERASE,
          XML_DOC_BEGIN,
          XML_DOC_WRITE,
          XML_DOC_END,
          BEGIN_32K,
          WRITE_32K,
          END_32K ->
          true;
      default -> false;
    };
  }

  /** OPERATION. */
  public String label() {
    return switch (this) {
      case XML_DOC_BEGIN, XML_DOC_WRITE, XML_DOC_END -> name().replace('_', ' ');
      case BEGIN_32K -> "32K_BEGIN";
      case WRITE_32K -> "32K_WRITE";
      case END_32K -> "32K_END";
      default -> name();
    };
  }

  static RedoOperation of(RowChange.Kind kind) {
    return switch (kind) {
      case INSERT -> INSERT;
      case UPDATE -> UPDATE;
      case DELETE -> DELETE;
    };
  }
}
