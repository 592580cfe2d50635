package io.oraclecdc.format;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.Heartbeat;
import io.oraclecdc.change.Change.KeyEffect;
import io.oraclecdc.change.Change.RowDeleted;
import io.oraclecdc.change.Change.RowInserted;
import io.oraclecdc.change.Change.RowRead;
import io.oraclecdc.change.Change.RowUpdated;
import io.oraclecdc.change.Change.SchemaChanged;
import io.oraclecdc.change.Change.TableTruncated;
import io.oraclecdc.change.Change.TransactionBegan;
import io.oraclecdc.change.Change.TransactionEnded;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.config.SkippedOperation;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Records in Debezium's shape: an envelope of before, after, source, operation, times and
 * transaction; keys of the key columns; tombstones; {@code cdc.*} headers.
 *
 * <pre>
 *  row of a snapshot                       r
 *  insert                                  c
 *  update                                  u
 *  delete                                  d, tombstone
 *  delete of a key that is taken again     nothing
 *  update that moves the key               d and tombstone of the old key, c
 *  ... whose old key is taken again        c
 *  TRUNCATE TABLE                          t
 *  begin and end of a transaction          BEGIN, END
 *  layout of a table                       schema change
 *  heartbeat                               heartbeat
 * </pre>
 *
 * <p>Records of an operation named in {@code cdc.skipped.operations} are left out, with their
 * tombstones.
 *
 * <p>No tombstone without a key, or with {@code cdc.tombstones.on.delete=false}. All records of one
 * change share its event index. The whole specification is {@code docs/record-formats.md}.
 *
 * <p>Used by one thread at a time; schemas are kept per {@link TableSchema} object as long as that
 * is in use.
 */
public final class DebeziumFormat implements RecordFormat {
  static final Schema HEARTBEAT_KEY =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.ServerNameKey")
          .version(1)
          .field("serverName", Schema.STRING_SCHEMA)
          .build();
  static final Schema HEARTBEAT_VALUE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.Heartbeat")
          .version(1)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .build();

  /** Marks a change that was read from the table as a whole, because LogMiner could not give it. */
  private static final String ROW_RESELECTED = "cdc.row_reselected";

  private static final Schema FIELD_NAMES = SchemaBuilder.array(Schema.STRING_SCHEMA).build();

  private final FormatSettings settings;
  private final TopicNames topics;
  private final @Nullable TransactionRecords transactions;
  private final @Nullable SchemaChangeRecords schemaChanges;
  private final Records records = new Records();
  private final Map<TableSchema, TableRecords> byTable = new WeakHashMap<>();
  private @Nullable TableSchema lastTable;
  private @Nullable TableRecords lastRecords;
  private @Nullable CommittedBy lastTransaction;

  /** A format with its own memory of topics and schemas. */
  public DebeziumFormat(FormatSettings settings) {
    this.settings = settings;
    this.topics =
        new TopicNames(settings.topicPrefix(), settings.topicTemplate(), settings.heartbeatTopic());
    OtherRecords others = settings.others();
    String transactionsTopic = others.transactionsTopic();
    this.transactions =
        transactionsTopic == null
            ? null
            : new TransactionRecords(topics.topicOf(transactionsTopic, "the transactions"));
    String schemaTopic = others.schemaChangesTopic();
    this.schemaChanges =
        schemaTopic == null
            ? null
            : new SchemaChangeRecords(topics.topicOf(schemaTopic, "the schema changes"), settings);
  }

  /** Tells whether values fit the fields of this format. */
  public FieldFits fits() {
    return new FieldFits(TableRecords.mappings(settings));
  }

  @Override
  public void check(TableSchema table) {
    recordsOf(table);
  }

  @Override
  public List<ChangeRecord> records(Change change) {
    return change.accept(records);
  }

  private TableRecords recordsOf(TableSchema table) {
    TableRecords known = lastRecords;
    if (table == lastTable && known != null) {
      return known;
    }
    TableRecords found = byTable.get(table);
    if (found == null) {
      found = new TableRecords(table, topics.topicOf(table), settings);
      byTable.put(table, found);
    }
    lastTable = table;
    lastRecords = found;
    return found;
  }

