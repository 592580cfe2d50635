package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.ViewEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A view, or a query in parentheses, that DML can change: columns of one table, maybe some of its
 * rows.
 *
 * @param table what is changed in truth
 * @param columns name of the table's column by that of the view's; empty where it is computed
 * @param condition which rows it shows; empty for all
 */
record ViewTarget(TableEntry table, Map<String, String> columns, String condition) {

  static SQLException illegal() {
    return OraErrors.of(1732, "data manipulation operation not legal on this view");
  }

  static ViewTarget of(Parsing parsing, ViewEntry view) throws SQLException {
    switch (view.changes()) {
      case READ_ONLY ->
          throw OraErrors.of(42399, "cannot perform a DML operation on a read-only view");
      case CHECKED -> throw FromParser.unsupported("changes through a view WITH CHECK OPTION");
      case ALLOWED -> {
        // that is the usual case
      }
    }
    if (view.text().isEmpty()) {
      throw illegal();
    }
    TokenCursor text = TokenCursor.of(view.text());
    SqlSession owner = SessionView.of(parsing.session(), view.key().owner());
    ViewTarget target = parse(new Parsing(text, owner, parsing.binds()));
    if (!text.atEnd()) {
      throw illegal();
    }
    Map<String, String> named = new LinkedHashMap<>();
    List<String> stored = new ArrayList<>(target.columns().values());
    for (int i = 0; i < view.columns().size() && i < stored.size(); i++) {
      named.put(view.columns().get(i).name(), stored.get(i));
    }
    return new ViewTarget(target.table(), named, target.condition());
  }

  /** A query at the cursor; what follows is left. */
  static ViewTarget parse(Parsing parsing) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    if (!cursor.accept("SELECT") || cursor.isAny("DISTINCT", "UNIQUE")) {
      throw illegal();
    }
    cursor.accept("ALL");
    int list = cursor.mark();
    skipTo(cursor, "FROM");
    cursor.next();
    if (cursor.is("(")) {
      throw FromParser.unsupported("changes through a view of a query");
    }
    ObjectKey key = parsing.froms().resolve(cursor.objectName());
    TableEntry table =
        parsing
            .session()
            .dictionary()
            .table(key)
            .orElseThrow(() -> FromParser.unsupported("changes through a view of a view"));
    String alias =
        cursor.isName()
                && !cursor.isAny("JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL")
            ? cursor.next().value()
            : key.name();
    if (cursor.isAny(",", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL")) {
      throw FromParser.unsupported("changes through a view of several tables");
    }
    Scope scope = new Scope(null);
    scope.add(Relation.of(alias, table));
    String condition = "";
    if (cursor.accept("WHERE")) {
      Expr where = parsing.conditions().condition(scope);
      if (where.sql().contains("ROWNUM")) {
        throw illegal();
      }
      condition = rows(table, alias, where.sql());
    }
    if (!cursor.atEnd() && !cursor.is(")")) {
      throw illegal();
    }
    int end = cursor.mark();
    cursor.reset(list);
    Map<String, String> columns = columns(parsing, scope, table);
    cursor.reset(end);
    return new ViewTarget(table, columns, condition);
  }

  private static void skipTo(TokenCursor cursor, String word) throws SQLException {
    int depth = 0;
    while (!(depth == 0 && cursor.is(word))) {
      if (cursor.atEnd()) {
        throw illegal();
      }
      Token token = cursor.next();
      depth += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
    }
  }

  private static String rows(TableEntry table, String alias, String where) {
    String rowId = InnerNames.quoted(alias) + "." + InnerNames.ROWID;
    return InnerNames.ROWID
        + " IN (SELECT "
        + rowId
        + " FROM "
        + table.innerName()
        + " "
        + InnerNames.quoted(alias)
        + " WHERE "
        + where
        + ")";
  }

  private static Map<String, String> columns(Parsing parsing, Scope scope, TableEntry table)
      throws SQLException {
    TokenCursor cursor = parsing.cursor();
    Map<String, String> columns = new LinkedHashMap<>();
    do {
      boolean qualified = cursor.peek(1).isOperator(".") && cursor.peek(2).isOperator("*");
      if (qualified) {
        cursor.next();
        cursor.next();
      }
      if (cursor.accept("*")) {
        for (SimColumn column : table.table().columns()) {
          if (!column.hidden() && !column.isUnused()) {
            columns.put(column.name(), column.name());
          }
        }
        continue;
      }
      int mark = cursor.mark();
      Expr value = parsing.expressions().expression(scope);
      if (value.containsAggregate() || value.sql().contains(" OVER (")) {
        throw illegal();
      }
      boolean plain = value.role() == Expr.Role.COLUMN && value.kind() != Kind.ROWID;
      String stored = plain ? String.valueOf(value.name()) : "";
      String label = plain ? stored : cursor.headingSince(mark);
      if (cursor.accept("AS") || !cursor.isAny(",", "FROM")) {
        label = cursor.next().value();
      }
      columns.put(label, stored);
    } while (cursor.accept(","));
    return columns;
  }

  /** The names by which a statement reaches the table. */
  Relation relation(String alias) {
    List<RelationColumn> shown = new ArrayList<>();
    Relation whole = Relation.of(alias, table);
    columns.forEach(
        (name, stored) ->
            whole.columns().stream()
                .filter(c -> c.name().equals(stored))
                .findFirst()
                .ifPresent(c -> shown.add(c.as(name))));
    return new Relation(alias, table.key(), shown, true);
  }

  /** The table's column behind a column that is to be written. */
  String written(String name) throws SQLException {
    String stored = columns.get(name);
    if (stored == null) {
      throw FromParser.invalid(name);
    }
    if (stored.isEmpty()) {
      throw OraErrors.of(1733, "virtual column not allowed here");
    }
    return stored;
  }
}
