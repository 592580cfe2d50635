package io.oraclecdc.testkit.simulator.jdbc;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import oracle.sql.INTERVALDS;
import oracle.sql.INTERVALYM;
import oracle.sql.TIMESTAMP;
import oracle.sql.TIMESTAMPLTZ;
import oracle.sql.TIMESTAMPTZ;

/**
 * Values in the classes of Oracle's driver, made from Oracle's internal bytes.
 *
 * <pre>
 * date      century + 100, year of century + 100, month, day, hour + 1, minute + 1, second + 1
 * fraction  nanoseconds, 4 bytes
 * zone      hour + 20, minute + 60
 * </pre>
 */
final class OracleObjects {
  private OracleObjects() {}

  private static byte[] bytes(LocalDateTime value, int size) {
    int year = value.getYear();
    ByteBuffer bytes = ByteBuffer.allocate(size);
    bytes
        .put((byte) (Math.floorDiv(year, 100) + 100))
        .put((byte) (Math.floorMod(year, 100) + 100))
        .put((byte) value.getMonthValue())
        .put((byte) value.getDayOfMonth())
        .put((byte) (value.getHour() + 1))
        .put((byte) (value.getMinute() + 1))
        .put((byte) (value.getSecond() + 1))
        .putInt(value.getNano());
    return bytes.array();
  }

  static TIMESTAMP timestamp(LocalDateTime value) {
    return new TIMESTAMP(bytes(value, 11));
  }

  static TIMESTAMPTZ timestampTz(OffsetDateTime value) {
    byte[] bytes = bytes(value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime(), 13);
    int minutes = value.getOffset().getTotalSeconds() / 60;
    bytes[11] = (byte) (minutes / 60 + 20);
    bytes[12] = (byte) (minutes % 60 + 60);
    return new TIMESTAMPTZ(bytes);
  }

  static TIMESTAMPLTZ timestampLtz(OffsetDateTime value) {
    return new LocalZoneTimestamp(
        bytes(value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime(), 11),
        value.toInstant());
  }

  /**
   * Its zone is the session's, which Oracle's class asks the connection for by way of classes of
   * Oracle's driver; this one knows the instant.
   */
  private static final class LocalZoneTimestamp extends TIMESTAMPLTZ {
    private static final long serialVersionUID = 1;

    private final Instant instant;

    LocalZoneTimestamp(byte[] bytes, Instant instant) {
      super(bytes);
      this.instant = instant;
    }

    @Override
    public Timestamp timestampValue(Connection connection) {
      return Timestamp.from(instant);
    }
  }

  static INTERVALYM intervalYm(long months) {
    ByteBuffer bytes = ByteBuffer.allocate(5);
    bytes.putInt((int) (months / 12) + 0x80000000).put((byte) (months % 12 + 60));
    return new INTERVALYM(bytes.array());
  }

  static INTERVALDS intervalDs(Duration value) {
    int sign = value.isNegative() ? -1 : 1;
    Duration size = value.abs();
    ByteBuffer bytes = ByteBuffer.allocate(11);
    bytes
        .putInt((int) (sign * size.toDays()) + 0x80000000)
        .put((byte) (sign * size.toHoursPart() + 60))
        .put((byte) (sign * size.toMinutesPart() + 60))
        .put((byte) (sign * size.toSecondsPart() + 60))
        .putInt(sign * size.toNanosPart() + 0x80000000);
    return new INTERVALDS(bytes.array());
  }
}
