package io.oraclecdc.reselect;

import io.oraclecdc.schema.OracleType;
import io.oraclecdc.value.SpecialValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Columns of query results to the Java values of their types, the same that redo gives, and keys to
 * parameters. Stateless.
 */
final class ColumnReader {
  private static final Pattern YEARS_MONTHS = Pattern.compile("([+-]?)(\\d+)-(\\d+)");
  private static final Pattern DAYS_SECONDS =
      Pattern.compile("([+-]?)(\\d+) (\\d+):(\\d+):(\\d+)(?:\\.(\\d{1,9}))?");

  private static final int PIECE = 32_768;

  private ColumnReader() {}

  /**
   * The value, or {@link SpecialValue#SQL_NULL}.
   *
   * @param maxLobBytes most bytes of a LOB
   * @return {@link TooLarge} for a LOB with more
   */
  static Object read(ResultSet row, int index, OracleType type, long maxLobBytes)
      throws SQLException {
    Object value =
        switch (type.kind()) {
          case CLOB, NCLOB, XMLTYPE -> text(row.getCharacterStream(index), maxLobBytes);
          case BLOB -> bytes(row.getBinaryStream(index), maxLobBytes);
          case NUMBER, FLOAT -> plain(row.getBigDecimal(index));
          case BINARY_FLOAT -> {
            float number = row.getFloat(index);
            yield row.wasNull() ? null : (Object) number;
          }
          case BINARY_DOUBLE -> {
            double number = row.getDouble(index);
            yield row.wasNull() ? null : (Object) number;
          }
          case DATE, TIMESTAMP -> row.getObject(index, LocalDateTime.class);
          case TIMESTAMP_WITH_TIME_ZONE -> row.getObject(index, OffsetDateTime.class);
          case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> utc(row.getObject(index, OffsetDateTime.class));
          case INTERVAL_YEAR_TO_MONTH -> yearsMonths(row.getString(index));
          case INTERVAL_DAY_TO_SECOND -> daysSeconds(row.getString(index));
          case RAW, LONG_RAW -> row.getBytes(index);
          default -> row.getString(index);
        };
    return value == null ? SpecialValue.SQL_NULL : value;
  }

  /**
   * A LOB that has more bytes than allowed.
   *
   * @param heap whether it is the heap that has no room for it
   */
  record TooLarge(long bytes, boolean heap) {}

  private static @Nullable BigDecimal plain(@Nullable BigDecimal number) {
    return number == null || number.scale() >= 0 ? number : number.setScale(0);
  }

  private static @Nullable OffsetDateTime utc(@Nullable OffsetDateTime time) {
    return time == null ? null : time.withOffsetSameInstant(ZoneOffset.UTC);
  }

