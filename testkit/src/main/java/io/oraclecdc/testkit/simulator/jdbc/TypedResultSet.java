package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result with the getters of Oracle's driver, whatever its rows come from. A subclass moves
 * through the rows and reads the value of a column in the Java class of its {@link Kind}; what the
 * getters make of it is said here once. Not thread-safe.
 */
public abstract class TypedResultSet extends LabelledResultSet {
  private final List<ResultColumn> columns;
  private final Kind[] kinds;
  private @Nullable Map<String, Integer> labels;
  private boolean onRow;
  private boolean ended;
  private boolean wasNull;
  private long row;

  /** A result before its first row. */
  protected TypedResultSet(List<ResultColumn> columns) {
    this.columns = columns;
    this.kinds =
        columns.stream().map(c -> c.rowId() ? Kind.ROWID : Kind.of(c.type())).toArray(Kind[]::new);
  }

  /** Fails if this, its statement or its connection is closed. */
  protected abstract void checkOpen() throws SQLException;

  /** The value of a column of the current row in the class of its kind. */
  protected abstract @Nullable Object read(int index, Kind kind) throws SQLException;

  /** Whether {@link #readWhole} may be asked for a column: its numbers are longs inside. */
  public abstract boolean isWhole(int index);

  /** The value of such a column. */
  public abstract @Nullable Long readWhole(int index) throws SQLException;

  /** Remembers a step: to the next row, or to the end. */
  protected final boolean moved(boolean toRow) {
    onRow = toRow;
    if (toRow) {
      row++;
    } else {
      ended = true;
    }
    return toRow;
  }

  /** Rows passed so far, the current one included. */
  protected final long rowNumber() {
    return row;
  }

  /** Whether the last row was passed. */
  protected final boolean isEnded() {
    return ended;
  }

  /** A getter met this value. */
  protected final void seen(@Nullable Object value) {
    wasNull = value == null;
  }

  /** Oracle's view of the columns. */
  public final List<ResultColumn> columns() {
    return columns;
  }

  /** Family of a column; fails where a getter would. */
  public final Kind at(int index) throws SQLException {
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

  /** The value of a column before a getter shapes it. */
  public final @Nullable Object value(int index) throws SQLException {
    Object value = read(index, at(index));
    wasNull = value == null;
    return value;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    Map<String, Integer> known = labels;
    if (known == null) {
      known = new HashMap<>();
      for (int i = columns.size(); i > 0; i--) {
        known.put(columns.get(i - 1).label().toUpperCase(Locale.ROOT), i);
      }
      labels = known;
    }
    Integer index = known.get(label.toUpperCase(Locale.ROOT));
    if (index == null) {
      throw OraErrors.of(17006, "Invalid column name");
    }
    return index;
  }

  private long whole(int index, long low, long high) throws SQLException {
    at(index);
    if (isWhole(index)) {
      Long value = readWhole(index);
      wasNull = value == null;
      if (value == null) {
        return 0;
      }
      if (value < low || value > high) {
        throw OraErrors.of(17026, "Numeric Overflow");
      }
      return value;
    }
    BigDecimal value = getBigDecimal(index);
    return value == null ? 0 : ValueViews.whole(value, low, high);
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
  public @Nullable SQLXML getSQLXML(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new SimSqlXml(text);
  }

  @Override
  public @Nullable SQLXML getSQLXML(String label) throws SQLException {
    return getSQLXML(findColumn(label));
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
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return FETCH_FORWARD;
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
  public int getHoldability() throws SQLException {
    checkOpen();
    return HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new SimResultSetMetaData(columns);
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
}
