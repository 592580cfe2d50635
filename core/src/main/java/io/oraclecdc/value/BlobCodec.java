package io.oraclecdc.value;

/**
 * BLOB in one statement: HEXTORAW, or the call that stands for an empty LOB. An empty LOB is not
 * NULL. Rows that follow may replace what the statement shows.
 */
final class BlobCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    return switch (literal.kind()) {
      case EMPTY_BLOB -> new byte[0];
      case HEXTORAW -> Hex.decode(literal);
      default -> throw new LiteralException(literal.sourceStart(), "HEXTORAW is expected");
    };
  }
}
