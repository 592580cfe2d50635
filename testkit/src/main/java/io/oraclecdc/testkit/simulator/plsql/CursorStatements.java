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
    CursorDefinition made =
        new CursorDefinition(name, parameters, interpreter.sqlText(), interpreter.variables());
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
    definition.open(plan, host.query(plan, scope, Integer.MAX_VALUE));
  }

  private static SQLException wrongArguments() {
    return BlockInterpreter.compileError(
        "PLS-00306", "wrong number or types of arguments in call to cursor");
  }

  /** {@code FETCH c INTO target, ..}. */
  void fetch() throws SQLException {
    cursor().next();
    CursorDefinition definition = named(cursor().next().value());
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
      interpreter.assignAll(targets, BlockInterpreter.kinds(plan), row);
    }
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
