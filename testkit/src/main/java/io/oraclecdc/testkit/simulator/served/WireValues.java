package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.jdbc.SimResultSetMetaData;
import io.oraclecdc.testkit.simulator.jdbc.SimSqlXml;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import oracle.sql.Datum;
import org.jspecify.annotations.Nullable;

/**
 * Values on the wire: one tag, then the content. Streams, and large objects of another connection,
 * travel whole when they are given as arguments. Dates of java.sql travel as wall clock, or as
 * instant where a calendar goes with them.
 */
final class WireValues {
  private static final int NULL = 0;
  private static final int REFERENCE = 1;
  private static final int TRUE = 2;
  private static final int FALSE = 3;
  private static final int BYTE = 4;
  private static final int SHORT = 5;
  private static final int INT = 6;
  private static final int LONG = 7;
  private static final int FLOAT = 8;
  private static final int DOUBLE = 9;
  private static final int TEXT = 10;
  private static final int DECIMAL = 11;
  private static final int LARGE_DECIMAL = 12;
  private static final int BIG_INTEGER = 13;
  private static final int BYTES = 14;
  private static final int ARRAY = 15;
  private static final int LOCAL_DATE_TIME = 16;
  private static final int LOCAL_DATE = 17;
  private static final int LOCAL_TIME = 18;
  private static final int OFFSET_DATE_TIME = 19;
  private static final int ZONED_DATE_TIME = 20;
  private static final int DURATION = 21;
  private static final int PERIOD = 22;
  private static final int TIMESTAMP = 23;
  private static final int DATE = 24;
  private static final int TIME = 25;
  private static final int TIMESTAMP_INSTANT = 26;
  private static final int DATE_INSTANT = 27;
  private static final int TIME_INSTANT = 28;
  private static final int CLASS = 29;
  private static final int PROPERTIES = 30;
  private static final int MAP = 31;
  private static final int LIST = 32;
  private static final int ENUM = 33;
  private static final int RECORD = 34;
  private static final int ERROR = 35;
  private static final int ORACLE = 36;
  private static final int CALENDAR = 37;
  private static final int READER = 38;
  private static final int INPUT = 39;
  private static final int META_DATA = 40;
  private static final int XML = 41;
  private static final int CLOB = 42;
  private static final int BLOB = 43;

  private static final String OWN = "io.oraclecdc.testkit.";

  private final References references;

  WireValues(References references) {
    this.references = references;
  }

  /** Writes arguments of a call. */
  void arguments(WireWriter out, @Nullable Object @Nullable [] values) throws SQLException {
    out.count(values == null ? 0 : values.length);
    if (values == null) {
      return;
    }
    boolean instants = false;
    for (Object value : values) {
      instants |= value instanceof Calendar;
    }
    for (Object value : values) {
      if (instants && value instanceof java.util.Date date) {
        instant(out, date);
      } else {
        write(out, value);
      }
    }
  }

  @SuppressWarnings("JavaUtilDate") // the classes of java.sql extend it
  private static void instant(WireWriter out, java.util.Date value) {
    out.tag(
        value instanceof Timestamp
            ? TIMESTAMP_INSTANT
            : value instanceof Time ? TIME_INSTANT : DATE_INSTANT);
    out.whole(value.getTime());
    if (value instanceof Timestamp timestamp) {
      out.count(timestamp.getNanos());
    }
  }

  /**
   * Writes a value.
   *
   * @throws SQLException ORA-17004 if its class cannot travel
   */
  void write(WireWriter out, @Nullable Object value) throws SQLException {
    if (value == null) {
      out.tag(NULL);
    } else if (value instanceof String text) {
      out.tag(TEXT);
      out.text(text);
    } else if (value instanceof Number number) {
      number(out, number);
    } else if (value instanceof Boolean flag) {
      out.tag(flag ? TRUE : FALSE);
    } else if (value instanceof byte[] bytes) {
      out.tag(BYTES);
      out.bytes(bytes);
    } else if (value instanceof LocalDateTime time) {
      out.tag(LOCAL_DATE_TIME);
      dateTime(out, time);
    } else if (value instanceof OffsetDateTime time) {
      out.tag(OFFSET_DATE_TIME);
      dateTime(out, time.toLocalDateTime());
      out.whole(time.getOffset().getTotalSeconds());
    } else if (value instanceof Duration duration) {
      out.tag(DURATION);
      out.whole(duration.getSeconds());
      out.count(duration.getNano());
    } else if (!time(out, value) && !other(out, value)) {
      throw OraErrors.of(17004, "Invalid column type: " + value.getClass().getName());
    }
  }

