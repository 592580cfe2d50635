package io.oraclecdc.transaction;

import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.TableSchema;

/**
 * A layout that a transaction has rows of, and whether its record keys need a closer look: only a
 * key that is left (by a delete or a key change) after another row took one can have been taken.
 *
 * <p>Undone and discarded rows may be counted; that costs a needless look, never a wrong answer.
 */
final class TableUse {
  private static final long NEVER = -1;

  private TableSchema table;
  private boolean restored;
  private long firstTaken = NEVER;
  private long lastLeft = NEVER;

  TableUse(TableSchema table) {
    this.table = table;
  }

  /** The use of a layout that was read from a journal; the catalog has another object for it. */
  static TableUse restored(TableSchema table) {
    TableUse use = new TableUse(table);
    use.restored = true;
    return use;
  }

  /** Whether rows of a layout belong here. */
  @SuppressWarnings("ReferenceEquality") // A version of a layout is one object in a process.
  boolean isOf(TableSchema other) {
    if (table == other) {
      return true;
    }
    if (!restored || !SchemaFrames.isSameLayout(table, other)) {
      return false;
    }
    table = other;
    restored = false;
    return true;
  }

  TableSchema table() {
    return table;
  }

  /** A change in the entry with this number takes or leaves keys. */
  void noteKeys(RowOperation operation, boolean keyMoved, long ordinal) {
    if (operation == RowOperation.INSERT || keyMoved) {
      keyTaken(ordinal);
    }
    if (operation == RowOperation.DELETE || keyMoved) {
      keyLeft(ordinal);
    }
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
