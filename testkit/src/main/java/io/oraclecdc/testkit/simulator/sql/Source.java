package io.oraclecdc.testkit.simulator.sql;

import org.jspecify.annotations.Nullable;

/**
 * Where a numbered parameter's value comes from.
 *
 * @param position 1-based JDBC bind position, 0 for a variable, -1 for nothing
 * @param variable PL/SQL variable when position is 0
 * @param asOf the SCN of a flashback query, null for anything else
 * @param derivation rows that are computed first, null for anything else
 * @param column which of their columns it is, 0-based
 */
public record Source(
    int position,
    String variable,
    @Nullable AsOf asOf,
    @Nullable Derivation derivation,
    int column) {

  /** A bind or a variable. */
  public Source(int position, String variable) {
    this(position, variable, null, null, 0);
  }
}
