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
    return new SimulatedRedo(options, instance);
  }
}
