package io.oraclecdc.auditor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares what both sides delivered.
 *
 * <p>All tables: transactions come whole and in the same order. Tables without LOBs: the same
 * records in the same order, tombstones included, each table and all of them together. A table with
 * LOBs: {@link LobEffects}.
 */
final class Comparison {
  static final String LOB_TABLE = "cdc.APP.DOCUMENTS";
  private static final int SHOWN = 10;

  private final List<String> findings = new ArrayList<>();

  private Comparison() {}

  /** What differs, a line each; the first few of each table. */
  static List<String> of(List<AuditedRecord> theirRecords, List<AuditedRecord> ourRecords) {
    List<AuditedRecord> theirs = placed(theirRecords);
    List<AuditedRecord> ours = placed(ourRecords);
    Comparison comparison = new Comparison();
    Map<String, List<AuditedRecord>> left = byTable(theirs);
    Map<String, List<AuditedRecord>> right = byTable(ours);
    TreeSet<String> tables = new TreeSet<>(left.keySet());
    tables.addAll(right.keySet());
    for (String table : tables) {
      List<AuditedRecord> a = left.getOrDefault(table, List.of());
      List<AuditedRecord> b = right.getOrDefault(table, List.of());
      if (table.equals(LOB_TABLE)) {
        LobEffects.differences(a, b).stream().limit(SHOWN).forEach(comparison.findings::add);
      } else {
        comparison.records(table, a, b);
      }
    }
    if (comparison.findings.isEmpty()) {
      comparison.records("all tables without LOBs", withoutLobs(theirs), withoutLobs(ours));
      comparison.transactions(theirs, ours);
    }
    return comparison.findings;
  }

  /** Tombstones belong to the transaction of the record before them. */
  private static List<AuditedRecord> placed(List<AuditedRecord> records) {
    List<AuditedRecord> placed = new ArrayList<>();
    String transaction = null;
    for (AuditedRecord item : records) {
      transaction = item.isTombstone() ? transaction : item.transaction();
      placed.add(item.isTombstone() ? item.of(transaction) : item);
    }
    return placed;
  }

  private static List<AuditedRecord> withoutLobs(List<AuditedRecord> records) {
    return records.stream().filter(r -> !r.table().equals(LOB_TABLE)).toList();
  }

  private static Map<String, List<AuditedRecord>> byTable(List<AuditedRecord> records) {
    Map<String, List<AuditedRecord>> tables = new TreeMap<>();
    records.forEach(r -> tables.computeIfAbsent(r.table(), t -> new ArrayList<>()).add(r));
    return tables;
  }

  private void transactions(List<AuditedRecord> theirs, List<AuditedRecord> ours) {
    List<String> left = transactions(theirs);
    List<String> right = transactions(ours);
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      String a = i < left.size() ? left.get(i) : "none";
      String b = i < right.size() ? right.get(i) : "none";
      if (!a.equals(b)) {
        findings.add("transaction %d: theirs %s, ours %s".formatted(i, a, b));
        return;
      }
    }
    if (new TreeSet<>(left).size() != left.size()) {
      findings.add("transactions come in parts: " + left);
    }
  }

  /** In the order they came; one that comes in two parts twice. */
  private static List<String> transactions(List<AuditedRecord> records) {
    List<String> transactions = new ArrayList<>();
    for (AuditedRecord item : records) {
      String id = item.transaction();
      if (id != null
          && (transactions.isEmpty() || !transactions.get(transactions.size() - 1).equals(id))) {
        transactions.add(id);
      }
    }
    return transactions;
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

  /** What differs between two records that stand for the same change. */
  static String different(AuditedRecord theirs, AuditedRecord ours) {
    if (!headline(theirs).equals(headline(ours))) {
      return "theirs " + headline(theirs) + ", ours " + headline(ours);
    }
    String shapes =
        theirs.shape().equals(ours.shape())
            ? ""
            : " theirs has the shape " + theirs.shape() + ", ours " + ours.shape();
    return headline(ours)
        + fields(" before ", theirs.before(), ours.before())
        + fields(" after ", theirs.after(), ours.after())
        + fields(" source ", theirs.source(), ours.source())
        + shapes;
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
}
