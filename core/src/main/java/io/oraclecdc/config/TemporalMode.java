package io.oraclecdc.config;

/** How dates, timestamps and intervals appear in records ({@code cdc.temporal.mode}). */
public enum TemporalMode {
  /** As numbers since the epoch whose unit follows the precision of the column. */
  ADAPTIVE,
  /** As ISO 8601 text. */
  ISO_STRING
}
