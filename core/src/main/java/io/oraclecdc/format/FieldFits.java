package io.oraclecdc.format;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Tells of the values of a row whether their fields can hold them, before records are made of them.
 * Not thread-safe.
 */
public final class FieldFits {
  /** More table versions than that are not looked at at a time. */
  private static final int MOST_TABLES = 10_000;

  private final ColumnMappings mappings;
  private final Map<TableSchema, List<Field>> tables = new HashMap<>();

  FieldFits(ColumnMappings mappings) {
    this.mappings = mappings;
  }

  /**
   * What does not fit in an image: column and reason, never a value; null when everything does.
   * Values that are not logged or not available always fit.
   */
  public @Nullable String misfit(TableSchema table, RowImage image) {
    List<Field> fields = tables.get(table);
    if (fields == null) {
      if (tables.size() >= MOST_TABLES) {
        tables.clear();
      }
      fields = fieldsOf(table);
      tables.put(table, fields);
    }
    for (Field field : fields) {
      String reason = field.misfit(image.get(field.index));
      if (reason != null) {
        Column column = table.columns().get(field.index);
        return "the value (withheld) of column "
            + column.name()
            + " "
            + column.type().declaration()
            + " of table "
            + table.id()
            + " "
            + reason;
      }
    }
    return null;
  }

  private List<Field> fieldsOf(TableSchema table) {
    List<Field> fields = new ArrayList<>();
    List<Integer> key =
        table.key().kind() == RecordKey.Kind.COLUMNS ? table.key().columns() : List.of();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (!column.isCaptured()) {
        continue;
      }
      ColumnMapping mapping = mayNotFit(column) ? mappings.of(table.id(), column) : null;
      boolean required = key.contains(i) && !column.nullable();
      if (mapping != null || required) {
        Schema schema = mapping == null ? null : mapping.schema().build();
        fields.add(new Field(i, required, mapping, schema));
      }
    }
    return fields;
  }

  private static boolean mayNotFit(Column column) {
    return switch (column.type().kind()) {
      case NUMBER, FLOAT, TIMESTAMP, INTERVAL_YEAR_TO_MONTH, INTERVAL_DAY_TO_SECOND -> true;
      default -> false;
    };
  }

  /**
   * A field that may not hold every value of its column.
   *
   * @param required whether it must have a value
   * @param mapping null when every value fits
   * @param schema null likewise
   */
  private record Field(
      int index, boolean required, @Nullable ColumnMapping mapping, @Nullable Schema schema) {

    @Nullable String misfit(Object value) {
      if (value instanceof SpecialValue) {
        return required && value == SpecialValue.SQL_NULL
            ? "is NULL, and it is part of the key"
            : null;
      }
      if (mapping != null && schema != null) {
        try {
          mapping.convert(value, schema);
        } catch (UnfitValueException e) {
          return e.reason();
        }
      }
      return null;
    }
  }
}
