package io.oraclecdc.config;

/** Operations of records that {@code cdc.skipped.operations} can leave out. */
public enum SkippedOperation {
  /** Created rows. */
  C,
  /** Updates that kept the key. */
  U,
  /** Deleted rows. */
  D,
  /** Truncated tables. */
  T
}
