package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.CaptureSession;
import io.oraclecdc.testkit.simulator.capture.StatementScope;
import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.functions.RuntimeSession;
import io.oraclecdc.testkit.simulator.logmnr.LogMinerSession;
import io.oraclecdc.testkit.simulator.logmnr.NlsSettings;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.plsql.BlockInterpreter;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.sql.ControlPlan;
import io.oraclecdc.testkit.simulator.sql.DdlPlan;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.Privileges;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import io.oraclecdc.testkit.simulator.sql.Statements;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One session: settings, transaction, savepoints, and the way of a statement through translation,
 * H2 and redo. Its connection makes sure that one thread at a time is inside.
 */
public final class SimSession implements RuntimeSession, CaptureSession, SqlSession, AutoCloseable {
  private final Database database;
  private final Connection h2;
  private final SessionInfo info;
  private final String userName;
  private final NlsParameters nls;
  private final LogMinerSession logMiner;
  private final StatementRunner runner;
  private final PlanCache plans = new PlanCache();
  private final SessionAttributes attributes = new SessionAttributes();
  private final Map<String, Mark> savepoints = new LinkedHashMap<>();
  private volatile RedoTransaction transaction;
  private String currentSchema;
  private @Nullable StatementScope scope;
  private Instant statementInstant;
  private boolean readOnly;
  private boolean fresh = true;

  private record Mark(Savepoint savepoint, int changes) {}

  SimSession(Database database, Connection h2, SessionInfo info) {
    this.database = database;
    this.h2 = h2;
    this.info = info;
    this.userName = info.user();
    this.currentSchema = info.user();
    this.nls = new NlsParameters(ZoneId.systemDefault());
    this.logMiner = database.redo().openMiningSession();
    this.runner = new StatementRunner(this, h2);
    this.transaction = new RedoTransaction(info);
    this.statementInstant = database.clock().instant();
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
    begin(sql);
    for (int attempt = 0; ; attempt++) {
      Plan plan = plans.get(sql, values.kinds(), this);
      try {
        return run(plan, values, Variables.NONE, control, fetchSize);
      } catch (StalePlanException e) {
        plans.clear();
        if (attempt == 10) {
          throw OraErrors.of(4023, "Object could not be validated or authorized");
        }
      }
    }
  }

  private void begin(String sql) throws SQLException {
    statementInstant = database.clock().instant();
    database.faults().check(FaultPlan.Call.EXECUTE, userName, sql, 0);
  }

  /** What a statement would return, without running it. */
  public Plan describe(String sql, BoundValues values) throws SQLException {
    return plans.get(sql, values.kinds(), this);
  }

  Outcome run(
      Plan plan, BoundValues values, Variables variables, CallControl control, int fetchSize)
      throws SQLException {
    if (plan instanceof QueryPlan query) {
      return Outcome.rows(runner.query(query, values, variables, control, fetchSize));
    }
    if (plan instanceof DmlPlan dml) {
      return dml(dml, values, variables, control);
    }
    if (plan instanceof DdlPlan ddl) {
      new DdlRunner(this, h2).run(ddl.text());
      return Outcome.nothing();
    }
    if (plan instanceof ControlPlan.Block block) {
      block(block, values, control);
      return Outcome.count(1, List.of());
    }
    control((ControlPlan) plan, control);
    return Outcome.nothing();
  }

  private Outcome dml(DmlPlan plan, BoundValues values, Variables variables, CallControl control)
      throws SQLException {
    if (readOnly) {
      throw OraErrors.of(1456, "may not perform insert, in a READ ONLY transaction");
    }
    boolean returning = plan instanceof DmlPlan.Single single && single.returning() != null;
    if (returning && variables == Variables.NONE) {
      throw OraErrors.of(925, "missing INTO keyword");
    }
    long count = runner.dml(plan, values, variables, control);
    return Outcome.count(count, lastRows);
  }

  private List<RowChange> lastRows = List.of();
  private @Nullable List<RowChange> batch;

  /** Runs the statements of an array execution: their rows share one redo statement. */
  public void beginBatch() {
    batch = new ArrayList<>();
  }

  /** Ends an array execution, whether it succeeded or not. */
  public void endBatch() {
    List<RowChange> rows = batch;
    batch = null;
    if (rows != null && !rows.isEmpty()) {
      database.redo().statement(transaction, rows);
    }
  }

  StatementScope scopeForStatement() {
    StatementScope created = new StatementScope();
    scope = created;
    return created;
  }

  void statementDone(StatementScope done) {
    scope = null;
    lastRows = List.copyOf(done.rows());
    fresh &= lastRows.isEmpty();
    if (batch != null) {
      batch.addAll(done.rows());
    } else if (!done.rows().isEmpty()) {
      database.redo().statement(transaction, List.copyOf(done.rows()));
    }
  }

