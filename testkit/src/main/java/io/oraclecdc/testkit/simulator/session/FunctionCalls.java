package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.plsql.BlockHost;
import io.oraclecdc.testkit.simulator.plsql.BlockInterpreter;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Functions of users that a running SQL statement calls: they may read, and nothing else. */
final class FunctionCalls {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();

  private final SimSession session;

  FunctionCalls(SimSession session) {
    this.session = session;
  }

  /**
   * Calls a function.
   *
   * @param program its name in SQL
   * @param kinds of the arguments
   * @param arguments as text
   * @return the result as text; null also when no data were found, as in Oracle
   */
  @Nullable String call(
      String program, List<Kind> kinds, Kind returns, List<@Nullable String> arguments)
      throws SQLException {
    BoundValues values = new BoundValues();
    values.set(1, returns, null);
    List<String> binds = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      values.set(i + 2, kinds.get(i), value(kinds.get(i), arguments.get(i)));
      binds.add(":a" + i);
    }
    String list = binds.isEmpty() ? "" : "(" + String.join(", ", binds) + ")";
    CallControl control = session.database().newControl();
    BlockRunner runner = new BlockRunner(session, session.runner(), values, control);
    try {
      BlockInterpreter.run("BEGIN :r := " + program + list + "; END;", new ReadingHost(runner));
    } catch (SQLException e) {
      if (e.getErrorCode() == 1403) {
        return null;
      }
      if (e.getErrorCode() == 6550) {
        SQLException invalid =
            OraErrors.of(6575, "Package or function " + program + " is in an invalid state");
        invalid.initCause(e);
        throw invalid;
      }
      throw e;
    }
    Object result = values.value(1);
    return result instanceof LocalDateTime time
        ? TIME.format(time)
        : result == null ? null : String.valueOf(result);
  }

  private static @Nullable Object value(Kind kind, @Nullable String text) {
    if (text == null) {
      return null;
    }
    return switch (kind) {
      case NUMBER -> H2Values.number(new BigDecimal(text));
      case DATE, TIMESTAMP -> LocalDateTime.parse(text, TIME);
      default -> text;
    };
  }

  /** Refuses what changes something. */
  private record ReadingHost(BlockHost host) implements BlockHost {

    @Override
    public SqlSession names() {
      return host.names();
    }

    @Override
    public BoundSession bound() {
      return host.bound();
    }

    @Override
    public List<Kind> bindKinds() {
      return host.bindKinds();
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
      throw OraErrors.of(14551, "cannot perform a DML operation inside a query");
    }

    @Override
    public void control(Plan plan) throws SQLException {
      throw OraErrors.of(14552, "cannot perform a DDL, commit or rollback inside a query or DML");
    }

    @Override
    public List<@Nullable Object[]> immediate(String sql, List<Typed> using, int limit)
        throws SQLException {
      if (!sql.strip().toUpperCase(java.util.Locale.ROOT).startsWith("SELECT")) {
        throw OraErrors.of(14551, "cannot perform a DML operation inside a query");
      }
      return host.immediate(sql, using, limit);
    }

    @Override
    public Map<ObjectKey, Object> packageStates() {
      return host.packageStates();
    }

    @Override
    public Typed autonomous(Work work) throws SQLException {
      return host.autonomous(work);
    }

    @Override
    public void output(String line) {
      host.output(line);
    }
  }
}
