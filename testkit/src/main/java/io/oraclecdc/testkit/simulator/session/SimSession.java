package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.CaptureSession;
import io.oraclecdc.testkit.simulator.capture.StatementScope;
import io.oraclecdc.testkit.simulator.dictionary.CatalogViewer;
import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.dictionary.IdCounters;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SequenceEntry;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.functions.RuntimeSession;
import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.logmnr.NlsSettings;
import io.oraclecdc.testkit.simulator.logmnr.SessionFacts;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.Privileges;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import io.oraclecdc.testkit.simulator.sql.Statements;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One session: settings, transaction, savepoints, and the way of a statement through translation,
 * H2 and redo. Its connection makes sure that one thread at a time is inside.
 */
public final class SimSession implements RuntimeSession, CaptureSession, SqlSession, AutoCloseable {
  private final String userName;
  private final NlsParameters nls;
  private final SessionPlaces places;
  private final PlanCache plans = new PlanCache();
  private final SessionAttributes attributes = new SessionAttributes();
  private final TriggerRunner triggers;
  private final Map<ObjectKey, Object> packageStates = new HashMap<>();
  private final StatementExecution execution = new StatementExecution(this);
  private final SessionSettings settings = new SessionSettings(this);
  private OptionalLong flashbackScn = OptionalLong.empty();
  private final Map<String, Boolean> ddlTransform = new HashMap<>();
  // what it has in the container it is in; see Place
  private Database database;
  private Connection h2;
  private volatile SessionInfo info;
  private LogMinerSession logMiner;
  private StatementRunner runner;
  private SessionTransaction transaction;
  private String currentSchema;
  private Instant statementInstant;
  private final LocalDateTime logon;

  SimSession(Database database, Connection h2, SessionInfo info) {
    this.userName = info.user();
    this.currentSchema = info.user();
    this.nls = new NlsParameters(ZoneId.systemDefault());
    this.triggers = new TriggerRunner(this);
    this.statementInstant = database.clock().instant();
    this.logon = database.now();
    this.places = new SessionPlaces(this);
    Place first = places.add(database, h2, info);
    this.database = database;
    this.h2 = h2;
    this.info = info;
    this.logMiner = first.logMiner();
    this.runner = first.runner();
    this.transaction = first.transaction();
  }

  /** Goes to another container of the database, where an earlier stay is still as it was. */
  void enter(Database target) throws SQLException {
    Place place =
        places.in(target, target.info(info.thread(), userName, info.sessionId(), info.serial()));
    database = place.database();
    h2 = place.h2();
    info = place.info();
    logMiner = place.logMiner();
    runner = place.runner();
    transaction = place.transaction();
    currentSchema = userName;
    plans.clear();
  }

  /** What it has in each container, and how it ends. */
  SessionPlaces places() {
    return places;
  }

  /** Work that may call H2 on behalf of this session. */
  @FunctionalInterface
  public interface Inner<T> {
    /** Does it. */
    T run() throws SQLException;
  }

  /** Work without a result. */
  @FunctionalInterface
  public interface Action {
    /** Does it. */
    void run() throws SQLException;
  }

  /** Runs something with this session bound to the thread. */
  public <T> T bound(Inner<T> work) throws SQLException {
    BoundSession previous = SessionBinding.bind(this);
    try {
      return work.run();
    } finally {
      SessionBinding.bind(previous);
    }
  }

  /** The same for work without a result. */
  private void boundRun(Action work) throws SQLException {
    bound(
        () -> {
          work.run();
          return true;
        });
  }

  /** The database. */
  public Database database() {
    return database;
  }

  /** What DBMS_METADATA.SET_TRANSFORM_PARAM set, by name. */
  public Map<String, Boolean> ddlTransform() {
    return ddlTransform;
  }

  /** MODULE, ACTION, CLIENT_INFO and the like. */
  public SessionAttributes attributes() {
    return attributes;
  }

  // ---- statements

  /**
   * Runs one statement.
   *
   * @param sql as the application wrote it
   * @param values binds; OUT binds are filled
   * @param control its cancelling
   * @param fetchSize for queries
   */
  public Outcome execute(String sql, BoundValues values, CallControl control, int fetchSize)
      throws SQLException {
    return places.alone(
        () -> {
          begin(sql);
          return execution.execute(sql, values, control, fetchSize);
        });
  }

  private void begin(String sql) throws SQLException {
    places.requireAlive();
    statementInstant = database.clock().instant();
    database.faults().check(FaultPlan.Call.EXECUTE, userName, sql, 0);
  }

  /** Runs a translated statement. */
  Outcome run(
      Plan plan, BoundValues values, Variables variables, CallControl control, int fetchSize)
      throws SQLException {
    return execution.run(plan, values, variables, control, fetchSize);
  }

  /** What makes a DDL statement of this session repeatable. */
  DictionaryChange change(String text, IdCounters ids, List<DictionaryChange.TableImage> images) {
    return new DictionaryChange(
        text,
        info,
        currentSchema,
        nls.values(),
        nls.settings().timeZone().getId(),
        statementInstant,
        ids,
        images);
  }

