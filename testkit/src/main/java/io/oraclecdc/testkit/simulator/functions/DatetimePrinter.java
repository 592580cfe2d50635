package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.Locale;

/** Prints datetimes by a mask. */
final class DatetimePrinter {
  private final OffsetDateTime value;
  private final boolean zoned;
  private final int fractionDigits;

  /**
   * Prepares a value.
   *
   * @param value local fields and offset
   * @param zoned whether zone elements are allowed
   * @param fractionDigits digits of FF without number; 0 for DATE, where FF is an error
   */
  DatetimePrinter(OffsetDateTime value, boolean zoned, int fractionDigits) {
    this.value = value;
    this.zoned = zoned;
    this.fractionDigits = fractionDigits;
  }

  String print(String mask) throws SQLException {
    StringBuilder out = new StringBuilder();
    for (DatetimeFormat.Element element : DatetimeFormat.parse(mask).elements()) {
      out.append(element.isLiteral() ? element.text() : text(element));
    }
    return out.toString();
  }

  private String text(DatetimeFormat.Element element) throws SQLException {
    int year = value.getYear();
    int oracleYear = year > 0 ? year : 1 - year;
    boolean fill = element.fill();
    return switch (element.name()) {
      case "SYYYY" -> (year > 0 ? fill ? " " : "" : "-") + number(oracleYear, 4, fill);
      case "YYYY", "RRRR" -> number(oracleYear, 4, fill);
      case "Y,YYY" -> oracleYear / 1000 + "," + number(oracleYear % 1000, 3, true);
      case "YYY" -> number(oracleYear % 1000, 3, fill);
      case "YY", "RR" -> number(oracleYear % 100, 2, fill);
      case "Y" -> number(oracleYear % 10, 1, fill);
      case "CC" -> number((oracleYear + 99) / 100, 2, fill);
      case "IYYY" -> number(value.get(IsoFields.WEEK_BASED_YEAR), 4, fill);
      case "IW" -> number(value.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, fill);
      case "WW" -> number((value.getDayOfYear() + 6) / 7, 2, fill);
      case "W" -> number((value.getDayOfMonth() + 6) / 7, 1, fill);
      case "Q" -> number(value.get(IsoFields.QUARTER_OF_YEAR), 1, fill);
      case "MM" -> number(value.getMonthValue(), 2, fill);
      case "MON" -> cased(element, month(TextStyle.SHORT).substring(0, 3));
      case "MONTH" -> cased(element, fill ? pad(month(TextStyle.FULL), 9) : month(TextStyle.FULL));
      case "DD" -> number(value.getDayOfMonth(), 2, fill);
      case "DDD" -> number(value.getDayOfYear(), 3, fill);
      case "D" -> number(line().getDayOfWeek().getValue() % 7 + 1, 1, fill);
      case "DAY" -> cased(element, fill ? pad(day(TextStyle.FULL), 9) : day(TextStyle.FULL));
      case "DY" -> cased(element, day(TextStyle.SHORT));
      case "J" -> Long.toString(line().getLong(JulianFields.JULIAN_DAY));
      case "HH24" -> number(value.getHour(), 2, fill);
      case "HH", "HH12" -> number(value.get(ChronoField.CLOCK_HOUR_OF_AMPM), 2, fill);
      case "MI" -> number(value.getMinute(), 2, fill);
      case "SS" -> number(value.getSecond(), 2, fill);
      case "SSSSS" -> number(value.get(ChronoField.SECOND_OF_DAY), 5, fill);
      case "AM", "PM" -> cased(element, value.getHour() < 12 ? "AM" : "PM");
      case "A.M.", "P.M." -> cased(element, value.getHour() < 12 ? "A.M." : "P.M.");
      case "AD", "BC" -> cased(element, year > 0 ? "AD" : "BC");
      case "A.D.", "B.C." -> cased(element, year > 0 ? "A.D." : "B.C.");
      case "X" -> ".";
      case "TZH" -> zone(offsetHours());
      case "TZM" -> zone(number(Math.abs(offset().getTotalSeconds() / 60 % 60), 2, true));
      case "TZR" ->
          zone(
              offsetHours()
                  + ":"
                  + number(Math.abs(offset().getTotalSeconds() / 60 % 60), 2, true));
      case "TZD" -> zone("");
      default -> {
        if (element.name().startsWith("FF")) {
          yield fraction(element.name());
        }
        throw OraErrors.of(1821, "date format not recognized");
      }
    };
  }

  private LocalDateTime line() {
    return OracleCalendar.line(value.toLocalDateTime());
  }

  private ZoneOffset offset() {
    return value.getOffset();
  }

  private String offsetHours() {
    int seconds = offset().getTotalSeconds();
    return (seconds < 0 ? "-" : "+") + number(Math.abs(seconds / 3600), 2, true);
  }

  private String zone(String text) throws SQLException {
    if (!zoned) {
      throw OraErrors.of(1821, "date format not recognized");
    }
    return text;
  }

  private String fraction(String name) throws SQLException {
    if (fractionDigits < 0) {
      throw OraErrors.of(1821, "date format not recognized");
    }
    int digits = name.length() == 3 ? name.charAt(2) - '0' : fractionDigits;
    return number(value.getNano(), 9, true).substring(0, digits);
  }

  private String month(TextStyle style) {
    return value.getMonth().getDisplayName(style, Locale.US);
  }

  private String day(TextStyle style) {
    return line().getDayOfWeek().getDisplayName(style, Locale.US);
  }

  private static String pad(String text, int size) {
    return text + " ".repeat(Math.max(0, size - text.length()));
  }

  private static String number(int value, int digits, boolean fill) {
    String text = Integer.toString(value);
    return fill ? "0".repeat(Math.max(0, digits - text.length())) + text : text;
  }

  /** MON is upper case, Mon capitalised, mon lower case. */
  private static String cased(DatetimeFormat.Element element, String text) {
    String written = element.text();
    if (Character.isLowerCase(written.charAt(0))) {
      return text.toLowerCase(Locale.US);
    }
    boolean capitalised = written.length() > 1 && Character.isLowerCase(written.charAt(1));
    return capitalised
        ? text.substring(0, 1).toUpperCase(Locale.US) + text.substring(1).toLowerCase(Locale.US)
        : text.toUpperCase(Locale.US);
  }
}
