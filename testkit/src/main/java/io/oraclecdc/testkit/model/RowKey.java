package io.oraclecdc.testkit.model;

import java.util.Arrays;

/** Values of a row's key columns, in their order. Knows its hash: keys are looked up often. */
final class RowKey {
  private final Object[] parts;
  private final int hash;

  private RowKey(Object[] parts) {
    this.parts = parts;
    this.hash = Arrays.hashCode(parts);
  }

  /** Takes over the array. */
  static RowKey owning(Object[] parts) {
    return new RowKey(parts);
  }

  Object part(int index) {
    return parts[index];
  }

  Object last() {
    return parts[parts.length - 1];
  }

  /** The same key with another last part. */
  RowKey withLast(Object value) {
    Object[] copy = parts.clone();
    copy[copy.length - 1] = value;
    return new RowKey(copy);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key
        && (this == key || (hash == key.hash && Arrays.equals(parts, key.parts)));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** The number of its parts; values are withheld. */
  @Override
  public String toString() {
    return parts.length + " key columns";
  }
}
