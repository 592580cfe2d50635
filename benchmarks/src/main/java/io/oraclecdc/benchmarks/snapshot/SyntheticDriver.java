package io.oraclecdc.benchmarks.snapshot;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@link OrderRows} made while they are read, however many; everything else is asked of a
 * simulator in which the table is empty. It answers the texts of the engine's chunk queries and
 * those alone: {@code jdbc:synthetic-rows:<rows>:<URL of the simulator>}.
 */
final class SyntheticDriver implements Driver {
  private static final String PREFIX = "jdbc:synthetic-rows:";
  private static final String FROM = " FROM \"APP\".\"" + OrderRows.TABLE + "\"";
  private static final Pattern OFFSET = Pattern.compile("OFFSET (\\d+) ROWS");

  static String url(long rows, String simulator) {
    return PREFIX + rows + ":" + simulator;
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    String[] parts = url.substring(PREFIX.length()).split(":", 2);
    long rows = Long.parseLong(parts[0]);
    Connection simulator = DriverManager.getConnection(parts[1], info);
    return (Connection)
        Proxy.newProxyInstance(
            SyntheticDriver.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              boolean ofRows =
                  method.getName().equals("prepareStatement")
                      && ((String) arguments[0]).contains(FROM);
              if (ofRows) {
                return statement((String) arguments[0], rows);
              }
              try {
                return method.invoke(simulator, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  private static PreparedStatement statement(String sql, long rows) {
    long[] binds = new long[4];
    return (PreparedStatement)
        Proxy.newProxyInstance(
            SyntheticDriver.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "setBigDecimal" -> {
                    binds[(Integer) arguments[0]] = ((BigDecimal) arguments[1]).longValueExact();
                    yield null;
                  }
                  case "executeQuery" -> result(sql, binds, rows);
                  case "setFetchSize", "setQueryTimeout", "close", "cancel" -> null;
                  default -> throw new SQLFeatureNotSupportedException(method.getName());
                });
  }

  private static ResultSet result(String sql, long[] binds, long rows) {
    int at = sql.contains("AS OF SCN ?") ? 2 : 1;
    long from = sql.contains("> ?") ? binds[at++] : 0;
    long to = sql.contains("<= ?") ? Math.min(rows, binds[at]) : rows;
    Matcher offset = OFFSET.matcher(sql);
    if (offset.find()) {
      from += Long.parseLong(offset.group(1));
      to = Math.min(to, from + 1);
    }
    if (sql.contains("ROWNUM = 1")) {
      to = Math.min(to, from + 1);
    }
    boolean whole = sql.startsWith("SELECT ROWIDTOCHAR");
    SyntheticRows made = new SyntheticRows(from, to, whole ? 0 : 1);
    return (ResultSet)
        Proxy.newProxyInstance(
            SyntheticDriver.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "next" -> made.next();
                  case "getString" -> made.text((Integer) arguments[0]);
                  case "getBigDecimal" -> made.number((Integer) arguments[0]);
                  case "close" -> null;
                  default -> throw new SQLFeatureNotSupportedException(method.getName());
                });
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
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
}
