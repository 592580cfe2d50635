package io.oraclecdc.testkit.simulator.redo;

/** STATUS of an archive destination that is set. */
public enum DestinationState {
  /** Takes logs. */
  VALID,
  /** Switched off by hand. */
  DEFERRED,
  /** The last attempt failed. */
  ERROR
}
