package io.oraclecdc.engine;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One image of a row with typed getters by column name. Immutable.
 *
 * <p>Names are looked up as written, then in upper case. A getter answers null for SQL NULL and
 * throws {@link ColumnAccessException} for a column that the table lacks, that the redo did not
 * carry, or that is of another type. Ask {@link #isLogged} and {@link #isUnavailable} first where
 * images can be partial. {@code toString} shows no values.
 */
public final class Row {
  private final TableSchema table;
  private final RowImage image;

  /** Why there is no such image; null when there is one. */
  private final @Nullable String absent;

  Row(TableSchema table, RowImage image) {
    this(table, image, null);
  }

  private Row(TableSchema table, RowImage image, @Nullable String absent) {
    this.table = table;
    this.image = image;
    this.absent = absent;
  }

  /**
   * The image that a change does not have.
   *
   * @param why "a delete has no row after it"
   */
  static Row absent(TableSchema table, String why) {
    return new Row(table, RowImage.nothingLogged(table.columns().size()), why);
  }

  /** Names of the captured columns, in table order. */
  public List<String> columns() {
    List<String> names = new ArrayList<>();
    for (Column column : table.columns()) {
      if (column.isCaptured()) {
        names.add(column.name());
      }
    }
    return names;
  }

  /**
   * Whether the redo says anything about the column. False under partial supplemental logging: the
   * value is unknown, not null.
   */
  public boolean isLogged(String column) {
    return image.isLogged(index(column));
  }

  /** Whether the column has a value that the redo does not carry. */
  public boolean isUnavailable(String column) {
    return image.isUnavailable(index(column));
  }

  /** Whether the column is SQL NULL. */
  public boolean isNull(String column) {
    return image.isNull(index(column));
  }

  /**
   * The value in the Java class of its type (see {@code io.oraclecdc.value}), null for SQL NULL.
   *
   * @throws ColumnAccessException if the column does not exist or has no value in this image
   */
  public @Nullable Object get(String column) {
    int index = index(column);
    Object value = image.get(index);
    if (value == SpecialValue.SQL_NULL) {
      return null;
    }
    if (value == SpecialValue.UNAVAILABLE) {
      throw new ColumnAccessException(
          describe(index) + " has a value that the redo does not carry; ask isUnavailable first");
    }
    if (value == SpecialValue.NOT_LOGGED && absent != null) {
      throw new ColumnAccessException(describe(index) + " has no value in this image: " + absent);
    }
    if (value == SpecialValue.NOT_LOGGED) {
      throw new ColumnAccessException(
          describe(index)
              + " is not logged in this image; ask isLogged first, or switch on ALL column supplemental logging");
    }
    return value;
  }

  /** Text of a character or ROWID column. CHAR keeps its padding. */
  public @Nullable String getString(String column) {
    return typed(column, String.class);
  }

  /** Value of a NUMBER or FLOAT column, exact. */
  public @Nullable BigDecimal getBigDecimal(String column) {
    return typed(column, BigDecimal.class);
  }

  /**
   * Value of a NUMBER column as int.
   *
   * @throws ColumnAccessException if it has a fraction or does not fit
   */
  public @Nullable Integer getInteger(String column) {
    return exact(column, BigDecimal::intValueExact, "int");
  }

  /**
   * Value of a NUMBER column as long.
   *
   * @throws ColumnAccessException if it has a fraction or does not fit
   */
  public @Nullable Long getLong(String column) {
    return exact(column, BigDecimal::longValueExact, "long");
  }

  /** Value of a NUMBER, FLOAT, BINARY_FLOAT or BINARY_DOUBLE column as the nearest double. */
  public @Nullable Double getDouble(String column) {
    Object value = get(column);
    if (value == null) {
      return null;
    }
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw mismatch(column, value, "double");
  }

  /** Value of a DATE or TIMESTAMP column: a wall clock time without zone. */
  public @Nullable LocalDateTime getLocalDateTime(String column) {
    return typed(column, LocalDateTime.class);
  }

  /**
   * Value of a TIMESTAMP WITH TIME ZONE column with its stored offset, or WITH LOCAL TIME ZONE in
   * UTC.
   */
  public @Nullable OffsetDateTime getOffsetDateTime(String column) {
    return typed(column, OffsetDateTime.class);
  }

  /** Value of an INTERVAL YEAR TO MONTH column. */
  public @Nullable Period getPeriod(String column) {
    return typed(column, Period.class);
  }

  /** Value of an INTERVAL DAY TO SECOND column. */
  public @Nullable Duration getDuration(String column) {
    return typed(column, Duration.class);
  }

  /** A copy of the bytes of a RAW column. */
  public byte @Nullable [] getBytes(String column) {
    byte[] bytes = typed(column, byte[].class);
    return bytes == null ? null : bytes.clone();
  }

  private <T> @Nullable T typed(String column, Class<T> type) {
    Object value = get(column);
    if (value == null) {
      return null;
    }
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw mismatch(column, value, type.getSimpleName());
  }

  private <T> @Nullable T exact(String column, Function<BigDecimal, T> conversion, String target) {
    BigDecimal number = getBigDecimal(column);
    if (number == null) {
      return null;
    }
    try {
      return conversion.apply(number);
    } catch (ArithmeticException e) {
      throw new ColumnAccessException(
          describe(index(column))
              + " holds a number that does not fit "
              + target
              + " exactly; use getBigDecimal");
    }
  }

  private ColumnAccessException mismatch(String column, Object value, String wanted) {
    return new ColumnAccessException(
        describe(index(column))
            + " is read as "
            + value.getClass().getSimpleName()
            + ", not as "
            + wanted);
  }

  private int index(String name) {
    int index = table.indexOf(name);
    if (index < 0) {
      index = table.indexOf(name.toUpperCase(java.util.Locale.ROOT));
    }
    if (index < 0 || !table.columns().get(index).isCaptured()) {
      throw new ColumnAccessException(
          "table " + table.id() + " has no captured column " + name + "; it has " + columns());
    }
    return index;
  }

  private String describe(int index) {
    Column column = table.columns().get(index);
    return "column " + column.name() + " (" + column.type() + ") of table " + table.id();
  }

  /** Table and which columns have values; no values. */
  @Override
  public String toString() {
    return "Row of " + table + " [" + image + "]";
  }
}
