package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StatementScope;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: the rows of the running statement, savepoints, and how each ends in
 * H2 and in the redo. Used by its session's thread; only {@link #redo()} is read by others.
 */
final class SessionTransaction {
  private final Database database;
  private final Connection h2;
  private final SessionInfo info;
  private final Map<String, Mark> savepoints = new LinkedHashMap<>();
  private volatile RedoTransaction redo;
  private @Nullable StatementScope scope;
  private @Nullable List<RowChange> batch;
  private List<RowChange> lastRows = List.of();
  private final DeferredChecks deferred;
  private final Set<Long> temporary = new HashSet<>();
  private final Set<Long> touched = ConcurrentHashMap.newKeySet();
  private long number;
  private boolean readOnly;
  private boolean fresh = true;

  private Set<Long> loaded = Set.of();
  private long loads;

  private record Mark(Savepoint savepoint, int changes, Set<Long> loaded) {}

  SessionTransaction(Database database, Connection h2, SessionInfo info) {
    this.database = database;
    this.h2 = h2;
    this.info = info;
    this.redo = new RedoTransaction(info);
    this.deferred = new DeferredChecks(database.dictionary(), h2);
  }

  RedoTransaction redo() {
    return redo;
  }

  boolean isReadOnly() {
    return readOnly;
  }

  @Nullable StatementScope scope() {
    return scope;
  }

  /** Rows of the last statement. */
  List<RowChange> lastRows() {
    return lastRows;
  }

  /** SET TRANSACTION. */
  void begin(boolean asReadOnly) throws SQLException {
    if (!fresh) {
      throw OraErrors.of(1453, "SET TRANSACTION must be first statement of transaction");
    }
    readOnly = asReadOnly;
  }

  void beginBatch() {
    batch = new ArrayList<>();
  }

  void endBatch() {
    List<RowChange> rows = batch;
    batch = null;
    if (rows != null && !rows.isEmpty()) {
      database.redo().statement(redo, rows);
      loaded(rows);
    }
  }

  /** Rises when other tables may be used than before. */
  long loads() {
    return loads;
  }

  private void loaded(List<RowChange> rows) {
    if (DirectPath.isAmong(rows)) {
      Set<Long> more = new HashSet<>(loaded);
      rows.stream()
          .filter(r -> r.path() != RowChange.Path.CONVENTIONAL)
          .forEach(r -> more.add(r.table().objectId()));
      loaded = Set.copyOf(more);
      loads++;
    }
  }

  private void loadedBefore(Set<Long> tables) {
    if (!loaded.equals(tables)) {
      loaded = tables;
      loads++;
    }
  }

  /** After a direct path insert the transaction cannot use the table again. */
  void requireReadable(ObjectKey key) throws SQLException {
    if (loaded.isEmpty()) {
      return;
    }
    Optional<TableEntry> table = database.dictionary().table(key);
    if (table.filter(t -> loaded.contains(t.table().objectId())).isPresent()) {
      throw OraErrors.of(12838, "cannot read/modify an object after modifying it in parallel");
    }
  }

  StatementScope beginStatement() {
    StatementScope created = new StatementScope(scope);
    scope = created;
    return created;
  }

  /** Number of the transaction, for the rows it writes. */
  long number() {
    if (number == 0) {
      long own = database.undo().begin();
      number = own;
      redo.whenCommitted(scn -> database.undo().committed(own, touched, scn));
    }
    return number;
  }

  /** Tables whose rows it has changed; read by others too. */
  Set<Long> touched() {
    return Set.copyOf(touched);
  }

  /** Whether it has changed rows of a table. */
  boolean hasTouched(long objectId) {
    return touched.contains(objectId);
  }

  void statementDone(StatementScope done) throws SQLException {
    if (!done.superseded().isEmpty()) {
      database.undo().keep(h2, done.superseded(), number());
    }
    done.rows().forEach(r -> touched.add(r.table().objectId()));
    StatementScope outer = done.outer();
    scope = outer;
    lastRows = List.copyOf(done.rows());
    if (outer != null) {
      outer.adopt(lastRows);
      return;
    }
    database.shownPartitions().usedBy(lastRows);
    fresh &= lastRows.isEmpty();
    List<RowChange> logged = logged(done.rows());
    if (batch != null) {
      batch.addAll(logged);
    } else if (!logged.isEmpty()) {
      database.redo().statement(redo, logged);
      loaded(logged);
    }
  }

