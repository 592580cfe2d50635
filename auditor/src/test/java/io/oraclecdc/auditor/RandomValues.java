package io.oraclecdc.auditor;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.Random;

/** Random values of a column type, a seventh of them NULL where that is allowed. */
final class RandomValues {
  private static final String[] WORDS = {
    "it's",
    "''",
    " and ",
    "IS NULL",
    "');--",
    "Zoë",
    "日本",
    "🙂",
    "a\nb",
    "NULL",
    "TO_DATE('x')",
    "\"q\"",
    "=",
    " where ",
    "\\",
    "\t",
    ",",
    "x",
    "Unsupported",
    "EMPTY_CLOB()",
    "HEXTORAW('aa')"
  };

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  /** SQL NULL of any type. */
  enum Null {
    VALUE
  }

  Object of(String type) {
    boolean required = type.contains("NOT NULL");
    if (!required && random.nextInt(7) == 0) {
      return Null.VALUE;
    }
    String base = type.split("[ (]", 2)[0];
    return switch (base) {
      case "NUMBER" -> number(type);
      case "FLOAT" -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(20));
      case "BINARY_FLOAT" -> (float) (random.nextGaussian() * 1000);
      case "BINARY_DOUBLE" -> random.nextGaussian() * 1e9;
      case "VARCHAR2" -> text(type.startsWith("VARCHAR2(4000)") ? 3000 : size(type) / 4, required);
      case "NVARCHAR2" -> national(text(size(type) / 4, false));
      case "CHAR" -> ascii(size(type));
      case "NCHAR" -> national(ascii(size(type)));
      case "RAW" -> bytes(1 + random.nextInt(size(type)));
      case "DATE" -> Timestamp.valueOf(time().withNano(0));
      case "TIMESTAMP" ->
          type.contains("ZONE")
              ? time().atOffset(ZoneOffset.ofTotalSeconds(60 * 15 * (random.nextInt(97) - 48)))
              : (Object) Timestamp.valueOf(time());
      case "INTERVAL" -> type.contains("YEAR") ? yearToMonth() : dayToSecond();
      case "ROWID" -> rowId();
      case "CLOB", "NCLOB" -> lobText();
      case "BLOB" -> bytes(random.nextInt(4) == 0 ? random.nextInt(1900) : random.nextInt(300));
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static int size(String type) {
    return Integer.parseInt(type.replaceFirst("^[^(]*\\((\\d+).*$", "$1"));
  }

  private BigDecimal number(String type) {
    if (!type.startsWith("NUMBER(")) {
      return new BigDecimal(
              new BigInteger(1 + random.nextInt(120), random), random.nextInt(60) - 20)
          .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
    }
    String[] parts = type.substring(7, type.indexOf(')')).split(",", -1);
    int precision = parts[0].equals("*") ? 30 : Integer.parseInt(parts[0]);
    int scale = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
    BigInteger unscaled =
        new BigInteger(1 + random.nextInt(140), random).mod(BigInteger.TEN.pow(precision));
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
  }

  private String text(int most, boolean required) {
    StringBuilder text = new StringBuilder();
    int words = random.nextInt(random.nextInt(20) == 0 ? 400 : 6) + (required ? 1 : 0);
    for (int i = 0; i < words; i++) {
      String word = word(text.isEmpty());
      if ((text + word).getBytes(java.nio.charset.StandardCharsets.UTF_8).length > most) {
        break;
      }
      text.append(word);
    }
    return text.isEmpty() && required ? "-" : text.toString();
  }

  /** A text that begins like a function is one of the {@link Difference}s. */
  private String word(boolean isFirst) {
    String word = WORDS[random.nextInt(WORDS.length)];
    return isFirst && word.indexOf('(') > 0 ? "-" : word;
  }

  /** Without {@link Difference#NATIONAL_ESCAPES}. */
  private static String national(String text) {
    return text.matches("'+ *") ? "-" : text.replace('\\', '/');
  }

  private String ascii(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append((char) (' ' + 1 + random.nextInt(94)));
    }
    return text.toString();
  }

  private String lobText() {
    StringBuilder text = new StringBuilder();
    int size = random.nextInt(4) == 0 ? random.nextInt(900) : random.nextInt(200);
    while (text.length() < size) {
      text.append(word(text.isEmpty()));
    }
    return text.toString();
  }

  private byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  private String rowId() {
    StringBuilder text = new StringBuilder("AAA");
    for (int i = 0; i < 12; i++) {
      text.append((char) ('A' + random.nextInt(26)));
    }
    return text + "AA" + (char) ('A' + random.nextInt(26));
  }

  /** Between 1700 and 2250: what nanoseconds since 1970 can hold. */
  private LocalDateTime time() {
    return LocalDateTime.of(1700, 1, 1, 0, 0)
        .plusDays(random.nextInt(200_000))
        .plusSeconds(random.nextInt(86_400))
        .plusNanos(random.nextInt(3) == 0 ? 0 : random.nextInt(1_000_000_000));
  }

  private Object yearToMonth() {
    int months = random.nextInt(24_000);
    return Period.ofMonths(random.nextBoolean() ? months : -months);
  }

  private Object dayToSecond() {
    Duration value =
        Duration.ofDays(random.nextInt(9999))
            .plusSeconds(random.nextInt(86_400))
            .plusNanos(random.nextInt(1_000_000) * 1000L);
    return random.nextBoolean() ? value : value.negated();
  }

  static void bind(PreparedStatement statement, int index, Object value) throws SQLException {
    if (value == Null.VALUE) {
      statement.setNull(index, Types.NULL);
    } else if (value instanceof OffsetDateTime zoned) {
      statement.setObject(index, zoned);
    } else {
      statement.setObject(index, value);
    }
  }
}
