package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.flashback.UndoHistory;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of FROM as of an SCN. The translated text reads the table and its history; {@link
 * #withoutHistory} turns it into one that reads the table alone.
 *
 * <pre>
 * with history      FROM (SELECT .. UNION ALL SELECT ..) "T" WHERE (..)
 * without           FROM "APP"."T" "T" WHERE writer committed by then AND (..)
 * </pre>
 *
 * @param table the table
 * @param expression the SCN, in H2's words
 * @param parameter number of the parameter that takes the SCN
 * @param alias its name in FROM
 */
public record AsOf(TableEntry table, String expression, int parameter, String alias) {

  /** What stands in FROM instead of the table. */
  String from() {
    return mark('F') + "(" + current() + " UNION ALL " + superseded() + ")" + mark('f');
  }

  private String mark(char kind) {
    return "/*" + kind + parameter + "*/";
  }

  private String columns() {
    List<String> names = new ArrayList<>();
    names.add(InnerNames.ROWID);
    names.add(InnerNames.TRANSACTION);
    for (SimColumn column : table.table().columns()) {
      names.add(InnerNames.quoted(column.name()));
    }
    return String.join(", ", names);
  }

  private static String scnOf(String column) {
    return "\"SYS\".\"ORA_SCN_OF\"(" + column + ")";
  }

  private String current() {
    return "SELECT "
        + columns()
        + " FROM "
        + table.innerName()
        + " WHERE "
        + scnOf(InnerNames.TRANSACTION)
        + " <= ?"
        + parameter;
  }

  private String superseded() {
    return "SELECT "
        + columns()
        + " FROM "
        + UndoHistory.name(table.table())
        + " WHERE "
        + scnOf(InnerNames.TRANSACTION)
        + " <= ?"
        + parameter
        + " AND "
        + scnOf(InnerNames.ENDED)
        + " > ?"
        + parameter;
  }

  /** Stands before the condition of the query block whose only table this is. */
  String whereMark() {
    return mark('W');
  }

  /** The same where the block has no condition. */
  String noWhereMark() {
    return mark('V');
  }

  /** The text that reads the table alone, its place in H2's plan being that of the table. */
  public String withoutHistory(String sql) {
    int from = sql.indexOf(mark('F'));
    int to = sql.indexOf(mark('f'));
    if (from < 0 || to < from) {
      return sql;
    }
    boolean where = sql.contains(whereMark());
    boolean alone = where || sql.contains(noWhereMark());
    String source = alone ? table.innerName() : "(" + current() + ")";
    String text = sql.substring(0, from) + source + sql.substring(to + mark('f').length());
    if (!alone) {
      return text;
    }
    String condition =
        scnOf(InnerNames.quoted(alias) + "." + InnerNames.TRANSACTION) + " <= ?" + parameter;
    return where
        ? text.replace(whereMark(), condition + " AND ")
        : text.replace(noWhereMark(), " WHERE " + condition);
  }
}
