package io.oraclecdc.testkit.simulator.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads one SQL_REDO or SQL_UNDO text by the grammar of the facts, character by character. Written
 * for this test alone, so that a mistake of the product's parser or of the renderer shows here.
 */
final class RedoText {

  /** What a text does. */
  enum Verb {
    INSERT,
    UPDATE,
    DELETE
  }

  /**
   * A literal as printed.
   *
   * @param call the function, empty for a quoted text, {@code #} for a bare number, {@code
   *     TIMESTAMP} for an ANSI literal, {@code NULL} for NULL
   * @param text its first argument, pieces joined, quotes undoubled
   * @param mask its second argument, empty if there is none
   */
  record Printed(String call, String text, String mask) {
    static final Printed NULL = new Printed("NULL", "", "");
  }

  /**
   * A statement.
   *
   * @param assigned columns of VALUES or SET
   * @param conditions columns of WHERE
   * @param rowId of the condition on ROWID, empty if there is none
   */
  record Statement(
      Verb verb,
      String owner,
      String table,
      Map<String, Printed> assigned,
      Map<String, Printed> conditions,
      String rowId) {}

  private final String text;
  private int at;

  private RedoText(String text) {
    this.text = text;
  }

  static Statement parse(String text) {
    return new RedoText(text).statement();
  }

  private Statement statement() {
    Statement result;
    if (accept("insert into ")) {
      result = insert();
    } else if (accept("update ")) {
      String owner = table();
      String name = name();
      Map<String, Printed> set = new LinkedHashMap<>();
      expect(" set ");
      do {
        String column = name();
        expect(" = ");
        put(set, column, value());
      } while (accept(", "));
      result = conditions(Verb.UPDATE, owner, name, set);
    } else if (accept("delete from ")) {
      String owner = table();
      result = conditions(Verb.DELETE, owner, name(), Map.of());
    } else {
      throw problem("no statement");
    }
    accept(";");
    if (at != text.length()) {
      throw problem("the text goes on");
    }
    return result;
  }

  private Statement insert() {
    String owner = table();
    String name = name();
    List<String> columns = new ArrayList<>();
    expect("(");
    do {
      columns.add(name());
    } while (accept(","));
    expect(") values (");
    Map<String, Printed> values = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      if (i > 0) {
        expect(",");
      }
      put(values, columns.get(i), value());
    }
    expect(")");
    return new Statement(Verb.INSERT, owner, name, values, Map.of(), "");
  }

  private Statement conditions(Verb verb, String owner, String name, Map<String, Printed> set) {
    Map<String, Printed> conditions = new LinkedHashMap<>();
    String rowId = "";
    if (accept(" where ")) {
      do {
        if (accept("ROWID = ")) {
          rowId = quoted();
        } else {
          String column = name();
          put(conditions, column, accept(" IS NULL") ? Printed.NULL : equal());
        }
      } while (accept(" and "));
    }
    return new Statement(verb, owner, name, set, conditions, rowId);
  }

  private Printed equal() {
    expect(" = ");
    return value();
  }

  private void put(Map<String, Printed> columns, String name, Printed value) {
    if (name.matches("SYS_C\\d{5}_\\d{8}:\\d\\d:\\d\\d\\$")) {
      return; // an unused column
    }
    if (columns.put(name, value) != null) {
      throw problem("column " + name + " stands twice");
    }
  }

  private String table() {
    String owner = name();
    expect(".");
    return owner;
  }

  private String name() {
    expect("\"");
    int end = text.indexOf('"', at);
    if (end < 0) {
      throw problem("a name does not end");
    }
    String name = text.substring(at, end);
    at = end + 1;
    return name;
  }

  private Printed value() {
    if (accept("NULL")) {
      return Printed.NULL;
    }
    if (at < text.length() && text.charAt(at) == '\'') {
      return new Printed("", quoted(), "");
    }
    int begin = at;
    while (at < text.length() && "+-.0123456789E".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at > begin && !text.startsWith("-Inf", begin)) {
      return new Printed("#", text.substring(begin, at), "");
    }
    at = begin;
    for (String word : new String[] {"Nan", "Inf", "-Inf"}) {
      if (accept(word)) {
        return new Printed("#", word, "");
      }
    }
    if (accept("TIMESTAMP ")) {
      return new Printed("TIMESTAMP", quoted(), "");
    }
    String call = call();
    StringBuilder argument = new StringBuilder(quoted());
    String mask = accept(", ") ? quoted() : "";
    expect(")");
    while (accept(" || ")) {
      if (!call.equals(call())) {
        throw problem("pieces of two kinds");
      }
      argument.append(quoted());
      expect(")");
    }
    return new Printed(call, argument.toString(), mask);
  }

  private String call() {
    int begin = at;
    while (at < text.length()
        && (Character.isUpperCase(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    String call = text.substring(begin, at).toUpperCase(Locale.ROOT);
    expect("(");
    return call;
  }

  private String quoted() {
    expect("'");
    StringBuilder value = new StringBuilder();
    while (true) {
      int quote = text.indexOf('\'', at);
      if (quote < 0) {
        throw problem("a text does not end");
      }
      value.append(text, at, quote);
      at = quote + 1;
      if (!accept("'")) {
        return value.toString();
      }
      value.append('\'');
    }
  }

  private boolean accept(String expected) {
    if (text.startsWith(expected, at)) {
      at += expected.length();
      return true;
    }
    return false;
  }

  private void expect(String expected) {
    if (!accept(expected)) {
      throw problem("'" + expected + "' is expected");
    }
  }

  private IllegalStateException problem(String what) {
    return new IllegalStateException(what + " at " + at + " of: " + text);
  }
}
