package io.oraclecdc.doctor;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import java.util.ArrayList;
import java.util.List;

/** DOC-8: what becomes of LOB columns. */
final class LobsCheck implements Check {
  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    for (DictionaryTable table : examined.tables()) {
      List<String> skipped =
          examined.layoutsOf(table).columnsOf(table).stream()
              .filter(c -> c.type().kind().isLob() && c.use() == Column.Use.IGNORED)
              .map(c -> c.name() + " " + c.type())
              .toList();
      if (!skipped.isEmpty()) {
        findings.add(
            Finding.info(
                "DOC-8",
                "table " + table.id() + " has LOB columns: " + String.join(", ", skipped),
                "with cdc.lob.mode=skip their records have no fields for them",
                "Nothing to run"));
      }
    }
    return findings;
  }
}
