package io.oraclecdc.testkit.simulator.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The columns that NATURAL JOIN and JOIN .. USING compare and make one. */
final class CommonColumns {
  private final Scope scope;
  private final int first;
  private final int right;
  private final String join;

  /**
   * For one join.
   *
   * @param first index of the left side's first relation
   * @param right index of the right side's first relation
   */
  CommonColumns(Scope scope, int first, int right, String join) {
    this.scope = scope;
    this.first = first;
    this.right = right;
    this.join = join;
  }

  private List<Relation> left() {
    return scope.relations().subList(first, right);
  }

  private List<Relation> rightSide() {
    return scope.relations().subList(right, scope.relations().size());
  }

  /** On all columns that both sides have. */
  String natural() throws SQLException {
    Set<String> common = new LinkedHashSet<>();
    for (Relation relation : rightSide()) {
      for (Expr column : relation.visible()) {
        String name = String.valueOf(column.name());
        if (left().stream()
            .anyMatch(r -> r.visible().stream().anyMatch(c -> name.equals(c.name())))) {
          common.add(name);
        }
      }
    }
    List<String> conditions = new ArrayList<>();
    for (String name : common) {
      conditions.add(equal(name, true));
    }
    return conditions.isEmpty() ? "TRUE" : String.join(" AND ", conditions);
  }

  String using(TokenCursor cursor) throws SQLException {
    cursor.expectOpen();
    List<String> conditions = new ArrayList<>();
    do {
      conditions.add(equal(cursor.name(904, "invalid identifier"), false));
    } while (cursor.accept(","));
    cursor.expectClose();
    return String.join(" AND ", conditions);
  }

  private String equal(String name, boolean natural) throws SQLException {
    Expr leftColumn = scope.joined().get(name);
    if (leftColumn == null) {
      leftColumn = in(left(), name);
    }
    Expr rightColumn = in(rightSide(), name);
    Expr[] sides = Conversions.comparable(leftColumn, rightColumn);
    for (Relation relation : scope.relations().subList(first, scope.relations().size())) {
      if (relation.column(name).isPresent()) {
        scope.joins(relation, name, natural);
      }
    }
    Expr merged =
        switch (join) {
          case "RIGHT JOIN" -> rightColumn;
          case "FULL JOIN" ->
              Expr.column(
                  "COALESCE(" + leftColumn.sql() + ", " + rightColumn.sql() + ")",
                  SqlType.of(leftColumn.kind()),
                  name);
          default -> leftColumn;
        };
    scope.joinedBy(name, merged);
    return sides[0].sql() + " = " + sides[1].sql();
  }

  private static Expr in(List<Relation> relations, String name) throws SQLException {
    for (Relation relation : relations) {
      Optional<Expr> column = relation.column(name);
      if (column.isPresent()) {
        return column.get();
      }
    }
    throw FromParser.invalid(name);
  }
}
