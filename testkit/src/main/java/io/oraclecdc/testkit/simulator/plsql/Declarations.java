package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableTypes;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The DECLARE part of a block. */
final class Declarations {
  private final BlockInterpreter interpreter;
  private final BlockHost host;

  Declarations(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  void parse() throws SQLException {
    TokenCursor cursor = interpreter.cursor();
    while (!cursor.is("BEGIN")) {
      if (cursor.accept("PRAGMA")) {
        pragma(cursor);
      } else if (cursor.isAny("PROCEDURE", "FUNCTION", "CURSOR", "TYPE", "SUBTYPE")) {
        throw BlockInterpreter.unexpected(cursor.peek());
      } else {
        variable(cursor);
      }
      interpreter.require(";");
    }
  }

  private void pragma(TokenCursor cursor) throws SQLException {
    interpreter.requireWord("EXCEPTION_INIT");
    interpreter.require("(");
    String name = cursor.next().value();
    interpreter.require(",");
    int code = Math.abs(cursor.integer());
    interpreter.require(")");
    interpreter.variables().declareException(name, code);
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
    cursor.accept("CONSTANT");
    Kind kind = VariableTypes.parse(cursor, host.names());
    cursor.accept("NOT", "NULL");
    @Nullable Object value = null;
    if (cursor.accept(":=") || cursor.accept("DEFAULT")) {
      value = interpreter.expressionAs(kind).value();
    }
    interpreter.variables().declare(name.value(), kind, value);
  }
}
