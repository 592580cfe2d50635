package io.oraclecdc.testkit.scenario;

/** The escapes of {@code rowe} lines. */
final class Escapes {
  private Escapes() {}

  static String unescape(NumberedLine line, String text) {
    StringBuilder result = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '\\') {
        result.append(c);
        continue;
      }
      char kind = at < text.length() ? text.charAt(at++) : ' ';
      switch (kind) {
        case 'n' -> result.append('\n');
        case 'r' -> result.append('\r');
        case 't' -> result.append('\t');
        case '\\' -> result.append('\\');
        case 'u' -> {
          String hex = text.substring(at, Math.min(text.length(), at + 4));
          if (!hex.matches("[0-9a-fA-F]{4}")) {
            throw line.problem("\\u is followed by four hexadecimal digits");
          }
          result.append((char) Integer.parseInt(hex, 16));
          at += 4;
        }
        default ->
            throw line.problem(
                "in a rowe line a backslash is followed by n, r, t, u or another one");
      }
    }
    return result.toString();
  }
}
