package io.oraclecdc.value;

import java.util.Arrays;

/** Hexadecimal digits of either case. */
final class Hex {
  private static final byte[] VALUES = new byte[128];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < 16; i++) {
      VALUES[Character.forDigit(i, 16)] = (byte) i;
      VALUES[Character.toUpperCase(Character.forDigit(i, 16))] = (byte) i;
    }
  }

  private Hex() {}

  /** The bytes of a HEXTORAW literal. */
  static byte[] decode(Literal literal) {
    String sql = literal.sql();
    int length = literal.end() - literal.start();
    if ((length & 1) != 0) {
      throw new LiteralException(literal.start(), "bytes are written with two digits each");
    }
    byte[] bytes = new byte[length >> 1];
    int position = literal.start();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (digit(sql, position) << 4 | digit(sql, position + 1));
      position += 2;
    }
    return bytes;
  }

  static int digit(String sql, int position) {
    char c = sql.charAt(position);
    int value = c < VALUES.length ? VALUES[c] : -1;
    if (value < 0) {
      throw new LiteralException(position, "a hexadecimal digit is expected");
    }
    return value;
  }
}
