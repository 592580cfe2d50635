package io.oraclecdc.value;

import io.oraclecdc.schema.Column;

/**
 * The codecs of one database, one per column type. Not thread-safe: each decoding thread has its
 * own.
 */
public final class ValueCodecs {
  private final CodecContext context;

  /** Codecs that read values as {@code context} says. */
  public ValueCodecs(CodecContext context) {
    this.context = context;
  }

  /** A codec for values of a column. */
  public ColumnCodec codecFor(Column column) {
    return switch (column.type().kind()) {
      case VARCHAR2, CHAR, LONG ->
          new TextCodec(context.databaseCharset(), column.type().isExtendedString());
      case NVARCHAR2, NCHAR ->
          new TextCodec(context.nationalCharset(), column.type().isExtendedString());
      case NUMBER, FLOAT -> new NumberCodec();
      case BINARY_FLOAT -> new BinaryFloatCodec();
      case BINARY_DOUBLE -> new BinaryDoubleCodec();
      case DATE -> new DateCodec();
      case TIMESTAMP -> new TimestampCodec();
      case TIMESTAMP_WITH_TIME_ZONE -> new ZonedTimestampCodec();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> new LocalZoneTimestampCodec(context.sessionZone());
      case INTERVAL_YEAR_TO_MONTH -> new YearMonthIntervalCodec();
      case INTERVAL_DAY_TO_SECOND -> new DaySecondIntervalCodec();
      case RAW, LONG_RAW -> new RawCodec();
      case ROWID, UROWID -> new RowIdCodec();
      case CLOB, NCLOB, BLOB, XMLTYPE -> new LobCodec();
      case JSON, BOOLEAN, VECTOR, BFILE, OBJECT -> new OpaqueCodec();
    };
  }
}
