package io.oraclecdc.testkit.simulator.flashback;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.ConstraintDef;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.session.H2Values;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/*
 * How AS OF works
 * ===============
 * Every row carries the number of the transaction that wrote it. When a statement replaces or
 * deletes a row, the old version goes to the table's history in the same transaction of H2, with
 * the number of the transaction that ended it. A row of the table existed at SCN n if its writer
 * committed at or before n; a version of the history if its writer did and its end did not. A
 * rollback cleans the history by itself. The history of a table is made with its first old version
 * and dropped with the DDL that makes earlier SCNs unreadable.
 *
 * As long as nothing committed on a table after n, and the session itself has nothing open on it,
 * the table alone answers: that keeps key-ordered reads with FETCH FIRST from sorting a union. The
 * caller must ask again once its query has its snapshot (see simulator notes, section 6).
 */

/** Old row versions and what is known of commits, for flashback queries. Thread-safe. */
public final class UndoHistory {
  private static final int PURGE_EVERY = 20_000;

  private final SimDictionary dictionary;
  private final RedoDatabase redo;
  private final Connection admin;
  private final Clock clock;
  private final UndoRetention retention;
  private final CommitScns scns = new CommitScns();
  private final Map<Long, Long> lastCommit = new ConcurrentHashMap<>();
  private final Map<Long, Definition> defined = new ConcurrentHashMap<>();
  private final Map<Long, String> histories = new ConcurrentHashMap<>();
  private long keptSincePurge;

  private record Definition(long scn, LocalDateTime time) {}

  /**
   * An empty history.
   *
   * @param admin connection of H2 for creating and dropping history tables
   * @param undoRetention UNDO_RETENTION
   */
  public UndoHistory(
      SimDictionary dictionary,
      RedoDatabase redo,
      Connection admin,
      Clock clock,
      Duration undoRetention) {
    this.dictionary = dictionary;
    this.redo = redo;
    this.admin = admin;
    this.clock = clock;
    this.retention = new UndoRetention(redo, clock, undoRetention);
  }

  /** How far back queries can see. */
  public UndoRetention retention() {
    return retention;
  }

  /** A number for a transaction that is about to change rows. */
  public long begin() {
    return scns.begin();
  }

  /** The transaction committed; called under the commit latch. */
  public void committed(long number, Collection<Long> objectIds, long scn) {
    scns.committed(number, scn);
    objectIds.forEach(id -> lastCommit.merge(id, scn, Math::max));
  }

  /** Commit SCN of a transaction, {@link Long#MAX_VALUE} while it is open. */
  public long scnOf(long number) {
    return scns.of(number);
  }

  /** A DDL statement is changing a table: its past is closed until {@link #defined}. */
  public void defining(SimTable table) {
    defined.put(table.objectId(), new Definition(Long.MAX_VALUE, LocalDateTime.now(clock)));
  }

  /** The DDL statement has its SCN. */
  public void defined(long objectId, long scn) {
    defined.put(objectId, new Definition(scn, LocalDateTime.now(clock)));
  }

  /**
   * The name of the history to be dropped because its table is changed, null when there is none.
   */
  public @Nullable String forget(long objectId) {
    synchronized (histories) { // no purge is inside a table that is about to go
      return histories.remove(objectId);
    }
  }

  /**
   * Fails unless the table can be read as of an SCN.
   *
   * @throws SQLException ORA-08181 not an SCN, ORA-01466 table changed since, ORA-01555 undo gone
   */
  public void check(TableEntry table, long scn) throws SQLException {
    if (scn <= 0 || scn > redo.currentScn()) {
      throw OraErrors.of(8181, "specified number is not a valid system change number");
    }
    LocalDateTime time = redo.timeOfScn(scn);
    Definition definition = defined.get(table.table().objectId());
    if (definition != null) {
      Duration blur = retention.blur();
      boolean blurred = !blur.isZero() && time.isBefore(definition.time().plus(blur));
      if (scn < definition.scn() || blurred) {
        throw OraErrors.of(1466, "unable to read data - table definition has changed");
      }
    }
    if (scn < retention.oldestScn()) {
      throw UndoRetention.tooOld();
    }
  }

  /** Whether no commit after the SCN touched the table; waits for a commit that is under way. */
  public boolean isUnchangedSince(TableEntry table, long scn) {
    redo.currentScn(); // passes the commit latch
    return lastCommit.getOrDefault(table.table().objectId(), 0L) <= scn;
  }

