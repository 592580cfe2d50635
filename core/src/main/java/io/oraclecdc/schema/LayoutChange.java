package io.oraclecdc.schema;

/**
 * What a statement of DDL did to one captured table.
 *
 * @param kind what happened
 * @param table the layout from then on; for {@link Kind#DROP} the last one
 */
public record LayoutChange(Kind kind, TableSchema table) {

  /** What can happen to a table. */
  public enum Kind {
    /** It came into being, or is captured from now on. */
    CREATE,
    /** It was changed, or has another name. */
    ALTER,
    /** It is gone, or is not captured under its new name. */
    DROP
  }
}
