package io.oraclecdc.compat;

import io.oraclecdc.compat.WideTable.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The content of a table as sorted texts, from the source or from a sink. */
final class Rows {
  private Rows() {}

  /** Rows of a table of the source. */
  static List<String> ofSource(Connection app, String table, List<Column> columns)
      throws SQLException {
    List<String> expressions =
        columns.stream()
            .map(
                c ->
                    c.type().equals("XMLTYPE")
                        ? "t." + c.name() + ".getClobVal()"
                        : "t." + c.name())
            .toList();
    String sql = "SELECT " + String.join(", ", expressions) + " FROM " + table + " t";
    return rows(app, sql, columns, Values::ofSource);
  }

  /**
   * Rows of the table a sink made of a topic.
   *
   * @param shown SQL that gives a column in the form that is compared
   */
  static List<String> ofSink(
      Connection sink, String table, List<Column> columns, Function<Column, String> shown)
      throws SQLException {
    List<String> names = columns.stream().map(shown).toList();
    String sql = "SELECT " + String.join(", ", names) + " FROM \"" + table + '"';
    return rows(sink, sql, columns, Values::ofSink);
  }

  private interface Reader {
    @org.jspecify.annotations.Nullable
    String read(ResultSet row, int index, String type) throws SQLException;
  }

  private static List<String> rows(
      Connection connection, String sql, List<Column> columns, Reader reader) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        Map<String, String> row = new TreeMap<>();
        for (int i = 0; i < columns.size(); i++) {
          Column column = columns.get(i);
          row.put(column.name(), String.valueOf(reader.read(found, i + 1, column.type())));
        }
        rows.add(row.toString());
      }
    }
    rows.sort(null);
    return rows;
  }
}
