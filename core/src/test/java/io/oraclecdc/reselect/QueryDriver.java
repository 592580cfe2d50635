package io.oraclecdc.reselect;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A driver that answers every query with the same rows, every question for ROWIDs alone with the
 * same places, and notes texts and parameters.
 */
final class QueryDriver implements Driver {
  static final String URL = "jdbc:canned:";

  final List<String> queries = new ArrayList<>();
  final List<String> binds = new ArrayList<>();
  final List<@Nullable Object[]> rows = new ArrayList<>();
  final List<@Nullable Object[]> places = new ArrayList<>();
  final Deque<SQLException> failures = new ArrayDeque<>();

  @Override
  public @Nullable Connection connect(String url, Properties info) {
    return acceptsURL(url) ? proxy(Connection.class, this::connection) : null;
  }

  private @Nullable Object connection(String method, Object[] arguments) {
    return switch (method) {
      case "createStatement" -> proxy(Statement.class, (name, given) -> false);
      case "prepareCall" -> proxy(CallableStatement.class, (name, given) -> false);
      case "prepareStatement" -> statement((String) arguments[0]);
      default -> null;
    };
  }

  private PreparedStatement statement(String sql) {
    Map<Integer, Object> parameters = new TreeMap<>();
    return proxy(
        PreparedStatement.class,
        (method, arguments) -> {
          if (method.equals("executeQuery")) {
            queries.add(sql);
            binds.add(String.join(" ", parameters.values().stream().map(String::valueOf).toList()));
            SQLException failure = failures.poll();
            if (failure != null) {
              throw failure;
            }
            return result(sql.startsWith("SELECT ROWIDTOCHAR(T.ROWID) FROM") ? places : rows);
          }
          if (method.startsWith("set") && arguments.length == 2) {
            parameters.put((Integer) arguments[0], arguments[1]);
          }
          return null;
        });
  }

  private static ResultSet result(List<@Nullable Object[]> answer) {
    int[] at = {-1};
    boolean[] wasNull = {false};
    return proxy(
        ResultSet.class,
        (method, arguments) -> {
          if (method.equals("next")) {
            return ++at[0] < answer.size();
          }
          if (method.equals("wasNull")) {
            return wasNull[0];
          }
          if (!method.startsWith("get")) {
            return null;
          }
          Object value = answer.get(at[0])[(Integer) arguments[0] - 1];
          wasNull[0] = value == null;
          if (value == null) {
            return null;
          }
          return switch (method) {
            case "getCharacterStream" ->
                value instanceof Reader reader ? reader : new StringReader((String) value);
            case "getBinaryStream" ->
                value instanceof InputStream stream
                    ? stream
                    : new ByteArrayInputStream((byte[]) value);
            case "getBigDecimal" -> (BigDecimal) value;
            default -> value;
          };
        });
  }

  private interface Call {
    @Nullable Object run(String method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            call.run(method.getName(), arguments == null ? new Object[0] : arguments);
    return type.cast(
        Proxy.newProxyInstance(QueryDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
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
    throw new SQLFeatureNotSupportedException();
  }
}
