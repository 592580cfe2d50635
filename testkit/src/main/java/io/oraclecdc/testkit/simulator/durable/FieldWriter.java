package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the parts of a journal frame; {@link FieldReader} reads them back. Records of the
 * simulator are written component by component, so a table version keeps whatever a table has.
 * Numbers are big endian. Not thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // the file format: constants are only ever added at the end
final class FieldWriter {
  static final String RECORDS = "io.oraclecdc.testkit.simulator.";

  private byte[] bytes = new byte[256];
  private int length;

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  void u8(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  void i32(int value) {
    room(4);
    bytes[length++] = (byte) (value >>> 24);
    bytes[length++] = (byte) (value >>> 16);
    bytes[length++] = (byte) (value >>> 8);
    bytes[length++] = (byte) value;
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

  /** Any value a column or a record of the simulator can hold. */
  void value(@Nullable Object value) {
    if (value == null) {
      tag(FieldTag.NULL);
    } else if (value instanceof String text) {
      tag(FieldTag.TEXT);
      text(text);
    } else if (value instanceof BigDecimal number) {
      tag(FieldTag.NUMBER);
      i32(number.scale());
      raw(number.unscaledValue().toByteArray());
    } else if (value instanceof byte[] raw) {
      tag(FieldTag.BYTES);
      raw(raw);
    } else if (value instanceof Object[] array) {
      elements(FieldTag.ARRAY, Arrays.asList(array));
    } else if (!simple(value) && !time(value)) {
      structure(value);
    }
  }

  private boolean simple(Object value) {
    if (value instanceof Integer number) {
      tag(FieldTag.INTEGER);
      i32(number);
    } else if (value instanceof Long number) {
      tag(FieldTag.LONG);
      i64(number);
    } else if (value instanceof Float number) {
      tag(FieldTag.FLOAT);
      i32(Float.floatToIntBits(number));
    } else if (value instanceof Double number) {
      tag(FieldTag.DOUBLE);
      i64(Double.doubleToLongBits(number));
    } else if (value instanceof Boolean flag) {
      tag(flag ? FieldTag.TRUE : FieldTag.FALSE);
    } else if (value instanceof Character character) {
      tag(FieldTag.CHARACTER);
      i32(character);
    } else {
      return false;
    }
    return true;
  }

  private boolean time(Object value) {
    if (value instanceof LocalDateTime time) {
      tag(FieldTag.LOCAL_TIME);
      local(time);
    } else if (value instanceof OffsetDateTime time) {
      tag(FieldTag.OFFSET_TIME);
      i32(time.getOffset().getTotalSeconds());
      local(time.toLocalDateTime());
    } else if (value instanceof Duration duration) {
      tag(FieldTag.DURATION);
      i64(duration.getSeconds());
      i32(duration.getNano());
    } else if (value instanceof Instant instant) {
      tag(FieldTag.INSTANT);
      i64(instant.getEpochSecond());
      i32(instant.getNano());
    } else if (value instanceof Clock) {
      tag(FieldTag.CLOCK); // the reader has a clock of its own
    } else {
      return false;
    }
    return true;
  }

  private void structure(Object value) {
    if (value instanceof BitSet bits) {
      tag(FieldTag.BITS);
      raw(bits.toByteArray());
    } else if (value instanceof List<?> list) {
      elements(FieldTag.LIST, list);
    } else if (value instanceof Set<?> set) {
      elements(FieldTag.SET, set);
    } else if (value instanceof Map<?, ?> map) {
      elements(FieldTag.MAP, map.keySet());
      map.values().forEach(this::value);
    } else if (value instanceof Optional<?> optional) {
      tag(FieldTag.OPTIONAL);
      value(optional.orElse(null));
    } else if (value instanceof Partitioning partitioning) {
      tag(FieldTag.PARTITIONING);
      value(partitioning.method());
      value(partitioning.columns());
      value(partitioning.defined());
      value(partitioning.interval());
      value(partitioning.automatic());
    } else if (value instanceof Enum<?> constant) {
      tag(FieldTag.ENUM);
      type(constant.getDeclaringClass());
      text(constant.name());
    } else if (value instanceof Record record) {
      record(record);
    } else {
      throw new IllegalStateException(
          "a value of class " + value.getClass().getName() + " cannot be kept in a directory");
    }
  }

  private void record(Record record) {
    tag(FieldTag.RECORD);
    type(record.getClass());
    RecordComponent[] components = record.getClass().getRecordComponents();
    u8(components.length);
    for (RecordComponent component : components) {
      text(component.getName());
      try {
        component.getAccessor().setAccessible(true);
        value(component.getAccessor().invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot read " + record.getClass().getName(), e);
      }
    }
  }

  private void type(Class<?> type) {
    if (!type.getName().startsWith(RECORDS)) {
      throw new IllegalStateException(type.getName() + " cannot be kept in a directory");
    }
    text(type.getName().substring(RECORDS.length()));
  }

  private void elements(FieldTag tag, Collection<? extends @Nullable Object> elements) {
    tag(tag);
    i32(elements.size());
    elements.forEach(this::value);
  }

  private void tag(FieldTag tag) {
    u8(tag.code());
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
