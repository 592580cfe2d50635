package io.oraclecdc.testkit.simulator.functions;

import java.time.Duration;
import org.h2.api.Interval;
import org.h2.api.IntervalQualifier;

/** H2's intervals as Java values. */
public final class Intervals {

  private Intervals() {}

  /** A day-time interval. */
  public static Duration duration(Interval interval) {
    return Duration.ofDays(interval.getDays())
        .plusHours(interval.getHours())
        .plusMinutes(interval.getMinutes())
        .plusSeconds(interval.getSeconds())
        .plusNanos(interval.getNanosOfSecond());
  }

  /** Months of a year-month interval. */
  public static long months(Interval interval) {
    return interval.getYears() * 12 + interval.getMonths();
  }

  /** Months as rows hold them: an Integer, beyond 32 bits (years of nine digits) a Long. */
  public static Number rowValue(long months) {
    return months == (int) months ? (Number) (int) months : (Number) months;
  }

  /** H2's interval of that many months. */
  public static Interval yearMonth(long months) {
    long size = Math.abs(months);
    return new Interval(IntervalQualifier.YEAR_TO_MONTH, months < 0, size / 12, size % 12);
  }
}
