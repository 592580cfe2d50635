package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnExtras;
import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.IndexDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** DROP TABLE, TRUNCATE TABLE, COMMENT. */
final class TableStatements {

  private TableStatements() {}

  static void drop(TokenCursor cursor, DdlTarget target) throws SQLException {
    TableEntry table = Ddl.table(cursor, target, "DROP ANY TABLE");
    boolean cascade = cursor.accept("CASCADE", "CONSTRAINTS");
    boolean purge = cursor.accept("PURGE");
    cursor.expectEnd();
    remove(target, table, cascade, purge);
    String text = cursor.text();
    if (!purge) {
      String bin = binName(table.table().objectId());
      TableDraft draft = new TableDraft(table);
      draft.rename(new ObjectKey(table.table().owner(), bin));
      target
          .dictionary()
          .recycle(
              new SimDictionary.Recycled(
                  draft.freeze(target.dictionary().logging()),
                  table.key(),
                  target.now(),
                  target.currentScn()));
      text = text.strip() + " AS \"" + bin + "\" ";
    }
    target.record(table.table().owner(), table.table().name(), table.table(), text);
  }

  /** Removes a table without a DDL row of its own. */
  static void remove(DdlTarget target, TableEntry table, boolean cascade, boolean purge)
      throws SQLException {
    TableDraft draft = new TableDraft(table);
    releaseForeignKeys(target, draft, cascade);
    target.inner("DROP TABLE " + table.innerName());
    target.unpublish(table, purge);
    target.dictionary().dropTriggers(table.table().objectId());
    dropSequences(target, table);
    target.dictionary().grants().forget(table.key());
  }

  private static void releaseForeignKeys(DdlTarget target, TableDraft draft, boolean cascade)
      throws SQLException {
    ConstraintStorage storage = new ConstraintStorage(target);
    for (ConstraintDef constraint : List.copyOf(draft.constraints())) {
      ConstraintDef.Reference reference = constraint.references();
      if (reference != null && reference.table().equals(draft.key())) {
        storage.drop(draft, constraint, true);
      }
    }
    for (ConstraintDef constraint : List.copyOf(draft.constraints())) {
      if (constraint.isKey()) {
        try {
          storage.releaseReferences(draft, constraint, cascade, true);
        } catch (SQLException e) {
          if (e.getErrorCode() == 2273) {
            throw OraErrors.of(2449, "unique/primary keys in table referenced by foreign keys");
          }
          throw e;
        }
      }
    }
  }

  private static void dropSequences(DdlTarget target, TableEntry table) throws SQLException {
    for (ColumnExtras extras : table.extras().values()) {
      if (extras.identitySequence() != null) {
        SequenceStatements.remove(
            target, new ObjectKey(table.table().owner(), extras.identitySequence()));
      }
    }
  }

  private static String binName(long objectId) {
    byte[] id = ByteBuffer.allocate(16).putLong(0x0C0DEDB0C0FFEE00L).putLong(objectId).array();
    return "BIN$" + Base64.getEncoder().encodeToString(id) + "$0";
  }

