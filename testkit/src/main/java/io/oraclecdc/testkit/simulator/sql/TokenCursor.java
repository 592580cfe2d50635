package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A place in a list of tokens, with the small questions every parser asks. */
public final class TokenCursor {
  /** Words that Oracle refuses as unquoted names. */
  private static final Set<String> RESERVED =
      Set.of(
          ("ACCESS ADD ALL ALTER AND ANY AS ASC AUDIT BETWEEN BY CHAR CHECK CLUSTER COLUMN"
                  + " COMMENT COMPRESS CONNECT CREATE CURRENT DATE DECIMAL DEFAULT DELETE DESC"
                  + " DISTINCT DROP ELSE EXCLUSIVE EXISTS FILE FLOAT FOR FROM GRANT GROUP HAVING"
                  + " IDENTIFIED IMMEDIATE IN INCREMENT INDEX INITIAL INSERT INTEGER INTERSECT"
                  + " INTO IS LEVEL LIKE LOCK LONG MAXEXTENTS MINUS MLSLABEL MODE MODIFY NOAUDIT"
                  + " NOCOMPRESS NOT NOWAIT NULL NUMBER OF OFFLINE ON ONLINE OPTION OR ORDER"
                  + " PCTFREE PRIOR PUBLIC RAW RENAME RESOURCE REVOKE ROW ROWID ROWNUM ROWS"
                  + " SELECT SESSION SET SHARE SIZE SMALLINT START SUCCESSFUL SYNONYM SYSDATE"
                  + " TABLE THEN TO TRIGGER UID UNION UNIQUE UPDATE USER VALIDATE VALUES VARCHAR"
                  + " VARCHAR2 VIEW WHENEVER WHERE WITH")
              .split(" "));

  private final String text;
  private final List<Token> tokens;
  private int position;

