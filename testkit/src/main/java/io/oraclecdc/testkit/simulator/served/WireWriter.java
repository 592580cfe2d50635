package io.oraclecdc.testkit.simulator.served;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a frame that is being written. Not thread-safe. */
final class WireWriter {
  private static final int KEPT = 1 << 20;

  private byte[] bytes = new byte[1024];
  private int size;

  int size() {
    return size;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Forgets what was written after a mark. */
  void truncate(int mark) {
    size = mark;
    if (mark == 0 && bytes.length > KEPT) {
      bytes = new byte[1024];
    }
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
  }

  void tag(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  void fixedInt(int value) {
    room(4);
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  void fixedLong(long value) {
    fixedInt((int) (value >>> 32));
    fixedInt((int) value);
  }

  /** A number that is usually small and not negative. */
  void count(int value) {
    unsigned(value & 0xFFFF_FFFFL);
  }

  /** A number of either sign. */
  void whole(long value) {
    unsigned((value << 1) ^ (value >> 63));
  }

  private void unsigned(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Everything that was written to another one. */
  void append(WireWriter other) {
    room(other.size);
    System.arraycopy(other.bytes, 0, bytes, size, other.size);
    size += other.size;
  }

  void flag(boolean value) {
    tag(value ? 1 : 0);
  }

  void bytes(byte[] value) {
    bytes(value, 0, value.length);
  }

  void bytes(byte[] value, int offset, int length) {
    count(length);
    room(length);
    System.arraycopy(value, offset, bytes, size, length);
    size += length;
  }

  /**
   * A text: twice its length, plus one if a character needs two bytes; lone surrogates survive,
   * which they would not in UTF-8.
   */
  void text(String value) {
    int length = value.length();
    boolean wide = false;
    for (int i = 0; i < length && !wide; i++) {
      wide = value.charAt(i) > 0xFF;
    }
    unsigned(((long) length << 1) | (wide ? 1 : 0));
    if (wide) {
      room(2 * length);
      for (int i = 0; i < length; i++) {
        char c = value.charAt(i);
        bytes[size++] = (byte) (c >>> 8);
        bytes[size++] = (byte) c;
      }
    } else {
      byte[] narrow = value.getBytes(StandardCharsets.ISO_8859_1);
      room(length);
      System.arraycopy(narrow, 0, bytes, size, length);
      size += length;
    }
  }
}
