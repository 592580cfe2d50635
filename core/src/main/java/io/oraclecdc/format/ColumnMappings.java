package io.oraclecdc.format;

import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.IntervalMode;
import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/** Chooses the mapping of a column by its type and the modes, or of what stands for its values. */
final class ColumnMappings {
  private final DecimalMode decimalMode;
  private final TemporalMode temporalMode;
  private final @Nullable IntervalMode intervalMode;

  /** Mappings by these modes; {@code intervalMode} is null to follow {@code temporalMode}. */
  ColumnMappings(
      DecimalMode decimalMode, TemporalMode temporalMode, @Nullable IntervalMode intervalMode) {
    this.decimalMode = decimalMode;
    this.temporalMode = temporalMode;
    this.intervalMode = intervalMode;
  }

  /**
   * The mapping of a column.
   *
   * @throws CdcException CDC-3001 when there is none
   */
  ColumnMapping of(TableId table, Column column) {
    OracleType type = column.type();
    if (column.isDisguised()) {
      return Text.DISGUISED;
    }
    return switch (type.kind()) {
      case VARCHAR2, NVARCHAR2, CHAR, NCHAR, LONG, ROWID, UROWID, CLOB, NCLOB -> Text.PLAIN;
      case XMLTYPE -> Text.XML;
      case RAW, LONG_RAW, BLOB -> Bytes.ANY;
      case BINARY_FLOAT, BINARY_DOUBLE, NUMBER, FLOAT -> NumberMappings.of(type, decimalMode);
      case DATE, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          TemporalMappings.of(type, temporalMode);
      case INTERVAL_YEAR_TO_MONTH, INTERVAL_DAY_TO_SECOND ->
          IntervalMappings.of(temporalMode, intervalMode);
      case JSON, BOOLEAN, VECTOR, BFILE, OBJECT ->
          throw new CdcException(
              ErrorCode.DECODE,
              "column "
                  + column.name()
                  + " of table "
                  + table
                  + " has type "
                  + type
                  + ", which has no place in records");
    };
  }

  /** Whether an unavailable value of the column is shown as the placeholder. */
  static boolean hasPlaceholder(Column column) {
    return column.isDisguised() || hasPlaceholder(column.type());
  }

  private static boolean hasPlaceholder(OracleType type) {
    return switch (type.kind()) {
      case VARCHAR2, NVARCHAR2, CHAR, NCHAR, LONG, ROWID, UROWID, CLOB, NCLOB, XMLTYPE -> true;
      case RAW, LONG_RAW, BLOB -> true;
      default -> false;
    };
  }

  /** Character types: the text as it is, blanks included. */
  private enum Text implements ColumnMapping {
    PLAIN,
    XML,
    /** What stands for values that nobody may see; marked as Debezium marks it. */
    DISGUISED;

    @Override
    public SchemaBuilder schema() {
      return switch (this) {
        case PLAIN -> SchemaBuilder.string();
        case XML -> SchemaBuilder.string().name("io.debezium.data.Xml").version(1);
        case DISGUISED -> SchemaBuilder.string().parameter("masked", "true");
      };
    }

    @Override
    public Object convert(Object value, Schema schema) {
      return String.class.cast(value);
    }
  }

  /** Raw types. */
  private enum Bytes implements ColumnMapping {
    ANY;

    @Override
    public SchemaBuilder schema() {
      return SchemaBuilder.bytes();
    }

    @Override
    public Object convert(Object value, Schema schema) {
      return ByteBuffer.wrap((byte[]) value);
    }
  }
}
