package io.oraclecdc.value;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Date and time in the text of a literal, in one of two forms:
 *
 * <pre>
 *  [blank or sign] YYYY-MM-DD HH24:MI:SS [. fraction]  rest      masks of the mining session
 *  DD-MON-RR HH.MI.SS [. fraction] AM|PM               rest      Oracle's default for timestamps
 * </pre>
 *
 * <p>The fraction has 0 to 9 digits; a dot alone is a fraction of zero. What follows (zone, era) is
 * read by {@link #era} and the codecs. A negative year and the era BC mean the same: Oracle's year
 * -N is ISO year 1-N.
 *
 * <p>Read again and again by one codec; not thread-safe.
 */
final class TimestampText {
  private static final String MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";

  static final String JULIAN_LEAP_DAY =
      "29 February of this year exists in Oracle's Julian calendar only, so no date of a record can"
          + " say it";

  private String sql = "";
  private int end;
  private int position;
  private int year;
  private boolean beforeEra;
  private boolean eraKnown;
  private int month;
  private int day;
  private int hour;
  private int minute;
  private int second;
  private int nano;

  /** Reads date and time of a literal and stops where the rest begins. */
  void read(Literal literal) {
    sql = literal.sql();
    end = literal.end();
    position = literal.start();
    beforeEra = false;
    eraKnown = false;
    skipBlanks();
    if (position < end && sql.charAt(position) == '-') {
      beforeEra = true;
      eraKnown = true;
      position++;
    } else if (position < end && sql.charAt(position) == '+') {
      position++;
    }
    if (position + 3 < end && sql.charAt(position + 2) == '-') {
      readDefaultForm();
    } else {
      readIsoForm();
    }
  }

  private void readIsoForm() {
    year = twoDigits() * 100 + twoDigits();
    expect('-');
    month = twoDigits();
    expect('-');
    day = twoDigits();
    if (position >= end) {
      throw noTimeOfDay();
    }
    expect(' ');
    hour = twoDigits();
    expect(':');
    minute = twoDigits();
    expect(':');
    second = twoDigits();
    readFraction();
  }

  private void readDefaultForm() {
    if (eraKnown) {
      throw new LiteralException(position, "a year of two digits has no sign");
    }
    day = twoDigits();
    expect('-');
    month = monthName();
    expect('-');
    int shortYear = twoDigits();
    year = shortYear < 50 ? 2000 + shortYear : 1900 + shortYear;
    if (position >= end) {
      throw noTimeOfDay();
    }
    expect(' ');
    int hourOfHalf = twoDigits();
    expect('.');
    minute = twoDigits();
    expect('.');
    second = twoDigits();
    readFraction();
    expect(' ');
    if (hourOfHalf < 1 || hourOfHalf > 12) {
      throw new LiteralException(position, "an hour with AM or PM is 1 to 12");
    }
    if (word("AM")) {
      hour = hourOfHalf % 12;
    } else if (word("PM")) {
      hour = hourOfHalf % 12 + 12;
    } else {
      throw new LiteralException(position, "AM or PM is expected");
    }
  }

  private int monthName() {
    if (position + 3 <= end) {
      for (int i = 0; i < 12; i++) {
        if (sql.regionMatches(true, position, MONTHS, i * 3, 3)) {
          position += 3;
          return i + 1;
        }
      }
    }
    throw new LiteralException(position, "an English month name of three letters is expected");
  }

  private void readFraction() {
    nano = 0;
    if (position >= end || sql.charAt(position) != '.') {
      return;
    }
    position++;
    int digits = 0;
    while (position < end && NumberText.isDigit(sql.charAt(position))) {
      if (++digits > 9) {
        throw new LiteralException(position, "a fraction has nine digits at most");
      }
      nano = nano * 10 + (sql.charAt(position) - '0');
      position++;
    }
    for (; digits < 9; digits++) {
      nano *= 10;
    }
  }

  /** Reads AD or BC, if it is next. */
  void era() {
    skipBlanks();
    boolean before = word("BC");
    if (before || word("AD")) {
      if (eraKnown) {
        throw new LiteralException(position, "a year has a sign or an era, not both");
      }
      eraKnown = true;
      beforeEra = before;
    }
  }

  /** Checks that nothing is left but blanks. */
  void finish() {
    skipBlanks();
    if (position < end) {
      throw new LiteralException(position, "the value goes on where it should end");
    }
  }

  /** What was read. */
  LocalDateTime toLocalDateTime() {
    if (beforeEra && year == 0) {
      throw new LiteralException(position, "there is no year 0 before the common era");
    }
    sql = "";
    int isoYear = beforeEra ? 1 - year : year;
    if (isJulianLeapDay(isoYear, month, day)) {
      throw new LiteralException(position, JULIAN_LEAP_DAY);
    }
    try {
      return LocalDateTime.of(isoYear, month, day, hour, minute, second, nano);
    } catch (DateTimeException e) {
      // the cause would quote the value
      throw new LiteralException(position, "the date or time does not exist in the ISO calendar");
    }
  }

  /**
   * Whether it is a day that Oracle's calendar has, which is Julian before October 1582, and the
   * ISO calendar has not: 29 February of a year like 1500.
   */
  static boolean isJulianLeapDay(int isoYear, int month, int day) {
    return month == 2 && day == 29 && isoYear < 1582 && isoYear % 100 == 0 && isoYear % 400 != 0;
  }

  /** The next word up to a blank or the end; null when there is none. */
  @Nullable String nextWord() {
    skipBlanks();
    int from = position;
    while (position < end && sql.charAt(position) != ' ') {
      position++;
    }
    return from == position ? null : sql.substring(from, position);
  }

  /** Whether the next character after blanks is a sign. */
  boolean isOffsetNext() {
    skipBlanks();
    return position < end && (sql.charAt(position) == '+' || sql.charAt(position) == '-');
  }

  /** Reads an offset of the form +HH:MM as seconds. */
  int offsetSeconds() {
    boolean negative = sql.charAt(position) == '-';
    position++;
    int hours = twoDigits();
    expect(':');
    int minutes = twoDigits();
    if (hours > 17 || minutes > 59) {
      throw new LiteralException(position, "an offset is below 18 hours");
    }
    int seconds = hours * 3600 + minutes * 60;
    return negative ? -seconds : seconds;
  }

  int position() {
    return position;
  }

  void backTo(int earlier) {
    position = earlier;
  }

  private boolean word(String word) {
    int after = position + word.length();
    if (after > end
        || !sql.regionMatches(true, position, word, 0, word.length())
        || (after < end && sql.charAt(after) != ' ')) {
      return false;
    }
    position = after;
    return true;
  }

  private void skipBlanks() {
    while (position < end && sql.charAt(position) == ' ') {
      position++;
    }
  }

  private int twoDigits() {
    if (position + 2 <= end) {
      int tens = sql.charAt(position) - '0';
      int ones = sql.charAt(position + 1) - '0';
      if (tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9) {
        position += 2;
        return tens * 10 + ones;
      }
    }
    throw lostMasks(position);
  }

  private void expect(char c) {
    if (position >= end || sql.charAt(position) != c) {
      throw lostMasks(position);
    }
    position++;
  }

  private LiteralException noTimeOfDay() {
    return new LiteralException(
        position, "the literal holds no time of day: the mining session lost its date masks");
  }

  static LiteralException lostMasks(int position) {
    return new LiteralException(
        position,
        "a date is written YYYY-MM-DD HH24:MI:SS: the mining session lost its date masks");
  }
}
