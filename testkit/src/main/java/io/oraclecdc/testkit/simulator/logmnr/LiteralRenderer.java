package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Prints a column value as LogMiner does in SQL_REDO. Immutable, thread-safe. */
final class LiteralRenderer {
  /** Longer LONG values are not in the statement. */
  private static final int LONGEST_LONG = 4000;

  private static final String LONG_DATA = "LONG DATA";

  private static final int FLOAT_DIGITS = 9;
  private static final int DOUBLE_DIGITS = 17;

  /** Exponents from which on, and below which, nothing is known of the plain form. */
  private static final int LARGEST_PLAIN = 40;

  private static final int SMALLEST_PLAIN = -36;
  private static final int UNISTR_PIECE = 500;

  private final RenderOptions options;
  private final OracleDateMask date;
  private final OracleDateMask timestamp;
  private final OracleDateMask timestampTz;
  private final OracleDateMask.ZeroFraction zeroFraction;
  private final char decimalSign;

  LiteralRenderer(RenderOptions options) throws SQLException {
    this.options = options;
    date = OracleDateMask.compile(options.nls().dateFormat(), options.nls());
    timestamp = OracleDateMask.compile(options.nls().timestampFormat(), options.nls());
    timestampTz = OracleDateMask.compile(options.nls().timestampTzFormat(), options.nls());
    decimalSign = options.nls().numericCharacters().charAt(0);
    if (options.has(RedoBehaviour.ZERO_FRACTION_BARE_DOT)) {
      zeroFraction = OracleDateMask.ZeroFraction.BARE_DOT;
    } else if (options.has(RedoBehaviour.ZERO_FRACTION_OMITTED)) {
      zeroFraction = OracleDateMask.ZeroFraction.OMITTED;
    } else {
      zeroFraction = OracleDateMask.ZeroFraction.DIGITS;
    }
  }

  /** A value of VALUES or SET; the value is not NULL. */
  void append(StringBuilder text, SimType type, Object value) {
    switch (type.name()) {
      case "NUMBER", "FLOAT" -> number(text, plain((BigDecimal) value));
      case "BINARY_FLOAT" -> number(text, binary(((Float) value).doubleValue(), FLOAT_DIGITS));
      case "BINARY_DOUBLE" -> number(text, binary((Double) value, DOUBLE_DIGITS));
      case "NCHAR", "NVARCHAR2" -> unistr(text, (String) value);
      case "DATE" -> date(text, (LocalDateTime) value);
      case "TIMESTAMP" -> timestamp(text, (LocalDateTime) value, scale(type));
      case "TIMESTAMP WITH TIME ZONE" -> {
        OffsetDateTime zoned = (OffsetDateTime) value;
        call(
            text,
            "TO_TIMESTAMP_TZ",
            timestampTz.format(
                zoned.toLocalDateTime(), zoned.getOffset(), scale(type), zeroFraction));
      }
      case "TIMESTAMP WITH LOCAL TIME ZONE" -> {
        LocalDateTime local =
            ((OffsetDateTime) value).atZoneSameInstant(options.nls().timeZone()).toLocalDateTime();
        boolean blank = options.has(RedoBehaviour.LOCAL_TIME_ZONE_TRAILING_BLANK);
        call(
            text,
            "TO_TIMESTAMP_TZ",
            timestamp.format(local, null, scale(type), zeroFraction) + (blank ? " " : ""));
      }
      case "INTERVAL YEAR TO MONTH" ->
          call(text, "TO_YMINTERVAL", yearMonth(((Number) value).longValue(), precision(type)));
      case "INTERVAL DAY TO SECOND" ->
          call(text, "TO_DSINTERVAL", daySecond((Duration) value, precision(type), scale(type)));
      case "RAW" -> hex(text, (byte[]) value);
      case "LONG RAW" -> {
        byte[] bytes = (byte[]) value;
        if (bytes.length > LONGEST_LONG / 2) {
          quoted(text, LONG_DATA);
        } else {
          hex(text, bytes);
        }
      }
      case "LONG" ->
          quoted(text, ((String) value).length() > LONGEST_LONG ? LONG_DATA : (String) value);
      case "BLOB" -> {
        byte[] bytes = (byte[]) value;
        if (bytes.length == 0) {
          text.append("EMPTY_BLOB()");
        } else {
          hex(text, bytes);
        }
      }
      case "CLOB", "NCLOB" -> {
        String characters = (String) value;
        if (characters.isEmpty()) {
          text.append("EMPTY_CLOB()");
        } else {
          quoted(text, characters);
        }
      }
      case "UROWID" -> text.append("Unsupported Type");
      default -> quoted(text, (String) value);
    }
  }

  private void number(StringBuilder text, String digits) {
    if (options.ansiLiterals()) {
      text.append(digits);
    } else {
      text.append('\'').append(digits.replace('.', decimalSign)).append('\'');
    }
  }

