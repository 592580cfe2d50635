package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** A call of a block with IN and OUT binds by position. */
final class SimCallableStatement extends PositionalCallableStatement {
  private boolean wasNull;

  SimCallableStatement(SimConnection connection, String sql) {
    super(connection, sql, GeneratedKeys.NONE);
  }

  @Override
  public void registerOutParameter(int index, int sqlType) throws SQLException {
    checkOpen();
    values().out(index);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, int scale) throws SQLException {
    registerOutParameter(index, sqlType);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, String typeName) throws SQLException {
    registerOutParameter(index, sqlType);
  }

  private @Nullable Object out(int index) throws SQLException {
    checkOpen();
    Object value = values().value(index);
    wasNull = value == null;
    return value;
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public @Nullable String getString(int index) throws SQLException {
    Object value = out(index);
    return ValueViews.string(
        value instanceof LobHandle lob ? connection().call(lob::content) : value,
        values().kind(index));
  }

  @Override
  public @Nullable String getNString(int index) throws SQLException {
    return getString(index);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    return ValueViews.number(out(index));
  }

  private BigDecimal orZero(int index) throws SQLException {
    BigDecimal value = getBigDecimal(index);
    return value == null ? BigDecimal.ZERO : value;
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    return orZero(index).signum() != 0;
  }

  @Override
  public byte getByte(int index) throws SQLException {
    return (byte) ValueViews.whole(orZero(index), Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short getShort(int index) throws SQLException {
    return (short) ValueViews.whole(orZero(index), Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int getInt(int index) throws SQLException {
    return (int) ValueViews.whole(orZero(index), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long getLong(int index) throws SQLException {
    return ValueViews.whole(orZero(index), Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public float getFloat(int index) throws SQLException {
    return orZero(index).floatValue();
  }

  @Override
  public double getDouble(int index) throws SQLException {
    return orZero(index).doubleValue();
  }

  @Override
  public byte @Nullable [] getBytes(int index) throws SQLException {
    Object value = out(index);
    if (value == null || value instanceof byte[]) {
      return (byte[]) value;
    }
    throw OraErrors.of(17004, "Invalid column type");
  }

  @Override
  public @Nullable Date getDate(int index) throws SQLException {
    Timestamp value = getTimestamp(index);
    return value == null ? null : Date.valueOf(value.toLocalDateTime().toLocalDate());
  }

  @Override
  public @Nullable Date getDate(int index, Calendar calendar) throws SQLException {
    return getDate(index);
  }

  @Override
  public @Nullable Time getTime(int index) throws SQLException {
    Timestamp value = getTimestamp(index);
    return value == null ? null : Time.valueOf(value.toLocalDateTime().toLocalTime());
  }

  @Override
  public @Nullable Time getTime(int index, Calendar calendar) throws SQLException {
    return getTime(index);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return ValueViews.timestamp(out(index), null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index, @Nullable Calendar calendar)
      throws SQLException {
    return ValueViews.timestamp(out(index), calendar);
  }

  @Override
  public @Nullable Object getObject(int index) throws SQLException {
    if (values().value(index) instanceof LobHandle lob) {
      return lob.isText() ? getClob(index) : getBlob(index);
    }
    return ValueViews.object(out(index), values().kind(index));
  }

  @Override
  public <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
    return ValueViews.as(out(index), values().kind(index), type);
  }

  @Override
  public @Nullable Blob getBlob(int index) throws SQLException {
    Object value = out(index);
    return value == null ? null : new SimBlob(connection(), handle(value));
  }

  @Override
  public @Nullable Clob getClob(int index) throws SQLException {
    Object value = out(index);
    return value == null ? null : new SimClob(connection(), handle(value));
  }

  private static LobHandle handle(Object value) {
    return value instanceof LobHandle handle ? handle : LobHandle.temporary(value);
  }
}
