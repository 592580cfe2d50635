package io.oraclecdc.auditor;

import io.debezium.data.VariableScaleDecimal;
import io.debezium.time.MicroDuration;
import io.oraclecdc.format.ChangeRecord;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** Reads the records of both sides into one form. Every adjustment is a {@link Difference}. */
final class ConnectRecords {

  private ConnectRecords() {}

  /** A record of Debezium's connector. */
  static AuditedRecord of(SourceRecord theirs) {
    return record(theirs.topic(), theirs.key(), theirs.value());
  }

  /** A record of the engine. */
  static AuditedRecord of(ChangeRecord ours) {
    return record(ours.destination(), ours.key(), ours.value());
  }

  private static AuditedRecord record(String topic, @Nullable Object key, @Nullable Object value) {
    Map<String, @Nullable Object> keyFields = key == null ? null : fields((Struct) key);
    if (value == null) {
      return new AuditedRecord(null, topic, AuditedRecord.TOMBSTONE, keyFields, null, null);
    }
    Struct envelope = (Struct) value;
    Struct before = envelope.getStruct("before");
    Struct after = envelope.getStruct("after");
    return new AuditedRecord(
        transaction(envelope.getStruct("source").getString("txId")),
        topic,
        envelope.getString("op"),
        keyFields,
        before == null ? null : fields(before),
        after == null ? null : fields(after));
  }

  /** {@link Difference#TRANSACTION_ID}: ours is {@code usn.slot.sqn}. */
  private static @Nullable String transaction(@Nullable String id) {
    if (id == null || id.indexOf('.') < 0) {
      return id == null ? null : id.toLowerCase(Locale.ROOT);
    }
    String[] parts = id.split("\\.", -1);
    ByteBuffer bytes = ByteBuffer.allocate(8).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    bytes.putShort((short) Integer.parseInt(parts[0]));
    bytes.putShort((short) Integer.parseInt(parts[1]));
    bytes.putInt((int) Long.parseLong(parts[2]));
    return HexFormat.of().formatHex(bytes.array());
  }

  private static Map<String, @Nullable Object> fields(Struct row) {
    Map<String, @Nullable Object> fields = new TreeMap<>();
    for (Field field : row.schema().fields()) {
      fields.put(field.name(), value(field.schema(), row.get(field)));
    }
    return fields;
  }

  private static @Nullable Object value(Schema schema, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (MicroDuration.SCHEMA_NAME.equals(schema.name())) {
      // Difference.INTERVAL_CLASS
      return ((Number) value).longValue();
    }
    if (VariableScaleDecimal.LOGICAL_NAME.equals(schema.name())) {
      Struct decimal = (Struct) value;
      // Difference.NUMBER_FORM
      return new BigDecimal(new BigInteger(decimal.getBytes("value")), decimal.getInt32("scale"))
          .stripTrailingZeros();
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    return value;
  }
}
