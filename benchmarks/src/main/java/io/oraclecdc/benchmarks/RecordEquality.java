package io.oraclecdc.benchmarks;

import io.debezium.data.VariableScaleDecimal;
import io.oraclecdc.format.ChangeRecord;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Checks that both sides make the same records of a statement: topic, key, operation, and every
 * field of both images. Source blocks differ by design.
 */
final class RecordEquality {
  private final OurRecords ours = new OurRecords();
  private final DebeziumRecords debezium = new DebeziumRecords();

  /**
   * Compares the records of all statements.
   *
   * @throws IllegalStateException at the first difference
   */
  void check(List<String> statements) {
    for (String sql : statements) {
      compare(sql, ours.records(ours.change(sql)), debezium.records(debezium.parse(sql)));
    }
  }

  /**
   * Compares the records of a statement.
   *
   * @throws IllegalStateException if they differ
   */
  static void compare(String sql, List<ChangeRecord> mine, List<SourceRecord> theirs) {
    List<Object> plainMine = new ArrayList<>();
    mine.forEach(made -> plainMine.add(plain(made.destination(), made.key(), made.value())));
    List<Object> plainTheirs = new ArrayList<>();
    theirs.forEach(made -> plainTheirs.add(plain(made.topic(), made.key(), made.value())));
    if (!plainMine.equals(plainTheirs)) {
      throw new IllegalStateException(plainMine + " and " + plainTheirs + " of " + sql);
    }
  }

  private static Object plain(String topic, @Nullable Object key, @Nullable Object value) {
    List<Object> parts = new ArrayList<>();
    parts.add(topic);
    parts.add(row((Struct) Objects.requireNonNull(key)));
    if (value instanceof Struct envelope) {
      parts.add(envelope.getString("op"));
      for (String image : List.of("before", "after")) {
        Struct row = envelope.getStruct(image);
        parts.add(row == null ? image + " is null" : row(row));
      }
    } else {
      parts.add(value == null ? "tombstone" : value);
    }
    return parts;
  }

  private static List<Object> row(Struct struct) {
    List<Object> fields = new ArrayList<>();
    for (Field field : struct.schema().fields()) {
      fields.add(field.name());
      fields.add(field.schema().type());
      fields.add(comparable(struct.get(field), field));
    }
    return fields;
  }

  private static Object comparable(@Nullable Object value, Field field) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Struct decimal) {
      return VariableScaleDecimal.toLogical(decimal)
          .getDecimalValue()
          .orElseThrow()
          .stripTrailingZeros();
    }
    if (value instanceof BigDecimal || value instanceof ByteBuffer) {
      return value;
    }
    return "io.debezium.time.ZonedTimestamp".equals(field.schema().name())
        ? OffsetDateTime.parse((String) value)
        : value;
  }
}