  private static @Nullable Object text(@Nullable Reader stream, long maxBytes) throws SQLException {
    if (stream == null) {
      return null;
    }
    long half = Runtime.getRuntime().maxMemory() / 2;
    // Pieces joined once: a builder would hold up to three times the value while it grows.
    List<String> pieces = new ArrayList<>();
    char[] buffer = new char[PIECE];
    long bytes = 0;
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        for (int i = 0; i < read; i++) {
          char c = buffer[i];
          bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        if (bytes > maxBytes) {
          return new TooLarge(bytes, false);
        }
        if (bytes > half) {
          return new TooLarge(bytes, true);
        }
        pieces.add(new String(buffer, 0, read));
      }
      return String.join("", pieces);
    } catch (OutOfMemoryError e) {
      pieces.clear();
      return new TooLarge(bytes, true);
    } catch (IOException e) {
      throw new SQLException("a LOB could not be read to its end", e);
    }
  }

  private static @Nullable Object bytes(@Nullable InputStream stream, long maxBytes)
      throws SQLException {
    if (stream == null) {
      return null;
    }
    long half = Runtime.getRuntime().maxMemory() / 2;
    List<byte[]> pieces = new ArrayList<>();
    byte[] buffer = new byte[PIECE];
    int size = 0;
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        if (size + (long) read > maxBytes) {
          return new TooLarge(size + (long) read, false);
        }
        if (size + (long) read > half) {
          return new TooLarge(size + (long) read, true);
        }
        pieces.add(Arrays.copyOf(buffer, read));
        size += read;
      }
      return joined(pieces, size);
    } catch (OutOfMemoryError e) {
      pieces.clear();
      return new TooLarge(size, true);
    } catch (IOException e) {
      throw new SQLException("a LOB could not be read to its end", e);
    }
  }

  private static byte[] joined(List<byte[]> pieces, int size) {
    byte[] data = new byte[size];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, data, at, piece.length);
      at += piece.length;
    }
    return data;
  }

  private static @Nullable Period yearsMonths(@Nullable String text) throws SQLException {
    if (text == null) {
      return null;
    }
    Matcher parts = YEARS_MONTHS.matcher(text.trim());
    if (!parts.matches()) {
      throw new SQLException("an interval of years and months has an unknown form");
    }
    Period period =
        Period.of(Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)), 0);
    return parts.group(1).equals("-") ? period.negated() : period;
  }

  private static @Nullable Duration daysSeconds(@Nullable String text) throws SQLException {
    if (text == null) {
      return null;
    }
    Matcher parts = DAYS_SECONDS.matcher(text.trim());
    if (!parts.matches()) {
      throw new SQLException("an interval of days and seconds has an unknown form");
    }
    String fraction = parts.group(6) == null ? "" : parts.group(6);
    Duration duration =
        Duration.ofDays(Long.parseLong(parts.group(2)))
            .plusHours(Long.parseLong(parts.group(3)))
            .plusMinutes(Long.parseLong(parts.group(4)))
            .plusSeconds(Long.parseLong(parts.group(5)))
            .plusNanos(Long.parseLong((fraction + "000000000").substring(0, 9)));
    return parts.group(1).equals("-") ? duration.negated() : duration;
  }

  /** Whether values of a type can be bound as a part of a key. */
  static boolean isBindable(OracleType type) {
    return switch (type.kind()) {
      case VARCHAR2,
          NVARCHAR2,
          CHAR,
          NCHAR,
          NUMBER,
          FLOAT,
          BINARY_FLOAT,
          BINARY_DOUBLE,
          DATE,
          TIMESTAMP,
          TIMESTAMP_WITH_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          INTERVAL_YEAR_TO_MONTH,
          INTERVAL_DAY_TO_SECOND,
          ROWID,
          UROWID,
          RAW ->
          true;
      default -> false;
    };
  }

  static void bind(PreparedStatement statement, int index, OracleType type, Object value)
      throws SQLException {
    switch (type.kind()) {
      case NVARCHAR2, NCHAR -> statement.setNString(index, (String) value);
      case RAW -> statement.setBytes(index, (byte[]) value);
      case NUMBER, FLOAT -> statement.setBigDecimal(index, (BigDecimal) value);
      case INTERVAL_YEAR_TO_MONTH -> statement.setString(index, text((Period) value));
      case INTERVAL_DAY_TO_SECOND -> statement.setString(index, text((Duration) value));
      case ROWID, UROWID -> statement.setString(index, (String) value);
      default -> statement.setObject(index, value);
    }
  }

  /** {@code -1-11}: the sign covers both fields. */
  private static String text(Period interval) {
    long months = interval.toTotalMonths();
    return (months < 0 ? "-" : "+") + Math.abs(months) / 12 + "-" + Math.abs(months) % 12;
  }

  /** {@code -3 02:03:04.500000000}. */
  private static String text(Duration interval) {
    Duration size = interval.abs();
    return String.format(
        Locale.ROOT,
        "%s%d %02d:%02d:%02d.%09d",
        interval.isNegative() ? "-" : "+",
        size.toDays(),
        size.toHoursPart(),
        size.toMinutesPart(),
        size.toSecondsPart(),
        size.toNanosPart());
  }

  /** A value that equals another one of the same type when the database says so. */
  static Object comparable(Object value) {
    if (value instanceof BigDecimal number) {
      return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }
    if (value instanceof byte[] bytes) {
      return java.util.HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Period period) {
      return period.toTotalMonths();
    }
    return value instanceof OffsetDateTime time ? time.toInstant() : value;
  }
}
