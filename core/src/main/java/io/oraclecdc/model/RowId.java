package io.oraclecdc.model;

/**
 * A ROWID as text, exactly as LogMiner printed it: 18 characters for a heap table, other forms for
 * index-organised tables.
 *
 * @param text the text, never shortened or packed
 */
public record RowId(String text) {

  /** Eighteen A: LogMiner does not know the row yet (rows of LOB statements). */
  public static final RowId PLACEHOLDER = new RowId("AAAAAAAAAAAAAAAAAA");

  /** Whether this is the placeholder of eighteen A. */
  public boolean isPlaceholder() {
    return PLACEHOLDER.text.equals(text);
  }

  /**
   * Whether file, block and row are all zero, as on every row of an index-organised table: such an
   * id does not tell rows of a table apart.
   */
  public boolean isTableOnly() {
    return text.endsWith("AAAAAAAAAAAA");
  }

  @Override
  public String toString() {
    return text;
  }
}
