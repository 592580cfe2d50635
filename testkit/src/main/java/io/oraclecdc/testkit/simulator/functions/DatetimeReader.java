package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads datetimes by a mask, as TO_DATE does. */
final class DatetimeReader {
  private final String text;
  private final LocalDate today;
  private int position;
  private int year;
  private boolean yearSeen;
  private boolean beforeChrist;
  private int month;
  private int day = 1;
  private int hour;
  private int minute;
  private int second;
  private int nano;
  private int dayOfYear;
  private boolean afternoon;
  private boolean halfDay;
  private @Nullable String zone;

  DatetimeReader(String text, LocalDate today) {
    this.text = text.strip();
    this.today = today;
    this.year = today.getYear();
    this.month = today.getMonthValue();
  }

  /** The zone read by TZH, TZM or TZR; null when the mask has none or the text ended before. */
  @Nullable ZoneId zone() {
    return zone == null ? null : ZoneId.of(zone);
  }

  LocalDateTime read(String mask) throws SQLException {
    DatetimeFormat format = DatetimeFormat.parse(mask);
    if (format.mentions("HH24") && format.mentions("AM", "PM", "A.M.", "P.M.")) {
      throw OraErrors.of(1818, "'HH24' precludes use of meridian indicator");
    }
    List<DatetimeFormat.Element> elements = format.elements();
    for (DatetimeFormat.Element element : elements) {
      if (position >= text.length()) {
        break;
      }
      if (element.isLiteral()) {
        literal(element.text());
      } else {
        element(element.name());
      }
    }
    skipBlanks();
    if (position < text.length()) {
      throw OraErrors.of(1830, "date format picture ends before converting entire input string");
    }
    checkComplete(format);
    return result();
  }

  /** Time parts may be missing at the end of the text, date parts may not. */
  private void checkComplete(DatetimeFormat format) throws SQLException {
    boolean wantsMonth = format.mentions("MM", "MON", "MONTH");
    if (wantsMonth && month == 0) {
      throw OraErrors.of(1840, "input value not long enough for date format");
    }
    if (format.mentions("YYYY", "YY", "RR", "RRRR", "SYYYY") && !yearSeen) {
      throw OraErrors.of(1840, "input value not long enough for date format");
    }
  }

  private LocalDateTime result() throws SQLException {
    try {
      int hours = halfDay ? hour % 12 + (afternoon ? 12 : 0) : hour;
      int isoYear = beforeChrist ? 1 - year : year;
      LocalDate date =
          dayOfYear > 0
              ? LocalDate.ofYearDay(isoYear, dayOfYear)
              : OracleCalendar.date(isoYear, month, day);
      return date.atTime(hours, minute, second, nano);
    } catch (DateTimeException e) {
      throw OraErrors.of(1839, "date not valid for month specified");
    }
  }

  private void skipBlanks() {
    while (position < text.length() && text.charAt(position) == ' ') {
      position++;
    }
  }

  /** Punctuation of the mask matches any punctuation or nothing. */
  private void literal(String literal) throws SQLException {
    if (literal.equals(" ")) {
      skipBlanks();
      return;
    }
    if (literal.length() > 1 || Character.isLetterOrDigit(literal.charAt(0))) {
      if (!text.regionMatches(true, position, literal, 0, literal.length())) {
        throw OraErrors.of(1861, "literal does not match format string");
      }
      position += literal.length();
      return;
    }
    char c = text.charAt(position);
    if ((!Character.isLetterOrDigit(c) && c != '+') || c == '-') {
      position++;
    } else if (!Character.isDigit(c)) {
      throw OraErrors.of(1861, "literal does not match format string");
    }
  }

  private void element(String name) throws SQLException {
    switch (name) {
      case "SYYYY", "YYYY" -> year(name);
      case "YYY", "YY", "Y" -> {
        int digits = number(name.length(), 1841);
        int base = (int) Math.pow(10, name.length());
        year = today.getYear() / base * base + digits;
        yearSeen = true;
      }
      case "RRRR", "RR" -> roundedYear(name);
      case "MM" -> {
        month = number(2, 1843);
        check(month, 1, 12, 1843, "not a valid month");
      }
      case "MON", "MONTH" -> month = monthName();
      case "DD" -> {
        day = number(2, 1847);
        check(day, 1, 31, 1847, "day of month must be between 1 and last day of month");
      }
      case "DDD" -> {
        dayOfYear = number(3, 1848);
        check(dayOfYear, 1, 366, 1848, "day of year must be between 1 and 365 (366 for leap year)");
      }
      case "DAY", "DY" -> word();
      case "HH24" -> {
        hour = number(2, 1850);
        check(hour, 0, 23, 1850, "hour must be between 0 and 23");
      }
      case "HH", "HH12" -> {
        hour = number(2, 1849);
        check(hour, 1, 12, 1849, "hour must be between 1 and 12");
        halfDay = true;
      }
      case "MI" -> {
        minute = number(2, 1851);
        check(minute, 0, 59, 1851, "minutes must be between 0 and 59");
      }
      case "SS" -> {
        second = number(2, 1852);
        check(second, 0, 59, 1852, "seconds must be between 0 and 59");
      }
      case "SSSSS" -> {
        int seconds = number(5, 1853);
        check(seconds, 0, 86399, 1853, "seconds in day must be between 0 and 86399");
        hour = seconds / 3600;
        minute = seconds / 60 % 60;
        second = seconds % 60;
      }
      case "AM", "PM", "A.M.", "P.M." -> meridian();
      case "AD", "BC", "A.D.", "B.C." -> era();
      case "X" -> {
        char c = text.charAt(position);
        if (c == '.' || c == ',') {
          position++;
        }
      }
      case "TZH" -> zoneHours();
      case "TZM" -> zoneMinutes();
      case "TZR" -> zoneRegion();
      case "TZD" -> word();
      default -> {
        if (!name.startsWith("FF")) {
          throw OraErrors.of(1820, "format code cannot appear in date input format");
        }
        fraction(name);
      }
    }
  }

