package io.oraclecdc.config;

/** {@code cdc.interval.mode}: INTERVAL columns. */
public enum IntervalMode {
  /** float64 microseconds. */
  FLOAT64,
  /** int64 microseconds, what is smaller cut off. */
  INT64,
  /** ISO 8601 text with every part, each with its own sign. */
  STRING
}
