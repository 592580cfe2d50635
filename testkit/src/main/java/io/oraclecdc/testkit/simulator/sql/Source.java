package io.oraclecdc.testkit.simulator.sql;

/**
 * Where a numbered parameter's value comes from.
 *
 * @param position 1-based JDBC bind position, 0 for a variable
 * @param variable PL/SQL variable when position is 0
 */
public record Source(int position, String variable) {}
