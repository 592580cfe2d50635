package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Functions whose arguments have words between them. */
final class SpecialFunctions {
  private static final Set<String> FIELDS =
      Set.of(
          "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "TIMEZONE_HOUR", "TIMEZONE_MINUTE");

  private SpecialFunctions() {}

  static Optional<Expr> parse(String name, Parsing parsing, Scope scope) throws SQLException {
    return switch (name) {
      case "CAST" -> Optional.of(cast(parsing, scope));
      case "EXTRACT" -> Optional.of(extract(parsing, scope));
      case "TRIM" -> Optional.of(trim(parsing, scope));
      case "DUMP" -> Optional.of(dump(parsing, scope));
      case "GROUPING" -> Optional.of(grouping(parsing, scope, false));
      case "GROUPING_ID" -> Optional.of(grouping(parsing, scope, true));
      case "XMLSERIALIZE" -> Optional.of(xmlSerialize(parsing, scope));
      default -> Optional.empty();
    };
  }

  /** {@code DUMP(value [, format [, start [, length]]])}. */
  private static Expr dump(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.next();
    cursor.expectOpen();
    Expr value = parsing.expressions().expression(scope);
    List<Expr> arguments = new ArrayList<>(List.of(value));
    boolean column = value.type().declared() != null;
    int code;
    String alias;
    switch (value.kind()) {
      case NUMBER -> {
        code = 2;
        alias = "ORA_DUMP_NUMBER";
      }
      case VARCHAR, NULL -> {
        boolean national = column && value.type().described().name().startsWith("N");
        if (national) {
          throw FromParser.unsupported("DUMP of national text");
        }
        code = 1;
        alias = "ORA_DUMP_TEXT";
      }
      case CHAR -> {
        code = 96;
        alias = "ORA_DUMP_TEXT";
      }
      case RAW -> {
        code = 23;
        alias = "ORA_DUMP_BYTES";
      }
      case DATE -> {
        code = column ? 12 : 13;
        alias = "ORA_DUMP_DATE";
      }
      case TIMESTAMP -> {
        if (!column) {
          throw FromParser.unsupported("DUMP of a computed TIMESTAMP");
        }
        code = 180;
        alias = "ORA_DUMP_DATE";
      }
      default -> throw FromParser.unsupported("DUMP of " + value.kind().oracleName());
    }
    arguments.add(Expr.literal(Integer.toString(code), SqlType.NUMBER, null));
    while (arguments.size() < 5) {
      arguments.add(
          cursor.accept(",")
              ? Conversions.toNumber(parsing.expressions().expression(scope))
              : Expr.literal("NULL", SqlType.NULL, null));
    }
    cursor.expectClose();
    return Conversions.call(alias, SqlType.VARCHAR, arguments);
  }

  /** GROUPING and GROUPING_ID: bits that tell which keys a row is not grouped by. */
  private static Expr grouping(Parsing parsing, Scope scope, boolean several) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.next();
    cursor.expectOpen();
    List<Expr> marks = new ArrayList<>();
    do {
      marks.add(Grouping.mark(parsing.expressions().expression(scope)));
    } while (several && cursor.accept(","));
    cursor.expectClose();
    String sql = "";
    for (Expr mark : marks) {
      sql = sql.isEmpty() ? mark.sql() : "(2 * " + sql + " + " + mark.sql() + ")";
    }
    return marks.size() == 1 ? marks.get(0) : Expr.of(sql, SqlType.NUMBER, marks);
  }

  private static Expr cast(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.next();
    cursor.expectOpen();
    Expr value = parsing.expressions().expression(scope);
    cursor.expectWord("AS");
    Expr result = parsing.expressions().castTo(value, TypeParser.parse(cursor, parsing.session()));
    cursor.expectClose();
    return result;
  }

  private static Expr extract(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.next();
    cursor.expectOpen();
    String field = cursor.next().value();
    if (!FIELDS.contains(field)) {
      throw OraErrors.of(907, "missing right parenthesis");
    }
    cursor.expectWord("FROM");
    Expr value = parsing.expressions().expression(scope);
    cursor.expectClose();
    if (value.kind().isInterval()) {
      return Conversions.call(
          "ORA_EXTRACT_INTERVAL",
          SqlType.NUMBER,
          value,
          Conversions.string(field, SqlType.VARCHAR));
    }
    boolean datetime = value.kind().isDatetime() || value.kind().isOpen();
    boolean timeOfDate =
        value.kind() == Kind.DATE && !Set.of("YEAR", "MONTH", "DAY").contains(field);
    if (!datetime || timeOfDate) {
      throw OraErrors.of(30076, "invalid extract field for extract source");
    }
    // hours of a zoned value are those of UTC
    boolean zoned = value.kind() == Kind.TIMESTAMP_TZ || value.kind() == Kind.TIMESTAMP_LTZ;
    return Conversions.call(
        zoned ? "ORA_EXTRACT_ZONED" : "ORA_EXTRACT",
        SqlType.NUMBER,
        value,
        Conversions.string(field, SqlType.VARCHAR));
  }

  /** {@code XMLSERIALIZE({DOCUMENT | CONTENT} document [AS type] [NO INDENT])}. */
  private static Expr xmlSerialize(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.next();
    cursor.expectOpen();
    if (!cursor.accept("DOCUMENT")) {
      cursor.expectWord("CONTENT");
    }
    Expr value = parsing.expressions().expression(scope);
    if (value.kind() != Kind.OTHER && !value.kind().isOpen()) {
      throw OraErrors.of(
          932, "inconsistent datatypes: expected - got " + value.kind().oracleName());
    }
    SqlType type = SqlType.CLOB;
    if (cursor.accept("AS")) {
      type = SqlType.of(TypeParser.parse(cursor, parsing.session()));
      if (type.kind() != Kind.CLOB && type.kind() != Kind.VARCHAR) {
        throw FromParser.unsupported();
      }
    }
    if (cursor.accept("INDENT")) {
      throw FromParser.unsupported();
    }
    cursor.accept("NO", "INDENT");
    cursor.expectClose();
    return Expr.of(value.sql(), type, value);
  }

  private static Expr trim(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.next();
    cursor.expectOpen();
    String side = "BOTH";
    if (cursor.isAny("LEADING", "TRAILING", "BOTH")) {
      side = cursor.next().value();
    }
    Expr characters = Conversions.string(" ", SqlType.VARCHAR);
    Expr text;
    if (cursor.accept("FROM")) {
      text = parsing.expressions().expression(scope);
    } else {
      text = parsing.expressions().expression(scope);
      if (cursor.accept("FROM")) {
        characters = text;
        text = parsing.expressions().expression(scope);
      }
    }
    cursor.expectClose();
    return Conversions.call(
        "ORA_TRIM",
        SqlType.VARCHAR,
        Conversions.string(side, SqlType.VARCHAR),
        Conversions.toChar(characters),
        Conversions.toChar(text));
  }
}
