package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CURSOR declarations, OPEN, FETCH and CLOSE. */
final class CursorStatements {
  private final BlockInterpreter interpreter;
  private final BlockHost host;

  CursorStatements(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  private TokenCursor cursor() {
    return interpreter.cursor();
  }

  /** {@code CURSOR c [(name type, ..)] IS query}; the semicolon is left. */
  void declare() throws SQLException {
    cursor().next();
    String name = cursor().next().value();
    List<CursorDefinition.Parameter> parameters = new ArrayList<>();
    if (cursor().accept("(")) {
      do {
        parameters.add(parameter());
      } while (cursor().accept(","));
      interpreter.require(")");
    }
    interpreter.requireWord("IS");
    if (!cursor().isAny("SELECT", "WITH")) {
      throw BlockInterpreter.unexpected(cursor().peek());
    }
    TokenCursor query = interpreter.sqlText();
    boolean locking = LockedRows.isOfOneTable(query);
    CursorDefinition made =
        new CursorDefinition(name, parameters, query, interpreter.variables(), locking);
    interpreter.variables().declareCursor(name, made);
    interpreter.plan(made.query(), made.queryScope(host));
  }

  private CursorDefinition.Parameter parameter() throws SQLException {
    String name = cursor().next().value();
    cursor().accept("IN");
    Kind kind = interpreter.typeOf(cursor()).kind();
    TokenCursor fallback = null;
    if (cursor().accept(":=") || cursor().accept("DEFAULT")) {
      fallback = cursor().copy();
      interpreter.expressionAs(kind);
    }
    return new CursorDefinition.Parameter(name, kind, fallback);
  }

  /** The cursor that a name means. */
  CursorDefinition named(String name) throws SQLException {
    CursorDefinition found = interpreter.variables().cursor(name);
    if (found == null) {
      throw BlockInterpreter.compileError(
          "PLS-00201", "identifier '" + name + "' must be declared");
    }
    return found;
  }

  /** {@code OPEN c [(value, ..)]}. */
  void open() throws SQLException {
    cursor().next();
    CursorDefinition definition = named(cursor().next().value());
    if (cursor().is("FOR")) {
      throw BlockInterpreter.unexpected(cursor().peek()); // cursor variables
    }
    openWithArguments(definition);
  }

  /** Takes the arguments and opens. */
  void openWithArguments(CursorDefinition definition) throws SQLException {
    BlockVariables scope = definition.queryScope(host);
    int given = 0;
    if (cursor().accept("(")) {
      do {
        if (given == definition.parameters().size()) {
          throw wrongArguments();
        }
        CursorDefinition.Parameter parameter = definition.parameters().get(given++);
        scope.declare(
            parameter.name(), parameter.kind(), interpreter.expressionAs(parameter.kind()).value());
      } while (cursor().accept(","));
      interpreter.require(")");
    }
    for (int i = given; i < definition.parameters().size(); i++) {
      CursorDefinition.Parameter parameter = definition.parameters().get(i);
      TokenCursor fallback = parameter.fallback();
      if (fallback == null) {
        throw wrongArguments();
      }
      if (!interpreter.isChecking()) {
        Object value =
            BlockInterpreter.evaluate(fallback.copy(), host, definition.scope(), parameter.kind())
                .value();
        scope.declare(parameter.name(), parameter.kind(), value);
      }
    }
    QueryPlan plan = interpreter.plan(definition.query(), scope);
    if (interpreter.isChecking()) {
      return;
    }
    if (definition.isOpen()) {
      throw OraErrors.of(6511, "PL/SQL: cursor already open");
    }
    QueryPlan full =
        definition.isLocking()
            ? interpreter.plan(LockedRows.withRowId(definition.query()), scope)
            : plan;
    definition.open(plan, host.query(full, scope, Integer.MAX_VALUE));
  }

  private static SQLException wrongArguments() {
    return BlockInterpreter.compileError(
        "PLS-00306", "wrong number or types of arguments in call to cursor");
  }

  /** {@code FETCH c INTO target, ..}. */
  void fetch() throws SQLException {
    cursor().next();
    CursorDefinition definition = named(cursor().next().value());
    if (cursor().accept("BULK", "COLLECT", "INTO")) {
      fetchAll(definition);
      return;
    }
    interpreter.requireWord("INTO");
    List<Source> targets = interpreter.targets(cursor());
    QueryPlan plan = definition.plan();
    int columns =
        plan == null
            ? interpreter.plan(definition.query(), definition.queryScope(host)).columns().size()
            : plan.columns().size();
    if (columns != targets.size()) {
      throw BlockInterpreter.compileError(
          "PLS-00394", "wrong number of values in the INTO list of a FETCH statement");
    }
    if (interpreter.isChecking()) {
      return;
    }
    if (plan == null) {
      throw closed();
    }
    @Nullable Object @Nullable [] row = definition.fetch();
    if (row != null) {
      interpreter.assignAll(targets, BlockSql.kinds(plan), row);
    }
  }

  /** {@code FETCH c BULK COLLECT INTO target, .. [LIMIT n]}. */
  private void fetchAll(CursorDefinition definition) throws SQLException {
    List<CollectionValue> targets = interpreter.collections().targets(cursor());
    long limit = Long.MAX_VALUE;
    if (cursor().accept("LIMIT")) {
      BlockHost.Typed given = interpreter.expressionAs(Kind.NUMBER);
      limit = interpreter.isChecking() ? limit : Loops.longValue(given);
    }
    QueryPlan plan = definition.plan();
    QueryPlan shape =
        plan == null ? interpreter.plan(definition.query(), definition.queryScope(host)) : plan;
    interpreter.collections().requireFitting(targets, shape.columns().size());
    if (interpreter.isChecking()) {
      return;
    }
    if (plan == null) {
      throw closed();
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    while (rows.size() < limit) {
      @Nullable Object @Nullable [] row = definition.fetch();
      if (row == null) {
        break;
      }
      rows.add(row);
    }
    interpreter.collections().fill(targets, BlockSql.kinds(plan), rows);
  }

  /** {@code CLOSE c}. */
  void close() throws SQLException {
    cursor().next();
    CursorDefinition definition = named(cursor().next().value());
    if (interpreter.isChecking()) {
      return;
    }
    if (!definition.isOpen()) {
      throw closed();
    }
    definition.close();
  }

  private static SQLException closed() {
    return OraErrors.of(1001, "invalid cursor");
  }

  /** An attribute of a cursor that is not open is an error, but for ISOPEN. */
  void requireOpen(List<Source> sources) throws SQLException {
    for (Source source : sources) {
      String name = source.variable();
      int attribute = name.indexOf('%');
      if (attribute > 0 && !name.startsWith("SQL%") && !name.endsWith("%ISOPEN")) {
        CursorDefinition definition = interpreter.variables().cursor(name.substring(0, attribute));
        if (definition != null && !definition.isOpen()) {
          throw closed();
        }
      }
    }
  }
}
