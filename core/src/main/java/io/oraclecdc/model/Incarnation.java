package io.oraclecdc.model;

/**
 * Which life of which database a place in the redo belongs to. Sequences and addresses start again
 * after RESETLOGS.
 *
 * @param databaseId DBID
 * @param resetlogsScn RESETLOGS_CHANGE#
 */
public record Incarnation(long databaseId, Scn resetlogsScn) {

  @Override
  public String toString() {
    return "DBID " + databaseId + ", RESETLOGS SCN " + resetlogsScn;
  }
}
