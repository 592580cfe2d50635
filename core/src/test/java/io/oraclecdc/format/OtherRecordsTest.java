package io.oraclecdc.format;

import static io.oraclecdc.format.Changes.ORIGIN;
import static io.oraclecdc.format.Changes.TRANSACTION;
import static io.oraclecdc.format.Changes.deleted;
import static io.oraclecdc.format.Changes.inserted;
import static io.oraclecdc.format.Changes.moved;
import static io.oraclecdc.format.Changes.number;
import static io.oraclecdc.format.Changes.row;
import static io.oraclecdc.format.Changes.settings;
import static io.oraclecdc.format.Changes.skipping;
import static io.oraclecdc.format.Changes.updated;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change;
import io.oraclecdc.config.NameAdjustmentMode;
import io.oraclecdc.config.SkippedOperation;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.TableSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records that are not changes of rows, and rows whose records are left out. */
class OtherRecordsTest {
  private static final TableSchema ORDERS =
      Tables.named(TableId.of("APP", "ORDERS"), "ID NUMBER(9)", "NOTE VARCHAR2(20)").build();

  private static ChangeRecord one(Change change) {
    List<ChangeRecord> records = new DebeziumFormat(settings()).records(change);
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private static Struct struct(@Nullable Object value) {
    return (Struct) requireNonNull(value);
  }

  private static Struct value(ChangeRecord record) {
    Struct value = struct(record.value());
    value.validate();
    return value;
  }

  @Test
  void DDL_14_aTruncateHasNoKeyAndNoRows() {
    ChangeRecord record = one(new Change.TableTruncated(ORDERS, ORIGIN));
    assertThat(record.key()).isNull();
    assertThat(record.keySchema()).isNull();
    assertThat(record.destination()).isEqualTo("cdc.APP.ORDERS");
    Struct value = value(record);
    assertThat(value.getString("op")).isEqualTo("t");
    assertThat(value.get("before")).isNull();
    assertThat(value.get("after")).isNull();
    assertThat(value.getStruct("source").getString("table")).isEqualTo("ORDERS");
    assertThat(value.getStruct("transaction").getInt64("total_order")).isEqualTo(2);
    assertThat(record.headers().lastWithName("cdc.event_index").value()).isEqualTo(1);
  }

  @Test
  void beginAndEndAreOfDebeziumsShape() {
    ChangeRecord begin = one(new Change.TransactionBegan(TRANSACTION, Changes.CHANGE_TIME));
    assertThat(begin.destination()).isEqualTo("cdc.cdc.transactions");
    assertThat(struct(begin.key()).getString("id")).isEqualTo("10.27.4711");
    assertThat(value(begin).getString("status")).isEqualTo("BEGIN");
    assertThat(value(begin).get("event_count")).isNull();
    assertThat(value(begin).get("data_collections")).isNull();
    assertThat(value(begin).getInt64("ts_ms")).isEqualTo(Changes.CHANGE_TIME.toEpochMilli());

    Map<TableId, Integer> counts = new LinkedHashMap<>();
    counts.put(TableId.of("APP", "ORDERS"), 2);
    counts.put(TableId.of("APP", "ITEMS"), 1);
    ChangeRecord end = one(new Change.TransactionEnded(TRANSACTION, counts));
    Struct ended = value(end);
    assertThat(requireNonNull(end.keySchema()).name())
        .isEqualTo("io.debezium.connector.common.TransactionMetadataKey");
    assertThat(requireNonNull(end.valueSchema()).name())
        .isEqualTo("io.debezium.connector.common.TransactionMetadataValue");
    assertThat(ended.getString("status")).isEqualTo("END");
    assertThat(ended.getInt64("event_count")).isEqualTo(3);
    assertThat(ended.getInt64("ts_ms")).isEqualTo(Changes.COMMIT_TIME.toEpochMilli());
    assertThat(ended.<Struct>getArray("data_collections"))
        .extracting(c -> c.getString("data_collection") + " " + c.getInt64("event_count"))
        .containsExactly("ORCL.APP.ORDERS 2", "ORCL.APP.ITEMS 1");
  }

  @Test
  void aTransactionWithoutTimesHasZero() {
    assertThat(value(one(new Change.TransactionBegan(TRANSACTION, null))).getInt64("ts_ms"))
        .isZero();
  }

  @Test
  void layoutsAreOfDebeziumsShape() {
    ChangeRecord altered = one(layout(LayoutChange.Kind.ALTER));
    assertThat(altered.destination()).isEqualTo("cdc.cdc.schema.changes");
    assertThat(struct(altered.key()).getString("databaseName")).isEqualTo("ORCL");
    Struct change = value(altered).<Struct>getArray("tableChanges").get(0);
    assertThat(change.getString("type")).isEqualTo("ALTER");
    assertThat(change.getString("id")).isEqualTo("\"ORCL\".\"APP\".\"ORDERS\"");
    Struct table = change.getStruct("table");
    assertThat(table.getArray("primaryKeyColumnNames")).isEqualTo(List.of("ID"));
    Struct id = table.<Struct>getArray("columns").get(0);
    assertThat(id.getString("typeName")).isEqualTo("NUMBER");
    assertThat(id.getInt32("jdbcType")).isEqualTo(2);
    assertThat(id.getInt32("length")).isEqualTo(9);
    assertThat(id.getInt32("position")).isEqualTo(1);

    Struct dropped =
        value(one(layout(LayoutChange.Kind.DROP))).<Struct>getArray("tableChanges").get(0);
    assertThat(dropped.getString("type")).isEqualTo("DROP");
    assertThat(dropped.get("table")).isNull();
  }

  private static Change layout(LayoutChange.Kind kind) {
    return new Change.SchemaChanged(
        new LayoutChange(kind, ORDERS),
        "ALTER TABLE secret",
        ORIGIN,
        new Scn(5),
        Changes.COMMIT_TIME);
  }

  @Test
  void theLayoutAtTheStartIsOneOfASnapshot() {
    Struct value =
        value(
            one(
                new Change.SchemaChanged(
                    new LayoutChange(LayoutChange.Kind.CREATE, ORDERS),
                    null,
                    null,
                    new Scn(5),
                    Changes.COMMIT_TIME)));
    assertThat(value.get("ddl")).isNull();
    assertThat(value.getStruct("source").getString("snapshot")).isEqualTo("true");
    assertThat(value.getStruct("source").getString("scn")).isEqualTo("5");
    assertThat(value.getStruct("source").get("txId")).isNull();
    assertThat(value.getInt64("ts_ms")).isEqualTo(Changes.COMMIT_TIME.toEpochMilli());
  }

  @Test
  void statementsAreNotInTexts() {
    assertThat(layout(LayoutChange.Kind.ALTER).toString()).doesNotContain("secret");
  }

  @Test
  void skippedOperationsHaveNoRecords() {
    Object[] before = {number("1"), "a"};
    Object[] after = {number("2"), "a"};
    assertThat(ops(SkippedOperation.C, inserted(ORDERS, before))).isEmpty();
    assertThat(ops(SkippedOperation.U, updated(ORDERS, row(before), row(before)))).isEmpty();
    assertThat(ops(SkippedOperation.D, deleted(ORDERS, before))).isEmpty();
    assertThat(ops(SkippedOperation.T, new Change.TableTruncated(ORDERS, ORIGIN))).isEmpty();
    assertThat(ops(SkippedOperation.U, moved(ORDERS, row(before), row(after))))
        .containsExactly("d", "tombstone", "c");
    assertThat(ops(SkippedOperation.D, moved(ORDERS, row(before), row(after))))
        .containsExactly("c");
    assertThat(ops(SkippedOperation.C, moved(ORDERS, row(before), row(after))))
        .containsExactly("d", "tombstone");
  }

  private static List<String> ops(SkippedOperation skipped, Change change) {
    return new DebeziumFormat(skipping(skipped))
        .records(change).stream()
            .map(
                record ->
                    record.value() == null ? "tombstone" : struct(record.value()).getString("op"))
            .toList();
  }

  @Test
  void kindsThatAreNotWantedHaveNoRecords() {
    DebeziumFormat rowsOnly = new DebeziumFormat(skipping());
    assertThat(rowsOnly.records(new Change.TransactionBegan(TRANSACTION, null))).isEmpty();
    assertThat(rowsOnly.records(new Change.TransactionEnded(TRANSACTION, Map.of()))).isEmpty();
    assertThat(rowsOnly.records(layout(LayoutChange.Kind.DROP))).isEmpty();
  }

  @Test
  void noTableMayHaveTheTopicOfTransactions() {
    FormatSettings all = settings();
    DebeziumFormat format =
        new DebeziumFormat(
            new FormatSettings(
                "1",
                "cdc",
                "${prefix}.cdc.transactions",
                all.heartbeatTopic(),
                all.decimalMode(),
                all.temporalMode(),
                all.intervalMode(),
                NameAdjustmentMode.NONE,
                NameAdjustmentMode.NONE,
                true,
                "x",
                all.others()));
    assertThatThrownBy(() -> format.check(ORDERS))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NAME_COLLISION))
        .hasMessageContaining("the transactions");
  }
}