  void statementFailed(StatementScope failed, List<RowChange> rows) throws SQLException {
    scope = null;
    lastRows = List.of();
    if (rows.isEmpty()) {
      return;
    }
    if (batch != null && !batch.isEmpty()) {
      database.redo().statement(transaction, List.copyOf(batch));
      batch.clear();
    }
    fresh = false;
    int keep = transaction.changes().size();
    database.redo().statement(transaction, rows);
    database.redo().undoTo(transaction, keep);
    database.rowIds().release(rows);
  }

  void deadlocked() {
    scope = null;
    if (batch != null) {
      batch.clear();
    }
    database.redo().rollback(transaction);
    newTransaction();
  }

  private void block(ControlPlan.Block block, BoundValues values, CallControl control)
      throws SQLException {
    Savepoint savepoint = h2.setSavepoint();
    RedoTransaction before = transaction;
    int keep = before.changes().size();
    BlockRunner host = new BlockRunner(this, runner, values, control);
    try {
      BlockInterpreter.run(block.text(), host);
    } catch (SQLException e) {
      if (before == transaction) {
        h2.rollback(savepoint);
        undoTo(keep);
      }
      throw e;
    }
  }

  private void undoTo(int keep) throws SQLException {
    List<RowChange> changes = transaction.changes();
    if (changes.size() > keep) {
      List<RowChange> undone = List.copyOf(changes.subList(keep, changes.size()));
      database.redo().undoTo(transaction, keep);
      database.rowIds().release(undone);
    }
  }

  private void control(ControlPlan plan, CallControl control) throws SQLException {
    if (plan instanceof ControlPlan.Commit) {
      commit();
    } else if (plan instanceof ControlPlan.Rollback rollback) {
      if (rollback.savepoint() == null) {
        rollback();
      } else {
        rollbackTo(rollback.savepoint());
      }
    } else if (plan instanceof ControlPlan.Savepoint savepoint) {
      savepoint(savepoint.name());
    } else if (plan instanceof ControlPlan.AlterSession alter) {
      for (ControlPlan.Setting setting : alter.settings()) {
        set(setting.name(), setting.value());
      }
      plans.clear();
    } else if (plan instanceof ControlPlan.SetTransaction set) {
      if (!fresh) {
        throw OraErrors.of(1453, "SET TRANSACTION must be first statement of transaction");
      }
      readOnly = set.readOnly();
    } else if (plan instanceof ControlPlan.LockTable lock) {
      runner.lockTables(lock, control);
    }
  }

  // ---- transactions

  /** Commits. */
  public void commit() throws SQLException {
    database.faults().check(FaultPlan.Call.COMMIT, userName, "", 0);
    commitWithoutFault();
  }

