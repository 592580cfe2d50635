package io.oraclecdc.testkit.model;

import org.jspecify.annotations.Nullable;

/** A row of a table as its sessions see it now, uncommitted changes included. */
final class TableRow {
  private final RowSlot slot;
  private @Nullable Object[] values;
  private @Nullable RowKey key;
  private @Nullable ModelTransaction lockedBy;

  /** Position in its table's list. */
  int index = -1;

  TableRow(RowSlot slot, @Nullable Object[] values) {
    this.slot = slot;
    this.values = values;
  }

  RowSlot slot() {
    return slot;
  }

  /** Never changed in place. */
  @Nullable Object[] values() {
    return values;
  }

  /** New values, and their key if the table has one and it is known. */
  void set(@Nullable Object[] newValues, @Nullable RowKey newKey) {
    values = newValues;
    key = newKey;
  }

  /** The key of its values, null when nobody asked for it yet. */
  @Nullable RowKey knownKey() {
    return key;
  }

  boolean isFreeFor(ModelTransaction transaction) {
    return lockedBy == null || lockedBy == transaction;
  }

  void lock(ModelTransaction transaction) {
    if (lockedBy == null) {
      lockedBy = transaction;
      transaction.locked(this);
    }
  }

  void unlock() {
    lockedBy = null;
  }
}
