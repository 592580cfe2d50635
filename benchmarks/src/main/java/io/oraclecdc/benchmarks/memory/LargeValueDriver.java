package io.oraclecdc.benchmarks.memory;

import io.oraclecdc.schema.OracleType.Kind;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A driver whose every query finds one row: number 1 and a large value made while it is read. */
final class LargeValueDriver implements Driver {
  static final String URL = "jdbc:large-value:";

  private final Kind kind;
  private final int units;

  LargeValueDriver(Kind kind, int units) {
    this.kind = kind;
    this.units = units;
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) {
    return acceptsURL(url) ? proxy(Connection.class, this::connection) : null;
  }

  private @Nullable Object connection(String method) {
    return switch (method) {
      case "createStatement" -> proxy(Statement.class, name -> false);
      case "prepareCall" -> proxy(CallableStatement.class, name -> false);
      case "prepareStatement" ->
          proxy(PreparedStatement.class, name -> name.equals("executeQuery") ? oneRow() : null);
      default -> null;
    };
  }

  private ResultSet oneRow() {
    int[] rows = {0};
    return proxy(
        ResultSet.class,
        method ->
            switch (method) {
              case "next" -> rows[0]++ == 0;
              case "wasNull" -> false;
              case "getBigDecimal" -> BigDecimal.ONE;
              case "getCharacterStream" -> new Letters(units);
              case "getBinaryStream" -> new Zeros(units);
              default -> null;
            });
  }

  private interface Call {
    @Nullable Object run(String method);
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            LargeValueDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call.run(method.getName())));
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.equals(URL);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no logger");
  }

  @Override
  public String toString() {
    return URL + kind;
  }

  /** So many letters. */
  private static final class Letters extends Reader {
    private int left;

    Letters(int size) {
      left = size;
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int count = Math.min(left, length);
      Arrays.fill(buffer, offset, offset + count, 'x');
      left -= count;
      return count;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  /** So many zero bytes. */
  private static final class Zeros extends InputStream {
    private int left;

    Zeros(int size) {
      left = size;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = Math.min(left, length);
      Arrays.fill(buffer, offset, offset + count, (byte) 0);
      left -= count;
      return count;
    }
  }
}
