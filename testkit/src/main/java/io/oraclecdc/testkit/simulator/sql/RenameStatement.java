package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.ViewEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.Optional;

/** RENAME a TO b. */
final class RenameStatement {

  private RenameStatement() {}

  static void run(TokenCursor cursor, DdlTarget target) throws SQLException {
    String schema = target.session().currentSchema();
    ObjectKey from = new ObjectKey(schema, cursor.name(903, "invalid table name"));
    cursor.expectWord("TO");
    ObjectKey to = new ObjectKey(schema, cursor.name(903, "invalid table name"));
    cursor.expectEnd();
    SimDictionary dictionary = target.dictionary();
    if (dictionary.isTaken(to)) {
      throw OraErrors.of(955, "name is already used by an existing object");
    }
    Optional<TableEntry> table = dictionary.table(from);
    Optional<ViewEntry> view = dictionary.view(from);
    if (table.isPresent()) {
      target.inner(
          "ALTER TABLE " + table.get().innerName() + " RENAME TO " + InnerNames.quoted(to.name()));
      target.unpublish(table.get(), false);
      TableDraft draft = new TableDraft(table.get());
      draft.rename(to);
      updateReferences(target, from, to);
      TableEntry entry = target.publish(draft);
      target.record(from.owner(), from.name(), entry.table(), cursor.text());
    } else if (view.isPresent()) {
      ViewEntry old = view.get();
      dictionary.views().remove(from);
      dictionary
          .views()
          .put(to, new ViewEntry(to, old.objectId(), old.columns(), old.text(), old.changes()));
      dictionary.changed();
      target.refreshCatalog();
      target.record(from.owner(), from.name(), null, cursor.text());
    } else {
      throw OraErrors.of(4043, "object " + from.name() + " does not exist");
    }
  }

  /** Points the foreign keys of other tables to the new name. */
  static void updateReferences(DdlTarget target, ObjectKey from, ObjectKey to) throws SQLException {
    for (TableEntry entry : target.dictionary().referring(from)) {
      boolean refers =
          entry.constraints().stream()
              .map(ConstraintDef::references)
              .anyMatch(r -> r != null && r.table().equals(from));
      if (refers) {
        TableDraft draft = new TableDraft(entry);
        draft.renameReferences(from, to);
        target.publish(draft);
      }
    }
  }
}
