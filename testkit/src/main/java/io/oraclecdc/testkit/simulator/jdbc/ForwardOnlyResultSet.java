package io.oraclecdc.testkit.simulator.jdbc;

import java.sql.Array;
import java.sql.Ref;
import java.sql.SQLException;
import java.sql.SQLXML;
import org.jspecify.annotations.Nullable;

/** A result set that only goes forward, as Oracle's are by default. */
abstract class ForwardOnlyResultSet extends ReadOnlyResultSet {

  @Override
  public boolean absolute(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void afterLast() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean first() throws SQLException {
    throw Unsupported.feature();
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
  public String getCursorName() throws SQLException {
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
  public @Nullable SQLXML getSQLXML(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public @Nullable SQLXML getSQLXML(int first) throws SQLException {
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
  @Deprecated
  public java.io.InputStream getUnicodeStream(String first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  @Deprecated
  public java.io.InputStream getUnicodeStream(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean isLast() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean last() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean previous() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean relative(int first) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean rowInserted() throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    throw Unsupported.feature();
  }
}
