package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.IndexDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps constraints in H2 in step with the dictionary. Keys become unique constraints, foreign keys
 * and checks themselves; NOT NULL is checked by the capture trigger.
 */
final class ConstraintStorage {
  private final DdlTarget target;

  ConstraintStorage(DdlTarget target) {
    this.target = target;
  }

  /** Adds a constraint to the draft and, if enabled, to H2. */
  void add(TableDraft draft, ConstraintDef constraint, boolean tableHasRows) throws SQLException {
    checkNew(draft, constraint);
    if (constraint.type() == 'P' && constraint.enabled()) {
      for (String column : constraint.columns()) {
        requireNoNulls(
            draft,
            column,
            tableHasRows,
            1449,
            "column contains NULL values; cannot alter to NOT NULL");
      }
    }
    if (constraint.notNull() && constraint.enabled() && constraint.validated()) {
      requireNoNulls(
          draft,
          constraint.columns().get(0),
          tableHasRows,
          2296,
          "cannot enable ("
              + draft.key().owner()
              + "."
              + (constraint.generatedName() ? "" : constraint.name())
              + ") - null values found");
    }
    if (constraint.enabled()) {
      store(draft, constraint);
    }
    draft.constraints().add(constraint);
    if (constraint.isKey() && constraint.enabled() && !hasIndex(draft, constraint.columns())) {
      boolean top =
          constraint.type() == 'P' && draft.traits().contains(TableEntry.Trait.INDEX_ORGANIZED);
      long indexId = target.dictionary().nextObjectId();
      if (top) {
        draft.storage(draft.storage().inIndex(indexId));
      }
      draft
          .indexes()
          .add(
              new IndexDef(
                  draft.key().owner(),
                  constraint.name(),
                  constraint.columns(),
                  true,
                  top ? "IOT - TOP" : "NORMAL",
                  false,
                  indexId,
                  true,
                  false));
    }
  }

  private static boolean hasIndex(TableDraft draft, List<String> columns) {
    return draft.indexes().stream().anyMatch(i -> i.unique() && i.columns().equals(columns));
  }

  private void checkNew(TableDraft draft, ConstraintDef constraint) throws SQLException {
    boolean taken =
        draft.constraints().stream().anyMatch(c -> c.name().equals(constraint.name()))
            || target
                .dictionary()
                .tableOfConstraint(draft.key().owner(), constraint.name())
                .filter(t -> t.table().objectId() != draft.objectId())
                .isPresent();
    if (taken) {
      throw OraErrors.of(2264, "name already used by an existing constraint");
    }
    if (constraint.type() == 'P' && draft.constraints().stream().anyMatch(c -> c.type() == 'P')) {
      throw OraErrors.of(2260, "table can have only one primary key");
    }
    if (constraint.isKey()) {
      for (String name : constraint.columns()) {
        Kind kind = Kind.of(draft.column(name).orElseThrow().type());
        if (kind == Kind.CLOB || kind == Kind.BLOB || kind == Kind.OTHER) {
          throw OraErrors.of(2329, "column of this datatype cannot be unique or a primary key");
        }
      }
      boolean same =
          draft.constraints().stream()
              .anyMatch(c -> c.isKey() && c.columns().equals(constraint.columns()));
      if (same) {
        throw OraErrors.of(2261, "such unique or primary key already exists in the table");
      }
    }
    if (constraint.notNull()
        && draft.constraints().stream()
            .anyMatch(c -> c.notNull() && c.columns().equals(constraint.columns()))) {
      throw OraErrors.of(1442, "column to be modified to NOT NULL is already NOT NULL");
    }
  }

  private void requireNoNulls(
      TableDraft draft, String column, boolean tableHasRows, int code, String message)
      throws SQLException {
    if (tableHasRows
        && target.exists(
            "SELECT 1 FROM "
                + draft.innerName()
                + " WHERE "
                + InnerNames.quoted(column)
                + " IS NULL")) {
      throw OraErrors.of(code, message);
    }
  }

  /** The session checks it, at the end of a statement or of its transaction. */
  private boolean isDeferrable(TableDraft draft, ConstraintDef constraint) {
    return constraint.references() != null
        && target
            .dictionary()
            .deferrables()
            .containsKey(new ObjectKey(draft.key().owner(), constraint.name()));
  }

  /** Creates the constraint in H2. */
  void store(TableDraft draft, ConstraintDef constraint) throws SQLException {
    if (constraint.notNull() || isDeferrable(draft, constraint)) {
      return;
    }
    String check = constraint.validated() ? "" : " NOCHECK";
    String sql =
        "ALTER TABLE "
            + draft.innerName()
            + " ADD CONSTRAINT "
            + InnerNames.quoted(constraint.name())
            + " "
            + definition(draft, constraint)
            + (constraint.isKey() ? "" : check);
    try {
      target.inner(sql);
    } catch (SQLException e) {
      throw violated(draft, constraint, e);
    }
  }

  private static SQLException violated(TableDraft draft, ConstraintDef constraint, SQLException e) {
    String name = draft.key().owner() + "." + constraint.name();
    return switch (e.getErrorCode()) {
      case 1 ->
          constraint.type() == 'P'
              ? OraErrors.of(2437, "cannot validate (" + name + ") - primary key violated")
              : OraErrors.of(2299, "cannot validate (" + name + ") - duplicate keys found");
      case 2290 -> OraErrors.of(2293, "cannot validate (" + name + ") - check constraint violated");
      case 2291 -> OraErrors.of(2298, "cannot validate (" + name + ") - parent keys not found");
      default -> e;
    };
  }

