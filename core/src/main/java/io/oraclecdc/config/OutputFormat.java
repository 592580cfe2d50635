package io.oraclecdc.config;

/** Shape of the records ({@code cdc.output.format}). */
public enum OutputFormat {
  /** Debezium's envelope. */
  DEBEZIUM
}
