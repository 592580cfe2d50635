package io.oraclecdc.engine;

import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A table with columns of random types, values for them, and its content as plain SQL shows it. */
final class RandomTable {
  private static final List<String> TYPES =
      List.of(
          "NUMBER",
          "NUMBER(12,3)",
          "NUMBER(8,-2)",
          "FLOAT",
          "BINARY_FLOAT",
          "BINARY_DOUBLE",
          "VARCHAR2(60 CHAR)",
          "NVARCHAR2(40)",
          "CHAR(8)",
          "NCHAR(5)",
          "DATE",
          "TIMESTAMP(6)",
          "TIMESTAMP(9)",
          "TIMESTAMP(3) WITH TIME ZONE",
          "TIMESTAMP(6) WITH LOCAL TIME ZONE",
          "INTERVAL YEAR(4) TO MONTH",
          "INTERVAL DAY(5) TO SECOND(6)",
          "RAW(40)",
          "ROWID");
  private static final List<String> LOBS = List.of("CLOB", "NCLOB", "BLOB");

  /** BasicFile out of the row: redo of a value names neither column nor key. */
  static final String WITHOUT_LOCATOR = "BASICFILE (DISABLE STORAGE IN ROW)";

  /** Another storage for each LOB. */
  static final String MIXED = "MIXED";

  private static final List<String> EVERY =
      List.of("", "BASICFILE", "SECUREFILE (DISABLE STORAGE IN ROW)", WITHOUT_LOCATOR);
  private static final List<String> EXTENDED =
      List.of("VARCHAR2(32767)", "NVARCHAR2(12000)", "RAW(20000)");

  final String name;
  final List<String> columns = new ArrayList<>();
  final List<String> types = new ArrayList<>();
  private final Random random;

  private final String hidden;

  /** Whether a value can be an empty LOB, which is another value than NULL. */
  private boolean emptyLobs;

  /**
   * A table.
   *
   * @param longType type of a LONG column, empty for none
   */
  RandomTable(String name, Random random, boolean extended, boolean xml, String longType) {
    this.name = name;
    this.random = random;
    this.hidden = "";
    int plain = 2 + random.nextInt(4);
    for (int i = 0; i < plain; i++) {
      add(TYPES.get(random.nextInt(TYPES.size())));
    }
    int lobs = random.nextInt(3);
    for (int i = 0; i < lobs; i++) {
      add(LOBS.get(random.nextInt(LOBS.size())));
    }
    if (extended && random.nextBoolean()) {
      add(EXTENDED.get(random.nextInt(EXTENDED.size())));
    }
    if (xml) {
      add("XMLTYPE");
    }
    if (!longType.isEmpty()) {
      add(longType);
    }
  }

  private RandomTable(String name, Random random, String hidden) {
    this.name = name;
    this.random = random;
    this.hidden = hidden;
    add("VARCHAR2(60 CHAR)");
    add("NUMBER(12,3)");
  }

  /** A table with one more column, of a type LogMiner does not know: its rows are read. */
  static RandomTable withColumnOfUnknownType(String name, Random random) {
    return new RandomTable(name, random, ", odd BOOLEAN");
  }

  /** Whether changes tell what reading found, not what each of them did. */
  boolean isRead() {
    return !hidden.isEmpty();
  }

  private void add(String type) {
    columns.add("C" + (columns.size() + 1));
    types.add(type);
  }

  boolean hasLobs() {
    return types.stream().anyMatch(LOBS::contains);
  }

  void tryEmptyLobs() {
    emptyLobs = true;
  }

  boolean isLob(int column) {
    return LOBS.contains(types.get(column));
  }

  String ddl(String storage, String organization) {
    StringBuilder sql = new StringBuilder("CREATE TABLE " + name + " (id NUMBER(9) PRIMARY KEY");
    for (int i = 0; i < columns.size(); i++) {
      sql.append(", ").append(columns.get(i)).append(' ').append(types.get(i));
    }
    sql.append(hidden).append(") ").append(organization);
    for (int i = 0; i < columns.size(); i++) {
      String lob = storage.equals(MIXED) ? EVERY.get(random.nextInt(EVERY.size())) : storage;
      if (isLob(i) && !lob.isEmpty()) {
        sql.append(" LOB (").append(columns.get(i)).append(") STORE AS ").append(lob);
      }
    }
    return sql.toString();
  }

