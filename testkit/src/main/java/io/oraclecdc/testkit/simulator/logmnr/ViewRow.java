package io.oraclecdc.testkit.simulator.logmnr;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of a small fixed view by column name; a column that was not put is NULL. */
final class ViewRow {
  private final Map<String, @Nullable Object> values = new HashMap<>();

  ViewRow put(String column, @Nullable Object value) {
    values.put(column, value);
    return this;
  }

  ViewRow copy() {
    ViewRow same = new ViewRow();
    same.values.putAll(values);
    return same;
  }

  @Nullable Object value(String column) {
    return values.get(column);
  }
}
