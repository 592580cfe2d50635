package io.oraclecdc.config;

/**
 * What happens to a transaction beyond a limit ({@code cdc.transaction.max.age.action}, {@code
 * cdc.transaction.max.changes.action}).
 */
public enum LimitAction {
  /** Capture stops. */
  FAIL,
  /** Nothing of it is delivered, and that is told. */
  DISCARD
}
