package io.oraclecdc.value;

/**
 * LONG and LONG RAW: short values are printed like those of other columns; in place of a long one
 * stand the words LONG DATA, and the value is not available.
 */
final class LongCodec implements ColumnCodec {
  private static final String MARK = "LONG DATA";

  private final ColumnCodec values;

  LongCodec(ColumnCodec values) {
    this.values = values;
  }

  @Override
  public Object decode(Literal literal) {
    boolean marked =
        literal.kind() == Literal.Kind.QUOTED
            && literal.end() - literal.start() == MARK.length()
            && literal.sql().startsWith(MARK, literal.start());
    return marked ? SpecialValue.UNAVAILABLE : values.decode(literal);
  }
}
