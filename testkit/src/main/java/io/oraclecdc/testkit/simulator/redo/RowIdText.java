package io.oraclecdc.testkit.simulator.redo;

/**
 * Parts of an 18-character ROWID: 6 characters data object, 3 relative file, 6 block, 3 row slot,
 * base 64 with {@code A-Za-z0-9+/}.
 */
public final class RowIdText {
  private static final int BLOCK_END = 15;

  private RowIdText() {}

  /** Row slot in the block. */
  public static int slot(String rowId) {
    return (int) number(rowId, BLOCK_END, rowId.length());
  }

  /** Data object number. */
  public static long dataObject(String rowId) {
    return number(rowId, 0, 6);
  }

  /** Relative file number. */
  public static int file(String rowId) {
    return (int) number(rowId, 6, 9);
  }

  /** Block number in the file. */
  public static long block(String rowId) {
    return number(rowId, 9, BLOCK_END);
  }

  static boolean sameBlock(String one, String other) {
    return one.length() >= BLOCK_END && one.regionMatches(0, other, 0, BLOCK_END);
  }

  private static long number(String rowId, int from, int to) {
    long number = 0;
    for (int i = from; i < Math.min(to, rowId.length()); i++) {
      number = number << 6 | digit(rowId.charAt(i));
    }
    return number;
  }

  private static int digit(char c) {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    }
    return c == '+' ? 62 : 63;
  }
}
