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
 */
record AuditedRecord(
    @Nullable String transaction,
    String table,
    String operation,
    @Nullable Map<String, @Nullable Object> key,
    @Nullable Map<String, @Nullable Object> before,
    @Nullable Map<String, @Nullable Object> after) {
  static final String TOMBSTONE = "tombstone";

  /** The same of another transaction. */
  AuditedRecord of(String otherTransaction) {
    return new AuditedRecord(otherTransaction, table, operation, key, before, after);
  }

  boolean isTombstone() {
    return operation.equals(TOMBSTONE);
  }
}
