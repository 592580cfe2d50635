package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.Intervals;
import io.oraclecdc.testkit.simulator.functions.SimNumbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.BitSet;
import java.util.Objects;
import org.h2.api.Interval;
import org.h2.api.IntervalQualifier;
import org.jspecify.annotations.Nullable;

/** Column values between H2's rows and {@code RowChange}, by Oracle's rules for each type. */
final class RowValues {
  private static final MathContext NUMBER_DIGITS = new MathContext(38, RoundingMode.HALF_UP);

  private RowValues() {}

  /** All columns of a row. */
  static @Nullable Object[] read(ResultSet row, SimTable table) throws SQLException {
    @Nullable Object[] values = new Object[table.columns().size()];
    for (int i = 0; i < values.length; i++) {
      SimColumn column = table.columns().get(i);
      values[i] = read(row, InnerNames.HIDDEN_COLUMNS + i + 1, column.type());
    }
    return values;
  }

  private static @Nullable Object read(ResultSet row, int index, SimType type) throws SQLException {
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> stripped(row.getBigDecimal(index));
      case "BINARY_FLOAT" -> {
        float value = row.getFloat(index);
        yield row.wasNull() ? null : (Object) value;
      }
      case "BINARY_DOUBLE" -> {
        double value = row.getDouble(index);
        yield row.wasNull() ? null : (Object) value;
      }
      case "DATE", "TIMESTAMP" -> row.getObject(index, LocalDateTime.class);
      case "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE" ->
          row.getObject(index, OffsetDateTime.class);
      case "INTERVAL YEAR TO MONTH" -> {
        Interval value =
            (Interval) row.getObject(index); // H2 2.5.252 loses the sign when the class is named
        yield value == null ? null : (Object) Intervals.months(value);
      }
      case "INTERVAL DAY TO SECOND" -> {
        Interval value =
            (Interval) row.getObject(index); // H2 2.5.252 loses the sign when the class is named
        yield value == null ? null : Intervals.duration(value);
      }
      case "RAW", "LONG RAW", "BLOB", "VECTOR" -> row.getBytes(index);
      case "BOOLEAN" -> {
        boolean value = row.getBoolean(index);
        yield row.wasNull() ? null : (Object) value;
      }
      default -> row.getString(index);
    };
  }

  private static @Nullable BigDecimal stripped(@Nullable BigDecimal value) {
    return value == null
        ? null
        : value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }

  /**
   * Brings new values into the form the column stores and writes changed ones back into the row.
   *
   * @throws SQLException ORA-01400, ORA-01407, ORA-01438, ORA-12899 and the like, naming the column
   */
  static void normalise(ResultSet row, SimTable table, @Nullable Object[] values, boolean update)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      SimColumn column = table.columns().get(i);
      Object value = values[i];
      if (value == null) {
        if (!column.nullable()) {
          throw nullValue(table, column, update);
        }
        continue;
      }
      if (column.virtual()) {
        continue;
      }
      Object stored = stored(value, table, column);
      if (!Objects.equals(stored, value)) {
        values[i] = stored;
        write(row, InnerNames.HIDDEN_COLUMNS + i + 1, stored);
      }
    }
  }

  private static String name(SimTable table, SimColumn column) {
    return InnerNames.quoted(table.owner(), table.name()) + "." + InnerNames.quoted(column.name());
  }

  private static SQLException nullValue(SimTable table, SimColumn column, boolean update) {
    String name = "(" + name(table, column) + ")";
    return update
        ? OraErrors.of(1407, "cannot update " + name + " to NULL")
        : OraErrors.of(1400, "cannot insert NULL into " + name);
  }

  /** Writes values that a trigger gave. */
  static void writeAll(ResultSet row, @Nullable Object[] values, BitSet columns)
      throws SQLException {
    for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
      Object value = values[i];
      if (value == null) {
        row.updateNull(InnerNames.HIDDEN_COLUMNS + i + 1);
      } else {
        write(row, InnerNames.HIDDEN_COLUMNS + i + 1, value);
      }
    }
  }

  private static void write(ResultSet row, int index, Object value) throws SQLException {
    if (value instanceof BigDecimal number) {
      row.updateBigDecimal(index, number);
    } else if (value instanceof String text) {
      row.updateString(index, text);
    } else if (value instanceof Duration duration) {
      Duration size = duration.abs();
      row.updateObject(
          index,
          new Interval(
              IntervalQualifier.DAY_TO_SECOND,
              duration.isNegative(),
              size.toDays(),
              (size.getSeconds() % 86_400) * 1_000_000_000L + size.getNano()));
    } else {
      row.updateObject(index, value);
    }
  }

  private static Object stored(Object value, SimTable table, SimColumn column) throws SQLException {
    SimType type = column.type();
    return switch (type.name()) {
      case "NUMBER" -> number((BigDecimal) value, table, column);
      case "FLOAT" -> floating((BigDecimal) value, type);
      case "VARCHAR2", "NVARCHAR2" -> sized((String) value, table, column);
      case "CHAR", "NCHAR" -> padded(sized((String) value, table, column), type);
      case "DATE" -> rounded((LocalDateTime) value, 0);
      case "TIMESTAMP" -> rounded((LocalDateTime) value, digits(type));
      case "TIMESTAMP WITH TIME ZONE" -> rounded((OffsetDateTime) value, digits(type));
      case "TIMESTAMP WITH LOCAL TIME ZONE" ->
          rounded((OffsetDateTime) value, digits(type)).withOffsetSameInstant(ZoneOffset.UTC);
      case "INTERVAL YEAR TO MONTH" -> yearMonth((Integer) value, type);
      case "INTERVAL DAY TO SECOND" -> daySecond((Duration) value, type);
      case "XMLTYPE" -> value instanceof String text ? XmlText.wellFormed(text) : value;
      case "RAW" -> bytes((byte[]) value, table, column);
      default -> value;
    };
  }

  private static int digits(SimType type) {
    Integer scale = type.scale();
    return scale == null ? 6 : scale;
  }

  private static BigDecimal number(BigDecimal value, SimTable table, SimColumn column)
      throws SQLException {
    SimType type = column.type();
    BigDecimal result = value;
    if (type.scale() != null) {
      result = result.setScale(type.scale(), RoundingMode.HALF_UP);
      int precision = type.precision() == null ? 38 : type.precision();
      if (result.unscaledValue().abs().toString().length() > precision && result.signum() != 0) {
        throw OraErrors.of(
            1438,
            "value larger than specified precision allowed for this column " + name(table, column));
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

  private static String sized(String value, SimTable table, SimColumn column) throws SQLException {
    SimType type = column.type();
    boolean inBytes = "B".equals(type.charUsed());
    int actual =
        inBytes
            ? value.getBytes(StandardCharsets.UTF_8).length
            : value.codePointCount(0, value.length());
    int maximum = inBytes ? type.length() : type.charLength();
    if (actual > maximum) {
      throw tooLarge(table, column, actual, maximum);
    }
    return value;
  }

  private static SQLException tooLarge(SimTable table, SimColumn column, int actual, int maximum) {
    return OraErrors.of(
        12899,
        "value too large for column "
            + name(table, column)
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

  private static Object bytes(byte[] value, SimTable table, SimColumn column) throws SQLException {
    if (value.length > column.type().length()) {
      throw tooLarge(table, column, value.length, column.type().length());
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

  private static Integer yearMonth(Integer months, SimType type) throws SQLException {
    int digits = type.precision() == null ? 2 : type.precision();
    if (Math.abs(months / 12) >= Math.pow(10, digits)) {
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
