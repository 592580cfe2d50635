package io.oraclecdc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** NUMBER and FLOAT: exact decimals, scale as printed without zeros at its end, never negative. */
final class NumberCodec implements ColumnCodec {
  private static final int DIGITS_OF_A_LONG = 18;

  /** NUMBER has 40 digits at most; more are left to the general way. */
  private static final int MOST_PLAIN_DIGITS = 64;

  private static final BigInteger[] TENS = tens();

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

  /** Digits and perhaps a point, as NUMBER(38) is printed; null for every other form. */
  private static @Nullable BigDecimal plain(Literal literal) {
    String sql = literal.sql();
    int end = literal.end();
    int position = literal.start();
    boolean negative = sql.charAt(position) == '-';
    if (negative || sql.charAt(position) == '+') {
      position++;
    }
    BigInteger unscaled = BigInteger.ZERO;
    long part = 0;
    int partDigits = 0;
    int digits = 0;
    int point = -1;
    for (; position < end; position++) {
      char c = sql.charAt(position);
      if (c == '.' && point < 0) {
        point = digits;
        continue;
      }
      if (c < '0' || c > '9' || ++digits > MOST_PLAIN_DIGITS) {
        return null;
      }
      part = part * 10 + (c - '0');
      if (++partDigits == DIGITS_OF_A_LONG) {
        unscaled = joined(unscaled, part, partDigits);
        part = 0;
        partDigits = 0;
      }
    }
    unscaled = joined(unscaled, part, partDigits);
    return new BigDecimal(negative ? unscaled.negate() : unscaled, point < 0 ? 0 : digits - point);
  }

  private static BigInteger joined(BigInteger high, long low, int lowDigits) {
    if (lowDigits == 0) {
      return high;
    }
    BigInteger rest = BigInteger.valueOf(low);
    return high.signum() == 0 ? rest : high.multiply(TENS[lowDigits]).add(rest);
  }

  private static BigInteger[] tens() {
    BigInteger[] powers = new BigInteger[DIGITS_OF_A_LONG + 1];
    for (int i = 0; i < powers.length; i++) {
      powers[i] = BigInteger.TEN.pow(i);
    }
    return powers;
  }

  /** More digits than a long holds, an exponent, or not a number. */
  private static BigDecimal large(Literal literal) {
    BigDecimal plain = plain(literal);
    if (plain != null) {
      return plain;
    }
    NumberText.check(literal);
    BigDecimal number = new BigDecimal(literal.text());
    if (Math.abs((long) number.scale()) > LARGEST_SCALE || number.precision() > LARGEST_SCALE) {
      throw new LiteralException(literal.start(), "the number is larger than NUMBER can be");
    }
    if (number.scale() > 0) {
      // 1.0E-40 and 1E-40 are one number: it has one scale, however it was printed.
      number = number.stripTrailingZeros();
    }
    return number.scale() < 0 ? number.setScale(0) : number;
  }
}
