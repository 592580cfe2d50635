package io.oraclecdc.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Fills structs with values that are right by construction.
 *
 * <p>{@link Struct#put(Field, Object)} checks each value, and a struct that is put into another one
 * is checked as a whole once more; the checks cost more than everything else that makes a record.
 * So values go straight into the struct's array where the JVM lets us at it. Where it does not, as
 * in a later Kafka that calls it otherwise, they are put. Tests check what this class fills with
 * {@link Struct#validate()}.
 */
final class StructFiller {
  /** The array of a struct's values in field order; null when it cannot be reached. */
  private static final @Nullable VarHandle VALUES = valuesOf();

  private StructFiller() {}

  private static @Nullable VarHandle valuesOf() {
    try {
      return MethodHandles.privateLookupIn(Struct.class, MethodHandles.lookup())
          .findVarHandle(Struct.class, "values", Object[].class);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Nothing is wrong: structs are filled the public way.
      return null;
    }
  }

  /**
   * Sets a field.
   *
   * @param field one of the struct's own schema
   * @param value of the class that the field's schema wants
   * @return the struct
   */
  static Struct set(Struct struct, Field field, Object value) {
    VarHandle values = VALUES;
    if (values == null) {
      return struct.put(field, value);
    }
    ((Object[]) values.get(struct))[field.index()] = value;
    return struct;
  }

  /** The same with a value that may be missing in an optional field. */
  static Struct setKnown(Struct struct, Field field, @Nullable Object value) {
    return value == null ? struct : set(struct, field, value);
  }
}
