package io.oraclecdc.testkit.simulator.redo;

/**
 * Redo byte address inside one thread: log sequence, block of 512 bytes, byte in the block.
 *
 * @param sequence RBASQN
 * @param block RBABLK
 * @param offset RBABYTE
 */
public record Rba(long sequence, int block, int offset) {
  /** What some ROLLBACK rows show instead of an address. */
  public static final Rba ZERO = new Rba(0, 0, 0);

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  /** RS_ID as the view shows it: one blank on both sides, lower-case hex. */
  public String rsId() {
    StringBuilder text = new StringBuilder(27).append(" 0x");
    int digits = 6;
    while (sequence >>> (4 * digits) != 0) {
      digits++;
    }
    hex(text, sequence, digits);
    hex(text.append('.'), block, 8);
    hex(text.append('.'), offset, 4);
    return text.append(' ').toString();
  }

  private static void hex(StringBuilder text, long value, int digits) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      text.append(HEX[(int) (value >>> shift) & 15]);
    }
  }
}
