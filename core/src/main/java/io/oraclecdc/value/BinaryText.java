package io.oraclecdc.value;

import org.jspecify.annotations.Nullable;

/** What BINARY_FLOAT and BINARY_DOUBLE have in common. */
final class BinaryText {
  private BinaryText() {}

  /**
   * Java's name of a value that has no digits; null for a number, whose form has been checked.
   *
   * @throws LiteralException if it is neither
   */
  static @Nullable String special(Literal literal) {
    if (literal.kind() != Literal.Kind.QUOTED && literal.kind() != Literal.Kind.BARE_NUMBER) {
      throw new LiteralException(literal.sourceStart(), "a number is expected");
    }
    if (is(literal, "nan")) {
      return "NaN";
    }
    if (is(literal, "inf") || is(literal, "+inf")) {
      return "Infinity";
    }
    if (is(literal, "-inf")) {
      return "-Infinity";
    }
    NumberText.check(literal);
    return null;
  }

  /** Whether a number has no digit but zero before its exponent. */
  static boolean isZero(Literal literal) {
    String sql = literal.sql();
    for (int i = literal.start(); i < literal.end(); i++) {
      char c = sql.charAt(i);
      if (c == 'E' || c == 'e') {
        return true;
      }
      if (c >= '1' && c <= '9') {
        return false;
      }
    }
    return true;
  }

  private static boolean is(Literal literal, String word) {
    return literal.end() - literal.start() == word.length()
        && literal.sql().regionMatches(true, literal.start(), word, 0, word.length());
  }
}
