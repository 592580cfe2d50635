package io.oraclecdc.testkit.simulator;

import io.oraclecdc.testkit.simulator.dictionary.DatabaseLogging;
import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.dictionary.Grants;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.durable.Creation;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.flashback.UndoRetention;
import io.oraclecdc.testkit.simulator.jdbc.OracleSimulatorDriver;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.RedoControl;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.session.Cluster;
import io.oraclecdc.testkit.simulator.session.Database;
import io.oraclecdc.testkit.simulator.session.DatabaseSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated Oracle database in this process, reached through {@link #url()} with any JDBC code.
 *
 * <p>{@link #start(String)} gives what a capture needs:
 *
 * <ul>
 *   <li>a non-CDB named FREE, ARCHIVELOG, minimal supplemental logging
 *   <li>user {@code APP}, password {@code app}, who may create tables
 *   <li>user {@code C##CDC}, password {@code cdc}, with the privileges of a capture user
 *   <li>{@code SYS} and {@code SYSTEM}, password {@code oracle}
 * </ul>
 *
 * <p>Thread-safe. {@link #close()} ends all sessions and leaves nothing behind.
 */
public final class OracleSimulator implements AutoCloseable {
  /** Name of the application user. */
  public static final String APP_USER = "APP";

  /** Password of the application user. */
  public static final String APP_PASSWORD = "app";

  /** Name of the capture user. */
  public static final String CAPTURE_USER = "C##CDC";

  /** Password of the capture user. */
  public static final String CAPTURE_PASSWORD = "cdc";

  private final String name;
  private final Database database;
  private final String sysPassword;
  private final List<String> pdbs;

  private OracleSimulator(String name, Database database, String sysPassword, List<String> pdbs) {
    this.pdbs = pdbs;
    this.name = name;
    this.database = database;
    this.sysPassword = sysPassword;
  }

  /** Starts a database with the defaults above. */
  public static OracleSimulator start(String name) throws SQLException {
    return builder(name).start();
  }

  /** Prepares a database; the name must be free in this JVM. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** JDBC URL, {@code jdbc:oracle-simulator:name}. */
  public String url() {
    return OracleSimulatorDriver.PREFIX + name;
  }

  /** A connection of any user; names are upper case unless quoted. */
  public Connection connect(String user, String password) throws SQLException {
    return OracleSimulatorDriver.connect(name, user, password);
  }

  /** JDBC URL of a pluggable database, {@code jdbc:oracle-simulator:name/pdb}. */
  public String url(String pdb) {
    return url() + "/" + pdb;
  }

  /** A connection of any user to a pluggable database. */
  public Connection connect(String pdb, String user, String password) throws SQLException {
    return OracleSimulatorDriver.connect(name + "/" + pdb, user, password);
  }

  /** A connection of any user to one instance of a cluster. */
  public Connection connect(int instance, String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty(OracleSimulatorDriver.INSTANCE, Integer.toString(instance));
    return DriverManager.getConnection(url(), properties);
  }

  /** A connection of the application user; in a CDB to its first pluggable database. */
  public Connection connectApp() throws SQLException {
    return pdbs.isEmpty() ? connect(APP_USER, APP_PASSWORD) : connectApp(pdbs.get(0));
  }

  /** A connection of the application user of a pluggable database. */
  public Connection connectApp(String pdb) throws SQLException {
    return connect(pdb, APP_USER, APP_PASSWORD);
  }

  /** A connection of the capture user. */
  public Connection connectCapture() throws SQLException {
    return connect(CAPTURE_USER, CAPTURE_PASSWORD);
  }

  /** A connection of SYS. */
  public Connection connectSys() throws SQLException {
    return connect("SYS", sysPassword);
  }

  /** Faults to be ordered. */
  public FaultPlan faults() {
    return database.faults();
  }

  /** ALTER SYSTEM SWITCH LOGFILE. */
  public void switchLog() {
    database.redo().switchLog(1);
  }

  /** Removes archived logs up to a sequence as RMAN does: the catalog knows. */
  public void purgeArchivedLogs(long upToSequence) {
    database.redo().purgeArchived(1, upToSequence);
  }

  /** Removes the files of archived logs up to a sequence behind the catalog's back. */
  public void removeArchivedFiles(long upToSequence) {
    database.redo().removeArchivedFiles(1, upToSequence);
  }

  /** CURRENT_SCN. */
  public long currentScn() {
    return database.redo().currentScn();
  }

  /** How far back flashback queries can see. */
  public UndoRetention undoRetention() {
    return database.undo().retention();
  }

  /** Undo of everything so far is gone: flashback below CURRENT_SCN is ORA-01555. */
  public void expireUndo() {
    database.undo().retention().expire();
  }

  /** The redo half, for what has no method here. */
  public RedoDatabase redo() {
    return database.redo();
  }

  /** The database as the mining side sees it. */
  public SimInstance instance() {
    return database.instance();
  }

  /** The instances: shut them down, let them crash, start them; mount, RESETLOGS. */
  public Cluster cluster() {
    return database.cluster();
  }

  /** Threads, incarnations, archive destinations. */
  public RedoControl redoControl() {
    return database.redo().control();
  }

  /** Names of the pluggable databases; none in a non-CDB. */
  public List<String> pdbs() {
    return pdbs;
  }

  /**
   * Starts a physical standby of this database, open for reading and applying.
   *
   * @param standbyName name of the standby in its URL, its DB_UNIQUE_NAME, and the service that the
   *     primary's destination names
   * @param destination number of a free archive destination of the primary
   */
  public SimulatedStandby standby(String standbyName, int destination) throws SQLException {
    return SimulatedStandby.start(database, standbyName, destination);
  }

  /** SHUTDOWN ABORT: sessions die, memory and files are given back. */
  @Override
  public void close() throws SQLException {
    OracleSimulatorDriver.unregister(name);
    database.close();
  }

  /** What is done to a database that has its users but no sessions yet. */
  @FunctionalInterface
  interface Preparation {
    /** Does it. */
    void prepare(Database database) throws SQLException;
  }

  /** Makes a database as described and opens it to sessions. */
  static OracleSimulator start(
      Creation creation, Function<SimInstance, RedoDatabase> redo, Preparation preparation)
      throws SQLException {
    DatabaseSettings settings = creation.settings();
    List<String> pdbs = creation.pdbs();
    Database database =
        pdbs.isEmpty() ? new Database(settings, redo) : Database.root(settings, redo);
    boolean done = false;
    try {
      for (Creation.User user : creation.users()) {
        if (pdbs.isEmpty() || user.isInRoot()) {
          add(database, user);
        }
      }
      addPluggables(creation, database);
      database.grantsChanged();
      preparation.prepare(database);
      OracleSimulatorDriver.register(settings.name(), database);
      done = true;
      return new OracleSimulator(settings.name(), database, settings.sysPassword(), pdbs);
    } finally {
      if (!done) {
        database.close();
      }
    }
  }

  private static void addPluggables(Creation creation, Database root) throws SQLException {
    int container = ContainerFacts.SEED;
    for (String pdb : creation.pdbs()) {
      container++;
      Database pluggable = Database.pluggable(creation.pluggable(container), root, pdb);
      for (Creation.User user : creation.users()) {
        add(pluggable, user);
      }
      pluggable.grantsChanged();
    }
    if (!creation.pdbs().isEmpty()) {
      root.publishContainers();
    }
  }

  private static void add(Database database, Creation.User user) throws SQLException {
    Grantee grantee = database.addUser(user.name(), user.password());
    grantee.systemPrivileges().addAll(user.systemPrivileges());
    grantee.roles().addAll(user.roles());
    if (user.isCapture()) {
      grantee.containerData(user.containerData());
    }
    user.objectPrivileges().forEach((object, all) -> all.forEach(p -> grantee.grant(object, p)));
  }

  /** Says what a database is like before it starts. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final Map<String, String> users = new LinkedHashMap<>();
    private final Set<String> captureSystem =
        new LinkedHashSet<>(
            List.of(
                "CREATE SESSION",
                "LOGMINING",
                "SELECT ANY TRANSACTION",
                "SELECT ANY TABLE",
                "FLASHBACK ANY TABLE"));
    private final Set<String> captureRoles = new LinkedHashSet<>(List.of("SELECT_CATALOG_ROLE"));
    private final Set<String> captureExecute =
        new LinkedHashSet<>(List.of("DBMS_LOGMNR", "DBMS_LOGMNR_D", "DBMS_FLASHBACK"));
    private final List<String> captureViews = new ArrayList<>();
    private String databaseName = "FREE";
    private String sysPassword = "oracle";
    private String captureUser = CAPTURE_USER;
    private String capturePassword = CAPTURE_PASSWORD;
    private DatabaseLogging logging = DatabaseLogging.MINIMAL;
    private final List<String> pdbs = new ArrayList<>();
    private int threads = 1;
    private boolean containerData = true;
    private Clock clock = Clock.system(ZoneId.systemDefault());
    private int release = 23;
    private @Nullable Path directory;
    private @Nullable Function<SimInstance, RedoDatabase> redo;
    private UnaryOperator<RedoOptions.Builder> redoOptions = UnaryOperator.identity();

    private Builder(String name) {
      this.name = name;
      users.put(APP_USER, APP_PASSWORD);
      parameters.put("max_string_size", "STANDARD");
      parameters.put("log_mode", "ARCHIVELOG");
      parameters.put("undo_retention", "900");
      parameters.put("processes", "300");
      parameters.put("open_cursors", "300");
      parameters.put("recyclebin", "on");
      parameters.put("compatible", "23.6.0");
    }

    /** DB_NAME; default FREE. */
    public Builder databaseName(String value) {
      databaseName = value.toUpperCase(Locale.ROOT);
      return this;
    }

    /** ARCHIVELOG mode; default on. */
    public Builder archivelog(boolean on) {
      parameters.put("log_mode", on ? "ARCHIVELOG" : "NOARCHIVELOG");
      return this;
    }

    /** Minimal supplemental logging of the database; default on. */
    public Builder supplementalLogging(boolean on) {
      logging = on ? DatabaseLogging.MINIMAL : DatabaseLogging.OFF;
      return this;
    }

    /** An initialisation parameter, for example {@code max_string_size}. */
    public Builder parameter(String parameter, String value) {
      parameters.put(parameter.toLowerCase(Locale.ROOT), value);
      return this;
    }

    /** Major release: 19, 21 or 23; default 23. */
    public Builder release(int major) {
      release = major;
      return this;
    }

    /** Wall clock; its zone is the database host's. */
    public Builder clock(Clock value) {
      clock = value;
      return this;
    }

    /** Another application user. */
    public Builder user(String user, String password) {
      users.put(user, password);
      return this;
    }

    /**
     * Name and password of the capture user; default C##CDC and cdc. In a CDB a name without C## is
     * a local user of every pluggable database.
     */
    public Builder captureUser(String user, String password) {
      captureUser = user;
      capturePassword = password;
      return this;
    }

    /**
     * Takes a privilege from the capture user before the start: a system privilege, a role, or
     * {@code EXECUTE ON package}.
     *
     * @throws IllegalArgumentException if he does not have it
     */
    public Builder withoutPrivilege(String privilege) {
      String execute = privilege.replaceFirst("^EXECUTE ON ", "");
      if (!captureSystem.remove(privilege)
          && !captureRoles.remove(privilege)
          && !captureExecute.remove(execute)) {
        throw new IllegalArgumentException("the capture user has no privilege " + privilege);
      }
      return this;
    }

    /**
     * Gives the capture user single views instead of SELECT_CATALOG_ROLE, for example {@code
     * V_$DATABASE}, {@code DBA_TAB_COLS}.
     */
    public Builder withViewsOnly(String... views) {
      captureRoles.remove("SELECT_CATALOG_ROLE");
      captureViews.addAll(List.of(views));
      return this;
    }

    /**
     * A container database with these pluggable databases, all open: the capture user is common,
     * the application users are local to every pluggable database. Names are taken in upper case.
     */
    public Builder containerDatabase(String... names) {
      if (names.length == 0) {
        throw new IllegalArgumentException("a container database needs a pluggable database");
      }
      for (String pdb : names) {
        pdbs.add(pdb.toUpperCase(Locale.ROOT));
      }
      captureSystem.add("SET CONTAINER");
      return this;
    }

    /** A cluster: so many instances, each with a redo thread of its own. */
    public Builder threads(int count) {
      threads = count;
      return this;
    }

    /** Whether the capture user sees rows of all containers in the root's views; default yes. */
    public Builder containerData(boolean all) {
      containerData = all;
      return this;
    }

    /** Changes the redo: log size, number of groups, variants. */
    public Builder redoOptions(UnaryOperator<RedoOptions.Builder> changes) {
      redoOptions = changes;
      return this;
    }

    /**
     * Keeps the database in a directory: a COMMIT returns when it is on disk, and the next start
     * with the same directory continues where this one ended, however it ended. The directory is
     * made when it is missing. When it holds a database, that database is opened as it is: users,
     * names, release, parameters, containers and redo options of this builder are not used, only
     * the name in the URL and the clock.
     *
     * <p>{@link #start} then also throws {@link
     * io.oraclecdc.testkit.simulator.durable.DirectoryException}. Cannot be combined with {@link
     * #redo} and several instances.
     */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    /** Another redo half, for tests of the session half alone. */
    public Builder redo(Function<SimInstance, RedoDatabase> factory) {
      redo = factory;
      return this;
    }

    /**
     * Starts the database.
     *
     * @throws IllegalStateException if the name is taken
     */
    public OracleSimulator start() throws SQLException {
      Path kept = directory;
      if (kept != null) {
        requireKeepable();
        return DurableStart.start(name, kept, clock, this::creation);
      }
      Creation creation = creation(clock);
      Function<SimInstance, RedoDatabase> factory =
          redo == null ? RedoFactory.of(creation.options()) : redo;
      return OracleSimulator.start(creation, factory, database -> {});
    }

    private void requireKeepable() {
      if (redo != null) {
        throw new IllegalArgumentException("directory() and redo() cannot be combined");
      }
      if (threads > 1) {
        throw new IllegalArgumentException(
            "directory() keeps a database of one instance, not a cluster of " + threads);
      }
    }

    /** What a new database would be. */
    private Creation creation(Clock time) {
      if (!captureSystem.stream().allMatch(Grants::isSystemPrivilege)) {
        throw new IllegalStateException("unknown system privilege");
      }
      DatabaseSettings settings =
          new DatabaseSettings(
              name,
              databaseName,
              pdbs.isEmpty() ? 0 : ContainerFacts.ROOT,
              release,
              time,
              logging,
              Map.copyOf(parameters),
              sysPassword);
      List<Creation.User> made = new ArrayList<>();
      users.forEach((user, password) -> made.add(application(user, password)));
      made.add(capture());
      RedoOptions options =
          RedoFactory.options(settings, o -> redoOptions.apply(o.threads(threads)));
      return new Creation(time.instant(), settings, options, made, List.copyOf(pdbs));
    }

    private static Creation.User application(String user, String password) {
      return new Creation.User(
          user,
          password,
          Set.of("UNLIMITED TABLESPACE", "CREATE VIEW", "CREATE SYNONYM"),
          Set.of("CONNECT", "RESOURCE"),
          Map.of(),
          false,
          false);
    }

    private Creation.User capture() {
      Map<ObjectKey, Set<String>> objects = new LinkedHashMap<>();
      captureExecute.forEach(p -> objects.put(new ObjectKey("SYS", p), Set.of("EXECUTE")));
      captureViews.forEach(v -> objects.put(new ObjectKey("SYS", v), Set.of("SELECT")));
      return new Creation.User(
          captureUser, capturePassword, captureSystem, captureRoles, objects, true, containerData);
    }
  }
}
