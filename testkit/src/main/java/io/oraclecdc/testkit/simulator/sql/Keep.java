package io.oraclecdc.testkit.simulator.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code MIN(x) KEEP (DENSE_RANK FIRST ORDER BY y)}: the extreme of x among the rows that come
 * first or last. Ordered by y, then by x, that is one value: the first.
 */
final class Keep {

  private Keep() {}

  static Expr parse(
      String name, boolean distinct, List<Expr> arguments, Parsing parsing, Scope scope)
      throws SQLException {
    TokenCursor cursor = parsing.cursor();
    if ((!name.equals("MIN") && !name.equals("MAX")) || distinct || arguments.size() != 1) {
      throw FromParser.unsupported("KEEP with another function than MIN or MAX");
    }
    cursor.next();
    cursor.expectOpen();
    cursor.expectWord("DENSE_RANK");
    boolean first = cursor.accept("FIRST");
    if (!first) {
      cursor.expectWord("LAST");
    }
    cursor.expectWord("ORDER");
    cursor.expectWord("BY");
    List<String> order = new ArrayList<>();
    List<Expr> parts = new ArrayList<>(arguments);
    do {
      Expr key = parsing.expressions().expression(scope);
      parts.add(key);
      order.add(key.sql() + direction(QueryParser.direction(cursor), first));
    } while (cursor.accept(","));
    cursor.expectClose();
    Expr value = arguments.get(0);
    order.add(value.sql() + (name.equals("MIN") ? " ASC" : " DESC") + " NULLS LAST");
    String sql = "ARRAY_AGG(" + value.sql() + " ORDER BY " + String.join(", ", order) + ")";
    SqlType type = SqlType.of(value.kind());
    if (cursor.accept("OVER")) {
      Expr over = Aggregates.analytic(Expr.aggregate(sql, type, parts), parsing, scope);
      return Expr.of("(" + over.sql() + ")[1]", type, over.parts());
    }
    return Expr.aggregate("(" + sql + ")[1]", type, parts);
  }

  /** NULL is the highest value unless the statement says otherwise; LAST reads backwards. */
  private static String direction(String text, boolean first) {
    boolean descending = text.contains("DESC");
    boolean nullsFirst = text.contains("NULLS FIRST") || (descending && !text.contains("NULLS"));
    boolean down = first == descending;
    boolean nullsLead = first == nullsFirst;
    return (down ? " DESC" : " ASC") + (nullsLead ? " NULLS FIRST" : " NULLS LAST");
  }
}
