package io.oraclecdc.auditor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What transactions do to the rows of a table with LOBs. {@link Difference#LOB_ROWS_MERGED}: an
 * insert or update takes the updates of its row that follow it, on both sides, and rows are
 * compared each for itself. The transactions, the records of a row, their order, both images, the
 * source block of the first and the tombstones must agree, and no row may have fewer records in
 * ours than in theirs, but for updates of an NCLOB.
 */
final class LobEffects {
  /** Value of a LOB in the new row of a key change: {@link Difference#LOB_KEY_CHANGE}. */
  private static final String MOVED = "(moved)";

  private static final String NCLOB = "NOTES";

  /** By transaction, by key. */
  private final Map<String, Map<Map<String, @Nullable Object>, List<AuditedRecord>>> transactions =
      new LinkedHashMap<>();

  /** Records before any is merged, by transaction and key. */
  private final Map<List<Object>, Integer> counts = new HashMap<>();

  /** Of these the updates of an NCLOB: theirs makes records of their own of them. */
  private final Map<List<Object>, Integer> apart = new HashMap<>();

  private LobEffects(List<AuditedRecord> records) {
    for (AuditedRecord item : records) {
      String current = String.valueOf(item.transaction());
      Map<String, @Nullable Object> key = item.key() == null ? Map.of() : item.key();
      counts.merge(List.of(current, key), 1, Integer::sum);
      if (item.after() != null
          && item.operation().equals("u")
          && !isUnavailable(item.after().get(NCLOB))) {
        apart.merge(List.of(current, key), 1, Integer::sum);
      }
      add(
          transactions
              .computeIfAbsent(current, t -> new LinkedHashMap<>())
              .computeIfAbsent(key, k -> new ArrayList<>()),
          item);
    }
  }

  private static void add(List<AuditedRecord> row, AuditedRecord item) {
    AuditedRecord earlier = row.isEmpty() ? null : row.get(row.size() - 1);
    Map<String, @Nullable Object> after = item.after();
    if (after == null) {
      row.add(item);
      return;
    }
    Map<String, @Nullable Object> merged = new TreeMap<>(after);
    if (item.operation().equals("c")) {
      merged.replaceAll((name, value) -> isUnavailable(value) ? MOVED : value);
    }
    if (earlier == null || earlier.after() == null || !item.operation().equals("u")) {
      row.add(item.with(item.operation(), item.before(), merged));
      return;
    }
    Map<String, @Nullable Object> known = earlier.after();
    merged.replaceAll((name, value) -> isUnavailable(value) ? known.get(name) : value);
    row.set(row.size() - 1, earlier.with(earlier.operation(), earlier.before(), merged));
  }

  private static boolean isUnavailable(@Nullable Object value) {
    return "?".equals(value) || "3f".equals(value);
  }

  /** What differs, a line each. */
  static List<String> differences(List<AuditedRecord> theirs, List<AuditedRecord> ours) {
    LobEffects left = new LobEffects(theirs);
    LobEffects right = new LobEffects(ours);
    List<String> a = List.copyOf(left.transactions.keySet());
    List<String> b = List.copyOf(right.transactions.keySet());
    List<String> differences = new ArrayList<>();
    if (!a.equals(b)) {
      differences.add("LOBs: theirs has the transactions " + a + ", ours " + b);
    }
    for (String transaction : a) {
      if (right.transactions.containsKey(transaction)) {
        left.compare(right, transaction, differences);
      }
    }
    return differences;
  }

  private void compare(LobEffects ours, String transaction, List<String> differences) {
    Map<Map<String, @Nullable Object>, List<AuditedRecord>> left =
        transactions.getOrDefault(transaction, Map.of());
    Map<Map<String, @Nullable Object>, List<AuditedRecord>> right =
        ours.transactions.getOrDefault(transaction, Map.of());
    Set<Map<String, @Nullable Object>> keys = new LinkedHashSet<>(left.keySet());
    keys.addAll(right.keySet());
    for (Map<String, @Nullable Object> key : keys) {
      List<AuditedRecord> a = left.getOrDefault(key, List.of());
      List<AuditedRecord> b = right.getOrDefault(key, List.of());
      List<Object> place = List.of(transaction, key);
      int most = ours.counts.getOrDefault(place, 0) + apart.getOrDefault(place, 0);
      if (counts.getOrDefault(place, 0) > most) {
        differences.add(
            "LOBs, transaction %s, row %s: theirs has more records".formatted(transaction, key));
      }
      if (!operations(a).equals(operations(b))) {
        differences.add(
            "LOBs, transaction %s, row %s: theirs %s, ours %s"
                .formatted(transaction, key, operations(a), operations(b)));
        continue;
      }
      for (int i = 0; i < a.size(); i++) {
        AuditedRecord their = withoutMoved(a.get(i), b.get(i));
        if (!their.equals(b.get(i))) {
          differences.add("LOBs: " + Comparison.different(their, b.get(i)));
        }
      }
    }
  }

  private static List<String> operations(List<AuditedRecord> row) {
    return row.stream().map(AuditedRecord::operation).toList();
  }

  /** Their record, but for LOBs of a row with a new key, which only they read again. */
  private static AuditedRecord withoutMoved(AuditedRecord theirs, AuditedRecord ours) {
    Map<String, @Nullable Object> row = theirs.after();
    Map<String, @Nullable Object> ourRow = ours.after();
    Map<String, @Nullable Object> source = new TreeMap<>(theirs.source());
    if (source.containsKey("row_id")) {
      // Difference.SOURCE_BLOCK: LOB rows have no ROWID, and they take that of the last one
      source.put("row_id", ours.source().get("row_id"));
    }
    AuditedRecord placed =
        new AuditedRecord(
            theirs.transaction(),
            theirs.table(),
            theirs.operation(),
            theirs.key(),
            theirs.before(),
            row,
            source,
            theirs.shape());
    if (row == null || ourRow == null) {
      return placed;
    }
    Map<String, @Nullable Object> compared = new TreeMap<>(row);
    compared.replaceAll((name, value) -> MOVED.equals(ourRow.get(name)) ? MOVED : value);
    return placed.with(theirs.operation(), theirs.before(), compared);
  }
}
