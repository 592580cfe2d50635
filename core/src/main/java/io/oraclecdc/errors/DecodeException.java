package io.oraclecdc.errors;

import org.jspecify.annotations.Nullable;

/**
 * A single row that cannot be decoded (CDC-3001). The only error that {@code cdc.on.decode.error}
 * may send to the dead letters; the same code thrown as a plain {@link CdcException} concerns a
 * whole table and always stops.
 */
public final class DecodeException extends CdcException {
  private static final long serialVersionUID = 1L;

  /**
   * A row that cannot be decoded; {@code observed} names table, SCN and redo address but no value.
   */
  public DecodeException(String observed, @Nullable Throwable cause) {
    super(ErrorCode.DECODE, observed, cause);
  }
}
