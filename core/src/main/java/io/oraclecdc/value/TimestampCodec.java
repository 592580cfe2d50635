package io.oraclecdc.value;

/** TIMESTAMP without zone; never passes through a zone. */
final class TimestampCodec implements ColumnCodec {
  private final TimestampText text = new TimestampText();

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.TO_TIMESTAMP
        && literal.kind() != Literal.Kind.ANSI_TIMESTAMP) {
      throw new LiteralException(literal.sourceStart(), "TO_TIMESTAMP is expected");
    }
    text.read(literal);
    text.era();
    text.finish();
    return text.toLocalDateTime();
  }
}
