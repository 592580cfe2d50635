package io.oraclecdc.format;

import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.RowOrigin;
import io.oraclecdc.change.SnapshotOrigin;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.format.RowStructs.ColumnField;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topic and schemas of one version of a table, and what turns its rows into structs. Made once per
 * {@link TableSchema}; holds no reference to it, so that it can be cached weakly.
 */
final class TableRecords {
  private static final Logger LOG = LoggerFactory.getLogger(TableRecords.class);

  static final Schema TRANSACTION =
      SchemaBuilder.struct()
          .name("event.block")
          .version(1)
          .optional()
          .field("id", Schema.STRING_SCHEMA)
          .field("total_order", Schema.INT64_SCHEMA)
          .field("data_collection_order", Schema.INT64_SCHEMA)
          .build();
  private static final Field TRANSACTION_ID = TRANSACTION.field("id");
  private static final Field TOTAL_ORDER = TRANSACTION.field("total_order");
  private static final Field DATA_COLLECTION_ORDER = TRANSACTION.field("data_collection_order");
  private static final String ROWID_FIELD = "ROWID";

  private final String table;
  private final String topic;
  private final SourceBlock source;
  private final SchemaAndValue versionHeader;
  private final RowStructs rows;
  private final RecordKey.Kind keyKind;
  private final @Nullable RowStructs keys;
  private final @Nullable Schema keySchema;
  private final Schema envelope;
  private final Field before;
  private final Field after;
  private final Field sourceField;
  private final Field op;
  private final Field millis;
  private final Field micros;
  private final Field nanos;
  private final Field transaction;

  TableRecords(TableSchema schema, String topic, FormatSettings settings) {
    TableId id = schema.publishedAs();
    NameAdjuster schemaNames = new NameAdjuster(settings.schemaNames());
    String baseName = settings.topicPrefix() + "." + id;
    ColumnMappings mappings = mappings(settings);
    String[] fieldNames = fieldNames(schema, new NameAdjuster(settings.fieldNames()));

    this.table = id.toString();
    this.topic = topic;
    this.source = new SourceBlock(settings.connectorVersion(), settings.topicPrefix(), schema);
    this.versionHeader = new SchemaAndValue(Schema.INT32_SCHEMA, schema.version());
    this.rows =
        rowStructs(
            schema,
            schemaNames.dottedName(baseName + ".Value"),
            mappings,
            fieldNames,
            settings.unavailablePlaceholder());
    this.keyKind = schema.key().kind();
    String keyName = schemaNames.dottedName(baseName + ".Key");
    this.keys =
        keyKind == RecordKey.Kind.COLUMNS
            ? keyStructs(schema, keyName, mappings, fieldNames, settings.unavailablePlaceholder())
            : null;
    this.keySchema =
        keys != null
            ? keys.schema()
            : keyKind == RecordKey.Kind.ROWID
                ? SchemaBuilder.struct()
                    .name(keyName)
                    .field(ROWID_FIELD, Schema.STRING_SCHEMA)
                    .build()
                : null;
    this.envelope =
        SchemaBuilder.struct()
            .name(schemaNames.dottedName(baseName + ".Envelope"))
            .version(1)
            .field("before", rows.schema())
            .field("after", rows.schema())
            .field("source", SourceBlock.SCHEMA)
            .field("op", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_us", Schema.OPTIONAL_INT64_SCHEMA)
            .field("ts_ns", Schema.OPTIONAL_INT64_SCHEMA)
            .field("transaction", TRANSACTION)
            .build();
    this.before = envelope.field("before");
    this.after = envelope.field("after");
    this.sourceField = envelope.field("source");
    this.op = envelope.field("op");
    this.millis = envelope.field("ts_ms");
    this.micros = envelope.field("ts_us");
    this.nanos = envelope.field("ts_ns");
    this.transaction = envelope.field("transaction");
  }

  /** How columns are mapped by some settings. */
  static ColumnMappings mappings(FormatSettings settings) {
    return new ColumnMappings(
        settings.decimalMode(), settings.temporalMode(), settings.intervalMode());
  }

  String topic() {
    return topic;
  }

  /** Null when records of the table have no key. */
  @Nullable Schema keySchema() {
    return keySchema;
  }

  Schema envelopeSchema() {
    return envelope;
  }

  SchemaAndValue versionHeader() {
    return versionHeader;
  }

  /**
   * The key of a row, null when records of the table have none.
   *
   * @param fallback where key columns are looked for that the image does not carry
   */
  @Nullable Struct key(RowImage image, RowImage fallback, RowOrigin origin) {
    if (keys != null) {
      return keys.key(image, fallback, origin);
    }
    if (keySchema == null) {
      return null;
    }
    RowId rowId = origin.rowId();
    if (rowId == null || rowId.isPlaceholder()) {
      throw new DecodeException(
          "a row of table "
              + table
              + ", whose key is the ROWID, has none in the redo ("
              + RowPlace.of(origin)
              + ")",
          null);
    }
    return new Struct(keySchema).put(ROWID_FIELD, rowId.text());
  }

  /** The envelope of a row that a snapshot read; it has no transaction. */
  Struct envelope(RowImage row, SnapshotOrigin origin) {
    Instant time = origin.readAt();
    Struct value = new Struct(envelope);
    StructFiller.set(value, after, rows.row(row, origin));
    StructFiller.set(value, sourceField, source.of(origin));
    StructFiller.set(value, op, "r");
    StructFiller.set(value, millis, time.toEpochMilli());
    StructFiller.set(value, micros, ChronoUnit.MICROS.between(Instant.EPOCH, time));
    return StructFiller.set(value, nanos, ChronoUnit.NANOS.between(Instant.EPOCH, time));
  }

  /** The envelope of a streamed change. */
  Struct envelope(
      String operation,
      @Nullable RowImage beforeImage,
      @Nullable RowImage afterImage,
      ChangeOrigin origin,
      CommittedBy by) {
    Struct block = new Struct(TRANSACTION);
    StructFiller.set(block, TRANSACTION_ID, by.id());
    StructFiller.set(block, TOTAL_ORDER, origin.eventIndex() + 1L);
    StructFiller.set(block, DATA_COLLECTION_ORDER, origin.tableIndex() + 1L);
    Struct value = new Struct(envelope);
    Struct beforeRow = beforeImage == null ? null : rows.row(beforeImage, origin);
    StructFiller.setKnown(value, before, beforeRow);
    if (afterImage != null) {
      StructFiller.set(
          value,
          after,
          beforeImage == null || beforeRow == null
              ? rows.row(afterImage, origin)
              : rows.row(afterImage, beforeImage, beforeRow, origin));
    }
    StructFiller.set(value, sourceField, source.of(origin, by));
    StructFiller.set(value, op, operation);
    StructFiller.set(value, millis, by.millis());
    StructFiller.set(value, micros, by.micros());
    StructFiller.setKnown(value, nanos, by.nanos());
    return StructFiller.set(value, transaction, block);
  }

  /** See {@link RowStructs#fieldsNotLogged}. */
  @Nullable List<String> fieldsNotLogged(RowImage image) {
    return rows.fieldsNotLogged(image);
  }

  /** Field names by column, of captured columns only; each its own. */
  private static String[] fieldNames(TableSchema schema, NameAdjuster adjuster) {
    List<Column> columns = schema.columns();
    String[] names = new String[columns.size()];
    Map<String, String> columnByField = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      String column = columns.get(i).name();
      names[i] = adjuster.simpleName(column);
      if (columns.get(i).isCaptured()) {
        String other = columnByField.put(names[i], column);
        if (other != null) {
          throw new CdcException(
              ErrorCode.NAME_COLLISION,
              "columns "
                  + other
                  + " and "
                  + column
                  + " of table "
                  + schema.id()
                  + " would both become field "
                  + names[i]);
        }
      }
    }
    return names;
  }

