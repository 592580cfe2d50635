package io.oraclecdc.config;

/** What to do with a table that has no usable key ({@code cdc.key.missing}). */
public enum MissingKey {
  /** Refuse the table. */
  FAIL,
  /** Use the ROWID as key. */
  ROWID,
  /** Publish records without a key. */
  NONE
}
