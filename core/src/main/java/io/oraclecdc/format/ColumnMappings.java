package io.oraclecdc.format;

import io.oraclecdc.config.DecimalMode;
import io.oraclecdc.config.TemporalMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** Chooses the mapping of a column by its type and the two modes. */
final class ColumnMappings {
  private final DecimalMode decimalMode;
  private final TemporalMode temporalMode;

  ColumnMappings(DecimalMode decimalMode, TemporalMode temporalMode) {
    this.decimalMode = decimalMode;
    this.temporalMode = temporalMode;
  }

  /**
   * The mapping of a column.
   *
   * @throws CdcException CDC-3001 when there is none
   */
  ColumnMapping of(TableId table, Column column) {
    OracleType type = column.type();
    return switch (type.kind()) {
      case VARCHAR2, NVARCHAR2, CHAR, NCHAR, LONG, ROWID, UROWID, CLOB, NCLOB -> Text.PLAIN;
      case XMLTYPE -> Text.XML;
      case RAW, LONG_RAW, BLOB -> Bytes.ANY;
      case BINARY_FLOAT, BINARY_DOUBLE, NUMBER, FLOAT -> NumberMappings.of(type, decimalMode);
      case DATE,
          TIMESTAMP,
          TIMESTAMP_WITH_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          INTERVAL_YEAR_TO_MONTH,
          INTERVAL_DAY_TO_SECOND ->
          TemporalMappings.of(type, temporalMode);
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

  /** Whether an unavailable value of the type is shown as the placeholder. */
  static boolean hasPlaceholder(OracleType type) {
    return switch (type.kind()) {
      case VARCHAR2, NVARCHAR2, CHAR, NCHAR, LONG, ROWID, UROWID, CLOB, NCLOB, XMLTYPE -> true;
      case RAW, LONG_RAW, BLOB -> true;
      default -> false;
    };
  }

  /** Character types: the text as it is, blanks included. */
  private enum Text implements ColumnMapping {
    PLAIN,
    XML;

    @Override
    public SchemaBuilder schema() {
      return this == PLAIN
          ? SchemaBuilder.string()
          : SchemaBuilder.string().name("io.debezium.data.Xml").version(1);
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
