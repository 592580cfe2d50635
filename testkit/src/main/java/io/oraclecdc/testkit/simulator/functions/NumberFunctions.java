package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Functions on numbers, at Oracle's 40 digits. */
public final class NumberFunctions {
  private static final MathContext DIGITS = new MathContext(40, RoundingMode.HALF_UP);

  /** EXP of more is beyond 1E126. */
  private static final BigDecimal LARGEST_EXPONENT = BigDecimal.valueOf(290);

  private NumberFunctions() {}

  private static String characters() {
    return RuntimeSession.current().nls().numericCharacters();
  }

  /** Implicit conversion of a number to text. */
  public static @Nullable String numberToChar(@Nullable BigDecimal value) {
    return value == null ? null : NumberFormat.plain(value, characters());
  }

  /** TO_CHAR(number, mask). */
  public static @Nullable String numberToCharMask(@Nullable BigDecimal value, @Nullable String mask)
      throws SQLException {
    if (value == null) {
      return null;
    }
    return mask == null
        ? NumberFormat.plain(value, characters())
        : new NumberFormat(mask, characters()).print(value);
  }

  /** BINARY_FLOAT to text. */
  public static @Nullable String floatToChar(@Nullable Float value) {
    return value == null ? null : BinaryText.of(value);
  }

  /** BINARY_DOUBLE to text. */
  public static @Nullable String doubleToChar(@Nullable Double value) {
    return value == null ? null : BinaryText.of(value);
  }

  /** Implicit conversion of text to a number. */
  public static @Nullable BigDecimal toNumber(@Nullable String text) throws SQLException {
    if (text == null) {
      return null;
    }
    String digits = text.strip().replace(characters().charAt(0), '.');
    if (!digits.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
      throw OraErrors.of(1722, "invalid number");
    }
    return new BigDecimal(digits);
  }

  /** TO_NUMBER(text, mask). */
  public static @Nullable BigDecimal toNumberMask(@Nullable String text, @Nullable String mask)
      throws SQLException {
    if (text == null) {
      return null;
    }
    return mask == null ? toNumber(text) : new NumberFormat(mask, characters()).read(text);
  }

  /** Text to BINARY_DOUBLE. */
  public static @Nullable Double toDouble(@Nullable String text) throws SQLException {
    if (text == null) {
      return null;
    }
    return switch (text.strip().toUpperCase(java.util.Locale.ROOT)) {
      case "NAN" -> Double.NaN;
      case "INF", "INFINITY" -> Double.POSITIVE_INFINITY;
      case "-INF", "-INFINITY" -> Double.NEGATIVE_INFINITY;
      default -> {
        BigDecimal number = toNumber(text);
        yield number == null ? null : Double.valueOf(number.doubleValue());
      }
    };
  }

  /** Division of binary numbers: by zero gives infinity. */
  public static @Nullable Double binaryDivide(@Nullable Double left, @Nullable Double right) {
    return left == null || right == null ? null : left / right;
  }

  /** CAST to NUMBER(p, s). */
  public static @Nullable BigDecimal rounded(
      @Nullable BigDecimal value, @Nullable Integer precision, @Nullable Integer scale)
      throws SQLException {
    if (value == null) {
      return null;
    }
    BigDecimal result = value.setScale(scale == null ? 0 : scale, RoundingMode.HALF_UP);
    if (precision != null
        && result.signum() != 0
        && result.precision() - result.scale() > precision - (scale == null ? 0 : scale)) {
      throw OraErrors.of(1438, "value larger than specified precision allowed for this column");
    }
    return result;
  }

  /** ROUND. */
  public static @Nullable BigDecimal round(
      @Nullable BigDecimal value, @Nullable BigDecimal digits) {
    return value == null || digits == null
        ? null
        : value.setScale(digits.intValue(), RoundingMode.HALF_UP);
  }

  /** TRUNC. */
  public static @Nullable BigDecimal trunc(
      @Nullable BigDecimal value, @Nullable BigDecimal digits) {
    return value == null || digits == null
        ? null
        : value.setScale(digits.intValue(), RoundingMode.DOWN);
  }

  /** ABS. */
  public static @Nullable BigDecimal abs(@Nullable BigDecimal value) {
    return value == null ? null : value.abs();
  }

  /** CEIL. */
  public static @Nullable BigDecimal ceil(@Nullable BigDecimal value) {
    return value == null ? null : value.setScale(0, RoundingMode.CEILING);
  }

  /** FLOOR. */
  public static @Nullable BigDecimal floor(@Nullable BigDecimal value) {
    return value == null ? null : value.setScale(0, RoundingMode.FLOOR);
  }

  /** SIGN. */
  public static @Nullable BigDecimal sign(@Nullable BigDecimal value) {
    return value == null ? null : BigDecimal.valueOf(value.signum());
  }

  /** SQRT. */
  public static @Nullable BigDecimal sqrt(@Nullable BigDecimal value) throws SQLException {
    if (value == null) {
      return null;
    }
    if (value.signum() < 0) {
      throw OraErrors.of(1428, "argument is out of range");
    }
    return value.sqrt(DIGITS);
  }

  private static SQLException outOfRange() {
    return OraErrors.of(1428, "argument is out of range");
  }

  /** EXP. */
  public static @Nullable BigDecimal exp(@Nullable BigDecimal value) throws SQLException {
    if (value == null) {
      return null;
    }
    if (value.compareTo(LARGEST_EXPONENT) > 0) {
      throw OraErrors.of(1426, "numeric overflow");
    }
    return value.compareTo(LARGEST_EXPONENT.negate()) < 0
        ? BigDecimal.ZERO
        : DecimalMath.exp(value);
  }

