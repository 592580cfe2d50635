package io.oraclecdc.testkit.scenario;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The part of a {@code row} line before the bar: {@code name=value} words and one operation. */
final class RowFields {
  private static final Set<String> NAMES =
      new TreeSet<>(
          Set.of(
              "scn", "xid", "rb", "status", "info", "rowid", "rs", "ssn", "csf", "thread", "con",
              "user", "ts", "seq", "objd", "table"));

  private static final Map<String, Integer> OPERATIONS = operations();

  private final NumberedLine line;
  private final Map<String, String> values = new HashMap<>();
  private int operationCode = Integer.MIN_VALUE;

  private RowFields(NumberedLine line) {
    this.line = line;
  }

  private static Map<String, Integer> operations() {
    Map<String, Integer> codes = new HashMap<>();
    codes.put("INTERNAL", 0);
    codes.put("INSERT", 1);
    codes.put("DELETE", 2);
    codes.put("UPDATE", 3);
    codes.put("DDL", 5);
    codes.put("START", 6);
    codes.put("COMMIT", 7);
    codes.put("SEL_LOB_LOCATOR", 9);
    codes.put("SELECT_LOB_LOCATOR", 9);
    codes.put("LOB_WRITE", 10);
    codes.put("LOB_TRIM", 11);
    codes.put("LONG_DATA", 24);
    codes.put("SELECT_FOR_UPDATE", 25);
    codes.put("LOB_ERASE", 29);
    codes.put("MISSING_SCN", 34);
    codes.put("ROLLBACK", 36);
    codes.put("XML_DOC_BEGIN", 68);
    codes.put("XML_DOC_WRITE", 70);
    codes.put("XML_DOC_END", 71);
    codes.put("32K_BEGIN", 91);
    codes.put("32K_WRITE", 92);
    codes.put("32K_END", 93);
    codes.put("UNSUPPORTED", 255);
    return codes;
  }

  static RowFields read(NumberedLine line, String text) {
    RowFields fields = new RowFields(line);
    int at = 0;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else {
        at = fields.word(text, at);
      }
    }
    if (fields.operationCode == Integer.MIN_VALUE) {
      throw line.problem("a row names its operation: " + new TreeSet<>(OPERATIONS.keySet()));
    }
    return fields;
  }

  private int word(String text, int from) {
    int end = from;
    while (end < text.length()
        && !Character.isWhitespace(text.charAt(end))
        && text.charAt(end) != '=') {
      end++;
    }
    String word = text.substring(from, end);
    if (end == text.length() || text.charAt(end) != '=') {
      operation(word);
      return end;
    }
    if (!NAMES.contains(word)) {
      throw line.problem("a row has no field '" + word + "', only " + NAMES);
    }
    int valueEnd = end + 1;
    boolean quoted = valueEnd < text.length() && text.charAt(valueEnd) == '"';
    String value;
    if (quoted) {
      int close = text.indexOf('"', valueEnd + 1);
      if (close < 0) {
        throw line.problem("the quote of " + word + " is not closed");
      }
      value = text.substring(valueEnd + 1, close);
      valueEnd = close + 1;
    } else {
      while (valueEnd < text.length() && !Character.isWhitespace(text.charAt(valueEnd))) {
        valueEnd++;
      }
      value = text.substring(end + 1, valueEnd);
    }
    if (values.put(word, value) != null) {
      throw line.problem("field " + word + " stands twice");
    }
    return valueEnd;
  }

  private void operation(String word) {
    Integer code = OPERATIONS.get(word.toUpperCase(Locale.ROOT));
    if (code == null && word.matches("-?\\d{1,9}")) {
      code = Integer.valueOf(word);
    }
    if (code == null) {
      throw line.problem("'" + word + "' is neither name=value nor an operation");
    }
    if (operationCode != Integer.MIN_VALUE) {
      throw line.problem("a row has one operation; '" + word + "' is a second");
    }
    operationCode = code;
  }

  int operationCode() {
    return operationCode;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw line.problem("field " + name + " is missing");
    }
    return value;
  }

  @Nullable String textOr(String name, @Nullable String otherwise) {
    String value = values.get(name);
    return value == null ? otherwise : value;
  }

  long number(String name, long otherwise) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw line.problem(name + " is a number: " + value);
    }
  }
}