  @SuppressWarnings("ReferenceEquality") // One object stands for all changes of a transaction.
  private CommittedBy transactionOf(TransactionInfo info) {
    CommittedBy known = lastTransaction;
    if (known == null || known.info() != info) {
      known = new CommittedBy(info);
      lastTransaction = known;
    }
    return known;
  }

  private final class Records implements Change.Handler<List<ChangeRecord>> {

    @Override
    public List<ChangeRecord> rowRead(RowRead change) {
      TableRecords table = recordsOf(change.table());
      Headers headers = new ConnectHeaders();
      headers
          .addLong("cdc.scn", change.origin().scn().value())
          .addBoolean("cdc.snapshot", true)
          .add("cdc.schema_version", table.versionHeader());
      addNotLogged(headers, "cdc.not_logged.after", table, change.row());
      return List.of(
          record(
              table,
              table.key(change.row(), change.row(), change.origin()),
              table.envelope(change.row(), change.origin()),
              headers));
    }

    @Override
    public List<ChangeRecord> rowInserted(RowInserted change) {
      if (skips(SkippedOperation.C)) {
        return List.of();
      }
      TableRecords table = recordsOf(change.table());
      return List.of(created(table, change.origin(), change.after(), change.after(), null));
    }

    @Override
    public List<ChangeRecord> rowUpdated(RowUpdated change) {
      TableRecords table = recordsOf(change.table());
      ChangeOrigin origin = change.origin();
      if (change.keyEffect() == KeyEffect.UNCHANGED) {
        return skips(SkippedOperation.U) ? List.of() : List.of(updated(table, change));
      }
      if (change.keyEffect() == KeyEffect.MOVED_OLD_KEY_TAKEN) {
        return skips(SkippedOperation.C)
            ? List.of()
            : List.of(created(table, origin, change.after(), change.before(), null));
      }
      Struct oldKey = table.key(change.before(), change.before(), origin);
      ChangeRecord create = created(table, origin, change.after(), change.before(), oldKey);
      ChangeRecord delete = deleted(table, origin, change.before(), oldKey, (Struct) create.key());
      if (skips(SkippedOperation.D)) {
        return skips(SkippedOperation.C) ? List.of() : List.of(create);
      }
      if (skips(SkippedOperation.C)) {
        return withTombstone(delete);
      }
      return settings.tombstonesOnDelete()
          ? List.of(delete, tombstoneOf(delete), create)
          : List.of(delete, create);
    }

    private boolean skips(SkippedOperation operation) {
      return settings.others().skipped().contains(operation);
    }

    private List<ChangeRecord> withTombstone(ChangeRecord delete) {
      return delete.key() != null && settings.tombstonesOnDelete()
          ? List.of(delete, tombstoneOf(delete))
          : List.of(delete);
    }

    @Override
    public List<ChangeRecord> tableTruncated(TableTruncated change) {
      if (skips(SkippedOperation.T)) {
        return List.of();
      }
      TableRecords table = recordsOf(change.table());
      ChangeOrigin origin = change.origin();
      CommittedBy by = transactionOf(origin.transaction());
      return List.of(
          new ChangeRecord(
              table.topic(),
              null,
              null,
              table.envelopeSchema(),
              table.envelope("t", null, null, origin, by),
              headers(table, origin, by)));
    }

    @Override
    public List<ChangeRecord> transactionBegan(TransactionBegan change) {
      return transactions == null ? List.of() : List.of(transactions.begin(change));
    }

    @Override
    public List<ChangeRecord> transactionEnded(TransactionEnded change) {
      return transactions == null ? List.of() : List.of(transactions.end(change));
    }

    @Override
    public List<ChangeRecord> schemaChanged(SchemaChanged change) {
      return schemaChanges == null ? List.of() : List.of(schemaChanges.of(change));
    }

