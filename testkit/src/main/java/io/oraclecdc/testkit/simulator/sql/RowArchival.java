package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnExtras;
import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;

/** ROW ARCHIVAL: the hidden column ORA_ARCHIVE_STATE. */
final class RowArchival {
  static final String COLUMN = "ORA_ARCHIVE_STATE";

  private RowArchival() {}

  /** Adds the hidden column unless it is there; true when it was added. */
  static boolean enable(TableDraft draft) {
    if (draft.column(COLUMN).isPresent()) {
      return false;
    }
    draft.addColumn(
        new SimColumn(
            COLUMN,
            ColumnTypes.character("VARCHAR2", 4000, false, 4000),
            true,
            null,
            0,
            true,
            false,
            "'0'"),
        ColumnExtras.NONE);
    return true;
  }
}
