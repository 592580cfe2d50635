package io.oraclecdc.redo;

/**
 * What to do with a text value whose inner quotes LogMiner did not double, as databases with
 * MAX_STRING_SIZE=EXTENDED print them ({@code cdc.redo.unescaped.quotes}).
 */
public enum UnescapedQuotes {
  /** Such a statement stops capture. */
  STRICT,
  /** As {@link #LENIENT}, but for columns that need MAX_STRING_SIZE=EXTENDED alone. */
  LENIENT_IN_EXTENDED_COLUMNS,
  /**
   * The end of a value is found by what follows it. A statement with two possible readings, or with
   * none, stops capture.
   */
  LENIENT
}
