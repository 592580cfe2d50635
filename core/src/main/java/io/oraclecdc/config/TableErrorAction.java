package io.oraclecdc.config;

/** What happens when one table cannot be captured any more ({@code cdc.table.error.action}). */
public enum TableErrorAction {
  /** Capture stops. */
  STOP,
  /** The table is set aside, the others go on. */
  QUARANTINE
}
