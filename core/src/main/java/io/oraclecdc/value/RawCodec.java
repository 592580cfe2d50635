package io.oraclecdc.value;

/**
 * RAW and LONG RAW: HEXTORAW, digits of either case. No bytes are NULL, as everywhere in Oracle.
 */
final class RawCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.HEXTORAW) {
      throw new LiteralException(literal.sourceStart(), "HEXTORAW is expected");
    }
    byte[] bytes = Hex.decode(literal);
    return bytes.length == 0 ? SpecialValue.SQL_NULL : bytes;
  }
}
