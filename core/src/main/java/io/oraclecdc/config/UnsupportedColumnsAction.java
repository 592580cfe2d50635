package io.oraclecdc.config;

/** What happens to a row that LogMiner cannot give ({@code cdc.unsupported.columns}). */
public enum UnsupportedColumnsAction {
  /** It counts as a row that cannot be decoded. */
  FAIL,
  /** It is read from the table by its ROWID as of the commit. */
  RESELECT
}
