package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.durable.DirectoryException.Reason;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link FieldWriter} wrote. Not thread-safe.
 *
 * <p>Text it meets again is the same object: names of tables, columns and types repeat a lot.
 */
final class FieldReader {
  private final byte[] bytes;
  private final Clock clock;
  private int at;

  /** A reader that gives {@code clock} wherever a clock was written. */
  FieldReader(byte[] bytes, Clock clock) {
    this.bytes = bytes;
    this.clock = clock;
  }

  boolean atEnd() {
    return at >= bytes.length;
  }

  int u8() {
    need(1);
    return bytes[at++] & 255;
  }

  int i32() {
    need(4);
    int value =
        (bytes[at] & 255) << 24
            | (bytes[at + 1] & 255) << 16
            | (bytes[at + 2] & 255) << 8
            | (bytes[at + 3] & 255);
    at += 4;
    return value;
  }

  long i64() {
    return ((long) i32() << 32) | (i32() & 0xffff_ffffL);
  }

  String text() {
    int length = i32();
    need(length);
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  byte[] raw() {
    int length = i32();
    need(length);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  @Nullable Object value() {
    FieldTag tag = FieldTag.of(u8());
    return switch (tag) {
      case NULL -> null;
      case TEXT -> text();
      case NUMBER -> {
        int scale = i32();
        yield new BigDecimal(new BigInteger(raw()), scale);
      }
      case INTEGER -> i32();
      case LONG -> i64();
      case FLOAT -> Float.intBitsToFloat(i32());
      case DOUBLE -> Double.longBitsToDouble(i64());
      case FALSE -> false;
      case TRUE -> true;
      case CHARACTER -> (char) i32();
      case LOCAL_TIME -> local();
      case OFFSET_TIME -> {
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(i32());
        yield OffsetDateTime.of(local(), offset);
      }
      case DURATION -> {
        long seconds = i64();
        yield Duration.ofSeconds(seconds, i32());
      }
      case INSTANT -> {
        long seconds = i64();
        yield Instant.ofEpochSecond(seconds, i32());
      }
      case BYTES -> raw();
      case BITS -> BitSet.valueOf(raw());
      case ARRAY -> elements().toArray();
      case LIST -> elements();
      case SET -> new LinkedHashSet<>(elements());
      case MAP -> map();
      case CLOCK -> clock;
      case OPTIONAL -> Optional.ofNullable(value());
      case PARTITIONING -> partitioning();
      case ENUM -> constant();
      case RECORD -> record();
    };
  }

  /** A value that cannot be null and is of a known class. */
  <T> T value(Class<T> type) {
    Object value = value();
    if (!type.isInstance(value)) {
      throw otherBuild(type.getName());
    }
    return type.cast(value);
  }

  private Partitioning partitioning() {
    Partitioning.Method method = value(Partitioning.Method.class);
    List<String> columns = list(String.class);
    List<Partitioning.Partition> defined = list(Partitioning.Partition.class);
    Partitioning.Interval interval = (Partitioning.Interval) value();
    Partitioning partitioning = new Partitioning(method, columns, defined, interval);
    list(Partitioning.Partition.class).forEach(partitioning::adopt);
    return partitioning;
  }

  private <T> List<T> list(Class<T> type) {
    List<T> list = new ArrayList<>();
    for (Object element : (List<?>) value(List.class)) {
      list.add(type.cast(element));
    }
    return list;
  }

  private List<@Nullable Object> elements() {
    int size = i32();
    need(size);
    List<@Nullable Object> elements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      elements.add(value());
    }
    return elements;
  }

  private Map<@Nullable Object, @Nullable Object> map() {
    List<@Nullable Object> keys = elements();
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (Object key : keys) {
      map.put(key, value());
    }
    return map;
  }

  private Object constant() {
    Class<?> type = type();
    String name = text();
    for (Object constant : type.isEnum() ? type.getEnumConstants() : new Object[0]) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw otherBuild(type.getName() + "." + name);
  }

  private Object record() {
    Class<?> type = type();
    if (!type.isRecord()) {
      throw otherBuild(type.getName());
    }
    RecordComponent[] components = type.getRecordComponents();
    if (u8() != components.length) {
      throw otherBuild(type.getName());
    }
    @Nullable Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < values.length; i++) {
      if (!components[i].getName().equals(text())) {
        throw otherBuild(type.getName());
      }
      types[i] = components[i].getType();
      values[i] = value();
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new DirectoryException(Reason.UNKNOWN_VERSION, text(type.getName()), e);
    }
  }

  private Class<?> type() {
    String name = FieldWriter.RECORDS + text();
    try {
      return Class.forName(name, false, FieldReader.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new DirectoryException(Reason.UNKNOWN_VERSION, text(name), e);
    }
  }

  private static DirectoryException otherBuild(String what) {
    return new DirectoryException(Reason.UNKNOWN_VERSION, text(what));
  }

  private static String text(String what) {
    return "the directory was written by another version of the simulator: "
        + what
        + " looks different. Open it with that version";
  }

  private LocalDateTime local() {
    long seconds = i64();
    return LocalDateTime.ofEpochSecond(seconds, i32(), ZoneOffset.UTC);
  }

  private void need(int count) {
    if (count < 0 || count > bytes.length - at) {
      throw new DirectoryException(Reason.DAMAGED, "a journal frame ends inside a value");
    }
  }
}
