package io.oraclecdc.testkit.simulator.jdbc;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.session.Database;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * JDBC driver for {@code jdbc:oracle-simulator:name} and {@code
 * jdbc:oracle-simulator:name/service}. Finds the databases of this JVM by their name; connection
 * properties other than user and password are ignored or, where they name the session ({@code
 * v$session.program}), kept. Thread-safe.
 */
public final class OracleSimulatorDriver implements Driver {
  /** What a URL begins with. */
  public static final String PREFIX = "jdbc:oracle-simulator:";

  /** Connection property with the number of the wanted instance; default: the next in turn. */
  public static final String INSTANCE = "oracle.simulator.instance";

  /** Running databases: the driver manager makes drivers, so they share this. */
  private static final Map<String, Database> INSTANCES = new ConcurrentHashMap<>();

  static {
    try {
      DriverManager.registerDriver(new OracleSimulatorDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Made by the service loader. */
  public OracleSimulatorDriver() {}

  /**
   * Makes a database reachable.
   *
   * @throws IllegalStateException if the name is taken
   */
  public static void register(String name, Database database) {
    if (INSTANCES.putIfAbsent(name, database) != null) {
      throw new IllegalStateException("a simulator of this name is running: " + name);
    }
  }

  /** Ends that. */
  public static void unregister(String name) {
    INSTANCES.remove(name);
  }

  /** Connects without the driver manager. */
  public static Connection connect(String name, String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    return open(name, properties);
  }

  private static Connection open(String name, Properties properties) throws SQLException {
    Database database = find(name);
    String user = properties.getProperty("user", "");
    String password = properties.getProperty("password", "");
    if (user.isEmpty() || password.isEmpty()) {
      throw OraErrors.of(1017, "invalid credential or not authorized; logon denied");
    }
    return new SimConnection(
        PREFIX + name,
        database,
        database.connect(accountName(user), password, instance(properties)),
        properties);
  }

  /** {@code name} or {@code name/service}; a service is a container's name or DB_NAME. */
  private static Database find(String name) throws SQLException {
    int slash = name.indexOf('/');
    Database database = INSTANCES.get(slash < 0 ? name : name.substring(0, slash));
    if (database != null && slash >= 0) {
      database = database.service(name.substring(slash + 1)).orElse(null);
    }
    if (database == null) {
      throw OraErrors.of(
          12514,
          "Cannot connect to database. Service " + name + " is not registered with the listener.");
    }
    return database;
  }

  private static int instance(Properties properties) throws SQLException {
    String number = properties.getProperty(INSTANCE, "0");
    if (!number.matches("\\d{1,4}")) {
      throw OraErrors.of(12514, "Cannot connect to database. Instance " + number + " is unknown.");
    }
    return Integer.parseInt(number);
  }

  private static String accountName(String user) {
    boolean quoted = user.length() > 2 && user.startsWith("\"") && user.endsWith("\"");
    return quoted ? user.substring(1, user.length() - 1) : user.toUpperCase(Locale.ROOT);
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    return acceptsURL(url)
        ? open(url.substring(PREFIX.length()), info == null ? new Properties() : info)
        : null;
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX) && !url.startsWith(PREFIX + "//");
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 23;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return true;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("io.oraclecdc.testkit");
  }
}
