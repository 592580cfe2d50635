package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The DECLARE part of a block. */
final class Declarations {
  private final BlockInterpreter interpreter;
  private final BlockHost host;
  private @Nullable String owner;

  Declarations(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  void parse() throws SQLException {
    TokenCursor cursor = interpreter.cursor();
    while (!cursor.isAny("BEGIN", "END")) {
      if (cursor.accept("PRAGMA")) {
        pragma(cursor);
      } else if (cursor.isAny("PROCEDURE", "FUNCTION")) {
        subprogram(cursor);
        continue;
      } else if (cursor.is("CURSOR")) {
        new CursorStatements(interpreter, host).declare();
      } else if (cursor.isAny("TYPE", "SUBTYPE")) {
        new TypeDeclarations(interpreter).parse();
      } else {
        variable(cursor);
      }
      interpreter.require(";");
    }
  }

  /** In a package the subprograms have its owner's rights. */
  Declarations owner(String value) {
    owner = value;
    return this;
  }

  private void subprogram(TokenCursor cursor) throws SQLException {
    int start = cursor.mark();
    String name = cursor.peek(1).value();
    skip(cursor);
    interpreter
        .variables()
        .declareSubprogram(
            name, new Subprogram(owner, cursor.copy(), start, interpreter.variables()));
  }

  /** Goes behind a subprogram, or behind its heading when that is all. */
  private static void skip(TokenCursor cursor) throws SQLException {
    cursor.next();
    while (!cursor.isAny("IS", "AS", ";")) {
      if (cursor.atEnd()) {
        throw BlockInterpreter.unexpected(cursor.peek());
      }
      cursor.next();
    }
    if (cursor.accept(";")) {
      return;
    }
    cursor.next();
    while (!cursor.is("BEGIN")) {
      if (cursor.isAny("PROCEDURE", "FUNCTION")) {
        skip(cursor);
      } else if (cursor.atEnd()) {
        throw BlockInterpreter.unexpected(cursor.peek());
      } else {
        cursor.next();
      }
    }
    int depth = 0;
    do {
      Token token = cursor.next();
      if (token.type() == Token.Type.END) {
        throw BlockInterpreter.unexpected(token);
      }
      if (token.isWord("BEGIN")
          || token.isWord("IF")
          || token.isWord("LOOP")
          || token.isWord("CASE")) {
        depth++;
      } else if (token.isWord("END")) {
        depth--;
        if (cursor.isAny("IF", "LOOP", "CASE")) {
          cursor.next();
        }
      }
    } while (depth > 0);
    if (!cursor.is(";")) {
      cursor.next();
    }
    BlockInterpreter.expect(cursor, ";");
  }

  private void pragma(TokenCursor cursor) throws SQLException {
    if (cursor.accept("AUTONOMOUS_TRANSACTION")) {
      return; // whoever calls the program has seen it
    }
    interpreter.requireWord("EXCEPTION_INIT");
    interpreter.require("(");
    String name = cursor.next().value();
    interpreter.require(",");
    int code = Math.abs(cursor.integer());
    interpreter.require(")");
    interpreter.variables().declareException(name, code);
  }

  /** {@code r t%ROWTYPE}, {@code r c%ROWTYPE}. */
  private boolean record(TokenCursor cursor, String name) throws SQLException {
    int length = 1;
    while (cursor.peek(length).isOperator(".")) {
      length += 2;
    }
    if (!cursor.peek(length).isOperator("%") || !cursor.peek(length + 1).isWord("ROWTYPE")) {
      return false;
    }
    int start = cursor.mark();
    CursorDefinition declared =
        length == 1 ? interpreter.variables().cursor(cursor.peek().value()) : null;
    String path = interpreter.path(cursor);
    cursor.next();
    cursor.next();
    QueryPlan plan =
        interpreter.plan(
            declared == null
                ? TokenCursor.of("SELECT * FROM " + cursor.textOf(start, length))
                : declared.query(),
            declared == null ? interpreter.variables() : declared.queryScope(host));
    interpreter.declareRecord(name, plan, null);
    if (cursor.is(":=") || cursor.is("DEFAULT")) {
      throw BlockInterpreter.compileError("PLS-00382", "expression is of wrong type: " + path);
    }
    return true;
  }

  /** A variable of a collection or record type of the block. */
  private boolean ofOwnType(TokenCursor cursor, String name) throws SQLException {
    BlockVariables variables = interpreter.variables();
    CollectionType collection = variables.collectionType(cursor.peek().value());
    CollectionType.Element record = variables.recordType(cursor.peek().value());
    boolean alone = !cursor.peek(1).isOperator("%") && !cursor.peek(1).isOperator(".");
    if (!alone || (collection == null && record == null)) {
      return false;
    }
    String typeName = cursor.next().value();
    if (collection != null) {
      CollectionValue value = new CollectionValue(collection);
      variables.declareCollection(name, value);
      if (cursor.accept(":=") || cursor.accept("DEFAULT")) {
        interpreter.collections().assign(value, cursor);
      }
    } else if (record != null) {
      variables.declareRecord(name, record.fields());
      for (int i = 0; i < record.fields().size(); i++) {
        String field = record.fields().get(i);
        VariableType type = record.types().get(i);
        TokenCursor given = variables.recordDefaults(typeName).get(field);
        @Nullable Object value = null;
        if (given != null) {
          BlockHost.Typed typed = interpreter.evaluated(given.copy(), type.kind());
          value =
              interpreter.isChecking()
                  ? null
                  : Assignment.of(type, typed.kind(), typed.value(), host);
        }
        variables.declare(name + "." + field, type, value);
      }
    }
    return true;
  }

  private void variable(TokenCursor cursor) throws SQLException {
    Token name = cursor.next();
    if (name.type() != Token.Type.WORD && name.type() != Token.Type.QUOTED) {
      throw BlockInterpreter.unexpected(name);
    }
    if (cursor.accept("EXCEPTION")) {
      interpreter.variables().declareException(name.value(), 6510);
      return;
    }
    if (record(cursor, name.value()) || ofOwnType(cursor, name.value())) {
      return;
    }
    boolean constant = cursor.accept("CONSTANT");
    boolean anchored = cursor.peek(1).isOperator(".") || cursor.peek(1).isOperator("%");
    VariableType type = interpreter.typeOf(cursor);
    if (type.lacksLength() && !anchored) {
      throw BlockInterpreter.compileError(
          "PLS-00215", "String length constraints must be in range (1 .. 32767)");
    }
    if (cursor.accept("NOT", "NULL")) {
      type = type.never();
    }
    @Nullable Object value = null;
    if (cursor.accept(":=") || cursor.accept("DEFAULT")) {
      BlockHost.Typed given = interpreter.expressionAs(type.kind());
      if (!interpreter.isChecking()) {
        value = Assignment.of(type, given.kind(), given.value(), host);
      }
    } else if (constant) {
      throw BlockInterpreter.compileError(
          "PLS-00322",
          "declaration of a constant '"
              + name.value()
              + "' must contain an initialization assignment");
    } else if (type.notNull()) {
      throw BlockInterpreter.compileError(
          "PLS-00218", "a variable declared NOT NULL must have an initialization assignment");
    }
    interpreter.variables().declare(name.value(), type, value);
    if (constant) {
      interpreter.variables().readOnly(name.value());
    }
  }
}
