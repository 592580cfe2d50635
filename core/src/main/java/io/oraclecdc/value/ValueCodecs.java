package io.oraclecdc.value;

import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import java.nio.charset.Charset;

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

  /** A codec for values of a column; those of a disguised one never leave it in clear. */
  public ColumnCodec codecFor(Column column) {
    return context.disguises().over(clearCodecFor(column), column);
  }

  private ColumnCodec clearCodecFor(Column column) {
    return switch (column.type().kind()) {
      case VARCHAR2, CHAR ->
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
      case LONG -> new LongCodec(new TextCodec(context.databaseCharset(), false));
      case LONG_RAW -> new LongCodec(new RawCodec());
      case RAW -> new RawCodec();
      case ROWID, UROWID -> new RowIdCodec();
      case CLOB, XMLTYPE -> new ClobCodec(new TextCodec(context.databaseCharset(), false));
      case NCLOB -> new ClobCodec(new TextCodec(context.nationalCharset(), false));
      case BLOB -> new BlobCodec();
      case JSON, BOOLEAN, VECTOR, BFILE, OBJECT -> new OpaqueCodec();
    };
  }

  /**
   * A codec for bytes of a data block, as LogMiner prints values of columns that its dictionary
   * does not know: HEXTORAW of Oracle's internal encoding.
   */
  public ColumnCodec internalCodecFor(Column column) {
    return context.disguises().over(new InternalCodec(column.type(), context), column);
  }

  /**
   * A piece of a value that comes in several rows: {@code String} of a text literal, {@code byte[]}
   * of HEXTORAW, {@link SpecialValue#SQL_NULL} of NULL. What bytes are is decided by the type of
   * the column, see {@link #text}.
   *
   * @throws LiteralException if the literal is neither
   */
  public static Object piece(Literal literal) {
    return switch (literal.kind()) {
      case QUOTED -> literal.text();
      case UNISTR -> TextCodec.unistr(literal);
      case CONCATENATION -> TextCodec.concatenation(literal);
      case HEXTORAW -> Hex.decode(literal);
      case NULL -> SpecialValue.SQL_NULL;
      default -> throw new LiteralException(literal.sourceStart(), "a text or bytes are expected");
    };
  }

  /** Whether pieces of the type's values are bytes and stay bytes. */
  public static boolean isBinary(OracleType type) {
    return switch (type.kind()) {
      case BLOB, RAW, LONG_RAW -> true;
      default -> false;
    };
  }

  /**
   * Bytes of a column's character set as text.
   *
   * @throws LiteralException if they are none
   */
  public String text(OracleType type, byte[] bytes) {
    return CharsetText.decode(bytes, charsetOf(type), 0);
  }

  /** A decoder of bytes of a column's character set that come in chunks. */
  public ChunkDecoder chunkDecoder(OracleType type) {
    return new ChunkDecoder(charsetOf(type));
  }

  private Charset charsetOf(OracleType type) {
    boolean national =
        type.kind() == OracleType.Kind.NCLOB || type.kind() == OracleType.Kind.NVARCHAR2;
    return national ? context.nationalCharset() : context.databaseCharset();
  }
}
