package io.oraclecdc.doctor;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * DOC-5: column types LogMiner cannot give. Identity columns are only told of: by Oracle's manual
 * LogMiner leaves such tables out, while releases from 21c on were seen to give their rows; a row
 * that is left out comes as UNSUPPORTED and stops capture.
 */
final class ColumnTypesCheck implements Check {
  private static final String RULE = "DOC-5";

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    for (DictionaryTable table : examined.tables()) {
      List<String> unsupported = new ArrayList<>();
      for (Column column : examined.layoutsOf(table).columnsOf(table)) {
        if (column.type().kind().isUnsupported() && isVisible(table, column.name())) {
          unsupported.add(column.name() + " " + column.type());
        }
      }
      String sql = "Add " + table.id() + " to cdc.tables.exclude, or change the columns";
      if (!unsupported.isEmpty()) {
        findings.add(
            Finding.blocking(
                RULE,
                "table "
                    + table.id()
                    + " has columns of unsupported types: "
                    + String.join(", ", unsupported),
                "LogMiner gives no content for any change of such a table",
                sql));
      }
      List<String> identity =
          table.columns().stream()
              .filter(DictionaryColumn::identity)
              .map(DictionaryColumn::name)
              .toList();
      if (!identity.isEmpty()) {
        findings.add(
            Finding.warning(
                RULE,
                "table " + table.id() + " has identity columns: " + String.join(", ", identity),
                "LogMiner does not support them on every release, and a row it cannot give stops"
                    + " capture",
                sql));
      }
    }
    return findings;
  }

  private static boolean isVisible(DictionaryTable table, String column) {
    return table.columns().stream()
        .anyMatch(c -> c.name().equals(column) && (!c.hidden() || c.userGenerated()));
  }
}
