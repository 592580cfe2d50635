package io.oraclecdc.testkit.simulator.served;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * JDBC driver for a simulator that another process serves: {@code
 * jdbc:oracle-simulator://127.0.0.1:port/name}. Thread-safe.
 */
public final class ServedDriver implements Driver {
  /** What a URL begins with. */
  public static final String PREFIX = "jdbc:oracle-simulator://";

  static {
    try {
      DriverManager.registerDriver(new ServedDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Made by the service loader. */
  public ServedDriver() {}

  /** Connects without the driver manager. */
  public static Connection connect(String url, String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    return (Connection) ClientLink.connect(ServedUrl.parse(url), properties);
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    return acceptsURL(url)
        ? (Connection)
            ClientLink.connect(ServedUrl.parse(url), info == null ? new Properties() : info)
        : null;
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
