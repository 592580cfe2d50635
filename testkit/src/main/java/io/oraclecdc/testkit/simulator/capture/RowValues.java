package io.oraclecdc.testkit.simulator.capture;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.functions.Intervals;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.BitSet;
import java.util.Objects;
import org.h2.api.Interval;
import org.h2.api.IntervalQualifier;
import org.jspecify.annotations.Nullable;

/** Column values between H2's rows and {@code RowChange}, by Oracle's rules for each type. */
final class RowValues {
  private RowValues() {}

  /** All columns of a row. */
  static @Nullable Object[] read(ResultSet row, SimTable table) throws SQLException {
    @Nullable Object[] values = new Object[table.columns().size()];
    for (int i = 0; i < values.length; i++) {
      SimColumn column = table.columns().get(i);
      values[i] = read(row, InnerNames.HIDDEN_COLUMNS + i + 1, column.type());
    }
    return values;
  }

  private static @Nullable Object read(ResultSet row, int index, SimType type) throws SQLException {
    return switch (type.name()) {
      case "NUMBER", "FLOAT" -> stripped(row.getBigDecimal(index));
      case "BINARY_FLOAT" -> {
        float value = row.getFloat(index);
        yield row.wasNull() ? null : (Object) value;
      }
      case "BINARY_DOUBLE" -> {
        double value = row.getDouble(index);
        yield row.wasNull() ? null : (Object) value;
      }
      case "DATE", "TIMESTAMP" -> row.getObject(index, LocalDateTime.class);
      case "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE" ->
          row.getObject(index, OffsetDateTime.class);
      case "INTERVAL YEAR TO MONTH" -> {
        Interval value =
            (Interval) row.getObject(index); // H2 2.5.252 loses the sign when the class is named
        yield value == null ? null : (Object) Intervals.rowValue(Intervals.months(value));
      }
      case "INTERVAL DAY TO SECOND" -> {
        Interval value =
            (Interval) row.getObject(index); // H2 2.5.252 loses the sign when the class is named
        yield value == null ? null : Intervals.duration(value);
      }
      case "RAW", "LONG RAW", "BLOB", "VECTOR" -> row.getBytes(index);
      case "BOOLEAN" -> {
        boolean value = row.getBoolean(index);
        yield row.wasNull() ? null : (Object) value;
      }
      default -> row.getString(index);
    };
  }

  private static @Nullable BigDecimal stripped(@Nullable BigDecimal value) {
    return value == null
        ? null
        : value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }

  /**
   * Brings new values into the form the column stores and writes changed ones back into the row.
   *
   * @throws SQLException ORA-01400, ORA-01407, ORA-01438, ORA-12899 and the like, naming the column
   */
  static void normalise(ResultSet row, SimTable table, @Nullable Object[] values, boolean update)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      SimColumn column = table.columns().get(i);
      Object value = values[i];
      if (value == null) {
        if (!column.nullable()) {
          throw nullValue(table, column, update);
        }
        continue;
      }
      if (column.virtual()) {
        continue;
      }
      Object stored = ColumnForm.of(value, column.type(), () -> name(table, column));
      if (!Objects.equals(stored, value)) {
        values[i] = stored;
        write(row, InnerNames.HIDDEN_COLUMNS + i + 1, stored);
      }
    }
  }

  private static String name(SimTable table, SimColumn column) {
    return InnerNames.quoted(table.owner(), table.name()) + "." + InnerNames.quoted(column.name());
  }

  private static SQLException nullValue(SimTable table, SimColumn column, boolean update) {
    String name = "(" + name(table, column) + ")";
    return update
        ? OraErrors.of(1407, "cannot update " + name + " to NULL")
        : OraErrors.of(1400, "cannot insert NULL into " + name);
  }

  /** Writes values that a trigger gave. */
  static void writeAll(ResultSet row, @Nullable Object[] values, BitSet columns)
      throws SQLException {
    for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
      Object value = values[i];
      if (value == null) {
        row.updateNull(InnerNames.HIDDEN_COLUMNS + i + 1);
      } else {
        write(row, InnerNames.HIDDEN_COLUMNS + i + 1, value);
      }
    }
  }

  private static void write(ResultSet row, int index, Object value) throws SQLException {
    if (value instanceof BigDecimal number) {
      row.updateBigDecimal(index, number);
    } else if (value instanceof String text) {
      row.updateString(index, text);
    } else if (value instanceof Duration duration) {
      Duration size = duration.abs();
      row.updateObject(
          index,
          new Interval(
              IntervalQualifier.DAY_TO_SECOND,
              duration.isNegative(),
              size.toDays(),
              (size.getSeconds() % 86_400) * 1_000_000_000L + size.getNano()));
    } else {
      row.updateObject(index, value);
    }
  }
}
