package io.oraclecdc.schema;

import org.jspecify.annotations.Nullable;

/**
 * One column of one version of a table.
 *
 * @param name as in the dictionary, case kept
 * @param type its type
 * @param nullable false for NOT NULL and primary key columns
 * @param internalId INTERNAL_COLUMN_ID, the n of {@code "COL n"} in rows of a stale dictionary
 * @param use whether values of the column are read
 * @param defaultExpression DATA_DEFAULT as typed, null when there is none
 */
public record Column(
    String name,
    OracleType type,
    boolean nullable,
    int internalId,
    Use use,
    @Nullable String defaultExpression) {

  /** What capture does with a column. */
  public enum Use {
    /** Values are decoded and published. */
    CAPTURED,
    /**
     * Named by {@code cdc.columns.exclude}: dropped before conversion, never buffered, no field in
     * records.
     */
    EXCLUDED,
    /**
     * Hidden, virtual, of a LOB type while LOBs are skipped, or of a type LogMiner cannot give: no
     * field in records.
     */
    IGNORED
  }

  /** Whether values of this column are decoded and published. */
  public boolean isCaptured() {
    return use == Use.CAPTURED;
  }
}
