package io.oraclecdc.config;

/** What happens to a new row in which columns are not logged ({@code cdc.partial.images}). */
public enum PartialImagesAction {
  /** The missing fields are null and named in a header. */
  MARK,
  /** They are read from the table as of the commit. */
  RESELECT,
  /** Capture stops. */
  FAIL
}
