package io.oraclecdc.redo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All ways to cut the VALUES of an insert into as many values as it has columns, when quotes inside
 * values may be single. One use each.
 */
final class ValuesReadings {
  /** Far beyond honest statements; keeps hostile ones from taking minutes. */
  private static final int MOST_STEPS = 2_000_000;

  private final String sql;
  private final boolean[] lenient;
  private final SqlScanner scanner;
  private final List<int[]> path = new ArrayList<>();
  private final Set<Long> deadEnds = new HashSet<>();
  private @Nullable List<int[]> found;
  private boolean ambiguous;
  private int steps;

  /**
   * Readings of one statement.
   *
   * @param sql the statement
   * @param lenient for each value whether its quotes may be single
   * @param scanner reads the other values
   */
  ValuesReadings(String sql, boolean[] lenient, SqlScanner scanner) {
    this.sql = sql;
    this.lenient = lenient;
    this.scanner = scanner;
  }

  /**
   * Positions of the opening and closing quotes of the lenient values; null when there is no
   * reading, or more than one.
   *
   * @param firstValue where the first value begins
   */
  @Nullable List<int[]> only(int firstValue) {
    search(0, firstValue);
    return ambiguous ? null : found;
  }

  /** Whether more than one reading was found, or the search was given up. */
  boolean isAmbiguous() {
    return ambiguous;
  }

  private boolean search(int value, int from) {
    int at = QuoteRepair.skipBlanks(sql, from);
    long state = (long) value * (sql.length() + 1) + at;
    if (ambiguous || deadEnds.contains(state)) {
      return false;
    }
    boolean any =
        (lenient[value] && at < sql.length() && sql.charAt(at) == '\'')
            ? searchEnds(value, at)
            : searchStrict(value, at);
    if (!any) {
      deadEnds.add(state);
    }
    return any;
  }

  private boolean searchEnds(int value, int open) {
    boolean any = false;
    int quote = sql.indexOf('\'', open + 1);
    while (quote >= 0 && !ambiguous) {
      if (++steps > MOST_STEPS) {
        ambiguous = true;
      }
      path.add(new int[] {open, quote});
      any |= goOn(value, quote + 1);
      path.remove(path.size() - 1);
      quote = sql.indexOf('\'', quote + 1);
    }
    return any;
  }

  private boolean searchStrict(int value, int at) {
    scanner.moveTo(at);
    try {
      scanner.value();
    } catch (SqlRedoException e) {
      return false;
    }
    return goOn(value, scanner.position());
  }

  /** Whether the rest can be read when a value ends before {@code after}. */
  private boolean goOn(int value, int after) {
    int next = QuoteRepair.skipBlanks(sql, after);
    if (next >= sql.length()) {
      return false;
    }
    if (value < lenient.length - 1) {
      return sql.charAt(next) == ',' && search(value + 1, next + 1);
    }
    if (sql.charAt(next) != ')' || !QuoteRepair.isEnd(sql, next + 1)) {
      return false;
    }
    if (found != null) {
      ambiguous = true;
    } else {
      found = List.copyOf(path);
    }
    return true;
  }
}