  private static void number(WireWriter out, Number value) throws SQLException {
    if (value instanceof BigDecimal decimal) {
      decimal(out, decimal);
    } else if (value instanceof Integer || value instanceof Long) {
      out.tag(value instanceof Integer ? INT : LONG);
      out.whole(value.longValue());
    } else if (value instanceof Short || value instanceof Byte) {
      out.tag(value instanceof Short ? SHORT : BYTE);
      out.whole(value.longValue());
    } else if (value instanceof Float number) {
      out.tag(FLOAT);
      out.fixedInt(Float.floatToRawIntBits(number));
    } else if (value instanceof Double number) {
      out.tag(DOUBLE);
      out.fixedLong(Double.doubleToRawLongBits(number));
    } else if (value instanceof BigInteger number) {
      out.tag(BIG_INTEGER);
      out.bytes(number.toByteArray());
    } else {
      decimal(out, new BigDecimal(value.toString()));
    }
  }

  private static void decimal(WireWriter out, BigDecimal value) {
    if (value.precision() <= 18) {
      out.tag(DECIMAL);
      out.whole(value.scale());
      out.whole(value.unscaledValue().longValue());
    } else {
      out.tag(LARGE_DECIMAL);
      out.whole(value.scale());
      out.bytes(value.unscaledValue().toByteArray());
    }
  }

  private static void dateTime(WireWriter out, LocalDateTime value) {
    date(out, value.toLocalDate());
    out.whole(value.toLocalTime().toNanoOfDay());
  }

  private static LocalDateTime dateTime(WireReader in) {
    return LocalDateTime.of(date(in), LocalTime.ofNanoOfDay(in.whole()));
  }

  private static void date(WireWriter out, LocalDate value) {
    out.whole(value.getYear());
    out.tag(value.getMonthValue());
    out.tag(value.getDayOfMonth());
  }

  private static LocalDate date(WireReader in) {
    return LocalDate.of((int) in.whole(), in.tag(), in.tag());
  }

  /** The rarer classes of dates and times. */
  private static boolean time(WireWriter out, Object value) {
    if (value instanceof Timestamp timestamp) {
      out.tag(TIMESTAMP);
      dateTime(out, timestamp.toLocalDateTime());
    } else if (value instanceof Date date) {
      out.tag(DATE);
      date(out, date.toLocalDate());
    } else if (value instanceof Time time) {
      out.tag(TIME);
      out.whole(time.toLocalTime().toSecondOfDay());
    } else if (value instanceof LocalDate date) {
      out.tag(LOCAL_DATE);
      date(out, date);
    } else if (value instanceof LocalTime time) {
      out.tag(LOCAL_TIME);
      out.whole(time.toNanoOfDay());
    } else if (value instanceof ZonedDateTime zoned) {
      out.tag(ZONED_DATE_TIME);
      dateTime(out, zoned.toLocalDateTime());
      out.whole(zoned.getOffset().getTotalSeconds());
      out.text(zoned.getZone().getId());
    } else if (value instanceof Period period) {
      out.tag(PERIOD);
      out.whole(period.getYears());
      out.whole(period.getMonths());
      out.whole(period.getDays());
    } else if (value instanceof Calendar calendar) {
      out.tag(CALENDAR);
      out.whole(calendar.getTimeInMillis());
      out.text(calendar.getTimeZone().getID());
    } else {
      return false;
    }
    return true;
  }

