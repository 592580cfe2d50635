package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import org.h2.value.Value;
import org.h2.value.ValueInterval;
import org.h2.value.ValueNull;
import org.jspecify.annotations.Nullable;

/** Functions on dates, timestamps and intervals, by the session's NLS settings. */
public final class DatetimeFunctions {
  /** From -4713 to 9999: no date can move by more. */
  private static final long MONTHS_OF_CALENDAR = 15_000L * 12;

  /** INTERVAL YEAR(9) TO MONTH holds 999999999-11. */
  private static final long MOST_MONTHS = 1_000_000_000L * 12 - 1;

  private static final BigDecimal NANOS_PER_DAY = BigDecimal.valueOf(86_400_000_000_000L);

  private DatetimeFunctions() {}

  private static RuntimeSession session() {
    return RuntimeSession.current();
  }

  private static ZoneId zone() {
    return session().nls().timeZone();
  }

  private static OffsetDateTime atUtc(LocalDateTime value) {
    return value.atOffset(ZoneOffset.UTC);
  }

  private static LocalDate today() {
    RuntimeSession session = session();
    return session.statementInstant().atZone(session.hostZone()).toLocalDate();
  }

  /** DATE to text by NLS_DATE_FORMAT. */
  public static @Nullable String dateToChar(@Nullable LocalDateTime value) throws SQLException {
    return dateToCharMask(value, session().nls().dateFormat());
  }

  /** TO_CHAR(date, mask). */
  public static @Nullable String dateToCharMask(
      @Nullable LocalDateTime value, @Nullable String mask) throws SQLException {
    return value == null || mask == null
        ? null
        : new DatetimePrinter(atUtc(value), false, -1).print(mask);
  }

  /** TIMESTAMP to text by NLS_TIMESTAMP_FORMAT. */
  public static @Nullable String timestampToChar(@Nullable LocalDateTime value)
      throws SQLException {
    return timestampToCharMask(value, session().nls().timestampFormat());
  }

  /** TO_CHAR(timestamp, mask). */
  public static @Nullable String timestampToCharMask(
      @Nullable LocalDateTime value, @Nullable String mask) throws SQLException {
    return value == null || mask == null
        ? null
        : new DatetimePrinter(atUtc(value), false, 6).print(mask);
  }

  /** TIMESTAMP WITH TIME ZONE to text by NLS_TIMESTAMP_TZ_FORMAT. */
  public static @Nullable String zonedToChar(@Nullable OffsetDateTime value) throws SQLException {
    return zonedToCharMask(value, session().nls().timestampTzFormat());
  }

  /** TO_CHAR(timestamp with time zone, mask). */
  public static @Nullable String zonedToCharMask(
      @Nullable OffsetDateTime value, @Nullable String mask) throws SQLException {
    return value == null || mask == null ? null : new DatetimePrinter(value, true, 6).print(mask);
  }

  /** TIMESTAMP WITH LOCAL TIME ZONE to text: the session's wall clock. */
  public static @Nullable String localToChar(@Nullable OffsetDateTime value) throws SQLException {
    return localToCharMask(value, session().nls().timestampFormat());
  }

  /** TO_CHAR(timestamp with local time zone, mask). */
  public static @Nullable String localToCharMask(
      @Nullable OffsetDateTime value, @Nullable String mask) throws SQLException {
    return value == null || mask == null
        ? null
        : new DatetimePrinter(value.atZoneSameInstant(zone()).toOffsetDateTime(), true, 6)
            .print(mask);
  }

  /** Interval to text, with the digits of its type for years or days and for the fraction. */
  public static @Nullable String intervalToChar(Value value, int leading, int fraction) {
    if (!(value instanceof ValueInterval interval)) {
      return null;
    }
    return isYearMonth(interval)
        ? IntervalText.padded(months(interval), leading)
        : IntervalText.padded(duration(interval), leading, fraction);
  }

  /** TO_CHAR(interval, mask): the mask does not matter. */
  public static @Nullable String intervalToCharMask(
      Value value, int leading, int fraction, @Nullable String mask) {
    return intervalToChar(value, leading, fraction);
  }

  private static boolean isYearMonth(ValueInterval interval) {
    return switch (interval.getQualifier()) {
      case YEAR, MONTH, YEAR_TO_MONTH -> true;
      default -> false;
    };
  }

  private static long months(ValueInterval value) {
    return Intervals.months(value.getInterval());
  }

  private static Duration duration(ValueInterval value) {
    return Intervals.duration(value.getInterval());
  }

