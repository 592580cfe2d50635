package io.oraclecdc.testkit.scenario;

import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A column type as typed to an {@link OracleType}. */
final class TypeReader {
  private TypeReader() {}

  static OracleType read(DdlTokens tokens) {
    String word = tokens.next("a type").toUpperCase(Locale.ROOT);
    return switch (word) {
      case "NUMBER", "NUMERIC", "DECIMAL", "DEC" -> number(tokens);
      case "INTEGER", "INT", "SMALLINT" -> new OracleType(Kind.NUMBER, "NUMBER(38)", 0, 38, 0);
      case "FLOAT" -> floating(tokens);
      case "REAL" -> new OracleType(Kind.FLOAT, "FLOAT(63)", 0, 63, null);
      case "DOUBLE" -> {
        tokens.expect("PRECISION");
        yield new OracleType(Kind.FLOAT, "FLOAT(126)", 0, 126, null);
      }
      case "VARCHAR2", "VARCHAR" -> text(tokens, Kind.VARCHAR2, "VARCHAR2");
      case "NVARCHAR2" -> text(tokens, Kind.NVARCHAR2, "NVARCHAR2");
      case "CHAR", "CHARACTER" -> text(tokens, Kind.CHAR, "CHAR");
      case "NCHAR" -> text(tokens, Kind.NCHAR, "NCHAR");
      case "RAW" -> text(tokens, Kind.RAW, "RAW");
      case "UROWID" -> text(tokens, Kind.UROWID, "UROWID");
      case "LONG" ->
          tokens.accept("RAW") ? plain(Kind.LONG_RAW, "LONG RAW") : plain(Kind.LONG, "LONG");
      case "TIMESTAMP" -> timestamp(tokens);
      case "INTERVAL" -> interval(tokens);
      case "XMLTYPE" -> plain(Kind.XMLTYPE, "XMLTYPE");
      case "SYS" -> {
        tokens.expect(".");
        yield tokens.accept("XMLTYPE")
            ? plain(Kind.XMLTYPE, "XMLTYPE")
            : plain(Kind.OBJECT, "SYS." + tokens.next("a type name"));
      }
      default -> byName(tokens, word);
    };
  }

  private static OracleType byName(DdlTokens tokens, String word) {
    for (Kind kind :
        new Kind[] {
          Kind.BINARY_FLOAT,
          Kind.BINARY_DOUBLE,
          Kind.DATE,
          Kind.ROWID,
          Kind.CLOB,
          Kind.NCLOB,
          Kind.BLOB,
          Kind.JSON,
          Kind.BOOLEAN,
          Kind.VECTOR,
          Kind.BFILE
        }) {
      if (kind.name().equals(word)) {
        if (tokens.peek().equals("(")) {
          tokens.group();
        }
        return plain(kind, word);
      }
    }
    String name = word;
    if (tokens.accept(".")) {
      name += "." + tokens.next("a type name");
    }
    return plain(Kind.OBJECT, name);
  }

  private static OracleType plain(Kind kind, String declaration) {
    return new OracleType(kind, declaration, 0, null, null);
  }

  private static OracleType number(DdlTokens tokens) {
    if (!tokens.accept("(")) {
      return plain(Kind.NUMBER, "NUMBER");
    }
    boolean anyPrecision = tokens.accept("*");
    int precision = anyPrecision ? 38 : tokens.number("a precision");
    Integer scale = tokens.accept(",") ? Integer.valueOf(tokens.number("a scale")) : null;
    tokens.expect(")");
    int known = scale == null ? 0 : scale;
    return new OracleType(
        Kind.NUMBER,
        "NUMBER(" + (anyPrecision ? "*" : precision) + (scale == null ? "" : "," + scale) + ")",
        0,
        precision,
        known);
  }

  private static OracleType floating(DdlTokens tokens) {
    int bits = 126;
    if (tokens.accept("(")) {
      bits = tokens.number("a precision");
      tokens.expect(")");
    }
    return new OracleType(Kind.FLOAT, "FLOAT(" + bits + ")", 0, bits, null);
  }

  private static OracleType text(DdlTokens tokens, Kind kind, String name) {
    int length = kind == Kind.UROWID ? 4000 : 1;
    if (tokens.accept("(")) {
      length = tokens.number("a length");
      if (!tokens.accept("BYTE")) {
        tokens.accept("CHAR");
      }
      tokens.expect(")");
    }
    return new OracleType(kind, name + "(" + length + ")", length, null, null);
  }

  private static OracleType timestamp(DdlTokens tokens) {
    int scale = parenthesised(tokens, 6);
    if (tokens.accept("WITH", "TIME", "ZONE")) {
      return new OracleType(
          Kind.TIMESTAMP_WITH_TIME_ZONE, "TIMESTAMP(" + scale + ") WITH TIME ZONE", 0, null, scale);
    }
    if (tokens.accept("WITH", "LOCAL", "TIME", "ZONE")) {
      return new OracleType(
          Kind.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          "TIMESTAMP(" + scale + ") WITH LOCAL TIME ZONE",
          0,
          null,
          scale);
    }
    return new OracleType(Kind.TIMESTAMP, "TIMESTAMP(" + scale + ")", 0, null, scale);
  }

  private static OracleType interval(DdlTokens tokens) {
    if (tokens.accept("YEAR")) {
      int precision = parenthesised(tokens, 2);
      tokens.expect("TO");
      tokens.expect("MONTH");
      return new OracleType(
          Kind.INTERVAL_YEAR_TO_MONTH,
          "INTERVAL YEAR(" + precision + ") TO MONTH",
          0,
          precision,
          null);
    }
    tokens.expect("DAY");
    int precision = parenthesised(tokens, 2);
    tokens.expect("TO");
    tokens.expect("SECOND");
    int scale = parenthesised(tokens, 6);
    return new OracleType(
        Kind.INTERVAL_DAY_TO_SECOND,
        "INTERVAL DAY(" + precision + ") TO SECOND(" + scale + ")",
        0,
        precision,
        scale);
  }

  private static int parenthesised(DdlTokens tokens, int otherwise) {
    if (!tokens.accept("(")) {
      return otherwise;
    }
    int number = tokens.number("a precision");
    tokens.expect(")");
    return number;
  }

  /** The text of an optional value, null for none. */
  static @Nullable String orNull(StringBuilder text) {
    return text.length() == 0 ? null : text.toString();
  }
}
