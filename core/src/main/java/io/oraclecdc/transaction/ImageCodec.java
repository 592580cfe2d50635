package io.oraclecdc.transaction;

import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Row images as bytes, for the logs of this process only.
 *
 * <pre>
 *  image  = number of columns, then per column one byte of kind and what belongs to it
 *  kind   = not logged, null, unavailable, same as in the other image, or the class of the value
 * </pre>
 */
final class ImageCodec {
  private static final int NOT_LOGGED = 0;
  private static final int SQL_NULL = 1;
  private static final int UNAVAILABLE = 2;
  private static final int SAME = 3;
  private static final int TEXT = 4;
  private static final int INT_NUMBER = 5;
  private static final int BIG_NUMBER = 6;
  private static final int FLOAT = 7;
  private static final int DOUBLE = 8;
  private static final int LOCAL_TIME = 9;
  private static final int OFFSET_TIME = 10;
  private static final int PERIOD = 11;
  private static final int DURATION = 12;
  private static final int BYTES = 13;
  private static final int LONG_NUMBER = 14;
  private static final int LOCAL_SECOND = 15;

  /**
   * Writes an image.
   *
   * @param base an image written before this one whose equal values are not written again, null for
   *     none
   */
  void write(FrameBuilder out, RowImage image, @Nullable RowImage base) {
    out.putUnsigned(image.size());
    for (int i = 0; i < image.size(); i++) {
      Object value = image.get(i);
      if (base != null && !(value instanceof SpecialValue) && isSame(value, base.get(i))) {
        out.putByte(SAME);
      } else {
        writeValue(out, value);
      }
    }
  }

  /** Reads an image that was written with the same base. */
  RowImage read(FrameInput in, @Nullable RowImage base) {
    Object[] values = new Object[(int) in.getUnsigned()];
    for (int i = 0; i < values.length; i++) {
      int kind = in.getByte();
      if (kind == SAME) {
        if (base == null) {
          throw new IllegalStateException("an image refers to another one that is not there");
        }
        values[i] = base.get(i);
      } else {
        values[i] = readValue(kind, in);
      }
    }
    return RowImage.owning(values);
  }

  /**
   * Reads the first columns of an image that was written without a base; those behind are not
   * logged, and the input is somewhere inside of the image.
   */
  RowImage readFirst(FrameInput in, int columns) {
    Object[] values = new Object[(int) in.getUnsigned()];
    int count = Math.min(columns, values.length);
    for (int i = 0; i < count; i++) {
      values[i] = readValue(in.getByte(), in);
    }
    Arrays.fill(values, count, values.length, SpecialValue.NOT_LOGGED);
    return RowImage.owning(values);
  }

  /** Goes past an image; whether no column of it is logged. */
  boolean skip(FrameInput in) {
    boolean empty = true;
    for (long left = in.getUnsigned(); left > 0; left--) {
      int kind = in.getByte();
      empty &= kind == NOT_LOGGED;
      skipValue(kind, in);
    }
    return empty;
  }

  /** Writes one value. */
  static void writeOne(FrameBuilder out, Object value) {
    writeValue(out, value);
  }

  /** Reads one value. */
  static Object readOne(FrameInput in) {
    return readValue(in.getByte(), in);
  }

  private static boolean isSame(Object one, Object other) {
    if (one == other) {
      return true;
    }
    if (one instanceof byte[] bytes) {
      return other instanceof byte[] otherBytes && Arrays.equals(bytes, otherBytes);
    }
    return one.equals(other);
  }

  private static void writeValue(FrameBuilder out, Object value) {
    if (value instanceof SpecialValue special) {
      out.putByte(
          special == SpecialValue.NOT_LOGGED
              ? NOT_LOGGED
              : special == SpecialValue.SQL_NULL ? SQL_NULL : UNAVAILABLE);
    } else if (value instanceof String text) {
      out.putByte(TEXT);
      out.putText(text);
    } else if (value instanceof BigDecimal number) {
      writeNumber(out, number);
    } else if (value instanceof LocalDateTime time) {
      putTime(out, time, LOCAL_TIME, LOCAL_SECOND);
    } else if (value instanceof byte[] bytes) {
      out.putByte(BYTES);
      out.putBytes(bytes);
    } else {
      writeRareValue(out, value);
    }
  }

  private static void writeRareValue(FrameBuilder out, Object value) {
    if (value instanceof Float number) {
      out.putByte(FLOAT);
      out.putUnsigned(Float.floatToRawIntBits(number) & 0xFFFF_FFFFL);
    } else if (value instanceof Double number) {
      out.putByte(DOUBLE);
      out.putLong(Double.doubleToRawLongBits(number));
    } else if (value instanceof OffsetDateTime time) {
      putTime(out, time.toLocalDateTime(), OFFSET_TIME, OFFSET_TIME);
      out.putSigned(time.getOffset().getTotalSeconds());
    } else if (value instanceof Period period) {
      out.putByte(PERIOD);
      out.putSigned(period.getYears());
      out.putSigned(period.getMonths());
      out.putSigned(period.getDays());
    } else if (value instanceof Duration duration) {
      out.putByte(DURATION);
      out.putSigned(duration.getSeconds());
      out.putUnsigned(duration.getNano());
    } else {
      throw new IllegalArgumentException(
          "no column has values of this class: " + value.getClass().getName());
    }
  }

