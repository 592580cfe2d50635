package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning.Method;
import io.oraclecdc.testkit.simulator.dictionary.Partitioning.Partition;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** ALTER TABLE .. ADD, DROP, TRUNCATE, MOVE, SPLIT, MERGE, EXCHANGE, RENAME PARTITION. */
final class PartitionChanges {
  private final TokenCursor cursor;
  private final DdlTarget target;
  private final TableDraft draft;

  PartitionChanges(TokenCursor cursor, DdlTarget target, TableDraft draft) {
    this.cursor = cursor;
    this.target = target;
    this.draft = draft;
  }

  private Partitioning current() throws SQLException {
    Partitioning partitioning = draft.storage().partitioning();
    if (partitioning == null) {
      throw OraErrors.of(14501, "object is not partitioned");
    }
    return partitioning;
  }

  private void become(List<Partition> partitions) throws SQLException {
    draft.storage(draft.storage().withPartitioning(current().with(partitions)));
  }

  private Partition named() throws SQLException {
    String name = cursor.name(14006, "invalid partition name");
    return current()
        .named(name)
        .orElseThrow(() -> OraErrors.of(2149, "Specified partition does not exist"));
  }

  private void indexTail() throws SQLException {
    while (cursor.isAny("UPDATE", "INVALIDATE", "ONLINE", "PARALLEL", "NOPARALLEL")) {
      if (cursor.accept("UPDATE") || cursor.accept("INVALIDATE")) {
        cursor.accept("GLOBAL");
        cursor.expectWord("INDEXES");
      } else {
        cursor.next();
      }
    }
  }

  /** The operation after the verb; the word PARTITION or PARTITIONS is next. */
  void run(String verb) throws SQLException {
    current();
    if (cursor.is("SUBPARTITION")) {
      throw FromParser.unsupported();
    }
    if (verb.equals("MERGE")) {
      cursor.expectWord("PARTITIONS");
      merge();
    } else {
      cursor.expectWord("PARTITION");
      switch (verb) {
        case "ADD" -> add();
        case "DROP" -> drop();
        case "TRUNCATE" -> truncate();
        case "MOVE" -> move();
        case "SPLIT" -> split();
        case "EXCHANGE" -> exchange();
        case "RENAME" -> rename();
        default -> throw FromParser.unsupported();
      }
    }
    indexTail();
  }

  private void add() throws SQLException {
    Partitioning before = current();
    if (before.method() == Method.HASH || before.interval() != null) {
      throw FromParser.unsupported();
    }
    Partition added =
        new PartitionClauses(cursor, target, draft).partition(before.method(), before.columns());
    if (before.named(added.name()).isPresent()) {
      throw OraErrors.of(14013, "duplicate partition name");
    }
    List<Partition> all = new ArrayList<>(before.partitions());
    if (before.method() == Method.RANGE) {
      List<Optional<Object>> last = all.get(all.size() - 1).bound();
      boolean higher =
          new Partitioning(Method.RANGE, before.columns(), List.of(all.get(all.size() - 1)), null)
              .of(added.bound().stream().map(v -> v.orElse(null)).toList(), () -> 0)
              .isEmpty();
      if (last.get(0).isEmpty() || !higher) {
        throw OraErrors.of(
            14074, "partition bound must collate higher than that of the last partition");
      }
    } else if (all.stream().anyMatch(p -> p.values().isEmpty())) {
      throw OraErrors.of(14323, "cannot add partition when DEFAULT partition exists");
    }
    all.add(added);
    become(all);
  }

  private void drop() throws SQLException {
    Partition gone = named();
    List<Partition> all = new ArrayList<>(current().partitions());
    if (all.size() == 1) {
      throw OraErrors.of(14083, "cannot drop the only partition of a partitioned table");
    }
    target.innerRows("DELETE FROM " + draft.innerName() + where(gone));
    all.remove(gone);
    become(all);
  }

  private void truncate() throws SQLException {
    Partition partition = named();
    if (cursor.accept("DROP") || cursor.accept("REUSE")) {
      cursor.accept("ALL");
      cursor.expectWord("STORAGE");
    }
    target.innerRows("DELETE FROM " + draft.innerName() + where(partition));
    replace(partition, partition.withData(target.dictionary().nextObjectId()));
  }

