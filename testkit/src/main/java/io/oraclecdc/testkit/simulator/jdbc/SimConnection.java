package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.BrokenConnectionException;
import io.oraclecdc.testkit.simulator.redo.ArchiverStuckException;
import io.oraclecdc.testkit.simulator.session.BoundValues;
import io.oraclecdc.testkit.simulator.session.Database;
import io.oraclecdc.testkit.simulator.session.LobHandle;
import io.oraclecdc.testkit.simulator.session.SimSession;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A connection: one call at a time, autocommit at first, commit on close, as with ojdbc. */
final class SimConnection implements Connection, Unwrapped {
  private final String url;
  private final Database database;
  private final SimSession session;
  private final Properties properties;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicInteger savepointNumbers = new AtomicInteger();
  private final Properties clientInfo = new Properties();
  private volatile boolean closed;
  private volatile boolean dead;
  private volatile int networkTimeoutMillis;
  private boolean autoCommit = true;

  SimConnection(String url, Database database, SimSession session, Properties properties) {
    this.url = url;
    this.database = database;
    this.session = session;
    this.properties = properties;
    String program = properties.getProperty("v$session.program");
    if (program != null) {
      session.attributes().set("PROGRAM", program);
    }
  }

  String url() {
    return url;
  }

  Database database() {
    return database;
  }

  SimSession session() {
    return session;
  }

  int networkTimeoutMillis() {
    return networkTimeoutMillis;
  }

  int defaultFetchSize() {
    String size = properties.getProperty("defaultRowPrefetch", "10");
    return size.matches("\\d{1,6}") ? Integer.parseInt(size) : 10;
  }

