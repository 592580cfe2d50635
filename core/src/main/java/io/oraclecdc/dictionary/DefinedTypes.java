package io.oraclecdc.dictionary;

import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Data types as DDL writes them, told as the dictionary views tell them. Types that bring hidden
 * columns of their own (XMLTYPE, object types) are not understood.
 */
final class DefinedTypes {
  private static final int DEFAULT_DIGITS = 6;
  private static final int FULL_BITS = 126;
  private static final int REAL_BITS = 63;

  private static final Set<String> NAMES =
      Set.of(
          "VARCHAR2",
          "VARCHAR",
          "CHAR",
          "CHARACTER",
          "NVARCHAR2",
          "NCHAR",
          "NATIONAL",
          "NUMBER",
          "NUMERIC",
          "DECIMAL",
          "DEC",
          "INTEGER",
          "INT",
          "SMALLINT",
          "FLOAT",
          "REAL",
          "DOUBLE",
          "BINARY_FLOAT",
          "BINARY_DOUBLE",
          "DATE",
          "TIMESTAMP",
          "INTERVAL",
          "RAW",
          "LONG",
          "CLOB",
          "NCLOB",
          "BLOB",
          "BFILE",
          "ROWID",
          "UROWID",
          "JSON",
          "BOOLEAN",
          "VECTOR");

  private DefinedTypes() {}

  static boolean isNext(WordCursor words) {
    return words.isAny(NAMES);
  }

  /** The type that is next. */
  static Type read(WordCursor words) {
    if (!isNext(words)) {
      throw new NotUnderstoodException("data type " + words.peek() + " is not derived from a text");
    }
    String name = words.next().text();
    return switch (name) {
      case "VARCHAR2", "VARCHAR" -> text("VARCHAR2", words);
      case "CHAR", "CHARACTER" ->
          words.accept("VARYING") ? text("VARCHAR2", words) : text("CHAR", words);
      case "NVARCHAR2", "NCHAR" -> national(name, words);
      case "NATIONAL" -> {
        if (!words.accept("CHARACTER")) {
          words.expect("CHAR");
        }
        yield national(words.accept("VARYING") ? "NVARCHAR2" : "NCHAR", words);
      }
      case "NUMBER", "NUMERIC", "DECIMAL", "DEC" -> number(name, words);
      case "INTEGER", "INT", "SMALLINT" -> new Type("NUMBER", 22, 0, false, null, 0);
      case "FLOAT" -> floating(size(words, FULL_BITS));
      case "REAL" -> floating(REAL_BITS);
      case "DOUBLE" -> {
        words.expect("PRECISION");
        yield floating(FULL_BITS);
      }
      case "TIMESTAMP" -> timestamp(words);
      case "INTERVAL" -> interval(words);
      case "RAW" -> new Type("RAW", size(words, 0), 0, false, null, null);
      case "UROWID" -> new Type("UROWID", size(words, 4000), 0, false, null, null);
      case "LONG" -> plain(words.accept("RAW") ? "LONG RAW" : "LONG");
      case "VECTOR" -> {
        if (words.is("(")) {
          words.skipGroup();
        }
        yield plain(name);
      }
      default -> plain(name);
    };
  }

  private static Type plain(String name) {
    return new Type(name, 0, 0, false, null, null);
  }

  private static Type text(String name, WordCursor words) {
    int length = 1;
    boolean inCharacters = false;
    if (words.accept("(")) {
      length = words.integer();
      inCharacters = words.accept("CHAR");
      words.accept("BYTE");
      words.expect(")");
    }
    return new Type(name, length, length, inCharacters, null, null);
  }

  private static Type national(String name, WordCursor words) {
    int length = size(words, 1);
    return new Type(name, 2 * length, length, true, null, null);
  }

  private static Type number(String name, WordCursor words) {
    if (!words.accept("(")) {
      return new Type("NUMBER", 22, 0, false, null, name.equals("NUMBER") ? null : 0);
    }
    Integer precision = words.accept("*") ? null : Integer.valueOf(words.integer());
    Integer scale = words.accept(",") ? Integer.valueOf(words.integer()) : null;
    words.expect(")");
    if (precision == null && scale == null) {
      throw new NotUnderstoodException("NUMBER(*) without a scale is not derived from a text");
    }
    return new Type("NUMBER", 22, 0, false, precision, scale == null ? 0 : scale);
  }

  private static Type floating(int bits) {
    return new Type("FLOAT", 22, 0, false, bits, null);
  }

  private static Type timestamp(WordCursor words) {
    int digits = size(words, DEFAULT_DIGITS);
    String zone =
        words.accept("WITH", "TIME", "ZONE")
            ? " WITH TIME ZONE"
            : words.accept("WITH", "LOCAL", "TIME", "ZONE") ? " WITH LOCAL TIME ZONE" : "";
    return new Type("TIMESTAMP(" + digits + ")" + zone, 11, 0, false, null, digits);
  }

  private static Type interval(WordCursor words) {
    if (words.accept("YEAR")) {
      int digits = size(words, 2);
      words.expect("TO", "MONTH");
      return new Type("INTERVAL YEAR(" + digits + ") TO MONTH", 5, 0, false, digits, 0);
    }
    words.expect("DAY");
    int days = size(words, 2);
    words.expect("TO", "SECOND");
    int fraction = size(words, DEFAULT_DIGITS);
    return new Type(
        "INTERVAL DAY(" + days + ") TO SECOND(" + fraction + ")", 11, 0, false, days, fraction);
  }

  private static int size(WordCursor words, int otherwise) {
    if (!words.accept("(")) {
      return otherwise;
    }
    int size = words.integer();
    words.expect(")");
    return size;
  }

  /**
   * A type.
   *
   * @param name DATA_TYPE
   * @param dataLength DATA_LENGTH as far as it says something
   * @param charLength CHAR_LENGTH
   * @param inCharacters whether the length is declared in characters
   * @param precision DATA_PRECISION
   * @param scale DATA_SCALE
   */
  record Type(
      String name,
      int dataLength,
      int charLength,
      boolean inCharacters,
      @Nullable Integer precision,
      @Nullable Integer scale) {

    /** A column of this type in place of another one. */
    DictionaryColumn of(DictionaryColumn column) {
      return new DictionaryColumn(
          column.name(),
          name,
          null,
          dataLength,
          charLength,
          inCharacters,
          precision,
          scale,
          column.nullable(),
          column.hidden(),
          column.virtual(),
          column.userGenerated(),
          column.identity(),
          column.internalId(),
          column.defaultExpression());
    }
  }
}
