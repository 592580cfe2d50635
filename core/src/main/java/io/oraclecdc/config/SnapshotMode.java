package io.oraclecdc.config;

/** Whether existing rows are read before streaming begins ({@code cdc.snapshot.mode}). */
public enum SnapshotMode {
  /** Read the captured tables once, when there is no stored position. */
  INITIAL,
  /** Begin with the redo; existing rows are not read. */
  NONE
}
