package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.session.BoundSession;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a block needs from the session that runs it. */
public interface BlockHost {

  /** Names and rights. */
  SqlSession names();

  /** The session packages work for. */
  BoundSession bound();

  /** What is bound at each position of the block. */
  List<Kind> bindKinds();

  /** Value bound at a 1-based position. */
  @Nullable Object bind(int position) throws SQLException;

  /** Gives a value to an OUT bind; later reads of the position see it. */
  void assign(int position, Kind kind, @Nullable Object value);

  /** A package the user may execute. */
  Optional<PackageHandler> handler(String packageName);

  /**
   * Runs a query.
   *
   * @param limit most rows wanted
   */
  List<@Nullable Object[]> query(QueryPlan plan, Variables variables, int limit)
      throws SQLException;

  /** Runs DML; the rows of its RETURNING clause come back, empty without one. */
  DmlOutcome dml(DmlPlan plan, Variables variables) throws SQLException;

  /** Runs any other statement. */
  void control(Plan plan) throws SQLException;

  /** Runs the text of EXECUTE IMMEDIATE; rows of a query come back. */
  List<@Nullable Object[]> immediate(String sql, List<Typed> using, int limit) throws SQLException;

  /** The session's instances of packages. */
  Map<ObjectKey, Object> packageStates();

  /**
   * Runs something in a transaction of its own.
   *
   * @throws SQLException ORA-06519 when it leaves its transaction open
   */
  Typed autonomous(Work work) throws SQLException;

  /** What an autonomous program does. */
  @FunctionalInterface
  interface Work {
    /** Does it. */
    Typed run(BlockHost host) throws SQLException;
  }

  /** DBMS_OUTPUT.PUT_LINE. */
  void output(String line);

  /**
   * What DML did.
   *
   * @param count rows
   * @param returned rows of the RETURNING clause
   */
  record DmlOutcome(long count, List<@Nullable Object[]> returned) {}

  /**
   * A value with its type.
   *
   * @param kind type
   * @param value Java value, null for SQL NULL
   */
  record Typed(Kind kind, @Nullable Object value) {}
}
