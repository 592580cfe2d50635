package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor of a block: its query and, while it is open, its rows. Used by one thread. */
final class CursorDefinition {
  private final List<Parameter> parameters;
  private final TokenCursor query;
  private final BlockVariables scope;
  private final String name;
  private final boolean locking;
  private @Nullable QueryPlan plan;
  private @Nullable List<@Nullable Object[]> rows;
  private int fetched;
  private @Nullable Object row;

  /**
   * A closed cursor.
   *
   * @param name its name
   * @param parameters in order
   * @param query its tokens
   * @param scope where it was declared
   * @param locking whether it locks the rows of one table
   */
  CursorDefinition(
      String name,
      List<Parameter> parameters,
      TokenCursor query,
      BlockVariables scope,
      boolean locking) {
    this.locking = locking;
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

  /** Whether CURRENT OF may name it; its rows then end in their ROWID. */
  boolean isLocking() {
    return locking;
  }

  void open(QueryPlan opened, List<@Nullable Object[]> found) {
    plan = opened;
    rows = found;
    fetched = 0;
    row = null;
    tell(null);
  }

  void close() {
    rows = null;
    plan = null;
    row = null;
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
    @Nullable Object[] values = open.get(fetched++);
    if (!locking) {
      tell(true);
      return values;
    }
    row = values[values.length - 1];
    tell(true);
    return Arrays.copyOf(values, values.length - 1);
  }

  /** What the attributes show; whether something was found is unknown before the first fetch. */
  private void tell(@Nullable Boolean found) {
    scope.declare(name + "%FOUND", Kind.BOOLEAN, found);
    scope.declare(name + "%NOTFOUND", Kind.BOOLEAN, found == null ? null : Boolean.valueOf(!found));
    scope.declare(name + "%ISOPEN", Kind.BOOLEAN, isOpen());
    if (locking) {
      scope.declare(name + "%ROWID", Kind.ROWID, row);
    }
    scope.declare(name + "%ROWCOUNT", Kind.NUMBER, BigDecimal.valueOf(fetched));
  }
}
