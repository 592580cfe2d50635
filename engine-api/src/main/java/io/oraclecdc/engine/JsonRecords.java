package io.oraclecdc.engine;

import io.oraclecdc.format.ChangeRecord;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.json.JsonConverter;
import org.jspecify.annotations.Nullable;

/**
 * Records as lines of JSON: {@code {"destination":..,"key":..,"value":..,"headers":{..}}},
 * Connect's JSON without schemas, decimals as numbers, bytes as base64, null as null. One thread at
 * a time.
 */
public final class JsonRecords {
  private final JsonConverter converter = new JsonConverter();

  /** A converter of its own. */
  public JsonRecords() {
    converter.configure(
        Map.of("schemas.enable", "false", "decimal.format", "NUMERIC", "converter.type", "value"),
        false);
  }

  /** One record as one line without line break. */
  public String line(ChangeRecord record) {
    StringBuilder line = new StringBuilder(512);
    line.append("{\"destination\":").append(json(Schema.STRING_SCHEMA, record.destination()));
    line.append(",\"key\":").append(json(record.keySchema(), record.key()));
    line.append(",\"value\":").append(json(record.valueSchema(), record.value()));
    line.append(",\"headers\":{");
    boolean first = true;
    for (Header header : record.headers()) {
      if (!first) {
        line.append(',');
      }
      first = false;
      line.append(json(Schema.STRING_SCHEMA, header.key()))
          .append(':')
          .append(json(header.schema(), header.value()));
    }
    return line.append("}}").toString();
  }

  private String json(@Nullable Schema schema, @Nullable Object value) {
    if (schema == null || value == null) {
      return "null";
    }
    return new String(converter.fromConnectData("", schema, value), StandardCharsets.UTF_8);
  }
}
