package io.oraclecdc.benchmarks;

import io.debezium.connector.oracle.CommitScn;
import io.debezium.connector.oracle.OracleConnectorConfig;
import io.debezium.connector.oracle.OracleOffsetContext;
import io.debezium.connector.oracle.OraclePartition;
import io.debezium.connector.oracle.Scn;
import io.debezium.connector.oracle.logminer.LogMinerChangeRecordEmitter;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlEntry;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlParser;
import io.debezium.data.Envelope.Operation;
import io.debezium.pipeline.source.snapshot.incremental.SignalBasedIncrementalSnapshotContext;
import io.debezium.pipeline.spi.ChangeRecordEmitter;
import io.debezium.pipeline.spi.OffsetContext;
import io.debezium.pipeline.txmetadata.TransactionContext;
import io.debezium.relational.CustomConverterRegistry;
import io.debezium.relational.Table;
import io.debezium.relational.TableSchema;
import io.debezium.relational.TableSchemaBuilder;
import io.debezium.schema.DataCollectionSchema;
import io.debezium.schema.SchemaTopicNamingStrategy;
import io.debezium.util.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the peer does from the parsed values of a change to its records: its table schema converts
 * the values, its emitter makes the envelope, and a source record with its offset is made of it, as
 * its dispatcher does. Queue, transforms and metrics are left out.
 */
final class DebeziumRecords {
  private static final Instant TIME = Instant.parse("2026-03-29T10:15:30Z");

  private final OracleConnectorConfig settings = DebeziumDecoder.settings();
  private final LogMinerDmlParser parser = new LogMinerDmlParser(settings);
  private final Table table = OrderTables.debezium();
  private final SchemaTopicNamingStrategy topics = SchemaTopicNamingStrategy.create(settings);
  private final TableSchema schema =
      new TableSchemaBuilder(
              DebeziumDecoder.converters(settings),
              null,
              settings.schemaNameAdjuster(),
              new CustomConverterRegistry(null),
              settings.getSourceInfoStructMaker().schema(),
              settings.getFieldNamer(),
              false,
              settings.getEventConvertingFailureHandlingMode())
          .create(topics, table, null, null, null);
  private final OraclePartition partition = new OraclePartition("bench", "FREE");
  private final OracleOffsetContext offset =
      OracleOffsetContext.create()
          .logicalName(settings)
          .scn(Scn.valueOf(1))
          .commitScn(CommitScn.empty())
          .snapshotScn(Scn.valueOf(1))
          .snapshotPendingTransactions(Map.of())
          .transactionContext(new TransactionContext())
          .incrementalSnapshotContext(new SignalBasedIncrementalSnapshotContext<>())
          .build();
  private final Sink sink = new Sink();
  private long scn = 81_209_000;

  /** Parses a statement: what the peer keeps of a change until its transaction ends. */
  LogMinerDmlEntry parse(String sql) {
    return parser.parse(sql, table);
  }

  /** The records of a change. */
  List<SourceRecord> records(LogMinerDmlEntry entry) {
    placeNextEvent();
    sink.records = new ArrayList<>(2);
    try {
      emitter(entry).emitChangeRecords(schema, sink);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return sink.records;
  }

  @SuppressWarnings("unchecked") // Its class leaves out what its interface wants to know.
  private ChangeRecordEmitter<OraclePartition> emitter(LogMinerDmlEntry entry) {
    return new LogMinerChangeRecordEmitter(
        settings,
        partition,
        offset,
        entry.getEventType(),
        entry.getOldValues(),
        entry.getNewValues(),
        table,
        null,
        Clock.SYSTEM);
  }

  /** What the peer tells its offset of each event. */
  private void placeNextEvent() {
    Scn current = Scn.valueOf(scn++);
    offset.setEventScn(current);
    offset.setEventCommitScn(Scn.valueOf(81_309_000));
    offset.setTransactionId("0a001b0067120000");
    offset.setTransactionSequence(1L);
    offset.setUserName("SHOP");
    offset.setSourceTime(TIME);
    offset.setTableId(table.id());
    offset.setRedoThread(1);
    offset.setRsId("0x0000fd.00011b0e.0010");
    offset.setSsn(0);
    offset.setRowId("AAATKrAAOAAAAmlAAJ");
    offset.setStartScn(current);
    offset.setStartTime(TIME);
    offset.setCommitTime(TIME);
    offset.tableEvent(table.id(), TIME);
  }

  private final class Sink implements ChangeRecordEmitter.Receiver<OraclePartition> {
    private List<SourceRecord> records = new ArrayList<>();

    @Override
    public void changeRecord(
        OraclePartition of,
        DataCollectionSchema collection,
        Operation operation,
        Object key,
        Struct value,
        OffsetContext at,
        @Nullable ConnectHeaders headers) {
      SourceRecord made =
          new SourceRecord(
              of.getSourcePartition(),
              at.getOffset(),
              topics.dataChangeTopic(table.id()),
              null,
              schema.keySchema(),
              key,
              schema.getEnvelopeSchema().schema(),
              value,
              null,
              headers);
      records.add(made);
      if (operation == Operation.DELETE) {
        records.add(
            made.newRecord(
                made.topic(), null, made.keySchema(), key, null, null, null, made.headers()));
      }
    }
  }
}
