package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.util.ArrayList;
import java.util.List;

/** A session's own rows of a global temporary table: the hidden column holds its number. */
final class TemporaryRows {
  private static final String OWN = InnerNames.TRANSACTION + " = \"SYS\".\"ORA_SESSION_NUMBER\"()";

  private TemporaryRows() {}

  /** What stands in FROM instead of the table. */
  static String of(TableEntry table) {
    List<String> names = new ArrayList<>();
    names.add(InnerNames.ROWID);
    names.add(InnerNames.TRANSACTION);
    table.table().columns().forEach(c -> names.add(InnerNames.quoted(c.name())));
    return "(SELECT "
        + String.join(", ", names)
        + " FROM "
        + table.innerName()
        + " WHERE "
        + OWN
        + ")";
  }

  /** The WHERE of a statement that changes the table. */
  static String where(TableEntry table, String alias, String where) {
    if (!table.isTemporary()) {
      return where;
    }
    String own = " WHERE " + InnerNames.quoted(alias) + "." + OWN;
    return where.isEmpty() ? own : own + " AND (" + where.substring(" WHERE ".length()) + ")";
  }
}
