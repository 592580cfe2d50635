package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** PIVOT and UNPIVOT behind an item of FROM. */
final class Pivots {
  private static final Set<String> AGGREGATES = Set.of("SUM", "COUNT", "MIN", "MAX", "AVG");

  private final Parsing parsing;

  Pivots(Parsing parsing) {
    this.parsing = parsing;
  }

  /**
   * What stands in FROM instead.
   *
   * @param sql a query in parentheses
   * @param columns of its result
   */
  record Result(String sql, List<ResultColumn> columns) {}

  private record Aggregate(Expr call, String alias) {}

  private record Value(Expr literal, String name) {}

  private static ResultColumn column(String name, SqlType type) {
    return new ResultColumn(name, type.described(), type.kind() == Kind.ROWID, true);
  }

  /** {@code PIVOT (aggregate [alias], .. FOR column IN (value [alias], ..))}. */
  Result pivot(String source, Relation relation) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    if (cursor.is("XML")) {
      throw FromParser.unsupported("PIVOT XML");
    }
    Scope scope = new Scope(null);
    scope.add(relation);
    cursor.expectOpen();
    List<Aggregate> aggregates = new ArrayList<>();
    Set<String> used = new HashSet<>();
    do {
      String function = cursor.peek().value();
      if (!Aggregates.isAggregate(function)) {
        throw OraErrors.of(56902, "expect aggregate function inside pivot operation");
      }
      if (!AGGREGATES.contains(function)) {
        throw FromParser.unsupported(function + " in PIVOT");
      }
      Expr call = Aggregates.parse(parsing, scope);
      if (call.role() != Expr.Role.AGGREGATE || call.sql().endsWith("]")) {
        throw FromParser.unsupported("this aggregate in PIVOT");
      }
      names(call, used);
      aggregates.add(new Aggregate(call, alias(cursor, "FOR")));
    } while (cursor.accept(","));
    cursor.expectWord("FOR");
    if (cursor.is("(")) {
      throw FromParser.unsupported("PIVOT FOR several columns");
    }
    String name = cursor.name(904, "invalid identifier");
    Expr pivoted = scope.column(name).orElseThrow(() -> FromParser.invalid(name));
    used.add(name);
    List<Value> values = values(cursor);
    cursor.expectClose();
    return pivoted(source, relation, aggregates, used, pivoted, values);
  }

  private static void names(Expr value, Set<String> names) {
    if (value.role() == Expr.Role.COLUMN && value.name() != null) {
      names.add(value.name());
    }
    value.parts().forEach(p -> names(p, names));
  }

  private static String alias(TokenCursor cursor, String end) throws SQLException {
    if (cursor.accept("AS")) {
      return cursor.name(904, "invalid identifier");
    }
    return cursor.isName() && !cursor.is(end) ? cursor.next().value() : "";
  }

  private List<Value> values(TokenCursor cursor) throws SQLException {
    cursor.expectWord("IN");
    cursor.expectOpen();
    if (cursor.isAny("SELECT", "ANY")) {
      throw OraErrors.of(936, "missing expression");
    }
    List<Value> values = new ArrayList<>();
    do {
      int mark = cursor.mark();
      Expr literal = parsing.expressions().expression(new Scope(null));
      if (literal.role() != Expr.Role.LITERAL || literal.sql().startsWith("?")) {
        throw OraErrors.of(
            56901, "non-constant expression is not allowed for pivot|unpivot values");
      }
      String heading = cursor.headingSince(mark);
      String alias = alias(cursor, ",");
      values.add(new Value(literal, alias.isEmpty() ? heading : alias));
    } while (cursor.accept(","));
    cursor.expectClose();
    return values;
  }

  private static Result pivoted(
      String source,
      Relation relation,
      List<Aggregate> aggregates,
      Set<String> used,
      Expr pivoted,
      List<Value> values)
      throws SQLException {
    List<String> items = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    List<ResultColumn> columns = new ArrayList<>();
    for (Expr key : relation.visible()) {
      String name = String.valueOf(key.name());
      if (!used.contains(name)) {
        LobRules.requireSortable(key.type());
        keys.add(key.sql());
        items.add(key.sql() + " AS " + InnerNames.quoted(name));
        columns.add(column(name, key.type()));
      }
    }
    for (Value value : values) {
      Expr[] sides = Conversions.comparable(pivoted, value.literal());
      String condition = sides[0].sql() + " = " + sides[1].sql();
      for (Aggregate aggregate : aggregates) {
        if (aggregate.alias().isEmpty() && aggregates.size() > 1) {
          throw OraErrors.of(918, "column ambiguously specified");
        }
        String name = value.name() + (aggregate.alias().isEmpty() ? "" : "_" + aggregate.alias());
        items.add(
            aggregate.call().sql()
                + " FILTER (WHERE "
                + condition
                + ") AS "
                + InnerNames.quoted(name));
        columns.add(column(name, aggregate.call().type()));
      }
    }
    String sql =
        "(SELECT "
            + String.join(", ", items)
            + " FROM "
            + source
            + (keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys))
            + ")";
    return new Result(sql, columns);
  }

  /** {@code UNPIVOT [INCLUDE NULLS] (value FOR name IN (column [AS literal], ..))}. */
  Result unpivot(String source, Relation relation) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    boolean nulls = cursor.accept("INCLUDE", "NULLS");
    if (!nulls) {
      cursor.accept("EXCLUDE", "NULLS");
    }
    Scope scope = new Scope(null);
    scope.add(relation);
    cursor.expectOpen();
    if (cursor.is("(")) {
      throw FromParser.unsupported("UNPIVOT into several columns");
    }
    String valueName = cursor.name(904, "invalid identifier");
    cursor.expectWord("FOR");
    String labelName = cursor.name(904, "invalid identifier");
    cursor.expectWord("IN");
    cursor.expectOpen();
    List<Expr> turned = new ArrayList<>();
    List<Expr> labels = new ArrayList<>();
    Set<String> used = new HashSet<>();
    do {
      String name = cursor.name(904, "invalid identifier");
      turned.add(scope.column(name).orElseThrow(() -> FromParser.invalid(name)));
      used.add(name);
      labels.add(
          cursor.accept("AS")
              ? parsing.expressions().expression(new Scope(null))
              : Conversions.string(name, SqlType.VARCHAR));
    } while (cursor.accept(","));
    cursor.expectClose();
    cursor.expectClose();
    for (Expr one : turned) {
      boolean text = one.kind().isCharacter() && turned.get(0).kind().isCharacter();
      if (one.kind() != turned.get(0).kind() && !text) {
        throw OraErrors.of(1790, "expression must have same datatype as corresponding expression");
      }
    }
    List<String> items = new ArrayList<>();
    List<ResultColumn> columns = new ArrayList<>();
    for (Expr key : relation.visible()) {
      String name = String.valueOf(key.name());
      if (!used.contains(name)) {
        items.add(key.sql() + " AS " + InnerNames.quoted(name));
        columns.add(column(name, key.type()));
      }
    }
    SqlType labelType = Conversions.unify(labels);
    SqlType valueType = turned.size() == 1 ? turned.get(0).type() : Conversions.unify(turned);
    items.add(choice(Conversions.allTo(labels, labelType)) + " AS " + InnerNames.quoted(labelName));
    String value = choice(turned);
    items.add(value + " AS " + InnerNames.quoted(valueName));
    columns.add(column(labelName, labelType));
    columns.add(column(valueName, valueType));
    String sql =
        "(SELECT "
            + String.join(", ", items)
            + " FROM "
            + source
            + " CROSS JOIN SYSTEM_RANGE(1, "
            + turned.size()
            + ") \"$U\""
            + (nulls ? "" : " WHERE " + value + " IS NOT NULL")
            + ")";
    return new Result(sql, columns);
  }

  private static String choice(List<Expr> values) {
    StringBuilder sql = new StringBuilder("CASE \"$U\".X");
    for (int i = 0; i < values.size(); i++) {
      sql.append(" WHEN ").append(i + 1).append(" THEN ").append(values.get(i).sql());
    }
    return sql.append(" END").toString();
  }
}