  /** Runs a call on the open connection; a broken socket closes it for good. */
  <T> T call(SimSession.Inner<T> work) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      return work.run();
    } catch (BrokenConnectionException e) {
      die();
      throw e;
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, H2ErrorMapper.Situation.OTHER);
    } catch (ArchiverStuckException e) {
      throw OraErrors.of(ArchiverStuckException.CODE, ArchiverStuckException.DETAIL);
    } finally {
      lock.unlock();
    }
  }

  /** The same for work without a result. */
  void run(SimSession.Action work) throws SQLException {
    call(
        () -> {
          work.run();
          return true;
        });
  }

  boolean isDead() {
    return dead;
  }

  void checkOpen() throws SQLException {
    if (closed || dead) {
      throw OraErrors.of(17008, "Closed Connection");
    }
  }

  /** The socket is gone: the server rolls the session back. */
  void die() {
    dead = true;
    session.abort();
  }

  /** Commits if the connection does so after each statement. */
  void afterStatement() throws SQLException {
    if (autoCommit) {
      session.commit();
    }
  }

  @Override
  public Statement createStatement() throws SQLException {
    checkOpen();
    return new SimStatement(this);
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    checkOpen();
    return new SimPreparedStatement(this, sql, GeneratedKeys.NONE);
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    checkOpen();
    return new SimCallableStatement(this, sql);
  }

  @Override
  public String nativeSQL(String sql) {
    return sql;
  }

  @Override
  public void setAutoCommit(boolean value) throws SQLException {
    run(
        () -> {
          if (value && !autoCommit) {
            session.commit();
          }
          autoCommit = value;
        });
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return autoCommit;
  }

  private void requireManual(int code, String message) throws SQLException {
    checkOpen();
    if (autoCommit) {
      throw OraErrors.of(code, message);
    }
  }

  @Override
  public void commit() throws SQLException {
    requireManual(17273, "Could not commit with auto-commit set on");
    run(
        () -> {
          session.commit();
        });
  }

  @Override
  public void rollback() throws SQLException {
    requireManual(17274, "Could not rollback with auto-commit set on");
    run(
        () -> {
          session.rollback();
        });
  }

  @Override
  public void close() throws SQLException {
    lock.lock();
    try {
      if (!closed && !dead) {
        closed = true;
        session.close();
      }
      closed = true;
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, H2ErrorMapper.Situation.OTHER);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isClosed() {
    return closed || dead;
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new SimDatabaseMetaData(this);
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    checkOpen();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    checkOpen();
  }

  @Override
  public @Nullable String getCatalog() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    checkOpen();
    if (level != TRANSACTION_READ_COMMITTED) {
      throw OraErrors.of(17030, "READ_COMMITTED is the only valid transaction level here");
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return TRANSACTION_READ_COMMITTED;
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

  private static void requireForwardOnly(int type, int concurrency) throws SQLException {
    if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw Unsupported.feature();
    }
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    requireForwardOnly(type, concurrency);
    return createStatement();
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    requireForwardOnly(type, concurrency);
    return prepareStatement(sql);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    requireForwardOnly(type, concurrency);
    return prepareCall(sql);
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    return createStatement(type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareStatement(sql, type, concurrency);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareCall(sql, type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    checkOpen();
    return new SimPreparedStatement(this, sql, GeneratedKeys.of(autoGeneratedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    checkOpen();
    return new SimPreparedStatement(this, sql, GeneratedKeys.of(columnNames));
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return Map.of();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    checkOpen();
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  private record Named(int number, @Nullable String name) implements Savepoint {
    String inner() {
      return name == null ? "ORACLE_SVPT_" + number : name;
    }

    @Override
    public int getSavepointId() throws SQLException {
      if (name != null) {
        throw OraErrors.of(17126, "Can not get savepoint id for a named savepoint");
      }
      return number;
    }

    @Override
    public String getSavepointName() throws SQLException {
      if (name == null) {
        throw OraErrors.of(17127, "Can not get savepoint name for an un-named savepoint");
      }
      return name;
    }
  }

  private Savepoint savepoint(@Nullable String name) throws SQLException {
    requireManual(17275, "Could not set a savepoint with auto-commit on");
    Named savepoint = new Named(savepointNumbers.incrementAndGet(), name);
    return call(
        () -> {
          session.savepoint(savepoint.inner());
          return savepoint;
        });
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return savepoint(null);
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return savepoint(name);
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    requireManual(17274, "Could not rollback with auto-commit set on");
    if (!(savepoint instanceof Named named)) {
      throw OraErrors.of(17122, "Invalid savepoint");
    }
    run(
        () -> {
          session.rollbackTo(named.inner());
        });
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Clob createClob() throws SQLException {
    checkOpen();
    return new SimClob(this, LobHandle.temporary(""));
  }

  @Override
  public Blob createBlob() throws SQLException {
    checkOpen();
    return new SimBlob(this, LobHandle.temporary(new byte[0]));
  }

  @Override
  public NClob createNClob() throws SQLException {
    checkOpen();
    return new SimClob(this, LobHandle.temporary(""));
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    checkOpen();
    return new SimSqlXml(null);
  }

  @Override
  public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (closed || dead) {
      return false;
    }
    try (SimStatement statement = new SimStatement(this)) {
      statement.setQueryTimeout(timeoutSeconds);
      statement.execute("SELECT 'x' FROM DUAL");
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    clientInfo.setProperty(name, value);
    session.attributes().set(name.replace("OCSID.", ""), value);
  }

  @Override
  public void setClientInfo(Properties values) throws SQLClientInfoException {
    for (String name : values.stringPropertyNames()) {
      setClientInfo(name, values.getProperty(name));
    }
  }

  @Override
  public @Nullable String getClientInfo(String name) {
    return clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() {
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    run(
        () -> {
          session.execute(
              "ALTER SESSION SET CURRENT_SCHEMA = \"" + schema + "\"",
              new BoundValues(),
              database.newControl(),
              10);
        });
  }

  @Override
  public String getSchema() throws SQLException {
    checkOpen();
    return session.currentSchema();
  }

  @Override
  public void abort(Executor executor) {
    if (!closed && !dead) {
      dead = true;
      executor.execute(session::abort);
    }
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    checkOpen();
    networkTimeoutMillis = milliseconds;
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    checkOpen();
    return networkTimeoutMillis;
  }
}
