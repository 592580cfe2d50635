package io.oraclecdc.config;

/** How apostrophes that LogMiner forgot to double are read ({@code cdc.redo.unescaped.quotes}). */
public enum UnescapedQuotes {
  /** A row that holds one stops capture. */
  STRICT,
  /** The one possible reading is taken; a row with two possible readings stops capture. */
  LENIENT,
  /**
   * {@link #LENIENT} for extended columns of a database with MAX_STRING_SIZE=EXTENDED, else {@link
   * #STRICT}.
   */
  AUTO
}
