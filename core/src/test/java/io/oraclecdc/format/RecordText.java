package io.oraclecdc.format;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.jspecify.annotations.Nullable;

/** Records and schemas as JSON for people: what the documentation shows. */
final class RecordText {
  private RecordText() {}

  static String of(List<ChangeRecord> records) {
    return records.stream().map(RecordText::of).collect(Collectors.joining("\n"));
  }

  private static String of(ChangeRecord record) {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    content.put("destination", record.destination());
    content.put("key", record.key());
    content.put("value", record.value());
    Map<String, @Nullable Object> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), header.value());
    }
    content.put("headers", headers);
    return json(content, 0);
  }

  /** The row after the change. */
  static String ofRow(ChangeRecord record) {
    return json(Parts.afterOf(record), 0);
  }

  /** One line per field of a struct schema: name, type, schema name. */
  static String ofFields(Schema schema) {
    return schema.fields().stream()
        .map(field -> field.name() + ": " + typeOf(field.schema()))
        .collect(Collectors.joining("\n"));
  }

  static String typeOf(Schema schema) {
    StringBuilder text = new StringBuilder(schema.type().getName());
    if (schema.isOptional()) {
      text.append(", optional");
    }
    if (schema.name() != null) {
      text.append(", ").append(schema.name());
    }
    if (schema.version() != null) {
      text.append(" version ").append(schema.version());
    }
    if (schema.parameters() != null) {
      text.append(", ").append(new java.util.TreeMap<>(schema.parameters()));
    }
    return text.toString();
  }

  private static String json(@Nullable Object value, int depth) {
    if (value instanceof Struct struct) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      for (Field field : struct.schema().fields()) {
        fields.put(field.name(), struct.get(field));
      }
      return json(fields, depth);
    }
    if (value instanceof Map<?, ?> map) {
      if (map.isEmpty()) {
        return "{}";
      }
      String indent = "  ".repeat(depth + 1);
      List<String> lines = new ArrayList<>();
      map.forEach(
          (name, content) -> lines.add(indent + "\"" + name + "\": " + json(content, depth + 1)));
      String body = String.join(",\n", lines);
      String oneLine =
          "{ " + lines.stream().map(String::strip).collect(Collectors.joining(", ")) + " }";
      return depth > 0 && oneLine.length() < 110 && !body.contains("{")
          ? oneLine
          : "{\n" + body + "\n" + "  ".repeat(depth) + "}";
    }
    if (value instanceof List<?> list) {
      return "["
          + list.stream().map(item -> json(item, depth)).collect(Collectors.joining(", "))
          + "]";
    }
    if (value instanceof byte[] bytes) {
      return "\"" + Base64.getEncoder().encodeToString(bytes) + "\"";
    }
    if (value instanceof ByteBuffer bytes) {
      byte[] content = new byte[bytes.remaining()];
      bytes.duplicate().get(content);
      return json(content, depth);
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value instanceof String text
        ? "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
        : String.valueOf(value);
  }
}
