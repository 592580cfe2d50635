package io.oraclecdc.transaction;

/** How many calls of DBMS_LOB the rows of a change stand for; counted from the last row on. */
final class CallCount {
  private int rows;
  private int wholeCalls;
  private int runsOfWrites;
  private boolean isBeforeWrite;

  /**
   * A row that stands before the others.
   *
   * @param whole whether it is all of its call; a write can be one of several rows
   */
  void addEarlier(boolean whole) {
    rows++;
    wholeCalls += whole ? 1 : 0;
    runsOfWrites += whole || isBeforeWrite ? 0 : 1;
    isBeforeWrite = !whole;
  }

  /** How many there are at most. */
  int most() {
    return rows;
  }

  /** How many there are at least: writes in a row can be one call. */
  int least() {
    return wholeCalls + runsOfWrites;
  }
}