  static void truncate(TokenCursor cursor, DdlTarget target) throws SQLException {
    if (cursor.accept("CLUSTER")) {
      ClusterStatements.truncate(cursor, target);
      return;
    }
    cursor.expect("TABLE", 3290, "Invalid truncate command - missing CLUSTER or TABLE keyword");
    TableEntry table = Ddl.table(cursor, target, "DROP ANY TABLE");
    if (table.table().storage().cluster() != null) {
      throw OraErrors.of(3292, "Table to be truncated is part of a cluster");
    }
    boolean cascade = false;
    while (!cursor.atEnd()) {
      if (cursor.accept("CASCADE")) {
        cascade = true;
      } else if (!cursor.accept("DROP", "STORAGE")
          && !cursor.accept("DROP", "ALL", "STORAGE")
          && !cursor.accept("REUSE", "STORAGE")
          && !cursor.accept("PURGE", "MATERIALIZED", "VIEW", "LOG")
          && !cursor.accept("PRESERVE", "MATERIALIZED", "VIEW", "LOG")) {
        throw OraErrors.of(3291, "Invalid truncate option - missing STORAGE keyword");
      }
    }
    if (cascade) {
      throw FromParser.unsupported();
    }
    boolean referenced =
        target.dictionary().referring(table.key()).stream()
            .filter(t -> !t.key().equals(table.key()))
            .flatMap(t -> t.constraints().stream())
            .filter(ConstraintDef::enabled)
            .map(ConstraintDef::references)
            .anyMatch(r -> r != null && r.table().equals(table.key()));
    if (referenced) {
      throw OraErrors.of(2266, "unique/primary keys in table referenced by enabled foreign keys");
    }
    boolean self =
        table.constraints().stream().anyMatch(c -> c.references() != null && c.enabled());
    if (self) {
      target.innerRows("DELETE FROM " + table.innerName());
    } else {
      target.inner("TRUNCATE TABLE " + table.innerName());
    }
    TableDraft draft = new TableDraft(table);
    draft.dataObjectId(target.dictionary().nextObjectId());
    Partitioning partitioning = draft.storage().partitioning();
    if (partitioning != null) {
      draft.storage(
          draft
              .storage()
              .withPartitioning(
                  partitioning.with(
                      partitioning.partitions().stream()
                          .map(p -> p.withData(target.dictionary().nextObjectId()))
                          .toList())));
    }
    TableEntry entry = target.publish(draft);
    target.record(table.table().owner(), table.table().name(), entry.table(), cursor.text());
  }

  static void comment(TokenCursor cursor, DdlTarget target) throws SQLException {
    cursor.expectWord("ON");
    boolean column = cursor.accept("COLUMN");
    if (!column) {
      cursor.expectWord("TABLE");
    }
    ObjectName name = cursor.objectName();
    if (!column) {
      commentTable(cursor, target, name);
      return;
    }
    String schema;
    String table;
    String columnName;
    if (cursor.accept(".")) {
      schema = String.valueOf(name.schema());
      table = name.name();
      columnName = cursor.next().value();
    } else {
      schema = target.session().currentSchema();
      table = String.valueOf(name.schema());
      columnName = name.name();
    }
    String text = commentText(cursor);
    ObjectKey key = target.dictionary().resolve(new ObjectKey(schema, table), false);
    Optional<TableEntry> entry = target.dictionary().table(key);
    if (entry.isEmpty() && target.dictionary().view(key).isEmpty()) {
      throw OraErrors.of(942, "table or view does not exist");
    }
    Ddl.requireOwner(target, key, "COMMENT ANY TABLE");
    if (entry.isPresent()) {
      SimColumn found =
          entry.get().column(columnName).orElseThrow(() -> FromParser.invalid(columnName));
      TableDraft draft = new TableDraft(entry.get());
      draft.columnComment(found.name(), text);
      target.publish(draft);
    }
    target.record(
        key.owner(), key.name(), entry.map(TableEntry::table).orElse(null), cursor.text());
  }

  private static void commentTable(TokenCursor cursor, DdlTarget target, ObjectName name)
      throws SQLException {
    String schema = name.schema() == null ? target.session().currentSchema() : name.schema();
    ObjectKey key = target.dictionary().resolve(new ObjectKey(schema, name.name()), false);
    String text = commentText(cursor);
    Optional<TableEntry> entry = target.dictionary().table(key);
    if (entry.isEmpty() && target.dictionary().view(key).isEmpty()) {
      throw OraErrors.of(942, "table or view does not exist");
    }
    Ddl.requireOwner(target, key, "COMMENT ANY TABLE");
    if (entry.isPresent()) {
      TableDraft draft = new TableDraft(entry.get());
      draft.comment(text.isEmpty() ? null : text);
      target.publish(draft);
    }
    target.record(
        key.owner(), key.name(), entry.map(TableEntry::table).orElse(null), cursor.text());
  }

