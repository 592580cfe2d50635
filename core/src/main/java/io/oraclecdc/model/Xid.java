package io.oraclecdc.model;

/**
 * A transaction id as LogMiner gives it: undo segment number, slot in it, and how often the slot
 * was used (XIDUSN, XIDSLT, XIDSQN).
 *
 * <p>Unique within one container only; key open transactions by {@link TransactionKey}.
 *
 * @param undoSegment XIDUSN, 0 to 65535
 * @param slot XIDSLT, 0 to 65535
 * @param sequence XIDSQN, 0 to 4294967295
 */
public record Xid(int undoSegment, int slot, long sequence) implements Comparable<Xid> {

  private static final long UNKNOWN_SEQUENCE = 0xFFFF_FFFFL;

  /** The all-zero id: not a transaction. */
  public static final Xid NONE = new Xid(0, 0, 0);

  /** Whether this is the all-zero id, which names no transaction. */
  public boolean isNone() {
    return undoSegment == 0 && slot == 0 && sequence == 0;
  }

  /**
   * Whether LogMiner did not know the sequence: the row belongs to the open transaction of its
   * segment and slot.
   */
  public boolean isPartial() {
    return sequence == UNKNOWN_SEQUENCE;
  }

  /** Whether both are of one undo segment and slot, whatever their sequences. */
  public boolean sharesSlotWith(Xid other) {
    return undoSegment == other.undoSegment && slot == other.slot;
  }

  /**
   * Reads {@code usn.slot.sqn}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static Xid parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("a transaction id is usn.slot.sqn: " + text);
    }
    return new Xid(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
  }

  // These run several times for every row: written out, they are cheap from the first one on.
  @Override
  public boolean equals(Object other) {
    return other instanceof Xid that
        && sequence == that.sequence
        && slot == that.slot
        && undoSegment == that.undoSegment;
  }

  @Override
  public int hashCode() {
    return (undoSegment * 31 + slot) * 31 + Long.hashCode(sequence);
  }

  @Override
  public int compareTo(Xid other) {
    int bySegment = Integer.compare(undoSegment, other.undoSegment);
    if (bySegment != 0) {
      return bySegment;
    }
    int bySlot = Integer.compare(slot, other.slot);
    return bySlot != 0 ? bySlot : Long.compare(sequence, other.sequence);
  }

  @Override
  public String toString() {
    return undoSegment + "." + slot + "." + sequence;
  }
}
