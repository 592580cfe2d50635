package io.oraclecdc.spill;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads back what a {@link FrameBuilder} wrote, in the same order. Valid until its reader moves on.
 * Not thread-safe.
 */
public final class FrameInput {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[0];
  private int begin;
  private int position;
  private int end;

  /** An input over nothing; readers point it at frames. */
  FrameInput() {}

  /** An input over all bytes of an array. */
  public static FrameInput of(byte[] array) {
    FrameInput input = new FrameInput();
    input.point(array, 0, array.length);
    return input;
  }

  /** Whether everything was read. */
  public boolean isAtEnd() {
    return position == end;
  }

  /** All bytes of the frame, read or not. */
  public byte[] toBytes() {
    return Arrays.copyOfRange(bytes, begin, end);
  }

  /** The bytes that were not read yet. */
  public byte[] rest() {
    return Arrays.copyOfRange(bytes, position, end);
  }

  /** Appends what was read so far to another frame. */
  public void copyReadTo(FrameBuilder frame) {
    frame.putRaw(bytes, begin, position - begin);
  }

  void point(byte[] array, int from, int to) {
    bytes = array;
    begin = from;
    position = from;
    end = to;
  }

  /** Number of bytes of the frame. */
  public int size() {
    return end - begin;
  }

  /** The first byte of the frame, which stays unread. */
  public int firstByte() {
    if (begin >= end) {
      throw new IllegalStateException("an empty frame has no first byte");
    }
    return bytes[begin] & 0xFF;
  }

  /** Reads a byte as a number from 0 to 255. */
  public int getByte() {
    if (position >= end) {
      throw new IllegalStateException("a frame of " + size() + " bytes was read beyond its end");
    }
    return bytes[position++] & 0xFF;
  }

  /** Reads {@link FrameBuilder#putUnsigned}. */
  public long getUnsigned() {
    if (position < end && bytes[position] >= 0) {
      return bytes[position++];
    }
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = getByte();
      value |= (long) (next & 0x7F) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new IllegalStateException("a number of a frame has more than 64 bits");
  }

  /** Reads {@link FrameBuilder#putSigned}. */
  public long getSigned() {
    long value = getUnsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  /** Reads {@link FrameBuilder#putLong}. */
  public long getLong() {
    long value = (long) LONGS.get(bytes, past(8));
    return value;
  }

  /** Reads {@link FrameBuilder#putInt}. */
  public int getInt() {
    int value = (int) INTS.get(bytes, past(4));
    return value;
  }

  /** Goes past some bytes. */
  public void skip(long length) {
    past(lengthOf(length));
  }

  private int past(int length) {
    if (length > end - position) {
      throw new IllegalStateException("a frame of " + size() + " bytes was read beyond its end");
    }
    int from = position;
    position = from + length;
    return from;
  }

  /** Reads {@link FrameBuilder#putBytes}. */
  public byte[] getBytes() {
    int length = lengthOf(getUnsigned());
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  /** Reads {@link FrameBuilder#putText}. */
  public String getText() {
    long header = getUnsigned();
    boolean wide = (header & 1) == 1;
    int chars = lengthOf(header >>> 1);
    if (!wide) {
      String text = new String(bytes, position, chars, StandardCharsets.ISO_8859_1);
      position += chars;
      return text;
    }
    int length = lengthOf(chars * 2L);
    String text = new String(wideChars(chars));
    position += length;
    return text;
  }

  /** Goes past what {@link #getBytes()} reads. */
  public void skipBytes() {
    skip(getUnsigned());
  }

  /** Goes past what {@link #getText()} reads. */
  public void skipText() {
    long header = getUnsigned();
    skip((header >>> 1) << (header & 1));
  }

  private char[] wideChars(int chars) {
    char[] text = new char[chars];
    for (int i = 0; i < chars; i++) {
      text[i] =
          (char) ((bytes[position + 2 * i] & 0xFF) << 8 | (bytes[position + 2 * i + 1] & 0xFF));
    }
    return text;
  }

  private int lengthOf(long length) {
    if (length < 0 || length > end - position) {
      throw new IllegalStateException("a value of a frame is longer than the frame: " + length);
    }
    return (int) length;
  }
}
