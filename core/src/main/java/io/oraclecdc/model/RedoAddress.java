package io.oraclecdc.model;

/**
 * The place of a redo record within one redo thread: log sequence, block, byte offset (RS_ID of
 * LogMiner).
 *
 * <pre>
 *  RS_ID   " 0x0000fd.00011b0e.0010 "
 *             sequence block    offset     hexadecimal, LogMiner pads with one blank on each side
 * </pre>
 *
 * <p>Ordered by sequence, block, offset as numbers. Addresses of two threads cannot be compared.
 * Several rows may share an address.
 *
 * @param sequence log sequence, unsigned
 * @param block block in the log
 * @param offset byte in the block
 */
public record RedoAddress(long sequence, long block, int offset)
    implements Comparable<RedoAddress> {

  /** Not an address: some ROLLBACK rows carry it. Never a position. */
  public static final RedoAddress ZERO = new RedoAddress(0, 0, 0);

  /**
   * Reads an RS_ID, with or without the blanks around it.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static RedoAddress parse(String rsId) {
    int begin = 0;
    int end = rsId.length();
    while (begin < end && rsId.charAt(begin) == ' ') {
      begin++;
    }
    while (end > begin && rsId.charAt(end - 1) == ' ') {
      end--;
    }
    int firstDot = rsId.indexOf('.', begin);
    int secondDot = firstDot < 0 ? -1 : rsId.indexOf('.', firstDot + 1);
    if (!rsId.startsWith("0x", begin) || secondDot < 0 || secondDot >= end) {
      throw new IllegalArgumentException(
          "an RS_ID is 0x<sequence>.<block>.<offset> in hexadecimal: '" + rsId + "'");
    }
    try {
      return new RedoAddress(
          Long.parseUnsignedLong(rsId, begin + 2, firstDot, 16),
          Long.parseUnsignedLong(rsId, firstDot + 1, secondDot, 16),
          Integer.parseInt(rsId, secondDot + 1, end, 16));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "an RS_ID is 0x<sequence>.<block>.<offset> in hexadecimal: '" + rsId + "'", e);
    }
  }

  /** Whether this is the all-zero address, which is no place. */
  public boolean isZero() {
    return sequence == 0 && block == 0 && offset == 0;
  }

  /** Whether this place comes before {@code other} in their thread. */
  public boolean isBefore(RedoAddress other) {
    return compareTo(other) < 0;
  }

  /** Whether this place comes after {@code other} in their thread. */
  public boolean isAfter(RedoAddress other) {
    return compareTo(other) > 0;
  }

  @Override
  public int compareTo(RedoAddress other) {
    int bySequence = Long.compareUnsigned(sequence, other.sequence);
    if (bySequence != 0) {
      return bySequence;
    }
    int byBlock = Long.compareUnsigned(block, other.block);
    return byBlock != 0 ? byBlock : Integer.compare(offset, other.offset);
  }

  /** The RS_ID without blanks, for example {@code 0x0000fd.00011b0e.0010}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(26).append("0x");
    appendHex(text, sequence, 6);
    appendHex(text.append('.'), block, 8);
    appendHex(text.append('.'), offset, 4);
    return text.toString();
  }

  /** By hand: every record carries an address, and a formatter costs more than the record. */
  private static void appendHex(StringBuilder text, long number, int width) {
    int digits = Math.max(width, (67 - Long.numberOfLeadingZeros(number)) / 4);
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      text.append(Character.forDigit((int) (number >>> shift) & 0xf, 16));
    }
  }
}
