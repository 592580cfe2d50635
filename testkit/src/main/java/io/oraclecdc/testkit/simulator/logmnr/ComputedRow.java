package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.catalog.MadeTable;
import java.util.function.Function;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.h2.value.ValueBigint;

/** A row of a fixed view whose columns are computed when H2 asks for them. */
final class ComputedRow extends Row {
  private final VView view;
  private final Function<String, Value> columns;

  ComputedRow(VView view, Function<String, Value> columns) {
    this.view = view;
    this.columns = columns;
  }

  @Override
  public int getColumnCount() {
    return view.columns().size();
  }

  @Override
  public Value getValue(int index) {
    return index == SearchRow.ROWID_INDEX
        ? ValueBigint.get(getKey())
        : columns.apply(view.columns().get(index).name());
  }

  @Override
  public void setValue(int index, Value value) {
    throw MadeTable.readOnly();
  }

  @Override
  public Value[] getValueList() {
    Value[] values = new Value[getColumnCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = getValue(i);
    }
    return values;
  }

  @Override
  public int getMemory() {
    return 1024;
  }

  @Override
  public void copyFrom(SearchRow source) {
    throw MadeTable.readOnly();
  }
}
