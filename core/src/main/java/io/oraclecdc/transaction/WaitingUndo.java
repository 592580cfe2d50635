package io.oraclecdc.transaction;

import java.util.Arrays;

/*
 * How many undo rows are for calls of DBMS_LOB?
 *
 * Each call has one, and the redo tells of calls only how many there are at least and at most. A
 * change of calls takes as many as it can have. What it took beyond the least it must have had is the
 * surplus: as many undo rows may be for older changes of the same row instead. So the number for
 * older changes lies between the undo rows that wait and these and the surplus.
 *
 * An undo row that cannot be for a call is for an older change. Oracle undoes newest first, so then
 * every newer change was undone.
 */
/** Undo rows of one row that wait for their changes, newest first. */
final class WaitingUndo {
  private static final int CODE = 0x0F;
  private static final int MARKED = 0x10;
  private static final int SETS_STORED = 0x20;
  private static final int TEXTLESS = 0x40;

  private byte[] kinds = new byte[1];
  private long[] ordinals = new long[1];
  private int size;
  private int forNoCall;
  private int surplus;
  private boolean surplusTextless;

  /** Whether a change was taken back. */
  enum Verdict {
    LIVE,
    /** It, or a part of it, may have been. */
    DOUBTFUL,
    GONE
  }

  void push(RowEntry entry, long ordinal) {
    if (size == kinds.length) {
      kinds = Arrays.copyOf(kinds, size * 2);
      ordinals = Arrays.copyOf(ordinals, size * 2);
    }
    kinds[size] =
        (byte)
            (entry.kind.code()
                | (entry.marked ? MARKED : 0)
                | (entry.setsStored ? SETS_STORED : 0)
                | (entry.textless ? TEXTLESS : 0));
    ordinals[size++] = ordinal;
    forNoCall += isTopForCall() ? 0 : 1;
  }

  EntryKind top() {
    return EntryKind.of(kinds[size - 1] & CODE);
  }

  boolean isTopMarked() {
    return (kinds[size - 1] & MARKED) != 0;
  }

  private boolean isTopForCall() {
    return top() == EntryKind.UNDO_BY_UPDATE && (kinds[size - 1] & SETS_STORED) == 0;
  }

  void pop() {
    forNoCall -= isTopForCall() ? 0 : 1;
    size--;
  }

  /**
   * Takes undo rows for calls of DBMS_LOB, or for updates that cannot be told from them.
   *
   * @param least how many they have at least when all of them were undone
   * @param most how many at most
   */
  Verdict takeForCalls(int least, int most) {
    int taken = 0;
    boolean textless = surplusTextless;
    while (taken < most && size > 0 && isTopForCall()) {
      textless |= (kinds[size - 1] & TEXTLESS) != 0;
      pop();
      taken++;
    }
    int possible = taken + surplus;
    surplus = Math.max(0, possible - least);
    surplusTextless = textless && surplus > 0;
    if (taken == most || forNoCall > 0) {
      return Verdict.GONE;
    }
    return possible == 0 ? Verdict.LIVE : Verdict.DOUBTFUL;
  }

  /** Whether undo rows that were taken for calls may be for an older change. */
  boolean hasSurplus() {
    return surplus > 0;
  }

  /** Whether such an undo row may be for a change that sets a column stored in the row. */
  boolean isSurplusTextless() {
    return surplusTextless;
  }

  /** A change was met that may be what one of those was for. */
  void takeSurplus() {
    surplus--;
  }

  /** The row did not exist before: nothing older can be what they were for. */
  void dropSurplus() {
    surplus = 0;
    surplusTextless = false;
  }

  /** Whether none waits. */
  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  long topOrdinal() {
    return ordinals[size - 1];
  }
}
