package io.oraclecdc.config;

/** What happens to a LOB value that is too large ({@code cdc.lob.oversize.action}). */
public enum LobOversizeAction {
  /** Capture stops. */
  FAIL,
  /** Its field has the placeholder. */
  PLACEHOLDER
}
