package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.plsql.BlockHost;
import io.oraclecdc.testkit.simulator.redo.RowChange;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.ResultColumn;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs the statements of a block in its session. */
final class BlockRunner implements BlockHost {
  /** Dynamic DML that returns something names binds, no variables. */
  private static final Variables NO_VARIABLES =
      new Variables() {
        @Override
        public Optional<Kind> kind(String name) {
          return Optional.empty();
        }

        @Override
        public @Nullable Object value(String name) {
          throw new IllegalArgumentException(name);
        }
      };

  private final SimSession session;
  private final StatementRunner runner;
  private final BoundValues values;
  private final CallControl control;

  BlockRunner(SimSession session, StatementRunner runner, BoundValues values, CallControl control) {
    this.session = session;
    this.runner = runner;
    this.values = values;
    this.control = control;
  }

  @Override
  public SqlSession names() {
    return session;
  }

  @Override
  public BoundSession bound() {
    return session;
  }

  @Override
  public List<Kind> bindKinds() {
    return values.kinds();
  }

  @Override
  public @Nullable Object bind(int position) throws SQLException {
    return values.value(position);
  }

  @Override
  public void assign(int position, Kind kind, @Nullable Object value) {
    values.set(position, kind, value);
  }

  @Override
  public Optional<PackageHandler> handler(String packageName) {
    return session.mayExecute(packageName)
        ? session.database().packages().handler(packageName)
        : Optional.empty();
  }

  @Override
  public List<@Nullable Object[]> query(QueryPlan plan, Variables variables, int limit)
      throws SQLException {
    try (OpenRows open = runner.query(plan, values, variables, control, 10)) {
      return read(open, limit);
    }
  }

  private List<@Nullable Object[]> read(OpenRows open, int limit) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try {
      while (rows.size() < limit && session.bound(open::next)) {
        @Nullable Object[] row = new Object[open.columns().size()];
        for (int i = 0; i < row.length; i++) {
          ResultColumn column = open.columns().get(i);
          Kind kind = column.rowId() ? Kind.ROWID : Kind.of(column.type());
          row[i] = H2Values.read(open.rows(), i + 1, kind);
          LobHandle lob = row[i] == null ? null : open.locator(session, i + 1);
          row[i] = lob == null ? row[i] : lob;
        }
        rows.add(row);
      }
    } catch (SQLException e) {
      throw runner.readFailure(e, control);
    }
    return rows;
  }

  @Override
  public DmlOutcome dml(DmlPlan plan, Variables variables) throws SQLException {
    Outcome outcome;
    try {
      outcome = session.run(plan, values, variables, control, 10);
    } catch (StalePlanException e) {
      throw OraErrors.of(4068, "existing state of packages has been discarded");
    }
    List<RowChange> rows = outcome.changes();
    if (plan instanceof DmlPlan.Single single && single.returning() != null) {
      return new DmlOutcome(
          outcome.count(), runner.returned(single.returning(), rows, values, variables));
    }
    return new DmlOutcome(outcome.count(), List.of());
  }

  @Override
  public void control(Plan plan) throws SQLException {
    session.run(plan, values, Variables.NONE, control, 10);
  }

  @Override
  public List<@Nullable Object[]> immediate(String sql, List<Typed> using, int limit)
      throws SQLException {
    BoundValues own = new BoundValues();
    for (int i = 0; i < using.size(); i++) {
      own.set(i + 1, using.get(i).kind(), using.get(i).value());
    }
    Plan plan = session.plan(sql, own);
    if (plan instanceof DmlPlan.Single single && single.returning() != null && limit == 0) {
      throw OraErrors.of(925, "missing INTO keyword");
    }
    boolean returns = plan instanceof DmlPlan.Single single && single.returning() != null;
    Outcome outcome = session.run(plan, own, returns ? NO_VARIABLES : Variables.NONE, control, 10);
    if (plan instanceof DmlPlan.Single single && single.returning() != null) {
      return runner.returned(single.returning(), outcome.changes(), own, Variables.NONE);
    }
    OpenRows rows = outcome.rows();
    if (rows == null) {
      return List.of();
    }
    try (rows) {
      return read(rows, limit);
    }
  }

  @Override
  public Map<ObjectKey, Object> packageStates() {
    return session.packageStates();
  }

  @Override
  public Typed autonomous(Work work) throws SQLException {
    SimSession other = session.database().beside(session);
    try {
      Typed result = work.run(new BlockRunner(other, other.runner(), values, control));
      if (!other.transaction().changes().isEmpty()) {
        throw OraErrors.of(6519, "active autonomous transaction detected and rolled back");
      }
      return result;
    } finally {
      other.abort();
    }
  }

  @Override
  public void output(String line) {
    session.attributes().set("OUTPUT", line);
  }
}
