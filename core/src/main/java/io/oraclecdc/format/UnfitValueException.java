package io.oraclecdc.format;

/**
 * A value that its field cannot hold. The reason names no value; the caller adds where the row
 * stands. Carries no stack trace: it never leaves the package.
 */
final class UnfitValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitValueException(String reason) {
    super(reason, null, false, false);
  }

  /** What does not fit, a clause without subject. */
  String reason() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
