package io.oraclecdc.snapshot;

import java.util.Comparator;

/**
 * A place that a ROWID names, in the order in which the database compares ROWIDs. Their texts sort
 * in another order: in base 64 capital letters stand for the lowest digits.
 *
 * @param object data object id
 * @param file relative file number
 * @param block block in the file
 * @param row row in the block
 */
record RowPlaceId(long object, int file, long block, int row) implements Comparable<RowPlaceId> {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int LENGTH = 18;
  private static final Comparator<RowPlaceId> ORDER =
      Comparator.comparingLong(RowPlaceId::object)
          .thenComparingInt(RowPlaceId::file)
          .thenComparingLong(RowPlaceId::block)
          .thenComparingInt(RowPlaceId::row);

  /**
   * The place of a ROWID of a heap table.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static RowPlaceId parse(String rowId) {
    if (rowId.length() != LENGTH) {
      throw new IllegalArgumentException("a ROWID of a heap table has 18 characters");
    }
    return new RowPlaceId(
        number(rowId, 0, 6),
        (int) number(rowId, 6, 9),
        number(rowId, 9, 15),
        (int) number(rowId, 15, 18));
  }

  private static long number(String text, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = DIGITS.indexOf(text.charAt(i));
      if (digit < 0) {
        throw new IllegalArgumentException("character " + i + " is no digit of a ROWID");
      }
      number = number << 6 | digit;
    }
    return number;
  }

  /** The text of the ROWID. */
  String text() {
    StringBuilder text = new StringBuilder(LENGTH);
    digits(text, object, 6);
    digits(text, file, 3);
    digits(text, block, 6);
    digits(text, row, 3);
    return text.toString();
  }

  private static void digits(StringBuilder text, long number, int count) {
    for (int i = count - 1; i >= 0; i--) {
      text.append(DIGITS.charAt((int) (number >>> (6 * i)) & 63));
    }
  }

  @Override
  public int compareTo(RowPlaceId other) {
    return ORDER.compare(this, other);
  }
}
