package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.session.H2Values;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import io.oraclecdc.testkit.simulator.session.OpenRows;
import io.oraclecdc.testkit.simulator.session.SimSession;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of a query, streamed from H2, with the getters of Oracle's driver. */
final class SimResultSet extends LabelledResultSet {
  private final SimStatement statement;
  private final SimConnection connection;
  private final OpenRows open;
  private final ResultSet rows;
  private final String sql;
  private final long maxRows;
  private final Kind[] kinds;
  private final boolean[] longs;
  private @Nullable Map<String, Integer> labels;
  private boolean closed;
  private boolean onRow;
  private boolean ended;
  private boolean wasNull;
  private long row;
  private int fetchSize;

  SimResultSet(SimStatement statement, OpenRows open, String sql, long maxRows)
      throws SQLException {
    this.statement = statement;
    this.connection = statement.connection();
    this.open = open;
    this.rows = open.rows();
    this.sql = sql;
    this.maxRows = maxRows;
    this.fetchSize = statement.getFetchSize();
    int count = open.columns().size();
    this.kinds = new Kind[count];
    this.longs = new boolean[count];
    ResultSetMetaData inner = rows.getMetaData();
    for (int i = 0; i < count; i++) {
      ResultColumn column = open.columns().get(i);
      kinds[i] = column.rowId() ? Kind.ROWID : Kind.of(column.type());
      int code = inner.getColumnType(i + 1);
      longs[i] = code == Types.BIGINT || code == Types.INTEGER;
    }
  }

  private void checkOpen() throws SQLException {
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
    if (ended || (maxRows > 0 && row >= maxRows)) {
      onRow = false;
      ended = true;
      return false;
    }
    SimSession session = connection.session();
    FaultPlan faults = connection.database().faults();
    if (faults.watchesRows()) {
      faults.check(FaultPlan.Call.NEXT_ROW, session.user(), sql, row + 1);
    }
    boolean newFetch = row % Math.max(1, fetchSize) == 0;
    try {
      SimSession.Inner<Boolean> step = () -> session.bound(rows::next);
      onRow = newFetch ? statement.timed(step) : step.run();
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, H2ErrorMapper.Situation.OTHER);
    }
    if (onRow) {
      row++;
    } else {
      ended = true;
    }
    return onRow;
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

  private Kind at(int index) throws SQLException {
    checkOpen();
    if (index < 1 || index > kinds.length) {
      throw OraErrors.of(17003, "Invalid column index");
    }
    if (!onRow) {
      throw OraErrors.of(
          ended ? 17289 : 17014,
          ended ? "Result set after last row" : "ResultSet.next was not called");
    }
    return kinds[index - 1];
  }

  private @Nullable Object value(int index) throws SQLException {
    Kind kind = at(index);
    Object value;
    try {
      value = H2Values.read(rows, index, kind);
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, H2ErrorMapper.Situation.OTHER);
    }
    wasNull = value == null;
    return value;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    Map<String, Integer> known = labels;
    if (known == null) {
      known = new HashMap<>();
      for (int i = open.columns().size(); i > 0; i--) {
        known.put(open.columns().get(i - 1).label().toUpperCase(Locale.ROOT), i);
      }
      labels = known;
    }
    Integer index = known.get(label.toUpperCase(Locale.ROOT));
    if (index == null) {
      throw OraErrors.of(17006, "Invalid column name");
    }
    return index;
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public @Nullable String getString(int index) throws SQLException {
    return ValueViews.string(value(index), kinds[index - 1]);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    return ValueViews.number(value(index));
  }

  private long whole(int index, long low, long high) throws SQLException {
    at(index);
    if (longs[index - 1]) {
      long value = rows.getLong(index);
      wasNull = rows.wasNull();
      if (value < low || value > high) {
        throw OraErrors.of(17026, "Numeric Overflow");
      }
      return value;
    }
    BigDecimal value = getBigDecimal(index);
    return value == null ? 0 : ValueViews.whole(value, low, high);
  }

