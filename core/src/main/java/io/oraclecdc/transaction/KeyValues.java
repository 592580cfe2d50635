package io.oraclecdc.transaction;

import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of some columns of a row, comparable as a whole. Numbers are equal when their values
 * are, whatever their scale.
 */
final class KeyValues {
  private final List<Object> values;

  private KeyValues(List<Object> values) {
    this.values = values;
  }

  /** The values of columns of an image, null when one of them is not logged or unavailable. */
  static @Nullable KeyValues of(RowImage image, List<Integer> columns) {
    List<Object> values = new ArrayList<>(columns.size());
    for (int column : columns) {
      if (!image.isLogged(column) || image.isUnavailable(column)) {
        return null;
      }
      values.add(comparable(image.get(column)));
    }
    return new KeyValues(values);
  }

  /**
   * The columns that tell rows of a table apart: the record key, or every captured column when
   * there is none.
   */
  static List<Integer> identifyingColumns(TableSchema table) {
    if (table.key().kind() == RecordKey.Kind.COLUMNS) {
      return table.key().columns();
    }
    List<Integer> captured = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).isCaptured()) {
        captured.add(i);
      }
    }
    return captured;
  }

  /** Position in {@code columns} of the first one that an image does not carry, -1 for none. */
  static int firstMissing(RowImage image, List<Integer> columns) {
    for (int i = 0; i < columns.size(); i++) {
      int column = columns.get(i);
      if (!image.isLogged(column) || image.isUnavailable(column)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the same columns of two images have the same values. */
  static boolean areEqual(RowImage one, RowImage other, List<Integer> columns) {
    for (int column : columns) {
      Object value = one.get(column);
      Object otherValue = other.get(column);
      if (value != otherValue && !comparable(value).equals(comparable(otherValue))) {
        return false;
      }
    }
    return true;
  }

  private static Object comparable(Object value) {
    if (value instanceof BigDecimal number) {
      // Most keys are whole numbers as they are.
      if (number.scale() == 0) {
        return number;
      }
      BigDecimal shortest = number.stripTrailingZeros();
      return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }
    if (value instanceof byte[] bytes) {
      List<Byte> list = new ArrayList<>(bytes.length);
      for (byte b : bytes) {
        list.add(b);
      }
      return list;
    }
    return value;
  }

  /** Approximate heap size. */
  int bytes() {
    int bytes = 64;
    for (Object value : values) {
      bytes +=
          value instanceof String text
              ? 56 + text.length() * 2
              : value instanceof List<?> list ? 64 + list.size() * 8 : 72;
    }
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyValues that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Number of columns; values are withheld. */
  @Override
  public String toString() {
    long nulls = values.stream().filter(value -> value == SpecialValue.SQL_NULL).count();
    return values.size() + " columns, " + nulls + " null";
  }
}
