package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnExtras;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.FromQuery;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Rows;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Single;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Target;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Verb;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the forms of INSERT. */
final class InsertParser {
  private static final Pattern HINT = Pattern.compile("(?s)(?:/\\*|--)\\+(.*?)(?:\\*/|$)");

  private final Parsing parsing;
  private final DmlParser dml;
  private Set<Long> segments = Set.of();
  private boolean append;
  private boolean appendValues;

  InsertParser(Parsing parsing, DmlParser dml) {
    this.parsing = parsing;
    this.dml = dml;
  }

  /** Words of a hint in upper case, blanks around each. */
  private static String hint(String comments) {
    Matcher hint = HINT.matcher(comments);
    return hint.find()
        ? " " + hint.group(1).toUpperCase(Locale.ROOT).strip().replaceAll("\\s+", "  ") + " "
        : "";
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  DmlPlan parse() throws SQLException {
    String hint = hint(cursor().comments());
    append = hint.contains(" APPEND ");
    appendValues = hint.contains(" APPEND_VALUES ");
    if (cursor().isAny("ALL", "FIRST")) {
      return multiTable();
    }
    cursor().expect("INTO", 925, "missing INTO keyword");
    TableEntry table = dml.target("INSERT");
    segments = dml.segments();
    if (cursor().isName() && !cursor().isAny("SELECT", "WITH")) {
      cursor().next();
    }
    List<SimColumn> columns = columnList(table);
    if (cursor().accept("VALUES")) {
      return values(table, columns);
    }
    if (!cursor().isAny("SELECT", "WITH", "(")) {
      throw OraErrors.of(926, "missing VALUES keyword");
    }
    Query query = parsing.queries().query(null);
    return fromQuery(table, columns, query);
  }

  private List<SimColumn> columnList(TableEntry table) throws SQLException {
    List<SimColumn> columns = listed(table);
    dml.requireColumns(table, "INSERT", columns.stream().map(SimColumn::name).toList());
    return columns;
  }

  private List<SimColumn> listed(TableEntry table) throws SQLException {
    if (cursor().is("(", "SELECT") || cursor().is("(", "WITH") || !cursor().accept("(")) {
      return dml.allColumns(table);
    }
    List<SimColumn> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    do {
      String name = cursor().next().value();
      if (cursor().accept(".")) {
        name = cursor().next().value();
      }
      SimColumn column = dml.writtenColumn(table, name);
      if (!seen.add(name)) {
        throw OraErrors.of(957, "duplicate column name");
      }
      columns.add(column);
    } while (cursor().accept(","));
    cursor().expectClose();
    return columns;
  }

  private DmlPlan values(TableEntry table, List<SimColumn> columns) throws SQLException {
    List<Single> rows = new ArrayList<>();
    List<List<Expr>> values = new ArrayList<>();
    do {
      values.add(row(table, columns));
    } while (parsing.session().release() >= 23 && cursor().accept(","));
    List<Source> sources = parsing.binds().sources();
    DmlPlan.Returning returning = values.size() == 1 ? dml.returning(table) : null;
    for (List<Expr> row : values) {
      rows.add(
          new Single(
              Verb.INSERT,
              table,
              insert(table, columns, row),
              sources,
              Set.of(),
              returning,
              appendValues,
              segments));
    }
    return rows.size() == 1 ? rows.get(0) : new Rows(rows);
  }

  /** {@code (value, ..)} for the columns, each converted. */
  List<Expr> row(TableEntry table, List<SimColumn> columns) throws SQLException {
    return row(table, columns, new Scope(null));
  }

  private List<Expr> row(TableEntry table, List<SimColumn> columns, Scope scope)
      throws SQLException {
    cursor().expectOpen();
    List<Expr> values = new ArrayList<>();
    do {
      if (values.size() == columns.size()) {
        throw OraErrors.of(913, "too many values");
      }
      SimColumn column = columns.get(values.size());
      boolean isDefault = cursor().is("DEFAULT");
      Expr value = dml.value(table, column, scope);
      values.add(isDefault ? value : checked(table, column, value));
    } while (cursor().accept(","));
    cursor().expectClose();
    if (values.size() < columns.size()) {
      throw OraErrors.of(947, "not enough values");
    }
    return values;
  }

  private Expr checked(TableEntry table, SimColumn column, Expr value) throws SQLException {
    ColumnExtras extras = table.extrasOf(column.name());
    if (column.virtual()) {
      throw OraErrors.of(54013, "INSERT operation disallowed on virtual columns");
    }
    if (extras.identityAlways()) {
      throw OraErrors.of(32795, "cannot insert into a generated always identity column");
    }
    if (extras.defaultOnNull()) {
      Expr fallback = dml.defaultValue(table, column);
      return Expr.of("COALESCE(" + value.sql() + ", " + fallback.sql() + ")", value.type(), value);
    }
    return value;
  }

  /** INSERT text: the given values, then the defaults of the other columns. */
  String insert(TableEntry table, List<SimColumn> columns, List<Expr> values) throws SQLException {
    List<String> names = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    Set<String> given = new HashSet<>();
    for (int i = 0; i < columns.size(); i++) {
      given.add(columns.get(i).name());
      if (!columns.get(i).virtual()) {
        names.add(InnerNames.quoted(columns.get(i).name()));
        texts.add(values.get(i).sql());
      }
    }
    for (SimColumn column : missingWithDefault(table, given)) {
      names.add(InnerNames.quoted(column.name()));
      texts.add(dml.defaultValue(table, column).sql());
    }
    return "INSERT INTO "
        + table.innerName()
        + "("
        + String.join(", ", names)
        + ") VALUES ("
        + String.join(", ", texts)
        + ")";
  }

  private static List<SimColumn> missingWithDefault(TableEntry table, Set<String> given) {
    return table.table().columns().stream()
        .filter(c -> !given.contains(c.name()) && !c.virtual())
        .filter(c -> c.defaultText() != null || table.extrasOf(c.name()).identitySequence() != null)
        .toList();
  }

  private DmlPlan fromQuery(TableEntry table, List<SimColumn> columns, Query query)
      throws SQLException {
    int wanted = columns.size();
    for (SqlType type : query.types()) {
      LobRules.requireNotLong(type);
    }
    int found = query.columns().size();
    if (found != wanted) {
      throw found < wanted
          ? OraErrors.of(947, "not enough values")
          : OraErrors.of(913, "too many values");
    }
    List<Expr> values = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < wanted; i++) {
      String name = "\"C" + (i + 1) + "\"";
      names.add(name);
      Expr column = Expr.column("\"$Q\"." + name, query.typeOf(i), "C" + (i + 1));
      values.add(checked(table, columns.get(i), Conversions.assign(column, columns.get(i).type())));
    }
    Outcome outcome = outcome(table, columns, values, 0, -1, false);
    String sql =
        "SELECT "
            + String.join(", ", outcome.values().stream().map(Expr::sql).toList())
            + " FROM ("
            + query.sql()
            + ") \"$Q\"("
            + String.join(", ", names)
            + ")";
    return new FromQuery(
        sql,
        parsing.binds().sources(),
        outcome.values().stream().map(Expr::kind).toList(),
        List.of(outcome.target()),
        false,
        append);
  }

