package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ClusterPlace;
import io.oraclecdc.testkit.simulator.dictionary.ColumnExtras;
import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE: one or more clauses, applied to a draft that is published at the end. */
final class AlterTableStatement {
  private static final DateTimeFormatter UNUSED_SINCE =
      DateTimeFormatter.ofPattern("yyMMddHH:mm:ss");

  private final TokenCursor cursor;
  private final DdlTarget target;
  private final ConstraintClauses constraints;
  private final ConstraintStorage storage;
  private final TableDraft draft;
  private final TableEntry before;
  private boolean structural;

  private AlterTableStatement(TokenCursor cursor, DdlTarget target, TableEntry before) {
    this.cursor = cursor;
    this.target = target;
    this.before = before;
    this.draft = new TableDraft(before);
    this.constraints = new ConstraintClauses(cursor, target);
    this.storage = new ConstraintStorage(target);
  }

  /** Parses what follows ALTER TABLE and runs it. */
  static void run(TokenCursor cursor, DdlTarget target) throws SQLException {
    TableEntry table = Ddl.table(cursor, target, "ALTER ANY TABLE");
    new AlterTableStatement(cursor, target, table).run();
  }

  private void run() throws SQLException {
    if (cursor.atEnd()) {
      throw OraErrors.of(2210, "no options specified for ALTER TABLE");
    }
    ObjectKey oldKey = before.key();
    try {
      while (!cursor.atEnd()) {
        clause();
      }
    } catch (SQLException e) {
      if (changedSoFar) {
        // what earlier clauses did to H2 stays, so the dictionary must show it
        publish(oldKey);
      }
      throw e;
    }
    TableEntry entry = publish(oldKey);
    target.record(oldKey.owner(), oldKey.name(), entry.table(), cursor.text());
  }

  private boolean changedSoFar;

  private TableEntry publish(ObjectKey oldKey) throws SQLException {
    if (structural) {
      draft.raiseObjectVersion();
    }
    if (!oldKey.equals(draft.key())) {
      target.unpublish(before, false);
      RenameStatement.updateReferences(target, oldKey, draft.key());
    }
    return target.publish(draft);
  }

  private void clause() throws SQLException {
    if (cursor.accept("ADD")) {
      add();
    } else if (cursor.accept("MODIFY")) {
      new ModifyColumns(cursor, target, draft, constraints, storage).run();
      structural = true;
    } else if (cursor.accept("DROP")) {
      drop();
    } else if (cursor.accept("RENAME")) {
      rename();
    } else if (cursor.accept("SET", "UNUSED")) {
      cursor.accept("COLUMN");
      setUnused(cursor.is("(") ? nameList() : List.of(cursor.next().value()));
    } else if (cursor.isAny("ENABLE", "DISABLE")) {
      enableOrDisable(cursor.next().value().equals("ENABLE"));
    } else if (cursor.accept("MOVE")) {
      move();
    } else if (cursor.accept("SHRINK", "SPACE")) {
      cursor.accept("COMPACT");
      cursor.accept("CASCADE");
    } else if (cursor.is("ROW", "ARCHIVAL")) {
      cursor.next();
      cursor.next();
      rowArchival();
    } else if (cursor.accept("NO", "ROW", "ARCHIVAL")) {
      dropColumns(List.of(RowArchival.COLUMN));
    } else if (cursor.isAny("TRUNCATE", "SPLIT", "MERGE", "EXCHANGE")) {
      partitions(cursor.next().value());
    } else if (cursor.isAny("COALESCE", "UPGRADE")) {
      throw FromParser.unsupported();
    } else if (ColumnClauses.startsTail(cursor)) {
      PhysicalClauses.skip(cursor, draft, target);
    } else {
      throw OraErrors.of(1735, "invalid ALTER TABLE option");
    }
    changedSoFar = true;
  }

  private void partitions(String verb) throws SQLException {
    new PartitionChanges(cursor, target, draft).run(verb);
  }

  private void add() throws SQLException {
    if (cursor.is("SUPPLEMENTAL", "LOG")) {
      SupplementalLogClauses clauses = new SupplementalLogClauses(cursor, target);
      do {
        clauses.addToTable(draft);
      } while (cursor.accept(",") || cursor.is("SUPPLEMENTAL", "LOG"));
    } else if (cursor.is("PARTITION") || cursor.is("SUBPARTITION")) {
      partitions("ADD");
    } else if (constraints.startsOutOfLine()) {
      storage.add(draft, constraints.outOfLine(draft), true);
    } else {
      boolean list = cursor.accept("(");
      do {
        addItem();
      } while (list && cursor.accept(","));
      if (list) {
        cursor.expectClose();
      }
    }
  }

