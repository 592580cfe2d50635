package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StatementScope;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.RowIdText;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.sql.ControlPlan;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Single;
import io.oraclecdc.testkit.simulator.sql.DmlPlan.Target;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.LockMode;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.Source;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries and DML of one session in H2.
 *
 * <p>A wait for a row lock is a loop of short waits of H2, between which cancelling and timeouts
 * are looked at. Rows reach the redo when the statement ends, also those of a statement that fails:
 * they are recorded and undone at once.
 */
final class StatementRunner {
  private final SimSession session;
  private final Connection h2;
  private volatile long waitingSince;

  StatementRunner(SimSession session, Connection h2) {
    this.session = session;
    this.h2 = h2;
  }

  /** Opens a query; the caller closes the result. */
  OpenRows query(
      QueryPlan plan, BoundValues values, Variables variables, CallControl control, int fetchSize)
      throws SQLException {
    return waiting(
        plan.lock(),
        control,
        Situation.OTHER,
        () -> {
          FlashbackReads reads = reads(plan.sources(), values, variables);
          boolean alone = plan.sources().stream().allMatch(s -> s.derivation() == null);
          if (alone && reads.needNoHistory()) {
            OpenRows rows =
                open(plan, reads.withoutHistory(plan.sql()), values, variables, control, fetchSize);
            if (reads.needNoHistory()) {
              return rows;
            }
            rows.close(); // a commit came between the look and the snapshot
          }
          reads.ensureHistories();
          return open(plan, plan.sql(), values, variables, control, fetchSize);
        });
  }

  private OpenRows open(
      QueryPlan plan,
      String sql,
      BoundValues values,
      Variables variables,
      CallControl control,
      int fetchSize)
      throws SQLException {
    PreparedStatement statement = h2.prepareStatement(sql);
    ReadWay way = ReadWay.of(sql);
    boolean done = false;
    try {
      bind(statement, sql, plan.sources(), values, variables);
      statement.setFetchSize(fetchSize);
      control.running(statement);
      OpenRows rows = session.bound(() -> opened(statement, plan, way));
      done = true;
      return rows;
    } finally {
      control.running(null);
      if (!done) {
        statement.close();
      }
    }
  }

  private OpenRows opened(PreparedStatement statement, QueryPlan plan, ReadWay way)
      throws SQLException {
    SessionLocal inner = (SessionLocal) h2.unwrap(JdbcConnection.class).getSession();
    inner.setLazyQueryExecution(way != ReadWay.WHOLE);
    try {
      OpenRows rows = new OpenRows(statement, statement.executeQuery(), plan);
      if (way == ReadWay.SCAN) {
        rows.readFirst();
      }
      return rows;
    } finally {
      inner.setLazyQueryExecution(false);
    }
  }

  private FlashbackReads reads(List<Source> sources, BoundValues values, Variables variables)
      throws SQLException {
    return new FlashbackReads(
        session, sources, asOf -> scnOf(asOf.expression(), sources, values, variables));
  }

  /** The SCN of a flashback clause is an expression of its own, computed once. */
  private BigDecimal scnOf(
      String expression, List<Source> sources, BoundValues values, Variables variables)
      throws SQLException {
    String sql = "SELECT CAST(" + expression + " AS DECFLOAT(40)) FROM \"SYS\".\"DUAL\"";
    try (PreparedStatement statement = h2.prepareStatement(sql)) {
      List<Source> plain =
          sources.stream().map(s -> s.asOf() == null ? s : new Source(-1, "")).toList();
      bind(statement, sql, plain, values, variables);
      try (ResultSet row = session.bound(statement::executeQuery)) {
        session.bound(row::next);
        BigDecimal scn = row.getBigDecimal(1);
        return scn == null ? BigDecimal.ZERO : scn;
      }
    }
  }

  private PreparedStatement prepare(
      String sql, List<Source> sources, BoundValues values, Variables variables)
      throws SQLException {
    reads(sources, values, variables).ensureHistories();
    return h2.prepareStatement(sql);
  }

  private void bind(
      PreparedStatement statement,
      String sql,
      List<Source> sources,
      BoundValues values,
      Variables variables)
      throws SQLException {
    new Parameters(
            session,
            h2,
            sources,
            values,
            variables,
            asOf -> reads(sources, values, variables).scn(asOf))
        .bind(statement, sql);
  }

