package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The outer join operator {@code (+)}, written as LEFT JOINs: the conditions that mark a table are
 * those of its join, and it is joined to the other tables they name.
 */
final class OuterJoins {
  private final List<FromItem> items;
  private final Map<String, List<Conjunct>> joins = new LinkedHashMap<>();
  private final List<Conjunct> filters = new ArrayList<>();

  private OuterJoins(List<FromItem> items) {
    this.items = items;
  }

  /**
   * FROM and what is left of WHERE.
   *
   * @param from items with their joins
   * @param where the other conditions
   */
  record Rewritten(String from, List<Conjunct> where) {}

  static Rewritten rewrite(List<FromItem> items, List<Conjunct> conditions) throws SQLException {
    boolean marked = conditions.stream().anyMatch(c -> c.references().marks() > 0);
    if (!marked) {
      return new Rewritten(
          String.join(", ", items.stream().map(FromItem::sql).toList()), conditions);
    }
    if (items.stream().anyMatch(FromItem::joins)) {
      throw OraErrors.of(25156, "old style outer join (+) cannot be used with ANSI joins");
    }
    OuterJoins joins = new OuterJoins(items);
    for (Conjunct condition : conditions) {
      joins.place(condition);
    }
    return new Rewritten(joins.from(), joins.filters);
  }

  private void place(Conjunct condition) throws SQLException {
    Set<String> outer = condition.references().outer();
    if (outer.isEmpty()) {
      filters.add(condition);
      return;
    }
    if (outer.size() > 1) {
      throw OraErrors.of(1468, "a predicate may reference only one outer-joined table");
    }
    joins.computeIfAbsent(outer.iterator().next(), k -> new ArrayList<>()).add(condition);
  }

  private String from() throws SQLException {
    Map<String, Set<String>> needs = new LinkedHashMap<>();
    List<String> unjoined = new ArrayList<>();
    for (Map.Entry<String, List<Conjunct>> join : joins.entrySet()) {
      Set<String> others = new LinkedHashSet<>();
      join.getValue().forEach(c -> others.addAll(c.references().all()));
      others.remove(join.getKey());
      if (others.isEmpty()) {
        unjoined.add(join.getKey());
      }
      needs.put(join.getKey(), others);
    }
    for (String table : unjoined) { // compared with constants alone, the operator means nothing
      if (items.size() > 1) {
        throw FromParser.unsupported("(+) on a table that is joined to no other");
      }
      filters.addAll(joins.getOrDefault(table, List.of()));
      joins.remove(table);
      needs.remove(table);
    }
    return placed(needs);
  }

  private String placed(Map<String, Set<String>> needs) throws SQLException {
    StringBuilder sql = new StringBuilder();
    Set<String> present = new LinkedHashSet<>();
    List<FromItem> later = new ArrayList<>();
    for (FromItem item : items) {
      if (item.aliases().stream().anyMatch(needs::containsKey)) {
        later.add(item);
      } else {
        sql.append(sql.length() == 0 ? "" : " CROSS JOIN ").append(item.sql());
        present.addAll(item.aliases());
      }
    }
    while (!later.isEmpty()) {
      FromItem next = null;
      for (FromItem item : later) {
        String alias = item.aliases().get(0);
        if (next == null && present.containsAll(needs.getOrDefault(alias, Set.of()))) {
          next = item;
        }
      }
      if (next == null) {
        throw OraErrors.of(1416, "two tables cannot be outer-joined to each other");
      }
      List<Conjunct> conditions = joins.getOrDefault(next.aliases().get(0), List.of());
      sql.append(" LEFT JOIN ").append(next.sql()).append(" ON ").append(text(conditions));
      present.addAll(next.aliases());
      later.remove(next);
    }
    return sql.toString();
  }

  static String text(List<Conjunct> conditions) {
    return String.join(
        " AND ", conditions.stream().map(c -> "(" + c.condition().sql() + ")").toList());
  }
}
