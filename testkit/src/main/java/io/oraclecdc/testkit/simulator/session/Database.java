package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.CatalogTables;
import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.functions.Aliases;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.packages.Packages;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One simulated database: dictionary, redo, sessions, and the inner H2 database that stores rows.
 * Thread-safe.
 */
public final class Database implements SimInstance, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);
  private static final String H2_SETTINGS =
      ";MODE=Oracle;DEFAULT_NULL_ORDERING=HIGH;OPTIMIZE_REUSE_RESULTS=0"
          + ";LAZY_QUERY_EXECUTION=1;LOCK_TIMEOUT=200;DB_CLOSE_DELAY=-1;QUERY_CACHE_SIZE=64"
          + ";NON_KEYWORDS=VALUE,KEY,DAY,MONTH,YEAR,HOUR,MINUTE,SECOND,IF,QUALIFY,END";

  private final DatabaseSettings settings;
  private final String h2Url;
  private final SimDictionary dictionary;
  private final Connection admin;
  private final CatalogTables catalog;
  private final RedoDatabase redo;
  private final Packages packages;
  private final FaultPlan faults = new FaultPlan();
  private final RowIds rowIds = new RowIds();
  private final Map<String, String> parameters = new ConcurrentHashMap<>();
  private final Set<SimSession> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger sessionIds = new AtomicInteger(100);
  private final ScheduledExecutorService watch;
  private final SequenceMarks sequenceMarks = new SequenceMarks();
  private volatile @Nullable ChangeJournal journal;
  private volatile boolean closed;

  /**
   * Opens a database.
   *
   * @param settings what the builder says
   * @param redoFactory makes the redo half for this instance
   */
  public Database(DatabaseSettings settings, Function<SimInstance, RedoDatabase> redoFactory)
      throws SQLException {
    this.settings = settings;
    this.h2Url = "jdbc:h2:mem:oracle_simulator_" + UUID.randomUUID() + H2_SETTINGS;
    this.dictionary = new SimDictionary(settings.containerId(), now());
    this.parameters.putAll(settings.parameters());
    this.admin = DriverManager.getConnection(h2Url, "sa", "");
    this.watch = watch(settings.name());
    boolean done = false;
    try {
      this.redo = redoFactory.apply(this);
      try (Statement statement = admin.createStatement()) {
        statement.execute("CREATE SCHEMA SYS");
      }
      Aliases.create(admin);
      this.catalog = new CatalogTables(admin, dictionary, settings.version());
      catalog.create();
      redo.installViews(admin);
      catalog.readViews();
      this.packages = new Packages(redo.packages());
      addUser("SYS", settings.sysPassword());
      addUser("SYSTEM", settings.sysPassword());
      grantee("SYSTEM").roles().add("DBA");
      dictionary.logging(settings.logging());
      done = true;
    } finally {
      if (!done) {
        watch.shutdownNow();
        shutdown();
      }
    }
  }

  private static ScheduledExecutorService watch(String name) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "oracle-simulator-watch-" + name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }

  private Grantee grantee(String name) {
    return dictionary.grants().grantee(name).orElseThrow();
  }

  /** Adds a user with his schema; used while the database is set up. */
  public Grantee addUser(String name, String password) throws SQLException {
    Grantee user = dictionary.grants().addUser(name, dictionary.nextUserId(), now(), password);
    try (Statement statement = admin.createStatement()) {
      statement.execute("CREATE SCHEMA IF NOT EXISTS " + InnerNames.quoted(name));
    }
    dictionary.changed();
    catalog.refreshOthers();
    return user;
  }

  /** Shows changed grants in the catalog views. */
  public void grantsChanged() throws SQLException {
    dictionary.changed();
    catalog.refreshOthers();
  }

  /**
   * Opens a session.
   *
   * @throws SQLException ORA-01017 wrong user or password, ORA-28000 locked account, ORA-01045 no
   *     CREATE SESSION, and what the fault plan says
   */
  public SimSession connect(String user, String password) throws SQLException {
    faults.check(FaultPlan.Call.CONNECT, user, "", 0);
    if (closed) {
      throw OraErrors.of(1034, "ORACLE not available");
    }
    Grantee grantee = dictionary.grants().user(user).orElse(null);
    if (grantee == null || !grantee.hasPassword(password)) {
      throw OraErrors.of(1017, "invalid credential or not authorized; logon denied");
    }
    if (grantee.isLocked()) {
      throw OraErrors.of(28000, "The account is locked.");
    }
    if (!dictionary.grants().hasSystem(user, "CREATE SESSION")) {
      throw OraErrors.of(1045, "user " + user + " lacks CREATE SESSION privilege; logon denied");
    }
    Connection h2 = DriverManager.getConnection(h2Url, "sa", "");
    h2.setAutoCommit(false);
    int id = sessionIds.incrementAndGet();
    SessionInfo info =
        new SessionInfo(
            settings.containerId(), settings.databaseName(), 1, user, id, id * 7 % 65_535 + 1);
    SimSession session = new SimSession(this, h2, info);
    sessions.add(session);
    return session;
  }

  void ended(SimSession session) {
    sessions.remove(session);
  }

  void lost(SimSession session, SQLException cause) {
    if (!closed) {
      LOG.warn("session {} could not be rolled back", session.info().sessionId(), cause);
    }
  }

  /** Dictionary of the container. */
  public SimDictionary dictionary() {
    return dictionary;
  }

  /** The redo half. */
  public RedoDatabase redo() {
    return redo;
  }

  /** Faults. */
  public FaultPlan faults() {
    return faults;
  }

  /** Packages. */
  public Packages packages() {
    return packages;
  }

  /** Where changes are kept; null when the database lives in memory. */
  @Nullable ChangeJournal journal() {
    return journal;
  }

  /** From now on changes are kept in a directory. */
  public void journal(ChangeJournal keeper) {
    journal = keeper;
  }

  SequenceMarks sequenceMarks() {
    return sequenceMarks;
  }

  /** Repeats what a journal says; the database must be fresh. */
  public Restoration restoration() throws SQLException {
    Connection h2 = DriverManager.getConnection(h2Url, "sa", "");
    h2.setAutoCommit(false);
    return new Restoration(
        this, h2, new SessionInfo(settings.containerId(), settings.databaseName(), 1, "SYS", 1, 1));
  }

  CatalogTables catalog() {
    return catalog;
  }

  RowIds rowIds() {
    return rowIds;
  }

  /** The wall clock. */
  public Clock clock() {
    return settings.clock();
  }

  ZoneId hostZone() {
    return settings.clock().getZone();
  }

  LocalDateTime now() {
    return LocalDateTime.now(settings.clock()).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Major release. */
  public int release() {
    return settings.release();
  }

  /** Full version. */
  public String version() {
    return settings.version();
  }

  /** DB_NAME. */
  public String databaseName() {
    return settings.databaseName();
  }

  /** A control for a new statement. */
  public CallControl newControl() {
    return new CallControl(watch);
  }

  void setParameter(String name, String value) {
    parameters.put(name.toLowerCase(Locale.ROOT), value);
  }

  @Override
  public Optional<SimTable> tableByObjectId(int containerId, long objectId) {
    return dictionary.tableById(objectId).map(TableEntry::table);
  }

  @Override
  public Collection<RedoTransaction> openTransactions() {
    return sessions.stream().map(SimSession::transaction).filter(t -> t.xid() != null).toList();
  }

  @Override
  public Collection<SessionInfo> sessions() {
    return sessions.stream().map(SimSession::info).toList();
  }

  @Override
  public List<Boolean> databaseSupplementalLogging() {
    return dictionary.logging().flags();
  }

  @Override
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name.toLowerCase(Locale.ROOT)));
  }

  private void shutdown() throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.execute("SHUTDOWN IMMEDIATELY");
    }
  }

  /** SHUTDOWN: sessions die, nothing stays behind. */
  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    watch.shutdownNow();
    List.copyOf(sessions).forEach(SimSession::abort);
    redo.close();
    shutdown();
  }
}
