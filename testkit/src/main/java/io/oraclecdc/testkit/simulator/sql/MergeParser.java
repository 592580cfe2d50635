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
    if (table.isTemporary()) {
      throw FromParser.unsupported();
    }
    String alias = dml.alias();
    cursor().expectWord("USING");
    Scope scope = new Scope(null);
    scope.add(Relation.of(alias, table));
    String source = parsing.froms().single(scope);
    cursor().expectWord("ON");
    cursor().expectOpen();
    Expr on = parsing.conditions().condition(scope);
    cursor().expectClose();
    Set<String> assigned = new LinkedHashSet<>();
    StringBuilder branches = new StringBuilder();
    String delete = "";
    while (cursor().accept("WHEN")) {
      if (cursor().accept("NOT", "MATCHED")) {
        cursor().expectWord("THEN");
        branches.append(insert(table, scope));
      } else {
        cursor().expectWord("MATCHED");
        cursor().expectWord("THEN");
        delete = update(table, scope, assigned, branches);
      }
    }
    if (branches.isEmpty()) {
      throw OraErrors.of(905, "missing keyword");
    }
    List<Source> sources = parsing.binds().sources();
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
            + branches;
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

  /** UPDATE branch; returns the condition of its DELETE clause, empty when it has none. */
  private String update(TableEntry table, Scope scope, Set<String> assigned, StringBuilder branches)
      throws SQLException {
    cursor().expectWord("UPDATE");
    cursor().expect("SET", 971, "missing SET keyword");
    String set = dml.assignments(table, scope, assigned);
    String condition = "";
    if (cursor().accept("WHERE")) {
      condition = " AND " + parsing.conditions().condition(scope).sql();
    }
    branches.append(" WHEN MATCHED").append(condition).append(" THEN UPDATE SET ").append(set);
    if (!cursor().accept("DELETE")) {
      return "";
    }
    cursor().expectWord("WHERE");
    return parsing.conditions().condition(scope).sql();
  }

  private String insert(TableEntry table, Scope scope) throws SQLException {
    cursor().expectWord("INSERT");
    parsing.session().require(table.key(), "INSERT");
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
      }
    }
    String condition = "";
    if (cursor().accept("WHERE")) {
      condition = " AND " + parsing.conditions().condition(scope).sql();
    }
    return " WHEN NOT MATCHED"
        + condition
        + " THEN INSERT ("
        + String.join(", ", names)
        + ") VALUES ("
        + String.join(", ", values)
        + ")";
  }
}
