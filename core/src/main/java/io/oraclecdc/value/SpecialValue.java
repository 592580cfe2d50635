package io.oraclecdc.value;

/** What a column can hold in a row image besides an ordinary value. Never Java null. */
public enum SpecialValue {
  /** SQL NULL: the row says that there is no value. */
  SQL_NULL,
  /** The redo says that there is a value but does not carry it, as with LOBs in before images. */
  UNAVAILABLE,
  /**
   * The statement does not mention the column: not logged, excluded or not captured. Not the same
   * as NULL.
   */
  NOT_LOGGED
}
