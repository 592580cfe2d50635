package io.oraclecdc.value;

/**
 * CLOB, NCLOB and XMLTYPE in one statement: text, or the call that stands for an empty LOB. An
 * empty LOB is not NULL. Rows that follow may replace what the statement shows.
 */
final class ClobCodec implements ColumnCodec {
  private final TextCodec texts;

  ClobCodec(TextCodec texts) {
    this.texts = texts;
  }

  @Override
  public Object decode(Literal literal) {
    return literal.kind() == Literal.Kind.EMPTY_CLOB ? "" : texts.text(literal);
  }
}
