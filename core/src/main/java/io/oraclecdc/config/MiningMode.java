package io.oraclecdc.config;

/** How LogMiner gets its logs ({@code cdc.mining.mode}). */
public enum MiningMode {
  /** {@link #RANGE} inside a pluggable database, else {@link #LOGS}. */
  AUTO,
  /** Every log is registered; in the root of a container database or without containers. */
  LOGS,
  /** LogMiner finds the logs of an SCN range itself; inside a pluggable database. */
  RANGE
}
