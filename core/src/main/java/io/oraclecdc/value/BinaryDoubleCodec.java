package io.oraclecdc.value;

/** BINARY_DOUBLE: decimal text with exponent, {@code Nan}, {@code Inf}, {@code -Inf}. */
final class BinaryDoubleCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    String special = BinaryText.special(literal);
    if (special != null) {
      return Double.valueOf(special);
    }
    double value = Double.parseDouble(literal.text());
    if (Double.isInfinite(value)) {
      throw new LiteralException(literal.start(), "the number is larger than BINARY_DOUBLE can be");
    }
    if (value == 0 && !BinaryText.isZero(literal)) {
      throw new LiteralException(
          literal.start(), "the number is nearer to zero than BINARY_DOUBLE can be");
    }
    return value;
  }
}
