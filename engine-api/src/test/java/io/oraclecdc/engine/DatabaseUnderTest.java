package io.oraclecdc.engine;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.served.SimulatorProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database that the end-to-end tests run on: two forms of the simulator, or a real Oracle. What
 * it offers is what any of them can do through JDBC.
 */
@SuppressWarnings("try") // what it closes may be interrupted
final class DatabaseUnderTest implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String MARKERS = "CDC_T0";

  /** The databases. */
  enum Kind {
    SIMULATOR_IN_PROCESS,
    SIMULATOR_SERVED,
    REAL_ORACLE;

    /**
     * Opens one.
     *
     * @throws org.opentest4j.TestAbortedException with the reason, if there is no real Oracle
     */
    DatabaseUnderTest open() throws Exception {
      return opened().prepared();
    }

    private DatabaseUnderTest opened() throws Exception {
      return switch (this) {
        case SIMULATOR_IN_PROCESS -> {
          OracleSimulator simulator = OracleSimulator.start(Shop.newName());
          yield new DatabaseUnderTest(simulated(simulator.url()), simulator::close);
        }
        case SIMULATOR_SERVED -> {
          SimulatorProcess process = SimulatorProcess.start("--name", "shop");
          yield new DatabaseUnderTest(simulated(process.url()), process::close);
        }
        case REAL_ORACLE -> RealOracle.open();
      };
    }

    private static Access simulated(String url) {
      return new Access(
          url,
          new Login("C##CDC", "cdc"),
          url,
          new Login("APP", "app"),
          new Login("SYS", "oracle"),
          null);
    }
  }

  /** What ends with the database. */
  interface Resource {
    void close() throws SQLException;
  }

  /** A user. */
  record Login(String user, String password) {}

  /**
   * How to reach a database.
   *
   * @param url for capture and administration
   * @param capture its user
   * @param appUrl for the application
   * @param app its user
   * @param admin may switch logs
   * @param pdb where the application's tables are, null without containers
   */
  record Access(
      String url, Login capture, String appUrl, Login app, Login admin, @Nullable String pdb) {}

  private final Access access;
  private final Resource resource;
  private final List<String> tables = new ArrayList<>();
  private int tableNumber;

  DatabaseUnderTest(Access access, Resource resource) {
    this.access = access;
    this.resource = resource;
  }

  /** Makes it ready for the tests. */
  DatabaseUnderTest prepared() throws SQLException {
    try (Connection app = connectApp();
        Statement statement = app.createStatement()) {
      drop(statement, MARKERS);
      statement.execute("CREATE TABLE " + MARKERS + " (n NUMBER)");
    }
    return this;
  }

  private static Connection connect(String url, Login login) throws SQLException {
    return DriverManager.getConnection(url, login.user(), login.password());
  }

  /** A session of the application without autocommit. */
  Connection connectApp() throws SQLException {
    Connection connection = connect(access.appUrl(), access.app());
    connection.setAutoCommit(false);
    return connection;
  }

  /** Creates a table with all columns logged; returns its name. */
  String table(String columns) throws SQLException {
    String name = "CDC_T" + ++tableNumber;
    try (Connection app = connectApp();
        Statement statement = app.createStatement()) {
      drop(statement, name);
      statement.execute("CREATE TABLE " + name + " (" + columns + ")");
      statement.execute("ALTER TABLE " + name + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
    tables.add(name);
    return name;
  }

  private static void drop(Statement statement, String table) throws SQLException {
    try {
      statement.execute("DROP TABLE " + table + " PURGE");
    } catch (SQLException e) {
      if (e.getErrorCode() != 942) {
        throw e;
      }
    }
  }

  /** Drops what {@link #table} made. */
  void dropTables() throws SQLException {
    try (Connection app = connectApp();
        Statement statement = app.createStatement()) {
      for (String table : tables) {
        drop(statement, table);
      }
    }
    tables.clear();
  }

  void switchLog() throws SQLException {
    try (Connection admin = connect(access.url(), access.admin());
        Statement statement = admin.createStatement()) {
      statement.execute("ALTER SYSTEM SWITCH LOGFILE");
    }
  }

  /**
   * An SCN that everything committed so far is at or below. A commit follows it, so that an engine
   * sees at once that nothing more can come before.
   */
  Scn passedScn() throws SQLException {
    Scn scn = currentScn();
    try (Connection app = connectApp();
        Statement statement = app.createStatement()) {
      statement.execute("INSERT INTO " + MARKERS + " VALUES (1)");
      app.commit();
    }
    return scn;
  }

  private Scn currentScn() throws SQLException {
    try (Connection capture = connect(access.url(), access.capture());
        Statement statement = capture.createStatement();
        ResultSet row = statement.executeQuery("SELECT CURRENT_SCN FROM V$DATABASE")) {
      row.next();
      return new Scn(row.getLong(1));
    }
  }

  /** Settings of an engine that captures one table. */
  OracleCdcConfig.Builder settings(String table) {
    String owner = Pattern.quote(access.app().user());
    String pdb = access.pdb() == null ? "" : Pattern.quote(access.pdb()) + "\\.";
    OracleCdcConfig.Builder builder =
        OracleCdcConfig.builder()
            .url(access.url())
            .user(access.capture().user())
            .password(access.capture().password())
            .tables(pdb + owner + "\\." + table)
            .topicPrefix("shop")
            .snapshotMode(SnapshotMode.NONE)
            .targetLatency(Duration.ofMillis(50));
    if (access.pdb() != null) {
      builder.set("cdc.database.pdbs", access.pdb());
    }
    return builder;
  }

  @Override
  public void close() throws SQLException {
    resource.close();
  }
}
