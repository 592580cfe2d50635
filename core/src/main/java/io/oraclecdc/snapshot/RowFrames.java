package io.oraclecdc.snapshot;

import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Rows as bytes and back, many to a frame: ROWID or nothing, number of values, values with a byte
 * before each that tells what it is. Stateless.
 */
final class RowFrames {
  private static final int NULL = 0;
  private static final int NOT_LOGGED = 1;
  private static final int UNAVAILABLE = 2;
  private static final int TEXT = 3;
  private static final int SMALL_DECIMAL = 4;
  private static final int DECIMAL = 5;
  private static final int BYTES = 6;
  private static final int TIME = 7;
  private static final int ZONED_TIME = 8;
  private static final int MONTHS = 9;
  private static final int DURATION = 10;
  private static final int FLOAT = 11;
  private static final int DOUBLE = 12;
  private static final int LONG_BITS = 63;

  private RowFrames() {}

  static void put(FrameBuilder frame, @Nullable String rowId, Object[] values) {
    frame.putText(rowId == null ? "" : rowId);
    frame.putUnsigned(values.length);
    for (Object value : values) {
      put(frame, value);
    }
  }

  private static void put(FrameBuilder frame, Object value) {
    if (value instanceof SpecialValue special) {
      frame.putByte(
          switch (special) {
            case SQL_NULL -> NULL;
            case NOT_LOGGED -> NOT_LOGGED;
            case UNAVAILABLE -> UNAVAILABLE;
          });
    } else if (value instanceof String text) {
      frame.putByte(TEXT);
      frame.putText(text);
    } else if (value instanceof BigDecimal number) {
      put(frame, number);
    } else if (value instanceof byte[] bytes) {
      frame.putByte(BYTES);
      frame.putBytes(bytes);
    } else if (value instanceof LocalDateTime time) {
      frame.putByte(TIME);
      put(frame, time);
    } else if (value instanceof OffsetDateTime time) {
      frame.putByte(ZONED_TIME);
      put(frame, time.toLocalDateTime());
      frame.putSigned(time.getOffset().getTotalSeconds());
    } else if (value instanceof Period period) {
      frame.putByte(MONTHS);
      frame.putSigned(period.getYears());
      frame.putSigned(period.getMonths());
      frame.putSigned(period.getDays());
    } else if (value instanceof Duration duration) {
      frame.putByte(DURATION);
      frame.putSigned(duration.getSeconds());
      frame.putSigned(duration.getNano());
    } else if (value instanceof Float number) {
      frame.putByte(FLOAT);
      frame.putInt(Float.floatToRawIntBits(number));
    } else if (value instanceof Double number) {
      frame.putByte(DOUBLE);
      frame.putLong(Double.doubleToRawLongBits(number));
    } else {
      throw new IllegalStateException("no value of a column: " + value.getClass().getName());
    }
  }

  private static void put(FrameBuilder frame, BigDecimal number) {
    BigInteger unscaled = number.unscaledValue();
    if (unscaled.bitLength() <= LONG_BITS) {
      frame.putByte(SMALL_DECIMAL);
      frame.putSigned(unscaled.longValue());
    } else {
      frame.putByte(DECIMAL);
      frame.putBytes(unscaled.toByteArray());
    }
    frame.putSigned(number.scale());
  }

  @SuppressWarnings("JavaLocalDateTimeGetNano") // the seconds are in the epoch second
  private static void put(FrameBuilder frame, LocalDateTime time) {
    frame.putSigned(time.toEpochSecond(ZoneOffset.UTC));
    frame.putUnsigned(time.getNano());
  }

  static @Nullable String rowId(FrameInput frame) {
    String text = frame.getText();
    return text.isEmpty() ? null : text;
  }

  static Object[] values(FrameInput frame) {
    Object[] values = new Object[(int) frame.getUnsigned()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(frame);
    }
    return values;
  }

  private static Object value(FrameInput frame) {
    int kind = frame.getByte();
    return switch (kind) {
      case NULL -> SpecialValue.SQL_NULL;
      case NOT_LOGGED -> SpecialValue.NOT_LOGGED;
      case UNAVAILABLE -> SpecialValue.UNAVAILABLE;
      case TEXT -> frame.getText();
      case SMALL_DECIMAL -> BigDecimal.valueOf(frame.getSigned(), (int) frame.getSigned());
      case DECIMAL -> new BigDecimal(new BigInteger(frame.getBytes()), (int) frame.getSigned());
      case BYTES -> frame.getBytes();
      case TIME -> time(frame);
      case ZONED_TIME ->
          OffsetDateTime.of(time(frame), ZoneOffset.ofTotalSeconds((int) frame.getSigned()));
      case MONTHS ->
          Period.of((int) frame.getSigned(), (int) frame.getSigned(), (int) frame.getSigned());
      case DURATION -> Duration.ofSeconds(frame.getSigned(), frame.getSigned());
      case FLOAT -> Float.intBitsToFloat(frame.getInt());
      case DOUBLE -> Double.longBitsToDouble(frame.getLong());
      default -> throw new IllegalStateException("a row has a value of unknown kind " + kind);
    };
  }

  private static LocalDateTime time(FrameInput frame) {
    return LocalDateTime.ofEpochSecond(
        frame.getSigned(), (int) frame.getUnsigned(), ZoneOffset.UTC);
  }
}
