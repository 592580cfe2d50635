package io.oraclecdc.testkit.simulator.sql;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression or condition of PL/SQL, to be computed by a query of one row.
 *
 * @param query one column
 * @param kind its type
 */
public record ExpressionPlan(QueryPlan query, Kind kind) {

  /** Parses an expression at the cursor; with a type, the value is converted to it. */
  public static ExpressionPlan expression(
      TokenCursor cursor,
      SqlSession session,
      List<Kind> kinds,
      Variables variables,
      @Nullable Kind wanted)
      throws SQLException {
    Binds binds = new Binds(kinds, variables);
    Parsing parsing = new Parsing(cursor, session, binds);
    Expr value = parsing.expressions().expression(new Scope(null));
    if (value.containsColumn()) {
      throw FromParser.invalid(String.valueOf(value.name()));
    }
    if (wanted != null && !value.kind().isOpen()) {
      value = Conversions.to(value, wanted);
    }
    Kind kind = value.kind() == Kind.NULL && wanted != null ? wanted : value.kind();
    return plan(value, kind, binds);
  }

  /** Parses a condition at the cursor: the column is 1 when it holds, 0 otherwise. */
  public static ExpressionPlan condition(
      TokenCursor cursor, SqlSession session, List<Kind> kinds, Variables variables)
      throws SQLException {
    Binds binds = new Binds(kinds, variables);
    Parsing parsing = new Parsing(cursor, session, binds);
    Expr condition = parsing.conditions().condition(new Scope(null));
    Expr value =
        Expr.of("CASE WHEN " + condition.sql() + " THEN 1 ELSE 0 END", SqlType.NUMBER, condition);
    return plan(value, Kind.NUMBER, binds);
  }

  private static ExpressionPlan plan(Expr value, Kind kind, Binds binds) {
    ResultColumn column = new ResultColumn("X", value.type().described(), kind == Kind.ROWID, true);
    boolean bare = value.role() == Expr.Role.LITERAL && value.sql().startsWith("?");
    String sql =
        bare && kind == Kind.NUMBER ? "CAST(" + value.sql() + " AS DECFLOAT(40))" : value.sql();
    return new ExpressionPlan(
        new QueryPlan(
            "SELECT " + sql + " AS X FROM \"SYS\".\"DUAL\"",
            binds.sources(),
            List.of(column),
            LockMode.NONE),
        kind);
  }
}
