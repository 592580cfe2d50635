package io.oraclecdc.value;

/** ROWID and UROWID columns: the text, whatever its length. */
final class RowIdCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.QUOTED) {
      throw new LiteralException(literal.sourceStart(), "a quoted ROWID is expected");
    }
    String text = literal.text();
    return text.isEmpty() ? SpecialValue.SQL_NULL : text;
  }
}
