package io.oraclecdc.auditor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What tables hold after a number of changes, found from the records alone. A LOB that a record
 * does not carry is that of the row before, or of the row whose key changed.
 */
final class FoldedRows {
  private final Map<String, Map<Object, Map<String, @Nullable Object>>> keyed = new TreeMap<>();
  private final Map<String, List<Map<String, @Nullable Object>>> keyless = new TreeMap<>();
  private @Nullable Map<String, @Nullable Object> removed;

  private FoldedRows() {}

  /** Rows by table, as sorted texts of their columns. */
  static Map<String, List<String>> of(List<AuditedRecord> records) {
    FoldedRows folded = new FoldedRows();
    records.forEach(folded::add);
    Map<String, List<String>> rows = new TreeMap<>();
    folded.keyed.forEach(
        (t, r) -> rows.put(t, r.values().stream().map(Map::toString).sorted().toList()));
    folded.keyless.forEach((t, r) -> rows.put(t, r.stream().map(Map::toString).sorted().toList()));
    rows.values().removeIf(List::isEmpty);
    return rows;
  }

  private void add(AuditedRecord item) {
    if (item.isTombstone()) {
      return;
    }
    Map<String, @Nullable Object> before = item.before();
    Map<String, @Nullable Object> after = item.after();
    Map<String, @Nullable Object> key = item.key();
    if (key == null) {
      List<Map<String, @Nullable Object>> rows =
          keyless.computeIfAbsent(item.table(), t -> new ArrayList<>());
      if (before != null && !rows.remove(before)) {
        throw new IllegalStateException("no such row in " + item.table() + ": " + before);
      }
      if (after != null) {
        rows.add(after);
      }
      return;
    }
    Map<Object, Map<String, @Nullable Object>> rows =
        keyed.computeIfAbsent(item.table(), t -> new LinkedHashMap<>());
    Map<String, @Nullable Object> earlier = rows.remove(key);
    if (after != null) {
      Map<String, @Nullable Object> source = earlier == null ? removed : earlier;
      Map<String, @Nullable Object> row = new TreeMap<>(after);
      row.replaceAll(
          (name, value) ->
              source != null && ("?".equals(value) || "3f".equals(value))
                  ? source.get(name)
                  : value);
      rows.put(key, row);
    }
    removed = after == null ? earlier : null;
  }
}
