package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * GROUP BY with ROLLUP, CUBE and GROUPING SETS: a union of one grouping for each set, in the place
 * of FROM.
 *
 * <pre>
 * "K1" key, NULL where it is not grouped by    "G1" 1 there, 0 elsewhere    "A1" an aggregate
 * </pre>
 */
final class Grouping {
  private static final String MARK = "\"$GROUPING\"(";

  private final Parsing parsing;
  private final String holder;
  private final List<Expr> keys = new ArrayList<>();
  private final Map<String, Expr> aggregates = new LinkedHashMap<>();
  private List<Set<Integer>> sets = List.of(Set.of());
  private boolean extended;
  private String from = "";

  private Grouping(Parsing parsing) {
    this.parsing = parsing;
    this.holder = parsing.froms().anonymous("$G");
  }

  /** Parses what follows GROUP BY. */
  static Grouping parse(Parsing parsing, Scope scope) throws SQLException {
    Grouping grouping = new Grouping(parsing);
    do {
      grouping.sets = product(grouping.sets, grouping.element(scope));
    } while (parsing.cursor().accept(","));
    return grouping;
  }

  /** {@code GROUPING(key)}, for {@link #translated} to find. */
  static Expr mark(Expr key) {
    return Expr.aggregate(MARK + key.sql() + ")", SqlType.NUMBER, List.of(key));
  }

  /** Whether it is more than a list of expressions. */
  boolean isExtended() {
    return extended;
  }

  List<Expr> keys() {
    return keys;
  }

  private static List<Set<Integer>> product(List<Set<Integer>> left, List<Set<Integer>> right) {
    List<Set<Integer>> all = new ArrayList<>();
    for (Set<Integer> one : left) {
      for (Set<Integer> other : right) {
        Set<Integer> both = new TreeSet<>(one);
        both.addAll(other);
        all.add(both);
      }
    }
    return all;
  }

  private List<Set<Integer>> element(Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    if (cursor.accept("ROLLUP")) {
      extended = true;
      return rollup(composites(scope));
    }
    if (cursor.accept("CUBE")) {
      extended = true;
      return cube(composites(scope));
    }
    if (cursor.accept("GROUPING", "SETS")) {
      extended = true;
      List<Set<Integer>> union = new ArrayList<>();
      cursor.expectOpen();
      do {
        union.addAll(element(scope));
      } while (cursor.accept(","));
      cursor.expectClose();
      return union;
    }
    return List.of(composite(scope));
  }

  private List<Set<Integer>> composites(Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    List<Set<Integer>> all = new ArrayList<>();
    cursor.expectOpen();
    do {
      all.add(composite(scope));
    } while (cursor.accept(","));
    cursor.expectClose();
    return all;
  }

  /** One expression, or several in parentheses that count as one. */
  private Set<Integer> composite(Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    if (cursor.accept("(", ")")) {
      extended = true;
      return Set.of();
    }
    if (!isList(cursor)) {
      return Set.of(key(scope));
    }
    Set<Integer> members = new TreeSet<>();
    cursor.expectOpen();
    do {
      members.add(key(scope));
    } while (cursor.accept(","));
    cursor.expectClose();
    return members;
  }

  /** Whether a parenthesis here holds the whole element, and not the beginning of an expression. */
  private static boolean isList(TokenCursor cursor) throws SQLException {
    if (!cursor.is("(") || cursor.is("(", "SELECT")) {
      return false;
    }
    int mark = cursor.mark();
    cursor.skipGroup();
    boolean whole =
        cursor.atEnd() || cursor.isAny(",", ")", "HAVING", "ORDER", "UNION", "MINUS", "INTERSECT");
    cursor.reset(mark);
    return whole;
  }

