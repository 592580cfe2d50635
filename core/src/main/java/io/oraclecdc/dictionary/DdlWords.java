package io.oraclecdc.dictionary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The first words of an SQL text: names, quoted names and single signs, without comments. Stops
 * after as many as a classification can need, so a text of any length costs the same.
 */
final class DdlWords {
  private static final int ENOUGH = 16;

  private final String sql;
  private int at;

  private DdlWords(String sql) {
    this.sql = sql;
  }

  /** The leading words. Unquoted ones are in upper case, as Oracle reads them. */
  static List<Word> of(String sql) {
    DdlWords reader = new DdlWords(sql);
    List<Word> words = new ArrayList<>(ENOUGH);
    while (words.size() < ENOUGH && reader.skipBlanksAndComments()) {
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
      } else if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private Word next() {
    char first = sql.charAt(at);
    if (first == '"') {
      int end = sql.indexOf('"', at + 1);
      String name = sql.substring(at + 1, end < 0 ? sql.length() : end);
      at = end < 0 ? sql.length() : end + 1;
      return new Word(name, Form.QUOTED);
    }
    if (!isNamePart(first)) {
      at++;
      return new Word(String.valueOf(first), Form.PLAIN);
    }
    int begin = at;
    while (at < sql.length() && isNamePart(sql.charAt(at))) {
      at++;
    }
    return new Word(sql.substring(begin, at).toUpperCase(Locale.ROOT), Form.PLAIN);
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#';
  }

  /** Whether a word stood in double quotes. */
  enum Form {
    PLAIN,
    QUOTED
  }

  /**
   * One word.
   *
   * @param text upper case unless it was quoted
   * @param form a quoted word is a name, never a keyword
   */
  record Word(String text, Form form) {
    boolean is(String keyword) {
      return form == Form.PLAIN && text.equals(keyword);
    }
  }
}
