package io.oraclecdc.testkit.simulator.sql;

import java.util.List;

/**
 * A query.
 *
 * @param sql for H2
 * @param sources of its numbered parameters
 * @param columns of its result
 * @param lock FOR UPDATE behaviour
 */
public record QueryPlan(String sql, List<Source> sources, List<ResultColumn> columns, LockMode lock)
    implements Plan {}
