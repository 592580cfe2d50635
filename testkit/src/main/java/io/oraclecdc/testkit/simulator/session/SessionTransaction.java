package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StatementScope;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private boolean readOnly;
  private boolean fresh = true;

  private record Mark(Savepoint savepoint, int changes) {}

  SessionTransaction(Database database, Connection h2, SessionInfo info) {
    this.database = database;
    this.h2 = h2;
    this.info = info;
    this.redo = new RedoTransaction(info);
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
    }
  }

  StatementScope beginStatement() {
    StatementScope created = new StatementScope();
    scope = created;
    return created;
  }

  void statementDone(StatementScope done) {
    scope = null;
    lastRows = List.copyOf(done.rows());
    database.partitionsUsed(lastRows);
    fresh &= lastRows.isEmpty();
    if (batch != null) {
      batch.addAll(done.rows());
    } else if (!done.rows().isEmpty()) {
      database.redo().statement(redo, List.copyOf(done.rows()));
    }
  }

  void statementFailed(StatementScope failed, List<RowChange> rows) throws SQLException {
    scope = null;
    lastRows = List.of();
    if (rows.isEmpty()) {
      return;
    }
    if (batch != null && !batch.isEmpty()) {
      database.redo().statement(redo, List.copyOf(batch));
      batch.clear();
    }
    fresh = false;
    int keep = redo.changes().size();
    database.redo().statement(redo, rows);
    database.redo().undoTo(redo, keep);
    database.rowIds().release(rows);
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

  void commit() throws SQLException {
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
    savepoints.clear();
    readOnly = false;
    fresh = true;
    scope = null;
  }

  void savepoint(String name) throws SQLException {
    savepoints.remove(name);
    savepoints.put(name, new Mark(h2.setSavepoint(), redo.changes().size()));
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
    savepoints.put(name, new Mark(h2.setSavepoint(), mark.changes()));
  }
}
