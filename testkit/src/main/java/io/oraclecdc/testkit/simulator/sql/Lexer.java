package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits Oracle SQL and PL/SQL into tokens; comments and hints vanish. */
final class Lexer {
  private static final String[] OPERATORS = {
    ":=", "=>", "||", "<>", "!=", "^=", "<=", ">=", "..", "**", "=", "<", ">", "+", "-", "*", "/",
    "(", ")", ",", ".", ";", "@", "%", "{", "}", "[", "]"
  };

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int position;
  private int binds;

  private Lexer(String text) {
    this.text = text;
  }

  /**
   * Tokens of {@code text}, the last one is {@link Token.Type#END}.
   *
   * @throws SQLException ORA-00911 invalid character, ORA-00972 name too long, ORA-01740 and
   *     ORA-01756 missing quote
   */
  static List<Token> tokens(String text) throws SQLException {
    return new Lexer(text).scan();
  }

  private List<Token> scan() throws SQLException {
    while (true) {
      skipBlanksAndComments();
      if (position >= text.length()) {
        tokens.add(new Token(Token.Type.END, "", "", text.length(), text.length(), 0));
        return tokens;
      }
      scanToken();
    }
  }

  private void skipBlanksAndComments() throws SQLException {
    while (position < text.length()) {
      char c = text.charAt(position);
      if (Character.isWhitespace(c)) {
        position++;
      } else if (text.startsWith("--", position)) {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end + 1;
      } else if (text.startsWith("/*", position)) {
        int end = text.indexOf("*/", position + 2);
        if (end < 0) {
          throw OraErrors.of(1742, "comment not terminated properly");
        }
        position = end + 2;
      } else {
        return;
      }
    }
  }

  private void scanToken() throws SQLException {
    char c = text.charAt(position);
    char next = position + 1 < text.length() ? text.charAt(position + 1) : ' ';
    char afterNext = position + 2 < text.length() ? text.charAt(position + 2) : ' ';
    if (c == '\'') {
      scanString(Token.Type.STRING, position);
    } else if ((c == 'n' || c == 'N') && next == '\'') {
      scanString(Token.Type.NSTRING, position + 1);
    } else if ((c == 'q' || c == 'Q') && next == '\'') {
      scanQuotedString(Token.Type.STRING, position + 2);
    } else if ((c == 'n' || c == 'N') && (next == 'q' || next == 'Q') && afterNext == '\'') {
      scanQuotedString(Token.Type.NSTRING, position + 3);
    } else if (c == '"') {
      scanQuotedName();
    } else if (isDigit(c) || (c == '.' && isDigit(next))) {
      scanNumber();
    } else if (Character.isLetter(c)) {
      scanWord();
    } else if (c == '?') {
      add(Token.Type.BIND, "?", position + 1, ++binds);
    } else if (c == ':' && (Character.isLetterOrDigit(next) || next == '"')) {
      int end = position + 1;
      while (end < text.length() && isNamePart(text.charAt(end))) {
        end++;
      }
      add(
          Token.Type.BIND,
          text.substring(position + 1, end).toUpperCase(Locale.ROOT),
          end,
          ++binds);
    } else {
      scanOperator();
    }
  }

  private void scanString(Token.Type type, int quote) throws SQLException {
    StringBuilder value = new StringBuilder();
    int i = quote + 1;
    while (true) {
      int end = text.indexOf('\'', i);
      if (end < 0) {
        throw OraErrors.of(1756, "quoted string not properly terminated");
      }
      value.append(text, i, end);
      if (end + 1 < text.length() && text.charAt(end + 1) == '\'') {
        value.append('\'');
        i = end + 2;
      } else {
        add(type, value.toString(), end + 1, 0);
        return;
      }
    }
  }

  private void scanQuotedString(Token.Type type, int delimiter) throws SQLException {
    if (delimiter >= text.length()) {
      throw OraErrors.of(1756, "quoted string not properly terminated");
    }
    char open = text.charAt(delimiter);
    int pair = "[{(<".indexOf(open);
    char close = pair < 0 ? open : "]})>".charAt(pair);
    int end = text.indexOf(close + "'", delimiter + 1);
    if (end < 0) {
      throw OraErrors.of(1756, "quoted string not properly terminated");
    }
    add(type, text.substring(delimiter + 1, end), end + 2, 0);
  }

  private void scanQuotedName() throws SQLException {
    int end = text.indexOf('"', position + 1);
    if (end < 0) {
      throw OraErrors.of(1740, "missing double quote in identifier");
    }
    String name = text.substring(position + 1, end);
    if (name.isEmpty()) {
      throw OraErrors.of(1741, "illegal zero-length identifier");
    }
    checkLength(name);
    add(Token.Type.QUOTED, name, end + 1, 0);
  }

  private void scanNumber() {
    int end = position;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    // "1..10" of a PL/SQL loop is two numbers
    if (end < text.length() && text.charAt(end) == '.' && !text.startsWith("..", end)) {
      end++;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int digits = end + 1;
      if (digits < text.length() && "+-".indexOf(text.charAt(digits)) >= 0) {
        digits++;
      }
      if (digits < text.length() && isDigit(text.charAt(digits))) {
        while (digits < text.length() && isDigit(text.charAt(digits))) {
          digits++;
        }
        end = digits;
      }
    }
    if (end < text.length()
        && "fFdD".indexOf(text.charAt(end)) >= 0
        && (end + 1 == text.length() || !isNamePart(text.charAt(end + 1)))) {
      end++;
    }
    add(Token.Type.NUMBER, text.substring(position, end).toUpperCase(Locale.ROOT), end, 0);
  }

  private void scanWord() throws SQLException {
    int end = position;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    String name = text.substring(position, end).toUpperCase(Locale.ROOT);
    checkLength(name);
    add(Token.Type.WORD, name, end, 0);
  }

  private void scanOperator() throws SQLException {
    for (String operator : OPERATORS) {
      if (text.startsWith(operator, position)) {
        add(Token.Type.OPERATOR, operator, position + operator.length(), 0);
        return;
      }
    }
    throw OraErrors.of(911, "invalid character");
  }

  private void add(Token.Type type, String value, int end, int bind) {
    tokens.add(new Token(type, text.substring(position, end), value, position, end, bind));
    position = end;
  }

  private static void checkLength(String name) throws SQLException {
    if (name.getBytes(StandardCharsets.UTF_8).length > 128) {
      throw OraErrors.of(972, "identifier is too long");
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#';
  }
}