  TokenCursor(String text, List<Token> tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  /** A cursor at the first token of {@code text}. */
  public static TokenCursor of(String text) throws SQLException {
    return new TokenCursor(text, Lexer.tokens(text));
  }

  static boolean isReserved(String upper) {
    return RESERVED.contains(upper);
  }

  /** The token here. */
  public Token peek() {
    return peek(0);
  }

  /** The token {@code ahead} places further. */
  public Token peek(int ahead) {
    return tokens.get(Math.min(position + ahead, tokens.size() - 1));
  }

  /** Takes the token here. */
  public Token next() {
    Token token = peek();
    if (position < tokens.size() - 1) {
      position++;
    }
    return token;
  }

  /** Whether everything was taken. */
  public boolean atEnd() {
    return peek().type() == Token.Type.END;
  }

  /** Whether the next tokens are these unquoted words or operators. */
  public boolean is(String... words) {
    for (int i = 0; i < words.length; i++) {
      Token token = peek(i);
      if (!token.isWord(words[i]) && !token.isOperator(words[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether the next token is one of these words or operators. */
  public boolean isAny(String... words) {
    for (String word : words) {
      if (is(word)) {
        return true;
      }
    }
    return false;
  }

  /** Takes these words if they are next. */
  public boolean accept(String... words) {
    if (!is(words)) {
      return false;
    }
    position += words.length;
    return true;
  }

  /** Takes {@code word} or fails with the given error. */
  public void expect(String word, int code, String message) throws SQLException {
    if (!accept(word)) {
      throw OraErrors.of(code, message);
    }
  }

  /** Takes an opening parenthesis. */
  public void expectOpen() throws SQLException {
    expect("(", 906, "missing left parenthesis");
  }

  /** Takes a closing parenthesis. */
  public void expectClose() throws SQLException {
    expect(")", 907, "missing right parenthesis");
  }

  /** Takes a word that must stand here. */
  public void expectWord(String word) throws SQLException {
    expect(word, 905, "missing keyword");
  }

  /** Fails unless everything was taken. */
  public void expectEnd() throws SQLException {
    if (!atEnd()) {
      throw OraErrors.of(933, "SQL command not properly ended");
    }
  }

  /** Whether a name can begin here. */
  public boolean isName() {
    Token token = peek();
    return token.type() == Token.Type.QUOTED
        || (token.type() == Token.Type.WORD && !isReserved(token.value()));
  }

  /** Takes a name. */
  public String name(int code, String message) throws SQLException {
    if (!isName()) {
      throw OraErrors.of(code, message);
    }
    return next().value();
  }

  /** Takes {@code [schema.]name}. */
  public ObjectName objectName() throws SQLException {
    String first = name(903, "invalid table name");
    if (accept(".")) {
      return new ObjectName(first, name(903, "invalid table name"));
    }
    return new ObjectName(null, first);
  }

  /** Takes a whole number, maybe negative. */
  public int integer() throws SQLException {
    boolean negative = accept("-");
    Token token = next();
    if (token.type() != Token.Type.NUMBER || !token.text().chars().allMatch(Character::isDigit)) {
      throw OraErrors.of(2017, "integer value required");
    }
    int value = Integer.parseInt(token.text());
    return negative ? -value : value;
  }

  /** Skips one parenthesised group whose opening parenthesis is next. */
  public void skipGroup() throws SQLException {
    expectOpen();
    int depth = 1;
    while (depth > 0) {
      Token token = next();
      if (token.type() == Token.Type.END) {
        throw OraErrors.of(907, "missing right parenthesis");
      }
      if (token.isOperator("(")) {
        depth++;
      } else if (token.isOperator(")")) {
        depth--;
      }
    }
  }

  /** Goes to the end. */
  public void skipAll() {
    position = tokens.size() - 1;
  }

  /** Whether an unquoted word stands anywhere in it. */
  boolean contains(String word) {
    return tokens.stream().anyMatch(t -> t.isWord(word));
  }

  /** A cursor over the tokens from {@code mark} up to (not including) {@code end}. */
  public TokenCursor slice(int mark, int end) {
    List<Token> part = new java.util.ArrayList<>(tokens.subList(mark, end));
    int last = end > mark ? tokens.get(end - 1).end() : 0;
    part.add(new Token(Token.Type.END, "", "", last, last, 0));
    return new TokenCursor(text, part);
  }

  /** The same without the tokens from {@code from} up to (not including) {@code to}. */
  public TokenCursor without(int from, int to) {
    List<Token> part = new java.util.ArrayList<>(tokens.subList(0, from));
    part.addAll(tokens.subList(to, tokens.size()));
    return new TokenCursor(text, part);
  }

  /** The same with the tokens of another text before the one at {@code at}; from the beginning. */
  public TokenCursor with(int at, TokenCursor added) {
    List<Token> part = new java.util.ArrayList<>(tokens.subList(0, at));
    part.addAll(added.tokens.subList(0, added.tokens.size() - 1));
    part.addAll(tokens.subList(at, tokens.size()));
    return new TokenCursor(text, part);
  }

  /** Another cursor at the same place. */
  public TokenCursor copy() {
    TokenCursor copy = new TokenCursor(text, tokens);
    copy.position = position;
    return copy;
  }

  /** A cursor at the first of the tokens that take the place of these. */
  public TokenCursor rewritten(Function<Token, List<Token>> change) {
    List<Token> changed = new java.util.ArrayList<>();
    tokens.forEach(t -> changed.addAll(change.apply(t)));
    return new TokenCursor(text, changed);
  }

  /** Index of the token here, for {@link #reset}. */
  public int mark() {
    return position;
  }

  /** Goes back (or forward) to a mark. */
  public void reset(int mark) {
    position = mark;
  }

  /** The whole text. */
  public String text() {
    return text;
  }

  /** The text from the token at {@code mark} up to the token before this place. */
  public String textSince(int mark) {
    return mark >= position
        ? ""
        : text.substring(tokens.get(mark).start(), tokens.get(position - 1).end());
  }

  /** The text of {@code count} tokens from a mark. */
  public String textOf(int mark, int count) {
    return text.substring(tokens.get(mark).start(), tokens.get(mark + count - 1).end());
  }

  /** The comments between the token before this place and the one here. */
  String comments() {
    int from = position == 0 ? 0 : tokens.get(position - 1).end();
    return text.substring(from, Math.max(from, peek().start()));
  }

  /** A heading as Oracle makes it for an expression: its text without blanks, in upper case. */
  String headingSince(int mark) {
    StringBuilder heading = new StringBuilder();
    for (int i = mark; i < position; i++) {
      Token token = tokens.get(i);
      heading.append(token.type() == Token.Type.WORD ? token.value() : token.text());
    }
    return heading.toString();
  }

  /** The remaining text, blanks at both ends removed. */
  String rest() {
    return text.substring(peek().start()).strip();
  }
}
