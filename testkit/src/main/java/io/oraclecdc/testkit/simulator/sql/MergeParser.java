package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Single;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Verb;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Parses MERGE. */
final class MergeParser {
  private final Parsing parsing;
  private final DmlParser dml;
  private String set = "";
  private String condition = "";
  private final List<Kind> insertKinds = new ArrayList<>();
  private List<String> insertNames = List.of();
  private List<String> insertValues = List.of();
  private String insertCondition = "";

  MergeParser(Parsing parsing, DmlParser dml) {
    this.parsing = parsing;
    this.dml = dml;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  DmlPlan parse() throws SQLException {
    cursor().expect("INTO", 925, "missing INTO keyword");
    TableEntry table = dml.target("UPDATE");
    if (table.isTemporary() || dml.isView()) {
      throw FromParser.unsupported();
    }
    String alias = dml.alias();
    cursor().expectWord("USING");
    Scope scope = new Scope(null);
    scope.add(Relation.of(alias, table));
    String source = parsing.froms().single(scope);
    cursor().expectWord("ON");
    cursor().expectOpen();
    int start = cursor().mark();
    Expr on = parsing.conditions().condition(scope);
    Set<String> joined = joined(cursor().slice(start, cursor().mark()), table, alias);
    cursor().expectClose();
    Set<String> assigned = new LinkedHashSet<>();
    String delete = "";
    String inserts = "";
    while (cursor().accept("WHEN")) {
      if (cursor().accept("NOT", "MATCHED")) {
        cursor().expectWord("THEN");
        inserts = insert(table, scope);
      } else {
        cursor().expectWord("MATCHED");
        cursor().expectWord("THEN");
        delete = update(table, scope, assigned);
        requireApart(alias, assigned, joined);
      }
    }
    if (assigned.isEmpty() && inserts.isEmpty()) {
      throw OraErrors.of(905, "missing keyword");
    }
    List<Source> sources = parsing.binds().sources();
    if (assigned.isEmpty() && delete.isEmpty()) {
      return insertOnly(table, alias, source, on.sql(), sources);
    }
    String sql =
        "MERGE INTO "
            + table.innerName()
            + " "
            + InnerNames.quoted(alias)
            + " USING "
            + source
            + " ON ("
            + on.sql()
            + ")"
            + updates(inserts.isEmpty())
            + inserts;
    Single merge = new Single(Verb.MERGE, table, sql, sources, assigned, null);
    if (delete.isEmpty()) {
      return merge;
    }
    String deleteSql =
        "DELETE FROM "
            + table.innerName()
            + " "
            + InnerNames.quoted(alias)
            + " WHERE "
            + InnerNames.quoted(alias)
            + "."
            + InnerNames.ROWID
            + " = ?"
            + (sources.size() + 1)
            + " AND EXISTS (SELECT 1 FROM "
            + source
            + " WHERE ("
            + on.sql()
            + ") AND ("
            + delete
            + "))";
    return new DmlPlan.MergeDelete(merge, deleteSql, sources);
  }

  /** Without an UPDATE branch it inserts what the target lacked when the statement began. */
  private DmlPlan insertOnly(
      TableEntry table, String alias, String source, String on, List<Source> sources) {
    String query =
        "SELECT "
            + String.join(", ", insertValues)
            + " FROM "
            + source
            + " WHERE NOT EXISTS (SELECT 1 FROM "
            + table.innerName()
            + " "
            + InnerNames.quoted(alias)
            + " WHERE "
            + on
            + ")"
            + insertCondition;
    List<String> parameters = new ArrayList<>();
    for (int i = 1; i <= insertNames.size(); i++) {
      parameters.add("?" + i);
    }
    String insert =
        "INSERT INTO "
            + table.innerName()
            + "("
            + String.join(", ", insertNames)
            + ") VALUES ("
            + String.join(", ", parameters)
            + ")";
    DmlPlan.Target target =
        new DmlPlan.Target(table, insert, 0, insertNames.size(), -1, false, dml.segments());
    return new DmlPlan.FromQuery(query, sources, insertKinds, List.of(target), false, false);
  }

  /** Columns of the target that the ON clause names, those of its subqueries aside. */
  private static Set<String> joined(TokenCursor on, TableEntry table, String alias)
      throws SQLException {
    Set<String> names = new HashSet<>();
    on.reset(0);
    while (!on.atEnd()) {
      if (on.is("(", "SELECT") || on.is("(", "WITH")) {
        on.skipGroup();
        continue;
      }
      Token token = on.next();
      boolean name = token.type() == Token.Type.WORD || token.type() == Token.Type.QUOTED;
      if (!name || on.is("(")) {
        continue;
      }
      String qualifier = alias;
      while (on.accept(".")) {
        qualifier = token.value();
        token = on.next();
      }
      if (qualifier.equals(alias) && table.column(token.value()).isPresent()) {
        names.add(token.value());
      }
    }
    return names;
  }

  private static void requireApart(String alias, Set<String> assigned, Set<String> joined)
      throws SQLException {
    for (String column : assigned) {
      if (joined.contains(column)) {
        throw OraErrors.of(
            38104,
            "Columns referenced in the ON Clause cannot be updated: "
                + InnerNames.quoted(alias, column));
      }
    }
  }

  /**
   * The UPDATE branch. H2 looks for a second source row of a target row before it looks at the
   * branch's condition, so that goes into the join where no INSERT depends on it.
   */
  private String updates(boolean only) {
    if (set.isEmpty()) {
      return "";
    }
    if (condition.isEmpty()) {
      return " WHEN MATCHED THEN UPDATE SET " + set;
    }
    return (only ? " AND (" + condition + ") WHEN MATCHED" : " WHEN MATCHED AND " + condition)
        + " THEN UPDATE SET "
        + set;
  }

  /** UPDATE branch; returns the condition of its DELETE clause, empty when it has none. */
  private String update(TableEntry table, Scope scope, Set<String> assigned) throws SQLException {
    cursor().expectWord("UPDATE");
    cursor().expect("SET", 971, "missing SET keyword");
    set = dml.assignments(table, scope, assigned);
    Privileges.requireColumns(parsing.session(), table, "UPDATE", assigned);
    if (cursor().accept("WHERE")) {
      condition = parsing.conditions().condition(scope).sql();
    }
    if (!cursor().accept("DELETE")) {
      return "";
    }
    cursor().expectWord("WHERE");
    return parsing.conditions().condition(scope).sql();
  }

  private String insert(TableEntry table, Scope scope) throws SQLException {
    cursor().expectWord("INSERT");
    Privileges.requireTarget(parsing.session(), table, "INSERT");
    List<SimColumn> columns = new ArrayList<>();
    if (cursor().accept("(")) {
      do {
        String name = cursor().next().value();
        if (cursor().accept(".")) {
          name = cursor().next().value();
        }
        columns.add(DmlParser.column(table, name));
      } while (cursor().accept(","));
      cursor().expectClose();
    } else {
      columns.addAll(table.table().columns().stream().filter(c -> !c.hidden()).toList());
    }
    Privileges.requireColumns(
        parsing.session(), table, "INSERT", columns.stream().map(SimColumn::name).toList());
    cursor().expect("VALUES", 926, "missing VALUES keyword");
    cursor().expectOpen();
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    Set<String> given = new HashSet<>();
    do {
      if (values.size() == columns.size()) {
        throw OraErrors.of(913, "too many values");
      }
      SimColumn column = columns.get(values.size());
      names.add(InnerNames.quoted(column.name()));
      given.add(column.name());
      values.add(dml.value(table, column, scope).sql());
      insertKinds.add(Kind.of(column.type()));
    } while (cursor().accept(","));
    cursor().expectClose();
    if (values.size() < columns.size()) {
      throw OraErrors.of(947, "not enough values");
    }
    for (SimColumn column : table.table().columns()) {
      boolean hasDefault =
          column.defaultText() != null || table.extrasOf(column.name()).identitySequence() != null;
      if (hasDefault && !column.virtual() && !given.contains(column.name())) {
        names.add(InnerNames.quoted(column.name()));
        values.add(dml.defaultValue(table, column).sql());
        insertKinds.add(Kind.of(column.type()));
      }
    }
    String condition = "";
    if (cursor().accept("WHERE")) {
      condition = " AND " + parsing.conditions().condition(scope).sql();
    }
    insertNames = names;
    insertValues = values;
    insertCondition = condition;
    return " WHEN NOT MATCHED"
        + condition
        + " THEN INSERT ("
        + String.join(", ", names)
        + ") VALUES ("
        + String.join(", ", values)
        + ")";
  }
}
