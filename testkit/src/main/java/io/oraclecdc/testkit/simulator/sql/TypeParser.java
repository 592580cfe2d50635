package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.Set;

/** Parses a data type as CREATE TABLE, CAST and DECLARE write it. */
final class TypeParser {
  private static final Set<String> PLAIN =
      Set.of(
          "DATE",
          "BINARY_FLOAT",
          "BINARY_DOUBLE",
          "CLOB",
          "NCLOB",
          "BLOB",
          "BFILE",
          "ROWID",
          "XMLTYPE",
          "JSON",
          "BOOLEAN",
          "VECTOR",
          "SDO_GEOMETRY",
          "ANYDATA");

  private TypeParser() {}

  /** Parses the type that is next. */
  static SimType parse(TokenCursor cursor, SqlSession session) throws SQLException {
    String word = cursor.next().value();
    if (word.equals("SYS") && cursor.accept(".")) {
      word = cursor.next().value();
    }
    int maxText = session.extendedStrings() ? 32767 : 4000;
    return switch (word) {
      case "VARCHAR2", "VARCHAR" -> character(cursor, "VARCHAR2", maxText, session);
      case "CHARACTER" -> {
        boolean varying = cursor.accept("VARYING");
        yield varying
            ? character(cursor, "VARCHAR2", maxText, session)
            : character(cursor, "CHAR", 2000, session);
      }
      case "CHAR" -> {
        boolean varying = cursor.accept("VARYING");
        yield varying
            ? character(cursor, "VARCHAR2", maxText, session)
            : character(cursor, "CHAR", 2000, session);
      }
      case "NVARCHAR2" -> national(cursor, "NVARCHAR2", maxText / 2);
      case "NCHAR" -> national(cursor, "NCHAR", 1000);
      case "NUMBER", "NUMERIC", "DECIMAL", "DEC" -> number(cursor, word);
      case "INTEGER", "INT", "SMALLINT" -> ColumnTypes.number(null, 0);
      case "FLOAT" -> ColumnTypes.floating(optionalSize(cursor, 126));
      case "REAL" -> ColumnTypes.floating(63);
      case "DOUBLE" -> {
        cursor.expectWord("PRECISION");
        yield ColumnTypes.floating(126);
      }
      case "RAW" -> {
        int bytes = requiredSize(cursor);
        checkSize(bytes, session.extendedStrings() ? 32767 : 2000);
        yield ColumnTypes.raw(bytes);
      }
      case "LONG" -> ColumnTypes.plain(cursor.accept("RAW") ? "LONG RAW" : "LONG");
      case "TIMESTAMP" -> timestamp(cursor);
      case "INTERVAL" -> interval(cursor);
      case "UROWID" -> {
        optionalSize(cursor, 4000);
        yield ColumnTypes.plain("UROWID");
      }
      default -> plain(cursor, word, session.release());
    };
  }

  private static SimType plain(TokenCursor cursor, String word, int release) throws SQLException {
    if (!PLAIN.contains(word)) {
      throw OraErrors.of(902, "invalid datatype");
    }
    int since =
        switch (word) {
          case "BOOLEAN", "VECTOR" -> 23;
          case "JSON" -> 21;
          default -> 0;
        };
    if (release < since) {
      throw OraErrors.of(902, "invalid datatype");
    }
    if (word.equals("VECTOR") && cursor.is("(")) {
      cursor.skipGroup();
    }
    return ColumnTypes.plain(word);
  }

  static SimType character(TokenCursor cursor, String name, int maximum, SqlSession session)
      throws SQLException {
    boolean inCharacters = session.charLengthSemantics();
    int size = 1;
    if (cursor.is("(")) {
      cursor.next();
      size = cursor.integer();
      if (cursor.accept("CHAR")) {
        inCharacters = true;
      } else if (cursor.accept("BYTE")) {
        inCharacters = false;
      }
      cursor.expectClose();
    } else if (name.equals("VARCHAR2")) {
      throw OraErrors.of(906, "missing left parenthesis");
    }
    checkSize(size, maximum);
    return ColumnTypes.character(name, size, inCharacters, maximum);
  }

  private static SimType national(TokenCursor cursor, String name, int maximum)
      throws SQLException {
    int size = name.equals("NCHAR") ? optionalSize(cursor, 1) : requiredSize(cursor);
    checkSize(size, maximum);
    return ColumnTypes.national(name, size);
  }

  private static SimType number(TokenCursor cursor, String word) throws SQLException {
    Integer precision = word.equals("NUMBER") ? null : Integer.valueOf(38);
    Integer scale = word.equals("NUMBER") ? null : Integer.valueOf(0);
    if (cursor.accept("(")) {
      if (cursor.accept("*")) {
        precision = null;
      } else {
        precision = cursor.integer();
        if (precision < 1 || precision > 38) {
          throw OraErrors.of(1727, "numeric precision specifier is out of range (1 to 38)");
        }
      }
      scale = 0;
      if (cursor.accept(",")) {
        scale = cursor.integer();
        if (scale < -84 || scale > 127) {
          throw OraErrors.of(1728, "numeric scale specifier is out of range (-84 to 127)");
        }
      }
      cursor.expectClose();
    } else if (!word.equals("NUMBER")) {
      precision = null;
    }
    return ColumnTypes.number(precision, scale);
  }

  private static SimType timestamp(TokenCursor cursor) throws SQLException {
    int digits = optionalSize(cursor, 6);
    checkDigits(digits);
    if (cursor.accept("WITH", "TIME", "ZONE")) {
      return ColumnTypes.timestamp("TIMESTAMP WITH TIME ZONE", digits);
    }
    if (cursor.accept("WITH", "LOCAL", "TIME", "ZONE")) {
      return ColumnTypes.timestamp("TIMESTAMP WITH LOCAL TIME ZONE", digits);
    }
    return ColumnTypes.timestamp("TIMESTAMP", digits);
  }

  private static SimType interval(TokenCursor cursor) throws SQLException {
    if (cursor.accept("YEAR")) {
      int digits = optionalSize(cursor, 2);
      checkDigits(digits);
      cursor.expectWord("TO");
      cursor.expectWord("MONTH");
      return ColumnTypes.yearToMonth(digits);
    }
    cursor.expectWord("DAY");
    int days = optionalSize(cursor, 2);
    checkDigits(days);
    cursor.expectWord("TO");
    cursor.expectWord("SECOND");
    int fraction = optionalSize(cursor, 6);
    checkDigits(fraction);
    return ColumnTypes.dayToSecond(days, fraction);
  }

  private static int optionalSize(TokenCursor cursor, int otherwise) throws SQLException {
    return cursor.is("(") ? requiredSize(cursor) : otherwise;
  }

  private static int requiredSize(TokenCursor cursor) throws SQLException {
    cursor.expectOpen();
    int size = cursor.integer();
    cursor.expectClose();
    return size;
  }

  private static void checkSize(int size, int maximum) throws SQLException {
    if (size < 1) {
      throw OraErrors.of(1723, "zero-length columns are not allowed");
    }
    if (size > maximum) {
      throw OraErrors.of(910, "specified length too long for its datatype");
    }
  }

  private static void checkDigits(int digits) throws SQLException {
    if (digits < 0 || digits > 9) {
      throw OraErrors.of(30088, "datetime/interval precision is out of range");
    }
  }
}
