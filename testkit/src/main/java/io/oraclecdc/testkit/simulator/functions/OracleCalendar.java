package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;

/**
 * Oracle's calendar: Julian up to 4 October 1582, Gregorian from 15 October 1582 on, and nothing in
 * between. A value keeps the year, month and day that Oracle shows; what counts days first turns it
 * into the day of an unbroken line.
 *
 * <p>29 February of a year such as 1500, which the Gregorian calendar lacks, cannot be kept: it is
 * refused.
 */
public final class OracleCalendar {
  private static final LocalDate FIRST = LocalDate.of(1582, 10, 15);
  private static final LocalDate LAST_JULIAN = LocalDate.of(1582, 10, 4);
  private static final long JULIAN_DAY_OF_1970 = 2_440_588;

  private OracleCalendar() {}

  /**
   * A date by its parts; one that never was is the first after the gap.
   *
   * @throws SQLException ORA-01839 for a day that its month has not
   */
  public static LocalDate date(int year, int month, int day) throws SQLException {
    try {
      return behindGap(LocalDate.of(year, month, day));
    } catch (DateTimeException e) {
      if (month == 2 && day == 29 && isLeapInJulianOnly(year)) {
        throw leapDay();
      }
      throw OraErrors.of(1839, "date not valid for month specified");
    }
  }

  static LocalDate behindGap(LocalDate date) {
    return date.isAfter(LAST_JULIAN) && date.isBefore(FIRST) ? FIRST : date;
  }

  private static boolean isLeapInJulianOnly(int year) {
    return year < 1582 && year % 100 == 0 && year % 400 != 0;
  }

  private static SQLException leapDay() {
    return OraErrors.of(
        900, "invalid SQL statement (the simulator does not support 29 February of this year)");
  }

  /** Fails where the end of a month would be a day that cannot be kept. */
  static void requireKnownEnd(LocalDateTime value) throws SQLException {
    if (value.getMonth() == Month.FEBRUARY && isLeapInJulianOnly(value.getYear())) {
      throw leapDay();
    }
  }

  /** On the line of days that has no gap. */
  static LocalDateTime line(LocalDateTime shown) {
    LocalDate date = shown.toLocalDate();
    if (!date.isBefore(FIRST)) {
      return shown;
    }
    long years = date.getYear() + 4800L - (14 - date.getMonthValue()) / 12;
    long months = date.getMonthValue() + 12L * ((14 - date.getMonthValue()) / 12) - 3;
    long day =
        date.getDayOfMonth()
            + (153 * months + 2) / 5
            + 365 * years
            + Math.floorDiv(years, 4)
            - 32_083;
    return LocalDate.ofEpochDay(day - JULIAN_DAY_OF_1970).atTime(shown.toLocalTime());
  }

  /** As Oracle shows a day of that line. */
  static LocalDateTime shown(LocalDateTime line) throws SQLException {
    LocalDate date = line.toLocalDate();
    if (!date.isBefore(FIRST)) {
      return line;
    }
    long c = date.toEpochDay() + JULIAN_DAY_OF_1970 + 32_082;
    long d = Math.floorDiv(4 * c + 3, 1461);
    long e = c - Math.floorDiv(1461 * d, 4);
    long m = (5 * e + 2) / 153;
    int day = (int) (e - (153 * m + 2) / 5 + 1);
    int month = (int) (m + 3 - 12 * (m / 10));
    int year = (int) (d - 4800 + m / 10);
    return date(year, month, day).atTime(line.toLocalTime());
  }
}
