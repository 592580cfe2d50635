package io.oraclecdc.doctor;

import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** DOC-6: names longer than LogMiner reads. */
final class NamesCheck implements Check {
  private static final int LONGEST = 30;

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    for (DictionaryTable table : examined.tables()) {
      List<String> tooLong = new ArrayList<>();
      if (isTooLong(table.id().name())) {
        tooLong.add(table.id().name());
      }
      for (DictionaryColumn column : table.columns()) {
        if (isTooLong(column.name()) && !column.hidden()) {
          tooLong.add(column.name());
        }
      }
      if (!tooLong.isEmpty()) {
        findings.add(
            Finding.blocking(
                "DOC-6",
                "table "
                    + table.id()
                    + " has names of more than "
                    + LONGEST
                    + " bytes: "
                    + String.join(", ", tooLong),
                "LogMiner gives no content for any change of such a table",
                "Rename them, or add " + table.id() + " to cdc.tables.exclude"));
      }
    }
    return findings;
  }

  private static boolean isTooLong(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length > LONGEST;
  }
}
