package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.Intervals;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.session.BoundValues;
import io.oraclecdc.testkit.simulator.session.Outcome;
import io.oraclecdc.testkit.simulator.session.SimSession;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement; it is translated when it runs, for the types that are bound then. */
class SimPreparedStatement extends SimStatement implements PreparedStatement {
  private final String sql;
  private final BoundValues values = new BoundValues();
  private final List<BoundValues> batch = new ArrayList<>();

  SimPreparedStatement(SimConnection connection, String sql, GeneratedKeys keys) {
    super(connection);
    this.sql = sql;
    keys(keys);
  }

  BoundValues values() {
    return values;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    run(sql, values);
    return requireResult();
  }

  @Override
  public int executeUpdate() throws SQLException {
    return (int) executeLargeUpdate();
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    run(sql, values);
    return Math.max(getLargeUpdateCount(), 0);
  }

  @Override
  public boolean execute() throws SQLException {
    return run(sql, values);
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    batch.add(values.copy());
  }

  @Override
  public void clearBatch() throws SQLException {
    super.clearBatch();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    checkOpen();
    List<BoundValues> elements = List.copyOf(batch);
    batch.clear();
    if (elements.isEmpty()) {
      return new int[0];
    }
    int[] counts = connection().call(() -> runInSession(elements));
    connection().run(connection()::afterStatement);
    return counts;
  }

  private int[] runInSession(List<BoundValues> elements) throws SQLException {
    connection().session().beginBatch();
    try {
      return timed(() -> runBatch(elements));
    } finally {
      connection().session().endBatch();
    }
  }

