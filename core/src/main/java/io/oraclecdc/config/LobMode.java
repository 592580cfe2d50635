package io.oraclecdc.config;

/** How CLOB, NCLOB and BLOB columns appear in records ({@code cdc.lob.mode}). */
public enum LobMode {
  /** They have no field. */
  SKIP
}
