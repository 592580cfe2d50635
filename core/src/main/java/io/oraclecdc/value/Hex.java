package io.oraclecdc.value;

/** Hexadecimal digits of either case. */
final class Hex {
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
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    if (lower >= 'a' && lower <= 'f' && c < 0x80) {
      return lower - 'a' + 10;
    }
    throw new LiteralException(position, "a hexadecimal digit is expected");
  }
}
