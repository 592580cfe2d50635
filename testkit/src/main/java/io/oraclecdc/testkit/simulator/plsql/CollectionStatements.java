package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collections and records of a block: elements, methods, constructors, BULK COLLECT. */
final class CollectionStatements {
  private static final Set<String> CHANGING = Set.of("EXTEND", "DELETE", "TRIM");

  private final BlockInterpreter interpreter;
  private final BlockHost host;

  CollectionStatements(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  /** A collection that must exist. */
  CollectionValue required(String name) throws SQLException {
    CollectionValue found = interpreter.variables().collection(name);
    if (found == null) {
      interpreter.requireDeclared(name);
      throw BlockInterpreter.compileError(
          "PLS-00497", "cannot mix between single row and multi-row (BULK) in INTO list");
    }
    return found;
  }

  /** Targets of BULK COLLECT. */
  List<CollectionValue> targets(TokenCursor text) throws SQLException {
    List<CollectionValue> targets = new ArrayList<>();
    do {
      targets.add(required(text.next().value()));
    } while (text.accept(","));
    return targets;
  }

  void requireFitting(List<CollectionValue> targets, int columns) throws SQLException {
    int fields = 0;
    for (CollectionValue target : targets) {
      fields += target.type().element().fields().size();
    }
    if (fields != columns) {
      throw OraErrors.of(6550, "line 1, column 1:\nPL/SQL: ORA-00947: not enough values");
    }
  }

  /** BULK COLLECT: what was there goes. */
  void fill(List<CollectionValue> targets, List<Kind> kinds, List<@Nullable Object[]> rows)
      throws SQLException {
    targets.forEach(CollectionValue::clear);
    for (Object[] row : rows) {
      append(targets, kinds, row);
    }
  }

  /** One more row. */
  void append(List<CollectionValue> targets, List<Kind> kinds, @Nullable Object[] row)
      throws SQLException {
    int column = 0;
    for (CollectionValue target : targets) {
      List<VariableType> types = target.type().element().types();
      @Nullable Object[] element = target.append();
      for (int i = 0; i < types.size(); i++) {
        element[i] = Assignment.of(types.get(i), kinds.get(column), row[column], host);
        column++;
      }
    }
  }

  /** What an expression names: an element, or what a method tells. */
  Optional<String> read(List<String> path, TokenCursor cursor) throws SQLException {
    CollectionValue collection = interpreter.variables().collection(path.get(0));
    if (collection == null) {
      return Optional.empty();
    }
    String name = "$ELEMENT" + cursor.mark();
    if (path.size() == 1) {
      if (cursor.is("IS")) {
        boolean known = !interpreter.isChecking() && collection.isInitialized();
        interpreter.variables().declare(name, Kind.VARCHAR, known ? "known" : null);
        return Optional.of(name);
      }
      if (!cursor.is("(")) {
        return Optional.empty();
      }
      element(collection, name, cursor);
    } else if (path.size() == 2) {
      method(collection, path.get(1), name, cursor);
    } else {
      return Optional.empty();
    }
    return Optional.of(name);
  }

  private void element(CollectionValue collection, String name, TokenCursor cursor)
      throws SQLException {
    Object index = index(collection, cursor);
    CollectionType.Element element = collection.type().element();
    int field = 0;
    if (element.isRecord()) {
      BlockInterpreter.expect(cursor, ".");
      field = field(element, cursor.next());
    }
    Object value = interpreter.isChecking() ? null : collection.get(index)[field];
    interpreter.variables().declare(name, element.types().get(field).kind(), value);
  }

  private static int field(CollectionType.Element element, Token name) throws SQLException {
    int field = element.fields().indexOf(name.value());
    if (field < 0) {
      throw BlockInterpreter.compileError(
          "PLS-00302", "component '" + name.value() + "' must be declared");
    }
    return field;
  }

  private @Nullable Object index(CollectionValue collection, TokenCursor cursor)
      throws SQLException {
    BlockInterpreter.expect(cursor, "(");
    Object index = argument(collection, cursor);
    BlockInterpreter.expect(cursor, ")");
    return index;
  }

  private @Nullable Object argument(CollectionValue collection, TokenCursor cursor)
      throws SQLException {
    Kind kind = collection.type().textKeys() ? Kind.VARCHAR : Kind.NUMBER;
    return interpreter.evaluated(cursor, kind).value();
  }

  private void method(CollectionValue collection, String method, String name, TokenCursor cursor)
      throws SQLException {
    boolean text = collection.type().textKeys();
    Kind key = text ? Kind.VARCHAR : Kind.NUMBER;
    boolean runs = !interpreter.isChecking();
    BlockVariables variables = interpreter.variables();
    switch (method) {
      case "COUNT" -> variables.declare(name, Kind.NUMBER, runs ? collection.count() : null);
      case "LIMIT" -> variables.declare(name, Kind.NUMBER, collection.limit());
      case "FIRST" -> variables.declare(name, key, runs ? collection.first() : null);
      case "LAST" -> variables.declare(name, key, runs ? collection.last() : null);
      case "EXISTS" -> {
        Object index = index(collection, cursor);
        variables.declare(name, Kind.BOOLEAN, runs ? (Object) collection.exists(index) : null);
      }
      case "NEXT" -> {
        Object index = index(collection, cursor);
        variables.declare(name, key, runs ? collection.next(index) : null);
      }
      case "PRIOR" -> {
        Object index = index(collection, cursor);
        variables.declare(name, key, runs ? collection.prior(index) : null);
      }
      default ->
          throw BlockInterpreter.compileError(
              "PLS-00302", "component '" + method + "' must be declared");
    }
  }

  /** Whether the statement that is next belongs to a collection or copies a record. */
  boolean isNext(TokenCursor cursor) {
    String name = cursor.peek().value();
    if (interpreter.variables().collection(name) != null) {
      boolean method = cursor.peek(1).isOperator(".") && CHANGING.contains(cursor.peek(2).value());
      return method || cursor.peek(1).isOperator("(") || cursor.peek(1).isOperator(":=");
    }
    return cursor.peek(1).isOperator(":=") && !interpreter.variables().fields(name).isEmpty();
  }

  /** An assignment or a call of EXTEND, DELETE or TRIM. */
  void statement(TokenCursor cursor) throws SQLException {
    String name = cursor.next().value();
    CollectionValue collection = interpreter.variables().collection(name);
    if (collection == null) {
      interpreter.require(":=");
      copyRecord(name, interpreter.variables().fields(name), cursor);
    } else if (cursor.accept(".")) {
      change(collection, cursor.next().value(), cursor);
    } else if (cursor.is("(")) {
      assignElement(collection, cursor);
    } else {
      interpreter.require(":=");
      assign(collection, cursor);
    }
  }

  private void change(CollectionValue collection, String method, TokenCursor cursor)
      throws SQLException {
    List<@Nullable Object> arguments = new ArrayList<>();
    if (cursor.accept("(")) {
      do {
        arguments.add(argument(collection, cursor));
      } while (cursor.accept(","));
      interpreter.require(")");
    }
    if (interpreter.isChecking()) {
      return;
    }
    int count = !arguments.isEmpty() && arguments.get(0) instanceof BigDecimal n ? n.intValue() : 1;
    switch (method) {
      case "EXTEND" -> {
        if (collection.type().isAssociative()) {
          throw BlockInterpreter.compileError(
              "PLS-00306", "wrong number or types of arguments in call to 'EXTEND'");
        }
        for (int i = 0; i < count; i++) {
          @Nullable Object[] made = collection.append();
          if (arguments.size() > 1) {
            System.arraycopy(collection.get(arguments.get(1)), 0, made, 0, made.length);
          }
        }
      }
      case "TRIM" -> collection.trim(count);
      default -> {
        if (arguments.isEmpty()) {
          collection.deleteAll();
        } else {
          collection.delete(arguments.get(0), arguments.get(arguments.size() - 1));
        }
      }
    }
  }

  private void assignElement(CollectionValue collection, TokenCursor cursor) throws SQLException {
    Object index = index(collection, cursor);
    CollectionType.Element element = collection.type().element();
    if (element.isRecord() && !cursor.is(".")) {
      interpreter.require(":=");
      @Nullable Object[] values = recordValues(element.fields().size(), cursor);
      if (!interpreter.isChecking()) {
        @Nullable Object[] target = collection.forWriting(index);
        for (int i = 0; i < target.length; i++) {
          target[i] = Assignment.of(element.types().get(i), Kind.UNKNOWN, values[i], host);
        }
      }
      return;
    }
    int field = element.isRecord() && cursor.accept(".") ? field(element, cursor.next()) : 0;
    interpreter.require(":=");
    VariableType type = element.types().get(field);
    BlockHost.Typed value = interpreter.expressionAs(type.kind());
    if (!interpreter.isChecking()) {
      collection.forWriting(index)[field] = Assignment.of(type, value.kind(), value.value(), host);
    }
  }

  /** {@code r := other} or {@code r := c(i)}. */
  private void copyRecord(String name, List<String> fields, TokenCursor cursor)
      throws SQLException {
    @Nullable Object[] values = recordValues(fields.size(), cursor);
    if (!interpreter.isChecking()) {
      for (int i = 0; i < fields.size(); i++) {
        interpreter.variables().assign(name + "." + fields.get(i), Kind.UNKNOWN, values[i]);
      }
    }
  }

  /** The values of a record that is next: a variable or an element. */
  private @Nullable Object[] recordValues(int size, TokenCursor cursor) throws SQLException {
    Token name = cursor.next();
    CollectionValue collection = interpreter.variables().collection(name.value());
    @Nullable Object[] values = new Object[size];
    int given;
    if (collection != null && cursor.is("(")) {
      Object index = index(collection, cursor);
      given = collection.type().element().fields().size();
      if (!interpreter.isChecking()) {
        values = collection.get(index).clone();
      }
    } else {
      List<String> fields = interpreter.variables().fields(name.value());
      given = fields.size();
      for (int i = 0; i < Math.min(size, given); i++) {
        values[i] = interpreter.variables().value(name.value() + "." + fields.get(i));
      }
    }
    if (given != size) {
      throw BlockInterpreter.compileError("PLS-00382", "expression is of wrong type");
    }
    return values;
  }

  /** A whole collection: NULL, a constructor, or another variable. */
  void assign(CollectionValue collection, TokenCursor cursor) throws SQLException {
    if (cursor.accept("NULL")) {
      if (!interpreter.isChecking()) {
        collection.forget();
      }
      return;
    }
    Token name = cursor.next();
    CollectionValue other = interpreter.variables().collection(name.value());
    if (other != null && !cursor.is("(")) {
      if (!other.type().equals(collection.type())) {
        throw BlockInterpreter.compileError("PLS-00382", "expression is of wrong type");
      }
      if (!interpreter.isChecking()) {
        collection.copy(other);
      }
      return;
    }
    CollectionType type = interpreter.variables().collectionType(name.value());
    boolean constructor =
        type != null && type.equals(collection.type()) && !type.element().isRecord();
    if (type == null || !constructor) {
      throw BlockInterpreter.compileError("PLS-00382", "expression is of wrong type");
    }
    construct(collection, type, cursor);
  }

  private void construct(CollectionValue collection, CollectionType type, TokenCursor cursor)
      throws SQLException {
    VariableType element = type.element().types().get(0);
    List<@Nullable Object> values = new ArrayList<>();
    interpreter.require("(");
    if (!cursor.accept(")")) {
      do {
        BlockHost.Typed value = interpreter.expressionAs(element.kind());
        values.add(
            interpreter.isChecking()
                ? null
                : Assignment.of(element, value.kind(), value.value(), host));
      } while (cursor.accept(","));
      interpreter.require(")");
    }
    if (type.isAssociative()) {
      throw BlockInterpreter.compileError(
          "PLS-00222", "no function with that name exists in this scope");
    }
    if (!interpreter.isChecking()) {
      collection.clear();
      for (Object value : values) {
        collection.append()[0] = value;
      }
    }
  }
}