  private void addItem() throws SQLException {
    if (constraints.startsOutOfLine()) {
      storage.add(draft, constraints.outOfLine(draft), true);
      return;
    }
    ColumnClauses columns = new ColumnClauses(cursor, target, constraints);
    List<ConstraintDef> found = columns.define(draft);
    SimColumn column = draft.columns().get(draft.columns().size() - 1);
    boolean empty = !target.exists("SELECT 1 FROM " + draft.innerName());
    boolean filled =
        column.defaultText() != null || draft.extrasOf(column.name()).identitySequence() != null;
    if (!empty && !filled && found.stream().anyMatch(ConstraintDef::notNull)) {
      throw OraErrors.of(1758, "table must be empty to add mandatory (NOT NULL) column");
    }
    target.inner(
        "ALTER TABLE "
            + draft.innerName()
            + " ADD COLUMN "
            + ColumnClauses.inner(column, draft.extrasOf(column.name())));
    structural = true;
    changedSoFar = true;
    if (!empty && filled) {
      fill(column);
    }
    for (ConstraintDef constraint : found) {
      storage.add(draft, constraint, !empty);
    }
  }

  /** Existing rows show the default at once; no redo row is written for them. */
  private void fill(SimColumn column) throws SQLException {
    String sequence = draft.extrasOf(column.name()).identitySequence();
    String value =
        sequence != null
            ? SequenceValues.next(target.session(), new ObjectKey(draft.key().owner(), sequence))
            : DefaultExpressions.translate(
                    String.valueOf(column.defaultText()), column.type(), target.session())
                .sql();
    target.innerRows(
        "UPDATE " + draft.innerName() + " SET " + InnerNames.quoted(column.name()) + " = " + value);
  }

  private void rowArchival() throws SQLException {
    if (!RowArchival.enable(draft)) {
      throw OraErrors.of(38396, "table is already enabled for the ILM feature");
    }
    SimColumn column = draft.columns().get(draft.columns().size() - 1);
    target.inner(
        "ALTER TABLE "
            + draft.innerName()
            + " ADD COLUMN "
            + ColumnClauses.inner(column, ColumnExtras.NONE));
    fill(column);
    structural = true;
  }

  private void drop() throws SQLException {
    if (cursor.is("SUPPLEMENTAL", "LOG")) {
      SupplementalLogClauses clauses = new SupplementalLogClauses(cursor, target);
      do {
        clauses.dropFromTable(draft);
      } while (cursor.accept(",") || cursor.is("SUPPLEMENTAL", "LOG"));
    } else if (cursor.accept("COLUMN")) {
      dropColumns(List.of(cursor.next().value()));
    } else if (cursor.is("(")) {
      dropColumns(nameList());
    } else if (cursor.accept("UNUSED", "COLUMNS") || cursor.accept("COLUMNS", "CONTINUE")) {
      checkpoint();
      dropUnused();
      structural = true;
    } else if (cursor.accept("PRIMARY", "KEY")) {
      dropConstraint(c -> c.type() == 'P', 2441, "Cannot drop nonexistent primary key");
    } else if (cursor.accept("UNIQUE")) {
      List<String> names = nameList();
      dropConstraint(
          c -> c.type() == 'U' && c.columns().equals(names),
          2442,
          "Cannot drop nonexistent unique key");
    } else if (cursor.accept("CONSTRAINT")) {
      String name = cursor.name(904, "invalid identifier");
      dropConstraint(
          c -> c.name().equals(name), 2443, "Cannot drop constraint  - nonexistent constraint");
    } else if (cursor.is("PARTITION") || cursor.is("SUBPARTITION")) {
      partitions("DROP");
    } else {
      throw OraErrors.of(1735, "invalid ALTER TABLE option");
    }
  }

  private void dropConstraint(Predicate<ConstraintDef> which, int code, String message)
      throws SQLException {
    ConstraintDef constraint =
        draft.constraints().stream()
            .filter(which)
            .findFirst()
            .orElseThrow(() -> OraErrors.of(code, message));
    boolean cascade = cursor.accept("CASCADE");
    if (cursor.accept("KEEP", "INDEX")) {
      throw FromParser.unsupported();
    }
    cursor.accept("DROP", "INDEX");
    cursor.accept("ONLINE");
    storage.drop(draft, constraint, cascade);
  }

  private List<String> nameList() throws SQLException {
    cursor.expectOpen();
    List<String> names = new ArrayList<>();
    do {
      names.add(cursor.next().value());
    } while (cursor.accept(","));
    cursor.expectClose();
    return names;
  }

  private void dropColumns(List<String> names) throws SQLException {
    boolean cascade = cursor.accept("CASCADE", "CONSTRAINTS");
    cursor.accept("INVALIDATE");
    checkpoint();
    cursor.accept("ONLINE");
    for (String name : names) {
      requireRemovable(name);
      release(name, cascade);
      dropColumn(name);
    }
    dropUnused();
    structural = true;
  }

