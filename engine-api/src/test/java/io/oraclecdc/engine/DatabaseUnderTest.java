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
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database that the end-to-end tests run on: forms of the simulator, or a real Oracle. What it
 * offers is what any of them can do through JDBC.
 */
@SuppressWarnings("try") // what it closes may be interrupted
final class DatabaseUnderTest implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String MARKERS = "CDC_T0";

  /** The databases. */
  enum Kind {
    SIMULATOR_IN_PROCESS,
    SIMULATOR_SERVED,
    /** Two pluggable databases, captured from the root. */
    CONTAINERS_IN_PROCESS,
    CONTAINERS_SERVED,
    /** One of two pluggable databases, captured from inside. */
    PLUGGABLE_IN_PROCESS,
    /** Two instances; sessions go to them in turn. */
    CLUSTER_IN_PROCESS,
    CLUSTER_SERVED,
    /** Two instances and two pluggable databases. */
    CLUSTER_OF_CONTAINERS,
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
        case CONTAINERS_IN_PROCESS ->
            inProcess(builder -> builder.containerDatabase("SALES", "STOCK"), Simulated::root);
        case CONTAINERS_SERVED ->
            served(Simulated::root, "--name", "shop", "--pdb", "SALES", "--pdb", "STOCK");
        case PLUGGABLE_IN_PROCESS ->
            inProcess(builder -> builder.containerDatabase("SALES", "STOCK"), Simulated::inside);
        case CLUSTER_IN_PROCESS -> inProcess(builder -> builder.threads(2), Simulated::cluster);
        case CLUSTER_SERVED -> served(Simulated::cluster, "--name", "shop", "--threads", "2");
        case CLUSTER_OF_CONTAINERS ->
            inProcess(
                builder -> builder.threads(2).containerDatabase("SALES", "STOCK"), Simulated::root);
        case REAL_ORACLE -> RealOracle.open();
      };
    }

    private static DatabaseUnderTest inProcess(
        UnaryOperator<OracleSimulator.Builder> form, UnaryOperator<Access> access)
        throws SQLException {
      OracleSimulator simulator = form.apply(OracleSimulator.builder(Shop.newName())).start();
      return new DatabaseUnderTest(access.apply(simulated(simulator.url())), simulator::close);
    }

    private static DatabaseUnderTest served(UnaryOperator<Access> access, String... arguments)
        throws Exception {
      SimulatorProcess process = SimulatorProcess.start(arguments);
      return new DatabaseUnderTest(access.apply(simulated(process.url())), process::close);
    }

    private static Access simulated(String url) {
      return new Access(
          url,
          new Login("C##CDC", "cdc"),
          url,
          new Login("APP", "app"),
          url,
          new Login("SYS", "oracle"),
          null,
          null,
          Map.of());
    }
  }

  /** How simulators of several containers or threads are reached. */
  private static final class Simulated {
    private static final Map<String, String> SHORT_LAG = Map.of("cdc.rac.safety.lag.ms", "100");

    private static Access root(Access plain) {
      return new Access(
          plain.url(),
          plain.capture(),
          plain.url() + "/SALES",
          plain.app(),
          plain.url(),
          plain.admin(),
          "SALES",
          plain.url() + "/STOCK",
          Map.of("cdc.database.pdbs", "SALES,STOCK", "cdc.rac.safety.lag.ms", "100"));
    }

    private static Access inside(Access plain) {
      return new Access(
          plain.url() + "/SALES",
          plain.capture(),
          plain.url() + "/SALES",
          plain.app(),
          plain.url(),
          plain.admin(),
          "SALES",
          plain.url() + "/STOCK",
          Map.of());
    }

    private static Access cluster(Access plain) {
      return new Access(
          plain.url(),
          plain.capture(),
          plain.appUrl(),
          plain.app(),
          plain.url(),
          plain.admin(),
          null,
          null,
          SHORT_LAG);
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
   * @param url for capture
   * @param capture its user
   * @param appUrl for the application
   * @param app its user
   * @param adminUrl for administration
   * @param admin may switch logs
   * @param pdb where the application's tables are, null without containers
   * @param twinUrl a pluggable database with tables of the same names and ids, null when there is
   *     none
   * @param settings more settings of engines
   */
  record Access(
      String url,
      Login capture,
      String appUrl,
      Login app,
      String adminUrl,
      Login admin,
      @Nullable String pdb,
      @Nullable String twinUrl,
      Map<String, String> settings) {}

  private final Access access;
  private final Resource resource;
  private final List<String> tables = new ArrayList<>();
  private int tableNumber;
  private int disturbances;

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
    try (Connection app = connectApp()) {
      create(app, name, columns);
    }
    if (access.twinUrl() != null) {
      try (Connection twin = connect(access.twinUrl(), access.app())) {
        create(twin, name, columns);
      }
    }
    tables.add(name);
    return name;
  }

  private static void create(Connection app, String name, String columns) throws SQLException {
    try (Statement statement = app.createStatement()) {
      drop(statement, name);
      statement.execute("CREATE TABLE " + name + " (" + columns + ")");
      statement.execute("ALTER TABLE " + name + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  /** Rows that nobody captures, in a table of the same name, when there is a place for them. */
  void disturb(String table) throws SQLException {
    if (access.twinUrl() == null) {
      return;
    }
    try (Connection twin = connect(access.twinUrl(), access.app());
        Statement statement = twin.createStatement()) {
      twin.setAutoCommit(false);
      statement.execute(
          "INSERT INTO " + table + " (id) VALUES (" + (900_000 + ++disturbances) + ")");
      twin.commit();
      statement.execute("DELETE FROM " + table);
      twin.rollback();
    }
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
    try (Connection admin = connect(access.adminUrl(), access.admin());
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
    return builder.setAll(access.settings());
  }

  @Override
  public void close() throws SQLException {
    resource.close();
  }
}
