package io.oraclecdc.config;

/** How CLOB, NCLOB, BLOB and XMLTYPE columns appear in records ({@code cdc.lob.mode}). */
public enum LobMode {
  /** They have no field. */
  SKIP,
  /** Values are put together from the redo; what it does not carry is the placeholder. */
  INLINE,
  /** As INLINE; missing values of new rows are read from the table as of the commit. */
  RESELECT
}
