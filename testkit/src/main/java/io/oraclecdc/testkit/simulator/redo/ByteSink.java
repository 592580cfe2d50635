package io.oraclecdc.testkit.simulator.redo;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Grows a record byte by byte; {@link ByteSource} reads it back. Numbers are big endian. */
final class ByteSink {
  static final int NULL = 0;
  static final int TEXT = 1;
  static final int NUMBER = 2;
  static final int FLOAT = 3;
  static final int DOUBLE = 4;
  static final int LOCAL = 5;
  static final int OFFSET = 6;
  static final int MONTHS = 7;
  static final int DURATION = 8;
  static final int BYTES = 9;
  static final int MANY_MONTHS = 10;

  private byte[] bytes = new byte[256];
  private int length;

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  int length() {
    return length;
  }

  void u8(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  void u16(int value) {
    u8(value >>> 8);
    u8(value);
  }

  void i32(int value) {
    u16(value >>> 16);
    u16(value);
  }

  void i64(long value) {
    i32((int) (value >>> 32));
    i32((int) value);
  }

  void text(String value) {
    raw(value.getBytes(StandardCharsets.UTF_8));
  }

  void raw(byte[] value) {
    i32(value.length);
    room(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  void bits(BitSet set) {
    raw(set.toByteArray());
  }

  /** A column value; the classes are those of {@code SimType}. */
  void value(@Nullable Object value) {
    if (value == null) {
      u8(NULL);
    } else if (value instanceof String text) {
      u8(TEXT);
      text(text);
    } else if (value instanceof BigDecimal number) {
      u8(NUMBER);
      i32(number.scale());
      raw(number.unscaledValue().toByteArray());
    } else if (value instanceof Float number) {
      u8(FLOAT);
      i32(Float.floatToIntBits(number));
    } else if (value instanceof Double number) {
      u8(DOUBLE);
      i64(Double.doubleToLongBits(number));
    } else if (value instanceof LocalDateTime time) {
      u8(LOCAL);
      local(time);
    } else if (value instanceof OffsetDateTime time) {
      u8(OFFSET);
      i32(time.getOffset().getTotalSeconds());
      local(time.toLocalDateTime());
    } else if (value instanceof Integer months) {
      u8(MONTHS);
      i32(months);
    } else if (value instanceof Long months) {
      u8(MANY_MONTHS);
      i64(months);
    } else if (value instanceof Duration duration) {
      u8(DURATION);
      i64(duration.getSeconds());
      i32(duration.getNano());
    } else if (value instanceof byte[] raw) {
      u8(BYTES);
      raw(raw);
    } else {
      throw new IllegalStateException(
          "a column value cannot be of class " + value.getClass().getName());
    }
  }

  private void local(LocalDateTime time) {
    i64(time.toEpochSecond(ZoneOffset.UTC));
    i32(time.get(ChronoField.NANO_OF_SECOND));
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
