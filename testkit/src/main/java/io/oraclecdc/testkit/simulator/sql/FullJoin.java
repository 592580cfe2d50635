package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * FULL JOIN, which H2 lacks: the left join, and the rows of the right side that it leaves out.
 *
 * <pre>
 * (SELECT left.., right.. FROM left LEFT JOIN right ON ..
 *  UNION ALL
 *  SELECT NULL.., right.. FROM right WHERE NOT EXISTS (SELECT 1 FROM left WHERE ..)) "$F1"
 * </pre>
 */
final class FullJoin {

  private FullJoin() {}

  /**
   * The join as one derived table, whose columns the relations have from then on.
   *
   * @param scope the block's names
   * @param first index of the left side's first relation
   * @param right index of the right side's first relation
   */
  static String of(
      Scope scope, int first, int right, String leftSql, String rightSql, String on, String name) {
    List<String> both = new ArrayList<>();
    List<String> alone = new ArrayList<>();
    for (int i = first; i < scope.relations().size(); i++) {
      for (Relation.Export export : scope.relations().get(i).exports()) {
        String as = " AS " + InnerNames.quoted(export.name());
        both.add(export.sql() + as);
        alone.add((i < right ? nothing(export.type()) : export.sql()) + as);
      }
    }
    Map<String, Expr> merged = new LinkedHashMap<>();
    for (Map.Entry<String, Expr> column : scope.joined().entrySet()) {
      String held = "$USING." + column.getKey();
      both.add(column.getValue().sql() + " AS " + InnerNames.quoted(held));
      alone.add(rightPart(scope, right, column.getKey()) + " AS " + InnerNames.quoted(held));
      merged.put(
          column.getKey(),
          Expr.column(InnerNames.quoted(name, held), column.getValue().type(), column.getKey()));
    }
    String sql =
        "(SELECT "
            + String.join(", ", both)
            + " FROM "
            + leftSql
            + " LEFT JOIN "
            + rightSql
            + " ON "
            + on
            + " UNION ALL SELECT "
            + String.join(", ", alone)
            + " FROM "
            + rightSql
            + " WHERE NOT EXISTS (SELECT 1 FROM "
            + leftSql
            + " WHERE "
            + on
            + ")) "
            + InnerNames.quoted(name);
    scope.hold(first, name);
    merged.forEach(scope::joinedBy);
    return sql;
  }

  private static String nothing(SqlType type) {
    return "CAST(NULL AS " + InnerTypes.of(type) + ")";
  }

  private static String rightPart(Scope scope, int right, String column) {
    for (int i = right; i < scope.relations().size(); i++) {
      java.util.Optional<Expr> found = scope.relations().get(i).column(column);
      if (found.isPresent()) {
        return found.get().sql();
      }
    }
    return "NULL";
  }
}
