package io.oraclecdc.engine;

/**
 * Acknowledges changes. Thread-safe; order does not matter, the position moves over the unbroken
 * prefix of what was acknowledged. Acknowledging a change twice does nothing.
 */
public interface Committer {

  /** This change is done. */
  void acknowledge(ChangeEvent event);

  /** Every change of the batch is done. */
  void acknowledgeAll();
}
