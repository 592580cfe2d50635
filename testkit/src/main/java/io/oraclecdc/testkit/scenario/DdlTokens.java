package io.oraclecdc.testkit.scenario;

import java.util.ArrayList;
import java.util.List;

/** The words of a CREATE TABLE statement, one after the other. */
final class DdlTokens {
  private final NumberedLine line;
  private final List<String> tokens = new ArrayList<>();
  private int position;

  DdlTokens(NumberedLine line, String sql) {
    this.line = line;
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      int end = at + 1;
      if (Character.isWhitespace(c)) {
        at = end;
        continue;
      }
      if (c == '"' || c == '\'') {
        end = sql.indexOf(c, at + 1) + 1;
        if (end == 0) {
          throw line.problem("a quote of the table is not closed");
        }
      } else if (isWord(c)) {
        while (end < sql.length() && isWord(sql.charAt(end))) {
          end++;
        }
      }
      tokens.add(sql.substring(at, end));
      at = end;
    }
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#';
  }

  boolean isAtEnd() {
    return position == tokens.size();
  }

  String peek() {
    return isAtEnd() ? "" : tokens.get(position);
  }

  String next(String what) {
    if (isAtEnd()) {
      throw line.problem("the table ends where " + what + " is expected");
    }
    return tokens.get(position++);
  }

  /** Takes the words if they come next, whatever their case. */
  boolean accept(String... words) {
    if (position + words.length > tokens.size()) {
      return false;
    }
    for (int i = 0; i < words.length; i++) {
      if (!tokens.get(position + i).equalsIgnoreCase(words[i])) {
        return false;
      }
    }
    position += words.length;
    return true;
  }

  void expect(String word) {
    if (!accept(word)) {
      throw line.problem(
          "the table has "
              + (isAtEnd() ? "an end" : "'" + peek() + "'")
              + " where "
              + word
              + " is expected");
    }
  }

  String identifier(String what) {
    String token = next(what);
    if (!token.startsWith("\"") && !isWord(token.charAt(0))) {
      throw line.problem("the table has '" + token + "' where " + what + " is expected");
    }
    return SqlTableName.identifier(token);
  }

  int number(String what) {
    boolean negative = accept("-");
    String token = next(what);
    try {
      return negative ? -Integer.parseInt(token) : Integer.parseInt(token);
    } catch (NumberFormatException e) {
      throw line.problem("the table has '" + token + "' where " + what + " is expected");
    }
  }

  /** Takes a group in parentheses as text; the opening one has not been taken. */
  String group() {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    do {
      String token = next(")");
      depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
      text.append(text.length() == 0 ? "" : " ").append(token);
    } while (depth > 0);
    return text.toString();
  }
}