  private static String commentText(TokenCursor cursor) throws SQLException {
    cursor.expectWord("IS");
    Token text = cursor.next();
    if (text.type() != Token.Type.STRING && text.type() != Token.Type.NSTRING) {
      throw OraErrors.of(1780, "string literal required");
    }
    cursor.expectEnd();
    return text.value();
  }

  static void createIndex(TokenCursor cursor, DdlTarget target) throws SQLException {
    boolean unique = cursor.accept("UNIQUE");
    boolean bitmap = cursor.accept("BITMAP");
    cursor.expectWord("INDEX");
    ObjectKey key = Ddl.named(cursor, target);
    cursor.expectWord("ON");
    if (!unique && !bitmap && cursor.accept("CLUSTER")) {
      ClusterStatements.createIndex(cursor, target, key);
      return;
    }
    TableEntry table = Ddl.table(cursor, target, "CREATE ANY INDEX");
    if (target.dictionary().tableOfIndex(key).isPresent()) {
      throw OraErrors.of(955, "name is already used by an existing object");
    }
    IndexDef index = IndexClauses.parse(cursor, target, new TableDraft(table), key, unique, bitmap);
    TableDraft draft = new TableDraft(table);
    if (draft.indexes().stream()
        .anyMatch(i -> i.columns().equals(index.columns()) && !index.columns().isEmpty())) {
      throw OraErrors.of(1408, "such column list already indexed");
    }
    if (index.stored()) {
      try {
        target.inner(
            "CREATE "
                + (unique ? "UNIQUE " : "")
                + "INDEX "
                + InnerNames.quoted(key.owner(), key.name())
                + " ON "
                + table.innerName()
                + "("
                + ConstraintStorage.names(index.columns())
                + ")");
      } catch (SQLException e) {
        throw e.getErrorCode() == 1
            ? OraErrors.of(1452, "cannot CREATE UNIQUE INDEX; duplicate keys found")
            : e;
      }
    }
    draft.indexes().add(index);
    TableEntry entry = target.publish(draft);
    target.record(key.owner(), key.name(), entry.table(), cursor.text());
  }

  static void dropIndex(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    cursor.accept("ONLINE");
    cursor.accept("FORCE");
    cursor.expectEnd();
    if (ClusterStatements.dropIndex(cursor, target, key)) {
      return;
    }
    TableEntry table =
        target
            .dictionary()
            .tableOfIndex(key)
            .orElseThrow(() -> OraErrors.of(1418, "specified index does not exist"));
    Ddl.requireOwner(target, key, "DROP ANY INDEX");
    TableDraft draft = new TableDraft(table);
    IndexDef index =
        draft.indexes().stream().filter(i -> i.name().equals(key.name())).findFirst().orElseThrow();
    boolean enforcing =
        draft.constraints().stream()
            .anyMatch(c -> c.isKey() && c.enabled() && c.columns().equals(index.columns()));
    if (enforcing && index.unique()) {
      throw OraErrors.of(2429, "cannot drop index used for enforcement of unique/primary key");
    }
    if (index.stored()) {
      target.inner("DROP INDEX " + InnerNames.quoted(key.owner(), key.name()));
    }
    draft.indexes().remove(index);
    TableEntry entry = target.publish(draft);
    target.record(key.owner(), key.name(), entry.table(), cursor.text());
  }

  static void alterIndex(TokenCursor cursor, DdlTarget target) throws SQLException {
    ObjectKey key = Ddl.named(cursor, target);
    TableEntry table =
        target
            .dictionary()
            .tableOfIndex(key)
            .orElseThrow(() -> OraErrors.of(1418, "specified index does not exist"));
    Ddl.requireOwner(target, key, "ALTER ANY INDEX");
    if (!cursor.isAny(
        "REBUILD",
        "COALESCE",
        "MONITORING",
        "NOMONITORING",
        "LOGGING",
        "NOLOGGING",
        "NOPARALLEL",
        "PARALLEL",
        "VISIBLE",
        "SHRINK")) {
      throw FromParser.unsupported();
    }
    cursor.skipAll();
    target.record(key.owner(), key.name(), table.table(), cursor.text());
  }
}