  private record Outcome(Target target, List<Expr> values) {}

  /** The values one target takes from the query, defaults included. */
  private Outcome outcome(
      TableEntry table,
      List<SimColumn> columns,
      List<Expr> values,
      int firstColumn,
      int condition,
      boolean otherwise)
      throws SQLException {
    List<Expr> all = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> parameters = new ArrayList<>();
    Set<String> given = new HashSet<>();
    for (int i = 0; i < columns.size(); i++) {
      SimColumn column = columns.get(i);
      given.add(column.name());
      if (!column.virtual()) {
        names.add(InnerNames.quoted(column.name()));
        all.add(values.get(i).as(SqlType.of(column.type())));
      }
    }
    for (SimColumn column : missingWithDefault(table, given)) {
      names.add(InnerNames.quoted(column.name()));
      all.add(dml.defaultValue(table, column).as(SqlType.of(column.type())));
    }
    for (int i = 1; i <= all.size(); i++) {
      parameters.add("?" + i);
    }
    String sql =
        "INSERT INTO "
            + table.innerName()
            + "("
            + String.join(", ", names)
            + ") VALUES ("
            + String.join(", ", parameters)
            + ")";
    return new Outcome(
        new Target(table, sql, firstColumn, all.size(), condition, otherwise, segments), all);
  }

  private DmlPlan multiTable() throws SQLException {
    boolean first = cursor().next().value().equals("FIRST");
    int targets = cursor().mark();
    skipTargets();
    Query query = parsing.queries().query(null);
    int end = cursor().mark();
    cursor().reset(targets);
    Scope scope = new Scope(null);
    scope.add(Relation.of("$Q", query.columns()));
    List<Target> parsed = new ArrayList<>();
    List<Expr> values = new ArrayList<>();
    int condition = -1;
    boolean otherwise = false;
    while (!cursor().isAny("SELECT", "WITH", "(")) {
      if (cursor().accept("WHEN")) {
        Expr when = parsing.conditions().condition(scope);
        cursor().expectWord("THEN");
        condition = values.size();
        values.add(Expr.of("CASE WHEN " + when.sql() + " THEN 1 ELSE 0 END", SqlType.NUMBER, when));
      } else if (cursor().accept("ELSE")) {
        condition = -1;
        otherwise = true;
      }
      cursor().expect("INTO", 925, "missing INTO keyword");
      TableEntry table = dml.target("INSERT");
      segments = dml.segments();
      List<SimColumn> columns = columnList(table);
      List<Expr> row =
          cursor().accept("VALUES") ? row(table, columns, scope) : wholeRow(table, columns, query);
      Outcome outcome = outcome(table, columns, row, values.size(), condition, otherwise);
      parsed.add(outcome.target());
      values.addAll(outcome.values());
    }
    cursor().reset(end);
    String names =
        String.join(", ", query.columns().stream().map(c -> InnerNames.quoted(c.label())).toList());
    String sql =
        "SELECT "
            + String.join(", ", values.stream().map(Expr::sql).toList())
            + " FROM ("
            + query.sql()
            + ") \"$Q\"("
            + names
            + ")";
    return new FromQuery(
        sql,
        parsing.binds().sources(),
        values.stream().map(Expr::kind).toList(),
        parsed,
        first,
        append);
  }

  private List<Expr> wholeRow(TableEntry table, List<SimColumn> columns, Query query)
      throws SQLException {
    List<Expr> values = new ArrayList<>();
    List<Expr> available = Relation.of("$Q", query.columns()).visible();
    if (available.size() != columns.size()) {
      throw OraErrors.of(947, "not enough values");
    }
    for (int i = 0; i < columns.size(); i++) {
      values.add(
          checked(
              table, columns.get(i), Conversions.assign(available.get(i), columns.get(i).type())));
    }
    return values;
  }

  private void skipTargets() throws SQLException {
    int depth = 0;
    while (depth > 0 || !cursor().isAny("SELECT", "WITH")) {
      if (cursor().atEnd()) {
        throw OraErrors.of(928, "missing SELECT keyword");
      }
      Token token = cursor().next();
      if (token.isOperator("(")) {
        depth++;
      } else if (token.isOperator(")")) {
        depth--;
      }
    }
  }
}
