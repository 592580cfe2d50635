package io.oraclecdc.engine;

/** Where an engine is in its life. Only forward. */
public enum EngineState {
  /** Built, not started. */
  CREATED,
  /** Connecting, checking the database, finding its place in the redo. */
  STARTING,
  /** Mining and delivering. */
  STREAMING,
  /** Closing: no further change is handed over. */
  STOPPING,
  /** Ended because it was closed. */
  STOPPED,
  /** Ended with an error: see {@link OracleCdcEngine#completion()}. */
  FAILED;

  /** Whether the engine has ended. */
  public boolean isTerminal() {
    return this == STOPPED || this == FAILED;
  }
}