  void commitWithoutFault() throws SQLException {
    try {
      database.redo().commit(transaction, h2::commit);
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, Situation.OTHER);
    }
    newTransaction();
  }

  /** Rolls everything back. */
  public void rollback() throws SQLException {
    List<RowChange> undone = List.copyOf(transaction.changes());
    database.redo().rollback(transaction);
    h2.rollback();
    database.rowIds().release(undone);
    newTransaction();
  }

  private void newTransaction() {
    transaction = new RedoTransaction(info);
    savepoints.clear();
    readOnly = false;
    fresh = true;
    scope = null;
  }

  /** Sets a named savepoint; an older one of that name is forgotten. */
  public void savepoint(String name) throws SQLException {
    savepoints.remove(name);
    savepoints.put(name, new Mark(h2.setSavepoint(), transaction.changes().size()));
  }

  /** Rolls back to a named savepoint; later ones are forgotten. */
  public void rollbackTo(String name) throws SQLException {
    Mark mark = savepoints.get(name);
    if (mark == null) {
      throw OraErrors.of(
          1086, "savepoint '" + name + "' never established in this session or is invalid");
    }
    h2.rollback(mark.savepoint());
    undoTo(mark.changes());
    boolean later = false;
    for (String other : List.copyOf(savepoints.keySet())) {
      if (later) {
        savepoints.remove(other);
      }
      later |= other.equals(name);
    }
    // H2 forgets a savepoint it returned to
    savepoints.put(name, new Mark(h2.setSavepoint(), mark.changes()));
  }

  /** The open transaction. */
  public RedoTransaction transaction() {
    return transaction;
  }

  // ---- settings

  /** ALTER SESSION SET. */
  public void set(String name, String value) throws SQLException {
    if (NlsParameters.knows(name)) {
      nls.set(name, value);
      return;
    }
    switch (name) {
      case "TIME_ZONE" -> nls.timeZone(value);
      case "CURRENT_SCHEMA" -> {
        if (dictionary().grants().user(value).isEmpty()) {
          throw OraErrors.of(1435, "user does not exist");
        }
        currentSchema = value;
      }
      case "CONTAINER" -> container(value);
      case "ISOLATION_LEVEL" -> {
        if (!value.equals("READ")) {
          throw OraErrors.of(900, "invalid SQL statement (not supported by the simulator)");
        }
      }
      case "DDL_LOCK_TIMEOUT",
          "RECYCLEBIN",
          "EVENTS",
          "STATISTICS_LEVEL",
          "OPTIMIZER_MODE",
          "SQL_TRACE",
          "TRACEFILE_IDENTIFIER",
          "CURSOR_SHARING",
          "PLSQL_WARNINGS",
          "SORT_AREA_SIZE",
          "WORKAREA_SIZE_POLICY" ->
          attributes.set(name, value);
      default -> {
        if (!name.startsWith("_")) {
          throw OraErrors.of(2248, "invalid option for ALTER SESSION");
        }
      }
    }
  }

  private void container(String name) throws SQLException {
    requireSystem("SET CONTAINER");
    if (!name.equalsIgnoreCase(info.containerName())) {
      throw OraErrors.of(65011, "Pluggable database " + name + " does not exist.");
    }
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
    return database;
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
  public boolean maySee(String owner, String object) {
    ObjectKey key = new ObjectKey(owner, object);
    for (String privilege : List.of("SELECT", "INSERT", "UPDATE", "DELETE")) {
      if (Privileges.may(dictionary(), userName, key, privilege)) {
        return true;
      }
    }
    return false;
  }

  // ---- what functions and triggers ask

  @Override
  public @Nullable StatementScope scope() {
    return scope;
  }

  @Override
  public byte[] nextRowId(long dataObjectId) {
    return database.rowIds().next(dataObjectId);
  }

  @Override
  public long transactionNumber() {
    return 0;
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
    if (!namespace.equalsIgnoreCase("USERENV")) {
      return "";
    }
    return switch (parameter.toUpperCase(Locale.ROOT)) {
      case "SESSION_USER", "CURRENT_USER", "AUTHENTICATED_IDENTITY" -> userName;
      case "CURRENT_SCHEMA" -> currentSchema;
      case "SESSION_USERID", "CURRENT_USERID" -> Long.toString(userId());
      case "CON_NAME", "PDB_NAME" -> info.containerName();
      case "CON_ID" -> Integer.toString(info.containerId());
      case "DB_NAME", "DB_UNIQUE_NAME", "SERVICE_NAME" -> database.databaseName();
      case "INSTANCE_NAME" -> database.databaseName();
      case "INSTANCE" -> Integer.toString(info.thread());
      case "SID", "SESSIONID" -> Integer.toString(info.sessionId());
      case "LANGUAGE" -> "AMERICAN_AMERICA.AL32UTF8";
      case "LANG" -> "US";
      case "NLS_DATE_FORMAT" -> nls.value("NLS_DATE_FORMAT");
      case "NLS_TERRITORY" -> nls.value("NLS_TERRITORY");
      case "DATABASE_ROLE" -> "PRIMARY";
      case "ISDBA" -> userName.equals("SYS") ? "TRUE" : "FALSE";
      case "SERVER_HOST", "HOST" -> "localhost";
      case "OS_USER" -> "oracle";
      case "MODULE", "ACTION", "CLIENT_INFO", "CLIENT_IDENTIFIER" ->
          attributes.get(parameter.toUpperCase(Locale.ROOT));
      case "CDB_NAME" -> "";
      default -> throw OraErrors.of(2003, "invalid USERENV parameter");
    };
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

  /** The savepoint and undo of one inner failure while a table is locked. */
  String lockText(TableEntry table) {
    return "SELECT " + InnerNames.ROWID + " FROM " + table.innerName() + " FOR UPDATE";
  }

  /** Translates without caching. */
  Plan plan(String sql, BoundValues values) throws SQLException {
    return Statements.plan(sql, this, values.kinds());
  }

  /** Ends the session: what is open is rolled back. */
  public void abort() {
    try {
      logMiner.close();
      if (!h2.isClosed()) {
        rollback();
      }
      h2.close();
    } catch (SQLException e) {
      database.lost(this, e);
    } finally {
      database.ended(this);
    }
  }

  /** Ends the session; as with Oracle's driver open work is committed. */
  @Override
  public void close() throws SQLException {
    try {
      if (!h2.isClosed()) {
        commitWithoutFault();
      }
      logMiner.close();
      h2.close();
    } finally {
      database.ended(this);
    }
  }
}
