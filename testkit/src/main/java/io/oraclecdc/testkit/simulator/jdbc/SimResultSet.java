package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.session.H2Values;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import io.oraclecdc.testkit.simulator.session.OpenRows;
import io.oraclecdc.testkit.simulator.session.SimSession;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Rows of a query, streamed from H2, with the getters of Oracle's driver. */
final class SimResultSet extends TypedResultSet {
  private final SimStatement statement;
  private final SimConnection connection;
  private final OpenRows open;
  private final ResultSet rows;
  private final String sql;
  private final long maxRows;
  private final boolean[] longs;
  private boolean closed;
  private int fetchSize;

  SimResultSet(SimStatement statement, OpenRows open, String sql, long maxRows)
      throws SQLException {
    super(open.columns());
    this.statement = statement;
    this.connection = statement.connection();
    this.open = open;
    this.rows = open.rows();
    this.sql = sql;
    this.maxRows = maxRows;
    this.fetchSize = statement.getFetchSize();
    int count = open.columns().size();
    this.longs = new boolean[count];
    ResultSetMetaData inner = rows.getMetaData();
    for (int i = 0; i < count; i++) {
      int code = inner.getColumnType(i + 1);
      longs[i] = code == Types.BIGINT || code == Types.INTEGER;
    }
  }

  @Override
  protected void checkOpen() throws SQLException {
    connection.checkOpen();
    if (closed) {
      throw OraErrors.of(17010, "Closed Resultset");
    }
  }

  @Override
  public boolean next() throws SQLException {
    return connection.call(this::advance);
  }

  private boolean advance() throws SQLException {
    checkOpen();
    long row = rowNumber();
    if (isEnded() || (maxRows > 0 && row >= maxRows)) {
      return moved(false);
    }
    SimSession session = connection.session();
    FaultPlan faults = connection.database().faults();
    if (faults.watchesRows()) {
      statement.timed(
          () -> {
            faults.check(FaultPlan.Call.NEXT_ROW, session.user(), sql, row + 1);
            return true;
          });
    }
    boolean newFetch = row % Math.max(1, fetchSize) == 0;
    try {
      SimSession.Inner<Boolean> step = () -> session.bound(open::next);
      return moved(newFetch ? statement.timed(step) : step.run());
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, H2ErrorMapper.Situation.OTHER);
    }
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      if (!connection.isClosed()) {
        open.close();
      }
      statement.resultClosed();
    }
  }

  @Override
  public boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  protected @Nullable Object read(int index, Kind kind) throws SQLException {
    try {
      return H2Values.read(rows, index, kind);
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, H2ErrorMapper.Situation.OTHER);
    }
  }

  @Override
  public boolean isWhole(int index) {
    return longs[index - 1];
  }

  @Override
  public @Nullable Long readWhole(int index) throws SQLException {
    try {
      long value = rows.getLong(index);
      return rows.wasNull() ? null : (Long) value;
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, H2ErrorMapper.Situation.OTHER);
    }
  }

  @Override
  public @Nullable Clob getClob(int index) throws SQLException {
    LobHandle lob = lob(index, true);
    return lob == null ? null : new SimClob(connection, lob);
  }

  /** A locator that can be written when the query locks the row. */
  private @Nullable LobHandle lob(int index, boolean text) throws SQLException {
    Kind kind = at(index);
    if (kind == Kind.BLOB ? text : !text) {
      throw OraErrors.of(17004, "Invalid column type");
    }
    Object value = kind == Kind.BLOB ? getBytes(index) : getString(index);
    if (value == null) {
      return null;
    }
    LobHandle lob = open.locator(connection.session(), index);
    return lob == null ? LobHandle.unlocked(value) : lob;
  }

  @Override
  public @Nullable NClob getNClob(int index) throws SQLException {
    return (NClob) getClob(index);
  }

  @Override
  public @Nullable Blob getBlob(int index) throws SQLException {
    LobHandle lob = lob(index, false);
    return lob == null ? null : new SimBlob(connection, lob);
  }

  @Override
  public void setFetchSize(int size) throws SQLException {
    checkOpen();
    fetchSize = size == 0 ? connection.defaultFetchSize() : size;
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }
}
