package io.oraclecdc.transaction;

import io.oraclecdc.schema.TableSchema;

/**
 * A layout that a transaction has rows of, and whether its record keys need a closer look: only a
 * key that is left (by a delete or a key change) after another row took one can have been taken.
 *
 * <p>Undone and discarded rows may be counted; that costs a needless look, never a wrong answer.
 */
final class TableUse {
  private static final long NEVER = -1;

  private final TableSchema table;
  private long firstTaken = NEVER;
  private long lastLeft = NEVER;

  TableUse(TableSchema table) {
    this.table = table;
  }

  TableSchema table() {
    return table;
  }

  /** A row gets a key in the entry with this number. */
  void keyTaken(long ordinal) {
    if (firstTaken == NEVER) {
      firstTaken = ordinal;
    } else {
      firstTaken = Math.min(firstTaken, ordinal);
    }
  }

  /** A row loses its key in the entry with this number. */
  void keyLeft(long ordinal) {
    lastLeft = Math.max(lastLeft, ordinal);
  }

  /** Number of the first entry in which a row got a key, {@link Long#MAX_VALUE} for none. */
  long firstTaken() {
    return firstTaken == NEVER ? Long.MAX_VALUE : firstTaken;
  }

  /** Number of the last entry in which a row lost its key, -1 for none. */
  long lastLeft() {
    return lastLeft;
  }
}
