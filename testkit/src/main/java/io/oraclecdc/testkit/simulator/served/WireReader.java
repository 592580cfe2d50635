package io.oraclecdc.testkit.simulator.served;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The content of a received frame. Not thread-safe. */
final class WireReader {
  private final byte[] bytes;
  private int position;

  WireReader(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean hasMore() {
    return position < bytes.length;
  }

  int tag() {
    return bytes[position++];
  }

  int fixedInt() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = value << 8 | (bytes[position++] & 0xFF);
    }
    return value;
  }

  long fixedLong() {
    return (long) fixedInt() << 32 | (fixedInt() & 0xFFFF_FFFFL);
  }

  int count() {
    return (int) unsigned();
  }

  long whole() {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  private long unsigned() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[position++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  boolean flag() {
    return tag() != 0;
  }

  byte[] bytes() {
    int length = count();
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  String text() {
    long header = unsigned();
    int length = (int) (header >>> 1);
    if ((header & 1) == 0) {
      String value = new String(bytes, position, length, StandardCharsets.ISO_8859_1);
      position += length;
      return value;
    }
    char[] value = new char[length];
    for (int i = 0; i < length; i++) {
      value[i] = (char) ((bytes[position] & 0xFF) << 8 | (bytes[position + 1] & 0xFF));
      position += 2;
    }
    return new String(value);
  }
}
