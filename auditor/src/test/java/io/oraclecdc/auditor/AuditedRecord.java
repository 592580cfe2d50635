package io.oraclecdc.auditor;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record as both sides can say it.
 *
 * @param transaction 16 hexadecimal digits of the transaction id; null for tombstones
 * @param table destination
 * @param operation c, u, d, or tombstone
 * @param key null when the table has none
 * @param before old row, null if absent
 * @param after new row, null if absent
 * @param source what both say about where the change came from; empty for tombstones
 * @param shape names and types of the key and the row
 */
record AuditedRecord(
    @Nullable String transaction,
    String table,
    String operation,
    @Nullable Map<String, @Nullable Object> key,
    @Nullable Map<String, @Nullable Object> before,
    @Nullable Map<String, @Nullable Object> after,
    Map<String, @Nullable Object> source,
    String shape) {
  static final String TOMBSTONE = "tombstone";

  boolean isTombstone() {
    return operation.equals(TOMBSTONE);
  }

  /** The same with another operation, old row and new row. */
  AuditedRecord with(
      String otherOperation,
      @Nullable Map<String, @Nullable Object> otherBefore,
      @Nullable Map<String, @Nullable Object> otherAfter) {
    return new AuditedRecord(
        transaction, table, otherOperation, key, otherBefore, otherAfter, source, shape);
  }

  /** The same of another transaction. */
  AuditedRecord of(@Nullable String otherTransaction) {
    return new AuditedRecord(otherTransaction, table, operation, key, before, after, source, shape);
  }

  /** The same of another table, with other types. */
  AuditedRecord in(String otherTable, String otherShape) {
    return new AuditedRecord(
        transaction, otherTable, operation, key, before, after, source, otherShape);
  }

  /** The same from another place. */
  AuditedRecord at(Map<String, @Nullable Object> otherSource) {
    return new AuditedRecord(transaction, table, operation, key, before, after, otherSource, shape);
  }

  /** The same with another key. */
  AuditedRecord withKey(Map<String, @Nullable Object> otherKey) {
    return new AuditedRecord(transaction, table, operation, otherKey, before, after, source, shape);
  }
}
