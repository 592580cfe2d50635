package io.oraclecdc.testkit.simulator.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A translated expression.
 *
 * @param sql its text for H2
 * @param type its Oracle type
 * @param role what it is made of, for the rules on grouping
 * @param parts operands
 * @param name column name when it is a plain column, contents when it is a character literal
 */
record Expr(String sql, SqlType type, Role role, List<Expr> parts, @Nullable String name) {

  enum Role {
    COLUMN,
    LITERAL,
    COMPUTED,
    AGGREGATE,
    SUBQUERY
  }

  static Expr of(String sql, SqlType type, List<Expr> parts) {
    return new Expr(sql, type, Role.COMPUTED, parts, null);
  }

  static Expr of(String sql, SqlType type, Expr... parts) {
    return of(sql, type, List.of(parts));
  }

  static Expr literal(String sql, SqlType type, @Nullable String value) {
    return new Expr(sql, type, Role.LITERAL, List.of(), value);
  }

  static Expr column(String sql, SqlType type, String name) {
    return new Expr(sql, type, Role.COLUMN, List.of(), name);
  }

  static Expr subquery(String sql, SqlType type) {
    return new Expr(sql, type, Role.SUBQUERY, List.of(), null);
  }

  static Expr aggregate(String sql, SqlType type, List<Expr> parts) {
    return new Expr(sql, type, Role.AGGREGATE, parts, null);
  }

  Kind kind() {
    return type.kind();
  }

  Expr as(SqlType other) {
    return new Expr(sql, other, role, parts, name);
  }

  boolean containsAggregate() {
    return role == Role.AGGREGATE || parts.stream().anyMatch(Expr::containsAggregate);
  }

  boolean containsColumn() {
    return role == Role.COLUMN
        || (role != Role.AGGREGATE && parts.stream().anyMatch(Expr::containsColumn));
  }

  /** Whether every column outside aggregates is covered by one of the grouping expressions. */
  boolean isCoveredBy(java.util.Set<String> grouping) {
    if (role == Role.AGGREGATE || grouping.contains(sql)) {
      return true;
    }
    if (role == Role.COLUMN) {
      return false;
    }
    return parts.stream().allMatch(p -> p.isCoveredBy(grouping));
  }
}