  private void year(String name) throws SQLException {
    skipBlanks();
    if (position < text.length()
        && (text.charAt(position) == '-' || text.charAt(position) == '+')) {
      if (!name.equals("SYYYY") && text.charAt(position) == '-') {
        throw OraErrors.of(1841, "(full) year must be between -4713 and +9999, and not be 0");
      }
      beforeChrist = text.charAt(position) == '-';
      position++;
    }
    year = number(4, 1841);
    yearSeen = true;
    check(year, 1, 9999, 1841, "(full) year must be between -4713 and +9999, and not be 0");
  }

  private void roundedYear(String name) throws SQLException {
    int start = position;
    int digits = number(name.equals("RRRR") ? 4 : fourDigits() ? 4 : 2, 1841);
    yearSeen = true;
    if (position - start > 2) {
      year = digits;
      return;
    }
    int century = today.getYear() / 100 * 100;
    boolean secondHalf = today.getYear() % 100 >= 50;
    if (digits < 50) {
      year = secondHalf ? century + 100 + digits : century + digits;
    } else {
      year = secondHalf ? century + digits : century - 100 + digits;
    }
  }

  private boolean fourDigits() {
    int end = position;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end - position == 4;
  }

  private static void check(int value, int low, int high, int code, String message)
      throws SQLException {
    if (value < low || value > high) {
      throw OraErrors.of(code, message);
    }
  }

  private int number(int maximumDigits, int code) throws SQLException {
    skipBlanks();
    int start = position;
    while (position < text.length()
        && position - start < maximumDigits
        && Character.isDigit(text.charAt(position))) {
      position++;
    }
    if (start == position) {
      throw code == 1843 || code == 1841
          ? OraErrors.of(
              code,
              code == 1843
                  ? "not a valid month"
                  : "(full) year must be between -4713 and +9999, and not be 0")
          : OraErrors.of(1858, "a non-numeric character was found where a numeric was expected");
    }
    return Integer.parseInt(text.substring(start, position));
  }

  private String word() {
    int start = position;
    while (position < text.length() && Character.isLetter(text.charAt(position))) {
      position++;
    }
    return text.substring(start, position).toUpperCase(Locale.ROOT);
  }

  private int monthName() throws SQLException {
    skipBlanks();
    if (position < text.length() && Character.isDigit(text.charAt(position))) {
      int number = number(2, 1843);
      check(number, 1, 12, 1843, "not a valid month");
      return number;
    }
    String word = word();
    for (Month candidate : Month.values()) {
      String full = candidate.getDisplayName(TextStyle.FULL, Locale.US).toUpperCase(Locale.ROOT);
      if (word.equals(full) || word.equals(full.substring(0, 3))) {
        return candidate.getValue();
      }
    }
    throw OraErrors.of(1843, "not a valid month");
  }

  private void meridian() throws SQLException {
    skipBlanks();
    String upper = text.substring(position).toUpperCase(Locale.ROOT);
    for (String marker : new String[] {"A.M.", "P.M.", "AM", "PM"}) {
      if (upper.startsWith(marker)) {
        afternoon = marker.startsWith("P");
        halfDay = true;
        position += marker.length();
        return;
      }
    }
    throw OraErrors.of(1855, "AM/A.M. or PM/P.M. required");
  }

  private void era() throws SQLException {
    skipBlanks();
    String upper = text.substring(position).toUpperCase(Locale.ROOT);
    for (String marker : new String[] {"A.D.", "B.C.", "AD", "BC"}) {
      if (upper.startsWith(marker)) {
        beforeChrist = marker.startsWith("B");
        position += marker.length();
        return;
      }
    }
    throw OraErrors.of(1856, "BC/B.C. or AD/A.D. required");
  }

  private void fraction(String name) throws SQLException {
    int start = position;
    while (position < text.length() && Character.isDigit(text.charAt(position))) {
      position++;
    }
    String digits = text.substring(start, position);
    int limit = name.length() == 3 ? name.charAt(2) - '0' : 9;
    if (digits.length() > limit) {
      throw OraErrors.of(1830, "date format picture ends before converting entire input string");
    }
    nano = digits.isEmpty() ? 0 : Integer.parseInt((digits + "000000000").substring(0, 9));
  }

  private void zoneHours() throws SQLException {
    skipBlanks();
    String sign = "+";
    char c = text.charAt(position);
    if (c == '+' || c == '-') {
      sign = String.valueOf(c);
      position++;
    }
    int hours = number(2, 1858);
    check(hours, 0, 15, 1874, "time zone hour must be between -15 and 15");
    zone = "%s%02d:00".formatted(sign, hours);
  }

  private void zoneMinutes() throws SQLException {
    int minutes = number(2, 1858);
    check(minutes, 0, 59, 1875, "time zone minute must be between -59 and 59");
    zone = String.valueOf(zone).substring(0, 4) + "%02d".formatted(minutes);
  }

  private void zoneRegion() throws SQLException {
    skipBlanks();
    int start = position;
    while (position < text.length() && text.charAt(position) != ' ') {
      position++;
    }
    zone = SessionZones.parse(text.substring(start, position)).getId();
  }
}
