package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.BrokenConnectionException;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.session.BoundValues;
import io.oraclecdc.testkit.simulator.session.CallControl;
import io.oraclecdc.testkit.simulator.session.OpenRows;
import io.oraclecdc.testkit.simulator.session.Outcome;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement; base of the prepared ones. */
class SimStatement implements Statement, Unwrapped {
  private final SimConnection connection;
  private final CallControl control;
  private final List<String> batch = new ArrayList<>();
  private volatile boolean closed;
  private int queryTimeoutSeconds;
  private int fetchSize;
  private long maxRows;
  private boolean closeOnCompletion;
  private @Nullable SimResultSet result;
  private long updateCount = -1;
  private GeneratedKeys keys = GeneratedKeys.NONE;
  private List<RowChange> changes = List.of();

  SimStatement(SimConnection connection) {
    this.connection = connection;
    this.control = connection.database().newControl();
    this.fetchSize = connection.defaultFetchSize();
  }

  SimConnection connection() {
    return connection;
  }

  CallControl control() {
    return control;
  }

  void keys(GeneratedKeys value) {
    keys = value;
  }

  void checkOpen() throws SQLException {
    connection.checkOpen();
    if (closed) {
      throw OraErrors.of(17009, "Closed Statement");
    }
  }

  /** Runs one statement and keeps what it gave; true when that is a result set. */
  boolean run(String sql, BoundValues values) throws SQLException {
    checkOpen();
    closeResult();
    updateCount = -1;
    changes = List.of();
    Outcome outcome =
        connection.call(
            () -> timed(() -> connection.session().execute(sql, values, control, fetchSize)));
    OpenRows rows = outcome.rows();
    if (rows != null) {
      result = new SimResultSet(this, rows, sql, maxRows);
      return true;
    }
    updateCount = outcome.count();
    changes = outcome.changes();
    connection.run(
        () -> {
          connection.afterStatement();
        });
    return false;
  }

  /** Watches a call for the query timeout and the network timeout. */
  <T> T timed(io.oraclecdc.testkit.simulator.session.SimSession.Inner<T> work) throws SQLException {
    return control.timed(
        queryTimeoutSeconds * 1000L,
        connection.networkTimeoutMillis(),
        work,
        this::networkLost,
        connection::isDead);
  }

  private SQLException networkLost() {
    connection.die();
    return new BrokenConnectionException();
  }

  private void closeResult() throws SQLException {
    SimResultSet open = result;
    result = null;
    if (open != null) {
      open.close();
    }
  }

  /** A result set was closed by its user. */
  void resultClosed() throws SQLException {
    if (closeOnCompletion) {
      close();
    }
  }

  ResultSet requireResult() throws SQLException {
    SimResultSet open = result;
    if (open == null) {
      throw OraErrors.of(17166, "Cannot perform fetch on a DML or DDL statement");
    }
    return open;
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    run(sql, new BoundValues());
    return requireResult();
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return (int) executeLargeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    run(sql, new BoundValues());
    return Math.max(updateCount, 0);
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return run(sql, new BoundValues());
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      closeResult();
    }
  }

  @Override
  public boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    checkOpen();
    return 0;
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    checkOpen();
  }

  @Override
  public int getMaxRows() throws SQLException {
    checkOpen();
    return (int) maxRows;
  }

  @Override
  public void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    checkOpen();
    if (max < 0) {
      throw OraErrors.of(17068, "Invalid argument(s) in call");
    }
    maxRows = max;
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    checkOpen();
    return queryTimeoutSeconds;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    if (seconds < 0) {
      throw OraErrors.of(17068, "Invalid argument(s) in call");
    }
    queryTimeoutSeconds = seconds;
  }

  @Override
  public void cancel() throws SQLException {
    checkOpen();
    control.cancel();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public void setCursorName(String name) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return result;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    checkOpen();
    return (int) updateCount;
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return updateCount;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    checkOpen();
    closeResult();
    updateCount = -1;
    return false;
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    return getMoreResults();
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw OraErrors.of(17063, "Invalid Row Prefetch");
    }
    fetchSize = rows == 0 ? connection.defaultFetchSize() : rows;
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() throws SQLException {
    checkOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    checkOpen();
    batch.add(sql);
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    checkOpen();
    List<String> statements = List.copyOf(batch);
    batch.clear();
    int[] counts = new int[statements.size()];
    for (int i = 0; i < counts.length; i++) {
      try {
        run(statements.get(i), new BoundValues());
        counts[i] = (int) Math.max(updateCount, 0);
      } catch (SQLException e) {
        throw batchFailure(e, java.util.Arrays.copyOf(counts, i));
      }
    }
    return counts;
  }

  /** As ojdbc: the batch stops at the first error, with the counts so far. */
  static BatchUpdateException batchFailure(SQLException e, int[] counts) {
    return new BatchUpdateException(e.getMessage(), e.getSQLState(), e.getErrorCode(), counts, e);
  }

  @Override
  public Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    if (keys.columns().isEmpty()) {
      throw OraErrors.of(17090, "operation not allowed");
    }
    SimStatement reader = new SimStatement(connection);
    reader.closeOnCompletion();
    return reader.executeQuery(keys.query(changes));
  }

  List<RowChange> changes() {
    return changes;
  }

  void outcome(long count, List<RowChange> rows) {
    updateCount = count;
    changes = rows;
  }

  @Override
  public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    keys = GeneratedKeys.of(autoGeneratedKeys);
    return executeUpdate(sql);
  }

  @Override
  public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public int executeUpdate(String sql, String[] columnNames) throws SQLException {
    keys = GeneratedKeys.of(columnNames);
    return executeUpdate(sql);
  }

  @Override
  public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    keys = GeneratedKeys.of(autoGeneratedKeys);
    return execute(sql);
  }

  @Override
  public boolean execute(String sql, int[] columnIndexes) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean execute(String sql, String[] columnNames) throws SQLException {
    keys = GeneratedKeys.of(columnNames);
    return execute(sql);
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
  }

  @Override
  public boolean isPoolable() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    checkOpen();
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    checkOpen();
    return closeOnCompletion;
  }
}
