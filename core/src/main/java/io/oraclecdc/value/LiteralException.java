package io.oraclecdc.value;

/**
 * A value that does not fit the type of its column. Crosses from a codec to the parser, which adds
 * column and place. The message says what was expected, never the value.
 */
public final class LiteralException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int offset;

  /**
   * A value that cannot be read.
   *
   * @param offset where in the statement the trouble is
   * @param expectation rule that is broken
   */
  public LiteralException(int offset, String expectation) {
    super(expectation);
    this.offset = offset;
  }

  /** Where in the statement the trouble is. */
  public int offset() {
    return offset;
  }
}