  private void checkpoint() throws SQLException {
    if (cursor.accept("CHECKPOINT") && cursor.peek().type() == Token.Type.NUMBER) {
      cursor.next();
    }
  }

  /** The columns lose their names; their values stay where nobody can read them. */
  private void setUnused(List<String> names) throws SQLException {
    boolean cascade = cursor.accept("CASCADE", "CONSTRAINTS");
    cursor.accept("INVALIDATE");
    cursor.accept("ONLINE");
    for (String name : names) {
      requireRemovable(name);
      release(name, cascade);
      SimColumn column = draft.column(name).orElseThrow();
      if (column.virtual()) {
        dropColumn(name); // it has no values
        continue;
      }
      String hidden =
          "SYS_C%05d_%s$"
              .formatted(draft.columns().indexOf(column) + 1, UNUSED_SINCE.format(target.now()));
      target.inner(
          "ALTER TABLE "
              + draft.innerName()
              + " ALTER COLUMN "
              + InnerNames.quoted(name)
              + " RENAME TO "
              + InnerNames.quoted(hidden));
      String sequence = draft.extrasOf(name).identitySequence();
      draft.hideColumn(name, hidden);
      removeSequence(sequence);
      changedSoFar = true;
    }
    structural = true;
  }

  /** Unused columns go with any other column that is dropped. */
  private void dropUnused() throws SQLException {
    List<String> unused =
        draft.columns().stream().filter(SimColumn::isUnused).map(SimColumn::name).toList();
    for (String name : unused) {
      dropColumn(name);
    }
  }

  private void requireRemovable(String name) throws SQLException {
    if (draft.column(name).filter(c -> !c.isUnused()).isEmpty()) {
      throw FromParser.invalid(name);
    }
    if (draft.columns().stream().filter(c -> !c.isUnused()).count() == 1) {
      throw OraErrors.of(12983, "cannot drop all columns in a table");
    }
    Partitioning partitioning = draft.storage().partitioning();
    if (partitioning != null && partitioning.columns().contains(name)) {
      throw OraErrors.of(12984, "cannot drop partitioning column");
    }
    ClusterPlace cluster = draft.storage().cluster();
    if (cluster != null && cluster.columns().contains(name)) {
      throw FromParser.unsupported();
    }
  }

  /** Drops what is defined over a column that goes. */
  private void release(String name, boolean cascade) throws SQLException {
    for (ConstraintDef constraint : List.copyOf(draft.constraints())) {
      if (!constraint.columns().contains(name) && !mentions(constraint, name)) {
        continue;
      }
      if (constraint.isKey() && !cascade && isReferenced(constraint)) {
        throw OraErrors.of(12992, "cannot drop parent key column");
      }
      boolean several = constraint.columns().size() > 1 || mentions(constraint, name);
      if (!cascade && several && constraint.columns().size() != 1) {
        throw OraErrors.of(12991, "column is referenced in a multi-column constraint");
      }
      storage.drop(draft, constraint, cascade);
    }
    for (var index : List.copyOf(draft.indexes())) {
      if (index.columns().contains(name)) {
        if (index.stored()) {
          target.inner("DROP INDEX " + InnerNames.quoted(index.owner(), index.name()));
        }
        draft.indexes().remove(index);
      }
    }
  }

  private void dropColumn(String name) throws SQLException {
    target.inner("ALTER TABLE " + draft.innerName() + " DROP COLUMN " + InnerNames.quoted(name));
    String sequence = draft.extrasOf(name).identitySequence();
    draft.removeColumn(name);
    removeSequence(sequence);
    changedSoFar = true;
  }

  private void removeSequence(@Nullable String sequence) throws SQLException {
    if (sequence != null) {
      SequenceStatements.remove(target, new ObjectKey(draft.key().owner(), sequence));
    }
  }

  /** Whether a check of no single column names this one. */
  private static boolean mentions(ConstraintDef constraint, String column) throws SQLException {
    String condition = constraint.condition();
    if (condition == null || constraint.notNull() || constraint.columns().size() == 1) {
      return false;
    }
    TokenCursor words = TokenCursor.of(condition);
    while (!words.atEnd()) {
      Token token = words.next();
      boolean name = token.type() == Token.Type.WORD || token.type() == Token.Type.QUOTED;
      if (name && token.value().equals(column)) {
        return true;
      }
    }
    return false;
  }

  private boolean isReferenced(ConstraintDef key) {
    return target.dictionary().referring(draft.key()).stream()
        .flatMap(t -> t.constraints().stream())
        .map(ConstraintDef::references)
        .anyMatch(
            r -> r != null && r.table().equals(draft.key()) && r.constraint().equals(key.name()));
  }

