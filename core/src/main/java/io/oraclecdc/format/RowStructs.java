package io.oraclecdc.format;

import io.oraclecdc.change.RowOrigin;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Fills structs whose fields are columns: the row struct and the key struct of one table. */
final class RowStructs {
  private final String table;
  private final Schema schema;
  private final ColumnField[] fields;
  private final String placeholder;
  private final byte[] placeholderBytes;

  RowStructs(String table, Schema schema, List<ColumnField> fields, String placeholder) {
    this.table = table;
    this.schema = schema;
    this.fields = fields.toArray(new ColumnField[0]);
    this.placeholder = placeholder;
    this.placeholderBytes = placeholder.getBytes(StandardCharsets.UTF_8);
  }

  Schema schema() {
    return schema;
  }

  /**
   * The row. What is SQL NULL or not in the redo is null; what has a placeholder and is unavailable
   * is the placeholder.
   */
  Struct row(RowImage image, RowOrigin origin) {
    Struct struct = new Struct(schema);
    for (ColumnField column : fields) {
      Object value = image.get(column.index);
      if (!(value instanceof SpecialValue)) {
        StructFiller.set(struct, column.field, convert(column, value, origin));
      } else if (value == SpecialValue.UNAVAILABLE && column.hasPlaceholder) {
        StructFiller.set(struct, column.field, placeholderOf(column));
      }
    }
    return struct;
  }

  /**
   * The same for an image that shares most of its values with one that was converted already, as
   * the two images of an update do.
   */
  Struct row(RowImage image, RowImage other, Struct otherRow, RowOrigin origin) {
    Struct struct = new Struct(schema);
    for (ColumnField column : fields) {
      Object value = image.get(column.index);
      if (!(value instanceof SpecialValue)) {
        Object known = value == other.get(column.index) ? otherRow.get(column.field) : null;
        Object converted =
            known == null || known instanceof ByteBuffer ? convert(column, value, origin) : known;
        StructFiller.set(struct, column.field, converted);
      } else if (value == SpecialValue.UNAVAILABLE && column.hasPlaceholder) {
        StructFiller.set(struct, column.field, placeholderOf(column));
      }
    }
    return struct;
  }

  /**
   * Names of fields that {@link #row} leaves null although the redo does not say that they are
   * NULL; null when there are none.
   */
  @Nullable List<String> fieldsNotLogged(RowImage image) {
    List<String> names = null;
    for (ColumnField column : fields) {
      Object value = image.get(column.index);
      if (value == SpecialValue.NOT_LOGGED
          || (value == SpecialValue.UNAVAILABLE && !column.hasPlaceholder)) {
        if (names == null) {
          names = new ArrayList<>();
        }
        names.add(column.field.name());
      }
    }
    return names;
  }

  /**
   * The key of a row.
   *
   * @param image where the key is looked for
   * @param fallback where it is looked for when the image does not carry it
   * @throws DecodeException if neither carries a column of it
   */
  Struct key(RowImage image, RowImage fallback, RowOrigin origin) {
    Struct struct = new Struct(schema);
    for (ColumnField column : fields) {
      Object value = image.get(column.index);
      if (value == SpecialValue.NOT_LOGGED) {
        value = fallback.get(column.index);
      }
      if (!(value instanceof SpecialValue)) {
        StructFiller.set(struct, column.field, convert(column, value, origin));
      } else if (value != SpecialValue.SQL_NULL || !column.field.schema().isOptional()) {
        throw new DecodeException(
            "key column "
                + column.name
                + " of table "
                + table
                + (value == SpecialValue.SQL_NULL
                    ? " is NULL"
                    : " is not in the redo; the table needs supplemental logging of its key columns")
                + " ("
                + RowPlace.of(origin)
                + ")",
            null);
      }
    }
    return struct;
  }

  private Object convert(ColumnField column, Object value, RowOrigin origin) {
    try {
      return column.mapping.convert(value, column.field.schema());
    } catch (UnfitValueException e) {
      throw new DecodeException(
          "the value (withheld) of column "
              + column.name
              + " "
              + column.type
              + " of table "
              + table
              + " "
              + e.reason()
              + " ("
              + RowPlace.of(origin)
              + ")",
          null);
    } catch (ClassCastException e) {
      throw new DecodeException(
          "column "
              + column.name
              + " "
              + column.type
              + " of table "
              + table
              + " was decoded to "
              + value.getClass().getName()
              + ", which is not a value of that type ("
              + RowPlace.of(origin)
              + ")",
          null);
    }
  }

  private Object placeholderOf(ColumnField column) {
    return column.field.schema().type() == Schema.Type.BYTES
        ? ByteBuffer.wrap(placeholderBytes.clone())
        : placeholder;
  }

  /**
   * A field that is filled from a column.
   *
   * @param index of the column in row images
   * @param name of the column
   * @param type of the column, as declared
   * @param field in the struct
   * @param mapping of its values
   * @param hasPlaceholder whether an unavailable value has a stand-in
   */
  record ColumnField(
      int index,
      String name,
      String type,
      Field field,
      ColumnMapping mapping,
      boolean hasPlaceholder) {}
}
