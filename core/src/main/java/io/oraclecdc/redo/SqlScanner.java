package io.oraclecdc.redo;

import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.value.Literal;
import io.oraclecdc.value.Literal.Kind;

/**
 * Reads tokens of one statement from left to right, never looking inside quotes for structure.
 *
 * <pre>
 *  value  = NULL | quoted | bare number | call | text { || text } | Unsupported Type
 *  text   = [ N ] quoted | UNISTR ( quoted )
 *  call   = name ( [ quoted [ , quoted ] ] ) | TIMESTAMP quoted
 *  quoted = ' { any character, ' doubled } '
 * </pre>
 *
 * <p>Blanks (any control character too) may stand between tokens, a comment in front of a value.
 * Reused for statement after statement; not thread-safe.
 */
final class SqlScanner {
  private final Literal literal = new Literal();
  private String sql = "";
  private int length;
  private int position;
  private boolean doubledQuotes;

  /** Begins another statement. */
  void start(String statement) {
    sql = statement;
    length = statement.length();
    position = 0;
  }

  /** Lets the statement go: what it says must not outlive its row here. */
  void release() {
    start("");
    literal.begin("", Kind.NULL, 0);
  }

  String sql() {
    return sql;
  }

  int position() {
    return position;
  }

  void moveTo(int target) {
    position = target;
  }

  /** The next character; NUL at the end. */
  char peek() {
    return position < length ? sql.charAt(position) : '\0';
  }

  /**
   * Goes past an exact text of some length if it is next, and it usually is.
   *
   * <p>Searching is much faster than comparing: the JVM replaces the search by vector instructions,
   * the comparison it does not. The last character is looked at first, since a search that does not
   * find the text here goes on to the end of the statement.
   */
  boolean skipExpected(String text) {
    int end = position + text.length();
    if (end > length
        || sql.charAt(end - 1) != text.charAt(text.length() - 1)
        || sql.charAt(position + 1) != text.charAt(1)
        || sql.indexOf(text, position) != position) {
      return false;
    }
    position = end;
    return true;
  }

  /** Goes past an exact text if it is next. */
  boolean skip(String text) {
    if (sql.startsWith(text, position)) {
      position += text.length();
      return true;
    }
    return false;
  }

  /** Goes past one character if it is next. */
  boolean skip(char symbol) {
    if (position < length && sql.charAt(position) == symbol) {
      position++;
      return true;
    }
    return false;
  }

  /** Goes past a comma and a blank. */
  boolean skipCommaAndBlank() {
    if (position + 2 <= length && sql.charAt(position) == ',' && sql.charAt(position + 1) == ' ') {
      position += 2;
      return true;
    }
    return false;
  }

  /** Goes past {@code and} with a blank on each side. */
  boolean skipAnd() {
    int start = position;
    if (start + 5 <= length
        && sql.charAt(start) == ' '
        && sql.charAt(start + 1) == 'a'
        && sql.charAt(start + 2) == 'n'
        && sql.charAt(start + 3) == 'd'
        && sql.charAt(start + 4) == ' ') {
      position = start + 5;
      return true;
    }
    return false;
  }

  boolean isAtEnd() {
    return position >= length;
  }

  void skipBlanks() {
    while (position < length && sql.charAt(position) <= ' ') {
      position++;
    }
  }

  /** Goes past a character, blanks before it, and blanks after it. */
  boolean skipSymbol(char symbol) {
    skipBlanks();
    if (peek() != symbol || position >= length) {
      return false;
    }
    position++;
    skipBlanks();
    return true;
  }

  void expectSymbol(char symbol) {
    if (!skipSymbol(symbol)) {
      throw unexpected("'" + symbol + "' is expected");
    }
  }

  /** Goes past a word in any case, and blanks before it. */
  boolean skipWord(String word) {
    skipBlanks();
    int end = position + word.length();
    if (end > length
        || (end < length && isWordPart(sql.charAt(end)))
        || !sql.regionMatches(true, position, word, 0, word.length())) {
      return false;
    }
    position = end;
    return true;
  }

  void expectWord(String word) {
    if (!skipWord(word)) {
      throw unexpected(word + " is expected");
    }
  }