  private interface Round<T> {
    T run() throws SQLException;
  }

  /** Repeats a round while H2 gives up waiting for somebody's lock. */
  private <T> T waiting(LockMode lock, CallControl control, Situation situation, Round<T> round)
      throws SQLException {
    long start = System.nanoTime();
    try {
      return rounds(lock, control, situation, round, start);
    } finally {
      waitingSince = 0;
    }
  }

  /** Whether it waits for a row lock, since longer than one round. */
  boolean isWaiting() {
    return waitingSince != 0;
  }

  long waitedSeconds() {
    long since = waitingSince;
    return since == 0 ? 0 : (System.nanoTime() - since) / 1_000_000_000;
  }

  private <T> T rounds(
      LockMode lock, CallControl control, Situation situation, Round<T> round, long start)
      throws SQLException {
    while (true) {
      try {
        return round.run();
      } catch (SQLException e) {
        boolean lockWait = e.getErrorCode() == 50200 && isInner(e);
        if (!lockWait) {
          throw failure(e, control, situation);
        }
        waitingSince = start;
        control.check();
        session.places().requireAlive();
        long waited = (System.nanoTime() - start) / 1_000_000;
        if (lock.waitMillis() == 0) {
          throw OraErrors.of(
              54, "resource busy and acquire with NOWAIT specified or timeout expired");
        }
        if (lock.waitMillis() > 0 && waited >= lock.waitMillis()) {
          throw OraErrors.of(30006, "resource busy; acquire with WAIT timeout expired");
        }
      }
    }
  }

  private static boolean isInner(SQLException e) {
    return e instanceof org.h2.jdbc.JdbcException;
  }

  private SQLException failure(SQLException e, CallControl control, Situation situation) {
    SQLException stopped = control.failure();
    if (stopped != null && isInner(e) && e.getErrorCode() == 57014) {
      return stopped;
    }
    SQLException mapped = H2ErrorMapper.map(e, situation);
    return mapped.getErrorCode() >= 2290 && mapped.getErrorCode() <= 2292
        ? withOwner(mapped)
        : mapped;
  }

  /** H2 names a constraint without its schema. */
  private SQLException withOwner(SQLException e) {
    String text = String.valueOf(e.getMessage());
    int open = text.indexOf('(');
    int close = text.indexOf(')');
    if (open < 0 || close < open) {
      return e;
    }
    String name = text.substring(open + 1, close);
    String owner =
        session.dictionary().tables().stream()
            .filter(t -> t.constraint(name).isPresent())
            .map(t -> t.table().owner() + ".")
            .findFirst()
            .orElse("");
    String detail = text.substring(text.indexOf(": ") + 2);
    return OraErrors.of(e.getErrorCode(), detail.replace("(" + name, "(" + owner + name));
  }

  /** Runs DML; the redo gets its rows before this returns or throws. */
  long dml(DmlPlan plan, BoundValues values, Variables variables, CallControl control)
      throws SQLException {
    StatementScope scope = session.work().beginStatement();
    List<Fired> fired = fired(plan);
    boolean simple = plan instanceof Single && fired.isEmpty() && session.work().deferred().none();
    Savepoint savepoint = simple ? null : h2.setSavepoint();
    try {
      if (!fired.isEmpty()) {
        Set<String> assigned =
            plan instanceof Single single
                ? single.assigned()
                : plan instanceof DmlPlan.MergeDelete merge ? merge.merge().assigned() : Set.of();
        session
            .triggers()
            .statementBegins(
                assigned, plan instanceof Single && plan.verb() == DmlPlan.Verb.INSERT);
      }
      fire(fired, true, scope);
      long count = run(plan, values, variables, control, scope);
      fire(fired, false, scope);
      if (!session.work().deferred().none()) {
        session
            .work()
            .deferred()
            .checkImmediate(
                scope.rows().stream().map(r -> r.table().objectId()).collect(Collectors.toSet()));
      }
      session.done(scope);
      return count;
    } catch (SQLException e) {
      undo(scope, savepoint, e);
      throw H2ErrorMapper.map(e, Situation.OTHER);
    } catch (IllegalStateException e) {
      // the redo half cannot record a value: nothing of the transaction may survive
      session.rollback();
      throw OraErrors.of(600, "not supported by the simulator: " + e.getMessage());
    }
  }

