package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.logmnr.SimInstance;

/** Makes the redo half of a simulated database. */
public final class RedoDatabases {
  private RedoDatabases() {}

  /**
   * A database with fresh logs.
   *
   * @param options its size, names and variants
   * @param instance the front half, asked for tables, sessions and open transactions
   */
  public static RedoDatabase create(RedoOptions options, SimInstance instance) {
    return create(options, instance, () -> {});
  }

  /**
   * The same for a database whose redo is kept.
   *
   * @param settled returns when all redo written so far is safe; runs before anybody reads redo or
   *     learns an SCN, so that nobody sees what a crash could take back
   */
  public static RedoDatabase create(RedoOptions options, SimInstance instance, Runnable settled) {
    return new SimulatedRedo(options, instance, settled);
  }
}
