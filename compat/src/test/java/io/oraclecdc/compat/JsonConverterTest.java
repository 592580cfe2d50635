package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oraclecdc.format.ChangeRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Connect's JSON converter writes and reads our records without loss. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JsonConverterTest {
  private List<ChangeRecord> records = List.of();

  @BeforeAll
  void capture() throws Exception {
    records = WideRow.records("jsonconverter", Map.of("cdc.lob.mode", "reselect"));
    assertThat(records).hasSizeGreaterThan(60);
  }

  @Test
  void withSchemasNothingIsLost() {
    JsonConverter converter = new JsonConverter();
    converter.configure(Map.of("schemas.enable", "true"), false);
    for (ChangeRecord item : records) {
      readsAgain(converter, item.destination(), item.keySchema(), item.key());
      readsAgain(converter, item.destination(), item.valueSchema(), item.value());
    }
  }

  private static void readsAgain(
      JsonConverter converter, String topic, @Nullable Schema schema, @Nullable Object value) {
    byte[] bytes = converter.fromConnectData(topic, schema, value);
    SchemaAndValue read = converter.toConnectData(topic, bytes);
    assertThat(read.schema()).isEqualTo(schema);
    assertThat(converter.fromConnectData(topic, read.schema(), read.value())).isEqualTo(bytes);
  }

  @Test
  void withoutSchemasTheFieldsAreThoseOfTheRecord() throws Exception {
    JsonConverter converter = new JsonConverter();
    converter.configure(Map.of("schemas.enable", "false", "decimal.format", "NUMERIC"), false);
    ObjectMapper mapper = new ObjectMapper();
    for (ChangeRecord item : records) {
      Schema schema = item.valueSchema();
      byte[] bytes = converter.fromConnectData(item.destination(), schema, item.value());
      if (schema == null) {
        assertThat(bytes).isNull();
        continue;
      }
      JsonNode value = mapper.readTree(bytes);
      assertThat(names(value)).isEqualTo(names(schema));
      String image = value.get("op").asText().equals("d") ? "before" : "after";
      assertThat(names(value.get(image))).isEqualTo(names(schema.field(image).schema()));
      assertThat(value.get("source").get("connector").asText()).isEqualTo("oracle-cdc");
      Object read = converter.toConnectData(item.destination(), bytes).value();
      assertThat(converter.fromConnectData(item.destination(), null, read))
          .satisfies(again -> assertThat(mapper.readTree(again)).hasSameSizeAs(value));
    }
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new HashSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static Set<String> names(Schema schema) {
    Set<String> names = new HashSet<>();
    schema.fields().stream().map(Field::name).forEach(names::add);
    return names;
  }

  /** The converter's doing: it writes them as text and reads text as 0. Avro keeps them. */
  @Test
  void whatIsNoNumberBecomesZeroInJson() {
    JsonConverter converter = new JsonConverter();
    converter.configure(Map.of("schemas.enable", "true"), false);
    for (double value : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      byte[] bytes = converter.fromConnectData("t", Schema.FLOAT64_SCHEMA, value);
      assertThat(converter.toConnectData("t", bytes).value()).isEqualTo(0.0);
    }
  }
}
