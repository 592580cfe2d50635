package io.oraclecdc.dictionary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Words of an SQL text: names, quoted names, literals and single signs, without comments. A
 * classification takes the first few only, so a text of any length costs it the same.
 */
final class DdlWords {
  private static final int ENOUGH = 16;
  private static final String CLOSING = "[]{}<>()";

  private final String sql;
  private int at;

  private DdlWords(String sql) {
    this.sql = sql;
  }

  /** The leading words. Unquoted ones are in upper case, as Oracle reads them. */
  static List<Word> of(String sql) {
    return read(sql, ENOUGH);
  }

  /** All words. */
  static List<Word> all(String sql) {
    return read(sql, Integer.MAX_VALUE);
  }

  private static List<Word> read(String sql, int most) {
    DdlWords reader = new DdlWords(sql);
    List<Word> words = new ArrayList<>(ENOUGH);
    while (words.size() < most && reader.skipBlanksAndComments()) {
      words.add(reader.next());
    }
    return words;
  }

  private boolean skipBlanksAndComments() {
    while (at < sql.length()) {
      if (sql.startsWith("/*", at)) {
        int end = sql.indexOf("*/", at + 2);
        at = end < 0 ? sql.length() : end + 2;
      } else if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else if (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == 0) {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private Word next() {
    int begin = at;
    char first = sql.charAt(at);
    if (first == '"') {
      int end = sql.indexOf('"', at + 1);
      String name = sql.substring(at + 1, end < 0 ? sql.length() : end);
      at = end < 0 ? sql.length() : end + 1;
      return new Word(name, Form.QUOTED, begin, at);
    }
    if (skipLiteral()) {
      return new Word("", Form.LITERAL, begin, at);
    }
    if (!isNamePart(first)) {
      at++;
      return new Word(String.valueOf(first), Form.PLAIN, begin, at);
    }
    while (at < sql.length() && isNamePart(sql.charAt(at))) {
      at++;
    }
    return new Word(sql.substring(begin, at).toUpperCase(Locale.ROOT), Form.PLAIN, begin, at);
  }

  /** Passes over {@code '..'}, {@code N'..'}, {@code q'[..]'} and {@code Nq'[..]'}. */
  private boolean skipLiteral() {
    int open = at;
    if (open < sql.length() && isOneOf(sql.charAt(open), 'n', 'N')) {
      open++;
    }
    boolean alternative =
        open + 2 < sql.length()
            && isOneOf(sql.charAt(open), 'q', 'Q')
            && sql.charAt(open + 1) == '\'';
    if (alternative) {
      open++;
    }
    if (open >= sql.length() || sql.charAt(open) != '\'') {
      return false;
    }
    at = alternative ? endOfAlternative(open + 1) : endOfLiteral(open + 1);
    return true;
  }

  private static boolean isOneOf(char c, char one, char other) {
    return c == one || c == other;
  }

  private int endOfAlternative(int from) {
    char delimiter = sql.charAt(from);
    int pair = CLOSING.indexOf(delimiter);
    char closing = pair >= 0 && pair % 2 == 0 ? CLOSING.charAt(pair + 1) : delimiter;
    int end = sql.indexOf(closing + "'", from + 1);
    return end < 0 ? sql.length() : end + 2;
  }

  private int endOfLiteral(int from) {
    for (int end = sql.indexOf('\'', from); end >= 0; end = sql.indexOf('\'', end + 2)) {
      if (end + 1 >= sql.length() || sql.charAt(end + 1) != '\'') {
        return end + 1;
      }
    }
    return sql.length();
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#';
  }

  /** How a word stood in the text. */
  enum Form {
    PLAIN,
    /** In double quotes: a name, never a keyword. */
    QUOTED,
    /** A text literal, whose content is not kept. */
    LITERAL
  }

  /**
   * One word.
   *
   * @param text upper case unless it was quoted; empty for a literal
   * @param form how it stood in the text
   * @param begin its first character in the SQL text
   * @param end behind its last one
   */
  record Word(String text, Form form, int begin, int end) {
    boolean is(String keyword) {
      return form == Form.PLAIN && text.equals(keyword);
    }

    boolean isName() {
      return form == Form.QUOTED
          || (form == Form.PLAIN
              && isNamePart(text.charAt(0))
              && !Character.isDigit(text.charAt(0)));
    }

    /** Never the content of a literal. */
    @Override
    public String toString() {
      return form == Form.LITERAL ? "'..'" : text;
    }
  }
}