  /** Takes over the settings a DDL statement was run with. */
  void resume(DictionaryChange change) {
    currentSchema = change.schema();
    nls.resume(change.nls(), ZoneId.of(change.timeZone()));
    statementInstant = change.instant();
  }

  /** What a statement would return, without running it. */
  public Plan describe(String sql, BoundValues values) throws SQLException {
    return plans.get(sql, values.kinds(), this);
  }

  // ---- transactions

  /** Commits. */
  public void commit() throws SQLException {
    places.alone(
        () -> {
          places.requireTransactionIn(transaction);
          database.faults().check(FaultPlan.Call.COMMIT, userName, "", 0);
          commitWithoutFault();
          database.faults().check(FaultPlan.Call.COMMITTED, userName, "", 0);
          return true;
        });
  }

  void commitWithoutFault() throws SQLException {
    boundRun(() -> transaction.clearTemporary(false));
    transaction.commit();
  }

  /** Rolls everything back. */
  public void rollback() throws SQLException {
    places.alone(
        () -> {
          places.requireTransactionIn(transaction);
          transaction.rollback();
          return true;
        });
  }

  /** Sets a named savepoint; an older one of that name is forgotten. */
  public void savepoint(String name) throws SQLException {
    transaction.savepoint(name);
  }

  /** Rolls back to a named savepoint; later ones are forgotten. */
  public void rollbackTo(String name) throws SQLException {
    transaction.rollbackTo(name);
  }

  /** Runs the statements of an array execution: their rows share one redo statement. */
  public void beginBatch() {
    transaction.beginBatch();
  }

  /** Ends an array execution, whether it succeeded or not. */
  public void endBatch() {
    transaction.endBatch();
  }

  /** The open transaction as the redo knows it. */
  public RedoTransaction transaction() {
    return transaction.redo();
  }

  TriggerRunner triggers() {
    return triggers;
  }

  StatementRunner runner() {
    return runner;
  }

  LobRunner lobRunner() {
    return new LobRunner(this, h2);
  }

  Map<ObjectKey, Object> packageStates() {
    return packageStates;
  }

  @Override
  public boolean isTemporary(SimTable table) {
    return dictionary().tableById(table.objectId()).filter(TableEntry::isTemporary).isPresent();
  }

  @Override
  public TriggerRunner rowTriggers() {
    return triggers;
  }

  @Override
  public void requireNotMutating(ObjectKey table) throws SQLException {
    triggers.requireNotMutating(table);
    transaction.requireReadable(table);
  }

  SessionTransaction work() {
    return transaction;
  }

  PlanCache plans() {
    return plans;
  }

  NlsParameters nlsParameters() {
    return nls;
  }

  /** Connection to the storage of the container it is in. */
  Connection storage() {
    return h2;
  }

  // ---- settings

  /** ALTER SESSION SET. */
  public void set(String name, String value) throws SQLException {
    settings.set(name, value);
  }

  void currentSchema(String schema) {
    currentSchema = schema;
  }

  @Override
  public OptionalLong flashbackScn() {
    return flashbackScn;
  }

  /** DBMS_FLASHBACK.ENABLE_AT_SYSTEM_CHANGE_NUMBER. */
  public void enableFlashback(long scn) throws SQLException {
    flashbackScn = OptionalLong.of(settings.flashback(scn));
    plans.clear();
  }

  /** DBMS_FLASHBACK.DISABLE. */
  public void disableFlashback() {
    flashbackScn = OptionalLong.empty();
    plans.clear();
  }

  @Override
  public NlsSettings nls() {
    return nls.settings();
  }

  @Override
  public String nlsParameter(String name) {
    return nls.value(name);
  }

  @Override
  public boolean charLengthSemantics() {
    return nls.charSemantics();
  }

  @Override
  public boolean extendedStrings() {
    return database.parameter("max_string_size").filter("EXTENDED"::equals).isPresent();
  }

  @Override
  public int release() {
    return database.release();
  }

  // ---- identity and rights

  @Override
  public SessionInfo info() {
    return info;
  }

  @Override
  public LogMinerSession logMiner() {
    return logMiner;
  }

  @Override
  public SimInstance instance() {
    return database.instance();
  }

  @Override
  public SimDictionary dictionary() {
    return database.dictionary();
  }

  @Override
  public String user() {
    return userName;
  }

  @Override
  public String userName() {
    return userName;
  }

  @Override
  public long userId() {
    return dictionary().grants().user(userName).map(Grantee::userId).orElse(0L);
  }

  @Override
  public String currentSchema() {
    return currentSchema;
  }

  @Override
  public boolean mayExecute(String packageName) {
    return database.packages().mayExecute(dictionary(), userName, packageName);
  }

  @Override
  public void require(ObjectKey object, String privilege) throws SQLException {
    Privileges.require(dictionary(), userName, object, privilege);
  }

