package io.oraclecdc.value;

/** BINARY_FLOAT: decimal text with exponent, {@code Nan}, {@code Inf}, {@code -Inf}. */
final class BinaryFloatCodec implements ColumnCodec {

  @Override
  public Object decode(Literal literal) {
    String special = BinaryText.special(literal);
    if (special != null) {
      return Float.valueOf(special);
    }
    float value = Float.parseFloat(literal.text());
    if (Float.isInfinite(value)) {
      throw new LiteralException(literal.start(), "the number is larger than BINARY_FLOAT can be");
    }
    if (value == 0 && !BinaryText.isZero(literal)) {
      throw new LiteralException(
          literal.start(), "the number is nearer to zero than BINARY_FLOAT can be");
    }
    return value;
  }
}