  private int key(Scope scope) throws SQLException {
    Expr key = parsing.expressions().expression(scope);
    if (key.containsAggregate()) {
      throw OraErrors.of(934, "group function is not allowed here");
    }
    LobRules.requireSortable(key.type());
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).sql().equals(key.sql())) {
        return i;
      }
    }
    keys.add(key);
    return keys.size() - 1;
  }

  private static List<Set<Integer>> rollup(List<Set<Integer>> composites) {
    List<Set<Integer>> all = new ArrayList<>();
    for (int size = composites.size(); size >= 0; size--) {
      Set<Integer> set = new TreeSet<>();
      composites.subList(0, size).forEach(set::addAll);
      all.add(set);
    }
    return all;
  }

  private static List<Set<Integer>> cube(List<Set<Integer>> composites) {
    List<Set<Integer>> all = new ArrayList<>();
    for (int bits = (1 << composites.size()) - 1; bits >= 0; bits--) {
      Set<Integer> set = new TreeSet<>();
      for (int i = 0; i < composites.size(); i++) {
        if ((bits & (1 << (composites.size() - 1 - i))) != 0) {
          set.addAll(composites.get(i));
        }
      }
      all.add(set);
    }
    return all;
  }

  /** Takes over FROM and WHERE, and gives what stands there instead. */
  String over(String fromAndWhere) {
    from = fromAndWhere;
    return " FROM " + sign() + " ";
  }

  private String sign() {
    return "/*" + holder + "*/";
  }

  /** An expression by the names of the union. */
  String translated(Expr value) throws SQLException {
    collect(value);
    Map<String, String> names = new LinkedHashMap<>();
    int number = 0;
    for (String aggregate : aggregates.keySet()) {
      names.put(aggregate, InnerNames.quoted(holder, "A" + ++number));
    }
    for (int i = 0; i < keys.size(); i++) {
      names.put(MARK + keys.get(i).sql() + ")", InnerNames.quoted(holder, "G" + (i + 1)));
      if (keys.get(i).role() != Expr.Role.LITERAL) {
        names.put(keys.get(i).sql(), InnerNames.quoted(holder, "K" + (i + 1)));
      }
    }
    String text = value.sql();
    for (String original :
        names.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList()) {
      text = text.replace(original, names.get(original));
    }
    requireNoMark(text);
    return text;
  }

  private void collect(Expr value) {
    if (value.role() == Expr.Role.AGGREGATE && !value.sql().startsWith(MARK)) {
      aggregates.putIfAbsent(value.sql(), value);
      return;
    }
    value.parts().forEach(this::collect);
  }

  /** GROUPING where nothing but expressions is grouped by, or of something else. */
  static void requireNoMark(String sql) throws SQLException {
    if (sql.contains(MARK)) {
      throw OraErrors.of(30481, "GROUPING function only supported with GROUP BY CUBE or ROLLUP");
    }
  }

  /** The block with the union in the place of its sign. */
  String completed(String sql) {
    if (!sql.contains(sign())) {
      return sql;
    }
    List<String> branches = new ArrayList<>();
    for (Set<Integer> set : sets) {
      branches.add(branch(set));
    }
    return sql.replace(
        sign(), "(" + String.join(" UNION ALL ", branches) + ") " + InnerNames.quoted(holder));
  }

  private String branch(Set<Integer> set) {
    List<String> columns = new ArrayList<>();
    Set<String> grouped = new HashSet<>();
    List<String> by = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      Expr key = keys.get(i);
      boolean in = set.contains(i);
      String value = in ? key.sql() : "CAST(NULL AS " + InnerTypes.of(key.type()) + ")";
      columns.add(value + " AS \"K" + (i + 1) + "\"");
      columns.add((in ? "0" : "1") + " AS \"G" + (i + 1) + "\"");
      if (in && grouped.add(key.sql())) {
        by.add(key.sql());
      }
    }
    int number = 0;
    for (String aggregate : aggregates.keySet()) {
      columns.add(aggregate + " AS \"A" + ++number + "\"");
    }
    columns.add("COUNT(*) AS \"$C\"");
    return "SELECT "
        + String.join(", ", columns)
        + from
        + (by.isEmpty() ? "" : " GROUP BY " + String.join(", ", by));
  }
}
