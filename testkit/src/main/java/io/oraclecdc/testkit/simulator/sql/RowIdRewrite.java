package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import java.sql.SQLException;

/** Gives the rows of a moved table ROWIDs of its new segment. */
final class RowIdRewrite {
  private final DdlTarget target;

  RowIdRewrite(DdlTarget target) {
    this.target = target;
  }

  void moveRows(TableDraft draft) throws SQLException {
    long segment = draft.freeze(target.dictionary().logging()).table().dataObjectId();
    target.innerRows(
        "UPDATE "
            + draft.innerName()
            + " SET "
            + InnerNames.ROWID
            + " = \"SYS\".\"ORA_NEXT_ROWID\"("
            + segment
            + ")");
  }
}
