package io.oraclecdc.testkit.simulator.logmnr;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A fixed view: name and columns as Oracle documents them.
 *
 * @param name for example {@code V$DATABASE}
 * @param columns in Oracle's order
 */
record VView(String name, List<Column> columns) {

  /**
   * A column.
   *
   * @param name in upper case
   * @param type Oracle type text, which H2's Oracle mode understands too
   */
  record Column(String name, String type) {}

  /** Reads {@code NAME TYPE} pairs separated by commas. */
  static VView of(String name, String text) {
    List<Column> columns = new ArrayList<>();
    StringBuilder item = new StringBuilder();
    int depth = 0;
    for (char c : (text + ",").toCharArray()) {
      if (c == ',' && depth == 0) {
        String pair = item.toString().strip();
        int blank = pair.indexOf(' ');
        columns.add(new Column(pair.substring(0, blank), pair.substring(blank + 1).strip()));
        item.setLength(0);
      } else {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        item.append(c == '\n' ? ' ' : c);
      }
    }
    return new VView(name, List.copyOf(columns));
  }

  /** The GV$ form: INST_ID in front. */
  VView global() {
    List<Column> all = new ArrayList<>();
    all.add(new Column("INST_ID", "NUMBER"));
    all.addAll(columns);
    return new VView("G" + name, List.copyOf(all));
  }

  Set<String> columnNames() {
    Set<String> names = new LinkedHashSet<>();
    columns.forEach(c -> names.add(c.name()));
    return names;
  }

  /** Position of a column. */
  int indexOf(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    throw new IllegalArgumentException(name + " has no column " + column);
  }

  String createTable(Class<?> engine) {
    StringBuilder sql = new StringBuilder("CREATE TABLE SYS.\"").append(name).append("\"(");
    String separator = "";
    for (Column column : columns) {
      sql.append(separator).append('"').append(column.name()).append("\" ").append(column.type());
      separator = ", ";
    }
    return sql.append(") ENGINE \"").append(engine.getName()).append('"').toString();
  }
}