  private String definition(TableDraft draft, ConstraintDef constraint) throws SQLException {
    ConstraintDef.Reference reference = constraint.references();
    if (reference != null) {
      String rule =
          reference.deleteRule().equals("NO ACTION") ? "" : " ON DELETE " + reference.deleteRule();
      return "FOREIGN KEY("
          + names(constraint.columns())
          + ") REFERENCES "
          + InnerNames.quoted(reference.table().owner(), reference.table().name())
          + "("
          + names(reference.columns())
          + ")"
          + rule;
    }
    if (constraint.isKey()) {
      boolean temporary = draft.traits().contains(TableEntry.Trait.TEMPORARY);
      String owner = temporary ? InnerNames.TRANSACTION + ", " : "";
      return "UNIQUE(" + owner + names(constraint.columns()) + ")";
    }
    return "CHECK (" + condition(draft, String.valueOf(constraint.condition())) + ")";
  }

  static String names(List<String> columns) {
    return String.join(", ", columns.stream().map(InnerNames::quoted).toList());
  }

  private String condition(TableDraft draft, String text) throws SQLException {
    TokenCursor cursor = TokenCursor.of(text);
    Parsing parsing = new Parsing(cursor, target.session(), Binds.ofDefinition());
    Scope scope = new Scope(null);
    scope.add(bare(draft));
    Expr condition = parsing.conditions().condition(scope);
    cursor.expectEnd();
    return condition.sql();
  }

  /** The table's columns without qualifier. */
  static Relation bare(TableDraft draft) {
    List<RelationColumn> columns = new ArrayList<>();
    for (SimColumn column : draft.columns()) {
      columns.add(
          new RelationColumn(
              column.name(), SqlType.of(column.type()), column.nullable(), column.hidden()));
    }
    return new Relation("", null, columns, false);
  }

  /** Removes a constraint from H2 if it is there. */
  void unstore(TableDraft draft, ConstraintDef constraint) throws SQLException {
    if (constraint.enabled() && !constraint.notNull() && !isDeferrable(draft, constraint)) {
      target.inner(
          "ALTER TABLE "
              + draft.innerName()
              + " DROP CONSTRAINT "
              + InnerNames.quoted(constraint.name()));
    }
  }

  /** Drops a constraint; foreign keys to it go first if {@code cascade}, else ORA-02273. */
  void drop(TableDraft draft, ConstraintDef constraint, boolean cascade) throws SQLException {
    if (constraint.isKey()) {
      releaseReferences(draft, constraint, cascade, true);
    }
    unstore(draft, constraint);
    draft.constraints().removeIf(c -> c.name().equals(constraint.name()));
    draft
        .indexes()
        .removeIf(i -> constraint.isKey() && i.name().equals(constraint.name()) && !i.stored());
  }

  /** Drops or disables the foreign keys that point to a key. */
  void releaseReferences(TableDraft draft, ConstraintDef key, boolean cascade, boolean dropping)
      throws SQLException {
    SimDictionary dictionary = target.dictionary();
    for (TableEntry child : dictionary.referring(draft.key())) {
      boolean self = child.key().equals(draft.key());
      TableDraft childDraft = self ? draft : new TableDraft(child);
      boolean changed = false;
      for (ConstraintDef constraint : List.copyOf(childDraft.constraints())) {
        ConstraintDef.Reference reference = constraint.references();
        if (reference == null
            || !reference.table().equals(draft.key())
            || !reference.constraint().equals(key.name())
            || (!dropping && !constraint.enabled())) {
          continue;
        }
        if (!cascade) {
          throw dropping
              ? OraErrors.of(2273, "this unique/primary key is referenced by some foreign keys")
              : OraErrors.of(
                  2297,
                  "cannot disable constraint ("
                      + draft.key().owner()
                      + "."
                      + key.name()
                      + ") - dependencies exist");
        }
        unstore(childDraft, constraint);
        childDraft.constraints().remove(constraint);
        if (!dropping) {
          childDraft.constraints().add(constraint.withState(false, false));
        }
        changed = true;
      }
      if (changed && !self) {
        target.publish(childDraft);
      }
    }
  }

  /** ENABLE: H2 gets the constraint back, rows are checked if it validates. */
  void enable(TableDraft draft, ConstraintDef constraint, boolean validate) throws SQLException {
    if (constraint.enabled()) {
      return;
    }
    draft.constraints().remove(constraint);
    add(draft, constraint.withState(true, validate), true);
  }

  /** DISABLE: H2 loses the constraint, the dictionary keeps it. */
  void disable(TableDraft draft, ConstraintDef constraint, boolean cascade) throws SQLException {
    if (!constraint.enabled()) {
      return;
    }
    if (constraint.isKey()) {
      releaseReferences(draft, constraint, cascade, false);
    }
    unstore(draft, constraint);
    draft.replaceConstraints(
        c -> c.name().equals(constraint.name()), c -> c.withState(false, false));
    draft
        .indexes()
        .removeIf(i -> constraint.isKey() && i.name().equals(constraint.name()) && !i.stored());
  }
}
