package io.oraclecdc.testkit.simulator.sql;

import org.jspecify.annotations.Nullable;

/**
 * Where a numbered parameter's value comes from.
 *
 * @param position 1-based JDBC bind position, 0 for a variable
 * @param variable PL/SQL variable when position is 0
 * @param asOf the SCN of a flashback query, null for anything else
 */
public record Source(int position, String variable, @Nullable AsOf asOf) {

  /** A bind or a variable. */
  public Source(int position, String variable) {
    this(position, variable, null);
  }
}
