package io.oraclecdc.testkit.simulator.replay;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;

/** Values of every scalar type as SQL literals, with what a query must return for them. */
final class ValueMaker {
  private static final String[] PIECES = {
    "a",
    "Zz",
    "'",
    "''",
    "\"",
    " and ",
    " where ",
    "||",
    ";",
    "--",
    "/* */",
    "?",
    ":x",
    "\\",
    "\t",
    "\n",
    "\r\n",
    "é",
    "ß",
    "漢字",
    "😀",
    "\u00a0",
    " ",
    "NULL",
    "insert into",
    "') values ('",
    ", ",
    "\\00E9",
    "%",
    "_",
    "0"
  };

  private final Random random;

  ValueMaker(Random random) {
    this.random = random;
  }

  /**
   * A value.
   *
   * @param sql literal
   * @param expected as {@link ColumnForm} writes it, null for NULL
   */
  record Value(String sql, String expected) {
    static final Value NULL = new Value("NULL", null);
  }

  /** A value of a column that holds {@code size}: characters, bytes, digits or scale. */
  Value of(ColumnForm form, String type) {
    if (random.nextInt(7) == 0) {
      return Value.NULL;
    }
    return switch (form) {
      case NUMBER -> number(type);
      case FLOAT -> binary(true);
      case DOUBLE -> binary(false);
      case TEXT -> text(type, "");
      case NATIONAL -> text(type, "N");
      case DATE -> date();
      case TIMESTAMP -> timestamp();
      case ZONED -> zoned();
      case LOCAL -> local();
      case MONTHS -> months();
      case SECONDS -> seconds();
      case RAW -> raw();
    };
  }

  private Value number(String type) {
    BigDecimal value =
        switch (type) {
          case "NUMBER(9)" -> BigDecimal.valueOf(random.nextInt(1_999_999_999) - 999_999_999);
          case "NUMBER(12,3)" -> BigDecimal.valueOf(random.nextLong(1L << 38) - (1L << 37), 3);
          case "NUMBER(5,-2)" -> BigDecimal.valueOf(random.nextInt(99_999), -2);
          case "FLOAT(24)" -> BigDecimal.valueOf(random.nextInt(100_000), random.nextInt(5));
          default -> anyNumber();
        };
    String sql = value.toPlainString().length() > 60 ? value.toString() : value.toPlainString();
    String expected = value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    return new Value(sql, expected);
  }

  private BigDecimal anyNumber() {
    int digits = 1 + random.nextInt(38);
    BigInteger unscaled =
        new BigInteger(120, random).mod(BigInteger.TEN.pow(digits)).add(BigInteger.ONE);
    int scale = random.nextInt(4) == 0 ? random.nextInt(120) - 60 : random.nextInt(digits + 3);
    BigDecimal value = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
    return random.nextInt(20) == 0 ? BigDecimal.ZERO : value;
  }

  private Value binary(boolean isFloat) {
    String suffix = isFloat ? "f" : "d";
    return switch (random.nextInt(12)) {
      case 0 -> new Value(isFloat ? "BINARY_FLOAT_NAN" : "BINARY_DOUBLE_NAN", "NaN");
      case 1 -> new Value(isFloat ? "BINARY_FLOAT_INFINITY" : "BINARY_DOUBLE_INFINITY", "Infinity");
      case 2 ->
          new Value(isFloat ? "-BINARY_FLOAT_INFINITY" : "-BINARY_DOUBLE_INFINITY", "-Infinity");
      case 3 -> new Value("0" + suffix, "0.0");
      default -> {
        double size = Math.pow(10, random.nextInt(isFloat ? 60 : 400) - (isFloat ? 30 : 200));
        double value = (random.nextDouble() - 0.5) * size;
        String text = isFloat ? Float.toString((float) value) : Double.toString(value);
        yield new Value(text + suffix, text);
      }
    };
  }

  private Value text(String type, String prefix) {
    int most = Integer.parseInt(type.replaceAll("\\D", ""));
    boolean padded = type.contains("CHAR(") && !type.contains("VAR");
    StringBuilder text = new StringBuilder();
    int pieces = random.nextInt(9) == 0 ? most : 1 + random.nextInt(5);
    for (int i = 0; i < pieces; i++) {
      String piece = PIECES[random.nextInt(PIECES.length)];
      if (text.length() + piece.length() <= most / 4) {
        text.append(piece);
      }
    }
    if (text.length() == 0) {
      text.append(random.nextBoolean() ? "x" : "'");
    }
    String value = text.toString();
    String expected = value;
    if (padded) {
      int length = value.codePointCount(0, value.length());
      expected = value + " ".repeat(most - length);
    }
    return new Value(prefix + "'" + value.replace("'", "''") + "'", expected);
  }

