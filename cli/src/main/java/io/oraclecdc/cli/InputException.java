package io.oraclecdc.cli;

/** An input file or option cannot be used; the message says where and why. */
final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InputException(String message) {
    super(message);
  }
}