    @Override
    public List<ChangeRecord> rowDeleted(RowDeleted change) {
      if (change.keyTaken() || skips(SkippedOperation.D)) {
        return List.of();
      }
      TableRecords table = recordsOf(change.table());
      Struct key = table.key(change.before(), change.before(), change.origin());
      return withTombstone(deleted(table, change.origin(), change.before(), key, null));
    }

    @Override
    public List<ChangeRecord> heartbeat(Heartbeat change) {
      return List.of(
          new ChangeRecord(
              topics.heartbeatTopic(),
              HEARTBEAT_KEY,
              new Struct(HEARTBEAT_KEY).put("serverName", settings.topicPrefix()),
              HEARTBEAT_VALUE,
              new Struct(HEARTBEAT_VALUE).put("ts_ms", change.time().toEpochMilli()),
              new ConnectHeaders()));
    }

    private ChangeRecord created(
        TableRecords table,
        ChangeOrigin origin,
        RowImage after,
        RowImage keyFallback,
        @Nullable Struct oldKey) {
      CommittedBy by = transactionOf(origin.transaction());
      Headers headers = headers(table, origin, by);
      addNotLogged(headers, "cdc.not_logged.after", table, after);
      if (oldKey != null) {
        headers.add("__debezium.oldkey", oldKey, oldKey.schema());
      }
      return record(
          table,
          table.key(after, keyFallback, origin),
          table.envelope("c", null, after, origin, by),
          headers);
    }

    private ChangeRecord updated(TableRecords table, RowUpdated change) {
      ChangeOrigin origin = change.origin();
      CommittedBy by = transactionOf(origin.transaction());
      Headers headers = headers(table, origin, by);
      addNotLogged(headers, "cdc.not_logged.before", table, change.before());
      addNotLogged(headers, "cdc.not_logged.after", table, change.after());
      return record(
          table,
          table.key(change.after(), change.before(), origin),
          table.envelope("u", change.before(), change.after(), origin, by),
          headers);
    }

    private ChangeRecord deleted(
        TableRecords table,
        ChangeOrigin origin,
        RowImage before,
        @Nullable Struct key,
        @Nullable Struct newKey) {
      CommittedBy by = transactionOf(origin.transaction());
      Headers headers = headers(table, origin, by);
      addNotLogged(headers, "cdc.not_logged.before", table, before);
      if (newKey != null) {
        headers.add("__debezium.newkey", newKey, newKey.schema());
      }
      return record(table, key, table.envelope("d", before, null, origin, by), headers);
    }

    private ChangeRecord record(
        TableRecords table, @Nullable Struct key, Struct value, Headers headers) {
      return new ChangeRecord(
          table.topic(), table.keySchema(), key, table.envelopeSchema(), value, headers);
    }

    private ChangeRecord tombstoneOf(ChangeRecord delete) {
      Headers headers = delete.headers().duplicate();
      headers.remove("cdc.not_logged.before");
      headers.remove(ROW_RESELECTED);
      return new ChangeRecord(
          delete.destination(), delete.keySchema(), delete.key(), null, null, headers);
    }

    private Headers headers(TableRecords table, ChangeOrigin origin, CommittedBy by) {
      Headers headers = new ConnectHeaders();
      headers
          .addLong("cdc.scn", origin.scn().value())
          .add("cdc.commit_scn", by.commitScnHeader())
          .add("cdc.xid", by.idHeader())
          .addInt("cdc.event_index", origin.eventIndex())
          .add("cdc.event_count", by.eventCountHeader())
          .add("cdc.schema_version", table.versionHeader());
      if (origin.rowReselected()) {
        headers.addBoolean(ROW_RESELECTED, true);
      }
      return headers;
    }

    private void addNotLogged(Headers headers, String name, TableRecords table, RowImage image) {
      List<String> names = table.fieldsNotLogged(image);
      if (names != null) {
        headers.add(name, names, FIELD_NAMES);
      }
    }
  }
}
