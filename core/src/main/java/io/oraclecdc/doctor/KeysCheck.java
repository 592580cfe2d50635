package io.oraclecdc.doctor;

import io.oraclecdc.dictionary.Layouts.KeyChoice;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.RecordKey;
import java.util.ArrayList;
import java.util.List;

/** DOC-7: each table has a key, as far as it needs one. */
final class KeysCheck implements Check {
  private static final String RULE = "DOC-7";

  /** Our own number: the reference tells of it without one. */
  static final String SETTINGS_RULE = "DOC-26";

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    for (DictionaryTable table : examined.tables()) {
      List<Column> columns = examined.layoutsOf(table).columnsOf(table);
      examined
          .layoutsOf(table)
          .problemOf(table.id(), columns)
          .ifPresent(
              problem ->
                  findings.add(
                      Finding.blocking(
                          SETTINGS_RULE,
                          "table " + table.id() + " " + problem,
                          "every column is read, disguised or left out, and one of that only",
                          "correct the cdc.columns settings")));
      KeyChoice choice = examined.layoutsOf(table).keyOf(table, columns);
      if (choice.causedBySettings()) {
        findings.add(
            Finding.blocking(
                SETTINGS_RULE,
                "table " + table.id() + " " + choice.problem(),
                "every column of a record key has to be read",
                "correct the cdc.columns settings or cdc.key.columns"));
      } else if (choice.key().isEmpty()) {
        findings.add(
            Finding.blocking(
                RULE,
                "table " + table.id() + " " + choice.problem(),
                "records of a table need a key",
                "ALTER TABLE "
                    + Examined.sqlName(table)
                    + " ADD PRIMARY KEY (...); or set cdc.key.columns or cdc.key.missing"));
      } else {
        keyless(table, choice.key().get(), findings);
      }
    }
    List<TableId> captured = examined.tables().stream().map(DictionaryTable::id).toList();
    for (String name : examined.selection().keyColumnsWithoutTable(captured)) {
      findings.add(
          Finding.warning(
              SETTINGS_RULE,
              "cdc.key.columns names " + name + ", and no captured table has that name",
              "its key columns have no effect",
              "correct cdc.key.columns, or create the table"));
    }
    return findings;
  }

  private static void keyless(DictionaryTable table, RecordKey key, List<Finding> findings) {
    String sql = "ALTER TABLE " + Examined.sqlName(table) + " ADD PRIMARY KEY (...);";
    if (key.kind() == RecordKey.Kind.ROWID && table.rowMovement()) {
      findings.add(
          Finding.warning(
              RULE,
              "table " + table.id() + " is keyed by ROWID and its rows may move",
              "a row that moves gets another key",
              "ALTER TABLE " + Examined.sqlName(table) + " DISABLE ROW MOVEMENT;"));
    } else if (key.kind() != RecordKey.Kind.COLUMNS) {
      findings.add(
          Finding.info(
              RULE,
              "table " + table.id() + " has no key columns",
              "its records have "
                  + (key.kind() == RecordKey.Kind.ROWID ? "the ROWID as key" : "no key"),
              sql));
    }
  }
}
