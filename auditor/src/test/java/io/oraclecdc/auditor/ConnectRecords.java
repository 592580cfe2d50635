package io.oraclecdc.auditor;

import io.debezium.data.VariableScaleDecimal;
import io.debezium.time.MicroDuration;
import io.oraclecdc.format.ChangeRecord;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a side into the form that is compared. Every adjustment is a {@link
 * Difference}.
 */
final class ConnectRecords {
  /** Fields of the source block that mean the same on both sides. */
  private static final int SHORTEST_WITH_EXPONENT = 36;

  private static final List<String> SOURCE =
      List.of(
          "name",
          "ts_ms",
          "snapshot",
          "db",
          "schema",
          "table",
          "scn",
          "commit_scn",
          "rs_id",
          "redo_thread",
          "user_name",
          "row_id");

  /** {@link Difference#CONTAINER_NAME}: only ours names the pluggable database in schemas. */
  private static final String CONTAINER = "cdc." + Setup.PDB + ".";

  private final IdentityHashMap<Schema, String> shapes = new IdentityHashMap<>();

  /** A record of Debezium's connector. */
  AuditedRecord of(SourceRecord theirs) {
    return record(theirs.topic(), theirs.key(), theirs.value());
  }

  /** A record of the engine. */
  AuditedRecord of(ChangeRecord ours) {
    return record(ours.destination(), ours.key(), ours.value());
  }

  private AuditedRecord record(String topic, @Nullable Object key, @Nullable Object value) {
    Map<String, @Nullable Object> keyFields = key == null ? null : fields((Struct) key);
    String keyShape = key == null ? "" : shape(((Struct) key).schema());
    if (value == null) {
      return new AuditedRecord(
          null, topic, AuditedRecord.TOMBSTONE, keyFields, null, null, Map.of(), keyShape);
    }
    Struct envelope = (Struct) value;
    Struct before = envelope.getStruct("before");
    Struct after = envelope.getStruct("after");
    Schema row = envelope.schema().field("after").schema();
    return new AuditedRecord(
        transaction(envelope.getStruct("source").getString("txId")),
        topic,
        envelope.getString("op"),
        keyFields,
        before == null ? null : fields(before),
        after == null ? null : fields(after),
        source(envelope),
        keyShape + name(envelope.schema()) + shape(row));
  }

  /** {@link Difference#TRANSACTION_ID}: ours is {@code usn.slot.sqn}. */
  private static @Nullable String transaction(@Nullable String id) {
    if (id == null || id.indexOf('.') < 0) {
      return id == null ? null : id.toLowerCase(Locale.ROOT);
    }
    String[] parts = id.split("\\.", -1);
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putShort((short) Integer.parseInt(parts[0]));
    bytes.putShort((short) Integer.parseInt(parts[1]));
    bytes.putInt((int) Long.parseLong(parts[2]));
    return HexFormat.of().formatHex(bytes.array());
  }

  /** {@link Difference#SOURCE_BLOCK}: the time of the commit stands elsewhere in theirs. */
  private static Map<String, @Nullable Object> source(Struct envelope) {
    Struct block = envelope.getStruct("source");
    Map<String, @Nullable Object> source = new TreeMap<>();
    SOURCE.forEach(name -> source.put(name, block.get(name)));
    source.put(
        "commit time",
        block.schema().field("commit_ts_ms") == null
            ? envelope.get("ts_ms")
            : block.get("commit_ts_ms"));
    return source;
  }

  /** {@link Difference#ROW_SCHEMA}: whether a field is optional, and its default, is left out. */
  private String shape(Schema schema) {
    return shapes.computeIfAbsent(
        schema,
        s -> {
          StringBuilder text = new StringBuilder(name(s));
          for (Field field : s.fields()) {
            text.append('\n').append(field.name()).append(' ').append(type(field.schema()));
          }
          return text.append('\n').toString();
        });
  }

  private static String name(Schema schema) {
    String name = schema.name();
    return name.startsWith(CONTAINER) ? "cdc." + name.substring(CONTAINER.length()) : name;
  }

  private static String type(Schema schema) {
    Map<String, String> parameters = new TreeMap<>();
    if (schema.parameters() != null) {
      parameters.putAll(schema.parameters());
    }
    parameters.remove("cdc.default");
    // Difference.INTERVAL_CLASS
    Object type = MicroDuration.SCHEMA_NAME.equals(schema.name()) ? "number" : schema.type();
    return type + " " + schema.name() + " " + schema.version() + " " + parameters;
  }

  private static Map<String, @Nullable Object> fields(Struct row) {
    Map<String, @Nullable Object> fields = new TreeMap<>();
    for (Field field : row.schema().fields()) {
      // a default in the place of NULL would hide a lost value
      fields.put(field.name(), value(field.schema(), row.getWithoutDefault(field.name())));
    }
    return fields;
  }

  /** LogMiner's 3.0E-39, of which the zero says nothing. */
  private static boolean isOneDigitWithExponent(BigDecimal decimal) {
    return decimal.precision() == 2
        && decimal.scale() > SHORTEST_WITH_EXPONENT
        && decimal.unscaledValue().mod(BigInteger.TEN).signum() == 0;
  }

  private static @Nullable Object value(Schema schema, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (MicroDuration.SCHEMA_NAME.equals(schema.name())) {
      // Difference.INTERVAL_CLASS; a fraction of a microsecond stays one
      double micros = ((Number) value).doubleValue();
      return value instanceof Double && micros == Math.rint(micros)
          ? (Object) (long) micros
          : value;
    }
    if (VariableScaleDecimal.LOGICAL_NAME.equals(schema.name())) {
      Struct struct = (Struct) value;
      BigDecimal decimal =
          new BigDecimal(new BigInteger(struct.getBytes("value")), struct.getInt32("scale"));
      // Difference.NUMBER_FORM
      if (isOneDigitWithExponent(decimal)) {
        return decimal.stripTrailingZeros();
      }
      return decimal.scale() < 0 ? decimal.setScale(0) : decimal;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HexFormat.of().formatHex(bytes);
    }
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value;
  }
}
