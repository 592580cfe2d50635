package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnExtras;
import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry.Trait;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE, with columns or AS a query. */
final class CreateTableStatement {
  private final TokenCursor cursor;
  private final DdlTarget target;
  private final ConstraintClauses constraints;
  private final ColumnClauses columns;
  private final ConstraintStorage storage;
  private boolean temporary;
  private ClusterStatements.@Nullable Clause cluster;

  CreateTableStatement(TokenCursor cursor, DdlTarget target) {
    this.cursor = cursor;
    this.target = target;
    this.constraints = new ConstraintClauses(cursor, target);
    this.columns = new ColumnClauses(cursor, target, constraints);
    this.storage = new ConstraintStorage(target);
  }

  /** It is a global temporary table. */
  CreateTableStatement temporary() {
    temporary = true;
    return this;
  }

  /** Parses what follows CREATE TABLE and runs it. */
  void run() throws SQLException {
    ObjectKey key = Ddl.newObject(cursor, target, "CREATE TABLE", "CREATE ANY TABLE");
    TableDraft draft =
        new TableDraft(target.dictionary().containerId(), key, target.dictionary().nextObjectId());
    if (temporary) {
      draft.traits().add(Trait.TEMPORARY);
    }
    List<ConstraintDef> found = new ArrayList<>();
    List<String> names = new ArrayList<>();
    boolean untyped = cursor.is("(") && isNameList();
    if (untyped) {
      cursor.next();
      do {
        names.add(cursor.name(904, "invalid identifier"));
      } while (cursor.accept(","));
      cursor.expectClose();
    } else if (cursor.is("(")) {
      items(draft, found);
    }
    tail(draft);
    @Nullable String asQuery = null;
    if (cursor.accept("AS")) {
      asQuery = cursor.rest();
      Query query = Statements.wholeQuery(asQuery, target.session());
      fromQuery(draft, query, names);
    } else {
      cursor.expectEnd();
    }
    if (draft.columns().isEmpty()) {
      throw OraErrors.of(922, "missing or invalid option");
    }
    if (temporary && found.stream().anyMatch(c -> c.type() == 'R')) {
      throw OraErrors.of(
          14455, "attempt to create referential integrity constraint on temporary table");
    }
    ClusterStatements.Clause clause = cluster;
    if (clause != null) {
      clause.place(draft, target);
    }
    create(draft, found);
    TableEntry entry = target.publish(draft);
    target.dictionary().created().put(key, target.now());
    target.record(key.owner(), key.name(), entry.table(), cursor.text());
    if (asQuery != null) {
      target.insert(
          "INSERT /*+ APPEND */ INTO "
              + InnerNames.quoted(key.owner(), key.name())
              + " "
              + asQuery);
    }
  }

  /** {@code (a, b)} before AS: names without types. */
  private boolean isNameList() {
    return cursor.peek(2).isOperator(",") || cursor.peek(2).isOperator(")");
  }

  private void items(TableDraft draft, List<ConstraintDef> found) throws SQLException {
    cursor.expectOpen();
    do {
      if (cursor.is("SUPPLEMENTAL", "LOG")) {
        new SupplementalLogClauses(cursor, target).addToTable(draft);
      } else if (constraints.startsOutOfLine()) {
        found.add(constraints.outOfLine(draft));
      } else {
        requireNewColumn(draft, cursor.peek().value());
        found.addAll(columnWithReferences(draft, found));
      }
    } while (cursor.accept(","));
    cursor.expectClose();
  }

  private static void requireNewColumn(TableDraft draft, String name) throws SQLException {
    if (draft.column(name).isPresent()) {
      throw OraErrors.of(957, "duplicate column name");
    }
  }

  /** A column may reference a key of the same table that was declared before. */
  private List<ConstraintDef> columnWithReferences(TableDraft draft, List<ConstraintDef> before)
      throws SQLException {
    draft.constraints().addAll(before);
    try {
      return columns.define(draft);
    } finally {
      draft.constraints().clear();
    }
  }

  private void tail(TableDraft draft) throws SQLException {
    while (!cursor.atEnd() && !cursor.is("AS")) {
      if (cursor.accept("ON", "COMMIT")) {
        if (!temporary) {
          throw OraErrors.of(14451, "unsupported feature with temporary table");
        }
        if (cursor.accept("PRESERVE")) {
          draft.traits().add(Trait.PRESERVE_ROWS);
        } else {
          cursor.expectWord("DELETE");
        }
        cursor.expectWord("ROWS");
        continue;
      }
      if (cursor.accept("CLUSTER")) {
        cluster = ClusterStatements.Clause.parse(cursor, target);
        continue;
      }
      if (!ColumnClauses.startsTail(cursor)) {
        throw OraErrors.of(922, "missing or invalid option");
      }
      PhysicalClauses.skip(cursor, draft, target);
    }
  }

  private void fromQuery(TableDraft draft, Query query, List<String> names) throws SQLException {
    if (!names.isEmpty() && names.size() != query.columns().size()) {
      throw OraErrors.of(1730, "invalid number of column names specified");
    }
    if (!draft.columns().isEmpty()) {
      throw FromParser.unsupported();
    }
    for (int i = 0; i < query.columns().size(); i++) {
      LobRules.requireNotLong(query.typeOf(i));
      ResultColumn column = query.columns().get(i);
      String name = names.isEmpty() ? column.label() : names.get(i);
      if (names.isEmpty()
          && !name.matches("[\\p{L}][\\p{L}\\p{N}_$#]*")
          && column.label().contains("(")) {
        throw OraErrors.of(998, "must name this expression with a column alias");
      }
      requireNewColumn(draft, name);
      ColumnClauses.checkNew(draft, name);
      draft.addColumn(
          new SimColumn(name, column.type(), true, 0, 0, false, false, null), ColumnExtras.NONE);
      if (!column.nullable()) {
        draft
            .constraints()
            .add(ConstraintClauses.notNull(target.dictionary().nextConstraintName(), name, true));
      }
    }
  }

  private void create(TableDraft draft, List<ConstraintDef> found) throws SQLException {
    StringBuilder sql = new StringBuilder("CREATE TABLE ").append(draft.innerName());
    sql.append("(").append(InnerNames.ROWID).append(" VARBINARY(10) INVISIBLE, ");
    sql.append(InnerNames.TRANSACTION).append(" BIGINT INVISIBLE");
    for (SimColumn column : draft.columns()) {
      sql.append(", ").append(ColumnClauses.inner(column, draft.extrasOf(column.name())));
    }
    target.inner(sql.append(")").toString());
    try {
      target.inner(
          "CREATE INDEX "
              + InnerNames.quoted(draft.key().owner(), "R$" + draft.objectId())
              + " ON "
              + draft.innerName()
              + "("
              + InnerNames.ROWID
              + ")");
      Triggers.create(target, draft);
      for (ConstraintDef constraint : found) {
        if (constraint.type() != 'R') {
          storage.add(draft, constraint, false);
        }
      }
      for (ConstraintDef constraint : found) {
        if (constraint.type() == 'R') {
          storage.add(draft, constraint, false);
        }
      }
    } catch (SQLException e) {
      target.inner("DROP TABLE " + draft.innerName());
      throw e;
    }
    if (draft.traits().contains(Trait.INDEX_ORGANIZED)
        && draft.constraints().stream().noneMatch(c -> c.type() == 'P')) {
      target.inner("DROP TABLE " + draft.innerName());
      throw OraErrors.of(25175, "no PRIMARY KEY constraint found");
    }
  }
}
