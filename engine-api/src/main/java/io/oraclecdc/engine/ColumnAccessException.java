package io.oraclecdc.engine;

/**
 * A {@link Row} getter asked for something the row does not have: unknown column, other type, value
 * not in the redo.
 */
public final class ColumnAccessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ColumnAccessException(String message) {
    super(message);
  }
}
