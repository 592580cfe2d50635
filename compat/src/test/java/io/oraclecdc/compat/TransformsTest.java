package io.oraclecdc.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.transforms.ByLogicalTableRouter;
import io.debezium.transforms.ExtractChangedRecordState;
import io.debezium.transforms.ExtractNewRecordState;
import io.debezium.transforms.TimezoneConverter;
import io.oraclecdc.format.ChangeRecord;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Debezium's transforms over our records: c, u, key change (d, tombstone, c), d, tombstone. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransformsTest {
  private List<ChangeRecord> records = List.of();

  @BeforeAll
  void capture() throws Exception {
    records =
        Story.tell(
            "transforms",
            Map.of(),
            "ORDERS_\\d",
            List.of(
                "CREATE TABLE orders_1 (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20),"
                    + " amount NUMBER(10,2), placed TIMESTAMP(6), seen TIMESTAMP(6) WITH TIME ZONE)",
                "ALTER TABLE orders_1 ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS",
                "CREATE TABLE orders_2 (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20),"
                    + " amount NUMBER(10,2), placed TIMESTAMP(6), seen TIMESTAMP(6) WITH TIME ZONE)",
                "ALTER TABLE orders_2 ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS"),
            List.of(
                "INSERT INTO orders_1 VALUES (1, 'NEW', 19.90, TIMESTAMP '2026-03-29 10:15:29.5',"
                    + " TIMESTAMP '2026-03-29 10:15:29.5 -07:00')",
                "UPDATE orders_1 SET status = 'PAID' WHERE id = 1",
                "UPDATE orders_1 SET id = 2 WHERE id = 1",
                "DELETE FROM orders_1 WHERE id = 2",
                "INSERT INTO orders_2 (id, status) VALUES (1, 'OTHER')"));
    assertThat(records.stream().map(TransformsTest::operation))
        .containsExactly("c", "u", "d", "tombstone", "c", "d", "tombstone", "c");
  }

  private static String operation(ChangeRecord item) {
    return item.value() == null ? "tombstone" : ((Struct) item.value()).getString("op");
  }

  /** What a transform makes of all records; a null where it drops one. */
  private List<@Nullable SourceRecord> through(
      Transformation<SourceRecord> transform, Map<String, String> settings) {
    try (transform) {
      transform.configure(settings);
      List<@Nullable SourceRecord> out = new ArrayList<>();
      // a transform may change the structs it is given
      records.forEach(item -> out.add(transform.apply(new JsonWire().copied(item))));
      return out;
    }
  }

  /**
   * What is left of the records, in short: an operation for a row, t for a tombstone, - for
   * nothing.
   */
  @ParameterizedTest
  @CsvSource({
    "drop,c u - - c - - c",
    "tombstone,c u t - c t - c",
    "rewrite,c u d - c d - c",
    "rewrite-with-tombstone,c u d t c d t c",
    "delete-to-tombstone,c u t - c t - c"
  })
  void ExtractNewRecordStateKnowsDeletesAndTombstones(String mode, String expected) {
    List<@Nullable SourceRecord> out =
        through(
            new ExtractNewRecordState<>(),
            Map.of("delete.tombstone.handling.mode", mode, "add.fields", "op"));
    List<String> left =
        out.stream()
            .map(
                r ->
                    r == null
                        ? "-"
                        : r.value() == null ? "t" : ((Struct) r.value()).getString("__op"))
            .toList();
    assertThat(String.join(" ", left)).isEqualTo(expected);
  }

  @Test
  void ExtractNewRecordStateAddsFieldsOfTheSourceAndTheTransaction() {
    List<@Nullable SourceRecord> out =
        through(
            new ExtractNewRecordState<>(),
            Map.of(
                "add.fields",
                "op,table,source.scn,source.commit_scn,source.txId,source.row_id,transaction.id,ts_ms",
                "add.headers",
                "op,source.connector"));
    SourceRecord insert = Objects.requireNonNull(out.get(0));
    Struct row = (Struct) insert.value();
    Struct envelope = (Struct) Objects.requireNonNull(records.get(0).value());
    Struct source = envelope.getStruct("source");
    assertThat(row.get("ID")).isEqualTo(1);
    assertThat(row.get("STATUS")).isEqualTo("NEW");
    assertThat(row.get("__op")).isEqualTo("c");
    assertThat(row.get("__table")).isEqualTo("ORDERS_1");
    assertThat(row.get("__source_scn")).isEqualTo(source.get("scn"));
    assertThat(row.get("__source_commit_scn")).isEqualTo(source.get("commit_scn"));
    assertThat(row.get("__source_txId")).isEqualTo(source.get("txId"));
    assertThat(row.get("__source_row_id")).isEqualTo(source.get("row_id"));
    assertThat(row.get("__transaction_id")).isEqualTo(source.get("txId"));
    assertThat(row.get("__ts_ms")).isEqualTo(envelope.get("ts_ms"));
    assertThat(insert.headers().lastWithName("__op").value()).isEqualTo("c");
    assertThat(insert.headers().lastWithName("__source_connector").value()).isEqualTo("oracle-cdc");
    assertThat(insert.headers().lastWithName("cdc.xid").value()).isEqualTo(source.get("txId"));
    assertThat(insert.key()).isEqualTo(records.get(0).key());
  }

  @Test
  void ByLogicalTableRouterSendsTablesToOneTopicAndTellsTheirKeysApart() {
    List<@Nullable SourceRecord> out =
        through(
            new ByLogicalTableRouter<>(),
            Map.of("topic.regex", "cdc\\.APP\\.ORDERS_\\d", "topic.replacement", "orders"));
    for (int i = 0; i < records.size(); i++) {
      SourceRecord routed = Objects.requireNonNull(out.get(i));
      ChangeRecord item = records.get(i);
      assertThat(routed.topic()).isEqualTo("orders");
      Struct key = (Struct) routed.key();
      assertThat(key.get("__dbz__physicalTableIdentifier")).isEqualTo(item.destination());
      assertThat(key.get("ID")).isEqualTo(((Struct) Objects.requireNonNull(item.key())).get("ID"));
      assertThat(routed.value() == null).isEqualTo(item.value() == null);
      if (item.value() != null) {
        assertThat(routed.valueSchema().name()).isEqualTo("orders.Envelope");
        assertThat(((Struct) routed.value()).getString("op")).isEqualTo(operation(item));
      }
    }
  }

  @Test
  void TimezoneConverterMovesZonedTimesToTheSameInstant() {
    Map<String, String> settings = new HashMap<>();
    settings.put("converted.timezone", "+02:00");
    List<@Nullable SourceRecord> out = through(new TimezoneConverter<>(), settings);
    Struct before = ((Struct) Objects.requireNonNull(records.get(0).value())).getStruct("after");
    Struct after = ((Struct) Objects.requireNonNull(out.get(0)).value()).getStruct("after");
    assertThat(before.getString("SEEN")).isEqualTo("2026-03-29T10:15:29.500000-07:00");
    assertThat(OffsetDateTime.parse(after.getString("SEEN")))
        .hasToString("2026-03-29T19:15:29.500+02:00");
    assertThat(Objects.requireNonNull(out.get(3)).value()).isNull();
    assertThat(out).doesNotContainNull();
  }

  @Test
  void ExtractChangedRecordStateNamesTheFieldsOfAnUpdate() {
    List<@Nullable SourceRecord> out =
        through(
            new ExtractChangedRecordState<>(),
            Map.of("header.changed.name", "changed", "header.unchanged.name", "unchanged"));
    SourceRecord update = Objects.requireNonNull(out.get(1));
    assertThat(update.headers().lastWithName("changed").value()).isEqualTo(List.of("STATUS"));
    assertThat(update.headers().lastWithName("unchanged").value())
        .isEqualTo(List.of("ID", "AMOUNT", "PLACED", "SEEN"));
    assertThat(Objects.requireNonNull(out.get(3)).value()).isNull();
  }
}