  /** Plain digits without a leading zero; an exponent form from 1E40 on and below 1E-36. */
  private String plain(BigDecimal number) {
    if (number.signum() == 0) {
      return "0";
    }
    BigDecimal stripped = number.stripTrailingZeros();
    String digits = stripped.toPlainString();
    int exponent = stripped.precision() - stripped.scale() - 1;
    boolean known = exponent < LARGEST_PLAIN && exponent >= SMALLEST_PLAIN;
    if (!known && !options.has(RedoBehaviour.LARGE_NUMBERS_IN_FULL)) {
      return scientific(stripped);
    }
    if (digits.startsWith("0.")) {
      return digits.substring(1);
    }
    return digits.startsWith("-0.") ? "-" + digits.substring(2) : digits;
  }

  private static String binary(double value, int digits) {
    if (Double.isNaN(value)) {
      return "Nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Inf" : "-Inf";
    }
    if (value == 0) {
      return "0";
    }
    return binaryExponent(
        new BigDecimal(value)
            .round(new MathContext(digits, RoundingMode.HALF_EVEN))
            .stripTrailingZeros());
  }

  private static String binaryExponent(BigDecimal number) {
    int exponent = number.precision() - number.scale() - 1;
    return mantissa(number) + (exponent < 0 ? "E-" : "E+") + "%03d".formatted(Math.abs(exponent));
  }

  private static String scientific(BigDecimal number) {
    int exponent = number.precision() - number.scale() - 1;
    return mantissa(number) + (exponent < 0 ? "E-" : "E+") + Math.abs(exponent);
  }

  private static String mantissa(BigDecimal number) {
    String digits = number.unscaledValue().abs().toString();
    return (number.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + "."
        + (digits.length() == 1 ? "0" : digits.substring(1));
  }

  private void date(StringBuilder text, LocalDateTime value) {
    if (options.ansiLiterals()) {
      ansi(text, value, 0);
    } else {
      text.append("TO_DATE('")
          .append(date.format(value))
          .append("', '")
          .append(date.mask())
          .append("')");
    }
  }

  private void timestamp(StringBuilder text, LocalDateTime value, int digits) {
    if (options.ansiLiterals()) {
      ansi(text, value, digits);
    } else {
      call(text, "TO_TIMESTAMP", timestamp.format(value, null, digits, zeroFraction));
    }
  }

  private static void ansi(StringBuilder text, LocalDateTime value, int digits) {
    int year = value.getYear() > 0 ? value.getYear() : 1 - value.getYear();
    text.append("TIMESTAMP '")
        .append(value.getYear() > 0 ? ' ' : '-')
        .append(
            "%04d-%02d-%02d %02d:%02d:%02d"
                .formatted(
                    year,
                    value.getMonthValue(),
                    value.getDayOfMonth(),
                    value.getHour(),
                    value.getMinute(),
                    value.getSecond()));
    if (digits > 0) {
      text.append('.').append("%09d".formatted(value.get(ChronoField.NANO_OF_SECOND)), 0, digits);
    }
    text.append('\'');
  }

  static String yearMonth(long months, int digits) {
    long size = Math.abs(months);
    return (months < 0 ? "-" : "+")
        + zeroFilled(size / 12, digits)
        + "-"
        + zeroFilled(size % 12, 2);
  }

  static String daySecond(Duration value, int dayDigits, int fractionDigits) {
    Duration size = value.abs();
    String text =
        (value.isNegative() ? "-" : "+")
            + zeroFilled(size.toDays(), dayDigits)
            + " %02d:%02d:%02d"
                .formatted(size.toHoursPart(), size.toMinutesPart(), size.toSecondsPart());
    return fractionDigits == 0
        ? text
        : text + "." + zeroFilled(size.toNanosPart(), 9).substring(0, fractionDigits);
  }

  private static String zeroFilled(long value, int digits) {
    String text = Long.toString(value);
    return text.length() < digits ? "0".repeat(digits - text.length()) + text : text;
  }

  private static void call(StringBuilder text, String function, String argument) {
    text.append(function).append("('").append(argument).append("')");
  }

  static void hex(StringBuilder text, byte[] bytes) {
    call(text, "HEXTORAW", HexFormat.of().formatHex(bytes));
  }

  private static void quoted(StringBuilder text, String value) {
    text.append('\'');
    int from = 0;
    for (int at = value.indexOf('\''); at >= 0; at = value.indexOf('\'', from)) {
      text.append(value, from, at + 1).append('\'');
      from = at + 1;
    }
    text.append(value, from, value.length()).append('\'');
  }

  private void unistr(StringBuilder text, String value) {
    int piece = options.has(RedoBehaviour.UNISTR_IN_PIECES) ? UNISTR_PIECE : Integer.MAX_VALUE;
    text.append("UNISTR('");
    for (int i = 0; i < value.length(); i++) {
      if (i > 0 && i % piece == 0) {
        text.append("') || UNISTR('");
      }
      char c = value.charAt(i);
      switch (c) {
        case '\'' -> text.append("''");
        case '\\' -> text.append("\\\\");
        default -> {
          if (c < 128) {
            text.append(c);
          } else {
            text.append('\\').append(HexFormat.of().withUpperCase().toHexDigits(c));
          }
        }
      }
    }
    text.append("')");
  }

  private static int scale(SimType type) {
    return orZero(type.scale());
  }

  private static int precision(SimType type) {
    return orZero(type.precision());
  }

  private static int orZero(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