  private int[] runBatch(List<BoundValues> elements) throws SQLException {
    SimSession session = connection().session();
    int[] counts = new int[elements.size()];
    List<RowChange> rows = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      try {
        Outcome outcome = session.execute(sql, elements.get(i), control(), 10);
        if (outcome.rows() != null) {
          outcome.rows().close();
          throw OraErrors.of(17081, "error occurred during batching");
        }
        counts[i] = (int) outcome.count();
        rows.addAll(outcome.changes());
      } catch (SQLException e) {
        throw batchFailure(e, Arrays.copyOf(counts, i));
      }
    }
    outcome(-1, rows);
    return counts;
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    values.clear();
  }

  void set(int index, Kind kind, @Nullable Object value) throws SQLException {
    checkOpen();
    if (index < 1) {
      throw OraErrors.of(17003, "Invalid column index");
    }
    values.set(index, kind, value);
  }

  @Override
  public void setNull(int index, int sqlType) throws SQLException {
    set(index, JdbcTypes.kind(sqlType), null);
  }

  @Override
  public void setNull(int index, int sqlType, String typeName) throws SQLException {
    setNull(index, sqlType);
  }

  @Override
  public void setBoolean(int index, boolean x) throws SQLException {
    set(index, Kind.NUMBER, x ? BigDecimal.ONE : BigDecimal.ZERO);
  }

  @Override
  public void setByte(int index, byte x) throws SQLException {
    setLong(index, x);
  }

  @Override
  public void setShort(int index, short x) throws SQLException {
    setLong(index, x);
  }

  @Override
  public void setInt(int index, int x) throws SQLException {
    setLong(index, x);
  }

  @Override
  public void setLong(int index, long x) throws SQLException {
    set(index, Kind.NUMBER, BigDecimal.valueOf(x));
  }

  @Override
  public void setFloat(int index, float x) throws SQLException {
    set(index, Kind.NUMBER, new BigDecimal(Float.toString(x)));
  }

  @Override
  public void setDouble(int index, double x) throws SQLException {
    set(index, Kind.NUMBER, BigDecimal.valueOf(x));
  }

  @Override
  public void setBigDecimal(int index, @Nullable BigDecimal x) throws SQLException {
    set(index, Kind.NUMBER, x);
  }

  @Override
  public void setString(int index, @Nullable String x) throws SQLException {
    set(index, Kind.VARCHAR, x == null || x.isEmpty() ? null : x);
  }

  @Override
  public void setNString(int index, @Nullable String x) throws SQLException {
    setString(index, x);
  }

  @Override
  public void setBytes(int index, byte @Nullable [] x) throws SQLException {
    set(index, Kind.RAW, x == null || x.length == 0 ? null : x.clone());
  }

  @Override
  public void setDate(int index, @Nullable Date x) throws SQLException {
    set(index, Kind.DATE, x == null ? null : x.toLocalDate().atStartOfDay());
  }

  @Override
  public void setDate(int index, @Nullable Date x, @Nullable Calendar calendar)
      throws SQLException {
    set(
        index,
        Kind.DATE,
        x == null ? null : JdbcTypes.wallClock(x.getTime(), calendar).toLocalDate().atStartOfDay());
  }

  @Override
  public void setTime(int index, @Nullable Time x) throws SQLException {
    set(index, Kind.DATE, x == null ? null : LocalDate.of(1970, 1, 1).atTime(x.toLocalTime()));
  }

  @Override
  public void setTime(int index, @Nullable Time x, @Nullable Calendar calendar)
      throws SQLException {
    set(index, Kind.DATE, x == null ? null : JdbcTypes.wallClock(x.getTime(), calendar));
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp x) throws SQLException {
    set(index, Kind.TIMESTAMP, x == null ? null : x.toLocalDateTime());
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp x, @Nullable Calendar calendar)
      throws SQLException {
    set(
        index,
        Kind.TIMESTAMP,
        x == null ? null : JdbcTypes.wallClock(x.getTime(), calendar).withNano(x.getNanos()));
  }

  @Override
  public void setObject(int index, @Nullable Object x) throws SQLException {
    if (x == null) {
      set(index, Kind.UNKNOWN, null);
    } else if (x instanceof String text) {
      setString(index, text);
    } else if (x instanceof BigDecimal number) {
      setBigDecimal(index, number);
    } else if (x instanceof Boolean flag) {
      setBoolean(index, flag);
    } else if (x instanceof Float || x instanceof Double) {
      setDouble(index, ((Number) x).doubleValue());
    } else if (x instanceof Number number) {
      setBigDecimal(index, new BigDecimal(number.toString()));
    } else if (x instanceof byte[] bytes) {
      setBytes(index, bytes);
    } else if (x instanceof Timestamp timestamp) {
      setTimestamp(index, timestamp);
    } else if (x instanceof Date date) {
      setDate(index, date);
    } else if (x instanceof Time time) {
      setTime(index, time);
    } else if (x instanceof LocalDateTime value) {
      set(index, Kind.TIMESTAMP, value);
    } else if (x instanceof LocalDate value) {
      set(index, Kind.DATE, value.atStartOfDay());
    } else if (x instanceof OffsetDateTime value) {
      set(index, Kind.TIMESTAMP_TZ, value);
    } else if (x instanceof ZonedDateTime value) {
      set(index, Kind.TIMESTAMP_TZ, value.toOffsetDateTime());
    } else if (x instanceof java.time.Duration value) {
      set(index, Kind.INTERVAL_DS, value);
    } else if (x instanceof java.time.Period value) {
      set(index, Kind.INTERVAL_YM, Intervals.rowValue(value.toTotalMonths()));
    } else if (x instanceof RowId rowId) {
      setRowId(index, rowId);
    } else if (x instanceof Clob clob) {
      setClob(index, clob);
    } else if (x instanceof Blob blob) {
      setBlob(index, blob);
    } else if (x instanceof SQLXML xml) {
      setSQLXML(index, xml);
    } else {
      throw OraErrors.of(17004, "Invalid column type: " + x.getClass().getName());
    }
  }

  @Override
  public void setObject(int index, @Nullable Object x, int sqlType) throws SQLException {
    if (x == null) {
      setNull(index, sqlType);
    } else if (sqlType == 100 || sqlType == 101) {
      double value = ((Number) x).doubleValue();
      set(
          index,
          sqlType == 100 ? Kind.BINARY_FLOAT : Kind.BINARY_DOUBLE,
          sqlType == 100 ? (Object) (float) value : (Object) value);
    } else if (JdbcTypes.kind(sqlType) == Kind.NUMBER && x instanceof String text) {
      set(index, Kind.NUMBER, new BigDecimal(text));
    } else if (JdbcTypes.kind(sqlType) == Kind.VARCHAR) {
      setString(index, x.toString());
    } else {
      setObject(index, x);
    }
  }

  @Override
  public void setObject(int index, @Nullable Object x, int sqlType, int scale) throws SQLException {
    setObject(index, x, sqlType);
  }

  @Override
  public void setRowId(int index, @Nullable RowId x) throws SQLException {
    setString(index, x == null ? null : x.toString());
  }

  private static String read(Reader reader) throws SQLException {
    StringWriter text = new StringWriter();
    try (reader) {
      reader.transferTo(text);
    } catch (IOException e) {
      throw new SQLException(
          "ORA-17002: I/O error: " + LimitedStreams.reason(e), "72000", 17002, e);
    }
    return text.toString();
  }

  private static byte[] read(InputStream stream) throws SQLException {
    try (stream) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new SQLException(
          "ORA-17002: I/O error: " + LimitedStreams.reason(e), "72000", 17002, e);
    }
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader reader) throws SQLException {
    setString(index, reader == null ? null : read(reader));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader reader, int length)
      throws SQLException {
    setCharacterStream(index, LimitedStreams.of(reader, length));
  }

  @Override
  public void setCharacterStream(int index, @Nullable Reader reader, long length)
      throws SQLException {
    setCharacterStream(index, LimitedStreams.of(reader, length));
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader reader) throws SQLException {
    setCharacterStream(index, reader);
  }

  @Override
  public void setNCharacterStream(int index, @Nullable Reader reader, long length)
      throws SQLException {
    setCharacterStream(index, LimitedStreams.of(reader, length));
  }

  @Override
  public void setClob(int index, @Nullable Reader reader) throws SQLException {
    String text = reader == null ? "" : read(reader);
    set(index, Kind.CLOB, text.isEmpty() ? null : text);
  }

  @Override
  public void setClob(int index, @Nullable Reader reader, long length) throws SQLException {
    setClob(index, LimitedStreams.of(reader, length));
  }

  @Override
  public void setClob(int index, @Nullable Clob clob) throws SQLException {
    Object value =
        clob instanceof SimClob own
            ? own.handle()
            : clob == null ? null : read(clob.getCharacterStream());
    set(index, Kind.CLOB, value);
  }

  @Override
  public void setNClob(int index, @Nullable NClob clob) throws SQLException {
    setClob(index, (Clob) clob);
  }

  @Override
  public void setNClob(int index, @Nullable Reader reader) throws SQLException {
    setClob(index, reader);
  }

  @Override
  public void setNClob(int index, @Nullable Reader reader, long length) throws SQLException {
    setClob(index, LimitedStreams.of(reader, length));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream stream) throws SQLException {
    setString(index, stream == null ? null : new String(read(stream), StandardCharsets.US_ASCII));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream stream, int length)
      throws SQLException {
    setAsciiStream(index, LimitedStreams.of(stream, length));
  }

  @Override
  public void setAsciiStream(int index, @Nullable InputStream stream, long length)
      throws SQLException {
    setAsciiStream(index, LimitedStreams.of(stream, length));
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, InputStream stream, int length) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream stream) throws SQLException {
    setBytes(index, stream == null ? null : read(stream));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream stream, int length)
      throws SQLException {
    setBinaryStream(index, LimitedStreams.of(stream, length));
  }

  @Override
  public void setBinaryStream(int index, @Nullable InputStream stream, long length)
      throws SQLException {
    setBinaryStream(index, LimitedStreams.of(stream, length));
  }

  @Override
  public void setBlob(int index, @Nullable InputStream stream) throws SQLException {
    byte[] bytes = stream == null ? new byte[0] : read(stream);
    set(index, Kind.BLOB, bytes.length == 0 ? null : bytes);
  }

  @Override
  public void setBlob(int index, @Nullable InputStream stream, long length) throws SQLException {
    setBlob(index, LimitedStreams.of(stream, length));
  }

  @Override
  public void setBlob(int index, @Nullable Blob blob) throws SQLException {
    Object value =
        blob instanceof SimBlob own
            ? own.handle()
            : blob == null ? null : read(blob.getBinaryStream());
    set(index, Kind.BLOB, value);
  }

  @Override
  public void setRef(int index, Ref x) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setArray(int index, Array x) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setURL(int index, URL x) throws SQLException {
    throw Unsupported.feature();
  }

  @Override
  public void setSQLXML(int index, @Nullable SQLXML x) throws SQLException {
    set(index, Kind.CLOB, x == null ? null : x.getString());
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    Plan plan = connection().call(() -> connection().session().describe(sql, values));
    return plan instanceof QueryPlan query ? new SimResultSetMetaData(query.columns()) : null;
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    throw Unsupported.feature();
  }
}
