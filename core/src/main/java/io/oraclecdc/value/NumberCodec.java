package io.oraclecdc.value;

import java.math.BigDecimal;

/** NUMBER and FLOAT: exact decimals, scale as printed and never negative. */
final class NumberCodec implements ColumnCodec {
  private static final int DIGITS_OF_A_LONG = 18;

  /** Decimal exponents reach from -130 to 125; anything far outside is damage, not a number. */
  private static final int LARGEST_SCALE = 400;

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.QUOTED && literal.kind() != Literal.Kind.BARE_NUMBER) {
      throw new LiteralException(literal.sourceStart(), "a number is expected");
    }
    String sql = literal.sql();
    int end = literal.end();
    int position = literal.start();
    boolean negative = false;
    if (position < end) {
      char sign = sql.charAt(position);
      if (sign == '-' || sign == '+') {
        negative = sign == '-';
        position++;
      }
    }
    long unscaled = 0;
    int point = -1;
    int digits = 0;
    for (; position < end; position++) {
      char c = sql.charAt(position);
      if (c >= '0' && c <= '9') {
        if (++digits > DIGITS_OF_A_LONG) {
          return large(literal);
        }
        unscaled = unscaled * 10 + (c - '0');
      } else if (c == '.' && point < 0) {
        point = digits;
      } else {
        return large(literal);
      }
    }
    if (digits == 0) {
      throw NumberText.damaged(literal, position);
    }
    return BigDecimal.valueOf(negative ? -unscaled : unscaled, point < 0 ? 0 : digits - point);
  }

  /** More digits than a long holds, an exponent, or not a number. */
  private static BigDecimal large(Literal literal) {
    NumberText.check(literal);
    BigDecimal number = new BigDecimal(literal.text());
    if (Math.abs((long) number.scale()) > LARGEST_SCALE || number.precision() > LARGEST_SCALE) {
      throw new LiteralException(literal.start(), "the number is larger than NUMBER can be");
    }
    return number.scale() < 0 ? number.setScale(0) : number;
  }
}
