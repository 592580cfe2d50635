package io.oraclecdc.format;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.jspecify.annotations.Nullable;

/** Parts of records that a test expects to be there, each checked against its schema. */
final class Parts {
  private Parts() {}

  static Struct contentOf(ChangeRecord record) {
    return valid((Struct) requireNonNull(record.value(), "the record has a value"));
  }

  static Struct afterOf(ChangeRecord record) {
    return requireNonNull(contentOf(record).getStruct("after"), "the record has an after image");
  }

  static Struct keyOf(ChangeRecord record) {
    return valid((Struct) requireNonNull(record.key(), "the record has a key"));
  }

  static Schema envelopeOf(ChangeRecord record) {
    return requireNonNull(record.valueSchema(), "the record has a value schema");
  }

  // What makes records does not check them.
  private static Struct valid(Struct struct) {
    struct.validate();
    return struct;
  }

  /** Schema of the row struct. */
  static Schema rowSchemaOf(ChangeRecord record) {
    return envelopeOf(record).field("after").schema();
  }

  static Schema keySchemaOf(ChangeRecord record) {
    return requireNonNull(record.keySchema(), "the record has a key schema");
  }

  /** Value of a header, null when there is none. */
  static @Nullable Object headerOf(ChangeRecord record, String name) {
    Header header = record.headers().lastWithName(name);
    return header == null ? null : header.value();
  }
}
