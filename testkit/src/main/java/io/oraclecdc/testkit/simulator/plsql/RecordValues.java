package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.ObjectName;
import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code VALUES r} and {@code SET ROW = r}: a record is written as the list of its fields. */
final class RecordValues {
  private final BlockInterpreter interpreter;
  private final BlockHost host;

  RecordValues(BlockInterpreter interpreter, BlockHost host) {
    this.interpreter = interpreter;
    this.host = host;
  }

  /** The statement with fields in place of a record; the same when it names none. */
  TokenCursor written(TokenCursor text) throws SQLException {
    boolean insert = text.is("INSERT");
    boolean update = text.is("UPDATE");
    int depth = 0;
    while ((insert || update) && !text.atEnd()) {
      Token token = text.next();
      depth += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
      if (depth == 0 && insert && token.isWord("VALUES") && !text.is("(")) {
        return inserted(text);
      }
      if (depth == 0 && update && token.isWord("SET") && text.is("ROW", "=")) {
        return updated(text);
      }
    }
    text.reset(0);
    return text;
  }

  private TokenCursor inserted(TokenCursor text) throws SQLException {
    int from = text.mark();
    List<String> fields = fields(text);
    return replaced(text, from, "(" + String.join(", ", fields) + ")");
  }

  private TokenCursor updated(TokenCursor text) throws SQLException {
    int from = text.mark();
    text.reset(1);
    ObjectName written = text.objectName();
    String schema = written.schema();
    boolean qualified = schema != null;
    String owner = schema == null ? host.names().currentSchema() : schema;
    ObjectKey key =
        host.names().dictionary().resolve(new ObjectKey(owner, written.name()), qualified);
    Optional<TableEntry> table = host.names().dictionary().table(key);
    if (table.isEmpty()) {
      throw OraErrors.of(
          6550, "line 1, column 1:\nPL/SQL: ORA-00942: table or view does not exist");
    }
    List<SimColumn> columns =
        table.get().table().columns().stream().filter(c -> !c.hidden()).toList();
    text.reset(from + 2);
    List<String> fields = fields(text);
    if (fields.size() != columns.size()) {
      boolean more = fields.size() > columns.size();
      throw OraErrors.of(
          6550,
          "line 1, column 1:\nPL/SQL: "
              + (more ? "ORA-00913: too many values" : "ORA-00947: not enough values"));
    }
    List<String> assignments = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      assignments.add(InnerNames.quoted(columns.get(i).name()) + " = " + fields.get(i));
    }
    return replaced(text, from, String.join(", ", assignments));
  }

  private static TokenCursor replaced(TokenCursor text, int from, String by) throws SQLException {
    return text.without(from, text.mark()).with(from, TokenCursor.of(by));
  }

  /** The fields of the record that is next: a variable, or an element of a collection. */
  private List<String> fields(TokenCursor text) throws SQLException {
    Token name = text.next();
    BlockVariables variables = interpreter.variables();
    CollectionValue collection = variables.collection(name.value());
    if (collection != null && text.is("(") && collection.type().element().isRecord()) {
      int mark = text.mark();
      text.skipGroup();
      int count = text.mark() - mark;
      requireNoBinds(text, mark);
      String element = name.text() + text.textOf(mark, count);
      return collection.type().element().fields().stream()
          .map(f -> element + "." + InnerNames.quoted(f))
          .toList();
    }
    List<String> fields = variables.fields(name.value());
    if (fields.isEmpty()) {
      interpreter.requireDeclared(name.value());
      throw BlockInterpreter.compileError("PLS-00382", "expression is of wrong type");
    }
    return fields.stream()
        .map(f -> InnerNames.quoted(name.value()) + "." + InnerNames.quoted(f))
        .toList();
  }

  /** The text of an index is read again, where a bind would be another one. */
  private static void requireNoBinds(TokenCursor text, int mark) throws SQLException {
    int end = text.mark();
    for (text.reset(mark); text.mark() < end; text.next()) {
      Token token = text.peek();
      if (token.type() == Token.Type.BIND || token.value().startsWith(":")) {
        throw BlockInterpreter.unexpected(token);
      }
    }
  }
}