  private void move() throws SQLException {
    Partition partition = named();
    while (ColumnClauses.startsTail(cursor)) {
      PhysicalClauses.skip(
          cursor, new TableDraft(draft.freeze(target.dictionary().logging())), target);
    }
    Partition moved = partition.withData(target.dictionary().nextObjectId());
    newRowIds(where(partition), moved);
    replace(partition, moved);
  }

  private void newRowIds(String where, Partition to) throws SQLException {
    target.innerRows(
        "UPDATE "
            + draft.innerName()
            + " SET "
            + InnerNames.ROWID
            + " = \"SYS\".\"ORA_NEXT_ROWID\"("
            + to.dataObjectId()
            + ")"
            + where);
  }

  private void replace(Partition before, Partition... after) throws SQLException {
    List<Partition> all = new ArrayList<>(current().partitions());
    int at = all.indexOf(before);
    all.remove(at);
    all.addAll(at, List.of(after));
    become(all);
  }

  private void split() throws SQLException {
    Partition whole = named();
    Partitioning before = current();
    PartitionClauses clauses = new PartitionClauses(cursor, target, draft);
    List<Optional<Object>> bound = List.of();
    List<Optional<Object>> values = List.of();
    int mark = cursor.mark() + 1;
    if (before.method() == Method.RANGE) {
      cursor.expectWord("AT");
      bound = clauses.bounds(before.columns());
    } else if (before.method() == Method.LIST) {
      cursor.expectWord("VALUES");
      values = clauses.values(before.columns().get(0));
    } else {
      throw OraErrors.of(14255, "table is not partitioned by Range, List, Composite Range method");
    }
    String high = cursor.textSince(mark).strip().replaceAll("^\\(|\\)$", "");
    cursor.expectWord("INTO");
    cursor.expectOpen();
    String first = newName();
    cursor.expect(",", 14006, "invalid partition name");
    String second = newName();
    cursor.expectClose();
    long firstId = target.dictionary().nextObjectId();
    long secondId = target.dictionary().nextObjectId();
    List<Optional<Object>> rest = new ArrayList<>(whole.values());
    rest.removeAll(values);
    Partition one = new Partition(first, firstId, firstId, bound, values, high);
    Partition other =
        new Partition(
            second,
            secondId,
            secondId,
            whole.bound(),
            before.method() == Method.LIST ? rest : List.of(),
            whole.highValue());
    replace(whole, one, other);
    redistribute(whole, List.of(one, other));
  }

  private String newName() throws SQLException {
    cursor.expectWord("PARTITION");
    return cursor.name(14006, "invalid partition name");
  }

  private void merge() throws SQLException {
    Partition one = named();
    cursor.expect(",", 14006, "invalid partition name");
    Partition other = named();
    cursor.expectWord("INTO");
    String name = newName();
    long id = target.dictionary().nextObjectId();
    List<Optional<Object>> values = new ArrayList<>(one.values());
    values.addAll(other.values());
    boolean rest =
        current().method() == Method.LIST && (one.values().isEmpty() || other.values().isEmpty());
    Partition merged =
        new Partition(
            name,
            id,
            id,
            other.bound(),
            rest ? List.of() : values,
            current().method() == Method.LIST
                ? one.highValue() + ", " + other.highValue()
                : other.highValue());
    List<Partition> all = new ArrayList<>(current().partitions());
    all.remove(one);
    all.set(all.indexOf(other), merged);
    newRowIds(where(one), merged);
    newRowIds(where(other), merged);
    become(all);
  }

