package io.oraclecdc.format;

import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.schema.OracleType;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Dates, timestamps and intervals. DATE and TIMESTAMP have no zone in Oracle; their wall clock is
 * published as if it were UTC. Digits beyond the declared precision are cut, never rounded.
 */
final class TemporalMappings {
  private static final int DEFAULT_PRECISION = 6;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private TemporalMappings() {}

  static ColumnMapping of(OracleType type, TemporalMode mode) {
    boolean text = mode == TemporalMode.ISO_STRING;
    Integer scale = type.scale();
    int precision = scale == null ? DEFAULT_PRECISION : scale;
    return switch (type.kind()) {
      case DATE -> text ? new LocalText(0) : new Epoch(Unit.MILLIS, 0);
      case TIMESTAMP ->
          text ? new LocalText(precision) : new Epoch(Unit.ofPrecision(precision), precision);
      case TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          new ZonedText(
              precision, text, type.kind() == OracleType.Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
      case INTERVAL_YEAR_TO_MONTH, INTERVAL_DAY_TO_SECOND ->
          text ? IntervalText.ANY : MicroDuration.ANY;
      default -> throw new IllegalArgumentException("not a temporal type: " + type);
    };
  }

  private static int cut(int nanos, int precision) {
    int step = 1;
    for (int digit = precision; digit < 9; digit++) {
      step *= 10;
    }
    return nanos - nanos % step;
  }

  private enum Unit {
    MILLIS("io.debezium.time.Timestamp"),
    MICROS("io.debezium.time.MicroTimestamp"),
    NANOS("io.debezium.time.NanoTimestamp");

    private final String schemaName;

    Unit(String schemaName) {
      this.schemaName = schemaName;
    }

    static Unit ofPrecision(int precision) {
      return precision <= 3 ? MILLIS : precision <= 6 ? MICROS : NANOS;
    }
  }

  /** Count of a unit since 1970-01-01T00:00:00. */
  private record Epoch(Unit unit, int precision) implements ColumnMapping {
    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.int64().name(unit.schemaName).version(1);
    }

    @Override
    @SuppressWarnings("JavaLocalDateTimeGetNano") // The seconds are part of the epoch second.
    public Object convert(Object value, Schema schema) {
      LocalDateTime time = (LocalDateTime) value;
      long seconds = time.toEpochSecond(ZoneOffset.UTC);
      int nanos = cut(time.getNano(), precision);
      return switch (unit) {
        case MILLIS -> seconds * 1_000 + nanos / 1_000_000;
        case MICROS -> seconds * 1_000_000 + nanos / 1_000;
        case NANOS -> nanos(seconds, nanos);
      };
    }

    private static long nanos(long seconds, int nanos) {
      try {
        // Before 1970 the product alone may be out of range although the sum is not.
        return seconds < 0
            ? Math.addExact(
                Math.multiplyExact(seconds + 1, NANOS_PER_SECOND), nanos - NANOS_PER_SECOND)
            : Math.addExact(Math.multiplyExact(seconds, NANOS_PER_SECOND), (long) nanos);
      } catch (ArithmeticException e) {
        throw new UnfitValueException(
            "is outside 1677-09-21 to 2262-04-11, all that NanoTimestamp can hold");
      }
    }
  }

  /** ISO 8601 text without zone. */
  private record LocalText(int precision) implements ColumnMapping {
    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.string();
    }

    @Override
    public Object convert(Object value, Schema schema) {
      return IsoText.of((LocalDateTime) value, precision);
    }
  }

  /** ISO 8601 text with offset; exactly the declared number of fraction digits. */
  private record ZonedText(int precision, boolean plain, boolean utc) implements ColumnMapping {
    @Override
    public SchemaBuilder schema() {
      return plain
          ? SchemaBuilder.string()
          : SchemaBuilder.string().name("io.debezium.time.ZonedTimestamp").version(1);
    }

    @Override
    public Object convert(Object value, Schema schema) {
      OffsetDateTime time = (OffsetDateTime) value;
      return IsoText.of(utc ? time.withOffsetSameInstant(ZoneOffset.UTC) : time, precision);
    }
  }

  /** Microseconds, a month counted as 365.25 / 12 days. */
  private enum MicroDuration implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.float64().name("io.debezium.time.MicroDuration").version(1);
    }

    @Override
    public Object convert(Object value, Schema schema) {
      if (value instanceof Period months) {
        return Microseconds.of(months);
      }
      return Microseconds.of((Duration) value);
    }
  }

  /** ISO 8601 durations as {@code java.time} writes and reads them. */
  private enum IntervalText implements ColumnMapping {
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
