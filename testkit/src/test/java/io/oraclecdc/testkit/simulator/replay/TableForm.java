package io.oraclecdc.testkit.simulator.replay;

import java.util.LinkedHashMap;
import java.util.Map;

/** A table of the workload as the test knows it: names and forms of its columns. */
final class TableForm {
  private final String name;
  private final Map<String, ColumnForm> columns = new LinkedHashMap<>();

  TableForm(String name) {
    this.name = name;
  }

  TableForm with(String column, ColumnForm form) {
    columns.put(column, form);
    return this;
  }

  String name() {
    return name;
  }

  Map<String, ColumnForm> columns() {
    return columns;
  }

  TableForm copy() {
    TableForm copy = new TableForm(name);
    copy.columns.putAll(columns);
    return copy;
  }

  void drop(String column) {
    if (columns.remove(column) == null) {
      throw new IllegalStateException("no column " + column + " in " + name);
    }
  }

  void rename(String column, String to) {
    Map<String, ColumnForm> renamed = new LinkedHashMap<>();
    columns.forEach((key, form) -> renamed.put(key.equals(column) ? to : key, form));
    columns.clear();
    columns.putAll(renamed);
  }

  /** SELECT of all columns behind the ROWID. */
  String query() {
    StringBuilder sql = new StringBuilder("SELECT ROWIDTOCHAR(ROWID)");
    columns.keySet().forEach(column -> sql.append(", \"").append(column).append('"'));
    return sql.append(" FROM app.\"").append(name).append('"').toString();
  }
}