  /** Whether there are old versions of the table's rows. */
  public boolean hasHistory(TableEntry table) {
    return histories.containsKey(table.table().objectId());
  }

  /** Name of a table's history, quoted for H2. */
  public static String name(SimTable table) {
    return InnerNames.quoted(table.owner(), "H$" + table.objectId());
  }

  /** Makes the history of a table if it has none. */
  public void ensure(SimTable table) throws SQLException {
    if (histories.containsKey(table.objectId())) {
      return;
    }
    synchronized (histories) {
      if (histories.containsKey(table.objectId())) {
        return;
      }
      List<String> columns = new ArrayList<>();
      columns.add(InnerNames.ROWID + " VARBINARY(10)");
      columns.add(InnerNames.TRANSACTION + " BIGINT");
      for (SimColumn column : table.columns()) {
        columns.add(InnerNames.quoted(column.name()) + " " + ColumnTypes.storage(column.type()));
      }
      columns.add(InnerNames.ENDED + " BIGINT");
      String name = name(table);
      try (Statement statement = admin.createStatement()) {
        statement.execute("CREATE TABLE " + name + "(" + String.join(", ", columns) + ")");
        statement.execute(index(table, "HR$", InnerNames.ROWID));
        List<String> key = key(table);
        if (!key.isEmpty()) {
          statement.execute(
              index(
                  table, "HK$", String.join(", ", key.stream().map(InnerNames::quoted).toList())));
        }
      }
      histories.put(table.objectId(), name);
    }
  }

  private static String index(SimTable table, String prefix, String columns) {
    return "CREATE INDEX "
        + InnerNames.quoted(table.owner(), prefix + table.objectId())
        + " ON "
        + name(table)
        + "("
        + columns
        + ")";
  }

  private List<String> key(SimTable table) {
    return dictionary
        .tableById(table.objectId())
        .flatMap(t -> t.constraints().stream().filter(c -> c.isKey() && c.enabled()).findFirst())
        .map(ConstraintDef::columns)
        .orElse(List.of());
  }

  /**
   * Keeps the versions a statement replaced, in its transaction.
   *
   * @param h2 the session's connection
   * @param number of its transaction
   */
  public void keep(Connection h2, List<RowVersion> versions, long number) throws SQLException {
    Map<Long, List<RowVersion>> byTable = new LinkedHashMap<>();
    for (RowVersion version : versions) {
      if (version.writer() != number) {
        byTable.computeIfAbsent(version.table().objectId(), k -> new ArrayList<>()).add(version);
      }
    }
    for (List<RowVersion> rows : byTable.values()) {
      keepTable(h2, rows, number);
    }
  }

  private void keepTable(Connection h2, List<RowVersion> rows, long number) throws SQLException {
    SimTable table = rows.get(0).table();
    ensure(table);
    int columns = table.columns().size();
    String sql =
        "INSERT INTO "
            + name(table)
            + " VALUES ("
            + String.join(", ", Collections.nCopies(columns + 3, "?"))
            + ")";
    try (PreparedStatement statement = h2.prepareStatement(sql)) {
      for (RowVersion row : rows) {
        statement.setBytes(1, row.rowId());
        statement.setLong(2, row.writer());
        for (int i = 0; i < columns; i++) {
          Kind kind = Kind.of(table.columns().get(i).type());
          H2Values.restore(statement, i + 3, kind, row.values()[i]);
        }
        statement.setLong(columns + 3, number);
        statement.addBatch();
      }
      statement.executeBatch();
    }
    purge(rows.size());
  }

  /** From time to time forgets versions that nobody may ask for any more. */
  private void purge(int kept) throws SQLException {
    Set<Map.Entry<Long, String>> tables;
    synchronized (this) {
      keptSincePurge += kept;
      if (keptSincePurge < PURGE_EVERY) {
        return;
      }
      keptSincePurge = 0;
      tables = Set.copyOf(histories.entrySet());
    }
    long oldest = retention.oldestScn();
    synchronized (histories) {
      try (Statement statement = admin.createStatement()) {
        for (Map.Entry<Long, String> table : tables) {
          if (histories.containsKey(table.getKey())) {
            statement.execute(
                "DELETE FROM "
                    + table.getValue()
                    + " WHERE \"SYS\".\"ORA_SCN_OF\"("
                    + InnerNames.ENDED
                    + ") < "
                    + oldest);
          }
        }
      }
    }
  }
}
