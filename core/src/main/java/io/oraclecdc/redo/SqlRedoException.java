package io.oraclecdc.redo;

/**
 * A statement that cannot be read. Knows the statement only; the decoder adds the place in the redo
 * and the error code. The message holds no values.
 */
public final class SqlRedoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with the statement. */
  public enum Fault {
    /** The text has another form than the grammar. */
    UNEXPECTED_FORM,
    /** The text ends inside a statement. */
    CUT_OFF,
    /** The form is understood and not supported. */
    UNSUPPORTED,
    /** A column that the table has not. */
    UNKNOWN_COLUMN,
    /** Columns or table have the names that LogMiner invents when its dictionary does not fit. */
    STALE_DICTIONARY,
    /** A literal that is no value of its column's type. */
    BAD_VALUE
  }

  private final Fault fault;
  private final int offset;

  SqlRedoException(Fault fault, int offset, String expectation) {
    super(expectation);
    this.fault = fault;
    this.offset = offset;
  }

  /** What is wrong. */
  public Fault fault() {
    return fault;
  }

  /** Where in the statement, from 0. */
  public int offset() {
    return offset;
  }
}
