package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Intervals as text, and from text. */
public final class IntervalText {
  private static final int LARGEST_PRECISION = 9;
  private static final Pattern DAY_SECOND =
      Pattern.compile(
          "\\s*([+-]?)(\\d+)\\s+(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?\\s*");
  private static final Pattern YEAR_MONTH = Pattern.compile("\\s*([+-]?)(\\d+)-(\\d{1,2})\\s*");

  private IntervalText() {}

  /** {@code +01 02:03:04.500000}: as TO_CHAR prints. */
  public static String padded(Duration value, int dayDigits, int fractionDigits) {
    Duration size = value.abs();
    String days = Long.toString(size.toDays());
    String text =
        (value.isNegative() ? "-" : "+")
            + "0".repeat(Math.max(0, dayDigits - days.length()))
            + days
            + " %02d:%02d:%02d"
                .formatted(size.toHoursPart(), size.toMinutesPart(), size.toSecondsPart());
    return fractionDigits == 0
        ? text
        : text + "." + "%09d".formatted(size.toNanosPart()).substring(0, fractionDigits);
  }

  /** {@code 1 2:3:4.5}: as the driver prints. */
  public static String compact(Duration value) {
    Duration size = value.abs();
    String fraction = "%09d".formatted(size.toNanosPart()).replaceFirst("0+$", "");
    return (value.isNegative() ? "-" : "")
        + size.toDays()
        + " "
        + size.toHoursPart()
        + ":"
        + size.toMinutesPart()
        + ":"
        + size.toSecondsPart()
        + "."
        + (fraction.isEmpty() ? "0" : fraction);
  }

  /** {@code +02-03}. */
  public static String padded(long months, int yearDigits) {
    long size = Math.abs(months);
    String years = Long.toString(size / 12);
    return (months < 0 ? "-" : "+")
        + "0".repeat(Math.max(0, yearDigits - years.length()))
        + years
        + "-%02d".formatted(size % 12);
  }

  /** {@code 2-3}: as the driver prints. */
  public static String compact(long months) {
    long size = Math.abs(months);
    return (months < 0 ? "-" : "") + size / 12 + "-" + size % 12;
  }

  static Duration daySecond(String text) throws SQLException {
    Matcher matcher = DAY_SECOND.matcher(text);
    if (matcher.matches()) {
      String fraction = matcher.group(6);
      Duration value =
          Duration.ofDays(leading(matcher.group(2)))
              .plusHours(Long.parseLong(matcher.group(3)))
              .plusMinutes(Long.parseLong(matcher.group(4)))
              .plusSeconds(Long.parseLong(matcher.group(5)))
              .plusNanos(
                  fraction == null ? 0 : Long.parseLong((fraction + "000000000").substring(0, 9)));
      return matcher.group(1).equals("-") ? value.negated() : value;
    }
    if (text.strip().toUpperCase(java.util.Locale.ROOT).startsWith("P")
        || text.strip().startsWith("-P")) {
      try {
        return Duration.parse(text.strip());
      } catch (java.time.format.DateTimeParseException e) {
        throw OraErrors.of(1867, "the interval is invalid");
      }
    }
    throw OraErrors.of(1867, "the interval is invalid");
  }

  static long yearMonth(String text) throws SQLException {
    Matcher matcher = YEAR_MONTH.matcher(text);
    if (!matcher.matches()) {
      throw OraErrors.of(1867, "the interval is invalid");
    }
    long months = leading(matcher.group(2)) * 12 + Long.parseLong(matcher.group(3));
    return matcher.group(1).equals("-") ? -months : months;
  }

  /** Years or days: Oracle holds nine digits. */
  private static long leading(String digits) throws SQLException {
    if (digits.replaceFirst("^0+", "").length() > LARGEST_PRECISION) {
      throw OraErrors.of(1873, "the leading precision of the interval is too small");
    }
    return Long.parseLong(digits);
  }

  /** What H2 casts to INTERVAL DAY TO SECOND. */
  static String inner(Duration value) {
    Duration size = value.abs();
    return (value.isNegative() ? "-" : "")
        + size.toDays()
        + " %02d:%02d:%02d.%09d"
            .formatted(
                size.toHoursPart(), size.toMinutesPart(), size.toSecondsPart(), size.toNanosPart());
  }

  /** What H2 casts to INTERVAL YEAR TO MONTH. */
  static String inner(long months) {
    return compact(months);
  }

  static Duration ofUnits(BigDecimal amount, String unit) throws SQLException {
    long nanos =
        switch (unit.strip().toUpperCase(java.util.Locale.ROOT)) {
          case "DAY" -> 86_400_000_000_000L;
          case "HOUR" -> 3_600_000_000_000L;
          case "MINUTE" -> 60_000_000_000L;
          case "SECOND" -> 1_000_000_000L;
          default -> throw OraErrors.of(1760, "illegal argument for function");
        };
    BigDecimal total = amount.multiply(BigDecimal.valueOf(nanos)).setScale(0, RoundingMode.HALF_UP);
    return Duration.ofSeconds(
        total.divideToIntegralValue(BigDecimal.valueOf(1_000_000_000L)).longValue(),
        total.remainder(BigDecimal.valueOf(1_000_000_000L)).longValue());
  }
}
