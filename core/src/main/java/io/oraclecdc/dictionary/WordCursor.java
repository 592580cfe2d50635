package io.oraclecdc.dictionary;

import io.oraclecdc.dictionary.DdlWords.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Walks over the words of one statement. */
final class WordCursor {
  private final String sql;
  private final List<Word> words;
  private final int end;
  private int at;

  private WordCursor(String sql, List<Word> words, int from, int end) {
    this.sql = sql;
    this.words = words;
    this.at = from;
    this.end = end;
  }

  /** The statements of a text; semicolons between them are left out. */
  static List<WordCursor> statements(String sql) {
    List<Word> words = DdlWords.all(sql);
    List<WordCursor> statements = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i <= words.size(); i++) {
      if (i == words.size() || words.get(i).is(";")) {
        if (i > begin) {
          statements.add(new WordCursor(sql, words, begin, i));
        }
        begin = i + 1;
      }
    }
    return statements;
  }

  boolean atEnd() {
    return at >= end;
  }

  /** Whether these words come next. */
  boolean is(String... keywords) {
    for (int i = 0; i < keywords.length; i++) {
      if (at + i >= end || !words.get(at + i).is(keywords[i])) {
        return false;
      }
    }
    return true;
  }

  boolean isAny(Set<String> keywords) {
    return !atEnd()
        && words.get(at).form() == DdlWords.Form.PLAIN
        && keywords.contains(words.get(at).text());
  }

  /** Passes these words when they come next. */
  boolean accept(String... keywords) {
    boolean found = is(keywords);
    if (found) {
      at += keywords.length;
    }
    return found;
  }

  /** The next word. */
  Word next() {
    if (atEnd()) {
      throw new NotUnderstoodException("the statement ends early");
    }
    return words.get(at++);
  }

  Word peek() {
    if (atEnd()) {
      throw new NotUnderstoodException("the statement ends early");
    }
    return words.get(at);
  }

  void expect(String... keywords) {
    if (!accept(keywords)) {
      throw new NotUnderstoodException(
          String.join(" ", keywords) + " is expected" + (atEnd() ? "" : " before " + peek()));
    }
  }

  String name() {
    Word word = next();
    if (!word.isName()) {
      throw new NotUnderstoodException("a name is expected instead of " + word);
    }
    return word.text();
  }

  /** A name that may have a schema before it; the last part. */
  String qualifiedName() {
    String name = name();
    while (accept(".")) {
      name = name();
    }
    return name;
  }

  int integer() {
    boolean negative = accept("-");
    Word word = next();
    try {
      int value = Integer.parseInt(word.text());
      return negative ? -value : value;
    } catch (NumberFormatException e) {
      throw new NotUnderstoodException("a number is expected instead of " + word);
    }
  }

  /** Names in parentheses. */
  List<String> names() {
    expect("(");
    List<String> names = new ArrayList<>();
    do {
      names.add(name());
    } while (accept(","));
    expect(")");
    return names;
  }

  /** Passes over what is in parentheses. */
  void skipGroup() {
    expect("(");
    int depth = 1;
    while (depth > 0) {
      Word word = next();
      depth += word.is("(") ? 1 : word.is(")") ? -1 : 0;
    }
  }

  /** Passes over words, with their groups, until one of these or a sign that ends an item. */
  void skipUntil(Set<String> keywords) {
    while (!atEnd() && !is(",") && !is(")") && !isAny(keywords)) {
      if (is("(")) {
        skipGroup();
      } else {
        at++;
      }
    }
  }

  /** Whether one of these stands outside of parentheses in what is left. */
  boolean leftHas(Set<String> keywords) {
    int depth = 0;
    for (int i = at; i < end; i++) {
      Word word = words.get(i);
      depth += word.is("(") ? 1 : word.is(")") ? -1 : 0;
      if (depth == 0 && word.form() == DdlWords.Form.PLAIN && keywords.contains(word.text())) {
        return true;
      }
    }
    return false;
  }

  void skipAll() {
    at = end;
  }

  int mark() {
    return at;
  }

  /** The text from a mark to here, as it was typed. */
  String textSince(int mark) {
    return at > mark ? sql.substring(words.get(mark).begin(), words.get(at - 1).end()) : "";
  }
}
