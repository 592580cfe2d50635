package io.oraclecdc.auditor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares what both sides delivered.
 *
 * <p>Tables without LOBs: the same records in the same order, tombstones included, each table and
 * all of them together, so transactions come whole and in the same order. A table with LOBs: the
 * same transactions in the same order, each leaving the same rows ({@link
 * Difference#LOB_ROWS_MERGED}).
 */
final class Comparison {
  private static final String LOB_TABLE = "cdc.APP.DOCUMENTS";
  private static final int SHOWN = 10;

  /** Value of a LOB in the new row of a key change: {@link Difference#LOB_KEY_CHANGE}. */
  private static final String MOVED = "(moved)";

  private final List<String> findings = new ArrayList<>();

  private Comparison() {}

  /**
   * What differs, a line each; the first few of each table.
   *
   * @param numbered whether transactions are compared by the order in which they came: the sides
   *     read different databases
   */
  static List<String> of(List<AuditedRecord> theirs, List<AuditedRecord> ours, boolean numbered) {
    Comparison comparison = new Comparison();
    List<AuditedRecord> all = numbered ? numbered(theirs) : theirs;
    List<AuditedRecord> allOurs = numbered ? numbered(ours) : ours;
    Map<String, List<AuditedRecord>> left = byTable(all);
    Map<String, List<AuditedRecord>> right = byTable(allOurs);
    TreeSet<String> tables = new TreeSet<>(left.keySet());
    tables.addAll(right.keySet());
    for (String table : tables) {
      List<AuditedRecord> a = left.getOrDefault(table, List.of());
      List<AuditedRecord> b = right.getOrDefault(table, List.of());
      if (table.equals(LOB_TABLE)) {
        comparison.effects(a, b);
      } else {
        comparison.records(table, a, b);
      }
    }
    if (comparison.findings.isEmpty()) {
      comparison.records("all tables without LOBs", withoutLobs(all), withoutLobs(allOurs));
    }
    return comparison.findings;
  }

  private static List<AuditedRecord> withoutLobs(List<AuditedRecord> records) {
    return records.stream().filter(r -> !r.table().equals(LOB_TABLE)).toList();
  }

  private static List<AuditedRecord> numbered(List<AuditedRecord> records) {
    Map<String, String> numbers = new TreeMap<>();
    return records.stream()
        .map(
            r ->
                r.transaction() == null
                    ? r
                    : r.of(
                        numbers.computeIfAbsent(r.transaction(), t -> "number " + numbers.size())))
        .toList();
  }

  private static Map<String, List<AuditedRecord>> byTable(List<AuditedRecord> records) {
    Map<String, List<AuditedRecord>> tables = new TreeMap<>();
    records.forEach(r -> tables.computeIfAbsent(r.table(), t -> new ArrayList<>()).add(r));
    return tables;
  }

  private void records(String table, List<AuditedRecord> theirs, List<AuditedRecord> ours) {
    int found = 0;
    for (int i = 0; i < Math.min(theirs.size(), ours.size()) && found < SHOWN; i++) {
      AuditedRecord a = theirs.get(i);
      AuditedRecord b = ours.get(i);
      if (!a.equals(b)) {
        findings.add("%s, record %d: %s".formatted(table, i, different(a, b)));
        found++;
        if (!headline(a).equals(headline(b))) {
          break;
        }
      }
    }
    if (theirs.size() != ours.size()) {
      findings.add("%s: theirs %d, ours %d records".formatted(table, theirs.size(), ours.size()));
    }
  }

  private static String headline(AuditedRecord item) {
    return item.operation() + " " + item.key() + " of transaction " + item.transaction();
  }

  private static String different(AuditedRecord theirs, AuditedRecord ours) {
    if (!headline(theirs).equals(headline(ours))) {
      return "theirs " + headline(theirs) + ", ours " + headline(ours);
    }
    return headline(ours)
        + fields(" before ", theirs.before(), ours.before())
        + fields(" after ", theirs.after(), ours.after());
  }

  private static String fields(
      String image,
      @Nullable Map<String, @Nullable Object> theirs,
      @Nullable Map<String, @Nullable Object> ours) {
    if (theirs == null || ours == null) {
      return theirs == ours ? "" : image + "is absent on one side";
    }
    StringBuilder text = new StringBuilder();
    TreeSet<String> names = new TreeSet<>(theirs.keySet());
    names.addAll(ours.keySet());
    for (String name : names) {
      if (!Objects.equals(theirs.get(name), ours.get(name))) {
        text.append(image).append(name);
        text.append(": theirs ").append(theirs.get(name)).append(", ours ").append(ours.get(name));
      }
    }
    return text.toString();
  }

  private void effects(List<AuditedRecord> theirs, List<AuditedRecord> ours) {
    List<Effect> left = Effect.of(theirs);
    List<Effect> right = Effect.of(ours);
    for (int i = 0, found = 0; i < Math.min(left.size(), right.size()) && found < SHOWN; i++) {
      String difference = left.get(i).differenceTo(right.get(i));
      if (!difference.isEmpty()) {
        findings.add(difference);
        found++;
      }
    }
    if (left.size() != right.size()) {
      findings.add("LOBs: theirs %d, ours %d transactions".formatted(left.size(), right.size()));
    }
  }

  /**
   * What a transaction does to a table.
   *
   * @param transaction its id
   * @param rows the last row by key; null for a deleted one
   * @param operations in their order
   */
  private record Effect(
      @Nullable String transaction,
      Map<Map<String, @Nullable Object>, @Nullable Map<String, @Nullable Object>> rows,
      List<String> operations) {

    static List<Effect> of(List<AuditedRecord> records) {
      Map<String, Effect> effects = new LinkedHashMap<>();
      for (AuditedRecord item : records) {
        if (!item.isTombstone()) {
          effects
              .computeIfAbsent(
                  String.valueOf(item.transaction()),
                  t -> new Effect(t, new LinkedHashMap<>(), new ArrayList<>()))
              .add(item);
        }
      }
      return List.copyOf(effects.values());
    }

    private void add(AuditedRecord item) {
      Map<String, @Nullable Object> key = item.key() == null ? Map.of() : item.key();
      operations.add(item.operation() + key);
      Map<String, @Nullable Object> after = item.after();
      Map<String, @Nullable Object> earlier = rows.get(key);
      if (after == null) {
        rows.put(key, null);
        return;
      }
      Map<String, @Nullable Object> merged = new TreeMap<>(after);
      if (earlier != null) {
        merged.replaceAll((name, value) -> isUnavailable(value) ? earlier.get(name) : value);
      } else if (item.operation().equals("c")) {
        merged.replaceAll((name, value) -> isUnavailable(value) ? MOVED : value);
      }
      rows.put(key, merged);
    }

    private static boolean isUnavailable(@Nullable Object value) {
      return "?".equals(value) || "3f".equals(value);
    }

    /** Empty if there is none. */
    String differenceTo(Effect ours) {
      if (!Objects.equals(transaction, ours.transaction)) {
        return "LOBs: theirs transaction " + transaction + ", ours " + ours.transaction;
      }
      StringBuilder text = new StringBuilder();
      Set<Map<String, @Nullable Object>> keys = new LinkedHashSet<>(rows.keySet());
      keys.addAll(ours.rows.keySet());
      for (Map<String, @Nullable Object> key : keys) {
        String difference = fields(" ", withoutMoved(key, ours), ours.rows.get(key));
        boolean isCommon = rows.containsKey(key) && ours.rows.containsKey(key);
        if (!isCommon || !difference.isEmpty()) {
          text.append(' ').append(key).append(rows.containsKey(key) ? "" : " only ours");
          text.append(ours.rows.containsKey(key) ? "" : " only theirs").append(difference);
        }
      }
      if (text.isEmpty()) {
        return "";
      }
      return "LOBs, transaction %s%s; theirs %s, ours %s"
          .formatted(transaction, text, operations, ours.operations);
    }

    /** Our row of a key, where the new key of a row has LOBs that only they read again. */
    private @Nullable Map<String, @Nullable Object> withoutMoved(
        Map<String, @Nullable Object> key, Effect ours) {
      Map<String, @Nullable Object> row = rows.get(key);
      Map<String, @Nullable Object> ourRow = ours.rows.get(key);
      if (row == null || ourRow == null) {
        return row;
      }
      Map<String, @Nullable Object> compared = new TreeMap<>(row);
      compared.replaceAll((name, value) -> MOVED.equals(ourRow.get(name)) ? MOVED : value);
      return compared;
    }
  }
}
