package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.catalog.CatalogViewEngine;
import io.oraclecdc.testkit.simulator.dictionary.CatalogMirror;
import io.oraclecdc.testkit.simulator.dictionary.CatalogTables;
import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.flashback.UndoHistory;
import io.oraclecdc.testkit.simulator.functions.Aliases;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.packages.Packages;
import io.oraclecdc.testkit.simulator.redo.DatabaseRole;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.redo.StandbyRedo;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One simulated database: dictionary, redo, sessions, and the inner H2 database that stores rows.
 * Thread-safe.
 */
public final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private final DatabaseSettings settings;
  private final Storage storage;
  private final SimDictionary dictionary;
  private final CatalogTables catalog;
  private final RedoDatabase redo;
  private final Packages packages;
  private final UndoHistory undo;
  private final FaultPlan faults;
  private final ContainerState container;
  private final Database root;
  private final Cluster cluster;
  private final Containers containers;
  private final RowIds rowIds = new RowIds();
  private final ShownPartitions shownPartitions = new ShownPartitions(this);
  private final SimInstance instance = new InstanceFacts(this);
  private final Map<String, String> parameters = new ConcurrentHashMap<>();
  private final Set<SimSession> sessions; // of all containers
  private final AtomicInteger sessionIds;
  private final ScheduledExecutorService watch;
  private final SequenceMarks sequenceMarks = new SequenceMarks();
  private volatile @Nullable ChangeJournal journal;
  private volatile boolean closed;

  /**
   * Opens a database, or the root of a container database.
   *
   * @param settings what the builder says
   * @param redoFactory makes the redo half for this instance
   */
  public Database(DatabaseSettings settings, Function<SimInstance, RedoDatabase> redoFactory)
      throws SQLException {
    this(settings, redoFactory, ContainerState.nonCdb(settings.databaseName()), null);
  }

  /**
   * Opens one container.
   *
   * @param settings with its CON_ID
   * @param redoFactory makes the redo half as it uses it
   * @param container its identity
   * @param rootOfAll the root it belongs to, null for a root or a database without containers
   */
  public Database(
      DatabaseSettings settings,
      Function<SimInstance, RedoDatabase> redoFactory,
      ContainerState container,
      @Nullable Database rootOfAll)
      throws SQLException {
    this.settings = settings;
    this.dictionary = new SimDictionary(settings.containerId(), now());
    this.parameters.putAll(settings.parameters());
    this.container = container;
    this.faults = rootOfAll == null ? new FaultPlan() : rootOfAll.faults;
    this.sessions = rootOfAll == null ? ConcurrentHashMap.newKeySet() : rootOfAll.sessions;
    this.sessionIds = rootOfAll == null ? new AtomicInteger(100) : rootOfAll.sessionIds;
    this.storage = Storage.create();
    this.watch = CallControl.newWatch(settings.name());
    boolean done = false;
    try {
      this.redo = redoFactory.apply(instance);
      storage.createSchema("SYS");
      Aliases.create(storage.admin());
      this.catalog =
          new CatalogTables(
              storage.admin(),
              dictionary,
              settings.version(),
              CatalogViewEngine.class,
              rootOfAll == null
                  ? null
                  : new CatalogMirror(rootOfAll.storage.admin(), container.id()));
      catalog.create();
      redo.installViews(storage.admin());
      catalog.readViews();
      this.packages = new Packages(redo.packages());
      this.undo =
          new UndoHistory(
              dictionary, redo, storage.connect(), settings.clock(), undoRetention(settings));
      addUser("SYS", settings.sysPassword());
      addUser("SYSTEM", settings.sysPassword());
      grantee("SYSTEM").roles().add("DBA");
      dictionary.logging(settings.logging());
      this.root = rootOfAll == null ? this : rootOfAll;
      this.cluster =
          rootOfAll == null ? new Cluster(this, redo.options().threads()) : rootOfAll.cluster;
      this.containers =
          rootOfAll == null
              ? new Containers(this, ContainerState.seed(redo.options().dbid()))
              : rootOfAll.containers;
      container.created(redo.currentScn(), OffsetDateTime.now(settings.clock()));
      if (rootOfAll != null) {
        dictionary.inheritedLogging(rootOfAll.dictionary.ownLogging());
        containers.add(this);
      }
      done = true;
    } finally {
      if (!done) {
        watch.shutdownNow();
        storage.shutdown();
      }
    }
  }

  private static Duration undoRetention(DatabaseSettings settings) {
    return Duration.ofSeconds(
        Long.parseLong(settings.parameters().getOrDefault("undo_retention", "900")));
  }

  /** Opens the root of a container database; its PDBs follow. */
  public static Database root(
      DatabaseSettings settings, Function<SimInstance, RedoDatabase> redoFactory)
      throws SQLException {
    return new Database(settings, redoFactory, ContainerState.root(), null);
  }

  /** Opens a pluggable database of a root. */
  public static Database pluggable(DatabaseSettings settings, Database root, String name)
      throws SQLException {
    ContainerState container =
        ContainerState.pluggable(settings.containerId(), name, root.redo.options().dbid());
    return new Database(settings, root.redo::forContainer, container, root);
  }

  /** A physical standby that reads the primary's storage and never writes. */
  private Database(
      Database primary, DatabaseSettings settings, Function<SimInstance, RedoDatabase> factory) {
    this.settings = settings;
    storage = primary.storage;
    dictionary = primary.dictionary;
    catalog = primary.catalog;
    packages = primary.packages;
    undo = primary.undo;
    faults = new FaultPlan();
    container = ContainerState.nonCdb(settings.databaseName());
    container.open(true, false, OffsetDateTime.now(settings.clock()));
    sessions = ConcurrentHashMap.newKeySet();
    sessionIds = new AtomicInteger(100);
    parameters.putAll(primary.parameters);
    root = this;
    watch = CallControl.newWatch(settings.name());
    redo = factory.apply(instance);
    cluster = new Cluster(this, 1);
    containers = new Containers(this, ContainerState.seed(redo.options().dbid()));
  }

  /**
   * Opens a physical standby.
   *
   * @param primary a database without containers
   * @param settings name and clock
   * @param factory makes its redo half, a {@link StandbyRedo}
   */
  public static Database standbyOf(
      Database primary, DatabaseSettings settings, Function<SimInstance, RedoDatabase> factory) {
    if (primary.container.id() != 0) {
      throw new IllegalArgumentException("a standby of a container database is not simulated");
    }
    return new Database(primary, settings, factory);
  }

  /** Whether this is a physical standby. */
  boolean isStandby() {
    return redo instanceof StandbyRedo;
  }

  /** How many changes a standby is behind; 0 on a primary. */
  long lagScns() {
    return redo instanceof StandbyRedo standby ? standby.site().lagScns() : 0;
  }

  /** MOUNTED or open; of a standby. */
  public void mounted(boolean value) {
    if (value) {
      container.close();
      allSessions().stream()
          .filter(s -> !s.userName().equals("SYS"))
          .forEach(
              s -> {
                s.places().kill(OraErrors.of(3113, "end-of-file on communication channel"));
                s.abort();
              });
    } else {
      openContainer(isStandby(), false);
    }
  }

  private Grantee grantee(String name) {
    return dictionary.grants().grantee(name).orElseThrow();
  }

  /** Adds a user with his schema; used while the database is set up. */
  public Grantee addUser(String name, String password) throws SQLException {
    Grantee user = dictionary.grants().addUser(name, dictionary.nextUserId(), now(), password);
    storage.createSchema(name);
    dictionary.changed();
    catalog.refreshOthers();
    return user;
  }

  /** Shows changed grants in the catalog views. */
  public void grantsChanged() throws SQLException {
    dictionary.changed();
    catalog.refreshOthers();
  }

  /** Opens a session on any instance. */
  public SimSession connect(String user, String password) throws SQLException {
    return connect(user, password, 0);
  }

  /**
   * Opens a session.
   *
   * @param instance number of the instance, 0 for the next in turn
   * @throws SQLException ORA-01017 wrong user or password, ORA-28000 locked account, ORA-01045 no
   *     CREATE SESSION, ORA-01033 not open, and what the fault plan says
   */
  public SimSession connect(String user, String password, int instance) throws SQLException {
    faults.check(FaultPlan.Call.CONNECT, user, "", 0);
    if (closed) {
      throw OraErrors.of(1034, "ORACLE not available");
    }
    int thread = cluster.route(instance);
    Admission.require(this, user, password);
    int id = sessionIds.incrementAndGet();
    SimSession session =
        new SimSession(this, openStorage(), info(thread, user, id, id * 7 % 65_535 + 1));
    sessions.add(session);
    return session;
  }

  /** A session of the same user for an autonomous transaction. */
  SimSession beside(SimSession session) throws SQLException {
    SimSession other = new SimSession(this, openStorage(), session.info());
    sessions.add(other);
    return other;
  }

  /** A connection to the storage of this container, for one session. */
  Connection openStorage() throws SQLException {
    Connection h2 = storage.connect();
    h2.setAutoCommit(false);
    return h2;
  }

  SessionInfo info(int thread, String user, int sessionId, int serial) {
    return new SessionInfo(container.id(), container.name(), thread, user, sessionId, serial);
  }

  /** Identity and open mode. */
  ContainerState container() {
    return container;
  }

  /** The instances. */
  public Cluster cluster() {
    return cluster;
  }

  /** Whether it is open, for reading at least. */
  boolean isOpen() {
    return container.isOpen() && !cluster.isMounted();
  }

  /** The container of a name; empty when there is none. */
  Optional<Database> findContainer(String name) {
    return containers.find(name);
  }

  Optional<Database> findContainer(int id) {
    return container.id() == 0 ? Optional.of(this) : containers.byId(id);
  }

  /** DATABASE_ROLE. */
  String role() {
    return (isStandby() ? DatabaseRole.PHYSICAL_STANDBY : DatabaseRole.PRIMARY).text();
  }

  /** Whether nothing can be written. */
  boolean isReadOnly() {
    return container.mode() == ContainerState.Mode.READ_ONLY;
  }

  boolean isSeed(String name) {
    return container.id() > 0 && containers.isSeed(name);
  }

  /** The database behind a service name: the name of a container or of the database itself. */
  public Optional<Database> service(String name) {
    return name.equalsIgnoreCase(settings.databaseName())
        ? Optional.of(root)
        : containers.find(name.toUpperCase(Locale.ROOT)).filter(d -> d.container.id() > 0);
  }

  /** Pluggable databases; none in a non-CDB. */
  Collection<Database> pluggables() {
    return containers.pluggables();
  }

  /** Shows the containers in the catalog of the root. */
  public void publishContainers() throws SQLException {
    containers.publish();
  }

  void openContainer(boolean readOnly, boolean restricted) {
    container.open(readOnly, restricted, OffsetDateTime.now(settings.clock()));
  }

  /** Ends the sessions inside but the one that asked; what they had open is rolled back. */
  void closeContainer(@Nullable SimSession kept) {
    container.close();
    for (SimSession session : sessionsInside()) {
      if (session != kept) {
        session.places().kill(OraErrors.of(3113, "end-of-file on communication channel"));
        session.abort();
      }
    }
    allSessions().stream()
        .filter(s -> s != kept || s.database() != this)
        .forEach(s -> s.places().leave(this));
  }

  /** The database is being mounted. */
  void closeContainers() {
    pluggables().forEach(d -> d.closeContainer(null));
  }

  /** The database was opened: containers with a saved state open too. */
  void openContainers() {
    for (Database pluggable : pluggables()) {
      if (pluggable.container.savedState() != null) {
        pluggable.openContainer(false, false);
      }
    }
  }

  /** Sessions of all containers. */
  List<SimSession> allSessions() {
    return List.copyOf(sessions);
  }

  List<SimSession> sessionsInside() {
    return sessions.stream().filter(s -> s.info().containerId() == container.id()).toList();
  }

  /** Runs a step while no DDL runs in any container: DDL is done or not begun. */
  void withoutDdl(Runnable step) {
    List<Lock> locks = new ArrayList<>();
    locks.add(dictionary.lock().readLock());
    pluggables().forEach(d -> locks.add(d.dictionary.lock().readLock()));
    locks.forEach(Lock::lock);
    try {
      step.run();
    } finally {
      locks.forEach(Lock::unlock);
    }
  }

  /** Users or grants were changed from the root. */
  void commonChanged(@Nullable String newUser) throws SQLException {
    Lock lock = dictionary.lock().writeLock();
    lock.lock();
    try {
      if (newUser != null) {
        storage.createSchema(newUser);
      }
      grantsChanged();
    } finally {
      lock.unlock();
    }
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

  /** Old row versions and undo retention. */
  public UndoHistory undo() {
    return undo;
  }

  /** Where changes are kept; null when the database lives in memory. */
  @Nullable ChangeJournal journal() {
    return root.journal;
  }

  /** From now on changes of all containers are kept in a directory. */
  public void journal(ChangeJournal keeper) {
    journal = keeper;
  }

  SequenceMarks sequenceMarks() {
    return sequenceMarks;
  }

  /** Repeats what a journal says; the database and its containers must be fresh. */
  public Restoration restoration() throws SQLException {
    return new Restoration(this);
  }

  Storage storage() {
    return storage;
  }

  CatalogTables catalog() {
    return catalog;
  }

  /** ARCHIVELOG mode. */
  boolean isArchiving() {
    return redo.options().archivelog();
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

  /** The name in its URL. */
  String name() {
    return settings.name();
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

  /** Value of an initialisation parameter; empty when the simulator does not know it. */
  public Optional<String> parameter(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    String own = parameters.get(key);
    return Optional.ofNullable(own == null ? root.parameters.get(key) : own);
  }

  /** CON_ID; 0 without containers. */
  public int containerId() {
    return container.id();
  }

  /** What LogMiner and the V$ views ask. */
  public SimInstance instance() {
    return instance;
  }

  /** The root, or the database itself. */
  Database root() {
    return root;
  }

  Containers containers() {
    return containers;
  }

  ShownPartitions shownPartitions() {
    return shownPartitions;
  }

  private boolean isRoot() {
    return container.id() <= ContainerFacts.ROOT;
  }

  /** SHUTDOWN: sessions die, nothing stays behind. */
  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    if (isRoot()) {
      allSessions().forEach(SimSession::abort);
      for (Database pluggable : pluggables()) {
        pluggable.close();
      }
    }
    watch.shutdownNow();
    redo.close();
    if (!isStandby()) {
      storage.shutdown();
    }
  }
}
