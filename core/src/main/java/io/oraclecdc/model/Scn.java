package io.oraclecdc.model;

/**
 * A system change number: Oracle's logical clock, an unsigned 64-bit integer.
 *
 * <p>Compared unsigned and printed as Oracle prints it. An SCN says when something became visible;
 * it is not a place in the redo (see {@link RedoAddress}).
 *
 * @param value the 64 bits
 */
public record Scn(long value) implements Comparable<Scn> {

  /** Before every SCN. */
  public static final Scn ZERO = new Scn(0);

  /** What NEXT_CHANGE# of a current log holds, depending on the release: "no end yet". */
  private static final long OPEN_END_48_BIT = 281_474_976_710_655L;

  private static final long OPEN_END_FROM_19_5 = Long.parseUnsignedLong("9295429630892703743");

  /**
   * Reads the decimal text of an SCN.
   *
   * @throws NumberFormatException if the text is not an unsigned 64-bit decimal number
   */
  public static Scn parse(String text) {
    return new Scn(Long.parseUnsignedLong(text.trim()));
  }

  /**
   * Whether this is one of the values that stand for "the log has no end yet", which is not an SCN
   * to compute with.
   */
  public boolean isOpenEnd() {
    return value == -1L || value == OPEN_END_48_BIT || value == OPEN_END_FROM_19_5;
  }

  /** The next SCN. */
  public Scn next() {
    return new Scn(value + 1);
  }

  /** Whether this SCN is lower than {@code other}. */
  public boolean isBefore(Scn other) {
    return compareTo(other) < 0;
  }

  /** Whether this SCN is higher than {@code other}. */
  public boolean isAfter(Scn other) {
    return compareTo(other) > 0;
  }

  /** The lower of two. */
  public static Scn min(Scn one, Scn other) {
    return one.isAfter(other) ? other : one;
  }

  /** The higher of two. */
  public static Scn max(Scn one, Scn other) {
    return one.isBefore(other) ? other : one;
  }

  @Override
  public int compareTo(Scn other) {
    return Long.compareUnsigned(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(value);
  }
}
