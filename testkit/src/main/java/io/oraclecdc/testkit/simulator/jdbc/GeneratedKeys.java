package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which columns of the changed rows a statement returns.
 *
 * @param columns names in upper case; ROWID when the application named none
 */
record GeneratedKeys(List<String> columns) {
  static final GeneratedKeys NONE = new GeneratedKeys(List.of());

  static GeneratedKeys of(int option) {
    return option == Statement.RETURN_GENERATED_KEYS ? new GeneratedKeys(List.of("ROWID")) : NONE;
  }

  static GeneratedKeys of(String[] names) {
    return new GeneratedKeys(
        List.of(names).stream()
            .map(n -> n.startsWith("\"") ? n : n.toUpperCase(Locale.ROOT))
            .toList());
  }

  /** A query for the columns of these rows. */
  String query(List<RowChange> rows) {
    List<String> names = columns.isEmpty() ? List.of("ROWID") : columns;
    if (rows.isEmpty()) {
      return "SELECT DUMMY FROM DUAL WHERE 1 = 0";
    }
    SimTable table = rows.get(0).table();
    String places = rows.stream().map(r -> "'" + r.rowId() + "'").collect(Collectors.joining(", "));
    return "SELECT "
        + String.join(", ", names)
        + " FROM \""
        + table.owner()
        + "\".\""
        + table.name()
        + "\" WHERE ROWID IN ("
        + places
        + ") ORDER BY ROWID";
  }
}
