package io.oraclecdc.format;

import io.oraclecdc.change.Change.SchemaChanged;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Schema change records in Debezium's shape: one table each, with its captured columns.
 *
 * <p>What the dictionary is not asked for (character sets, comments, identity) is null.
 */
final class SchemaChangeRecords {
  private static final Schema NAMES = SchemaBuilder.array(Schema.STRING_SCHEMA).optional().build();

  static final Schema KEY =
      SchemaBuilder.struct()
          .name("io.debezium.connector.oracle.SchemaChangeKey")
          .version(1)
          .field("databaseName", Schema.STRING_SCHEMA)
          .build();
  static final Schema COLUMN =
      SchemaBuilder.struct()
          .name("io.debezium.connector.schema.Column")
          .version(1)
          .field("name", Schema.STRING_SCHEMA)
          .field("jdbcType", Schema.INT32_SCHEMA)
          .field("nativeType", Schema.OPTIONAL_INT32_SCHEMA)
          .field("typeName", Schema.STRING_SCHEMA)
          .field("typeExpression", Schema.OPTIONAL_STRING_SCHEMA)
          .field("charsetName", Schema.OPTIONAL_STRING_SCHEMA)
          .field("length", Schema.OPTIONAL_INT32_SCHEMA)
          .field("scale", Schema.OPTIONAL_INT32_SCHEMA)
          .field("position", Schema.INT32_SCHEMA)
          .field("optional", Schema.OPTIONAL_BOOLEAN_SCHEMA)
          .field("autoIncremented", Schema.OPTIONAL_BOOLEAN_SCHEMA)
          .field("generated", Schema.OPTIONAL_BOOLEAN_SCHEMA)
          .field("comment", Schema.OPTIONAL_STRING_SCHEMA)
          .field("defaultValueExpression", Schema.OPTIONAL_STRING_SCHEMA)
          .field("enumValues", NAMES)
          .build();
  static final Schema TABLE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.schema.Table")
          .version(1)
          .optional()
          .field("defaultCharsetName", Schema.OPTIONAL_STRING_SCHEMA)
          .field("primaryKeyColumnNames", NAMES)
          .field("columns", SchemaBuilder.array(COLUMN).build())
          .field("comment", Schema.OPTIONAL_STRING_SCHEMA)
          .build();
  static final Schema CHANGE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.schema.Change")
          .version(1)
          .field("type", Schema.STRING_SCHEMA)
          .field("id", Schema.STRING_SCHEMA)
          .field("table", TABLE)
          .build();
  static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.oracle.SchemaChangeValue")
          .version(1)
          .field("source", SourceBlock.SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .field("databaseName", Schema.OPTIONAL_STRING_SCHEMA)
          .field("schemaName", Schema.OPTIONAL_STRING_SCHEMA)
          .field("ddl", Schema.OPTIONAL_STRING_SCHEMA)
          .field("tableChanges", SchemaBuilder.array(CHANGE).build())
          .build();

  private final String topic;
  private final FormatSettings settings;

  SchemaChangeRecords(String topic, FormatSettings settings) {
    this.topic = topic;
    this.settings = settings;
  }

  ChangeRecord of(SchemaChanged change) {
    TableSchema table = change.table();
    SourceBlock source =
        new SourceBlock(settings.connectorVersion(), settings.topicPrefix(), table);
    ChangeOrigin origin = change.origin();
    Instant time = change.time();
    String database = table.container().name();
    Struct value =
        new Struct(VALUE)
            .put(
                "source",
                origin == null
                    ? source.ofLayout(change.scn(), time)
                    : source.of(origin, new CommittedBy(origin.transaction())))
            .put("ts_ms", time == null ? 0L : time.toEpochMilli())
            .put("databaseName", database)
            .put("schemaName", table.id().owner())
            .put("ddl", change.ddl())
            .put("tableChanges", List.of(tableChange(change.layout())));
    return new ChangeRecord(
        topic,
        KEY,
        new Struct(KEY).put("databaseName", database),
        VALUE,
        value,
        new ConnectHeaders());
  }

  private static Struct tableChange(LayoutChange change) {
    TableSchema table = change.table();
    Struct struct =
        new Struct(CHANGE)
            .put("type", change.kind().name())
            .put(
                "id",
                quoted(table.container().name())
                    + "."
                    + quoted(table.id().owner())
                    + "."
                    + quoted(table.id().name()));
    return change.kind() == LayoutChange.Kind.DROP ? struct : struct.put("table", layout(table));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static Struct layout(TableSchema table) {
    List<String> key = new ArrayList<>();
    for (int column : table.key().columns()) {
      key.add(table.columns().get(column).name());
    }
    List<Struct> columns = new ArrayList<>();
    for (Column column : table.columns()) {
      if (column.isCaptured()) {
        columns.add(column(column, columns.size() + 1));
      }
    }
    return new Struct(TABLE).put("primaryKeyColumnNames", key).put("columns", columns);
  }

  private static Struct column(Column column, int position) {
    OracleType type = column.type();
    String typeName = typeName(type);
    return new Struct(COLUMN)
        .put("name", column.name())
        .put("jdbcType", jdbcType(type.kind()))
        .put("typeName", typeName)
        .put("typeExpression", typeName)
        .put("length", length(type))
        .put("scale", type.kind() == OracleType.Kind.TIMESTAMP ? null : type.scale())
        .put("position", position)
        .put("optional", column.nullable())
        .put("autoIncremented", false)
        .put("generated", false)
        .put("defaultValueExpression", column.defaultExpression());
  }

  private static @Nullable Integer length(OracleType type) {
    if (type.kind() == OracleType.Kind.TIMESTAMP) {
      return type.scale(); // where consumers of Debezium's records look for the fraction digits
    }
    return type.length() > 0 ? Integer.valueOf(type.length()) : type.precision();
  }

  /** The type's name in the dictionary: with digits for the types whose names have them there. */
  private static String typeName(OracleType type) {
    return switch (type.kind()) {
      case TIMESTAMP,
          TIMESTAMP_WITH_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          INTERVAL_YEAR_TO_MONTH,
          INTERVAL_DAY_TO_SECOND,
          OBJECT ->
          type.declaration();
      case LONG_RAW -> "LONG RAW";
      default -> type.kind().name();
    };
  }

  /** The codes that Oracle's JDBC driver reports. */
  private static int jdbcType(OracleType.Kind kind) {
    return switch (kind) {
      case VARCHAR2 -> 12;
      case NVARCHAR2 -> -9;
      case CHAR -> 1;
      case NCHAR -> -15;
      case LONG -> -1;
      case NUMBER -> 2;
      case FLOAT -> 6;
      case BINARY_FLOAT -> 100;
      case BINARY_DOUBLE -> 101;
      case DATE, TIMESTAMP -> 93;
      case TIMESTAMP_WITH_TIME_ZONE -> -101;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> -102;
      case INTERVAL_YEAR_TO_MONTH -> -103;
      case INTERVAL_DAY_TO_SECOND -> -104;
      case RAW -> -3;
      case LONG_RAW -> -4;
      case ROWID, UROWID -> -8;
      case CLOB -> 2005;
      case NCLOB -> 2011;
      case BLOB -> 2004;
      case XMLTYPE -> 2009;
      case JSON -> 2016;
      case BOOLEAN -> 16;
      case VECTOR -> -105;
      case BFILE -> -13;
      case OBJECT -> 2002;
    };
  }
}