  private void rename() throws SQLException {
    if (cursor.accept("TO")) {
      String name = cursor.name(903, "invalid table name");
      ObjectKey key = new ObjectKey(draft.key().owner(), name);
      if (target.dictionary().isTaken(key)) {
        throw OraErrors.of(955, "name is already used by an existing object");
      }
      target.inner("ALTER TABLE " + draft.innerName() + " RENAME TO " + InnerNames.quoted(name));
      draft.rename(key);
    } else if (cursor.accept("COLUMN")) {
      String from = cursor.next().value();
      cursor.expectWord("TO");
      String to = cursor.name(904, "invalid identifier");
      if (draft.column(from).isEmpty()) {
        throw FromParser.invalid(from);
      }
      if (draft.column(to).isPresent()) {
        throw OraErrors.of(957, "duplicate column name");
      }
      target.inner(
          "ALTER TABLE "
              + draft.innerName()
              + " ALTER COLUMN "
              + InnerNames.quoted(from)
              + " RENAME TO "
              + InnerNames.quoted(to));
      draft.renameColumn(from, to);
      structural = true;
    } else if (cursor.accept("CONSTRAINT")) {
      renameConstraint();
    } else if (cursor.is("PARTITION")) {
      partitions("RENAME");
    } else {
      throw OraErrors.of(14155, "missing PARTITION or SUBPARTITION keyword");
    }
  }

  private void renameConstraint() throws SQLException {
    String from = cursor.name(904, "invalid identifier");
    cursor.expectWord("TO");
    String to = cursor.name(904, "invalid identifier");
    ConstraintDef constraint =
        draft.constraints().stream()
            .filter(c -> c.name().equals(from))
            .findFirst()
            .orElseThrow(() -> OraErrors.of(23292, "The constraint does not exist"));
    Boolean deferred =
        target.dictionary().deferrables().remove(new ObjectKey(draft.key().owner(), from));
    if (deferred != null) {
      target.dictionary().deferrables().put(new ObjectKey(draft.key().owner(), to), deferred);
    }
    if (constraint.enabled() && !constraint.notNull() && deferred == null) {
      target.inner(
          "ALTER TABLE "
              + draft.innerName()
              + " RENAME CONSTRAINT "
              + InnerNames.quoted(from)
              + " TO "
              + InnerNames.quoted(to));
    }
    draft.replaceConstraints(c -> c.name().equals(from), c -> c.withName(to));
  }

  private void enableOrDisable(boolean enable) throws SQLException {
    if (cursor.accept("ROW", "MOVEMENT")) {
      if (enable) {
        draft.traits().add(TableEntry.Trait.ROW_MOVEMENT);
      } else {
        draft.traits().remove(TableEntry.Trait.ROW_MOVEMENT);
      }
      return;
    }
    if (cursor.accept("ALL", "TRIGGERS")) {
      TriggerStatements.all(target, draft.objectId(), enable);
      return;
    }
    if (cursor.accept("TABLE", "LOCK")) {
      return;
    }
    boolean validate = enable && !cursor.accept("NOVALIDATE");
    cursor.accept("VALIDATE");
    ConstraintDef constraint;
    if (cursor.accept("PRIMARY", "KEY")) {
      constraint = find(c -> c.type() == 'P');
    } else if (cursor.accept("UNIQUE")) {
      List<String> names = nameList();
      constraint = find(c -> c.type() == 'U' && c.columns().equals(names));
    } else {
      cursor.expectWord("CONSTRAINT");
      String name = cursor.name(904, "invalid identifier");
      constraint = find(c -> c.name().equals(name));
    }
    boolean cascade = cursor.accept("CASCADE");
    constraints.state();
    if (enable) {
      storage.enable(draft, constraint, validate);
    } else {
      storage.disable(draft, constraint, cascade);
    }
  }

  private ConstraintDef find(Predicate<ConstraintDef> which) throws SQLException {
    return draft.constraints().stream()
        .filter(which)
        .findFirst()
        .orElseThrow(() -> OraErrors.of(2430, "cannot enable constraint  - no such constraint"));
  }

  private void move() throws SQLException {
    if (cursor.is("PARTITION")) {
      partitions("MOVE");
      return;
    }
    if (cursor.isAny("SUBPARTITION", "LOB")) {
      throw FromParser.unsupported();
    }
    if (draft.storage().cluster() != null) {
      throw OraErrors.of(14512, "cannot perform operation on a clustered object");
    }
    if (draft.storage().partitioning() != null) {
      throw OraErrors.of(14511, "cannot perform operation on a partitioned object");
    }
    cursor.accept("ONLINE");
    while (ColumnClauses.startsTail(cursor)) {
      PhysicalClauses.skip(cursor, draft, target);
    }
    cursor.accept("ONLINE");
    draft.dataObjectId(target.dictionary().nextObjectId());
    new RowIdRewrite(target).moveRows(draft);
  }
}
