package io.oraclecdc.config;

/** What happens to a row that cannot be decoded ({@code cdc.on.decode.error}). */
public enum DecodeErrorAction {
  /** Capture stops. */
  FAIL,
  /** It is left out of its transaction and kept among the dead letters. */
  DLQ
}
