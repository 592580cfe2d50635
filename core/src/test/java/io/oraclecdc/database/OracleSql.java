package io.oraclecdc.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.ddl.parser.oracle.generated.PlSqlLexer;
import io.debezium.ddl.parser.oracle.generated.PlSqlParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;

/**
 * Holds production SQL against two things nobody here wrote for the purpose: an independent Oracle
 * grammar, and a list of documented catalog names. The only guard against SQL that the simulator
 * alone accepts.
 */
public final class OracleSql {
  private static final Set<String> KEYWORDS =
      Set.of(
          "SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "IN", "IS", "NULL", "LIKE", "JOIN", "ON",
          "ORDER", "BY", "BEGIN", "END");

  private final Map<String, Set<String>> views = new HashMap<>();
  private final Map<String, Set<String>> calls = new HashMap<>();
  private final Set<String> functions = new HashSet<>();
  private final Set<String> constants = new HashSet<>();

  /** Reads the list. */
  public OracleSql() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(OracleSql.class.getResourceAsStream("/oracle-catalog.txt")),
                StandardCharsets.UTF_8))) {
      reader.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).forEach(this::learn);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails unless every text is Oracle's, by grammar and by names. */
  public static void assertOracle(List<String> texts) {
    OracleSql oracle = new OracleSql();
    for (String sql : texts) {
      assertThat(oracle.problemsOf(sql)).as(sql).isEmpty();
    }
  }

  /** Everything that is wrong with a text. */
  public List<String> problemsOf(String sql) {
    List<String> problems = new ArrayList<>(syntaxErrors(sql));
    List<String> words = words(sql);
    boolean block = words.get(0).equals("BEGIN");
    if (!block && sql.stripTrailing().endsWith(";")) {
      problems.add("a statement has no semicolon at its end");
    }
    if (block) {
      checkBlock(words, problems);
    } else if (words.get(0).equals("SELECT")) {
      checkQuery(words, problems);
    } else if (!words.get(0).equals("ALTER")) {
      problems.add("neither a query nor a block nor ALTER SESSION");
    }
    return problems;
  }

  /** What the grammar says against a text, whatever tables it is about. */
  public static List<String> syntaxErrors(String sql) {
    List<String> errors = new ArrayList<>();
    BaseErrorListener listener =
        new BaseErrorListener() {
          @Override
          public void syntaxError(
              Recognizer<?, ?> recognizer,
              Object offendingSymbol,
              int line,
              int column,
              String message,
              RecognitionException e) {
            errors.add("column " + column + ": " + message);
          }
        };
    PlSqlLexer lexer = new PlSqlLexer(CharStreams.fromString(sql));
    lexer.removeErrorListeners();
    lexer.addErrorListener(listener);
    PlSqlParser parser = new PlSqlParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(listener);
    parser.sql_script();
    return errors;
  }

  /** Names qualified by a view's alias must be columns of it; bare names likewise, or functions. */
  private void checkQuery(List<String> words, List<String> problems) {
    Map<String, String> viewByAlias = new HashMap<>();
    Set<Integer> viewWords = new HashSet<>();
    for (int i = 0; i < words.size() - 1; i++) {
      if (words.get(i).equals("FROM") || words.get(i).equals("JOIN")) {
        String view = words.get(i + 1);
        viewWords.add(i + 1);
        if (!views.containsKey(view)) {
          problems.add("not a documented view: " + view);
        }
        String next = i + 2 < words.size() ? words.get(i + 2) : "";
        if (isName(next) && !KEYWORDS.contains(next)) {
          viewByAlias.put(next, view);
          viewWords.add(i + 2);
        } else {
          viewByAlias.put("", view);
        }
      }
    }
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!isName(word) || KEYWORDS.contains(word) || viewWords.contains(i)) {
        continue;
      }
      boolean qualifier = i + 1 < words.size() && words.get(i + 1).equals(".");
      boolean qualified = i > 0 && words.get(i - 1).equals(".");
      if (qualifier) {
        if (!viewByAlias.containsKey(word)) {
          problems.add("no view has the alias " + word);
        }
        continue;
      }
      String view = viewByAlias.get(qualified ? words.get(i - 2) : "");
      boolean column = view != null && views.getOrDefault(view, Set.of()).contains(word);
      if (!column && (qualified || !functions.contains(word))) {
        problems.add("neither a documented column of " + view + " nor a function: " + word);
      }
    }
  }

  private void checkBlock(List<String> words, List<String> problems) {
    String call = words.get(1) + words.get(2) + words.get(3);
    Set<String> arguments = calls.get(call);
    if (arguments == null) {
      problems.add("not a documented procedure: " + call);
      return;
    }
    for (int i = 4; i < words.size(); i++) {
      if (words.get(i).equals("=>") && !arguments.contains(words.get(i - 1))) {
        problems.add(call + " has no argument " + words.get(i - 1));
      }
      if (words.get(i).equals(".")
          && !constants.contains(words.get(i - 1) + "." + words.get(i + 1))) {
        problems.add("not a documented constant: " + words.get(i - 1) + "." + words.get(i + 1));
      }
    }
  }

  private void learn(String line) {
    int space = line.indexOf(' ');
    String kind = line.substring(0, space);
    String rest = line.substring(space + 1);
    int colon = rest.indexOf(':');
    String name = colon < 0 ? rest.trim() : rest.substring(0, colon).trim();
    Set<String> parts = new HashSet<>();
    if (colon >= 0) {
      for (String part : rest.substring(colon + 1).trim().split(" +", -1)) {
        parts.add(part);
      }
    }
    switch (kind) {
      case "view" -> views.put(name, parts);
      case "call" -> calls.put(name, parts);
      case "function" -> functions.add(name);
      case "constant" -> constants.add(name);
      default -> throw new IllegalArgumentException(line);
    }
  }

  private static boolean isName(String word) {
    return !word.isEmpty() && Character.isLetter(word.charAt(0));
  }

  /** Names in upper case, signs one by one, no literals. */
  private static List<String> words(String sql) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      int begin = at;
      if (c == '\'') {
        at = sql.indexOf('\'', at + 1) + 1;
      } else if (Character.isLetter(c)) {
        while (at < sql.length() && isNamePart(sql.charAt(at))) {
          at++;
        }
        words.add(sql.substring(begin, at).toUpperCase(Locale.ROOT));
      } else if (sql.startsWith("=>", at)) {
        words.add("=>");
        at += 2;
      } else {
        if (!Character.isWhitespace(c) && !Character.isDigit(c)) {
          words.add(String.valueOf(c));
        }
        at++;
      }
    }
    return words;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#';
  }
}
