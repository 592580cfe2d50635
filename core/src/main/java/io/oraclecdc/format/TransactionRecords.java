package io.oraclecdc.format;

import io.oraclecdc.change.Change.TransactionBegan;
import io.oraclecdc.change.Change.TransactionEnded;
import io.oraclecdc.change.TransactionInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/** BEGIN and END records of transactions, in Debezium's schemas. */
final class TransactionRecords {
  static final Schema KEY =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.TransactionMetadataKey")
          .version(1)
          .field("id", Schema.STRING_SCHEMA)
          .build();
  static final Schema COLLECTION =
      SchemaBuilder.struct()
          .name("event.collection")
          .version(1)
          .optional()
          .field("data_collection", Schema.STRING_SCHEMA)
          .field("event_count", Schema.INT64_SCHEMA)
          .build();
  static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.TransactionMetadataValue")
          .version(1)
          .field("status", Schema.STRING_SCHEMA)
          .field("id", Schema.STRING_SCHEMA)
          .field("event_count", Schema.OPTIONAL_INT64_SCHEMA)
          .field("data_collections", SchemaBuilder.array(COLLECTION).optional().build())
          .field("ts_ms", Schema.INT64_SCHEMA)
          .build();

  private final String topic;

  TransactionRecords(String topic) {
    this.topic = topic;
  }

  ChangeRecord begin(TransactionBegan change) {
    return record(
        change.transaction(),
        new Struct(VALUE).put("status", "BEGIN").put("ts_ms", millis(change.time())));
  }

  ChangeRecord end(TransactionEnded change) {
    TransactionInfo transaction = change.transaction();
    List<Struct> collections = new ArrayList<>();
    change
        .perTable()
        .forEach(
            (table, count) ->
                collections.add(
                    new Struct(COLLECTION)
                        .put(
                            "data_collection",
                            String.join(
                                ".", transaction.container().name(), table.owner(), table.name()))
                        .put("event_count", (long) count)));
    return record(
        transaction,
        new Struct(VALUE)
            .put("status", "END")
            .put("event_count", change.eventCount())
            .put("data_collections", collections)
            .put("ts_ms", millis(transaction.commitTime())));
  }

  private ChangeRecord record(TransactionInfo transaction, Struct value) {
    String id = transaction.key().xid().toString();
    return new ChangeRecord(
        topic,
        KEY,
        new Struct(KEY).put("id", id),
        VALUE,
        value.put("id", id),
        new ConnectHeaders());
  }

  private static long millis(@Nullable Instant time) {
    return time == null ? 0 : time.toEpochMilli();
  }
}
