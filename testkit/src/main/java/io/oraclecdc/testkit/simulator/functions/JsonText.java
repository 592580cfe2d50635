package io.oraclecdc.testkit.simulator.functions;

/**
 * Whether a text is JSON. The lax form is Oracle's default: names without quotes, strings in single
 * quotes, a comma behind the last member, any case of {@code true}, numbers such as {@code 007}.
 */
final class JsonText {
  private final String text;
  private final boolean strict;
  private int at;

  private JsonText(String text, boolean strict) {
    this.text = text;
    this.strict = strict;
  }

  static boolean isJson(String text, boolean strict, boolean scalars) {
    JsonText json = new JsonText(text, strict);
    json.blanks();
    boolean container = json.at < text.length() && "{[".indexOf(text.charAt(json.at)) >= 0;
    if (!container && !scalars) {
      return false;
    }
    boolean value = json.value();
    json.blanks();
    return value && json.at == text.length();
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean accept(char c) {
    blanks();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private boolean value() {
    blanks();
    if (at >= text.length()) {
      return false;
    }
    char c = text.charAt(at);
    if (c == '{') {
      return members('{', '}');
    }
    if (c == '[') {
      return members('[', ']');
    }
    if (c == '"' || (c == '\'' && !strict)) {
      return string(c);
    }
    boolean number = c == '-' || c == '+' || c == '.' || Character.isDigit(c);
    return number ? number() : word();
  }

  private boolean members(char open, char close) {
    accept(open);
    if (accept(close)) {
      return true;
    }
    do {
      blanks();
      if (!strict && at < text.length() && text.charAt(at) == close) {
        break;
      }
      if (open == '{' && !(name() && accept(':'))) {
        return false;
      }
      if (!value()) {
        return false;
      }
    } while (accept(','));
    return accept(close);
  }

  private boolean name() {
    blanks();
    if (at < text.length() && text.charAt(at) == '"') {
      return string('"');
    }
    if (strict || at >= text.length()) {
      return false;
    }
    if (text.charAt(at) == '\'') {
      return string('\'');
    }
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "_$#".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return at > start;
  }

  private boolean string(char quote) {
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        return true;
      }
      if (c == '\\' && !escape()) {
        return false;
      }
      if (strict && c < ' ') {
        return false;
      }
    }
    return false;
  }

  private boolean escape() {
    if (at >= text.length()) {
      return false;
    }
    char c = text.charAt(at++);
    if (c == 'u') {
      boolean complete = at + 4 <= text.length();
      boolean hex = complete && text.substring(at, at + 4).matches("[0-9a-fA-F]{4}");
      at += 4;
      return hex;
    }
    return "\"\\/bfnrt".indexOf(c) >= 0 || (!strict && c == '\'');
  }

  private boolean number() {
    int start = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(start, at);
    return strict
        ? number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
        : number.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  }

  private boolean word() {
    int start = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    return word.matches(strict ? "true|false|null" : "(?i)true|false|null");
  }
}
