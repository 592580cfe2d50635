package io.oraclecdc.format;

import io.oraclecdc.config.IntervalMode;
import io.oraclecdc.config.TemporalMode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Period;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Intervals. As a number they are microseconds, a month counted as 365.25 / 12 days.
 *
 * <pre>
 *  cdc.interval.mode   field
 *  not set             as float64; ISO 8601 durations of java.time with cdc.temporal.mode=iso_string
 *  float64             float64 MicroDuration, nanoseconds as a fraction
 *  int64               int64 MicroDuration, what is smaller than a microsecond cut off
 *  string              Interval: P1Y2M0DT0H0M0S, P0Y0M-1DT-2H-3M-4.56S
 * </pre>
 */
final class IntervalMappings {
  private static final String MICRO_DURATION = "io.debezium.time.MicroDuration";
  private static final long MICROS_PER_MONTH = 2_629_800_000_000L; // 365.25 / 12 days
  private static final long MICROS_PER_SECOND = 1_000_000L;

  private IntervalMappings() {}

  static ColumnMapping of(TemporalMode temporalMode, @Nullable IntervalMode mode) {
    if (mode == null) {
      return temporalMode == TemporalMode.ISO_STRING ? IsoDuration.ANY : Fraction.ANY;
    }
    return switch (mode) {
      case FLOAT64 -> Fraction.ANY;
      case INT64 -> Whole.ANY;
      case STRING -> AllParts.ANY;
    };
  }

  /** float64 microseconds. */
  private enum Fraction implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.float64().name(MICRO_DURATION).version(1);
    }

    @Override
    public Object convert(Object value, Schema schema) {
      if (value instanceof Period months) {
        return Microseconds.of(months);
      }
      return Microseconds.of((Duration) value);
    }
  }

  /** int64 microseconds, cut towards zero. */
  private enum Whole implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.int64().name(MICRO_DURATION).version(1);
    }

    @Override
    public Object convert(Object value, Schema schema) {
      try {
        if (value instanceof Period months) {
          return Math.multiplyExact(months.toTotalMonths(), MICROS_PER_MONTH);
        }
        Duration duration = (Duration) value;
        Duration size = duration.abs();
        long micros =
            Math.addExact(
                Math.multiplyExact(size.getSeconds(), MICROS_PER_SECOND),
                (long) (size.getNano() / 1_000));
        return duration.isNegative() ? -micros : micros;
      } catch (ArithmeticException e) {
        throw new UnfitValueException("has more microseconds than int64 can hold");
      }
    }
  }

  /** Every part, each with its own sign; seconds without trailing zeros. */
  private enum AllParts implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.string().name("io.debezium.time.Interval").version(1);
    }

    @Override
    public Object convert(Object value, Schema schema) {
      if (value instanceof Period period) {
        long months = period.toTotalMonths();
        return "P" + months / 12 + "Y" + months % 12 + "M0DT0H0M0S";
      }
      Duration duration = (Duration) value;
      Duration size = duration.abs();
      int sign = duration.isNegative() ? -1 : 1;
      return "P0Y0M"
          + sign * size.toDaysPart()
          + "DT"
          + sign * size.toHoursPart()
          + "H"
          + sign * size.toMinutesPart()
          + "M"
          + seconds(size, sign)
          + "S";
    }

    private static String seconds(Duration size, int sign) {
      BigDecimal seconds =
          BigDecimal.valueOf(size.toSecondsPart() * 1_000_000_000L + size.toNanosPart(), 9);
      return seconds.signum() == 0
          ? "0"
          : seconds.multiply(BigDecimal.valueOf(sign)).stripTrailingZeros().toPlainString();
    }
  }

  /** ISO 8601 durations as {@code java.time} writes and reads them. */
  private enum IsoDuration implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.string();
    }

    @Override
    public Object convert(Object value, Schema schema) {
      return value instanceof Period months ? months.toString() : ((Duration) value).toString();
    }
  }
}
