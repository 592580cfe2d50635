package io.oraclecdc.config;

/** Whether existing rows are read beside the stream ({@code cdc.snapshot.mode}). */
public enum SnapshotMode {
  /**
   * Read the captured tables once, when there is no stored position, and tables that join later.
   */
  INITIAL,
  /** Begin with the redo; existing rows are not read unless a signal asks for them. */
  NONE,
  /** Read the captured tables once and end; redo is not read. */
  SNAPSHOT_ONLY,
  /** Begin with the redo and read what signals ask for: the same as none, said openly. */
  ON_SIGNAL
}
