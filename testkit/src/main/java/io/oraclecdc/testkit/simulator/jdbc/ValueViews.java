package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.BinaryText;
import io.oraclecdc.testkit.simulator.functions.IntervalText;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A value as the getters of Oracle's driver show it. */
final class ValueViews {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private ValueViews() {}

  /** getString. */
  static @Nullable String string(@Nullable Object value, Kind kind) {
    if (value == null) {
      return null;
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof LocalDateTime time) {
      return kind == Kind.DATE ? time.format(SECONDS) : withFraction(time);
    }
    if (value instanceof OffsetDateTime time) {
      String offset = time.getOffset().getId().equals("Z") ? "+00:00" : time.getOffset().getId();
      return withFraction(time.toLocalDateTime()) + " " + offset;
    }
    if (value instanceof Duration duration) {
      return IntervalText.compact(duration);
    }
    if (kind == Kind.INTERVAL_YM && value instanceof Number months) {
      return IntervalText.compact(months.longValue());
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().withUpperCase().formatHex(bytes);
    }
    if (value instanceof Float number) {
      return BinaryText.of(number);
    }
    if (value instanceof Double number) {
      return BinaryText.of(number);
    }
    return value.toString();
  }

  private static String withFraction(LocalDateTime time) {
    String fraction =
        "%09d".formatted(time.get(ChronoField.NANO_OF_SECOND)).replaceFirst("0{1,8}$", "");
    return time.format(SECONDS) + "." + fraction;
  }

  /** getBigDecimal. */
  static @Nullable BigDecimal number(@Nullable Object value) throws SQLException {
    if (value == null) {
      return null;
    }
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (value instanceof Boolean flag) {
      return flag ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Number || value instanceof String) {
      try {
        return new BigDecimal(value.toString().strip());
      } catch (NumberFormatException e) {
        throw OraErrors.of(17059, "Fail to convert to internal representation");
      }
    }
    throw OraErrors.of(17004, "Invalid column type");
  }

  /** getLong and the smaller ones: the fraction is cut, too large a number is an error. */
  static long whole(BigDecimal value, long low, long high) throws SQLException {
    BigDecimal cut = value.setScale(0, java.math.RoundingMode.DOWN);
    if (cut.compareTo(BigDecimal.valueOf(low)) < 0 || cut.compareTo(BigDecimal.valueOf(high)) > 0) {
      throw OraErrors.of(17026, "Numeric Overflow");
    }
    return cut.longValue();
  }

  /** getTimestamp: the wall clock in the calendar's zone, or the instant of a zoned value. */
  static @Nullable Timestamp timestamp(@Nullable Object value, @Nullable Calendar calendar)
      throws SQLException {
    if (value == null) {
      return null;
    }
    if (value instanceof OffsetDateTime zoned) {
      return Timestamp.from(zoned.toInstant());
    }
    if (value instanceof LocalDateTime local) {
      return calendar == null
          ? Timestamp.valueOf(local)
          : Timestamp.from(local.atZone(calendar.getTimeZone().toZoneId()).toInstant());
    }
    if (value instanceof String text) {
      try {
        return Timestamp.valueOf(text);
      } catch (IllegalArgumentException e) {
        throw OraErrors.of(17059, "Fail to convert to internal representation");
      }
    }
    throw OraErrors.of(17004, "Invalid column type");
  }

  /** getObject. */
  static @Nullable Object object(@Nullable Object value, Kind kind) {
    if (value == null) {
      return null;
    }
    return switch (kind) {
      case DATE -> Timestamp.valueOf((LocalDateTime) value);
      case TIMESTAMP -> OracleObjects.timestamp((LocalDateTime) value);
      case TIMESTAMP_TZ -> OracleObjects.timestampTz((OffsetDateTime) value);
      case TIMESTAMP_LTZ -> OracleObjects.timestampLtz((OffsetDateTime) value);
      case INTERVAL_YM -> OracleObjects.intervalYm(((Number) value).longValue());
      case INTERVAL_DS -> OracleObjects.intervalDs((Duration) value);
      case ROWID -> new SimRowId((String) value);
      default -> value;
    };
  }

  /** getObject with a class. */
  static <T> @Nullable T as(@Nullable Object value, Kind kind, Class<T> type) throws SQLException {
    if (value == null) {
      return null;
    }
    Object converted = converted(value, kind, type);
    if (converted == null || !type.isInstance(converted)) {
      throw OraErrors.of(17004, "Invalid column type: " + type.getName());
    }
    return type.cast(converted);
  }

  private static @Nullable Object converted(Object value, Kind kind, Class<?> type)
      throws SQLException {
    if (type == String.class) {
      return string(value, kind);
    }
    if (type == Timestamp.class) {
      return timestamp(value, null);
    }
    if (value instanceof LocalDateTime local) {
      return ofLocal(local, kind, type);
    }
    if (value instanceof OffsetDateTime zoned) {
      return ofZoned(zoned, kind, type);
    }
    if (value instanceof Duration || (kind == Kind.INTERVAL_YM && type == Period.class)) {
      return type == Period.class
          ? period(((Number) value).longValue())
          : type == Duration.class ? value : object(value, kind);
    }
    if (Number.class.isAssignableFrom(type) || type == Boolean.class) {
      return ofNumber(number(value), type);
    }
    Object object = object(value, kind);
    return type.isInstance(object) ? object : value;
  }

  private static Period period(long months) {
    return Period.of((int) (months / 12), (int) (months % 12), 0);
  }

  private static @Nullable Object ofLocal(LocalDateTime local, Kind kind, Class<?> type) {
    if (type == LocalDateTime.class) {
      return local;
    }
    if (type == LocalDate.class) {
      return local.toLocalDate();
    }
    if (type == java.time.LocalTime.class) {
      return local.toLocalTime();
    }
    if (type == Date.class) {
      return Date.valueOf(local.toLocalDate());
    }
    if (type == Time.class) {
      return Time.valueOf(local.toLocalTime());
    }
    if (type == OffsetDateTime.class) {
      return local.atZone(ZoneId.systemDefault()).toOffsetDateTime();
    }
    return object(local, kind);
  }

  private static @Nullable Object ofZoned(OffsetDateTime zoned, Kind kind, Class<?> type) {
    if (type == OffsetDateTime.class) {
      return zoned;
    }
    if (type == ZonedDateTime.class) {
      return zoned.toZonedDateTime();
    }
    if (type == Instant.class) {
      return zoned.toInstant();
    }
    if (type == LocalDateTime.class) {
      return zoned.toLocalDateTime();
    }
    return object(zoned, kind);
  }

  private static @Nullable Object ofNumber(@Nullable BigDecimal number, Class<?> type)
      throws SQLException {
    if (number == null) {
      return null;
    }
    if (type == Long.class) {
      return whole(number, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (type == Integer.class) {
      return (int) whole(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (type == Short.class) {
      return (short) whole(number, Short.MIN_VALUE, Short.MAX_VALUE);
    }
    if (type == Double.class) {
      return number.doubleValue();
    }
    if (type == Float.class) {
      return number.floatValue();
    }
    if (type == Boolean.class) {
      return number.signum() != 0;
    }
    if (type == java.math.BigInteger.class) {
      return number.toBigInteger();
    }
    return number;
  }
}