  private String day(int year) {
    return "%04d-%02d-%02d".formatted(year, 1 + random.nextInt(12), 1 + random.nextInt(28));
  }

  private String clock() {
    return "%02d:%02d:%02d".formatted(random.nextInt(24), random.nextInt(60), random.nextInt(60));
  }

  private static String iso(String day, String clock, String fraction) {
    String stripped = fraction.replaceAll("0+$", "");
    int nanos = stripped.isEmpty() ? 0 : Integer.parseInt((stripped + "000000000").substring(0, 9));
    return java.time.LocalDateTime.parse(day + "T" + clock).withNano(nanos).toString();
  }

  private Value date() {
    if (random.nextInt(12) == 0) {
      String day = day(1 + random.nextInt(4000)).substring(4);
      int year = 1 + random.nextInt(4000);
      String text = "%04d%s %s".formatted(year, day, clock());
      java.time.LocalDateTime value =
          java.time.LocalDateTime.parse("2001" + text.substring(4).replace(' ', 'T'))
              .withYear(1 - year);
      return new Value("TO_DATE('" + text + " BC', 'YYYY-MM-DD HH24:MI:SS AD')", value.toString());
    }
    String day = day(1 + random.nextInt(9999));
    String clock = random.nextInt(4) == 0 ? "00:00:00" : clock();
    return new Value(
        "TO_DATE('%s %s', 'YYYY-MM-DD HH24:MI:SS')".formatted(day, clock), iso(day, clock, ""));
  }

  private String fraction(int digits) {
    return switch (random.nextInt(4)) {
      case 0 -> "";
      case 1 -> "000000000".substring(0, digits);
      default -> {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < digits; i++) {
          text.append(random.nextInt(10));
        }
        yield text.toString();
      }
    };
  }

  private Value timestamp() {
    String day = day(1583 + random.nextInt(8000));
    String clock = clock();
    String fraction = fraction(6);
    String text = day + " " + clock + (fraction.isEmpty() ? "" : "." + fraction);
    return new Value("TIMESTAMP '" + text + "'", iso(day, clock, fraction));
  }

  private String zone() {
    return "%s%02d:%02d"
        .formatted(
            random.nextBoolean() ? "+" : "-", random.nextInt(12), random.nextBoolean() ? 0 : 30);
  }

  private Value zoned() {
    String day = day(1900 + random.nextInt(200));
    String clock = clock();
    String fraction = fraction(6);
    String zone = zone();
    String text = day + " " + clock + (fraction.isEmpty() ? "" : "." + fraction) + " " + zone;
    return new Value(
        "TIMESTAMP '" + text + "'",
        java.time.LocalDateTime.parse(iso(day, clock, fraction))
            .atOffset(java.time.ZoneOffset.of(zone))
            .toString());
  }

  private Value local() {
    Value zoned = zoned();
    return new Value(
        zoned.sql(), java.time.OffsetDateTime.parse(zoned.expected()).toInstant().toString());
  }

  private Value months() {
    int years = random.nextInt(1000);
    int months = random.nextInt(12);
    boolean negative = random.nextInt(3) == 0;
    int total = 12 * years + months;
    return new Value(
        "TO_YMINTERVAL('%s%d-%d')".formatted(negative ? "-" : "", years, months),
        Integer.toString(negative ? -total : total));
  }

  private Value seconds() {
    int days = random.nextInt(1000);
    String clock = clock();
    String fraction = fraction(6);
    boolean negative = random.nextInt(3) == 0;
    String[] parts = clock.split(":", -1);
    java.time.Duration value =
        java.time.Duration.ofDays(days)
            .plusHours(Integer.parseInt(parts[0]))
            .plusMinutes(Integer.parseInt(parts[1]))
            .plusSeconds(Integer.parseInt(parts[2]))
            .plusNanos(
                fraction.isEmpty()
                    ? 0
                    : Integer.parseInt((fraction + "000000000").substring(0, 9)));
    return new Value(
        "TO_DSINTERVAL('%s%d %s%s')"
            .formatted(negative ? "-" : "", days, clock, fraction.isEmpty() ? "" : "." + fraction),
        (negative ? value.negated() : value).toString());
  }

  private Value raw() {
    byte[] bytes = new byte[1 + random.nextInt(16)];
    random.nextBytes(bytes);
    String hex = HexFormat.of().formatHex(bytes);
    return new Value("HEXTORAW('" + hex.toUpperCase(Locale.ROOT) + "')", hex);
  }
}
