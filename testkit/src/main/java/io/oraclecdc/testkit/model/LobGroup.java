package io.oraclecdc.testkit.model;

/**
 * The rows of one statement that wrote LOBs. LogMiner returns them only from a range that contains
 * all of them.
 */
final class LobGroup {
  private long lowestScn = Long.MAX_VALUE;
  private int rows;

  void add(long scn) {
    lowestScn = Math.min(lowestScn, scn);
    rows++;
  }

  /** Lowest SCN of its rows. */
  long lowestScn() {
    return lowestScn;
  }

  /** Number of its rows. */
  int rows() {
    return rows;
  }
}