  /** Text to DATE by NLS_DATE_FORMAT. */
  public static @Nullable LocalDateTime toDate(@Nullable String text) throws SQLException {
    return toDateMask(text, session().nls().dateFormat());
  }

  /** TO_DATE(text, mask). */
  public static @Nullable LocalDateTime toDateMask(@Nullable String text, @Nullable String mask)
      throws SQLException {
    return text == null || mask == null ? null : new DatetimeReader(text, today()).read(mask);
  }

  /** Text to TIMESTAMP by NLS_TIMESTAMP_FORMAT. */
  public static @Nullable LocalDateTime toTimestamp(@Nullable String text) throws SQLException {
    return toTimestampMask(text, session().nls().timestampFormat());
  }

  /** TO_TIMESTAMP(text, mask). */
  public static @Nullable LocalDateTime toTimestampMask(
      @Nullable String text, @Nullable String mask) throws SQLException {
    return text == null || mask == null ? null : new DatetimeReader(text, today()).read(mask);
  }

  /** Text to TIMESTAMP WITH TIME ZONE by NLS_TIMESTAMP_TZ_FORMAT. */
  public static @Nullable OffsetDateTime toZoned(@Nullable String text) throws SQLException {
    return toZonedMask(text, session().nls().timestampTzFormat());
  }

  /** TO_TIMESTAMP_TZ(text, mask); without a zone in the text the session's counts. */
  public static @Nullable OffsetDateTime toZonedMask(@Nullable String text, @Nullable String mask)
      throws SQLException {
    if (text == null || mask == null) {
      return null;
    }
    DatetimeReader reader = new DatetimeReader(text, today());
    LocalDateTime value = reader.read(mask);
    ZoneId read = reader.zone();
    return value.atZone(read == null ? zone() : read).toOffsetDateTime();
  }

  /** A zoned value's own wall clock. */
  public static @Nullable LocalDateTime zonedWallClock(@Nullable OffsetDateTime value) {
    return value == null ? null : value.toLocalDateTime();
  }

  /** A value's wall clock in the session's zone. */
  public static @Nullable LocalDateTime sessionWallClock(@Nullable OffsetDateTime value) {
    return value == null ? null : value.atZoneSameInstant(zone()).toLocalDateTime();
  }

  /** A value's wall clock in UTC. */
  public static @Nullable LocalDateTime utcWallClock(@Nullable OffsetDateTime value) {
    return value == null ? null : value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
  }

  /** A wall clock in the session's zone. */
  public static @Nullable OffsetDateTime atSessionZone(@Nullable LocalDateTime value) {
    return value == null ? null : value.atZone(zone()).toOffsetDateTime();
  }

  /** AT TIME ZONE. */
  public static @Nullable OffsetDateTime atZone(
      @Nullable OffsetDateTime value, @Nullable String zone) throws SQLException {
    return value == null || zone == null
        ? null
        : value.atZoneSameInstant(SessionZones.parse(zone)).toOffsetDateTime();
  }

  /** AT LOCAL. */
  public static @Nullable OffsetDateTime atLocal(@Nullable OffsetDateTime value) {
    return value == null ? null : value.atZoneSameInstant(zone()).toOffsetDateTime();
  }

  /** FROM_TZ. */
  public static @Nullable OffsetDateTime fromTz(
      @Nullable LocalDateTime value, @Nullable String zone) throws SQLException {
    return value == null || zone == null
        ? null
        : value.atZone(SessionZones.parse(zone)).toOffsetDateTime();
  }

  /** DATE minus DATE, in days. */
  public static @Nullable BigDecimal daysBetween(
      @Nullable LocalDateTime left, @Nullable LocalDateTime right) {
    if (left == null || right == null) {
      return null;
    }
    return BigDecimal.valueOf(
            ChronoUnit.SECONDS.between(OracleCalendar.line(right), OracleCalendar.line(left)))
        .divide(BigDecimal.valueOf(86_400), new MathContext(40, RoundingMode.HALF_UP));
  }

  /** TIMESTAMP minus TIMESTAMP, as text for the cast to an interval. */
  public static @Nullable String timestampDifference(
      @Nullable LocalDateTime left, @Nullable LocalDateTime right) {
    return left == null || right == null
        ? null
        : IntervalText.inner(
            Duration.between(OracleCalendar.line(right), OracleCalendar.line(left)));
  }

  /** The same for zoned values. */
  public static @Nullable String zonedDifference(
      @Nullable OffsetDateTime left, @Nullable OffsetDateTime right) {
    return left == null || right == null ? null : IntervalText.inner(Duration.between(right, left));
  }

