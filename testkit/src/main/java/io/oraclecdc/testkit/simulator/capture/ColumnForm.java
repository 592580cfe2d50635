package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.SimNumbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.function.Supplier;

/** The form in which a type keeps a value: rounded, padded, and refused when it does not fit. */
public final class ColumnForm {
  private static final MathContext NUMBER_DIGITS = new MathContext(38, RoundingMode.HALF_UP);

  private ColumnForm() {}

  /**
   * The value as a column or variable of the type keeps it.
   *
   * @param name of the column for error texts
   * @throws SQLException ORA-01438, ORA-12899, ORA-01426 or ORA-01873 when it does not fit
   */
  public static Object of(Object value, SimType type, Supplier<String> name) throws SQLException {
    return switch (type.name()) {
      case "NUMBER" -> number((BigDecimal) value, type, name);
      case "FLOAT" -> floating((BigDecimal) value, type);
      case "VARCHAR2", "NVARCHAR2" -> sized((String) value, type, name);
      case "CHAR", "NCHAR" -> padded(sized((String) value, type, name), type);
      case "DATE" -> rounded((LocalDateTime) value, 0);
      case "TIMESTAMP" -> rounded((LocalDateTime) value, digits(type));
      case "TIMESTAMP WITH TIME ZONE" -> rounded((OffsetDateTime) value, digits(type));
      case "TIMESTAMP WITH LOCAL TIME ZONE" ->
          rounded((OffsetDateTime) value, digits(type)).withOffsetSameInstant(ZoneOffset.UTC);
      case "INTERVAL YEAR TO MONTH" -> yearMonth((Number) value, type);
      case "INTERVAL DAY TO SECOND" -> daySecond((Duration) value, type);
      case "XMLTYPE" -> value instanceof String text ? XmlText.wellFormed(text) : value;
      case "RAW" -> bytes((byte[]) value, type, name);
      default -> value;
    };
  }

  private static int digits(SimType type) {
    Integer scale = type.scale();
    return scale == null ? 6 : scale;
  }

  private static BigDecimal number(BigDecimal value, SimType type, Supplier<String> name)
      throws SQLException {
    BigDecimal result = value;
    if (type.scale() != null) {
      result = result.setScale(type.scale(), RoundingMode.HALF_UP);
      int precision = type.precision() == null ? 38 : type.precision();
      if (result.unscaledValue().abs().toString().length() > precision && result.signum() != 0) {
        throw OraErrors.of(
            1438, "value larger than specified precision allowed for this column " + name.get());
      }
    } else {
      result = SimNumbers.rounded(result);
    }
    BigDecimal stripped = result.signum() == 0 ? BigDecimal.ZERO : result.stripTrailingZeros();
    if (stripped.precision() - stripped.scale() > 126) {
      throw OraErrors.of(1426, "numeric overflow");
    }
    return stripped;
  }

  /** FLOAT(b) keeps b binary digits' worth of decimal ones: b * log10(2), rounded up. */
  private static BigDecimal floating(BigDecimal value, SimType type) {
    int bits = type.precision() == null ? 126 : type.precision();
    int decimal = (int) Math.ceil(bits * 0.30103);
    BigDecimal result =
        value.round(
            new MathContext(Math.min(decimal, NUMBER_DIGITS.getPrecision()), RoundingMode.HALF_UP));
    return result.signum() == 0 ? BigDecimal.ZERO : result.stripTrailingZeros();
  }

  private static String sized(String value, SimType type, Supplier<String> name)
      throws SQLException {
    boolean inBytes = "B".equals(type.charUsed());
    int actual =
        inBytes
            ? value.getBytes(StandardCharsets.UTF_8).length
            : value.codePointCount(0, value.length());
    int maximum = inBytes ? type.length() : type.charLength();
    if (actual > maximum) {
      throw tooLarge(name, actual, maximum);
    }
    return value;
  }

  private static SQLException tooLarge(Supplier<String> name, int actual, int maximum) {
    return OraErrors.of(
        12899,
        "value too large for column "
            + name.get()
            + " (actual: "
            + actual
            + ", maximum: "
            + maximum
            + ")");
  }

  private static String padded(String value, SimType type) {
    boolean inBytes = "B".equals(type.charUsed());
    int size =
        inBytes
            ? value.getBytes(StandardCharsets.UTF_8).length
            : value.codePointCount(0, value.length());
    int wanted = inBytes ? type.length() : type.charLength();
    return value + " ".repeat(Math.max(0, wanted - size));
  }

  private static Object bytes(byte[] value, SimType type, Supplier<String> name)
      throws SQLException {
    if (value.length > type.length()) {
      throw tooLarge(name, value.length, type.length());
    }
    return value;
  }

  private static LocalDateTime rounded(LocalDateTime value, int fractionDigits) {
    long unit = (long) Math.pow(10, 9 - fractionDigits);
    long nanos = (value.get(ChronoField.NANO_OF_SECOND) + unit / 2) / unit * unit;
    return fractionDigits == 9 ? value : value.withNano(0).plusNanos(nanos);
  }

  private static OffsetDateTime rounded(OffsetDateTime value, int fractionDigits) {
    return rounded(value.toLocalDateTime(), fractionDigits).atOffset(value.getOffset());
  }

  private static Number yearMonth(Number months, SimType type) throws SQLException {
    int digits = type.precision() == null ? 2 : type.precision();
    if (Math.abs(months.longValue() / 12) >= Math.pow(10, digits)) {
      throw OraErrors.of(1873, "the leading precision of the interval is too small");
    }
    return months;
  }

  private static Duration daySecond(Duration value, SimType type) throws SQLException {
    int digits = type.precision() == null ? 2 : type.precision();
    if (value.abs().toDays() >= Math.pow(10, digits)) {
      throw OraErrors.of(1873, "the leading precision of the interval is too small");
    }
    long unit = (long) Math.pow(10, 9 - digits(type));
    Duration size = value.abs();
    long nanos = (size.getNano() + unit / 2) / unit * unit;
    Duration rounded = Duration.ofSeconds(size.getSeconds()).plusNanos(nanos);
    return value.isNegative() ? rounded.negated() : rounded;
  }
}
