package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** TYPE and SUBTYPE of a block. */
final class TypeDeclarations {
  private final BlockInterpreter interpreter;
  private final TokenCursor cursor;

  TypeDeclarations(BlockInterpreter interpreter) {
    this.interpreter = interpreter;
    this.cursor = interpreter.cursor();
  }

  /** The declaration up to its semicolon, which is left. */
  void parse() throws SQLException {
    boolean subtype = cursor.next().isWord("SUBTYPE");
    String name = cursor.next().value();
    interpreter.requireWord("IS");
    BlockVariables variables = interpreter.variables();
    if (subtype) {
      variables.declareSubtype(name, interpreter.typeOf(cursor));
    } else if (cursor.accept("RECORD")) {
      Map<String, TokenCursor> defaults = new HashMap<>();
      variables.declareRecordType(name, record(defaults));
      variables.declareDefaults(name, defaults);
    } else if (cursor.accept("TABLE")) {
      interpreter.requireWord("OF");
      variables.declareType(name, table());
    } else if (cursor.accept("VARRAY") || cursor.accept("VARYING", "ARRAY")) {
      interpreter.require("(");
      int limit = cursor.integer();
      interpreter.require(")");
      interpreter.requireWord("OF");
      variables.declareType(
          name, new CollectionType(CollectionType.Shape.VARRAY, limit, false, element()));
    } else {
      throw BlockInterpreter.unexpected(cursor.peek()); // REF CURSOR
    }
  }

  private CollectionType table() throws SQLException {
    CollectionType.Element element = element();
    if (!cursor.accept("INDEX", "BY")) {
      return new CollectionType(CollectionType.Shape.NESTED, 0, false, element);
    }
    Kind key = interpreter.typeOf(cursor).kind();
    return new CollectionType(CollectionType.Shape.ASSOCIATIVE, 0, key == Kind.VARCHAR, element);
  }

  private CollectionType.Element record(Map<String, TokenCursor> defaults) throws SQLException {
    List<String> fields = new ArrayList<>();
    List<VariableType> types = new ArrayList<>();
    interpreter.require("(");
    do {
      String field = cursor.next().value();
      VariableType type = interpreter.typeOf(cursor);
      boolean never = cursor.accept("NOT", "NULL");
      if (cursor.accept(":=") || cursor.accept("DEFAULT")) {
        defaults.put(field, cursor.copy());
        skipExpression();
      } else if (never) {
        throw BlockInterpreter.compileError(
            "PLS-00218", "a variable declared NOT NULL must have an initialization assignment");
      }
      fields.add(field);
      types.add(never ? type.never() : type);
    } while (cursor.accept(","));
    interpreter.require(")");
    return new CollectionType.Element(fields, types);
  }

  /** A default is computed for each variable, not with the type. */
  private void skipExpression() {
    int depth = 0;
    while (!cursor.atEnd() && !(depth == 0 && cursor.isAny(",", ")"))) {
      Token token = cursor.next();
      depth += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
    }
  }

  private CollectionType.Element element() throws SQLException {
    CollectionType.Element own = interpreter.variables().recordType(cursor.peek().value());
    if (own != null && !cursor.peek(1).isOperator(".")) {
      cursor.next();
      return own;
    }
    if (interpreter.variables().collectionType(cursor.peek().value()) != null) {
      throw BlockInterpreter.unexpected(cursor.peek()); // collections of collections
    }
    int length = 1;
    while (cursor.peek(length).isOperator(".")) {
      length += 2;
    }
    boolean row = cursor.peek(length).isOperator("%") && cursor.peek(length + 1).isWord("ROWTYPE");
    return row ? row(length) : CollectionType.Element.of(interpreter.typeOf(cursor));
  }

  private CollectionType.Element row(int length) throws SQLException {
    int start = cursor.mark();
    CursorDefinition declared =
        length == 1 ? interpreter.variables().cursor(cursor.peek().value()) : null;
    QueryPlan plan =
        declared == null
            ? interpreter.plan(
                TokenCursor.of("SELECT * FROM " + cursor.textOf(start, length)),
                interpreter.variables())
            : interpreter.plan(declared.query(), declared.queryScope(interpreter.host()));
    for (int i = 0; i < length + 2; i++) {
      Token skipped = cursor.next();
      if (skipped.type() == Token.Type.END) {
        throw BlockInterpreter.unexpected(skipped);
      }
    }
    return new CollectionType.Element(
        plan.columns().stream().map(ResultColumn::label).toList(),
        plan.columns().stream().map(c -> VariableType.of(c.type())).toList());
  }
}
