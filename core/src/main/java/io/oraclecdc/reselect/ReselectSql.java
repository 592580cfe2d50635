package io.oraclecdc.reselect;

import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Texts of flashback queries. */
final class ReselectSql {
  private ReselectSql() {}

  /**
   * Rows of a table by their keys: first the columns of the key, then the values.
   *
   * @param rows how many keys are bound, after the SCN
   */
  static String byKey(TableSchema table, List<Integer> values, int rows) {
    List<String> selected = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    for (int column : table.key().columns()) {
      selected.add(expression(table.columns().get(column)));
      conditions.add(
          name(table.columns().get(column)) + " = " + parameter(table.columns().get(column)));
    }
    values.forEach(column -> selected.add(expression(table.columns().get(column))));
    String one = "(" + String.join(" AND ", conditions) + ")";
    return select(table.id(), selected) + String.join(" OR ", Collections.nCopies(rows, one));
  }

  /** Rows of a table by their ROWIDs: first the ROWID, then the values. */
  static String byRowId(TableSchema table, List<Integer> values, int rows) {
    List<String> selected = new ArrayList<>();
    selected.add("ROWIDTOCHAR(T.ROWID)");
    values.forEach(column -> selected.add(expression(table.columns().get(column))));
    return select(table.id(), selected)
        + "T.ROWID IN ("
        + String.join(", ", Collections.nCopies(rows, "CHARTOROWID(?)"))
        + ")";
  }

  private static String select(TableId table, List<String> selected) {
    return "SELECT "
        + String.join(", ", selected)
        + " FROM \""
        + table.owner()
        + "\".\""
        + table.name()
        + "\" AS OF SCN ? T WHERE ";
  }

  private static String name(Column column) {
    return "T.\"" + column.name() + "\"";
  }

  /** The drivers have no parameters of these types, so the text of a value is converted. */
  private static String parameter(Column column) {
    return switch (column.type().kind()) {
      case INTERVAL_YEAR_TO_MONTH -> "TO_YMINTERVAL(?)";
      case INTERVAL_DAY_TO_SECOND -> "TO_DSINTERVAL(?)";
      case ROWID -> "CHARTOROWID(?)";
      default -> "?";
    };
  }

  private static String expression(Column column) {
    return column.type().kind() == Kind.XMLTYPE
        ? "XMLSERIALIZE(DOCUMENT " + name(column) + " AS CLOB)"
        : name(column);
  }
}
