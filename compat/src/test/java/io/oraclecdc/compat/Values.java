package io.oraclecdc.compat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random values of Oracle types, and what is compared of them on both ends. */
final class Values {
  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
  private static final String LETTERS = "abc '\\;,\"|\n%_{}?:\u00e4\u20ac\u65e5";

  private Values() {}

  /** A value, null for SQL NULL. */
  static @Nullable Object random(String type, Random random) {
    if (random.nextInt(7) == 0) {
      return null;
    }
    return switch (type.split("[ (]", 2)[0]) {
      case "NUMBER" -> number(type, random);
      case "FLOAT" -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(20));
      case "BINARY_FLOAT" -> (float) (random.nextGaussian() * 1000);
      case "BINARY_DOUBLE" -> random.nextGaussian() * 1e9;
      case "VARCHAR2" -> text(1 + random.nextInt(60), random);
      case "NVARCHAR2" -> text(1 + random.nextInt(40), random);
      case "CHAR" -> "x'y".repeat(1 + random.nextInt(3));
      case "NCHAR" -> "n'".substring(0, 1 + random.nextInt(2));
      case "RAW" -> bytes(1 + random.nextInt(40), random);
      case "DATE" -> time(random).withNano(0);
      case "TIMESTAMP" ->
          type.contains("ZONE")
              ? (Object)
                  time(random)
                      .atOffset(ZoneOffset.ofTotalSeconds(15 * 60 * (random.nextInt(97) - 48)))
              : time(random);
      case "INTERVAL" ->
          type.contains("YEAR")
              ? (Object) Period.ofMonths(random.nextInt(20_000) - 10_000)
              : Duration.ofSeconds(random.nextInt(2_000_000) - 1_000_000)
                  .plusNanos(1000L * random.nextInt(1_000_000));
      case "LONG" ->
          type.equals("LONG RAW")
              ? (Object) bytes(1 + random.nextInt(300), random)
              : text(1 + random.nextInt(300), random);
      case "ROWID", "UROWID" -> "AAAR3sAAEAAAACXAA" + "ABCD".charAt(random.nextInt(4));
      case "CLOB", "NCLOB" -> text(size(random), random);
      case "BLOB" -> bytes(size(random), random);
      case "XMLTYPE" -> "<r><v>" + "ab &amp; c ".repeat(random.nextInt(20)) + "</v></r>";
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static int size(Random random) {
    return random.nextInt(3) == 0 ? 3000 + random.nextInt(3000) : 1 + random.nextInt(300);
  }

  private static BigDecimal number(String type, Random random) {
    BigInteger unscaled = new BigInteger(1 + random.nextInt(110), random);
    if (random.nextBoolean()) {
      unscaled = unscaled.negate();
    }
    if (!type.contains("(")) {
      return new BigDecimal(unscaled, random.nextInt(40));
    }
    String[] parts = type.substring(7, type.indexOf(')')).split(",", -1);
    int precision = parts[0].equals("*") ? 30 : Integer.parseInt(parts[0]);
    int scale = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
    return new BigDecimal(unscaled.remainder(BigInteger.TEN.pow(precision)), scale);
  }

  private static String text(int length, Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  private static byte[] bytes(int length, Random random) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static LocalDateTime time(Random random) {
    return LocalDateTime.of(1800, 1, 1, 0, 0)
        .plusDays(random.nextInt(150_000))
        .plusSeconds(random.nextInt(86_400))
        .plusNanos(random.nextInt(1_000_000_000));
  }

  static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    if (value == null) {
      statement.setNull(index, Types.VARCHAR);
    } else if (value instanceof Float) {
      statement.setObject(index, value, 100);
    } else if (value instanceof Double) {
      statement.setObject(index, value, 101);
    } else {
      statement.setObject(index, value);
    }
  }

  /** What the source holds, in a form that is equal when the values are. */
  static @Nullable String ofSource(ResultSet row, int index, String type) throws SQLException {
    if (type.startsWith("INTERVAL YEAR")) {
      Period period = row.getObject(index, Period.class);
      return period == null ? null : String.valueOf(period.toTotalMonths() * 2_629_800_000_000L);
    }
    if (type.startsWith("INTERVAL DAY")) {
      Duration duration = row.getObject(index, Duration.class);
      return duration == null
          ? null
          : String.valueOf(duration.getSeconds() * 1_000_000 + duration.getNano() / 1000);
    }
    return of(row, index, type);
  }

  /** What a sink holds. Intervals are microseconds there; nothing is finer than those. */
  static @Nullable String ofSink(ResultSet row, int index, String type) throws SQLException {
    if (type.startsWith("INTERVAL")) {
      BigDecimal micros = row.getBigDecimal(index);
      return micros == null ? null : micros.toBigInteger().toString();
    }
    return of(row, index, type);
  }

  private static @Nullable String of(ResultSet row, int index, String type) throws SQLException {
    if (type.contains("ZONE")) {
      OffsetDateTime time = row.getObject(index, OffsetDateTime.class);
      return time == null ? null : micros(time.toInstant());
    }
    if (type.equals("DATE") || type.startsWith("TIMESTAMP")) {
      LocalDateTime time = row.getObject(index, LocalDateTime.class);
      return time == null ? null : micros(time.toInstant(ZoneOffset.UTC));
    }
    if (type.equals("BINARY_FLOAT")) {
      float value = row.getFloat(index);
      return row.wasNull() ? null : Float.toString(value);
    }
    if (type.equals("BINARY_DOUBLE")) {
      double value = row.getDouble(index);
      return row.wasNull() ? null : Double.toString(value);
    }
    if (type.startsWith("NUMBER") || type.equals("FLOAT")) {
      BigDecimal value = row.getBigDecimal(index);
      return value == null
          ? null
          : value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
    if (type.startsWith("RAW") || type.equals("LONG RAW") || type.equals("BLOB")) {
      byte[] value = row.getBytes(index);
      return value == null ? null : HexFormat.of().formatHex(value);
    }
    return row.getString(index);
  }

  /** Rounded as both sinks round nanoseconds: half up. */
  private static String micros(Instant time) {
    BigInteger nanos =
        BigInteger.valueOf(time.getEpochSecond())
            .multiply(NANOS)
            .add(BigInteger.valueOf(time.getNano() + 500L));
    BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(1000));
    return (parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0]).toString();
  }
}
