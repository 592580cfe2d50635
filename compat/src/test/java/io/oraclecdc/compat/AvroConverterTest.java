package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.apicurio.registry.utils.converter.AvroConverter;
import io.oraclecdc.format.ChangeRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Apicurio's Avro converter writes and reads our records without loss, or refuses their names. */
@Timeout(120)
class AvroConverterTest {
  private RegistryStub registry;
  private AvroConverter<?> keys;
  private AvroConverter<?> values;
  private final JsonConverter json = new JsonConverter();

  @BeforeEach
  void start() throws Exception {
    json.configure(Map.of("schemas.enable", "true"), false);
    registry = new RegistryStub();
    keys = converter(true);
    values = converter(false);
  }

  private AvroConverter<?> converter(boolean forKeys) {
    AvroConverter<?> converter = new AvroConverter<>();
    converter.configure(
        Map.of("apicurio.registry.url", registry.url(), "apicurio.registry.auto-register", "true"),
        forKeys);
    return converter;
  }

  @AfterEach
  void stop() {
    keys.close();
    values.close();
    registry.close();
  }

  private void readsAgain(ChangeRecord item) {
    readsAgain(keys, item.destination(), item.keySchema(), item.key());
    readsAgain(values, item.destination(), item.valueSchema(), item.value());
  }

  private void readsAgain(
      AvroConverter<?> converter, String topic, @Nullable Schema schema, @Nullable Object value) {
    RecordHeaders headers = new RecordHeaders();
    byte[] bytes = converter.fromConnectData(topic, headers, schema, value);
    if (value == null) {
      assertThat(bytes).isNull();
      return;
    }
    SchemaAndValue read = converter.toConnectData(topic, headers, bytes);
    assertThat(read.schema()).isEqualTo(schema);
    assertThat(text(topic, read.schema(), read.value())).isEqualTo(text(topic, schema, value));
  }

  /** Values in a form in which byte arrays and buffers are equal. */
  private byte[] text(String topic, @Nullable Schema schema, Object value) {
    return json.fromConnectData(topic, schema, value);
  }

  @ParameterizedTest
  @CsvSource({
    "precise,adaptive,none",
    "precise,adaptive,avro",
    "string,iso_string,avro_unicode",
    "double,adaptive,avro"
  })
  void recordsOfEveryTypeAreReadAgain(String decimals, String times, String names)
      throws Exception {
    List<ChangeRecord> records =
        WideRow.records(
            "avrotypes",
            Map.of(
                "cdc.lob.mode", "reselect",
                "cdc.decimal.mode", decimals,
                "cdc.temporal.mode", times,
                "cdc.schema.name.adjustment.mode", names,
                "cdc.field.name.adjustment.mode", names));
    assertThat(records).hasSizeGreaterThan(60);
    records.forEach(this::readsAgain);
  }

  @Test
  void whatIsNoNumberIsReadAgain() throws Exception {
    ChangeRecord insert =
        Story.tell(
                "avronan",
                Map.of(),
                "ODD",
                List.of(
                    "CREATE TABLE odd (id NUMBER(9) PRIMARY KEY, a BINARY_DOUBLE, b BINARY_FLOAT)",
                    "ALTER TABLE odd ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS"),
                List.of("INSERT INTO odd VALUES (1, BINARY_DOUBLE_NAN, -BINARY_FLOAT_INFINITY)"))
            .get(0);
    Struct after = ((Struct) Objects.requireNonNull(insert.value())).getStruct("after");
    assertThat(after.get("A")).isEqualTo(Double.NaN);
    assertThat(after.get("B")).isEqualTo(Float.NEGATIVE_INFINITY);
    readsAgain(insert);
  }

  private static List<ChangeRecord> awkward(
      String prefix, String table, String columns, Map<String, String> modes) throws Exception {
    Map<String, String> settings = new HashMap<>(modes);
    settings.put("cdc.topic.prefix", prefix);
    return Story.tell(
        "avronames",
        settings,
        table.replace("$", "\\$"),
        List.of(
            "CREATE TABLE " + table + " (" + columns + ")",
            "ALTER TABLE " + table + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS"),
        List.of("INSERT INTO " + table + " VALUES (1, 2, 'x')", "DELETE FROM " + table));
  }

  @ParameterizedTest
  @CsvSource({
    "avro,my_cdc.APP.ORDER_,ID_,_1ST,ORDER_LINES",
    "avro_unicode,my_u002dcdc.APP.ORDER_u0023,ID_u0023,_u0031ST,ORDER_u005fLINES"
  })
  void awkwardNamesAreReadAgainWhenAdjusted(
      String mode, String schemaName, String id, String digit, String underscore) throws Exception {
    List<ChangeRecord> records =
        awkward(
            "my-cdc",
            "ORDER#",
            "ID# NUMBER(9) PRIMARY KEY, \"1ST\" NUMBER, ORDER_LINES VARCHAR2(9)",
            Map.of(
                "cdc.schema.name.adjustment.mode", mode, "cdc.field.name.adjustment.mode", mode));
    assertThat(records).hasSize(3);
    records.forEach(this::readsAgain);
    ChangeRecord insert = records.get(0);
    assertThat(insert.destination()).isEqualTo("my-cdc.APP.ORDER_");
    Struct envelope = (Struct) Objects.requireNonNull(insert.value());
    assertThat(envelope.schema().name()).isEqualTo(schemaName + ".Envelope");
    assertThat(Objects.requireNonNull(insert.keySchema()).name()).isEqualTo(schemaName + ".Key");
    assertThat(envelope.getStruct("after").schema().fields().stream().map(f -> f.name()))
        .containsExactly(id, digit, underscore);
    assertThat(envelope.getStruct("source").getString("table")).isEqualTo("ORDER#");
    assertThat(registry.schemas())
        .anyMatch(s -> s.contains("\"connect.name\":\"io.debezium.data.VariableScaleDecimal\""));
  }

  @Test
  void aColumnNameAvroDoesNotAllowIsRefusedWhenTheFirstRecordIsWritten() throws Exception {
    ChangeRecord insert =
        awkward("cdc", "PLAIN", "ID# NUMBER(9) PRIMARY KEY, A NUMBER, B VARCHAR2(9)", Map.of())
            .get(0);
    assertThatThrownBy(() -> readsAgain(keys, "t", insert.keySchema(), insert.key()))
        .hasStackTraceContaining("ID#");
    assertThatThrownBy(() -> readsAgain(values, "t", insert.valueSchema(), insert.value()))
        .hasStackTraceContaining("ID#");
    assertThat(registry.schemas()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"cdc,ORDER#,ORDER#", "my-cdc,PLAIN,my-cdc"})
  void aTableOrPrefixAvroDoesNotAllowIsWrittenAndRefusedWhenItIsRead(
      String prefix, String table, String part) throws Exception {
    ChangeRecord insert =
        awkward(prefix, table, "ID NUMBER(9) PRIMARY KEY, A NUMBER, B VARCHAR2(9)", Map.of())
            .get(0);
    RecordHeaders headers = new RecordHeaders();
    String topic = insert.destination();
    byte[] bytes = values.fromConnectData(topic, headers, insert.valueSchema(), insert.value());
    assertThat(registry.schemas()).anyMatch(s -> s.contains(part));
    AvroConverter<?> reader = converter(false);
    assertThatThrownBy(() -> reader.toConnectData(topic, headers, bytes))
        .hasStackTraceContaining(part);
    reader.close();
  }
}
