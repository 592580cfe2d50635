package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Walks a hierarchy: level by level to find the children, then depth first to put them in order.
 *
 * <pre>
 * source   data.. | child keys.. | parent keys.. | path values.. | start
 * result   data.. | LEVEL | ISLEAF | ISCYCLE | data of the parent.. | data of the root.. | paths..
 * </pre>
 *
 * @param source query of all rows, siblings in order
 * @param kinds of its columns
 * @param data how many columns the rows have
 * @param keys how many pairs of keys connect a row to its parent
 * @param separators of SYS_CONNECT_BY_PATH, one for each path
 * @param rest what connects besides the keys, null when the keys are all
 * @param loops what happens when a row is its own ancestor
 */
record HierarchyRows(
    String source,
    List<Kind> kinds,
    int data,
    int keys,
    List<String> separators,
    @Nullable Rest rest,
    Loops loops)
    implements Derivation {

  private static final int MOST_ROWS = 1_000_000;
  private static final int PAIRS_AT_ONCE = 20_000;

  /** What happens when a row is its own ancestor. */
  enum Loops {
    /** Nothing connects a row to its parent: it may come again. */
    ALLOWED,
    /** ORA-01436. */
    REFUSED,
    /** NOCYCLE: the row is left out. */
    LEFT_OUT
  }

  /**
   * The part of CONNECT BY that H2 decides.
   *
   * @param sql gives the numbers of the pairs that are connected
   * @param number parameter of the pairs' numbers
   * @param level parameter of the children's levels
   * @param child parameters of the children's columns, by column
   * @param parent parameters of the parents' columns, by column
   */
  record Rest(
      String sql,
      int number,
      int level,
      Map<Integer, Integer> child,
      Map<Integer, Integer> parent) {}

  private static final class Node {
    private final int row;
    private final @Nullable Node parent;
    private final int level;
    private final List<Node> children = new ArrayList<>();
    private boolean cycle;

    private Node(int row, @Nullable Node parent) {
      this.row = row;
      this.parent = parent;
      this.level = parent == null ? 1 : parent.level + 1;
    }

    private boolean descendsFrom(int other) {
      for (Node node = this; node != null; node = node.parent) {
        if (node.row == other) {
          return true;
        }
      }
      return false;
    }
  }

  @Override
  public List<@Nullable Object[]> rows(Reader reader) throws SQLException {
    List<@Nullable Object[]> all = reader.read(source, kinds, Map.of());
    Map<List<Object>, List<Integer>> byKey = new HashMap<>();
    List<Integer> every = new ArrayList<>();
    List<Node> roots = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      List<Object> key = key(all.get(i), data);
      if (key != null) {
        byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(i);
      }
      every.add(i);
      if (((BigDecimal) last(all.get(i))).signum() != 0) {
        roots.add(new Node(i, null));
      }
    }
    int count = roots.size();
    List<Node> level = roots;
    while (!level.isEmpty()) {
      level = children(level, all, byKey, every, reader);
      count += level.size();
      if (count > MOST_ROWS) {
        throw OraErrors.of(30009, "Not enough memory for CONNECT BY operation");
      }
    }
    List<@Nullable Object[]> result = new ArrayList<>(count);
    for (Node root : roots) {
      walk(root, all, result);
    }
    return result;
  }

  private static Object last(@Nullable Object[] row) {
    Object value = row[row.length - 1];
    return value == null ? BigDecimal.ZERO : value;
  }

  /** Values that compare as Oracle's do; null when one is NULL, which equals nothing. */
  private @Nullable List<Object> key(@Nullable Object[] row, int from) {
    List<Object> key = new ArrayList<>();
    for (int i = from; i < from + keys; i++) {
      Object value = row[i];
      if (value == null) {
        return null;
      }
      key.add(value instanceof BigDecimal number ? number.stripTrailingZeros() : value);
    }
    return key;
  }

  private List<Node> children(
      List<Node> parents,
      List<@Nullable Object[]> all,
      Map<List<Object>, List<Integer>> byKey,
      List<Integer> every,
      Reader reader)
      throws SQLException {
    List<Node> found = new ArrayList<>();
    List<Node> pairs = new ArrayList<>();
    for (Node parent : parents) {
      List<Object> key = key(all.get(parent.row), data + keys);
      List<Integer> candidates =
          keys == 0 ? every : key == null ? List.of() : byKey.getOrDefault(key, List.of());
      for (int child : candidates) {
        pairs.add(new Node(child, parent));
        if (pairs.size() == PAIRS_AT_ONCE) {
          accept(connected(pairs, all, reader), found);
          pairs.clear();
        }
      }
    }
    accept(connected(pairs, all, reader), found);
    return found;
  }

  private void accept(List<Node> connected, List<Node> found) throws SQLException {
    for (Node node : connected) {
      Node parent = node.parent;
      if (parent == null) {
        continue;
      }
      if (loops != Loops.ALLOWED && parent.descendsFrom(node.row)) {
        if (loops == Loops.REFUSED) {
          throw OraErrors.of(1436, "CONNECT BY loop in user data");
        }
        parent.cycle = true;
        continue;
      }
      parent.children.add(node);
      found.add(node);
    }
  }

  private List<Node> connected(List<Node> pairs, List<@Nullable Object[]> all, Reader reader)
      throws SQLException {
    Rest condition = rest;
    if (condition == null || pairs.isEmpty()) {
      return List.copyOf(pairs);
    }
    Map<Integer, @Nullable Object[]> given = new HashMap<>();
    @Nullable Object[] numbers = new Object[pairs.size()];
    @Nullable Object[] levels = new Object[pairs.size()];
    for (int i = 0; i < pairs.size(); i++) {
      numbers[i] = BigDecimal.valueOf(i);
      levels[i] = BigDecimal.valueOf(pairs.get(i).level);
    }
    given.put(condition.number(), numbers);
    given.put(condition.level(), levels);
    for (Map.Entry<Integer, Integer> column : condition.child().entrySet()) {
      given.put(
          column.getValue(), pairs.stream().map(p -> all.get(p.row)[column.getKey()]).toArray());
    }
    for (Map.Entry<Integer, Integer> column : condition.parent().entrySet()) {
      given.put(
          column.getValue(),
          pairs.stream().map(p -> value(p.parent, all, column.getKey())).toArray());
    }
    List<Node> result = new ArrayList<>();
    for (Object[] row : reader.read(condition.sql(), List.of(Kind.NUMBER), given)) {
      result.add(pairs.get(((BigDecimal) last(row)).intValue()));
    }
    return result;
  }

  private static @Nullable Object value(
      @Nullable Node node, List<@Nullable Object[]> all, int column) {
    return node == null ? null : all.get(node.row)[column];
  }

  /** Depth first without recursion: a hierarchy may be deep. */
  private void walk(Node root, List<@Nullable Object[]> all, List<@Nullable Object[]> result)
      throws SQLException {
    List<Node> stack = new ArrayList<>(List.of(root));
    Map<Node, String[]> paths = new HashMap<>();
    while (!stack.isEmpty()) {
      Node node = stack.remove(stack.size() - 1);
      @Nullable Object[] own = all.get(node.row);
      @Nullable Object[] out = new Object[3 * data + 3 + separators.size()];
      System.arraycopy(own, 0, out, 0, data);
      out[data] = BigDecimal.valueOf(node.level);
      out[data + 1] = node.children.isEmpty() ? BigDecimal.ONE : BigDecimal.ZERO;
      out[data + 2] = node.cycle ? BigDecimal.ONE : BigDecimal.ZERO;
      if (node.parent != null) {
        System.arraycopy(all.get(node.parent.row), 0, out, data + 3, data);
      }
      System.arraycopy(all.get(root.row), 0, out, 2 * data + 3, data);
      String[] path = path(own, node.parent == null ? null : paths.get(node.parent));
      System.arraycopy(path, 0, out, 3 * data + 3, path.length);
      paths.put(node, path);
      result.add(out);
      for (int i = node.children.size() - 1; i >= 0; i--) {
        stack.add(node.children.get(i));
      }
    }
  }

  private String[] path(@Nullable Object[] own, String @Nullable [] before) throws SQLException {
    String[] path = new String[separators.size()];
    Arrays.fill(path, "");
    for (int i = 0; i < path.length; i++) {
      Object value = own[data + 2 * keys + i];
      String text = value == null ? "" : String.valueOf(value);
      String separator = separators.get(i);
      if (text.contains(separator)) {
        throw OraErrors.of(
            30004,
            "when using SYS_CONNECT_BY_PATH function, cannot have separator as part of column"
                + " value");
      }
      path[i] = (before == null ? "" : before[i]) + separator + text;
      if (path[i].getBytes(StandardCharsets.UTF_8).length > 4000) {
        throw OraErrors.of(1489, "result of string concatenation is too long");
      }
    }
    return path;
  }
}
