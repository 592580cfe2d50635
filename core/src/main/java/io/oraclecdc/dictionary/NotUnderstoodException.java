package io.oraclecdc.dictionary;

/** A statement of DDL says something that is not derived from its text. Holds no values. */
final class NotUnderstoodException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotUnderstoodException(String what) {
    super(what);
  }
}