  private boolean other(WireWriter out, Object value) throws SQLException {
    int mark = out.size();
    out.tag(REFERENCE);
    if (references.write(out, value)) {
      return true;
    }
    out.truncate(mark);
    if (value instanceof SQLXML xml) {
      out.tag(XML);
      write(out, xml instanceof SimSqlXml own ? own.text() : xml.getString());
    } else if (value instanceof Clob clob) {
      out.tag(CLOB);
      out.text(read(clob.getCharacterStream()));
    } else if (value instanceof Blob blob) {
      out.tag(BLOB);
      out.bytes(read(blob.getBinaryStream()));
    } else if (value instanceof Reader reader) {
      out.tag(READER);
      out.text(read(reader));
    } else if (value instanceof InputStream input) {
      out.tag(INPUT);
      out.bytes(read(input));
    } else if (value instanceof Throwable error) {
      out.tag(ERROR);
      WireErrors.write(out, error);
    } else if (value instanceof Class<?> type) {
      out.tag(CLASS);
      out.text(type.getName());
    } else if (value instanceof Enum<?> constant) {
      out.tag(ENUM);
      out.text(constant.getDeclaringClass().getName());
      out.text(constant.name());
    } else if (value instanceof Datum datum) {
      out.tag(ORACLE);
      out.text(datum.getClass().getName());
      out.bytes(datum.getBytes());
    } else if (value instanceof SimResultSetMetaData data) {
      out.tag(META_DATA);
      write(out, data.columns());
    } else {
      return several(out, value);
    }
    return true;
  }

  private boolean several(WireWriter out, Object value) throws SQLException {
    if (value instanceof Map<?, ?> map) {
      out.tag(value instanceof Properties ? PROPERTIES : MAP);
      out.count(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        write(out, entry.getKey());
        write(out, entry.getValue());
      }
    } else if (value instanceof List<?> list) {
      out.tag(LIST);
      out.count(list.size());
      for (Object element : list) {
        write(out, element);
      }
    } else if (value.getClass().isArray()) {
      out.tag(ARRAY);
      out.text(value.getClass().getComponentType().getName());
      int length = Array.getLength(value);
      out.count(length);
      for (int i = 0; i < length; i++) {
        write(out, Array.get(value, i));
      }
    } else if (value.getClass().isRecord() && value.getClass().getName().startsWith(OWN)) {
      out.tag(RECORD);
      record(out, value);
    } else {
      return false;
    }
    return true;
  }

