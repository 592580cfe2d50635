package io.oraclecdc.model;

/**
 * OPERATION_CODE of V$LOGMNR_CONTENTS. Total: every number has a constant, unknown ones are {@link
 * #OTHER}.
 */
public enum OperationCode {
  /** Space management, index maintenance; also ends a statement that wrote LOBs out of row. */
  INTERNAL(0),
  /** A new row. */
  INSERT(1),
  /** A removed row. */
  DELETE(2),
  /** Changed values. */
  UPDATE(3),
  /** A DDL statement. */
  DDL(5),
  /** First change of a transaction. */
  START(6),
  /** Commit. */
  COMMIT(7),
  /** Locator of a LOB. */
  SELECT_LOB_LOCATOR(9),
  /** Part of a LOB. */
  LOB_WRITE(10),
  /** LOB cut. */
  LOB_TRIM(11),
  /** Piece of a LONG or LONG RAW value. */
  LONG_DATA(24),
  /** Row lock. */
  SELECT_FOR_UPDATE(25),
  /** LOB erase: 29 in every measurement, 28 in the manual. */
  LOB_ERASE(29),
  /** Redo of a range is missing. */
  MISSING_SCN(34),
  /** End of a full rollback. */
  ROLLBACK(36),
  /** XML document begins. */
  XML_DOC_BEGIN(68),
  /** Part of an XML document. */
  XML_DOC_WRITE(70),
  /** XML document ends. */
  XML_DOC_END(71),
  /** Extended string begins. */
  EXTENDED_STRING_BEGIN(91),
  /** Part of an extended string. */
  EXTENDED_STRING_WRITE(92),
  /** Extended string ends. */
  EXTENDED_STRING_END(93),
  /** A change whose content LogMiner cannot give. */
  UNSUPPORTED(255),
  /** Any other number: nothing capture needs. */
  OTHER(-1);

  private static final OperationCode[] BY_CODE = new OperationCode[256];

  static {
    for (OperationCode code : values()) {
      if (code.code >= 0) {
        BY_CODE[code.code] = code;
      }
    }
    BY_CODE[28] = LOB_ERASE;
  }

  private final int code;

  OperationCode(int code) {
    this.code = code;
  }

  /** The number as LogMiner prints it; -1 for {@link #OTHER}. */
  public int code() {
    return code;
  }

  /** The constant for a number, {@link #OTHER} when there is none. */
  public static OperationCode of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      return OTHER;
    }
    OperationCode known = BY_CODE[code];
    return known == null ? OTHER : known;
  }
}
