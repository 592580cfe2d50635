package io.oraclecdc.snapshot;

import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where rows of a table come from: the table itself, the table under a condition, or a SELECT of
 * the user ({@code cdc.snapshot.select.override.*}). Every query wraps it; bounds and predicates
 * stand outside. Immutable.
 */
final class RowSource {
  static final String SETTING = "cdc.snapshot.select.override.";

  private final TableId table;
  private final @Nullable String condition;
  private final List<String> parts;

  private RowSource(TableId table, @Nullable String condition, List<String> parts) {
    this.table = table;
    this.condition = condition;
    this.parts = parts;
  }

  /**
   * The source of a table.
   *
   * @param overrides texts by table name, with or without the pluggable database
   * @throws ConfigurationException when a SELECT does not name the table
   */
  static RowSource of(TableId table, Map<String, String> overrides) {
    String text = find(table, overrides).orElse(null);
    if (text == null) {
      return new RowSource(table, null, List.of());
    }
    String trimmed = text.strip();
    return trimmed.toUpperCase(Locale.ROOT).matches("(?s)(SELECT|WITH)\\b.*")
        ? new RowSource(table, null, around(table, trimmed))
        : new RowSource(table, trimmed, List.of());
  }

  private static Optional<String> find(TableId table, Map<String, String> overrides) {
    String shortName = table.owner() + "." + table.name();
    String exact = overrides.getOrDefault(table.toString(), overrides.get(shortName));
    if (exact != null) {
      return Optional.of(exact);
    }
    return overrides.entrySet().stream()
        .filter(
            entry ->
                entry.getKey().equalsIgnoreCase(table.toString())
                    || entry.getKey().equalsIgnoreCase(shortName))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Whether it is a SELECT of the user, of whose rows there may be no ROWIDs. */
  boolean isSelect() {
    return !parts.isEmpty();
  }

  /**
   * What stands behind FROM.
   *
   * @param asOf whether it is to be read as of an SCN: a parameter for each {@link #binds}
   */
  String from(boolean asOf) {
    String self = SnapshotSql.table(table) + (asOf ? " AS OF SCN ?" : "");
    return parts.isEmpty() ? self : "(" + String.join(self, parts) + ")";
  }

  /** How often the SCN is bound. */
  int binds() {
    return parts.isEmpty() ? 1 : parts.size() - 1;
  }

  /** Conditions of its own. */
  List<String> conditions() {
    return condition == null ? List.of() : List.of("(" + condition + ")");
  }

  /** The text around each place where the table is read. */
  private static List<String> around(TableId table, String sql) {
    List<String> parts = new ArrayList<>();
    List<SqlWord> words = SqlWord.of(sql);
    int done = 0;
    for (int i = 0; i < words.size(); i++) {
      if (!isReadAfter(i == 0 ? "" : words.get(i - 1).text())) {
        continue;
      }
      int length = lengthOfName(table, words, i);
      if (length > 0) {
        parts.add(sql.substring(done, words.get(i).from()));
        done = words.get(i + length - 1).to();
      }
    }
    parts.add(sql.substring(done));
    if (parts.size() == 1) {
      throw new ConfigurationException(
          List.of(
              SETTING
                  + table
                  + ": the SELECT does not read from "
                  + table.owner()
                  + "."
                  + table.name()
                  + ", so it cannot be read as of an SCN; name the table with its owner, or give a condition"));
    }
    return List.copyOf(parts);
  }

  private static boolean isReadAfter(String word) {
    return word.equals("FROM") || word.equals("JOIN") || word.equals(",");
  }

  /** How many words name the table at a place; 0 when something else stands there. */
  private static int lengthOfName(TableId table, List<SqlWord> words, int at) {
    List<String> qualified = List.of(table.owner(), ".", table.name());
    if (matches(words, at, qualified) && !follows(words, at + 3, ".")) {
      return 3;
    }
    return 0;
  }

  private static boolean matches(List<SqlWord> words, int at, List<String> expected) {
    if (at + expected.size() > words.size()) {
      return false;
    }
    for (int i = 0; i < expected.size(); i++) {
      if (!words.get(at + i).text().equals(expected.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean follows(List<SqlWord> words, int at, String text) {
    return at < words.size() && words.get(at).text().equals(text);
  }

  /**
   * A word of a statement, upper case unless it was quoted.
   *
   * @param from where it begins
   * @param to where it ends
   */
  private record SqlWord(String text, int from, int to) {

    /** Words and single characters; no comments, no texts. */
    static List<SqlWord> of(String sql) {
      List<SqlWord> words = new ArrayList<>();
      int i = 0;
      while (i < sql.length()) {
        char c = sql.charAt(i);
        if (Character.isWhitespace(c)) {
          i++;
        } else if (c == '\'') {
          i = behind(sql, "'", i + 1);
        } else if (sql.startsWith("--", i)) {
          i = behind(sql, "\n", i + 2);
        } else if (sql.startsWith("/*", i)) {
          i = behind(sql, "*/", i + 2);
        } else if (c == '"') {
          int end = behind(sql, "\"", i + 1);
          words.add(new SqlWord(sql.substring(i + 1, Math.max(i + 1, end - 1)), i, end));
          i = end;
        } else if (isPartOfName(c)) {
          int end = i;
          while (end < sql.length() && isPartOfName(sql.charAt(end))) {
            end++;
          }
          words.add(new SqlWord(sql.substring(i, end).toUpperCase(Locale.ROOT), i, end));
          i = end;
        } else {
          words.add(new SqlWord(String.valueOf(c), i, i + 1));
          i++;
        }
      }
      return words;
    }

    private static boolean isPartOfName(char c) {
      return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#';
    }

    private static int behind(String sql, String end, int from) {
      int at = sql.indexOf(end, from);
      return at < 0 ? sql.length() : at + end.length();
    }
  }
}