  /** Statement triggers to be fired. */
  private record Fired(TableEntry table, RowChange.Kind kind) {}

  private List<Fired> fired(DmlPlan plan) {
    List<Fired> all = new ArrayList<>();
    if (plan instanceof Single single) {
      add(all, single.table(), single.verb());
    } else if (plan instanceof DmlPlan.MergeDelete merge) {
      add(all, merge.merge().table(), DmlPlan.Verb.MERGE);
      add(all, merge.merge().table(), DmlPlan.Verb.DELETE);
    } else if (plan instanceof DmlPlan.Rows rows) {
      add(all, rows.rows().get(0).table(), DmlPlan.Verb.INSERT);
    } else if (plan instanceof DmlPlan.FromQuery insert) {
      insert.targets().stream()
          .map(Target::table)
          .distinct()
          .forEach(t -> add(all, t, DmlPlan.Verb.INSERT));
    }
    return all;
  }

  private void add(List<Fired> all, TableEntry table, DmlPlan.Verb verb) {
    if (!session.triggers().has(table.table().objectId())) {
      return;
    }
    switch (verb) {
      case INSERT -> all.add(new Fired(table, RowChange.Kind.INSERT));
      case UPDATE -> all.add(new Fired(table, RowChange.Kind.UPDATE));
      case DELETE -> all.add(new Fired(table, RowChange.Kind.DELETE));
      case MERGE -> {
        all.add(new Fired(table, RowChange.Kind.INSERT));
        all.add(new Fired(table, RowChange.Kind.UPDATE));
      }
    }
  }

  private void fire(List<Fired> fired, boolean before, StatementScope scope) throws SQLException {
    for (Fired one : fired) {
      session.triggers().statement(one.table().table(), one.kind(), before);
    }
    scope.takeNestedOfStatement();
  }

  private void undo(StatementScope scope, @Nullable Savepoint savepoint, SQLException e)
      throws SQLException {
    if (e.getErrorCode() == 60) {
      // H2 has rolled the whole transaction back, where Oracle only undoes the statement
      session.work().deadlocked();
      return;
    }
    boolean refused = e.getErrorCode() == 2290;
    session.work().statementFailed(scope, scope.failedRows(refused));
    if (savepoint != null) {
      h2.rollback(savepoint);
    }
  }

  private long run(
      DmlPlan plan,
      BoundValues values,
      Variables variables,
      CallControl control,
      StatementScope scope)
      throws SQLException {
    if (plan instanceof Single single) {
      return single(single, values, variables, control, scope);
    }
    if (plan instanceof DmlPlan.Rows rows) {
      long count = 0;
      for (Single row : rows.rows()) {
        count += single(row, values, variables, control, scope);
      }
      return count;
    }
    if (plan instanceof DmlPlan.FromQuery insert) {
      return fromQuery(insert, values, variables, control, scope);
    }
    return mergeDelete((DmlPlan.MergeDelete) plan, values, variables, control, scope);
  }

  private static Situation situation(DmlPlan.Verb verb) {
    return switch (verb) {
      case INSERT, MERGE -> Situation.INSERT;
      case UPDATE -> Situation.UPDATE;
      case DELETE -> Situation.DELETE;
    };
  }

  private long single(
      Single plan,
      BoundValues values,
      Variables variables,
      CallControl control,
      StatementScope scope)
      throws SQLException {
    return waiting(
        LockMode.NONE,
        control,
        situation(plan.verb()),
        () -> {
          scope.begin(plan.table().table().objectId(), plan.assigned());
          scope.writing(DirectPath.of(session, plan.table(), plan.append()));
          scope.into(plan.segments());
          try (PreparedStatement statement =
              prepare(plan.sql(), plan.sources(), values, variables)) {
            bind(statement, plan.sql(), plan.sources(), values, variables);
            return execute(statement, plan.table(), control, scope);
          }
        });
  }

