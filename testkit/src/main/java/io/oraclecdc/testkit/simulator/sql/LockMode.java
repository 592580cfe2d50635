package io.oraclecdc.testkit.simulator.sql;

/**
 * How a statement waits for row locks.
 *
 * @param locks whether it is a SELECT .. FOR UPDATE
 * @param waitMillis how long it waits: 0 NOWAIT, -1 for ever
 * @param skipLocked SKIP LOCKED
 */
public record LockMode(boolean locks, long waitMillis, boolean skipLocked) {
  /** A plain statement: waits as long as it takes. */
  public static final LockMode NONE = new LockMode(false, -1, false);
}
