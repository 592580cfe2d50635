package io.oraclecdc.testkit.simulator.redo;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Reads what {@link ByteSink} wrote, from a place of a segment on. */
final class ByteSource {
  private final byte[] bytes;
  private int at;

  ByteSource(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  static int u8(byte[] bytes, int at) {
    return bytes[at] & 255;
  }

  static int u16(byte[] bytes, int at) {
    return u8(bytes, at) << 8 | u8(bytes, at + 1);
  }

  static int i32(byte[] bytes, int at) {
    return u16(bytes, at) << 16 | u16(bytes, at + 2);
  }

  static long i64(byte[] bytes, int at) {
    return ((long) i32(bytes, at) << 32) | (i32(bytes, at + 4) & 0xffff_ffffL);
  }

  int u8() {
    return u8(bytes, at++);
  }

  int i32() {
    at += 4;
    return i32(bytes, at - 4);
  }

  long i64() {
    at += 8;
    return i64(bytes, at - 8);
  }

  String text() {
    int length = i32();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  byte[] raw() {
    int length = i32();
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  BitSet bits() {
    return BitSet.valueOf(raw());
  }

  @Nullable Object value() {
    int kind = u8();
    return switch (kind) {
      case ByteSink.NULL -> null;
      case ByteSink.TEXT -> text();
      case ByteSink.NUMBER -> {
        int scale = i32();
        yield new BigDecimal(new BigInteger(raw()), scale);
      }
      case ByteSink.FLOAT -> Float.intBitsToFloat(i32());
      case ByteSink.DOUBLE -> Double.longBitsToDouble(i64());
      case ByteSink.LOCAL -> local();
      case ByteSink.OFFSET -> {
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(i32());
        yield OffsetDateTime.of(local(), offset);
      }
      case ByteSink.MONTHS -> i32();
      case ByteSink.MANY_MONTHS -> i64();
      case ByteSink.DURATION -> {
        long seconds = i64();
        yield Duration.ofSeconds(seconds, i32());
      }
      case ByteSink.BYTES -> raw();
      default -> throw new IllegalStateException("damaged redo record: value kind " + kind);
    };
  }

  private LocalDateTime local() {
    long seconds = i64();
    return LocalDateTime.ofEpochSecond(seconds, i32(), ZoneOffset.UTC);
  }
}
