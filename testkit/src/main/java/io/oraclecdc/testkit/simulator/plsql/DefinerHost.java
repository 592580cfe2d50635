package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import io.oraclecdc.testkit.simulator.sql.Statements;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A host whose names are those of a stored program's owner. Binds of the caller are unknown. */
final class DefinerHost implements BlockHost {
  private final BlockHost host;
  private final SqlSession names;

  DefinerHost(BlockHost host, String owner) {
    this.host = host;
    this.names = Statements.definer(host.names(), owner);
  }

  @Override
  public SqlSession names() {
    return names;
  }

  @Override
  public BoundSession bound() {
    return host.bound();
  }

  @Override
  public List<Kind> bindKinds() {
    return List.of();
  }

  @Override
  public @Nullable Object bind(int position) throws SQLException {
    return host.bind(position);
  }

  @Override
  public void assign(int position, Kind kind, @Nullable Object value) {
    host.assign(position, kind, value);
  }

  @Override
  public Optional<PackageHandler> handler(String packageName) {
    return host.handler(packageName);
  }

  @Override
  public List<@Nullable Object[]> query(QueryPlan plan, Variables variables, int limit)
      throws SQLException {
    return host.query(plan, variables, limit);
  }

  @Override
  public DmlOutcome dml(DmlPlan plan, Variables variables) throws SQLException {
    return host.dml(plan, variables);
  }

  @Override
  public void control(Plan plan) throws SQLException {
    host.control(plan);
  }

  @Override
  public List<@Nullable Object[]> immediate(String sql, List<Typed> using, int limit)
      throws SQLException {
    return host.immediate(sql, using, limit);
  }

  @Override
  public void output(String line) {
    host.output(line);
  }

  @Override
  public Map<ObjectKey, Object> packageStates() {
    return host.packageStates();
  }

  @Override
  public Typed autonomous(Work work) throws SQLException {
    return host.autonomous(work);
  }
}
