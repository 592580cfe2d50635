package io.oraclecdc.testkit.simulator.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** A call whose parameters are known by position only. */
abstract class PositionalCallableStatement extends SimPreparedStatement
    implements CallableStatement {

  PositionalCallableStatement(SimConnection connection, String sql, GeneratedKeys keys) {
    super(connection, sql, keys);
  }

  @Override
  public Array getArray(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Array getArray(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public java.math.BigDecimal getBigDecimal(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  @Deprecated
  public java.math.BigDecimal getBigDecimal(int first, int second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Blob getBlob(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean getBoolean(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public byte getByte(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public byte[] getBytes(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public java.io.Reader getCharacterStream(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public java.io.Reader getCharacterStream(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Clob getClob(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Date getDate(String first, Calendar second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Date getDate(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public double getDouble(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public float getFloat(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public int getInt(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public long getLong(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public java.io.Reader getNCharacterStream(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public java.io.Reader getNCharacterStream(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public NClob getNClob(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public NClob getNClob(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public String getNString(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public <T> T getObject(String first, Class<T> second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Object getObject(String first, Map<String, Class<?>> second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Object getObject(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Object getObject(int first, Map<String, Class<?>> second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Ref getRef(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Ref getRef(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public RowId getRowId(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public RowId getRowId(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public SQLXML getSQLXML(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public SQLXML getSQLXML(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public short getShort(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public String getString(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Time getTime(String first, Calendar second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Time getTime(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Timestamp getTimestamp(String first, Calendar second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Timestamp getTimestamp(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public java.net.URL getURL(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public java.net.URL getURL(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void registerOutParameter(String first, int second, String third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void registerOutParameter(String first, int second, int third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void registerOutParameter(String first, int second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setAsciiStream(String first, InputStream second, int third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setAsciiStream(String first, InputStream second, long third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setAsciiStream(String first, InputStream second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBigDecimal(String first, BigDecimal second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBinaryStream(String first, InputStream second, int third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBinaryStream(String first, InputStream second, long third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBinaryStream(String first, InputStream second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBlob(String first, InputStream second, long third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBlob(String first, InputStream second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBlob(String first, Blob second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBoolean(String first, boolean second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setByte(String first, byte second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBytes(String first, byte[] second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setCharacterStream(String first, Reader second, int third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setCharacterStream(String first, Reader second, long third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setCharacterStream(String first, Reader second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setClob(String first, Reader second, long third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setClob(String first, Reader second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setClob(String first, Clob second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setDate(String first, Date second, Calendar third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setDate(String first, Date second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setDouble(String first, double second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setFloat(String first, float second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setInt(String first, int second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setLong(String first, long second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNCharacterStream(String first, Reader second, long third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNCharacterStream(String first, Reader second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNClob(String first, Reader second, long third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNClob(String first, Reader second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNClob(String first, NClob second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNString(String first, String second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNull(String first, int second, String third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setNull(String first, int second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setObject(String first, Object second, int third, int fourth) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setObject(String first, Object second, int third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setObject(String first, Object second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setRowId(String first, RowId second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setSQLXML(String first, SQLXML second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setShort(String first, short second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setString(String first, String second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setTime(String first, Time second, Calendar third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setTime(String first, Time second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setTimestamp(String first, Timestamp second, Calendar third) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setTimestamp(String first, Timestamp second) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setURL(String first, URL second) throws SQLException {
    throw Unsupported.feature();
  }
}
