package io.oraclecdc.format;

import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.RowOrigin;
import io.oraclecdc.change.SnapshotOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.TableSchema;
import java.time.Instant;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** The {@code source} field of the records of one table. */
final class SourceBlock {
  private static final String CONNECTOR = "oracle-cdc";

  /** Named as Debezium names it, so that its consumers find what they know. */
  static final Schema SCHEMA =
      SchemaBuilder.struct()
          .name("io.debezium.connector.oracle.Source")
          .version(1)
          .field("version", Schema.STRING_SCHEMA)
          .field("connector", Schema.STRING_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .field(
              "snapshot",
              SchemaBuilder.string()
                  .name("io.debezium.data.Enum")
                  .version(1)
                  .parameter(
                      "allowed",
                      "true,first,first_in_data_collection,last_in_data_collection,last,false,incremental")
                  .defaultValue("false")
                  .build())
          .field("db", Schema.STRING_SCHEMA)
          .field("sequence", Schema.OPTIONAL_STRING_SCHEMA)
          .field("schema", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("txId", Schema.OPTIONAL_STRING_SCHEMA)
          .field("scn", Schema.OPTIONAL_STRING_SCHEMA)
          .field("commit_scn", Schema.OPTIONAL_STRING_SCHEMA)
          .field("rs_id", Schema.OPTIONAL_STRING_SCHEMA)
          .field("ssn", Schema.OPTIONAL_INT64_SCHEMA)
          .field("redo_thread", Schema.OPTIONAL_INT32_SCHEMA)
          .field("user_name", Schema.OPTIONAL_STRING_SCHEMA)
          .field("row_id", Schema.OPTIONAL_STRING_SCHEMA)
          .field("pdb", Schema.OPTIONAL_STRING_SCHEMA)
          .field("reselect", Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  private static final Field VERSION = SCHEMA.field("version");
  private static final Field CONNECTOR_NAME = SCHEMA.field("connector");
  private static final Field NAME = SCHEMA.field("name");
  private static final Field TS_MS = SCHEMA.field("ts_ms");
  private static final Field SNAPSHOT = SCHEMA.field("snapshot");
  private static final Field DB = SCHEMA.field("db");
  private static final Field SCHEMA_NAME = SCHEMA.field("schema");
  private static final Field TABLE = SCHEMA.field("table");
  private static final Field TX_ID = SCHEMA.field("txId");
  private static final Field SCN = SCHEMA.field("scn");
  private static final Field COMMIT_SCN = SCHEMA.field("commit_scn");
  private static final Field RS_ID = SCHEMA.field("rs_id");
  private static final Field SSN = SCHEMA.field("ssn");
  private static final Field REDO_THREAD = SCHEMA.field("redo_thread");
  private static final Field USER_NAME = SCHEMA.field("user_name");
  private static final Field ROW_ID = SCHEMA.field("row_id");
  private static final Field PDB = SCHEMA.field("pdb");
  private static final Field RESELECT = SCHEMA.field("reselect");

  private final String version;
  private final String name;
  private final String db;
  private final String schema;
  private final String table;
  private final @Nullable String pdb;

  SourceBlock(String version, String name, TableSchema table) {
    this.version = version;
    this.name = name;
    this.db = table.container().name();
    this.schema = table.id().owner();
    this.table = table.id().name();
    this.pdb = table.id().pdb().isEmpty() ? null : table.id().pdb();
  }

  /** Where a streamed change came from. */
  Struct of(ChangeOrigin origin, CommittedBy transaction) {
    TransactionInfo info = transaction.info();
    Struct source = ofTable(origin);
    StructFiller.setKnown(source, USER_NAME, info.userName());
    StructFiller.setKnown(source, RESELECT, origin.reselectFailed() ? "failed" : null);
    StructFiller.set(source, TS_MS, changeMillis(origin.time(), info.commitTime()));
    StructFiller.set(source, SNAPSHOT, "false");
    StructFiller.set(source, TX_ID, transaction.id());
    StructFiller.set(source, COMMIT_SCN, transaction.commitScn());
    StructFiller.set(source, RS_ID, origin.address().toString());
    StructFiller.set(source, SSN, origin.ssn());
    StructFiller.set(source, REDO_THREAD, info.thread().number());
    return source;
  }

  /** Where a row of a snapshot came from: no transaction, no place in the redo. */
  Struct of(SnapshotOrigin origin) {
    Struct source = ofTable(origin);
    StructFiller.set(source, TS_MS, origin.readAt().toEpochMilli());
    StructFiller.set(
        source,
        SNAPSHOT,
        switch (origin.marker()) {
          case FIRST -> "first";
          case TRUE -> "true";
          case LAST -> "last";
          case INCREMENTAL -> "incremental";
        });
    return source;
  }

  /** Where a layout came from that was read from the dictionary. */
  Struct ofLayout(Scn scn, @Nullable Instant time) {
    Struct source = ofTable(scn);
    StructFiller.set(source, TS_MS, time == null ? 0L : time.toEpochMilli());
    return StructFiller.set(source, SNAPSHOT, "true");
  }

  /** What streamed changes and rows of snapshots have in common. */
  private Struct ofTable(RowOrigin origin) {
    RowId rowId = origin.rowId();
    Struct source = ofTable(origin.scn());
    StructFiller.setKnown(
        source, ROW_ID, rowId == null || rowId.isPlaceholder() ? null : rowId.text());
    return source;
  }

  private Struct ofTable(Scn scn) {
    Struct source = new Struct(SCHEMA);
    StructFiller.setKnown(source, PDB, pdb);
    StructFiller.set(source, VERSION, version);
    StructFiller.set(source, CONNECTOR_NAME, CONNECTOR);
    StructFiller.set(source, NAME, name);
    StructFiller.set(source, DB, db);
    StructFiller.set(source, SCHEMA_NAME, schema);
    StructFiller.set(source, TABLE, table);
    return StructFiller.set(source, SCN, scn.toString());
  }

  private static long changeMillis(@Nullable Instant change, @Nullable Instant commit) {
    Instant time = change == null ? commit : change;
    return time == null ? 0 : time.toEpochMilli();
  }
}
