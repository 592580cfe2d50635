package io.oraclecdc.auditor;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records of a table with LOBs when nobody asks for LOBs: {@link Difference#LOBS_SKIPPED}. Fields
 * of LOBs are left out, and updates that change nothing else.
 */
final class SkippedLobs {
  private static final Set<String> LOBS = Set.of("BODY", "NOTES", "PICTURE");

  private SkippedLobs() {}

  static List<AuditedRecord> of(List<AuditedRecord> records) {
    return records.stream().map(SkippedLobs::of).filter(r -> !changesNothing(r)).toList();
  }

  private static AuditedRecord of(AuditedRecord item) {
    if (!item.table().equals(Comparison.LOB_TABLE)) {
      return item;
    }
    String shape =
        item.shape()
            .lines()
            .filter(line -> !LOBS.contains(line.split(" ", 2)[0]))
            .collect(Collectors.joining("\n"));
    return item.in(item.table(), shape)
        .with(item.operation(), without(item.before()), without(item.after()));
  }

  private static @Nullable Map<String, @Nullable Object> without(
      @Nullable Map<String, @Nullable Object> row) {
    if (row == null) {
      return null;
    }
    Map<String, @Nullable Object> rest = new TreeMap<>(row);
    rest.keySet().removeAll(LOBS);
    return rest;
  }

  private static boolean changesNothing(AuditedRecord item) {
    return item.table().equals(Comparison.LOB_TABLE)
        && item.operation().equals("u")
        && Objects.equals(item.before(), item.after());
  }
}
