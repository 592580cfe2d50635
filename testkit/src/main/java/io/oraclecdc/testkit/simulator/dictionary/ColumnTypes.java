package io.oraclecdc.testkit.simulator.dictionary;

import org.jspecify.annotations.Nullable;

/** Makes {@link SimType}s as Oracle's dictionary would show them, and says how H2 stores each. */
public final class ColumnTypes {
  /** Bytes a character of AL32UTF8 may take. */
  private static final int BYTES_PER_CHAR = 4;

  private ColumnTypes() {}

  /** NUMBER; both null for one without precision. */
  public static SimType number(@Nullable Integer precision, @Nullable Integer scale) {
    return new SimType("NUMBER", 22, 0, null, precision, scale);
  }

  /** FLOAT with binary precision. */
  public static SimType floating(int bits) {
    return new SimType("FLOAT", 22, 0, null, bits, null);
  }

  /** VARCHAR2 or CHAR. */
  public static SimType character(String name, int size, boolean inCharacters, int maxBytes) {
    int bytes = inCharacters ? Math.min(size * BYTES_PER_CHAR, maxBytes) : size;
    return new SimType(name, bytes, size, inCharacters ? "C" : "B", null, null);
  }

  /** VARCHAR2 of so many characters, as expressions have it. */
  public static SimType varchar2(int size) {
    return character("VARCHAR2", size, true, 32767);
  }

  /** NVARCHAR2 or NCHAR. */
  public static SimType national(String name, int size) {
    return new SimType(name, size * 2, size, "C", null, null);
  }

  /** RAW. */
  public static SimType raw(int bytes) {
    return new SimType("RAW", bytes, 0, null, null, null);
  }

  /** TIMESTAMP and its zoned forms. */
  public static SimType timestamp(String name, int fractionDigits) {
    int length = name.equals("TIMESTAMP WITH TIME ZONE") ? 13 : fractionDigits == 0 ? 7 : 11;
    return new SimType(name, length, 0, null, null, fractionDigits);
  }

  /** INTERVAL YEAR TO MONTH. */
  public static SimType yearToMonth(int yearDigits) {
    return new SimType("INTERVAL YEAR TO MONTH", 5, 0, null, yearDigits, 0);
  }

  /** INTERVAL DAY TO SECOND. */
  public static SimType dayToSecond(int dayDigits, int fractionDigits) {
    return new SimType("INTERVAL DAY TO SECOND", 11, 0, null, dayDigits, fractionDigits);
  }

  /** A type without parameters. */
  public static SimType plain(String name) {
    int length =
        switch (name) {
          case "DATE" -> 7;
          case "BINARY_FLOAT", "LONG", "LONG RAW" -> name.startsWith("L") ? 0 : 4;
          case "BINARY_DOUBLE" -> 8;
          case "ROWID" -> 10;
          case "BFILE" -> 530;
          case "BOOLEAN" -> 1;
          case "XMLTYPE" -> 2000;
          case "JSON", "VECTOR" -> 8200;
          default -> 4000;
        };
    return new SimType(name, length, 0, null, null, null);
  }

  /**
   * H2's type for a column. Lengths, scales and padding are Oracle's business and applied by the
   * capture trigger, so H2 gets the widest type of the family.
   */
  public static String storage(SimType type) {
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> "DECFLOAT(40)";
      case "BINARY_FLOAT" -> "REAL";
      case "BINARY_DOUBLE" -> "DOUBLE PRECISION";
      case "DATE", "TIMESTAMP" -> "TIMESTAMP(9)";
      case "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE" ->
          "TIMESTAMP(9) WITH TIME ZONE";
      case "INTERVAL YEAR TO MONTH" -> "INTERVAL YEAR(18) TO MONTH";
      case "INTERVAL DAY TO SECOND" -> "INTERVAL DAY(18) TO SECOND(9)";
      case "RAW" -> "VARBINARY(32767)";
      case "BLOB", "LONG RAW", "VECTOR" -> "BLOB";
      case "CLOB", "NCLOB", "LONG", "XMLTYPE", "JSON", "BFILE" -> "CLOB";
      case "BOOLEAN" -> "BOOLEAN";
      default -> "VARCHAR(65534)";
    };
  }
}
