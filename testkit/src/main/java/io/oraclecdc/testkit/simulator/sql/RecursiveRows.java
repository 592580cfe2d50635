package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Repeats the second branch of a recursive WITH on the rows it gave last, until it gives none.
 *
 * <pre>
 * result   columns.. | number in the order of SEARCH | mark of CYCLE
 * </pre>
 *
 * @param initial first branch
 * @param step second branch; its last column is the number of the row it comes from
 * @param kinds of the columns
 * @param given parameters of the step that take the rows given last, by column; their number last
 * @param search order of the result
 * @param cycle what is a cycle and what becomes of it
 */
record RecursiveRows(
    String initial, String step, List<Kind> kinds, List<Integer> given, Search search, Cycle cycle)
    implements Derivation {

  private static final int MOST_ROWS = 1_000_000;

  /**
   * SEARCH.
   *
   * @param depthFirst children behind their parent
   * @param keys what orders siblings
   */
  record Search(boolean depthFirst, List<Key> keys) {}

  /**
   * A column that orders.
   *
   * @param column its index
   * @param descending whether DESC
   * @param nullsFirst whether NULL comes first
   */
  record Key(int column, boolean descending, boolean nullsFirst) {}

  /**
   * CYCLE.
   *
   * @param columns whose equal values in an ancestor make a cycle
   * @param mark of a row that closes one, null for ORA-32044
   * @param otherwise mark of all others
   */
  record Cycle(List<Integer> columns, @Nullable String mark, @Nullable String otherwise) {}

  private static final class Node {
    private final @Nullable Object[] row;
    private final @Nullable Node parent;
    private final List<Node> children = new ArrayList<>();
    private boolean closes;

    private Node(@Nullable Object[] row, @Nullable Node parent) {
      this.row = row;
      this.parent = parent;
    }
  }

  @Override
  public List<@Nullable Object[]> rows(Reader reader) throws SQLException {
    List<Node> roots = new ArrayList<>();
    for (Object[] row : reader.read(initial, kinds, Map.of())) {
      roots.add(new Node(row, null));
    }
    List<Kind> stepKinds = new ArrayList<>(kinds);
    stepKinds.add(Kind.NUMBER);
    List<List<Node>> levels = new ArrayList<>();
    List<Node> level = roots;
    int count = 0;
    while (!level.isEmpty()) {
      levels.add(level);
      count += level.size();
      if (count > MOST_ROWS) {
        throw OraErrors.of(30009, "Not enough memory for CONNECT BY operation");
      }
      level = next(level, stepKinds, reader);
    }
    List<@Nullable Object[]> result = new ArrayList<>(count);
    if (search.depthFirst()) {
      depthFirst(roots, result);
    } else {
      for (List<Node> one : levels) {
        sorted(one).forEach(node -> result.add(out(node, result.size())));
      }
    }
    return result;
  }

  private List<Node> next(List<Node> level, List<Kind> stepKinds, Reader reader)
      throws SQLException {
    List<Node> open = level.stream().filter(n -> !n.closes).toList();
    List<Node> found = new ArrayList<>();
    if (open.isEmpty()) {
      return found;
    }
    Map<Integer, @Nullable Object[]> arrays = new HashMap<>();
    for (int i = 0; i < kinds.size(); i++) {
      int column = i;
      arrays.put(given.get(i), open.stream().map(n -> n.row[column]).toArray());
    }
    @Nullable Object[] numbers = new Object[open.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = BigDecimal.valueOf(i);
    }
    arrays.put(given.get(kinds.size()), numbers);
    for (Object[] row : reader.read(step, stepKinds, arrays)) {
      if (!(row[kinds.size()] instanceof BigDecimal number)) {
        throw RecursiveTable.unsupportedBranch();
      }
      Node parent = open.get(number.intValue());
      Node node = new Node(Arrays.copyOf(row, kinds.size()), parent);
      node.closes = closesCycle(node);
      if (node.closes && cycle.mark() == null) {
        throw OraErrors.of(32044, "cycle detected while executing recursive WITH query");
      }
      parent.children.add(node);
      found.add(node);
    }
    return found;
  }

  private boolean closesCycle(Node node) {
    for (Node above = node.parent; above != null; above = above.parent) {
      boolean same = true;
      for (int column : cycle.columns()) {
        same &= isSame(node.row[column], above.row[column]);
      }
      if (same) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSame(@Nullable Object one, @Nullable Object other) {
    if (one instanceof BigDecimal a && other instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    if (one instanceof byte[] a && other instanceof byte[] b) {
      return Arrays.equals(a, b);
    }
    return one == null ? other == null : one.equals(other);
  }

  private void depthFirst(List<Node> roots, List<@Nullable Object[]> result) {
    List<Node> stack = new ArrayList<>();
    push(stack, roots);
    while (!stack.isEmpty()) {
      Node node = stack.remove(stack.size() - 1);
      result.add(out(node, result.size()));
      push(stack, node.children);
    }
  }

  private void push(List<Node> stack, List<Node> siblings) {
    List<Node> ordered = sorted(siblings);
    for (int i = ordered.size() - 1; i >= 0; i--) {
      stack.add(ordered.get(i));
    }
  }

  private List<Node> sorted(List<Node> nodes) {
    return nodes.stream().sorted(this::order).toList();
  }

  private int order(Node one, Node other) {
    for (Key key : search.keys()) {
      int order = compare(one.row[key.column()], other.row[key.column()], key);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked")
  private static int compare(@Nullable Object one, @Nullable Object other, Key key) {
    if (one == null || other == null) {
      int nulls = Boolean.compare(one == null, other == null);
      return key.nullsFirst() ? -nulls : nulls;
    }
    int order =
        one instanceof byte[] a && other instanceof byte[] b
            ? Arrays.compareUnsigned(a, b)
            : ((Comparable<Object>) one).compareTo(other);
    return key.descending() ? -order : order;
  }

  private @Nullable Object[] out(Node node, int before) {
    int size = kinds.size();
    @Nullable Object[] out = Arrays.copyOf(node.row, size + 2);
    out[size] = BigDecimal.valueOf(before + 1L);
    out[size + 1] = node.closes ? cycle.mark() : cycle.otherwise();
    return out;
  }
}
