package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.capture.AfterRow;
import io.oraclecdc.testkit.simulator.capture.BeforeRow;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import java.sql.SQLException;

/** The two capture triggers of a table; their names end in its OBJECT_ID. */
final class Triggers {

  private Triggers() {}

  static void create(DdlTarget target, TableDraft draft) throws SQLException {
    create(target, draft, "BEFORE", "B$", BeforeRow.class);
    create(target, draft, "AFTER", "A$", AfterRow.class);
  }

  private static void create(
      DdlTarget target, TableDraft draft, String time, String prefix, Class<?> trigger)
      throws SQLException {
    target.inner(
        "CREATE TRIGGER "
            + InnerNames.quoted(draft.key().owner(), prefix + draft.objectId())
            + " "
            + time
            + " INSERT, UPDATE, DELETE ON "
            + draft.innerName()
            + " FOR EACH ROW CALL "
            + InnerNames.quoted(trigger.getName()));
  }
}
