package io.oraclecdc.value;

import java.nio.charset.Charset;

/**
 * Character types: quoted text, UNISTR with UTF-16 units, or bytes of the column's character set.
 * Blanks are data. An empty literal is NULL, as everywhere in Oracle.
 */
final class TextCodec implements ColumnCodec {
  /** What LogMiner prints for an extended string whose value comes in rows of its own. */
  private static final String EXTENDED_PLACEHOLDER = "LM_EMPTY_STRING";

  private final Charset charset;
  private final boolean extended;

  TextCodec(Charset charset, boolean extended) {
    this.charset = charset;
    this.extended = extended;
  }

  @Override
  public Object decode(Literal literal) {
    String text = text(literal);
    // Nothing tells it from the same letters of a user.
    if (extended && EXTENDED_PLACEHOLDER.equals(text)) {
      return SpecialValue.UNAVAILABLE;
    }
    return text.isEmpty() ? SpecialValue.SQL_NULL : text;
  }

  /** The text of a literal, empty as it is. */
  String text(Literal literal) {
    return switch (literal.kind()) {
      case QUOTED -> UnicodeText.of(literal.text(), literal.start());
      case UNISTR -> UnicodeText.of(unistr(literal), literal.start());
      case CONCATENATION -> UnicodeText.of(concatenation(literal), literal.start());
      case HEXTORAW -> bytes(literal);
      default -> throw new LiteralException(literal.sourceStart(), "a text value is expected");
    };
  }

  private String bytes(Literal literal) {
    return CharsetText.decode(Hex.decode(literal), charset, literal.start());
  }

  static String unistr(Literal literal) {
    if (literal.sql().indexOf('\\', literal.start()) < 0 && !literal.hasDoubledQuotes()) {
      return literal.text();
    }
    StringBuilder text = new StringBuilder(literal.end() - literal.start());
    appendUnistr(literal.sql(), literal.start(), literal.end(), text);
    return text.toString();
  }

  /** Walks over the pieces; the parser has checked their form. */
  static String concatenation(Literal literal) {
    String sql = literal.sql();
    StringBuilder text = new StringBuilder(literal.end() - literal.start());
    int position = literal.start();
    boolean national = false;
    while (position < literal.end()) {
      char c = sql.charAt(position);
      if (c == '\'') {
        int close = closingQuote(sql, position + 1, literal.end());
        if (national) {
          appendUnistr(sql, position + 1, close, text);
        } else {
          appendQuoted(sql, position + 1, close, text);
        }
        national = false;
        position = close + 1;
      } else {
        national |= c == '(';
        position++;
      }
    }
    return text.toString();
  }

  private static int closingQuote(String sql, int from, int end) {
    int position = from;
    while (position < end) {
      if (sql.charAt(position) == '\'') {
        if (position + 1 < end && sql.charAt(position + 1) == '\'') {
          position++;
        } else {
          return position;
        }
      }
      position++;
    }
    throw new LiteralException(from, "a quoted piece has no end");
  }

  private static void appendQuoted(String sql, int from, int end, StringBuilder text) {
    for (int i = from; i < end; i++) {
      char c = sql.charAt(i);
      text.append(c);
      if (c == '\'') {
        i++;
      }
    }
  }

  private static void appendUnistr(String sql, int from, int end, StringBuilder text) {
    int i = from;
    while (i < end) {
      char c = sql.charAt(i);
      if (c == '\\') {
        if (i + 1 < end && sql.charAt(i + 1) == '\\') {
          text.append('\\');
          i += 2;
        } else if (i + 4 < end) {
          text.append(
              (char)
                  (Hex.digit(sql, i + 1) << 12
                      | Hex.digit(sql, i + 2) << 8
                      | Hex.digit(sql, i + 3) << 4
                      | Hex.digit(sql, i + 4)));
          i += 5;
        } else {
          throw new LiteralException(
              i, "a backslash in UNISTR is followed by four digits or a backslash");
        }
      } else {
        text.append(c);
        i += c == '\'' ? 2 : 1;
      }
    }
  }
}
