package io.oraclecdc.testkit.scenario;

import io.oraclecdc.errors.CdcException;

/** The line of JSON that tells of a stop. */
final class ErrorLine {
  private ErrorLine() {}

  static String of(CdcException error) {
    return "{\"error\":{\"code\":\""
        + error.code().code()
        + "\",\"message\":\""
        + escaped(String.valueOf(error.getMessage()))
        + "\"}}";
  }

  private static String escaped(String text) {
    StringBuilder json = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < 0x20) {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.toString();
  }
}
