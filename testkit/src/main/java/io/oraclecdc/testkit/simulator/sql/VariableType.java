package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import org.jspecify.annotations.Nullable;

/**
 * Declared type of a PL/SQL variable.
 *
 * @param kind its family
 * @param form lengths, precision and scale that a value must have; null when unconstrained
 * @param range least and greatest value of a kind of PLS_INTEGER, else null
 * @param notNull whether the variable never is NULL
 */
public record VariableType(
    Kind kind, @Nullable SimType form, @Nullable Range range, boolean notNull) {

  /**
   * Values of an integer type.
   *
   * @param least smallest
   * @param greatest largest
   */
  public record Range(long least, long greatest) {}

  /** A family without limits. */
  public static VariableType of(Kind kind) {
    return new VariableType(kind, null, null, false);
  }

  /** The type of a column. */
  public static VariableType of(SimType type) {
    return new VariableType(Kind.of(type), type, null, false);
  }

  /** The type as a formal parameter or a result has it: without length, precision and scale. */
  public VariableType unconstrained() {
    return range == null ? of(kind) : this;
  }

  /** The same, never NULL. */
  public VariableType never() {
    return new VariableType(kind, form, range, true);
  }

  /** Whether a variable of this type needs a length that is not there. */
  public boolean lacksLength() {
    return form == null && (kind == Kind.VARCHAR || kind == Kind.RAW);
  }
}