  private static RowStructs rowStructs(
      TableSchema schema,
      String name,
      ColumnMappings mappings,
      String[] fieldNames,
      String placeholder) {
    List<Integer> captured = new ArrayList<>();
    SchemaBuilder builder = SchemaBuilder.struct().name(name).optional();
    for (int i = 0; i < fieldNames.length; i++) {
      Column column = schema.columns().get(i);
      if (column.isCaptured()) {
        captured.add(i);
        ColumnMapping mapping = mappings.of(schema.id(), column);
        SchemaBuilder field = mapping.schema().optional();
        String defaultText = defaultText(schema.id(), column, mapping);
        if (defaultText != null) {
          field.parameter(ColumnDefault.PARAMETER, defaultText);
        }
        builder.field(fieldNames[i], field.build());
      }
    }
    return structs(schema, builder.build(), captured, mappings, placeholder);
  }

  private static RowStructs keyStructs(
      TableSchema schema,
      String name,
      ColumnMappings mappings,
      String[] fieldNames,
      String placeholder) {
    SchemaBuilder builder = SchemaBuilder.struct().name(name);
    for (int index : schema.key().columns()) {
      Column column = schema.columns().get(index);
      if (column.use() != Column.Use.CAPTURED) {
        throw new CdcException(
            ErrorCode.DECODE,
            "key column " + column.name() + " of table " + schema.id() + " is " + unfit(column));
      }
      SchemaBuilder field = mappings.of(schema.id(), column).schema();
      if (column.nullable()) {
        field.optional();
      }
      builder.field(fieldNames[index], field.build());
    }
    return structs(schema, builder.build(), schema.key().columns(), mappings, placeholder);
  }

  private static String unfit(Column keyColumn) {
    return switch (keyColumn.use()) {
      case EXCLUDED -> "named by cdc.columns.exclude, or not by cdc.columns.include";
      case MASKED -> "named by cdc.columns.mask.include";
      case HASHED -> "named by cdc.columns.hash.include";
      default -> "of a kind that is not captured";
    };
  }

  private static RowStructs structs(
      TableSchema table,
      Schema schema,
      List<Integer> columns,
      ColumnMappings mappings,
      String placeholder) {
    List<ColumnField> fields = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      Column column = table.columns().get(columns.get(i));
      fields.add(
          new ColumnField(
              columns.get(i),
              column.name(),
              column.type().declaration(),
              schema.fields().get(i),
              mappings.of(table.id(), column),
              ColumnMappings.hasPlaceholder(column)));
    }
    return new RowStructs(table.id().toString(), schema, fields, placeholder);
  }

  /** The column's default as the field would show it, null when there is none that can be read. */
  private static @Nullable String defaultText(TableId table, Column column, ColumnMapping mapping) {
    String expression = column.defaultExpression();
    // The default of a disguised column is one of its values.
    if (expression == null || column.isDisguised()) {
      return null;
    }
    try {
      Object value = ColumnDefault.evaluate(expression, column.type());
      return value == null
          ? null
          : ColumnDefault.text(mapping.convert(value, mapping.schema().build()));
    } catch (UnfitValueException e) {
      LOG.warn(
          "The default of column {} {} of table {} {}; its field has none",
          column.name(),
          column.type(),
          table,
          e.reason());
      return null;
    }
  }
}
