package io.oraclecdc.format;

import io.oraclecdc.schema.OracleType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Reads DATA_DEFAULT as far as it is a literal. Nothing is executed; what depends on the moment or
 * on the database (SYSDATE, sequences, functions) is no default here.
 *
 * <p>The value goes into the field's schema as the parameter {@value #PARAMETER} and not as the
 * schema's default value: Connect shows a default wherever a field is null, which would turn SQL
 * NULL, and values the redo does not carry, into values that nobody wrote.
 */
final class ColumnDefault {
  static final String PARAMETER = "cdc.default";

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\s*(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  private static final String QUOTED = "'((?:[^']|'')*)'";
  private static final Pattern TEXT = Pattern.compile("[nN]?" + QUOTED);
  private static final Pattern DATE_LITERAL = Pattern.compile("(?is)DATE\\s*" + QUOTED);
  private static final Pattern TIMESTAMP_LITERAL = Pattern.compile("(?is)TIMESTAMP\\s*" + QUOTED);
  private static final Pattern INTERVAL_LITERAL =
      Pattern.compile("(?is)INTERVAL\\s*" + QUOTED + "\\s*(YEAR|DAY)\\b.*");
  private static final Pattern CONVERSION =
      Pattern.compile(
          "(?is)(TO_DATE|TO_TIMESTAMP)\\s*\\(\\s*" + QUOTED + "\\s*,\\s*" + QUOTED + "\\s*\\)");
  private static final Pattern HEX =
      Pattern.compile("(?is)HEXTORAW\\s*\\(\\s*" + QUOTED + "\\s*\\)");
  private static final Pattern DAY_TO_SECOND =
      Pattern.compile("([+-]?)(\\d{1,9}) (\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?");
  private static final Pattern YEAR_TO_MONTH = Pattern.compile("([+-]?)(\\d{1,9})-(\\d{1,2})");
  private static final Pattern ISO_TIMESTAMP =
      Pattern.compile(
          "(-?\\d{1,4})-(\\d{1,2})-(\\d{1,2})(?: (\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?)?");

  private ColumnDefault() {}

  /**
   * The Java value of a literal default, as {@code value/package-info} has it for the type; null
   * when the expression is NULL or not a literal.
   *
   * @throws UnfitValueException if it is a literal that is no value of the type
   */
  static @Nullable Object evaluate(String expression, OracleType type) {
    String literal = withoutParentheses(expression);
    if (literal.isEmpty() || literal.equalsIgnoreCase("NULL")) {
      return null;
    }
    if (NUMBER.matcher(literal).matches()) {
      return ofNumber(number(literal.replaceAll("\\s", "")), type);
    }
    Matcher matcher = TEXT.matcher(literal);
    if (matcher.matches()) {
      return ofText(unquoted(matcher.group(1)), type);
    }
    matcher = DATE_LITERAL.matcher(literal);
    if (matcher.matches()) {
      return ofTime(isoTime(matcher.group(1)), type);
    }
    matcher = TIMESTAMP_LITERAL.matcher(literal);
    if (matcher.matches()) {
      return ofTime(isoTime(matcher.group(1)), type);
    }
    matcher = CONVERSION.matcher(literal);
    if (matcher.matches()) {
      return ofTime(maskedTime(matcher.group(2), matcher.group(3)), type);
    }
    matcher = INTERVAL_LITERAL.matcher(literal);
    if (matcher.matches()) {
      return ofText(matcher.group(1), type);
    }
    matcher = HEX.matcher(literal);
    return matcher.matches() ? ofText(matcher.group(1), type) : null;
  }

  /** A Connect value as text, for the schema parameter. */
  static String text(Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof ByteBuffer bytes) {
      return HexFormat.of()
          .withUpperCase()
          .formatHex(bytes.array(), bytes.arrayOffset(), bytes.arrayOffset() + bytes.limit());
    }
    if (value instanceof Struct decimal) {
      return new BigDecimal(new BigInteger(decimal.getBytes("value")), decimal.getInt32("scale"))
          .toPlainString();
    }
    return value instanceof Double || value instanceof Float
        ? new BigDecimal(value.toString()).toPlainString()
        : value.toString();
  }

  private static String withoutParentheses(String expression) {
    String text = expression.strip();
    while (text.length() > 1 && text.charAt(0) == '(' && closing(text) == text.length() - 1) {
      text = text.substring(1, text.length() - 1).strip();
    }
    return text;
  }

