package io.oraclecdc.value;

/** Reads the fields of an interval literal from left to right. One use each; not thread-safe. */
final class IntervalText {
  private final String sql;
  private final int end;
  private final boolean negative;
  private int position;

  IntervalText(Literal literal) {
    sql = literal.sql();
    end = literal.end();
    position = literal.start();
    char sign = position < end ? sql.charAt(position) : ' ';
    negative = sign == '-';
    if (negative || sign == '+') {
      position++;
    }
  }

  /** Whether the sign, which covers every field, is a minus. */
  boolean isNegative() {
    return negative;
  }

  /** The next number, at most {@code limit}. */
  long field(long limit) {
    int from = position;
    long value = 0;
    while (position < end && NumberText.isDigit(sql.charAt(position)) && position - from < 10) {
      value = value * 10 + (sql.charAt(position) - '0');
      position++;
    }
    if (position == from || value > limit) {
      throw new LiteralException(position, "an interval field of 0 to " + limit + " is expected");
    }
    return value;
  }

  /** Digits after a dot as nanoseconds, 0 when there is no dot. */
  int nanos() {
    if (position >= end || sql.charAt(position) != '.') {
      return 0;
    }
    position++;
    int digits = 0;
    int nanos = 0;
    while (position < end && NumberText.isDigit(sql.charAt(position))) {
      if (++digits > 9) {
        throw new LiteralException(position, "a fraction has nine digits at most");
      }
      nanos = nanos * 10 + (sql.charAt(position) - '0');
      position++;
    }
    for (; digits < 9; digits++) {
      nanos *= 10;
    }
    return nanos;
  }

  void expect(char c) {
    if (position >= end || sql.charAt(position) != c) {
      throw new LiteralException(position, "'" + c + "' is expected in an interval");
    }
    position++;
  }

  void finish() {
    if (position != end) {
      throw new LiteralException(position, "the interval goes on where it should end");
    }
  }
}