  @Override
  public long getLong(int index) throws SQLException {
    return whole(index, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public int getInt(int index) throws SQLException {
    return (int) whole(index, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public short getShort(int index) throws SQLException {
    return (short) whole(index, Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public byte getByte(int index) throws SQLException {
    return (byte) whole(index, Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    BigDecimal value = getBigDecimal(index);
    return value != null && value.signum() != 0;
  }

  @Override
  public float getFloat(int index) throws SQLException {
    return (float) getDouble(index);
  }

  @Override
  public double getDouble(int index) throws SQLException {
    Object value = value(index);
    if (value instanceof Float || value instanceof Double) {
      return ((Number) value).doubleValue();
    }
    BigDecimal number = ValueViews.number(value);
    return number == null ? 0 : number.doubleValue();
  }

  @Override
  public byte @Nullable [] getBytes(int index) throws SQLException {
    Object value = value(index);
    if (value == null || value instanceof byte[]) {
      return (byte[]) value;
    }
    if (value instanceof String text) {
      return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
    throw OraErrors.of(17004, "Invalid column type");
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return ValueViews.timestamp(value(index), null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index, @Nullable Calendar calendar)
      throws SQLException {
    return ValueViews.timestamp(value(index), calendar);
  }

  @Override
  public @Nullable Date getDate(int index) throws SQLException {
    Timestamp value = getTimestamp(index);
    return value == null ? null : new Date(value.getTime());
  }

  @Override
  public @Nullable Date getDate(int index, Calendar calendar) throws SQLException {
    Timestamp value = getTimestamp(index, calendar);
    return value == null ? null : new Date(value.getTime());
  }

  @Override
  public @Nullable Time getTime(int index) throws SQLException {
    Timestamp value = getTimestamp(index);
    return value == null ? null : new Time(value.getTime());
  }

  @Override
  public @Nullable Time getTime(int index, Calendar calendar) throws SQLException {
    Timestamp value = getTimestamp(index, calendar);
    return value == null ? null : new Time(value.getTime());
  }

  @Override
  public @Nullable Object getObject(int index) throws SQLException {
    Kind kind = at(index);
    if (kind == Kind.CLOB) {
      return getClob(index);
    }
    if (kind == Kind.BLOB) {
      return getBlob(index);
    }
    return ValueViews.object(value(index), kind);
  }

  @Override
  public <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
    if (type == Clob.class || type == Blob.class) {
      return type.cast(getObject(index));
    }
    Kind kind = at(index);
    return ValueViews.as(value(index), kind, type);
  }

  @Override
  public @Nullable Object getObject(int index, Map<String, Class<?>> map) throws SQLException {
    return getObject(index);
  }

  @Override
  public @Nullable RowId getRowId(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new SimRowId(text);
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
  public @Nullable SQLXML getSQLXML(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new SimSqlXml(text);
  }

  @Override
  public @Nullable SQLXML getSQLXML(String label) throws SQLException {
    return getSQLXML(findColumn(label));
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
  public @Nullable Reader getCharacterStream(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int index) throws SQLException {
    return getCharacterStream(index);
  }

  @Override
  public @Nullable InputStream getBinaryStream(int index) throws SQLException {
    byte[] bytes = getBytes(index);
    return bytes == null ? null : new java.io.ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable InputStream getAsciiStream(int index) throws SQLException {
    return getBinaryStream(index);
  }

  @Override
  public @Nullable String getNString(int index) throws SQLException {
    return getString(index);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(index);
    return value == null ? null : value.setScale(scale, java.math.RoundingMode.HALF_UP);
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
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new SimResultSetMetaData(open.columns());
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    return row == 0 && !ended;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return ended && row > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return onRow && row == 1;
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return onRow ? (int) row : 0;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return FETCH_FORWARD;
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
  public int getType() throws SQLException {
    checkOpen();
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() throws SQLException {
    checkOpen();
    return CONCUR_READ_ONLY;
  }

  @Override
  public Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (!type.isInstance(this)) {
      throw OraErrors.of(17090, "operation not allowed");
    }
    return type.cast(this);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
