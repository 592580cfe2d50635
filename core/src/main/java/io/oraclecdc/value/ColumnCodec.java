package io.oraclecdc.value;

/** Reads values of one column. Not thread-safe; belongs to the {@link ValueCodecs} that made it. */
public interface ColumnCodec {

  /**
   * The Java value of a literal (classes: see the package), or a {@link SpecialValue}. Literals of
   * kind NULL and UNSUPPORTED never get here.
   *
   * @throws LiteralException if the literal is not a value of the column's type, is damaged, or
   *     holds less than the type does (a date without its time of day)
   */
  Object decode(Literal literal);
}