  @Override
  public void requireSystem(String privilege) throws SQLException {
    if (!hasPrivilege(privilege)) {
      throw OraErrors.of(1031, "insufficient privileges");
    }
  }

  @Override
  public boolean hasPrivilege(String privilege) {
    return dictionary().grants().hasSystem(userName, privilege);
  }

  @Override
  public boolean hasRole(String role) {
    return dictionary().grants().hasRole(userName, role);
  }

  @Override
  public String ddl(String type, String name, @Nullable String schema) throws SQLException {
    return new ObjectDdl(this).of(type, new ObjectKey(schema == null ? userName : schema, name));
  }

  @Override
  public CatalogViewer viewer() {
    return new SessionCatalog(this);
  }

  /** What V$SESSION shows of it. */
  SessionFacts facts() {
    return new SessionFacts(
        userId(),
        currentSchema,
        attributes.get("MODULE"),
        attributes.get("ACTION"),
        attributes.get("CLIENT_INFO"),
        attributes.get("CLIENT_IDENTIFIER"),
        logon);
  }

  @Override
  public boolean maySee(String owner, String object) {
    ObjectKey key = new ObjectKey(owner, object);
    for (String privilege : List.of("SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE")) {
      if (Privileges.may(dictionary(), userName, key, privilege)) {
        return true;
      }
    }
    return false;
  }

  // ---- what functions and triggers ask

  @Override
  public @Nullable StatementScope scope() {
    return transaction.scope();
  }

  @Override
  public byte[] nextRowId(long dataObjectId) {
    return database.rowIds().next(dataObjectId);
  }

  @Override
  public byte[] nextRowId(SimTable table, long dataObjectId) {
    return database.rowIds().next(table, dataObjectId);
  }

  @Override
  public boolean isDurable() {
    return database.journal() != null;
  }

  @Override
  public void sequenceTaken(String owner, String name, BigDecimal value) {
    ChangeJournal journal = database.journal();
    SequenceEntry sequence = dictionary().sequences().get(new ObjectKey(owner, name));
    if (journal != null && sequence != null) {
      database.sequenceMarks().taken(journal, info.containerId(), sequence, value);
    }
  }

  @Override
  public long transactionNumber() {
    return transaction.number();
  }

  @Override
  public long sessionNumber() {
    return info.sessionId();
  }

  @Override
  public long scnOf(long transactionNumber) {
    return database.undo().scnOf(transactionNumber);
  }

  @Override
  public Instant statementInstant() {
    return statementInstant;
  }

  @Override
  public ZoneId hostZone() {
    return database.hostZone();
  }

  @Override
  public long currentScn() {
    return database.redo().currentScn();
  }

  @Override
  public LocalDateTime timestampOf(long scn) throws SQLException {
    return database.redo().timeOfScn(scn);
  }

  @Override
  public long scnAt(LocalDateTime time) throws SQLException {
    return database.redo().scnOfTime(time);
  }

  @Override
  public String context(String namespace, String parameter) throws SQLException {
    return namespace.equalsIgnoreCase("USERENV")
        ? UserEnvironment.value(this, parameter.toUpperCase(Locale.ROOT))
        : "";
  }

  // ---- helpers of the runners

  /** Runs a statement of H2 that is not DML. */
  void innerStatement(String sql) throws SQLException {
    boundRun(
        () -> {
          try (Statement statement = h2.createStatement()) {
            statement.execute(sql);
          }
        });
  }

  /** A statement has changed its rows; the clean-up of old versions asks this session for SCNs. */
  void done(StatementScope scope) throws SQLException {
    boundRun(() -> transaction.statementDone(scope));
  }

  /** A query whose reading locks every row of a table. */
  String lockText(TableEntry table) {
    return "SELECT " + InnerNames.ROWID + " FROM " + table.innerName() + " FOR UPDATE";
  }

  /** Translates without caching. */
  Plan plan(String sql, BoundValues values) throws SQLException {
    return Statements.plan(sql, this, values.kinds());
  }

  @Override
  public boolean seesContainer(int containerId) {
    return database.instance().seesContainer(userName, containerId)
        && database.findContainer(containerId).filter(Database::isOpen).isPresent();
  }

  /** Ends the session: what is open is rolled back, after the call that runs. */
  public void abort() {
    places.abort();
    database.ended(this);
  }

  /** Ends the session; as with Oracle's driver open work is committed. */
  @Override
  public void close() throws SQLException {
    if (places.isEnded()) {
      return; // by the server, before
    }
    try {
      places.close();
    } finally {
      database.ended(this);
    }
  }

  @Override
  public @Nullable String call(
      String program, String kinds, String returns, List<@Nullable String> arguments)
      throws SQLException {
    List<Kind> given =
        kinds.isEmpty() ? List.of() : Stream.of(kinds.split(",")).map(Kind::valueOf).toList();
    return new FunctionCalls(this).call(program, given, Kind.valueOf(returns), arguments);
  }
}
