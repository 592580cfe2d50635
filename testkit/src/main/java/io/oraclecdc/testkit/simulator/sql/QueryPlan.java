package io.oraclecdc.testkit.simulator.sql;

import java.util.List;
import java.util.Map;

/**
 * A query.
 *
 * @param sql for H2
 * @param sources of its numbered parameters
 * @param columns of its result
 * @param lock FOR UPDATE behaviour
 * @param locators LOBs of rows that it locks, by result column
 */
public record QueryPlan(
    String sql,
    List<Source> sources,
    List<ResultColumn> columns,
    LockMode lock,
    Map<Integer, Locator> locators)
    implements Plan {

  /** A query without locators. */
  public QueryPlan(String sql, List<Source> sources, List<ResultColumn> columns, LockMode lock) {
    this(sql, sources, columns, lock, Map.of());
  }
}