  /** DATE plus days. */
  public static @Nullable LocalDateTime plusDays(
      @Nullable LocalDateTime value, @Nullable BigDecimal days) throws SQLException {
    if (value == null || days == null) {
      return null;
    }
    BigDecimal nanos = days.multiply(NANOS_PER_DAY).setScale(0, RoundingMode.HALF_UP);
    BigDecimal second = BigDecimal.valueOf(1_000_000_000L);
    long seconds = nanos.divide(second, 0, RoundingMode.HALF_UP).longValue();
    return inRange(OracleCalendar.shown(OracleCalendar.line(value).plusSeconds(seconds)));
  }

  /** Years are -4712 to 9999. */
  private static LocalDateTime inRange(LocalDateTime value) throws SQLException {
    if (value.getYear() > 9999 || value.getYear() < -4712) {
      throw OraErrors.of(1841, "(full) year must be between -4713 and +9999, and not be 0");
    }
    return value;
  }

  /** Datetime plus interval. */
  public static @Nullable LocalDateTime plusInterval(@Nullable LocalDateTime value, Value amount)
      throws SQLException {
    if (value == null || !(amount instanceof ValueInterval interval)) {
      return null;
    }
    if (!isYearMonth(interval)) {
      return inRange(OracleCalendar.shown(OracleCalendar.line(value).plus(duration(interval))));
    }
    long months = months(interval);
    if (Math.abs(months) > MONTHS_OF_CALENDAR) {
      throw OraErrors.of(1841, "(full) year must be between -4713 and +9999, and not be 0");
    }
    LocalDateTime moved = inRange(value.plusMonths(months));
    if (moved.getDayOfMonth() != value.getDayOfMonth()) {
      throw OraErrors.of(1839, "date not valid for month specified");
    }
    return moved;
  }

  /** Zoned datetime plus interval. */
  public static @Nullable OffsetDateTime zonedPlusInterval(
      @Nullable OffsetDateTime value, Value amount) throws SQLException {
    if (value == null || amount instanceof ValueNull) {
      return null;
    }
    if (amount instanceof ValueInterval interval && !isYearMonth(interval)) {
      return value.plus(duration(interval));
    }
    LocalDateTime moved = plusInterval(value.toLocalDateTime(), amount);
    return moved == null ? null : moved.atOffset(value.getOffset());
  }

  /** TO_DSINTERVAL, as text for the cast. */
  public static @Nullable String daySecond(@Nullable String text) throws SQLException {
    return text == null ? null : IntervalText.inner(IntervalText.daySecond(text));
  }

  /** TO_YMINTERVAL, as text for the cast. */
  public static @Nullable String yearMonth(@Nullable String text) throws SQLException {
    return text == null ? null : IntervalText.inner(IntervalText.yearMonth(text));
  }

  /** NUMTODSINTERVAL. */
  public static @Nullable String numtods(@Nullable BigDecimal amount, @Nullable String unit)
      throws SQLException {
    return amount == null || unit == null
        ? null
        : IntervalText.inner(IntervalText.ofUnits(amount, unit));
  }

  /** NUMTOYMINTERVAL. */
  public static @Nullable String numtoym(@Nullable BigDecimal amount, @Nullable String unit)
      throws SQLException {
    if (amount == null || unit == null) {
      return null;
    }
    int factor =
        switch (unit.strip().toUpperCase(Locale.ROOT)) {
          case "YEAR" -> 12;
          case "MONTH" -> 1;
          default -> throw OraErrors.of(1760, "illegal argument for function");
        };
    BigDecimal months =
        amount.multiply(BigDecimal.valueOf(factor)).setScale(0, RoundingMode.HALF_UP);
    if (months.abs().compareTo(BigDecimal.valueOf(MOST_MONTHS)) > 0) {
      throw OraErrors.of(1873, "the leading precision of the interval is too small");
    }
    return IntervalText.inner(months.longValue());
  }

  /** ADD_MONTHS: the last day of a month stays the last day. */
  public static @Nullable LocalDateTime addMonths(
      @Nullable LocalDateTime value, @Nullable BigDecimal months) throws SQLException {
    if (value == null || months == null) {
      return null;
    }
    LocalDateTime moved = inRange(value.plusMonths(months.longValue()));
    boolean last = value.toLocalDate().lengthOfMonth() == value.getDayOfMonth();
    if (last || value.getDayOfMonth() > 28) {
      OracleCalendar.requireKnownEnd(value);
      OracleCalendar.requireKnownEnd(moved);
    }
    LocalDateTime day = last ? moved.with(TemporalAdjusters.lastDayOfMonth()) : moved;
    return OracleCalendar.behindGap(day.toLocalDate()).atTime(day.toLocalTime());
  }

