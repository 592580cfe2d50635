package io.oraclecdc.value;

import java.util.Arrays;

/**
 * The values of one row, one per column of its {@link io.oraclecdc.schema.TableSchema}, in its
 * order. Immutable.
 *
 * <p>{@code toString} tells which columns have values, never the values.
 */
public final class RowImage {
  private final Object[] values;

  private RowImage(Object[] values) {
    this.values = values;
  }

  /**
   * Takes over the array, which must not be changed afterwards; each element is a Java value of its
   * type or a {@link SpecialValue}.
   */
  public static RowImage owning(Object[] values) {
    return new RowImage(values);
  }

  /** An image in which nothing is logged. */
  public static RowImage nothingLogged(int columns) {
    Object[] values = new Object[columns];
    Arrays.fill(values, SpecialValue.NOT_LOGGED);
    return new RowImage(values);
  }

  /** Number of columns. */
  public int size() {
    return values.length;
  }

  /** The Java value of a column, or a {@link SpecialValue}. */
  public Object get(int column) {
    return values[column];
  }

  /** Whether the column is SQL NULL. */
  public boolean isNull(int column) {
    return values[column] == SpecialValue.SQL_NULL;
  }

  /** Whether the redo did not carry the column's value although it has one. */
  public boolean isUnavailable(int column) {
    return values[column] == SpecialValue.UNAVAILABLE;
  }

  /** Whether the statement mentioned the column. */
  public boolean isLogged(int column) {
    return values[column] != SpecialValue.NOT_LOGGED;
  }

  /** Whether no column at all is logged. */
  public boolean isEmpty() {
    for (Object value : values) {
      if (value != SpecialValue.NOT_LOGGED) {
        return false;
      }
    }
    return true;
  }

  /**
   * This image with columns that are not logged taken from {@code other}; for an update, the after
   * image from SET and WHERE.
   */
  public RowImage orElse(RowImage other) {
    Object[] merged = values.clone();
    for (int i = 0; i < merged.length; i++) {
      if (merged[i] == SpecialValue.NOT_LOGGED) {
        merged[i] = other.values[i];
      }
    }
    return new RowImage(merged);
  }

  /** Equal values column by column; byte arrays by content. */
  @Override
  public boolean equals(Object other) {
    return other instanceof RowImage that && Arrays.deepEquals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(values);
  }

  /** One letter per column: V value, N null, U unavailable, - not logged. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(values.length);
    for (Object value : values) {
      text.append(
          value == SpecialValue.SQL_NULL
              ? 'N'
              : value == SpecialValue.UNAVAILABLE
                  ? 'U'
                  : value == SpecialValue.NOT_LOGGED ? '-' : 'V');
    }
    return text.toString();
  }
}