  /** Gives the rows of a partition that was split their places. */
  private void redistribute(Partition whole, List<Partition> parts) throws SQLException {
    for (byte[] rowId :
        target.rowIds("SELECT " + InnerNames.ROWID + " FROM " + draft.innerName() + where(whole))) {
      String one = " WHERE " + InnerNames.ROWID + " = X'" + hex(rowId) + "'";
      List<Object> key = new ArrayList<>();
      for (String column : current().columns()) {
        SimColumn found = draft.column(column).orElseThrow();
        key.add(
            target.value(
                "(SELECT " + InnerNames.quoted(column) + " FROM " + draft.innerName() + one + ")",
                Kind.of(found.type())));
      }
      Partition home =
          current()
              .of(new ArrayList<>(key), () -> target.dictionary().nextObjectId())
              .filter(parts::contains)
              .orElseThrow(() -> OraErrors.of(14400, "no partition maps to the partition key"));
      newRowIds(one, home);
    }
  }

  private static String hex(byte[] bytes) {
    return java.util.HexFormat.of().formatHex(bytes);
  }

  private void rename() throws SQLException {
    Partition partition = named();
    cursor.expectWord("TO");
    String name = cursor.name(14006, "invalid partition name");
    replace(
        partition,
        new Partition(
            name,
            partition.objectId(),
            partition.dataObjectId(),
            partition.bound(),
            partition.values(),
            partition.highValue()));
  }

  /** Rows and segment of the partition and of a table change places. */
  private void exchange() throws SQLException {
    Partition partition = named();
    cursor.expectWord("WITH");
    cursor.expectWord("TABLE");
    TableEntry other = Ddl.table(cursor, target, "ALTER ANY TABLE");
    if (cursor.accept("INCLUDING") || cursor.accept("EXCLUDING")) {
      cursor.expectWord("INDEXES");
    }
    if (cursor.accept("WITH") || cursor.accept("WITHOUT")) {
      cursor.expectWord("VALIDATION");
    }
    List<SimColumn> mine = stored(draft.columns());
    List<SimColumn> theirs = stored(other.table().columns());
    if (mine.size() != theirs.size()) {
      throw OraErrors.of(
          14096, "tables in ALTER TABLE EXCHANGE PARTITION must have the same number of columns");
    }
    for (int i = 0; i < mine.size(); i++) {
      if (!mine.get(i).type().equals(theirs.get(i).type())) {
        throw OraErrors.of(14097, "column type or size mismatch in ALTER TABLE EXCHANGE PARTITION");
      }
    }
    String names = names(mine);
    String otherNames = names(theirs);
    String hold = InnerNames.quoted(draft.key().owner(), "X$" + partition.objectId());
    target.inner(
        "CREATE TABLE "
            + hold
            + " AS SELECT "
            + names
            + " FROM "
            + draft.innerName()
            + where(partition));
    target.innerRows("DELETE FROM " + draft.innerName() + where(partition));
    target.innerRows(
        "INSERT INTO "
            + draft.innerName()
            + "("
            + names
            + ") SELECT "
            + otherNames
            + " FROM "
            + other.innerName());
    target.innerRows("DELETE FROM " + other.innerName());
    target.innerRows(
        "INSERT INTO " + other.innerName() + "(" + otherNames + ") SELECT * FROM " + hold);
    target.inner("DROP TABLE " + hold);
    TableDraft exchanged = new TableDraft(other);
    exchanged.dataObjectId(partition.dataObjectId());
    replace(partition, partition.withData(other.table().dataObjectId()));
    target.publish(exchanged);
  }

  private static List<SimColumn> stored(List<SimColumn> columns) {
    return columns.stream().filter(c -> !c.virtual()).toList();
  }

  private static String names(List<SimColumn> columns) {
    List<String> names = new ArrayList<>(List.of(InnerNames.ROWID, InnerNames.TRANSACTION));
    columns.forEach(c -> names.add(InnerNames.quoted(c.name())));
    return String.join(", ", names);
  }

  /** The condition for the rows of a segment. */
  static String where(Partition partition) {
    return " WHERE " + condition(InnerNames.ROWID, partition);
  }

  static String condition(String rowId, Partition partition) {
    return "("
        + rowId
        + " >= X'"
        + "%08x000000000000".formatted(partition.dataObjectId())
        + "' AND "
        + rowId
        + " < X'"
        + "%08x000000000000".formatted(partition.dataObjectId() + 1)
        + "')";
  }
}