  /** Rows of temporary tables have no redo. */
  private List<RowChange> logged(List<RowChange> rows) {
    List<RowChange> logged = new ArrayList<>();
    for (RowChange row : rows) {
      Optional<TableEntry> table = database.dictionary().tableById(row.table().objectId());
      if (table.filter(TableEntry::isTemporary).isEmpty()) {
        logged.add(row);
      } else {
        temporary.add(row.table().objectId());
      }
    }
    return logged;
  }

  /** The session's rows of temporary tables go with the transaction, or with the session. */
  void clearTemporary(boolean sessionEnds) throws SQLException {
    if (temporary.isEmpty()) {
      return;
    }
    for (Long id : List.copyOf(temporary)) {
      Optional<TableEntry> table = database.dictionary().tableById(id);
      boolean kept =
          !sessionEnds
              && table.filter(t -> t.traits().contains(TableEntry.Trait.PRESERVE_ROWS)).isPresent();
      if (table.isEmpty() || kept || database.dictionary().table(table.get().key()).isEmpty()) {
        continue;
      }
      try (Statement statement = h2.createStatement()) {
        statement.execute(
            "DELETE FROM "
                + table.get().innerName()
                + " WHERE "
                + InnerNames.TRANSACTION
                + " = "
                + info.sessionId());
      }
      temporary.remove(id);
    }
  }

  void statementFailed(StatementScope failed, List<RowChange> rows) throws SQLException {
    scope = failed.outer();
    lastRows = List.of();
    List<RowChange> begun = scope == null ? logged(rows) : List.of();
    if (begun.isEmpty()) {
      return;
    }
    if (batch != null && !batch.isEmpty()) {
      database.redo().statement(redo, List.copyOf(batch));
      batch.clear();
    }
    fresh = false;
    int keep = redo.changes().size();
    database.redo().statement(redo, begun);
    database.redo().undoTo(redo, keep);
    database.rowIds().release(begun);
  }

  void deadlocked() {
    scope = null;
    if (batch != null) {
      batch.clear();
    }
    database.redo().rollback(redo);
    startOver();
  }

  void undoTo(int keep) throws SQLException {
    List<RowChange> changes = redo.changes();
    if (changes.size() > keep) {
      List<RowChange> undone = List.copyOf(changes.subList(keep, changes.size()));
      database.redo().undoTo(redo, keep);
      database.rowIds().release(undone);
    }
  }

  DeferredChecks deferred() {
    return deferred;
  }

  /** Fails with ORA-02091 and rolls back when a deferred constraint is violated. */
  private void checkDeferred() throws SQLException {
    if (deferred.none() || touched.isEmpty()) {
      return;
    }
    try {
      deferred.checkAll(touched);
    } catch (SQLException e) {
      rollback();
      throw OraErrors.of(2091, "transaction rolled back\n" + e.getMessage());
    }
  }

  void commit() throws SQLException {
    checkDeferred();
    try {
      database.redo().commit(redo, h2::commit);
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, Situation.OTHER);
    }
    startOver();
  }

  void rollback() throws SQLException {
    List<RowChange> undone = List.copyOf(redo.changes());
    database.redo().rollback(redo);
    h2.rollback();
    database.rowIds().release(undone);
    startOver();
  }

  private void startOver() {
    redo = new RedoTransaction(info);
    number = 0;
    touched.clear();
    loadedBefore(Set.of());
    deferred.startOver();
    savepoints.clear();
    readOnly = false;
    fresh = true;
    scope = null;
  }

  void savepoint(String name) throws SQLException {
    savepoints.remove(name);
    savepoints.put(name, new Mark(h2.setSavepoint(), redo.changes().size(), loaded));
  }

  void rollbackTo(String name) throws SQLException {
    Mark mark = savepoints.get(name);
    if (mark == null) {
      throw OraErrors.of(
          1086, "savepoint '" + name + "' never established in this session or is invalid");
    }
    // redo first: once H2 gives the locks back, others may write the same rows
    undoTo(mark.changes());
    h2.rollback(mark.savepoint());
    boolean later = false;
    for (String other : List.copyOf(savepoints.keySet())) {
      if (later) {
        savepoints.remove(other);
      }
      later |= other.equals(name);
    }
    // H2 forgets a savepoint it returned to
    savepoints.put(name, new Mark(h2.setSavepoint(), mark.changes(), mark.loaded()));
    loadedBefore(mark.loaded());
  }
}
