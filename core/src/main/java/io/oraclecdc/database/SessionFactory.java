package io.oraclecdc.database;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.function.LongSupplier;

/**
 * Opens sessions that print dates and numbers the way the decoder reads them. Stateless;
 * thread-safe.
 */
public final class SessionFactory {
  private static final String MODULE = "oracle-cdc";

  /** The longest silence while the catalog is asked, which answers in seconds. */
  private static final Duration CATALOG_LIMIT = Duration.ofSeconds(60);

  private final DatabaseSettings settings;
  private final OracleErrors errors;
  private final LongSupplier nanoTime;

  /** Sessions of one database whose quiet times nobody measures. */
  public SessionFactory(DatabaseSettings settings, OracleErrors errors) {
    this(settings, errors, () -> 0);
  }

  /**
   * Sessions of one database.
   *
   * @param nanoTime monotonic clock, as {@link System#nanoTime}
   */
  public SessionFactory(DatabaseSettings settings, OracleErrors errors, LongSupplier nanoTime) {
    this.settings = settings;
    this.errors = errors;
    this.nanoTime = nanoTime;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** After how much quiet a connection is probed; zero for never. */
  Duration quietTime() {
    return settings.idleTimeout().dividedBy(2);
  }

  /** How errors of these sessions are classified. */
  public OracleErrors errors() {
    return errors;
  }

  /**
   * Connects and sets the session up; autocommit is off. The caller closes it.
   *
   * @throws io.oraclecdc.errors.RetriableException CDC-1001 when the database cannot be reached now
   * @throws io.oraclecdc.errors.CdcException CDC-5002 when the login or a grant is refused, or what
   *     else the ORA number means
   */
  public Connection open(SessionRole role) {
    String doing = "opening the " + role.action() + " session as " + settings;
    try {
      return setUp(DriverManager.getConnection(settings.url(), properties(role)), role);
    } catch (SQLException e) {
      throw errors.classify(e, doing);
    }
  }

  /**
   * Moves a session into another container and sets it up anew there.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-5001 when there is no such container, CDC-5002
   *     when the user may not enter it, retriable when it is closed
   */
  void enter(Connection connection, String container) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(SessionSql.enter(container));
      statement.execute(SessionSql.NLS);
      statement.execute(SessionSql.TIME_ZONE);
    } catch (SQLException e) {
      throw errors.classify(e, "entering container " + container + " as " + settings.user());
    }
  }

  private Duration readTimeout(SessionRole role) {
    Duration whole = settings.readTimeout();
    boolean shorter = whole.isZero() || CATALOG_LIMIT.compareTo(whole) < 0;
    return role == SessionRole.METADATA && shorter ? CATALOG_LIMIT : whole;
  }

  private Properties properties(SessionRole role) {
    Properties properties = new Properties();
    // A silently dropped connection shows as a timeout instead of a call that never returns.
    properties.setProperty("oracle.net.keepAlive", "true");
    properties.setProperty("oracle.net.CONNECT_TIMEOUT", "30000");
    properties.setProperty("oracle.jdbc.ReadTimeout", Long.toString(readTimeout(role).toMillis()));
    settings.driverProperties().forEach(properties::setProperty);
    properties.setProperty("user", settings.user());
    properties.setProperty("password", settings.password());
    return properties;
  }

  private static Connection setUp(Connection connection, SessionRole role) throws SQLException {
    try {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(SessionSql.NLS);
        statement.execute(SessionSql.TIME_ZONE);
      }
      try (CallableStatement call = connection.prepareCall(SessionSql.MODULE)) {
        call.setString(1, MODULE);
        call.setString(2, role.action());
        call.execute();
      }
      return connection;
    } catch (SQLException e) {
      try {
        connection.close();
      } catch (SQLException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }
}
