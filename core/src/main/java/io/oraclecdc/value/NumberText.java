package io.oraclecdc.value;

/**
 * The form of numbers in redo: {@code [sign] digits [. digits] [E [sign] digits]}, one digit at
 * least before the exponent. A decimal comma means that the session lost its settings.
 */
final class NumberText {
  private NumberText() {}

  /** Checks the form of a whole literal, which is all that Java's parsers do not check. */
  static void check(Literal literal) {
    String sql = literal.sql();
    int end = literal.end();
    int position = literal.start();
    if (position < end && isSign(sql.charAt(position))) {
      position++;
    }
    int digits = 0;
    while (position < end && isDigit(sql.charAt(position))) {
      position++;
      digits++;
    }
    if (position < end && sql.charAt(position) == '.') {
      position++;
      while (position < end && isDigit(sql.charAt(position))) {
        position++;
        digits++;
      }
    }
    if (digits == 0) {
      throw damaged(literal, position);
    }
    if (position < end && (sql.charAt(position) | 0x20) == 'e') {
      position++;
      if (position < end && isSign(sql.charAt(position))) {
        position++;
      }
      int exponentStart = position;
      while (position < end && isDigit(sql.charAt(position))) {
        position++;
      }
      if (position == exponentStart || position - exponentStart > 4) {
        throw damaged(literal, position);
      }
    }
    if (position != end) {
      throw damaged(literal, position);
    }
  }

  static LiteralException damaged(Literal literal, int position) {
    boolean comma =
        position < literal.end() && position >= 0 && literal.sql().charAt(position) == ',';
    return new LiteralException(
        position,
        comma
            ? "a number has a decimal point, not a comma: the mining session lost"
                + " NLS_NUMERIC_CHARACTERS"
            : "a number is expected");
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isSign(char c) {
    return c == '-' || c == '+';
  }
}