  /** A value for a column; null is SQL NULL. */
  @Nullable Object value(int column) {
    if (random.nextInt(6) == 0) {
      return null;
    }
    if (emptyLobs && isLob(column) && random.nextInt(8) == 0) {
      return types.get(column).equals("BLOB") ? new byte[0] : "";
    }
    return switch (types.get(column)) {
      case "NUMBER", "FLOAT" ->
          new BigDecimal(new java.math.BigInteger(90, random), random.nextInt(20))
              .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
      case "NUMBER(12,3)" -> BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, 3);
      case "NUMBER(8,-2)" -> BigDecimal.valueOf(100L * (random.nextInt(1_000_000) - 500_000));
      case "BINARY_FLOAT" -> random.nextInt(9) == 0 ? Float.NaN : random.nextFloat() * 1000;
      case "BINARY_DOUBLE" ->
          random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian() * 1e9;
      case "VARCHAR2(60 CHAR)" -> text(1 + random.nextInt(60));
      case "NVARCHAR2(40)" -> text(1 + random.nextInt(20));
      case "CHAR(8)" -> "x".repeat(1 + random.nextInt(8));
      case "NCHAR(5)" -> "n'".substring(0, 1 + random.nextInt(2));
      case "DATE" -> time().withNano(0);
      case "TIMESTAMP(6)" -> time();
      case "TIMESTAMP(9)" -> time().plusNanos(random.nextInt(1000));
      case "TIMESTAMP(3) WITH TIME ZONE", "TIMESTAMP(6) WITH LOCAL TIME ZONE" ->
          OffsetDateTime.of(
              time().withNano(random.nextInt(1000) * 1_000_000),
              ZoneOffset.ofHoursMinutes(random.nextInt(9), 30));
      case "INTERVAL YEAR(4) TO MONTH" -> Period.ofMonths(random.nextInt(20000) - 10000);
      case "INTERVAL DAY(5) TO SECOND(6)" ->
          Duration.ofSeconds(random.nextInt(2_000_000) - 1_000_000)
              .plusNanos(random.nextInt(1_000_000) * 1000L);
      case "RAW(40)" -> bytes(1 + random.nextInt(40));
      case "ROWID" ->
          "AAAR3sAAEAAAACX" + "ABCxyz09+/".substring(random.nextInt(8)).substring(0, 2) + "B";
      case "CLOB", "NCLOB" -> text(size());
      case "BLOB", "RAW(20000)", "LONG RAW" -> bytes(size());
      case "XMLTYPE" -> "<r><v>" + "ab &amp; 'c' ".repeat(random.nextInt(300)) + "</v></r>";
      default -> text(size());
    };
  }

  private int size() {
    return switch (random.nextInt(4)) {
      case 0 -> 1 + random.nextInt(100);
      case 1 -> 1 + random.nextInt(1900);
      case 2 -> 1980 + random.nextInt(30);
      default -> 3000 + random.nextInt(4000);
    };
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder();
    String letters = "abc '\\;,\"|\n%_\u00e4\u20ac";
    while (text.length() < length) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private LocalDateTime time() {
    return LocalDateTime.of(1990, 1, 1, 0, 0)
        .plusSeconds(random.nextInt(1_500_000_000))
        .withNano(random.nextInt(1_000_000) * 1000);
  }

  void bind(PreparedStatement statement, int index, int column, @Nullable Object value)
      throws SQLException {
    String type = types.get(column);
    if (value == null) {
      statement.setNull(index, Types.VARCHAR);
    } else if (value instanceof Float) {
      statement.setObject(index, value, 100);
    } else if (value instanceof Double) {
      statement.setObject(index, value, 101);
    } else if (value instanceof String text && type.endsWith("CLOB") && text.isEmpty()) {
      statement.setClob(index, statement.getConnection().createClob());
    } else if (value instanceof byte[] bytes && type.equals("BLOB") && bytes.length == 0) {
      statement.setBlob(index, statement.getConnection().createBlob());
    } else if (value instanceof String text && type.endsWith("CLOB") && text.length() > 1000) {
      if (text.length() % 2 == 0) {
        statement.setCharacterStream(index, new StringReader(text));
      } else {
        Clob clob = statement.getConnection().createClob();
        clob.setString(1, text);
        statement.setClob(index, clob);
      }
    } else {
      statement.setObject(index, value);
    }
  }

  /** Rows by key, values in a form that can be compared. */
  Map<Integer, Map<String, String>> content(Connection connection) throws SQLException {
    Map<Integer, Map<String, String>> rows = new TreeMap<>();
    StringBuilder sql = new StringBuilder("SELECT t.id");
    for (int i = 0; i < columns.size(); i++) {
      String column = "t." + columns.get(i);
      sql.append(", ").append(types.get(i).equals("XMLTYPE") ? column + ".getClobVal()" : column);
    }
    try (PreparedStatement statement = connection.prepareStatement(sql + " FROM " + name + " t");
        ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
          row.put(columns.get(i), comparable(read(found, i)));
        }
        rows.put(found.getInt(1), row);
      }
    }
    return rows;
  }

  private @Nullable Object read(ResultSet row, int column) throws SQLException {
    int index = column + 2;
    String type = types.get(column);
    if (type.startsWith("TIMESTAMP") && type.contains("ZONE")) {
      return row.getObject(index, OffsetDateTime.class);
    }
    if (type.equals("DATE") || type.startsWith("TIMESTAMP")) {
      return row.getObject(index, LocalDateTime.class);
    }
    if (type.startsWith("INTERVAL YEAR")) {
      return row.getObject(index, Period.class);
    }
    if (type.startsWith("INTERVAL DAY")) {
      return row.getObject(index, Duration.class);
    }
    if (type.startsWith("BINARY")) {
      double value = row.getDouble(index);
      return row.wasNull() ? null : (Object) value;
    }
    if (type.startsWith("NUMBER") || type.equals("FLOAT")) {
      return row.getBigDecimal(index);
    }
    return type.endsWith("RAW") || type.startsWith("RAW") || type.equals("BLOB")
        ? row.getBytes(index)
        : row.getString(index);
  }

  /** A value in a form that is equal when the values are. */
  static String comparable(@Nullable Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    if (value instanceof Number number) {
      return String.format(Locale.ROOT, "%.6e", number.doubleValue());
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant().toString();
    }
    if (value instanceof Period period) {
      return period.toTotalMonths() + " months";
    }
    return value.toString();
  }
}
