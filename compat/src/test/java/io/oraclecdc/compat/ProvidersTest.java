package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.debezium.converters.CloudEventsConverter;
import io.debezium.transforms.outbox.EventRouter;
import io.oraclecdc.format.ChangeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Debezium's CloudEvents converter and outbox router find our providers and work with them. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProvidersTest {
  private List<ChangeRecord> records = List.of();

  @BeforeAll
  void capture() throws Exception {
    records =
        Story.tell(
            "providers",
            Map.of(),
            "OUTBOX",
            List.of(
                "CREATE TABLE outbox (id VARCHAR2(36) PRIMARY KEY, aggregatetype VARCHAR2(255),"
                    + " aggregateid VARCHAR2(255), type VARCHAR2(255), payload VARCHAR2(4000))",
                "ALTER TABLE outbox ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS"),
            List.of(
                "INSERT INTO outbox VALUES ('e-1', 'order', 'o-7', 'OrderPlaced', '{\"total\":1}')",
                "UPDATE outbox SET id = 'e-2' WHERE id = 'e-1'",
                "DELETE FROM outbox WHERE id = 'e-2'"));
    assertThat(records).hasSize(6);
  }

  @Test
  void theRouterNeedsNoSettings() {
    try (EventRouter<SourceRecord> router = new EventRouter<>()) {
      router.configure(Map.of());
      SourceRecord event = Objects.requireNonNull(router.apply(JsonWire.unread(records.get(0))));
      assertThat(event.topic()).isEqualTo("outbox.event.order");
      assertThat(event.key()).isEqualTo("o-7");
      assertThat(event.value()).isEqualTo("{\"total\":1}");
      assertThat(event.headers().lastWithName("id").value()).isEqualTo("e-1");
      // deletes and tombstones of a table that is emptied again are no events
      assertThat(router.apply(JsonWire.unread(records.get(4)))).isNull();
      assertThat(router.apply(JsonWire.unread(records.get(5)))).isNull();
    }
  }

  @Test
  void settingsOfTheRouterGoFirst() {
    try (EventRouter<SourceRecord> router = new EventRouter<>()) {
      router.configure(
          Map.of(
              "table.field.event.key",
              "ID",
              "route.by.field",
              "TYPE",
              "table.field.event.payload",
              "TYPE"));
      SourceRecord event = Objects.requireNonNull(router.apply(JsonWire.unread(records.get(0))));
      assertThat(event.topic()).isEqualTo("outbox.event.OrderPlaced");
      assertThat(event.key()).isEqualTo("e-1");
      assertThat(event.value()).isEqualTo("OrderPlaced");
    }
  }

  @Test
  void everyChangeIsACloudEventWithAnIdOfItsOwn() throws Exception {
    try (CloudEventsConverter converter = new CloudEventsConverter()) {
      converter.configure(
          Map.of(
              "serializer.type",
              "json",
              "data.serializer.type",
              "json",
              "json.schemas.enable",
              "false"),
          false);
      List<String> ids = new ArrayList<>();
      for (ChangeRecord item : records) {
        byte[] bytes =
            converter.fromConnectData(item.destination(), item.valueSchema(), item.value());
        if (item.value() == null) {
          assertThat(bytes).isNull();
          continue;
        }
        JsonNode event = new ObjectMapper().readTree(bytes);
        Struct envelope = (Struct) item.value();
        Struct source = envelope.getStruct("source");
        ids.add(event.get("id").asText());
        assertThat(event.get("source").asText()).isEqualTo("/debezium/oracle-cdc/cdc");
        assertThat(event.get("type").asText())
            .isEqualTo("io.debezium.connector.oracle-cdc.DataChangeEvent");
        assertThat(event.get("iodebeziumop").asText()).isEqualTo(envelope.getString("op"));
        assertThat(event.get("iodebeziumscn").asText()).isEqualTo(source.getString("scn"));
        assertThat(event.get("iodebeziumtxid").asText()).isEqualTo(source.getString("txId"));
        assertThat(event.get("iodebeziumpdb").isNull()).isTrue();
        assertThat(event.get("iodebeziumtable").asText()).isEqualTo("OUTBOX");
        String image = envelope.getString("op").equals("d") ? "before" : "after";
        assertThat(event.get("data").get(image).get("AGGREGATEID").asText()).isEqualTo("o-7");
      }
      assertThat(ids).hasSize(4).doesNotHaveDuplicates();
      assertThat(ids.get(0)).startsWith("cdc/").endsWith("/1/c");
    }
  }
}
