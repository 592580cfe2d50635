package io.oraclecdc.redo;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RowId;
import org.jspecify.annotations.Nullable;

/**
 * Joins the rows of a continued statement (CSF): text of all pieces without separator, a missing
 * piece counting as empty; everything else from the first row.
 */
final class StatementJoiner {
  private final int maxCharacters;
  private StringBuilder text = new StringBuilder(0);
  private @Nullable MinedRow first;
  private boolean wanted;
  private boolean tooLong;

  StatementJoiner(int maxCharacters) {
    this.maxCharacters = maxCharacters;
  }

  /** Whether a statement has begun and not ended. */
  boolean isOpen() {
    return first != null;
  }

  /**
   * Begins a statement.
   *
   * @param row its first piece
   * @param keepText whether anybody will read the text
   */
  void open(MinedRow row, boolean keepText) {
    clear();
    first = row;
    wanted = keepText;
    append(row);
  }

  /**
   * Whether a row is a piece of the open statement: all pieces have the same redo address and row.
   */
  boolean continuesWith(MinedRow row) {
    return first != null
        && first.transaction().equals(row.transaction())
        && first.operationCode() == row.operationCode()
        && first.thread().equals(row.thread())
        && first.address().equals(row.address())
        && first.rollback() == row.rollback()
        && !isAnotherRow(first.rowId(), row.rowId());
  }

  /** Pieces of values may carry no row, or its placeholder; that is no other row. */
  private static boolean isAnotherRow(@Nullable RowId one, @Nullable RowId other) {
    return one != null
        && other != null
        && !one.isPlaceholder()
        && !other.isPlaceholder()
        && !one.equals(other);
  }

  /** Takes a further piece. */
  void append(MinedRow row) {
    String piece = row.sqlRedo();
    if (piece == null || !wanted || tooLong) {
      return;
    }
    if (text.length() + (long) piece.length() > maxCharacters) {
      tooLong = true;
      text = new StringBuilder(0);
    } else {
      text.append(piece);
    }
  }

  /** Whether the text was longer than allowed and is gone. */
  boolean isTooLong() {
    return tooLong;
  }

  /** Whether anybody reads the text. */
  boolean isWanted() {
    return wanted;
  }

  /** The first piece; the statement must be open. */
  MinedRow firstPiece() {
    if (first == null) {
      throw new IllegalStateException("no statement is open");
    }
    return first;
  }

  /** The first piece with the whole text. */
  MinedRow joined() {
    return firstPiece().withCompleteSql(text.length() == 0 ? null : text.toString());
  }

  /** Forgets the statement and its text: a buffer would keep values of excluded columns. */
  void clear() {
    first = null;
    wanted = false;
    tooLong = false;
    if (text.capacity() > 0) {
      text = new StringBuilder(0);
    }
  }
}
