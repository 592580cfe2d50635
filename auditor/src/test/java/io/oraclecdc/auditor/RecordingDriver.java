package io.oraclecdc.auditor;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Hands {@code jdbc:recorded:...} to the driver of {@code jdbc:...} and remembers the texts that
 * were sent and the calls that were refused. Registered while it is open. Thread-safe.
 */
final class RecordingDriver implements Driver, AutoCloseable {
  private static final String PREFIX = "jdbc:recorded:";

  private final List<String> statements = new CopyOnWriteArrayList<>();
  private final List<String> refusals = new CopyOnWriteArrayList<>();

  static RecordingDriver register() throws SQLException {
    RecordingDriver driver = new RecordingDriver();
    DriverManager.registerDriver(driver);
    return driver;
  }

  static String url(String inner) {
    return PREFIX + inner.substring("jdbc:".length());
  }

  /** Texts sent, each once, in the order of their first use. */
  List<String> statements() {
    return List.copyOf(statements);
  }

  /** {@code text or call -> error}. */
  List<String> refusals() {
    return List.copyOf(refusals);
  }

  @Override
  public void close() throws SQLException {
    DriverManager.deregisterDriver(this);
  }

  private void sent(String sql) {
    if (!statements.contains(sql)) {
      statements.add(sql);
    }
  }

  private <T> T recorded(Class<T> type, T inner, @Nullable String prepared) {
    return type.cast(
        Proxy.newProxyInstance(
            RecordingDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              String text = prepared;
              if (arguments != null && arguments.length > 0 && arguments[0] instanceof String sql) {
                if (method.getName().startsWith("execute")
                    || method.getName().startsWith("prepare")) {
                  text = sql;
                  sent(sql);
                }
              }
              if (type == DatabaseMetaData.class && arguments != null) {
                sent(method.getName() + Arrays.deepToString(arguments));
              }
              try {
                Object result = method.invoke(inner, arguments);
                if (result instanceof PreparedStatement statement) {
                  return recorded(PreparedStatement.class, statement, text);
                } else if (result instanceof Statement statement) {
                  return recorded(Statement.class, statement, text);
                } else if (result instanceof DatabaseMetaData metadata) {
                  return recorded(DatabaseMetaData.class, metadata, null);
                }
                return result;
              } catch (InvocationTargetException e) {
                Throwable cause = e.getTargetException();
                refusals.add(
                    (text == null ? method.getName() : text) + " -> " + cause.getMessage());
                throw cause;
              }
            }));
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Connection inner =
        DriverManager.getConnection(
            "jdbc:" + url.substring(PREFIX.length()), info == null ? new Properties() : info);
    return recorded(Connection.class, inner, null);
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
  public Logger getParentLogger() {
    return Logger.getLogger("io.oraclecdc.auditor");
  }
}
