package io.oraclecdc.testkit.model;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A column of a model's table, in the words of the product and of the simulator.
 *
 * @param name column name
 * @param type which values it has
 * @param inKey whether it belongs to the primary key
 */
record ModelColumn(String name, ValueType type, boolean inKey) {

  private static final String[] WORDS = {
    "pear",
    "it's",
    "a, b",
    "x and y",
    "Zürich",
    "back\\slash",
    "\"quoted\"",
    "日本語",
    "= NULL",
    "where",
    "😀 face",
    "100%",
    " blank ",
    "line\nbreak",
    "IS NULL",
    "'"
  };

  /** The types models use. */
  enum ValueType {
    NUMBER(
        new OracleType(OracleType.Kind.NUMBER, "NUMBER(12,2)", 0, 12, 2),
        new SimType("NUMBER", 22, 0, null, 12, 2)),
    TEXT(
        new OracleType(OracleType.Kind.VARCHAR2, "VARCHAR2(50)", 50, null, null),
        new SimType("VARCHAR2", 200, 50, "C", null, null)),
    LONG_TEXT(
        new OracleType(OracleType.Kind.VARCHAR2, "VARCHAR2(4000)", 4000, null, null),
        new SimType("VARCHAR2", 4000, 4000, "C", null, null)),
    NATIONAL_TEXT(
        new OracleType(OracleType.Kind.NVARCHAR2, "NVARCHAR2(50)", 50, null, null),
        new SimType("NVARCHAR2", 100, 50, "C", null, null)),
    DATE(
        new OracleType(OracleType.Kind.DATE, "DATE", 0, null, null),
        new SimType("DATE", 7, 0, null, null, null)),
    TIMESTAMP(
        new OracleType(OracleType.Kind.TIMESTAMP, "TIMESTAMP(6)", 0, null, 6),
        new SimType("TIMESTAMP", 11, 0, null, null, 6)),
    RAW(
        new OracleType(OracleType.Kind.RAW, "RAW(16)", 16, null, null),
        new SimType("RAW", 16, 0, null, null, null)),
    CLOB(
        new OracleType(OracleType.Kind.CLOB, "CLOB", 0, null, null),
        new SimType("CLOB", 4000, 0, null, null, null)),
    BLOB(
        new OracleType(OracleType.Kind.BLOB, "BLOB", 0, null, null),
        new SimType("BLOB", 4000, 0, null, null, null));

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable parts
    private final OracleType oracle;

    @SuppressWarnings("ImmutableEnumChecker") // likewise
    private final SimType sim;

    ValueType(OracleType oracle, SimType sim) {
      this.oracle = oracle;
      this.sim = sim;
    }

    boolean isLob() {
      return this == CLOB || this == BLOB;
    }
  }

  Column column(int position) {
    return new Column(name, type.oracle, !inKey, position, Column.Use.CAPTURED, null);
  }

  SimColumn simColumn(int position) {
    return new SimColumn(name, type.sim, !inKey, position, position, false, false, null);
  }

  /** A value, sometimes SQL NULL where it may be. */
  @Nullable Object value(SplittableRandom random) {
    if (!inKey && random.nextInt(8) == 0) {
      return null;
    }
    return switch (type) {
      case NUMBER -> number(random.nextInt(-1_000_000, 1_000_000), random.nextInt(3));
      case TEXT, NATIONAL_TEXT -> WORDS[random.nextInt(WORDS.length)] + random.nextInt(100_000);
      case LONG_TEXT -> WORDS[random.nextInt(WORDS.length)];
      case DATE -> day(random).withNano(0);
      case TIMESTAMP -> day(random).withNano(random.nextInt(1_000_000) * 1000);
      case RAW -> bytes(random, 1 + random.nextInt(16));
      case CLOB -> WORDS[random.nextInt(WORDS.length)].repeat(1 + random.nextInt(20));
      case BLOB -> bytes(random, 1 + random.nextInt(200));
    };
  }

  /** A text so long that its statement does not fit into one row of the view. */
  static String longText(SplittableRandom random) {
    String word = WORDS[random.nextInt(WORDS.length)] + ' ';
    return word.repeat(1 + random.nextInt(2000, 3900) / word.length());
  }

  static BigDecimal number(long unscaled, int scale) {
    BigDecimal stripped = BigDecimal.valueOf(unscaled, scale).stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static LocalDateTime day(SplittableRandom random) {
    return LocalDateTime.of(
        random.nextInt(1950, 2050),
        random.nextInt(1, 13),
        random.nextInt(1, 29),
        random.nextInt(24),
        random.nextInt(60),
        random.nextInt(60));
  }

  static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