  private void record(WireWriter out, Object value) throws SQLException {
    out.text(value.getClass().getName());
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      try {
        write(out, component.getAccessor().invoke(value));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static String read(Reader reader) throws SQLException {
    StringWriter text = new StringWriter();
    try (reader) {
      reader.transferTo(text);
    } catch (IOException e) {
      throw new SQLException("ORA-17002: I/O error", "72000", 17002, e);
    }
    return text.toString();
  }

  private static byte[] read(InputStream input) throws SQLException {
    try (input) {
      return input.readAllBytes();
    } catch (IOException e) {
      throw new SQLException("ORA-17002: I/O error", "72000", 17002, e);
    }
  }

  /** Reads arguments of a call. */
  @Nullable Object[] arguments(WireReader in) {
    @Nullable Object[] values = new Object[in.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = read(in);
    }
    return values;
  }

  /** Reads a value. */
  @Nullable Object read(WireReader in) {
    int tag = in.tag();
    return switch (tag) {
      case NULL -> null;
      case REFERENCE -> references.read(in);
      case TRUE -> true;
      case FALSE -> false;
      case BYTE -> (byte) in.whole();
      case SHORT -> (short) in.whole();
      case INT -> (int) in.whole();
      case LONG -> in.whole();
      case FLOAT -> Float.intBitsToFloat(in.fixedInt());
      case DOUBLE -> Double.longBitsToDouble(in.fixedLong());
      case TEXT -> in.text();
      case DECIMAL -> decimal(in);
      case LARGE_DECIMAL -> largeDecimal(in);
      case BIG_INTEGER -> new BigInteger(in.bytes());
      case BYTES -> in.bytes();
      case ERROR -> WireErrors.read(in);
      case READER -> new StringReader(in.text());
      case INPUT -> new java.io.ByteArrayInputStream(in.bytes());
      default -> tag <= TIME_INSTANT && tag != ARRAY ? time(in, tag) : composed(in, tag);
    };
  }

  private static BigDecimal decimal(WireReader in) {
    int scale = (int) in.whole();
    return BigDecimal.valueOf(in.whole(), scale);
  }

  private static BigDecimal largeDecimal(WireReader in) {
    int scale = (int) in.whole();
    return new BigDecimal(new BigInteger(in.bytes()), scale);
  }

  private static Object time(WireReader in, int tag) {
    return switch (tag) {
      case LOCAL_DATE_TIME -> dateTime(in);
      case LOCAL_DATE -> date(in);
      case LOCAL_TIME -> LocalTime.ofNanoOfDay(in.whole());
      case OFFSET_DATE_TIME ->
          OffsetDateTime.of(dateTime(in), ZoneOffset.ofTotalSeconds((int) in.whole()));
      case ZONED_DATE_TIME ->
          zoned(dateTime(in), ZoneOffset.ofTotalSeconds((int) in.whole()), in.text());
      case DURATION -> Duration.ofSeconds(in.whole(), in.count());
      case PERIOD -> Period.of((int) in.whole(), (int) in.whole(), (int) in.whole());
      case TIMESTAMP -> Timestamp.valueOf(dateTime(in));
      case DATE -> Date.valueOf(date(in));
      case TIME -> Time.valueOf(LocalTime.ofSecondOfDay(in.whole()));
      case TIMESTAMP_INSTANT -> {
        Timestamp value = new Timestamp(in.whole());
        value.setNanos(in.count());
        yield value;
      }
      case DATE_INSTANT -> new Date(in.whole());
      case TIME_INSTANT -> new Time(in.whole());
      default -> throw damaged(tag);
    };
  }

  private static ZonedDateTime zoned(LocalDateTime local, ZoneOffset offset, String zone) {
    return ZonedDateTime.ofLocal(local, ZoneId.of(zone), offset);
  }

  private Object composed(WireReader in, int tag) {
    try {
      return switch (tag) {
        case CLASS -> Class.forName(in.text());
        case PROPERTIES -> {
          Properties properties = new Properties();
          properties.putAll(map(in));
          yield properties;
        }
        case MAP -> map(in);
        case LIST -> list(in);
        case ENUM -> constant(in);
        case RECORD -> record(in);
        case ORACLE -> oracle(in);
        case CALENDAR -> {
          long millis = in.whole();
          Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone(in.text()));
          calendar.setTimeInMillis(millis);
          yield calendar;
        }
        case ARRAY -> array(in);
        case XML -> new SimSqlXml((String) read(in));
        case CLOB -> new SerialClob(in.text().toCharArray());
        case BLOB -> new SerialBlob(in.bytes());
        case META_DATA ->
            new SimResultSetMetaData(
                ((List<?>) Objects.requireNonNull(read(in)))
                    .stream().map(ResultColumn.class::cast).toList());
        default -> throw damaged(tag);
      };
    } catch (ReflectiveOperationException | SQLException e) {
      throw new IllegalStateException("a value cannot be made on this side", e);
    }
  }

  private static IllegalStateException damaged(int tag) {
    return new IllegalStateException("unknown tag of a value: " + tag);
  }

  private Map<Object, Object> map(WireReader in) {
    Map<Object, Object> map = new LinkedHashMap<>();
    int count = in.count();
    for (int i = 0; i < count; i++) {
      Object key = read(in);
      map.put(String.valueOf(key), String.valueOf(read(in)));
    }
    return map;
  }

  private List<@Nullable Object> list(WireReader in) {
    int count = in.count();
    List<@Nullable Object> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(read(in));
    }
    return Collections.unmodifiableList(list);
  }

  private static Object constant(WireReader in) throws ReflectiveOperationException {
    Class<?> type = Class.forName(in.text());
    String name = in.text();
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalStateException("no constant " + name + " in " + type.getName());
  }

  private Object record(WireReader in) throws ReflectiveOperationException {
    String name = in.text();
    if (!name.startsWith(OWN)) {
      throw new IllegalStateException("not a class of this project: " + name);
    }
    Class<?> type = Class.forName(name);
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = read(in);
    }
    return type.getConstructor(types).newInstance(values);
  }

  private static Object oracle(WireReader in) throws ReflectiveOperationException {
    Class<? extends Datum> type = Class.forName(in.text()).asSubclass(Datum.class);
    return type.getConstructor(byte[].class).newInstance((Object) in.bytes());
  }

  private Object array(WireReader in) throws ReflectiveOperationException {
    String name = in.text();
    Class<?> component =
        switch (name) {
          case "int" -> int.class;
          case "long" -> long.class;
          case "boolean" -> boolean.class;
          default -> Class.forName(name);
        };
    int length = in.count();
    Object array = Array.newInstance(component, length);
    for (int i = 0; i < length; i++) {
      Array.set(array, i, read(in));
    }
    return array;
  }
}