  /** LN. */
  public static @Nullable BigDecimal ln(@Nullable BigDecimal value) throws SQLException {
    if (value == null) {
      return null;
    }
    if (value.signum() <= 0) {
      throw outOfRange();
    }
    return DecimalMath.ln(value);
  }

  /** LOG(base, value). */
  public static @Nullable BigDecimal log(@Nullable BigDecimal base, @Nullable BigDecimal value)
      throws SQLException {
    if (base == null || value == null) {
      return null;
    }
    if (base.signum() <= 0 || base.compareTo(BigDecimal.ONE) == 0 || value.signum() <= 0) {
      throw outOfRange();
    }
    return DecimalMath.log(base, value);
  }

  /** SIN. */
  public static @Nullable BigDecimal sin(@Nullable BigDecimal value) {
    return value == null ? null : DecimalMath.sin(value);
  }

  /** COS. */
  public static @Nullable BigDecimal cos(@Nullable BigDecimal value) {
    return value == null ? null : DecimalMath.cos(value);
  }

  /** TAN. */
  public static @Nullable BigDecimal tan(@Nullable BigDecimal value) {
    return value == null ? null : DecimalMath.tan(value);
  }

  /** MOD: by zero gives the value. */
  public static @Nullable BigDecimal mod(@Nullable BigDecimal value, @Nullable BigDecimal by) {
    if (value == null || by == null) {
      return null;
    }
    return by.signum() == 0 ? value : value.remainder(by);
  }

  /** REMAINDER: to the nearest multiple. */
  public static @Nullable BigDecimal remainder(@Nullable BigDecimal value, @Nullable BigDecimal by)
      throws SQLException {
    if (value == null || by == null) {
      return null;
    }
    if (by.signum() == 0) {
      throw OraErrors.of(1476, "divisor is equal to zero");
    }
    return value.subtract(by.multiply(value.divide(by, 0, RoundingMode.HALF_EVEN)));
  }

  /** POWER. */
  public static @Nullable BigDecimal power(@Nullable BigDecimal base, @Nullable BigDecimal exponent)
      throws SQLException {
    if (base == null || exponent == null) {
      return null;
    }
    boolean whole = exponent.stripTrailingZeros().scale() <= 0;
    if (base.signum() == 0 && exponent.signum() < 0) {
      throw OraErrors.of(1476, "divisor is equal to zero");
    }
    if (whole && exponent.abs().compareTo(BigDecimal.valueOf(1000)) < 0) {
      return base.pow(exponent.intValueExact(), DIGITS);
    }
    if (base.signum() == 0) {
      return BigDecimal.ZERO;
    }
    if (base.signum() < 0) {
      throw outOfRange();
    }
    return exponent.multiply(DecimalMath.ln(base)).compareTo(LARGEST_EXPONENT) > 0
        ? exp(LARGEST_EXPONENT.add(BigDecimal.ONE))
        : DecimalMath.power(base, exponent);
  }

  /** BITAND. */
  public static @Nullable BigDecimal bitand(@Nullable BigDecimal left, @Nullable BigDecimal right) {
    return left == null || right == null
        ? null
        : new BigDecimal(left.toBigInteger().and(right.toBigInteger()));
  }

  /** NLS_CHARSET_ID. */
  public static @Nullable BigDecimal nlsCharsetId(@Nullable String name) {
    if (name == null) {
      return null;
    }
    return switch (name.toUpperCase(java.util.Locale.ROOT)) {
      case "US7ASCII" -> BigDecimal.ONE;
      case "WE8ISO8859P1" -> BigDecimal.valueOf(31);
      case "WE8MSWIN1252" -> BigDecimal.valueOf(178);
      case "UTF8" -> BigDecimal.valueOf(871);
      case "AL32UTF8" -> BigDecimal.valueOf(873);
      case "AL16UTF16" -> BigDecimal.valueOf(2000);
      default -> null;
    };
  }

  /** NLS_CHARSET_NAME. */
  public static @Nullable String nlsCharsetName(@Nullable BigDecimal id) {
    if (id == null) {
      return null;
    }
    return switch (id.intValue()) {
      case 1 -> "US7ASCII";
      case 31 -> "WE8ISO8859P1";
      case 178 -> "WE8MSWIN1252";
      case 871 -> "UTF8";
      case 873 -> "AL32UTF8";
      case 2000 -> "AL16UTF16";
      default -> null;
    };
  }

  /** DBMS_RANDOM.VALUE. */
  public static BigDecimal random(@Nullable BigDecimal low, @Nullable BigDecimal high) {
    BigDecimal from = low == null ? BigDecimal.ZERO : low;
    BigDecimal to = high == null ? BigDecimal.ONE : high;
    return from.add(
        to.subtract(from).multiply(BigDecimal.valueOf(new Random().nextDouble()), DIGITS));
  }

  /** DBMS_RANDOM.STRING. */
  public static @Nullable String randomString(@Nullable String kind, @Nullable BigDecimal size) {
    if (size == null) {
      return null;
    }
    String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    String alphabet =
        switch (kind == null ? "U" : kind.toUpperCase(java.util.Locale.ROOT)) {
          case "L" -> letters.toLowerCase(java.util.Locale.ROOT);
          case "A" -> letters + letters.toLowerCase(java.util.Locale.ROOT);
          case "X", "P" -> letters + "0123456789";
          default -> letters;
        };
    Random random = new Random();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size.intValue(); i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  /** DBMS_UTILITY.GET_TIME. */
  public static BigDecimal getTime() {
    return BigDecimal.valueOf(
        RuntimeSession.current().statementInstant().toEpochMilli() / 10 % Integer.MAX_VALUE);
  }
}
