package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Aggregate and analytic functions. */
final class Aggregates {
  private static final Set<String> AGGREGATES =
      Set.of("COUNT", "SUM", "AVG", "MIN", "MAX", "LISTAGG", "STDDEV", "VARIANCE", "MEDIAN");
  private static final Set<String> ANALYTIC =
      Set.of(
          "ROW_NUMBER",
          "RANK",
          "DENSE_RANK",
          "LAG",
          "LEAD",
          "FIRST_VALUE",
          "LAST_VALUE",
          "NTH_VALUE",
          "NTILE",
          "RATIO_TO_REPORT");
  private static final Set<String> OF_VALUES =
      Set.of("FIRST_VALUE", "LAST_VALUE", "NTH_VALUE", "LAG", "LEAD");
  private static final Set<String> FRAME_WORDS =
      Set.of(
          "ROWS",
          "RANGE",
          "BETWEEN",
          "AND",
          "UNBOUNDED",
          "PRECEDING",
          "FOLLOWING",
          "CURRENT",
          "ROW");

  private Aggregates() {}

  static boolean isAggregate(String name) {
    return AGGREGATES.contains(name) || ANALYTIC.contains(name);
  }

  static Expr parse(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    String name = cursor.next().value();
    cursor.expectOpen();
    boolean distinct = cursor.accept("DISTINCT") || cursor.accept("UNIQUE");
    if (!distinct) {
      cursor.accept("ALL");
    }
    List<Expr> arguments = new ArrayList<>();
    String nulls = "";
    boolean star = name.equals("COUNT") && cursor.accept("*");
    if (!star && !cursor.is(")")) {
      do {
        arguments.add(parsing.expressions().expression(scope));
        nulls = nulls(cursor, name, nulls);
      } while (cursor.accept(","));
    }
    if (name.equals("LISTAGG") && cursor.accept("ON", "OVERFLOW") && !cursor.accept("ERROR")) {
      throw FromParser.unsupported("LISTAGG ON OVERFLOW TRUNCATE");
    }
    cursor.expectClose();
    nulls = nulls(cursor, name, nulls);
    if (cursor.is("KEEP")) {
      return Keep.parse(name, distinct, arguments, parsing, scope);
    }
    if (arguments.stream().anyMatch(Expr::containsAggregate) && !cursor.is("OVER")) {
      throw OraErrors.of(978, "nested group function without GROUP BY");
    }
    Expr call = call(name, distinct, star, arguments, parsing, scope);
    if (!nulls.isEmpty()) {
      call = Expr.aggregate(call.sql() + nulls, call.type(), call.parts());
    }
    if (cursor.accept("OVER")) {
      call = analytic(call, parsing, scope);
      return name.equals("LISTAGG") ? limited(call, parsing) : call;
    }
    if (name.equals("LISTAGG")) {
      call = limited(call, parsing);
    }
    if (ANALYTIC.contains(name)) {
      throw OraErrors.of(30484, "missing window specification for this function");
    }
    return call;
  }

  /** Oracle's result is a VARCHAR2, and never cut. */
  private static Expr limited(Expr call, Parsing parsing) {
    int bytes = parsing.session().extendedStrings() ? 32767 : 4000;
    return new Expr(
        "\"SYS\".\"ORA_LIMITED\"(" + call.sql() + ", " + bytes + ")",
        call.type(),
        call.role(),
        call.parts(),
        call.name());
  }

  /** IGNORE NULLS, inside the parentheses or behind them. */
  private static String nulls(TokenCursor cursor, String name, String before) {
    if (OF_VALUES.contains(name) && cursor.accept("IGNORE", "NULLS")) {
      return " IGNORE NULLS";
    }
    if (OF_VALUES.contains(name)) {
      cursor.accept("RESPECT", "NULLS");
    }
    return before;
  }

