package io.oraclecdc.testkit.model;

/**
 * The rows of one statement that wrote LOBs. LogMiner returns them only from a range that contains
 * all of them.
 */
final class LobGroup {
  private long lowestScn = Long.MAX_VALUE;
  private long firstSequence = -1;
  private long lastSequence = -1;
  private int lastIndex = -1;

  /** A row was appended to a log. */
  void add(long scn, ModelLog log) {
    lowestScn = Math.min(lowestScn, scn);
    firstSequence = firstSequence < 0 ? log.sequence() : firstSequence;
    lastSequence = log.sequence();
    lastIndex = log.size();
  }

  /** Lowest SCN of its rows. */
  long lowestScn() {
    return lowestScn;
  }

  /** Sequence of the log that holds its first row. */
  long firstSequence() {
    return firstSequence;
  }

  /** Sequence of the log that holds its last row. */
  long lastSequence() {
    return lastSequence;
  }

  /** Index of its last row in that log. */
  int lastIndex() {
    return lastIndex;
  }
}
