package io.oraclecdc.mining.logminer;

import io.oraclecdc.testkit.simulator.logmnr.MiningBench;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of a {@link MiningBench}: the redo half of the simulator without its front half. Queries
 * go to the views, LogMiner's blocks to its package, session statements are taken as they are.
 */
final class BenchDriver implements Driver, AutoCloseable {
  private static final Pattern CALL =
      Pattern.compile("BEGIN (\\w+)\\.(\\w+)(?:\\((.*)\\))?; END;", Pattern.DOTALL);
  private static final Pattern ARGUMENT = Pattern.compile("(\\w+) => (.+?)(?=, \\w+ =>|$)");

  private final MiningBench bench;
  private final String url = "jdbc:mining-bench:" + System.identityHashCode(this);
  private int opened;
  private @Nullable Fault fault;

  BenchDriver(MiningBench bench) throws SQLException {
    this.bench = bench;
    DriverManager.registerDriver(this);
  }

  /** Runs before each statement; may throw what the database would. */
  interface Fault {
    void before(String sql) throws SQLException;
  }

  String url() {
    return url;
  }

  int opened() {
    return opened;
  }

  void fault(@Nullable Fault newFault) {
    fault = newFault;
  }

  @Override
  public @Nullable Connection connect(String wanted, Properties info) throws SQLException {
    if (!acceptsURL(wanted)) {
      return null;
    }
    opened++;
    return proxy(Connection.class, new Session());
  }

  @Override
  public boolean acceptsURL(String wanted) {
    return wanted.equals(url);
  }

  private void check(String sql) throws SQLException {
    Fault current = fault;
    if (current != null) {
      current.before(sql);
    }
  }

  private final class Session implements InvocationHandler {
    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      switch (method.getName()) {
        case "close", "setAutoCommit" -> {
          return null;
        }
        case "createStatement" -> {
          Statement inner = bench.h2().createStatement();
          return proxy(Statement.class, new SessionStatement(inner));
        }
        case "prepareCall" -> {
          return proxy(CallableStatement.class, new Block((String) first(arguments)));
        }
        default -> {
          if (method.getName().equals("prepareStatement")) {
            check((String) first(arguments));
          }
          return delegate(bench.h2(), method, arguments);
        }
      }
    }
  }

  private static final class SessionStatement implements InvocationHandler {
    private final Statement inner;

    SessionStatement(Statement inner) {
      this.inner = inner;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.getName().equals("execute") && ((String) first(arguments)).startsWith("ALTER")) {
        return false;
      }
      return delegate(inner, method, arguments);
    }
  }

  private final class Block implements InvocationHandler {
    private final String text;
    private final TreeMap<Integer, Object> binds = new TreeMap<>();

    Block(String text) {
      this.text = text;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.getName().equals("setString") || method.getName().equals("setLong")) {
        Object[] given = arguments == null ? new Object[0] : arguments;
        binds.put((Integer) given[0], given[1]);
      } else if (method.getName().equals("execute")) {
        check(text);
        run();
        return false;
      }
      return null;
    }

    private void run() throws SQLException {
      Matcher call = CALL.matcher(text);
      if (!call.matches()) {
        throw new SQLException("ORA-06550: " + text, "65000", 6550);
      }
      if (call.group(1).equals("DBMS_APPLICATION_INFO")) {
        return;
      }
      List<Object> named = new ArrayList<>();
      int bind = 0;
      Matcher argument = ARGUMENT.matcher(call.group(3) == null ? "" : call.group(3));
      while (argument.find()) {
        named.add(argument.group(1).toUpperCase(Locale.ROOT));
        named.add(argument.group(2).equals("?") ? binds.get(++bind) : constants(argument.group(2)));
      }
      bench.call(call.group(1), call.group(2), named.toArray());
    }

    private Object constants(String expression) {
      long sum = 0;
      for (String name : expression.split("\\+", -1)) {
        sum +=
            switch (name.trim()) {
              case "DBMS_LOGMNR.NEW" -> 1;
              case "DBMS_LOGMNR.ADDFILE" -> 3;
              case "DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG" -> 16;
              case "DBMS_LOGMNR.NO_SQL_DELIMITER" -> 64;
              case "DBMS_LOGMNR.NO_ROWID_IN_STMT" -> 2048;
              default -> throw new IllegalArgumentException(name);
            };
      }
      return java.math.BigDecimal.valueOf(sum);
    }
  }

  private static Object first(Object @Nullable [] arguments) {
    if (arguments == null) {
      throw new IllegalArgumentException("an argument is needed");
    }
    return arguments[0];
  }

  private static @Nullable Object delegate(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(BenchDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String wanted, Properties info) {
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

  @Override
  public void close() throws SQLException {
    DriverManager.deregisterDriver(this);
  }
}
