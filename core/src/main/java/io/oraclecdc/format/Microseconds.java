package io.oraclecdc.format;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Period;

/** Intervals as microseconds in a double: the nearest there is, also beyond what a long holds. */
final class Microseconds {
  private static final double OF_MONTH = 2_629_800_000_000.0; // 365.25 / 12 days
  private static final int DIGITS = 3; // of a nanosecond

  private Microseconds() {}

  /** Years and months, a month counted as 365.25 / 12 days. */
  static double of(Period interval) {
    // Both factors are exact, so the product is rounded once.
    return interval.toTotalMonths() * OF_MONTH;
  }

  /** Days to nanoseconds. */
  @SuppressWarnings("JavaDurationGetSecondsGetNano") // Both parts are used.
  static double of(Duration interval) {
    long seconds = interval.getSeconds();
    int nanos = interval.getNano();
    if (nanos % 1_000 == 0 && Math.abs(seconds) < 1L << 32) {
      int micros = nanos / 1_000;
      return seconds * 1_000_000.0 + micros;
    }
    // A sum of parts would be rounded more than once; negative ones have a positive nanosecond
    // part.
    return BigDecimal.valueOf(seconds, -9)
        .add(BigDecimal.valueOf(nanos))
        .movePointLeft(DIGITS)
        .doubleValue();
  }
}