  private long execute(
      PreparedStatement statement, TableEntry table, CallControl control, StatementScope scope)
      throws SQLException {
    Lock lock = session.dictionary().lock().readLock();
    lock.lock();
    try {
      boolean current =
          session
              .dictionary()
              .tableById(table.table().objectId())
              .filter(t -> t.table().objectVersion() == table.table().objectVersion())
              .isPresent();
      if (!current) {
        throw new StalePlanException();
      }
      control.running(statement);
      long count = session.bound(statement::executeLargeUpdate);
      scope.end();
      return count;
    } finally {
      control.running(null);
      lock.unlock();
    }
  }

  private long fromQuery(
      DmlPlan.FromQuery plan,
      BoundValues values,
      Variables variables,
      CallControl control,
      StatementScope scope)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    QueryPlan query = new QueryPlan(plan.query(), plan.sources(), List.of(), LockMode.NONE);
    try (OpenRows open = query(query, values, variables, control, 10)) {
      while (session.bound(open::next)) {
        @Nullable Object[] row = new Object[plan.kinds().size()];
        for (int i = 0; i < row.length; i++) {
          row[i] = H2Values.read(open.rows(), i + 1, plan.kinds().get(i));
        }
        rows.add(row);
      }
    } catch (SQLException e) {
      throw failure(e, control, Situation.INSERT);
    }
    long count = 0;
    for (Object[] row : rows) {
      boolean taken = false;
      for (Target target : plan.targets()) {
        boolean wanted = target.otherwise() ? !taken : holds(row, target.condition());
        if (wanted && !(plan.first() && taken && target.condition() >= 0)) {
          insert(target, plan.append(), plan.kinds(), row, control, scope);
          count++;
          taken |= target.condition() >= 0;
        }
      }
    }
    return count;
  }

  private static boolean holds(@Nullable Object[] row, int condition) {
    return condition < 0 || (row[condition] instanceof BigDecimal flag && flag.signum() != 0);
  }

  private void insert(
      Target target,
      boolean append,
      List<Kind> kinds,
      @Nullable Object[] row,
      CallControl control,
      StatementScope scope)
      throws SQLException {
    waiting(
        LockMode.NONE,
        control,
        Situation.INSERT,
        () -> {
          scope.begin(target.table().table().objectId(), Set.of());
          scope.writing(DirectPath.of(session, target.table(), append));
          scope.into(target.segments());
          try (PreparedStatement statement = h2.prepareStatement(target.sql())) {
            for (int i = 0; i < target.count(); i++) {
              int column = target.firstColumn() + i;
              H2Values.setRead(statement, i + 1, kinds.get(column), row[column]);
            }
            return execute(statement, target.table(), control, scope);
          }
        });
  }

  private long mergeDelete(
      DmlPlan.MergeDelete plan,
      BoundValues values,
      Variables variables,
      CallControl control,
      StatementScope scope)
      throws SQLException {
    long count = single(plan.merge(), values, variables, control, scope);
    List<String> updated =
        scope.rows().stream()
            .filter(r -> r.kind() == RowChange.Kind.UPDATE)
            .filter(r -> r.table().objectId() == plan.merge().table().table().objectId())
            .map(RowChange::rowId)
            .toList();
    for (String rowId : updated) {
      waiting(
          LockMode.NONE,
          control,
          Situation.DELETE,
          () -> {
            scope.begin(plan.merge().table().table().objectId(), Set.of());
            try (PreparedStatement statement = h2.prepareStatement(plan.delete())) {
              bind(statement, plan.delete(), plan.deleteSources(), values, variables);
              statement.setBytes(plan.deleteSources().size() + 1, RowIdText.decode(rowId));
              return execute(statement, plan.merge().table(), control, scope);
            }
          });
    }
    return count;
  }

  /** LOCK TABLE .. IN EXCLUSIVE MODE: every row is locked, which keeps other writers away. */
  void lockTables(ControlPlan.LockTable plan, CallControl control) throws SQLException {
    for (TableEntry table : plan.tables()) {
      waiting(
          plan.lock(),
          control,
          Situation.OTHER,
          () -> {
            try (PreparedStatement statement = h2.prepareStatement(session.lockText(table));
                ResultSet rows = session.bound(statement::executeQuery)) {
              while (session.bound(rows::next)) {
                // reading locks
              }
            }
            return true;
          });
    }
  }

  /** The error of reading a result. */
  SQLException readFailure(SQLException e, CallControl control) {
    return failure(e, control, Situation.OTHER);
  }

  /** Rows that RETURNING and generated keys ask for, by ROWID. */
  List<@Nullable Object[]> returned(
      DmlPlan.Returning returning, List<RowChange> rows, BoundValues values, Variables variables)
      throws SQLException {
    List<@Nullable Object[]> result = new ArrayList<>();
    if (returning.total()) {
      result.add(total(returning, rows, values, variables));
      return result;
    }
    for (RowChange row : rows) {
      if (!returning.old().isEmpty() && row.kind() == RowChange.Kind.DELETE) {
        result.addAll(deleted(returning, row, values, variables));
      }
      if (!returning.old().isEmpty() || row.kind() == RowChange.Kind.DELETE) {
        continue;
      }
      try (PreparedStatement statement = h2.prepareStatement(returning.sql())) {
        int last = returning.sources().size();
        bind(
            statement,
            returning.sql(),
            returning.sources().subList(0, last - 1),
            values,
            variables);
        statement.setBytes(last, RowIdText.decode(row.rowId()));
        try (ResultSet found = session.bound(statement::executeQuery)) {
          while (session.bound(found::next)) {
            @Nullable Object[] values1 = new Object[returning.columns().size()];
            for (int i = 0; i < values1.length; i++) {
              var column = returning.columns().get(i);
              Kind kind = column.rowId() ? Kind.ROWID : Kind.of(column.type());
              values1[i] = H2Values.read(found, i + 1, kind);
              boolean lob = kind == Kind.CLOB || kind == Kind.BLOB;
              TableEntry entry =
                  session.dictionary().tableById(row.table().objectId()).orElse(null);
              if (lob
                  && values1[i] != null
                  && entry != null
                  && entry.column(column.label()).isPresent()) {
                values1[i] = new TableLob(session, entry, column.label(), row.rowId());
              }
            }
            result.add(values1);
          }
        }
      }
    }
    return result;
  }

  /** The only row of a RETURNING with aggregates. */
  private @Nullable Object[] total(
      DmlPlan.Returning returning, List<RowChange> rows, BoundValues values, Variables variables)
      throws SQLException {
    int last = returning.sources().size();
    try (PreparedStatement statement = h2.prepareStatement(returning.sql())) {
      bind(statement, returning.sql(), returning.sources().subList(0, last - 1), values, variables);
      List<Object> rowIds = new ArrayList<>();
      for (String rowId : rows.stream().map(RowChange::rowId).distinct().toList()) {
        rowIds.add(RowIdText.decode(rowId));
      }
      statement.setObject(last, rowIds.toArray());
      try (ResultSet found = session.bound(statement::executeQuery)) {
        session.bound(found::next);
        @Nullable Object[] read = new Object[returning.columns().size()];
        for (int i = 0; i < read.length; i++) {
          read[i] = H2Values.read(found, i + 1, Kind.of(returning.columns().get(i).type()));
        }
        return read;
      }
    }
  }

  /** What RETURNING asks of a row that is gone. */
  private List<@Nullable Object[]> deleted(
      DmlPlan.Returning returning, RowChange row, BoundValues values, Variables variables)
      throws SQLException {
    List<@Nullable Object[]> result = new ArrayList<>();
    try (PreparedStatement statement = h2.prepareStatement(returning.sql())) {
      bind(statement, returning.sql(), returning.sources(), values, variables);
      for (Map.Entry<String, Integer> old : returning.old().entrySet()) {
        Object value =
            old.getKey().equals("ROWID")
                ? RowIdText.decode(row.rowId())
                : row.oldValue(old.getKey());
        statement.setObject(old.getValue(), new Object[] {value});
      }
      try (ResultSet found = session.bound(statement::executeQuery)) {
        while (session.bound(found::next)) {
          @Nullable Object[] read = new Object[returning.columns().size()];
          for (int i = 0; i < read.length; i++) {
            var column = returning.columns().get(i);
            read[i] =
                H2Values.read(found, i + 1, column.rowId() ? Kind.ROWID : Kind.of(column.type()));
          }
          result.add(read);
        }
      }
    }
    return result;
  }
}