  private static void writeNumber(FrameBuilder out, BigDecimal number) {
    int scale = number.scale();
    BigInteger unscaled = number.unscaledValue();
    if (scale != (byte) scale || unscaled.bitLength() >= 64) {
      out.putByte(BIG_NUMBER);
      out.putSigned(scale);
      out.putBytes(unscaled.toByteArray());
      return;
    }
    long small = unscaled.longValue();
    if (small == (int) small) {
      out.putByte(INT_NUMBER);
      out.putByte(scale);
      out.putInt((int) small);
    } else {
      out.putByte(LONG_NUMBER);
      out.putByte(scale);
      out.putLong(small);
    }
  }

  /** Field by field: an epoch second would cost a calendar calculation each way. */
  private static void putTime(FrameBuilder out, LocalDateTime time, int kind, int kindOfSecond) {
    int nano = time.get(ChronoField.NANO_OF_SECOND);
    boolean second = nano == 0 && kind != kindOfSecond;
    out.putByte(second ? kindOfSecond : kind);
    out.putLong(
        (long) time.getYear() << 26
            | time.getMonthValue() << 22
            | time.getDayOfMonth() << 17
            | time.getHour() << 12
            | time.getMinute() << 6
            | time.getSecond());
    if (!second) {
      out.putInt(nano);
    }
  }

  private static Object readValue(int kind, FrameInput in) {
    return switch (kind) {
      case NOT_LOGGED -> SpecialValue.NOT_LOGGED;
      case SQL_NULL -> SpecialValue.SQL_NULL;
      case UNAVAILABLE -> SpecialValue.UNAVAILABLE;
      case TEXT -> in.getText();
      case INT_NUMBER -> smallNumber((byte) in.getByte(), in.getInt());
      case LONG_NUMBER -> smallNumber((byte) in.getByte(), in.getLong());
      case BIG_NUMBER -> bigNumber((int) in.getSigned(), in.getBytes());
      case FLOAT -> Float.intBitsToFloat((int) in.getUnsigned());
      case DOUBLE -> Double.longBitsToDouble(in.getLong());
      case LOCAL_TIME -> localTime(in.getLong(), in.getInt());
      case LOCAL_SECOND -> localTime(in.getLong(), 0);
      case OFFSET_TIME -> offsetTime(in);
      case PERIOD -> period(in);
      case DURATION -> duration(in);
      case BYTES -> in.getBytes();
      default -> throw new IllegalStateException("an image has a value of unknown kind " + kind);
    };
  }

  private static void skipValue(int kind, FrameInput in) {
    switch (kind) {
      case NOT_LOGGED, SQL_NULL, UNAVAILABLE, SAME -> {
        // nothing belongs to it
      }
      case TEXT -> in.skipText();
      case BYTES -> in.skipBytes();
      case INT_NUMBER -> in.skip(5);
      case LONG_NUMBER -> in.skip(9);
      case DOUBLE, LOCAL_SECOND -> in.skip(8);
      case LOCAL_TIME -> in.skip(12);
      default -> readValue(kind, in);
    }
  }

  private static BigDecimal smallNumber(int scale, long unscaled) {
    return BigDecimal.valueOf(unscaled, scale);
  }

  private static BigDecimal bigNumber(int scale, byte[] unscaled) {
    return new BigDecimal(new BigInteger(unscaled), scale);
  }

  private static LocalDateTime localTime(long fields, int nano) {
    int time = (int) fields;
    return LocalDateTime.of(
        (int) (fields >> 26),
        time >>> 22 & 0xF,
        time >>> 17 & 0x1F,
        time >>> 12 & 0x1F,
        time >>> 6 & 0x3F,
        time & 0x3F,
        nano);
  }

  private static OffsetDateTime offsetTime(FrameInput in) {
    LocalDateTime time = localTime(in.getLong(), in.getInt());
    return OffsetDateTime.of(time, ZoneOffset.ofTotalSeconds((int) in.getSigned()));
  }

  private static Period period(FrameInput in) {
    int years = (int) in.getSigned();
    int months = (int) in.getSigned();
    return Period.of(years, months, (int) in.getSigned());
  }

  private static Duration duration(FrameInput in) {
    long seconds = in.getSigned();
    return Duration.ofSeconds(seconds, in.getUnsigned());
  }
}