  /** LAST_DAY. */
  public static @Nullable LocalDateTime lastDay(@Nullable LocalDateTime value) throws SQLException {
    if (value != null) {
      OracleCalendar.requireKnownEnd(value);
    }
    return value == null ? null : value.with(TemporalAdjusters.lastDayOfMonth());
  }

  /** NEXT_DAY. */
  public static @Nullable LocalDateTime nextDay(@Nullable LocalDateTime value, @Nullable String day)
      throws SQLException {
    if (value == null || day == null) {
      return null;
    }
    String wanted = day.strip().toUpperCase(Locale.ROOT);
    for (DayOfWeek candidate : DayOfWeek.values()) {
      if (wanted.length() >= 3 && candidate.name().startsWith(wanted.substring(0, 3))) {
        return value.with(TemporalAdjusters.next(candidate));
      }
    }
    throw OraErrors.of(1846, "not a valid day of the week");
  }

  /** MONTHS_BETWEEN: whole when both are the same or the last day, else with 31-day months. */
  public static @Nullable BigDecimal monthsBetween(
      @Nullable LocalDateTime left, @Nullable LocalDateTime right) {
    if (left == null || right == null) {
      return null;
    }
    long months =
        (left.getYear() - right.getYear()) * 12L + left.getMonthValue() - right.getMonthValue();
    boolean bothLast =
        left.toLocalDate().lengthOfMonth() == left.getDayOfMonth()
            && right.toLocalDate().lengthOfMonth() == right.getDayOfMonth();
    if (left.getDayOfMonth() == right.getDayOfMonth() || bothLast) {
      return BigDecimal.valueOf(months);
    }
    long seconds =
        (left.getDayOfMonth() - right.getDayOfMonth()) * 86_400L
            + left.toLocalTime().toSecondOfDay()
            - right.toLocalTime().toSecondOfDay();
    return BigDecimal.valueOf(months)
        .add(
            BigDecimal.valueOf(seconds)
                .divide(
                    BigDecimal.valueOf(31 * 86_400L), new MathContext(40, RoundingMode.HALF_UP)));
  }