  /** Position of the parenthesis that closes the first one, quotes respected; -1 if none does. */
  private static int closing(String text) {
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (!quoted && c == '(') {
        depth++;
      } else if (!quoted && c == ')' && --depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static Object ofNumber(BigDecimal number, OracleType type) {
    return switch (type.kind()) {
      case NUMBER, FLOAT -> number;
      case BINARY_FLOAT -> number.floatValue();
      case BINARY_DOUBLE -> number.doubleValue();
      case VARCHAR2, NVARCHAR2 -> number.toPlainString();
      case CHAR, NCHAR -> padded(number.toPlainString(), type.length());
      default -> throw new UnfitValueException("is a number, which the type does not take");
    };
  }

  private static Object ofText(String text, OracleType type) {
    return switch (type.kind()) {
      case VARCHAR2, NVARCHAR2, LONG, CLOB, NCLOB, XMLTYPE, ROWID, UROWID -> text;
      case CHAR, NCHAR -> padded(text, type.length());
      case NUMBER, FLOAT, BINARY_FLOAT, BINARY_DOUBLE -> ofNumber(number(text.strip()), type);
      case RAW, LONG_RAW, BLOB -> hex(text);
      case INTERVAL_DAY_TO_SECOND -> dayToSecond(text.strip());
      case INTERVAL_YEAR_TO_MONTH -> yearToMonth(text.strip());
      default ->
          throw new UnfitValueException(
              "is text whose meaning depends on the session that inserts");
    };
  }

  private static Object ofTime(LocalDateTime time, OracleType type) {
    return switch (type.kind()) {
      case DATE, TIMESTAMP -> time;
      default ->
          throw new UnfitValueException(
              "is a time whose meaning depends on the session that inserts");
    };
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new UnfitValueException("is not a number");
    }
  }

  private static String unquoted(String text) {
    return text.replace("''", "'");
  }

  private static String padded(String text, int length) {
    int missing = length - text.codePointCount(0, text.length());
    return missing > 0 ? text + " ".repeat(missing) : text;
  }

  private static byte[] hex(String text) {
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      throw new UnfitValueException("is not hexadecimal");
    }
  }

  private static Duration dayToSecond(String text) {
    Matcher matcher = DAY_TO_SECOND.matcher(text);
    if (!matcher.matches()) {
      throw new UnfitValueException("is not an interval of days to seconds");
    }
    Duration duration =
        Duration.ofDays(Long.parseLong(matcher.group(2)))
            .plusHours(Long.parseLong(matcher.group(3)))
            .plusMinutes(Long.parseLong(matcher.group(4)))
            .plusSeconds(Long.parseLong(matcher.group(5)))
            .plusNanos(fraction(matcher.group(6)));
    return matcher.group(1).equals("-") ? duration.negated() : duration;
  }

  private static Period yearToMonth(String text) {
    Matcher matcher = YEAR_TO_MONTH.matcher(text);
    if (!matcher.matches()) {
      throw new UnfitValueException("is not an interval of years to months");
    }
    Period period =
        Period.of(Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)), 0);
    return matcher.group(1).equals("-") ? period.negated() : period;
  }

  private static LocalDateTime isoTime(String text) {
    Matcher matcher = ISO_TIMESTAMP.matcher(text.strip());
    if (!matcher.matches()) {
      throw new UnfitValueException("is not a date literal that can be read");
    }
    return time(
        Integer.parseInt(matcher.group(1)),
        part(matcher.group(2)),
        part(matcher.group(3)),
        part(matcher.group(4)),
        part(matcher.group(5)),
        part(matcher.group(6)),
        fraction(matcher.group(7)));
  }

  private static int part(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static int fraction(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt((digits + "00000000").substring(0, 9));
  }

  private static LocalDateTime time(
      int year, int month, int day, int hour, int minute, int second, int nanos) {
    try {
      int isoYear = year < 0 ? year + 1 : year;
      return LocalDateTime.of(
          LocalDate.of(isoYear, month, day), LocalTime.of(hour, minute, second, nanos));
    } catch (DateTimeException e) {
      throw new UnfitValueException("is not a date of the calendar");
    }
  }

  /** Text by a mask of YYYY, MM, DD, HH24, MI, SS, FF and punctuation. */
  private static LocalDateTime maskedTime(String text, String mask) {
    int[] fields = {0, 1, 1, 0, 0, 0, 0};
    String upper = mask.toUpperCase(Locale.ROOT);
    int at = 0;
    int i = 0;
    while (i < upper.length()) {
      MaskElement element = MaskElement.at(upper, i);
      if (element == null) {
        if (Character.isLetterOrDigit(upper.charAt(i)) || at >= text.length()) {
          throw new UnfitValueException("has a mask that is not read");
        }
        i++;
        at++;
        continue;
      }
      int end = at;
      while (end < text.length() && end - at < element.digits && isDigitOrSign(text, end, at)) {
        end++;
      }
      if (end == at) {
        throw new UnfitValueException("does not follow its mask");
      }
      String digits = text.substring(at, end);
      fields[element.field] =
          element == MaskElement.FF ? fraction(digits) : number(digits).intValue();
      at = end;
      i += element.length(upper, i);
    }
    if (at != text.length()) {
      throw new UnfitValueException("does not follow its mask");
    }
    return time(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]);
  }

  private static boolean isDigitOrSign(String text, int i, int begin) {
    char c = text.charAt(i);
    return (c >= '0' && c <= '9') || (c == '-' && i == begin);
  }

  private enum MaskElement {
    YYYY(0, 5),
    MM(1, 2),
    DD(2, 2),
    HH24(3, 2),
    MI(4, 2),
    SS(5, 2),
    FF(6, 9);

    /** Which part of a time, in the order of ISO 8601. */
    private final int field;

    private final int digits;

    MaskElement(int field, int digits) {
      this.field = field;
      this.digits = digits;
    }

    static @Nullable MaskElement at(String mask, int index) {
      if (mask.startsWith("SYYYY", index)) {
        return YYYY;
      }
      for (MaskElement element : values()) {
        if (mask.startsWith(element.name(), index)) {
          return element;
        }
      }
      return null;
    }

    int length(String mask, int index) {
      int length = name().length() + (mask.charAt(index) == 'S' && this == YYYY ? 1 : 0);
      int next = index + length;
      boolean digitFollows =
          this == FF && next < mask.length() && Character.isDigit(mask.charAt(next));
      return digitFollows ? length + 1 : length;
    }
  }
}
