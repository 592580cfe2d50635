package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor of a block: its query and, while it is open, its rows. Used by one thread. */
final class CursorDefinition {
  private final List<Parameter> parameters;
  private final TokenCursor query;
  private final BlockVariables scope;
  private final String name;
  private @Nullable QueryPlan plan;
  private @Nullable List<@Nullable Object[]> rows;
  private int fetched;

  /**
   * A closed cursor.
   *
   * @param name its name
   * @param parameters in order
   * @param query its tokens
   * @param scope where it was declared
   */
  CursorDefinition(
      String name, List<Parameter> parameters, TokenCursor query, BlockVariables scope) {
    this.name = name;
    this.parameters = List.copyOf(parameters);
    this.query = query;
    this.scope = scope;
    tell(null);
  }

  /** A parameter; {@code fallback} is where its default begins in the query's text, -1 if none. */
  record Parameter(String name, Kind kind, @Nullable TokenCursor fallback) {}

  List<Parameter> parameters() {
    return parameters;
  }

  TokenCursor query() {
    TokenCursor copy = query.copy();
    copy.reset(0);
    return copy;
  }

  BlockVariables scope() {
    return scope;
  }

  /** The names the query sees, parameters without values. */
  BlockVariables queryScope(BlockHost host) {
    BlockVariables names = new BlockVariables(scope, host);
    parameters.forEach(p -> names.declare(p.name(), p.kind(), null));
    return names;
  }

  boolean isOpen() {
    return rows != null;
  }

  void open(QueryPlan opened, List<@Nullable Object[]> found) {
    plan = opened;
    rows = found;
    fetched = 0;
    tell(null);
  }

  void close() {
    rows = null;
    plan = null;
    tell(null);
  }

  /** The plan of the open cursor. */
  @Nullable QueryPlan plan() {
    return plan;
  }

  /** The next row, null at the end. */
  @Nullable Object @Nullable [] fetch() {
    List<@Nullable Object[]> open = rows;
    if (open == null || fetched == open.size()) {
      tell(false);
      return null;
    }
    @Nullable Object[] row = open.get(fetched++);
    tell(true);
    return row;
  }

  /** What the attributes show; whether something was found is unknown before the first fetch. */
  private void tell(@Nullable Boolean found) {
    scope.declare(name + "%FOUND", Kind.BOOLEAN, found);
    scope.declare(name + "%NOTFOUND", Kind.BOOLEAN, found == null ? null : Boolean.valueOf(!found));
    scope.declare(name + "%ISOPEN", Kind.BOOLEAN, isOpen());
    scope.declare(name + "%ROWCOUNT", Kind.NUMBER, BigDecimal.valueOf(fetched));
  }
}
