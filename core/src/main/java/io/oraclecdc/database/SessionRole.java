package io.oraclecdc.database;

/** What a session is used for; shown to DBAs as ACTION in V$SESSION. */
public enum SessionRole {
  /** Holds the LogMiner session: nothing else may run on it. */
  MINING("mining"),
  /** Reads catalog and fixed views. */
  METADATA("metadata"),
  /** Reads values of tables as of a commit. */
  RESELECT("reselect"),
  /** Reads the rows of tables. */
  SNAPSHOT("snapshot");

  private final String action;

  SessionRole(String action) {
    this.action = action;
  }

  /** The text in V$SESSION.ACTION. */
  public String action() {
    return action;
  }
}
