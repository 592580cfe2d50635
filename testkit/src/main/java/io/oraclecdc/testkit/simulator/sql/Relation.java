package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.ViewEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One item of FROM.
 *
 * @param alias name by which columns are qualified; empty where H2 wants bare names (checks)
 * @param key the table or view, null for a subquery
 * @param columns its columns, ROWID included where it has one
 * @param hasRowId whether the pseudo column exists
 * @param holder the derived table that holds its columns under longer names, null when it stands in
 *     FROM itself
 * @param prefix begins those names
 */
record Relation(
    String alias,
    @Nullable ObjectKey key,
    List<RelationColumn> columns,
    boolean hasRowId,
    @Nullable String holder,
    String prefix) {

  Relation(String alias, @Nullable ObjectKey key, List<RelationColumn> columns, boolean hasRowId) {
    this(alias, key, columns, hasRowId, null, "");
  }

  static Relation of(String alias, TableEntry entry) {
    List<RelationColumn> columns = new ArrayList<>();
    for (SimColumn column : entry.table().columns()) {
      if (column.isUnused()) {
        continue;
      }
      columns.add(
          new RelationColumn(
              column.name(), SqlType.of(column.type()), column.nullable(), column.hidden()));
    }
    return new Relation(alias, entry.key(), columns, true);
  }

  static Relation of(String alias, ViewEntry view) {
    return new Relation(
        alias,
        view.key(),
        view.columns().stream()
            .map(c -> new RelationColumn(c.name(), SqlType.of(c.type()), true, false))
            .toList(),
        false);
  }

  static Relation of(String alias, List<ResultColumn> columns) {
    return new Relation(
        alias,
        null,
        columns.stream()
            .map(
                c ->
                    new RelationColumn(
                        c.label(),
                        c.rowId() ? SqlType.ROWID : SqlType.of(c.type()),
                        c.nullable(),
                        false))
            .toList(),
        false);
  }

  Optional<Expr> column(String name) {
    if (name.equals("ROWID") && hasRowId) {
      return Optional.of(Expr.column(qualified(InnerNames.ROWID), SqlType.ROWID, "ROWID"));
    }
    if (name.equals("ORA_ROWSCN") && hasRowId) {
      String scn = "\"SYS\".\"ORA_ROW_SCN\"(" + qualified(InnerNames.TRANSACTION) + ")";
      return Optional.of(Expr.of(scn, SqlType.NUMBER, Expr.column(scn, SqlType.NUMBER, name)));
    }
    return columns.stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .map(c -> Expr.column(qualified(InnerNames.quoted(c.stored())), c.type(), c.name()));
  }

  /**
   * Whether a query in FROM has several columns of that name.
   *
   * @param name a name, null for any
   */
  boolean isAmbiguous(@Nullable String name) {
    Set<String> seen = new HashSet<>();
    return key == null
        && columns.stream()
            .map(RelationColumn::name)
            .anyMatch(n -> !seen.add(n) && (name == null || name.equals(n)));
  }

  List<Expr> visible() {
    return columns.stream()
        .filter(c -> !c.hidden())
        .map(c -> Expr.column(qualified(InnerNames.quoted(c.stored())), c.type(), c.name()))
        .toList();
  }

  /** The same columns, now of a derived table. */
  Relation heldBy(String table, String start) {
    return new Relation(alias, key, columns, hasRowId, table, start);
  }

  /**
   * A column as a derived table takes it over.
   *
   * @param sql what it is here
   * @param name what it is called there
   * @param type its type
   */
  record Export(String sql, String name, SqlType type) {}

  /** Everything of this relation that names can reach, hidden columns included. */
  List<Export> exports() {
    List<Export> exports = new ArrayList<>();
    for (RelationColumn column : columns) {
      exports.add(export(InnerNames.quoted(column.name()), column.type()));
    }
    if (hasRowId) {
      exports.add(export(InnerNames.ROWID, SqlType.ROWID));
      exports.add(export(InnerNames.TRANSACTION, SqlType.NUMBER));
    }
    return exports;
  }

  private Export export(String quotedColumn, SqlType type) {
    return new Export(qualified(quotedColumn), heldName("", quotedColumn), type);
  }

  private String heldName(String start, String quotedColumn) {
    String bare = quotedColumn.substring(1, quotedColumn.length() - 1);
    return start + alias + "." + bare.replace("\"\"", "\"");
  }

  private String qualified(String quotedColumn) {
    if (holder != null) {
      return InnerNames.quoted(holder) + "." + InnerNames.quoted(heldName(prefix, quotedColumn));
    }
    return alias.isEmpty() ? quotedColumn : InnerNames.quoted(alias) + "." + quotedColumn;
  }

  boolean isNullable(String name) {
    return columns.stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .map(RelationColumn::nullable)
        .orElse(true);
  }
}
