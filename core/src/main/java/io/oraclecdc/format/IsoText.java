package io.oraclecdc.format;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;

/**
 * ISO 8601 date and time with a fixed number of fraction digits: {@code
 * 2026-03-29T01:30:00.500000+05:30}. Years before 1 carry a sign, as ISO counts them: {@code
 * -2017}. Digits beyond the precision are cut.
 */
final class IsoText {
  private IsoText() {}

  static String of(LocalDateTime time, int precision) {
    return append(new StringBuilder(32), time, precision).toString();
  }

  static String of(OffsetDateTime time, int precision) {
    return append(new StringBuilder(40), time.toLocalDateTime(), precision)
        .append(time.getOffset().getId())
        .toString();
  }

  private static StringBuilder append(StringBuilder text, LocalDateTime time, int precision) {
    int year = time.getYear();
    int second = time.getSecond();
    int nanos = time.getNano();
    if (year < 0) {
      text.append('-');
    }
    digits(text, Math.abs(year), 4).append('-');
    digits(text, time.getMonthValue(), 2).append('-');
    digits(text, time.getDayOfMonth(), 2).append('T');
    digits(text, time.getHour(), 2).append(':');
    digits(text, time.getMinute(), 2).append(':');
    digits(text, second, 2);
    if (precision > 0) {
      text.append('.');
      int unit = 100_000_000;
      for (int i = 0; i < precision; i++) {
        text.append((char) ('0' + nanos / unit % 10));
        unit /= 10;
      }
    }
    return text;
  }

  private static StringBuilder digits(StringBuilder text, int number, int width) {
    int unit = width == 4 ? 1000 : 10;
    while (unit > 0) {
      text.append((char) ('0' + number / unit % 10));
      unit /= 10;
    }
    return text;
  }
}