  /** Goes past a word of any kind and tells where it ends; the position itself if there is none. */
  int wordEnd() {
    int end = position;
    while (end < length && isWordPart(sql.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Goes past a name in double quotes and gives it without them. */
  String identifier() {
    if (peek() != '"') {
      throw unexpected("a name in double quotes is expected");
    }
    int close = sql.indexOf('"', position + 1);
    if (close < 0) {
      throw new SqlRedoException(Fault.CUT_OFF, position, "a name has no closing quote");
    }
    String name = sql.substring(position + 1, close);
    position = close + 1;
    return name;
  }

  /** Checks that the statement ends here. */
  void expectEnd() {
    if (position == length) {
      return;
    }
    skipBlanks();
    if (peek() == ';') {
      position++;
      skipBlanks();
    }
    if (position < length) {
      throw unexpected("the end of the statement is expected");
    }
  }

  /** Reads a value; the flyweight is valid until the next call. */
  Literal value() {
    if (peek() == '\'') {
      if (!plainText()) {
        literal.begin(sql, Kind.QUOTED, position);
        content();
        afterText();
      }
      return literal;
    }
    skipComment();
    switch (peek()) {
      case '\'' -> {
        return value();
      }
      case 'N', 'n' -> nationalTextOrNull();
      case 'T', 't' -> timeCall();
      case 'H', 'h' -> call("HEXTORAW(", Kind.HEXTORAW);
      case 'U', 'u' -> unistrOrUnsupported();
      case 'E', 'e' -> emptyLob();
      default -> bareNumber();
    }
    return literal;
  }

  /** The usual text: no quotes inside, and followed by what can only stand behind a value. */
  private boolean plainText() {
    int close = sql.indexOf('\'', position + 1);
    int next = close + 1;
    if (close < 0 || next >= length) {
      return false;
    }
    char follower = sql.charAt(next);
    if (follower == ','
        || follower == ')'
        || (follower == ' '
            && next + 1 < length
            && sql.charAt(next + 1) >= 'a'
            && sql.charAt(next + 1) <= 'z')) {
      literal.plainText(sql, position, next);
      position = next;
      return true;
    }
    return false;
  }

  private void skipComment() {
    skipBlanks();
    while (sql.startsWith("/*", position)) {
      int close = sql.indexOf("*/", position + 2);
      if (close < 0) {
        throw new SqlRedoException(Fault.CUT_OFF, position, "a comment has no end");
      }
      position = close + 2;
      skipBlanks();
    }
  }

  private void timeCall() {
    if (sql.startsWith("TO_DATE(", position) || isWord("TO_DATE")) {
      call("TO_DATE(", Kind.TO_DATE);
    } else if (sql.startsWith("TO_TIMESTAMP(", position) || isWord("TO_TIMESTAMP")) {
      call("TO_TIMESTAMP(", Kind.TO_TIMESTAMP);
    } else if (isWord("TO_TIMESTAMP_TZ")) {
      call("TO_TIMESTAMP_TZ(", Kind.TO_TIMESTAMP_TZ);
    } else if (isWord("TO_YMINTERVAL")) {
      call("TO_YMINTERVAL(", Kind.TO_YMINTERVAL);
    } else if (isWord("TO_DSINTERVAL")) {
      call("TO_DSINTERVAL(", Kind.TO_DSINTERVAL);
    } else {
      int start = position;
      expectWord("TIMESTAMP");
      literal.begin(sql, Kind.ANSI_TIMESTAMP, start);
      skipBlanks();
      content();
      literal.finish(position);
    }
  }

  private boolean isWord(String word) {
    int end = position + word.length();
    return end <= length
        && sql.regionMatches(true, position, word, 0, word.length())
        && (end == length || !isWordPart(sql.charAt(end)));
  }

  /**
   * {@code name('content')} or {@code name('content', 'mask')}; the opening is name and bracket.
   */
  private void call(String opening, Kind kind) {
    literal.begin(sql, kind, position);
    if (sql.startsWith(opening, position)) {
      position += opening.length();
    } else {
      expectWord(opening.substring(0, opening.length() - 1));
      expectSymbol('(');
    }
    skipBlanks();
    content();
    if (peek() == ')') {
      position++;
      literal.finish(position);
      return;
    }
    skipBlanks();
    if (peek() == ',') {
      position++;
      skipBlanks();
      int maskStart = position + 1;
      literal.mask(maskStart, quoted());
      skipBlanks();
    }
    if (peek() != ')') {
      throw unexpected("')' is expected");
    }
    position++;
    literal.finish(position);
  }

  private void nationalTextOrNull() {
    if (!isNationalText()) {
      word("NULL", Kind.NULL);
      return;
    }
    literal.begin(sql, Kind.QUOTED, position);
    position++;
    content();
    afterText();
  }

  private boolean isNationalText() {
    return position + 1 < length
        && (sql.charAt(position) == 'N' || sql.charAt(position) == 'n')
        && sql.charAt(position + 1) == '\'';
  }

  private void unistrOrUnsupported() {
    int start = position;
    if (skipWord("UNSUPPORTED")) {
      int end = position;
      if (skipWord("TYPE")) {
        end = position;
      }
      position = end;
      literal.begin(sql, Kind.UNSUPPORTED, start);
      literal.finish(end);
      return;
    }
    call("UNISTR(", Kind.UNISTR);
    afterText();
  }

  /** Joins {@code || text} as often as it follows. */
  private void afterText() {
    int end = position;
    literal.finish(end);
    int start = literal.sourceStart();
    boolean joined = false;
    while (end < length && isBar(end)) {
      skipBlanks();
      position += 2;
      skipBlanks();
      if (isNationalText()) {
        position++;
      }
      if (peek() == '\'') {
        quoted();
      } else {
        call("UNISTR(", Kind.UNISTR);
      }
      end = position;
      joined = true;
    }
    if (joined) {
      literal.begin(sql, Kind.CONCATENATION, start);
      literal.concatenation(end);
    }
  }

  private boolean isBar(int from) {
    int next = from;
    while (next < length && sql.charAt(next) <= ' ') {
      next++;
    }
    return next + 1 < length && sql.charAt(next) == '|' && sql.charAt(next + 1) == '|';
  }

  private void emptyLob() {
    int start = position;
    Kind kind;
    if (skipWord("EMPTY_CLOB")) {
      kind = Kind.EMPTY_CLOB;
    } else if (skipWord("EMPTY_BLOB")) {
      kind = Kind.EMPTY_BLOB;
    } else {
      throw unexpected("a value is expected");
    }
    expectSymbol('(');
    if (peek() != ')') {
      throw unexpected("')' is expected");
    }
    position++;
    literal.begin(sql, kind, start);
    literal.finish(position);
  }

  private void word(String word, Kind kind) {
    int start = position;
    if (!skipWord(word)) {
      throw unexpected("a value is expected");
    }
    literal.begin(sql, kind, start);
    literal.finish(position);
  }

  private void bareNumber() {
    int start = position;
    int end = start;
    while (end < length && isNumberPart(sql.charAt(end))) {
      end++;
    }
    if (end == start) {
      throw unexpected("a value is expected");
    }
    position = end;
    literal.begin(sql, Kind.BARE_NUMBER, start);
    literal.content(start, end, false);
    literal.finish(end);
  }

  private static boolean isNumberPart(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'E' || c == 'e';
  }

  /** Reads a quoted text into the flyweight. */
  private void content() {
    int start = position + 1;
    int end = quoted();
    literal.content(start, end, doubledQuotes);
    literal.finish(position);
  }

  /** Goes past a text in quotes and tells where its content ends. */
  int quoted() {
    if (peek() != '\'') {
      throw unexpected("a text in quotes is expected");
    }
    doubledQuotes = false;
    int close = sql.indexOf('\'', position + 1);
    while (close >= 0 && close + 1 < length && sql.charAt(close + 1) == '\'') {
      doubledQuotes = true;
      close = sql.indexOf('\'', close + 2);
    }
    if (close < 0) {
      throw new SqlRedoException(Fault.CUT_OFF, position, "a text has no closing quote");
    }
    position = close + 1;
    return close;
  }

  SqlRedoException unexpected(String expectation) {
    return new SqlRedoException(
        position >= length ? Fault.CUT_OFF : Fault.UNEXPECTED_FORM, position, expectation);
  }

  private static boolean isWordPart(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '$'
        || c == '#';
  }
}
