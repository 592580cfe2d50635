package io.oraclecdc.config;

/**
 * What happens to an open transaction that the database does not know any more ({@code
 * cdc.transaction.orphan.action}).
 */
public enum OrphanAction {
  /** It counts as rolled back. */
  RELEASE,
  /** Capture stops. */
  FAIL
}
