package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.redo.RowIdText;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;

/**
 * The bytes of a value as a data block holds them, which LogMiner shows for columns it has no
 * dictionary for.
 *
 * <pre>
 * NUMBER     exponent byte, base 100 digits + 1; negative: complements and 0x66 behind; 0 is 80
 * DATE       century + 100, year + 100, month, day, hour + 1, minute + 1, second + 1
 * TIMESTAMP  as DATE, then nanoseconds in 4 bytes unless zero
 * WITH TIME ZONE  in UTC with nanoseconds, then hours + 20, minutes + 60 of the offset
 * intervals  years or days + 2^31 in 4 bytes, the smaller fields + 60, nanoseconds + 2^31
 * text       AL32UTF8, national text AL16UTF16
 * </pre>
 */
final class InternalEncoding {
  private static final int MAX_NUMBER_DIGITS = 20;

  private InternalEncoding() {}

  static byte[] of(SimType type, Object value) {
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> number((BigDecimal) value);
      case "BINARY_FLOAT" -> binaryFloat((Float) value);
      case "BINARY_DOUBLE" -> binaryDouble((Double) value);
      case "DATE" -> date((LocalDateTime) value);
      case "TIMESTAMP" -> timestamp((LocalDateTime) value);
      case "TIMESTAMP WITH LOCAL TIME ZONE" -> timestamp(utc((OffsetDateTime) value));
      case "TIMESTAMP WITH TIME ZONE" -> zoned((OffsetDateTime) value);
      case "INTERVAL YEAR TO MONTH" -> yearMonth(((Number) value).longValue());
      case "INTERVAL DAY TO SECOND" -> daySecond((Duration) value);
      case "NCHAR", "NVARCHAR2", "NCLOB" -> ((String) value).getBytes(StandardCharsets.UTF_16BE);
      case "RAW", "LONG RAW", "BLOB" -> (byte[]) value;
      case "ROWID" -> rowId((String) value);
      default -> ((String) value).getBytes(StandardCharsets.UTF_8);
    };
  }

  static byte[] number(BigDecimal number) {
    if (number.signum() == 0) {
      return new byte[] {(byte) 0x80};
    }
    BigDecimal size = number.abs().stripTrailingZeros();
    // an even scale makes the decimal digits fall into pairs around the point
    int scale = size.scale() + (size.scale() & 1);
    String digits = size.setScale(scale).unscaledValue().toString();
    if ((digits.length() & 1) == 1) {
      digits = "0" + digits;
    }
    int exponent = (digits.length() - scale) / 2 - 1;
    int pairs = digits.length() / 2;
    while (digits.endsWith("00")) {
      digits = digits.substring(0, digits.length() - 2);
      pairs--;
    }
    boolean negative = number.signum() < 0;
    byte[] bytes = new byte[pairs + 1];
    bytes[0] = (byte) (negative ? 0x3e - exponent : 0xc1 + exponent);
    for (int i = 0; i < pairs; i++) {
      int pair = Integer.parseInt(digits.substring(2 * i, 2 * i + 2));
      bytes[i + 1] = (byte) (negative ? 101 - pair : pair + 1);
    }
    if (negative && pairs < MAX_NUMBER_DIGITS) {
      bytes = Arrays.copyOf(bytes, bytes.length + 1);
      bytes[bytes.length - 1] = 0x66;
    }
    return bytes;
  }

  static byte[] date(LocalDateTime time) {
    int year = time.getYear() > 0 ? time.getYear() : time.getYear() - 1;
    return new byte[] {
      (byte) (year / 100 + 100),
      (byte) (year % 100 + 100),
      (byte) time.getMonthValue(),
      (byte) time.getDayOfMonth(),
      (byte) (time.getHour() + 1),
      (byte) (time.getMinute() + 1),
      (byte) (time.getSecond() + 1)
    };
  }

  static byte[] timestamp(LocalDateTime time) {
    byte[] seconds = date(time);
    return time.get(ChronoField.NANO_OF_SECOND) == 0
        ? seconds
        : ByteBuffer.allocate(11).put(seconds).putInt(time.get(ChronoField.NANO_OF_SECOND)).array();
  }

  static byte[] zoned(OffsetDateTime time) {
    int offsetMinutes = time.getOffset().getTotalSeconds() / 60;
    LocalDateTime utc = utc(time);
    return ByteBuffer.allocate(13)
        .put(date(utc))
        .putInt(utc.get(ChronoField.NANO_OF_SECOND))
        .put((byte) (offsetMinutes / 60 + 20))
        .put((byte) (offsetMinutes % 60 + 60))
        .array();
  }

  static byte[] yearMonth(long months) {
    return ByteBuffer.allocate(5)
        .putInt((int) (Integer.MIN_VALUE + months / 12))
        .put((byte) (months % 12 + 60))
        .array();
  }

  static byte[] daySecond(Duration value) {
    int sign = value.isNegative() ? -1 : 1;
    Duration size = value.abs();
    return ByteBuffer.allocate(11)
        .putInt((int) (Integer.MIN_VALUE + sign * size.toDays()))
        .put((byte) (sign * size.toHoursPart() + 60))
        .put((byte) (sign * size.toMinutesPart() + 60))
        .put((byte) (sign * size.toSecondsPart() + 60))
        .putInt(Integer.MIN_VALUE + sign * size.toNanosPart())
        .array();
  }

  static byte[] binaryFloat(float value) {
    int bits = Float.floatToIntBits(value);
    return ByteBuffer.allocate(4).putInt(bits < 0 ? ~bits : bits | Integer.MIN_VALUE).array();
  }

  static byte[] binaryDouble(double value) {
    long bits = Double.doubleToLongBits(value);
    return ByteBuffer.allocate(8).putLong(bits < 0 ? ~bits : bits | Long.MIN_VALUE).array();
  }

  private static byte[] rowId(String rowId) {
    return ByteBuffer.allocate(10)
        .putInt((int) RowIdText.dataObject(rowId))
        .putInt((int) ((long) RowIdText.file(rowId) << 22 | RowIdText.block(rowId)))
        .putShort((short) RowIdText.slot(rowId))
        .array();
  }

  private static LocalDateTime utc(OffsetDateTime time) {
    return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
  }
}
