package io.oraclecdc.format;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** How one Oracle type appears in records. Immutable and shared by all columns of that type. */
interface ColumnMapping {

  /** A new builder of the field's schema: type, name, version and parameters. */
  SchemaBuilder schema();

  /**
   * The Connect value of a Java value of the column.
   *
   * @param value as in {@code value/package-info}, never a special value
   * @param schema what was built from {@link #schema()}
   * @throws UnfitValueException if the field cannot hold it
   * @throws ClassCastException if it is of another class than the type has
   */
  Object convert(Object value, Schema schema);
}
