package io.oraclecdc.transaction;

import java.util.Arrays;

/** Undo rows of one row that wait for their changes, newest first. */
final class WaitingUndo {
  private static final int CODE = 0x0F;
  private static final int MARKED = 0x10;
  private static final int SETS_STORED = 0x20;

  private byte[] kinds = new byte[1];
  private long[] ordinals = new long[1];
  private int size;

  void push(RowEntry entry, long ordinal) {
    if (size == kinds.length) {
      kinds = Arrays.copyOf(kinds, size * 2);
      ordinals = Arrays.copyOf(ordinals, size * 2);
    }
    kinds[size] =
        (byte)
            (entry.kind.code()
                | (entry.marked ? MARKED : 0)
                | (entry.setsStored ? SETS_STORED : 0));
    ordinals[size++] = ordinal;
  }

  EntryKind top() {
    return EntryKind.of(kinds[size - 1] & CODE);
  }

  boolean isTopMarked() {
    return (kinds[size - 1] & MARKED) != 0;
  }

  boolean setsTopStored() {
    return (kinds[size - 1] & SETS_STORED) != 0;
  }

  void pop() {
    size--;
  }

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
