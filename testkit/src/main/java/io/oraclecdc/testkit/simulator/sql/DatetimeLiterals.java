package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.OracleCalendar;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code DATE '..'} and {@code TIMESTAMP '..'} literals, independent of NLS settings. */
final class DatetimeLiterals {
  private static final Pattern TEXT =
      Pattern.compile(
          "\\s*([+-]?\\d{1,4})-(\\d{1,2})-(\\d{1,2})"
              + "(?:[ T]+(\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{0,9}))?)?)?)?"
              + "(?:\\s*([+-]\\d{1,2}:\\d{2}|[A-Za-z][A-Za-z0-9_/+-]*)(?:\\s+[A-Z]{3,4})?)?\\s*");

  private DatetimeLiterals() {}

  static Expr parse(String type, String text, boolean zoneAllowed) throws SQLException {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw OraErrors.of(1861, "literal does not match format string");
    }
    try {
      int year = Integer.parseInt(matcher.group(1).replace("+", ""));
      if (year == 0) {
        throw OraErrors.of(1841, "(full) year must be between -4713 and +9999, and not be 0");
      }
      requireFields(
          part(matcher.group(2)),
          part(matcher.group(3)),
          part(matcher.group(4)),
          part(matcher.group(5)),
          part(matcher.group(6)));
      LocalDateTime value =
          OracleCalendar.date(
                  year < 0 ? year + 1 : year,
                  Integer.parseInt(matcher.group(2)),
                  Integer.parseInt(matcher.group(3)))
              .atTime(
                  part(matcher.group(4)),
                  part(matcher.group(5)),
                  part(matcher.group(6)),
                  fraction(matcher.group(7)));
      String zone = matcher.group(8);
      if (zone != null) {
        if (!zoneAllowed || type.equals("DATE")) {
          throw OraErrors.of(1861, "literal does not match format string");
        }
        String offset = value.atZone(zone(zone)).getOffset().getId();
        return Expr.literal(
            "TIMESTAMP WITH TIME ZONE '"
                + plain(value)
                + (offset.equals("Z") ? "+00:00" : offset)
                + "'",
            SqlType.TIMESTAMP_TZ,
            null);
      }
      return Expr.literal(
          "TIMESTAMP '" + plain(value) + "'",
          type.equals("DATE") ? SqlType.DATE : SqlType.TIMESTAMP,
          null);
    } catch (DateTimeException e) {
      throw OraErrors.of(1839, "date not valid for month specified");
    }
  }

  private static ZoneId zone(String name) throws SQLException {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw OraErrors.of(1882, "timezone region not found");
    }
  }

  private static void requireFields(int month, int day, int hour, int minute, int second)
      throws SQLException {
    if (month < 1 || month > 12) {
      throw OraErrors.of(1843, "not a valid month");
    }
    if (day < 1 || day > 31) {
      throw OraErrors.of(1847, "day of month must be between 1 and last day of month");
    }
    if (hour > 23) {
      throw OraErrors.of(1850, "hour must be between 0 and 23");
    }
    if (minute > 59) {
      throw OraErrors.of(1851, "minutes must be between 0 and 59");
    }
    if (second > 59) {
      throw OraErrors.of(1852, "seconds must be between 0 and 59");
    }
  }

  private static String plain(LocalDateTime value) {
    return "%s%04d-%02d-%02d %02d:%02d:%02d.%09d"
        .formatted(
            value.getYear() < 0 ? "-" : "",
            Math.abs(value.getYear()),
            value.getMonthValue(),
            value.getDayOfMonth(),
            value.getHour(),
            value.getMinute(),
            value.getSecond(),
            value.getNano());
  }

  private static int part(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static int fraction(@org.jspecify.annotations.Nullable String digits) {
    if (digits == null || digits.isEmpty()) {
      return 0;
    }
    return Integer.parseInt((digits + "000000000").substring(0, 9));
  }
}
