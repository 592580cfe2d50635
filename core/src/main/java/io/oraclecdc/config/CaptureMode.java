package io.oraclecdc.config;

/** Which redo logs are read ({@code cdc.capture.mode}). */
public enum CaptureMode {
  /** Archived logs and the online logs that are not archived yet; of a primary database. */
  ONLINE,
  /** Archived logs only: of a primary database, or of a physical standby that is open. */
  ARCHIVE_ONLY
}
