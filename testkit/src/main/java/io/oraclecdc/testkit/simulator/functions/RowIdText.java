package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.nio.ByteBuffer;
import java.sql.SQLException;

/**
 * The two forms of a ROWID.
 *
 * <pre>
 * ten bytes:             data object (4) | file 10 bits, block 22 bits (4) | row (2)
 * eighteen characters:   OOOOOO FFF BBBBBB RRR, six bits each, A-Z a-z 0-9 + /
 * </pre>
 */
public final class RowIdText {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private RowIdText() {}

  /** The text of ten bytes. */
  public static String encode(byte[] rowId) {
    ByteBuffer bytes = ByteBuffer.wrap(rowId);
    long object = bytes.getInt() & 0xFFFFFFFFL;
    int address = bytes.getInt();
    int row = bytes.getShort() & 0xFFFF;
    StringBuilder text = new StringBuilder(18);
    digits(text, object, 6);
    digits(text, address >>> 22, 3);
    digits(text, address & 0x3FFFFF, 6);
    digits(text, row, 3);
    return text.toString();
  }

  private static void digits(StringBuilder text, long value, int count) {
    for (int i = count - 1; i >= 0; i--) {
      text.append(ALPHABET.charAt((int) (value >>> (6 * i)) & 63));
    }
  }

  /**
   * The ten bytes of a text.
   *
   * @throws SQLException ORA-01410 invalid ROWID
   */
  public static byte[] decode(String text) throws SQLException {
    if (text.length() != 18) {
      throw OraErrors.of(1410, "invalid ROWID");
    }
    long object = number(text, 0, 6);
    long file = number(text, 6, 9);
    long block = number(text, 9, 15);
    long row = number(text, 15, 18);
    return of(object, (int) file, (int) block, (int) row);
  }

  /** The ten bytes of a row's place. */
  public static byte[] of(long dataObject, int file, int block, int row) {
    return ByteBuffer.allocate(10)
        .putInt((int) dataObject)
        .putInt((file << 22) | (block & 0x3FFFFF))
        .putShort((short) row)
        .array();
  }

  private static long number(String text, int from, int to) throws SQLException {
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = ALPHABET.indexOf(text.charAt(i));
      if (digit < 0) {
        throw OraErrors.of(1410, "invalid ROWID");
      }
      value = (value << 6) | digit;
    }
    return value;
  }
}
