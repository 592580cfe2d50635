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
     * Captured, but each value is replaced by asterisks as soon as it is decoded ({@code
     * cdc.columns.mask.include}).
     */
    MASKED,
    /**
     * Captured, but each value is replaced by a salted hash as soon as it is decoded ({@code
     * cdc.columns.hash.include}).
     */
    HASHED,
    /**
     * Named by {@code cdc.columns.exclude}, or not by {@code cdc.columns.include}: dropped before
     * conversion, never buffered, no field in records.
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
    return use == Use.CAPTURED || isDisguised();
  }

  /** Whether text stands for the values of this column, whatever its type. */
  public boolean isDisguised() {
    return use == Use.MASKED || use == Use.HASHED;
  }

  /** Whether somebody wanted values of this column not to be seen. */
  public boolean isSensitive() {
    return use == Use.EXCLUDED || isDisguised();
  }

  /** The same column with another name. */
  public Column named(String other) {
    return new Column(other, type, nullable, internalId, use, defaultExpression);
  }

  /** The same column with another use. */
  public Column with(Use other) {
    return new Column(name, type, nullable, internalId, other, defaultExpression);
  }
}