  /** TRUNC(date, unit). */
  public static @Nullable LocalDateTime truncDate(
      @Nullable LocalDateTime value, @Nullable String unit) throws SQLException {
    if (value == null || unit == null) {
      return null;
    }
    LocalDateTime day = value.truncatedTo(ChronoUnit.DAYS);
    return switch (unit.toUpperCase(Locale.ROOT)) {
      case "CC", "SCC" -> day.withDayOfYear(1).withYear((day.getYear() - 1) / 100 * 100 + 1);
      case "YYYY", "YEAR", "SYYYY", "YYY", "YY", "Y", "RRRR" -> day.withDayOfYear(1);
      case "IYYY", "IY", "I" ->
          day.with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1)
              .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case "Q" -> day.withMonth((day.getMonthValue() - 1) / 3 * 3 + 1).withDayOfMonth(1);
      case "MM", "MON", "MONTH", "RM" -> day.withDayOfMonth(1);
      case "WW" -> day.minusDays((day.getDayOfYear() - 1) % 7);
      case "IW" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case "W" -> day.minusDays((day.getDayOfMonth() - 1) % 7);
      case "DD", "DDD", "J" -> day;
      case "DAY", "DY", "D" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
      case "HH", "HH12", "HH24" -> value.truncatedTo(ChronoUnit.HOURS);
      case "MI" -> value.truncatedTo(ChronoUnit.MINUTES);
      default -> throw OraErrors.of(1898, "too many precision specifiers");
    };
  }

  /** ROUND(date, unit). */
  public static @Nullable LocalDateTime roundDate(
      @Nullable LocalDateTime value, @Nullable String unit) throws SQLException {
    LocalDateTime low = truncDate(value, unit);
    if (low == null || value == null || unit == null) {
      return null;
    }
    boolean up =
        switch (unit.toUpperCase(Locale.ROOT)) {
          case "YYYY", "YEAR", "SYYYY", "YYY", "YY", "Y" -> value.getMonthValue() > 6;
          case "MM", "MON", "MONTH", "RM" -> value.getDayOfMonth() > 15;
          case "DD", "DDD", "J" -> value.getHour() >= 12;
          case "HH", "HH12", "HH24" -> value.getMinute() >= 30;
          case "MI" -> value.getSecond() >= 30;
          default -> throw OraErrors.of(1898, "too many precision specifiers");
        };
    if (!up) {
      return low;
    }
    return switch (unit.toUpperCase(Locale.ROOT)) {
      case "MM", "MON", "MONTH", "RM" -> low.plusMonths(1);
      case "DD", "DDD", "J" -> low.plusDays(1);
      case "HH", "HH12", "HH24" -> low.plusHours(1);
      case "MI" -> low.plusMinutes(1);
      default -> low.plusYears(1);
    };
  }

  /** EXTRACT from DATE or TIMESTAMP. */
  public static @Nullable BigDecimal extract(@Nullable LocalDateTime value, String field)
      throws SQLException {
    if (value == null) {
      return null;
    }
    return switch (field) {
      case "YEAR" ->
          BigDecimal.valueOf(value.getYear() > 0 ? value.getYear() : value.getYear() - 1L);
      case "MONTH" -> BigDecimal.valueOf(value.getMonthValue());
      case "DAY" -> BigDecimal.valueOf(value.getDayOfMonth());
      case "HOUR" -> BigDecimal.valueOf(value.getHour());
      case "MINUTE" -> BigDecimal.valueOf(value.getMinute());
      case "SECOND" -> seconds(value.getSecond(), value.getNano());
      default -> throw OraErrors.of(30076, "invalid extract field for extract source");
    };
  }

  private static BigDecimal seconds(int seconds, int nanos) {
    return BigDecimal.valueOf(seconds).add(BigDecimal.valueOf(nanos, 9));
  }

  /** EXTRACT from a zoned value: fields of UTC, offset of the value. */
  public static @Nullable BigDecimal extractZoned(@Nullable OffsetDateTime value, String field)
      throws SQLException {
    if (value == null) {
      return null;
    }
    int minutes = value.getOffset().getTotalSeconds() / 60;
    return switch (field) {
      case "TIMEZONE_HOUR" -> BigDecimal.valueOf(minutes / 60);
      case "TIMEZONE_MINUTE" -> BigDecimal.valueOf(minutes % 60);
      default -> extract(value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime(), field);
    };
  }

  /** EXTRACT from an interval. */
  public static @Nullable BigDecimal extractInterval(Value value, String field)
      throws SQLException {
    if (!(value instanceof ValueInterval interval)) {
      return null;
    }
    if (isYearMonth(interval)) {
      long months = months(interval);
      return BigDecimal.valueOf(field.equals("YEAR") ? months / 12 : months % 12);
    }
    Duration duration = duration(interval);
    return switch (field) {
      case "DAY" -> BigDecimal.valueOf(duration.toSeconds() / 86_400);
      case "HOUR" -> BigDecimal.valueOf(duration.toSeconds() / 3_600 % 24);
      case "MINUTE" -> BigDecimal.valueOf(duration.toSeconds() / 60 % 60);
      case "SECOND" -> seconds((int) (duration.toSeconds() % 60), duration.toNanosPart());
      default -> throw OraErrors.of(30076, "invalid extract field for extract source");
    };
  }

  /** SYSDATE. */
  public static LocalDateTime sysdate() {
    RuntimeSession session = session();
    return session
        .statementInstant()
        .atZone(session.hostZone())
        .toLocalDateTime()
        .truncatedTo(ChronoUnit.SECONDS);
  }

  /** SYSTIMESTAMP. */
  public static OffsetDateTime systimestamp() {
    RuntimeSession session = session();
    return session
        .statementInstant()
        .atZone(session.hostZone())
        .toOffsetDateTime()
        .truncatedTo(ChronoUnit.MICROS);
  }

  /** CURRENT_DATE. */
  public static LocalDateTime currentDate() {
    return localtimestamp().truncatedTo(ChronoUnit.SECONDS);
  }

  /** CURRENT_TIMESTAMP. */
  public static OffsetDateTime currentTimestamp() {
    return session()
        .statementInstant()
        .atZone(zone())
        .toOffsetDateTime()
        .truncatedTo(ChronoUnit.MICROS);
  }

  /** LOCALTIMESTAMP. */
  public static LocalDateTime localtimestamp() {
    return currentTimestamp().toLocalDateTime();
  }

  /** SESSIONTIMEZONE. */
  public static String sessiontimezone() {
    return SessionZones.text(zone());
  }

  /** DBTIMEZONE. */
  public static String dbtimezone() {
    return "+00:00";
  }
}
