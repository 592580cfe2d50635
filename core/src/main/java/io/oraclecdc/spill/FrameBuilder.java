package io.oraclecdc.spill;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes of one frame while it is written; reused from frame to frame. Not thread-safe. */
public final class FrameBuilder {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[512];
  private int size;

  /** Starts a new frame. */
  public void clear() {
    size = 0;
  }

  /** Number of bytes written so far. */
  public int size() {
    return size;
  }

  byte[] array() {
    return bytes;
  }

  /** Appends one byte. */
  public void putByte(int value) {
    if (size == bytes.length) {
      ensure(1);
    }
    bytes[size++] = (byte) value;
  }

  /** Appends a number in as few bytes as its magnitude needs, seven bits a byte, low bits first. */
  public void putUnsigned(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Appends a signed number; small magnitudes of either sign are short. */
  public void putSigned(long value) {
    putUnsigned((value << 1) ^ (value >> 63));
  }

  /** Appends eight bytes, high byte first. */
  public void putLong(long value) {
    ensure(8);
    LONGS.set(bytes, size, value);
    size += 8;
  }

  /** Appends four bytes, high byte first. */
  public void putInt(int value) {
    ensure(4);
    INTS.set(bytes, size, value);
    size += 4;
  }

  /** Appends length and content. */
  public void putBytes(byte[] value) {
    putUnsigned(value.length);
    ensure(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
  }

  /**
   * Appends a text so that every char comes back, lone surrogates included: one byte a char when
   * all are below U+0100, else two.
   */
  @SuppressWarnings("deprecation") // the copy of low bytes is what is wanted, and makes no array
  public void putText(String text) {
    int length = text.length();
    boolean narrow = true;
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) > 0xFF) {
        narrow = false;
        break;
      }
    }
    putUnsigned((long) length << 1 | (narrow ? 0 : 1));
    if (narrow) {
      ensure(length);
      text.getBytes(0, length, bytes, size);
      size += length;
      return;
    }
    ensure((long) length * 2);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      bytes[size++] = (byte) (c >>> 8);
      bytes[size++] = (byte) c;
    }
  }

  /** Appends bytes without their length. */
  public void putRaw(byte[] value) {
    putRaw(value, 0, value.length);
  }

  void putRaw(byte[] value, int from, int length) {
    ensure(length);
    System.arraycopy(value, from, bytes, size, length);
    size += length;
  }

  /** The bytes written so far. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(long more) {
    long needed = size + more;
    if (needed > bytes.length) {
      bytes =
          Arrays.copyOf(
              bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, bytes.length * 2L)));
    }
  }
}
