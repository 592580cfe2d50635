package io.oraclecdc.testkit.simulator.functions;

import java.time.Duration;
import org.h2.api.Interval;

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
  public static int months(Interval interval) {
    return (int) (interval.getYears() * 12 + interval.getMonths());
  }
}