  private static Expr call(
      String name,
      boolean distinct,
      boolean star,
      List<Expr> arguments,
      Parsing parsing,
      Scope scope)
      throws SQLException {
    if (!star && arguments.isEmpty() && AGGREGATES.contains(name)) {
      throw OraErrors.of(909, "invalid number of arguments");
    }
    String prefix = distinct ? "DISTINCT " : "";
    SqlType type;
    String sql;
    switch (name) {
      case "COUNT" -> {
        type = SqlType.NUMBER;
        sql = "COUNT(" + (star ? "*" : prefix + arguments.get(0).sql()) + ")";
      }
      case "SUM", "AVG", "STDDEV", "VARIANCE", "MEDIAN" -> {
        Kind kind = arguments.get(0).kind();
        boolean binary = kind == Kind.BINARY_FLOAT || kind == Kind.BINARY_DOUBLE;
        Expr value = binary ? arguments.get(0) : Conversions.toNumber(arguments.get(0));
        type = binary ? SqlType.of(kind) : SqlType.NUMBER;
        String inner = binary ? value.sql() : "CAST(" + value.sql() + " AS DECFLOAT(40))";
        String function =
            switch (name) {
              case "STDDEV" -> "STDDEV_SAMP";
              case "VARIANCE" -> "VAR_SAMP";
              default -> name;
            };
        boolean spread = !binary && !distinct && !parsing.cursor().is("OVER");
        sql =
            spread && !function.equals(name)
                ? spread(name, inner)
                : function + "(" + prefix + inner + ")";
      }
      case "MIN", "MAX", "FIRST_VALUE", "LAST_VALUE" -> {
        if (AGGREGATES.contains(name)) {
          LobRules.requireSortable(arguments.get(0).type());
        }
        type = SqlType.of(arguments.get(0).kind());
        sql = name + "(" + arguments.get(0).sql() + ")";
      }
      case "LISTAGG" -> {
        type = SqlType.VARCHAR;
        sql = listagg(prefix, arguments, parsing, scope);
      }
      case "LAG", "LEAD", "NTH_VALUE" -> {
        type = SqlType.of(arguments.get(0).kind());
        sql = name + "(" + joined(arguments) + ")";
      }
      case "RATIO_TO_REPORT" -> {
        type = SqlType.NUMBER;
        String share = "CAST(" + Conversions.toNumber(arguments.get(0)).sql() + " AS DECFLOAT(40))";
        sql = share + " / SUM(" + share + ")"; // OVER follows
      }
      default -> {
        type = SqlType.NUMBER;
        sql = name + "(" + joined(arguments) + ")";
      }
    }
    return Expr.aggregate(sql, type, arguments);
  }

  /** In decimal numbers, because H2 counts with doubles; one value alone has the variance 0. */
  private static String spread(String name, String value) {
    String count = "COUNT(" + value + ")";
    String variance =
        "CASE "
            + count
            + " WHEN 0 THEN NULL WHEN 1 THEN 0 ELSE (SUM("
            + value
            + " * "
            + value
            + ") - SUM("
            + value
            + ") * SUM("
            + value
            + ") / CAST("
            + count
            + " AS DECFLOAT(40))) / ("
            + count
            + " - 1) END";
    return name.equals("STDDEV") ? "\"SYS\".\"ORA_SQRT\"(" + variance + ")" : "(" + variance + ")";
  }

  private static String joined(List<Expr> arguments) {
    return String.join(", ", arguments.stream().map(Expr::sql).toList());
  }

  private static String listagg(String prefix, List<Expr> arguments, Parsing parsing, Scope scope)
      throws SQLException {
    TokenCursor cursor = parsing.cursor();
    String separator =
        arguments.size() > 1 ? Conversions.toChar(arguments.get(1)).sql() : "CAST('' AS VARCHAR)";
    String sql =
        "LISTAGG("
            + prefix
            + Conversions.toChar(arguments.get(0)).sql()
            + ", "
            + (arguments.size() > 1 ? separator : "''")
            + ")";
    if (cursor.accept("WITHIN", "GROUP")) {
      cursor.expectOpen();
      sql += " WITHIN GROUP (" + orderBy(parsing, scope, new ArrayList<>()) + ")";
      cursor.expectClose();
    }
    return sql;
  }

  private static String orderBy(Parsing parsing, Scope scope, List<Expr> keys) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.expectWord("ORDER");
    cursor.expectWord("BY");
    StringBuilder sql = new StringBuilder("ORDER BY ");
    do {
      sql.append(sql.toString().endsWith("BY ") ? "" : ", ");
      Expr key = parsing.expressions().expression(scope);
      keys.add(key);
      sql.append(key.sql());
      sql.append(QueryParser.direction(cursor));
    } while (cursor.accept(","));
    return sql.toString();
  }

  static Expr analytic(Expr call, Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    cursor.expectOpen();
    List<Expr> parts = new ArrayList<>(call.parts());
    StringBuilder sql = new StringBuilder(call.sql()).append(" OVER (");
    if (cursor.accept("PARTITION", "BY")) {
      sql.append("PARTITION BY ");
      String separator = "";
      do {
        Expr key = parsing.expressions().expression(scope);
        parts.add(key);
        sql.append(separator).append(key.sql());
        separator = ", ";
      } while (cursor.accept(","));
      sql.append(' ');
    }
    if (cursor.is("ORDER")) {
      sql.append(orderBy(parsing, scope, parts)).append(' ');
    }
    while (!cursor.is(")")) {
      if (cursor.is("INTERVAL")) {
        sql.append(parsing.expressions().expression(scope).sql()).append(' ');
        continue;
      }
      Token token = cursor.next();
      if (token.type() != Token.Type.NUMBER && !FRAME_WORDS.contains(token.value())) {
        throw OraErrors.of(907, "missing right parenthesis");
      }
      sql.append(token.value()).append(' ');
    }
    cursor.expectClose();
    return Expr.of("(" + sql.append("))"), call.type(), parts);
  }
}
