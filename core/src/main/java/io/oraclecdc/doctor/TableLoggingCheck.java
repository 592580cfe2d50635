package io.oraclecdc.doctor;

import io.oraclecdc.schema.DictionaryTable;
import java.util.ArrayList;
import java.util.List;

/** DOC-3: supplemental logging of each captured table. */
final class TableLoggingCheck implements Check {
  private static final String RULE = "DOC-3";

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    for (DictionaryTable table : examined.tables()) {
      String sql =
          "ALTER TABLE " + Examined.sqlName(table) + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS;";
      switch (examined.layoutsOf(table).loggingOf(table)) {
        case NONE ->
            findings.add(
                Finding.blocking(
                    RULE,
                    "table " + table.id() + " has no supplemental logging",
                    "updates do not say which row they changed",
                    sql));
        case PRIMARY_KEY ->
            findings.add(
                Finding.warning(
                    RULE,
                    "table " + table.id() + " logs its key columns only",
                    "before images, and after images of columns that did not change, are partial",
                    sql));
        case ALL -> {
          // Complete.
        }
      }
    }
    return findings;
  }
}
