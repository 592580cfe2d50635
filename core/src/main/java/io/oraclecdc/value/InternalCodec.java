package io.oraclecdc.value;

import io.oraclecdc.schema.OracleType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;

/**
 * Values as a data block holds them.
 *
 * <pre>
 *  NUMBER      exponent, base 100 digits + 1; negative: both complemented, 0x66 behind; 0 is 80
 *  DATE        century + 100, year + 100, month, day, hour + 1, minute + 1, second + 1
 *  TIMESTAMP   DATE, then nanoseconds in 4 bytes unless zero
 *  WITH TIME ZONE   in UTC, then hour + 20 and minute + 60 of the offset
 *  floats      IEEE 754, sign bit turned round, all bits when negative
 *  intervals   years or days + 2^31, smaller fields + 60, nanoseconds + 2^31
 *  ROWID       data object, file and block, row
 *  text        bytes of the character set
 * </pre>
 *
 * <p>No bytes are NULL, for LOBs empty. What cannot be read for certain (time zone regions, local
 * time zones, LOBs with content) is refused or unavailable, never guessed.
 */
final class InternalCodec implements ColumnCodec {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int MOST_DIGIT_BYTES = 20;

  private final OracleType type;
  private final CodecContext context;

  InternalCodec(OracleType type, CodecContext context) {
    this.type = type;
    this.context = context;
  }

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.HEXTORAW) {
      throw new LiteralException(
          literal.sourceStart(), "HEXTORAW of the internal encoding is expected");
    }
    byte[] bytes = Hex.decode(literal);
    try {
      return bytes.length == 0 ? empty() : value(bytes, literal.start());
    } catch (DateTimeException | ArithmeticException e) {
      // the cause would quote the value
      throw damaged(literal.start());
    }
  }

  private Object empty() {
    return switch (type.kind()) {
      case CLOB, NCLOB -> "";
      case BLOB -> new byte[0];
      default -> SpecialValue.SQL_NULL;
    };
  }

  private Object value(byte[] bytes, int at) {
    return switch (type.kind()) {
      case VARCHAR2, CHAR, LONG -> CharsetText.decode(bytes, context.databaseCharset(), at);
      case NVARCHAR2, NCHAR -> CharsetText.decode(bytes, context.nationalCharset(), at);
      case NUMBER, FLOAT -> number(bytes, at);
      case BINARY_FLOAT -> binaryFloat(sized(bytes, 4, at));
      case BINARY_DOUBLE -> binaryDouble(sized(bytes, 8, at));
      case DATE -> date(sized(bytes, 7, at), at);
      case TIMESTAMP -> timestamp(bytes, at);
      case TIMESTAMP_WITH_TIME_ZONE -> zoned(sized(bytes, 13, at), at);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          throw new LiteralException(
              at, "the zone of the database, in which local timestamps are stored, is not known");
      case INTERVAL_YEAR_TO_MONTH -> yearMonth(sized(bytes, 5, at), at);
      case INTERVAL_DAY_TO_SECOND -> daySecond(sized(bytes, 11, at), at);
      case RAW, LONG_RAW -> bytes;
      case ROWID -> rowId(sized(bytes, 10, at));
      case UROWID, CLOB, NCLOB, BLOB, XMLTYPE, JSON, BOOLEAN, VECTOR, BFILE, OBJECT ->
          SpecialValue.UNAVAILABLE;
    };
  }

  private static byte[] sized(byte[] bytes, int length, int at) {
    if (bytes.length != length) {
      throw damaged(at);
    }
    return bytes;
  }

  private static LiteralException damaged(int at) {
    return new LiteralException(at, "the bytes are no value of this type in internal encoding");
  }

  private static BigDecimal number(byte[] bytes, int at) {
    int head = bytes[0] & 0xFF;
    if (head == 0x80 && bytes.length == 1) {
      return BigDecimal.ZERO;
    }
    boolean negative = head < 0x80;
    int end = bytes.length;
    if (negative && end > 1 && bytes[end - 1] == 0x66) {
      end--;
    }
    int exponent = negative ? 0x3E - head : head - 0xC1;
    int pairs = end - 1;
    if (pairs < 1 || pairs > MOST_DIGIT_BYTES) {
      throw damaged(at);
    }
    BigInteger unscaled = BigInteger.ZERO;
    BigInteger hundred = BigInteger.valueOf(100);
    for (int i = 1; i < end; i++) {
      int pair = negative ? 101 - (bytes[i] & 0xFF) : (bytes[i] & 0xFF) - 1;
      // A digit 0 at either end would be another form of the same number, which Oracle never
      // writes.
      boolean outer = i == 1 || i == end - 1;
      if (pair < 0 || pair > 99 || (pair == 0 && outer)) {
        throw damaged(at);
      }
      unscaled = unscaled.multiply(hundred).add(BigInteger.valueOf(pair));
    }
    BigDecimal number = new BigDecimal(unscaled, (pairs - 1 - exponent) * 2);
    number = number.stripTrailingZeros();
    number = number.scale() < 0 ? number.setScale(0) : number;
    return negative ? number.negate() : number;
  }

  private static Float binaryFloat(byte[] bytes) {
    int bits = ByteBuffer.wrap(bytes).getInt();
    return Float.intBitsToFloat(bits < 0 ? bits & Integer.MAX_VALUE : ~bits);
  }

  private static Double binaryDouble(byte[] bytes) {
    long bits = ByteBuffer.wrap(bytes).getLong();
    return Double.longBitsToDouble(bits < 0 ? bits & Long.MAX_VALUE : ~bits);
  }

  private static LocalDateTime date(byte[] bytes, int at) {
    return dateTime(bytes, 0, at);
  }

  private static LocalDateTime dateTime(byte[] bytes, int nanos, int at) {
    int year = ((bytes[0] & 0xFF) - 100) * 100 + (bytes[1] & 0xFF) - 100;
    if (year == 0 || year < -4712 || year > 9999) {
      throw damaged(at);
    }
    int isoYear = year < 0 ? year + 1 : year;
    if (TimestampText.isJulianLeapDay(isoYear, bytes[2], bytes[3])) {
      throw new LiteralException(at, TimestampText.JULIAN_LEAP_DAY);
    }
    return LocalDateTime.of(
        isoYear, bytes[2], bytes[3], bytes[4] - 1, bytes[5] - 1, bytes[6] - 1, nanos);
  }

  private static LocalDateTime timestamp(byte[] bytes, int at) {
    if (bytes.length == 7) {
      return dateTime(bytes, 0, at);
    }
    return dateTime(sized(bytes, 11, at), ByteBuffer.wrap(bytes, 7, 4).getInt(), at);
  }

  private static OffsetDateTime zoned(byte[] bytes, int at) {
    if ((bytes[11] & 0x80) != 0) {
      throw new LiteralException(
          at, "the time zone is a region, of which the bytes give only a number of Oracle's own");
    }
    LocalDateTime utc = dateTime(bytes, ByteBuffer.wrap(bytes, 7, 4).getInt(), at);
    ZoneOffset offset = ZoneOffset.ofHoursMinutes((bytes[11] & 0x7F) - 20, bytes[12] - 60);
    return utc.atOffset(ZoneOffset.UTC).withOffsetSameInstant(offset);
  }

  private static Period yearMonth(byte[] bytes, int at) {
    int years = ByteBuffer.wrap(bytes).getInt() ^ Integer.MIN_VALUE;
    int months = bytes[4] - 60;
    if (months < -11 || months > 11) {
      throw damaged(at);
    }
    return Period.of(years, months, 0);
  }

  private static Duration daySecond(byte[] bytes, int at) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long days = buffer.getInt() ^ Integer.MIN_VALUE;
    int hours = buffer.get() - 60;
    int minutes = buffer.get() - 60;
    int seconds = buffer.get() - 60;
    int nanos = buffer.getInt() ^ Integer.MIN_VALUE;
    if (Math.abs(hours) > 23
        || Math.abs(minutes) > 59
        || Math.abs(seconds) > 59
        || Math.abs((long) nanos) > 999_999_999) {
      throw damaged(at);
    }
    return Duration.ofSeconds(days * 86_400 + hours * 3_600L + minutes * 60L + seconds, nanos);
  }

  private static String rowId(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long object = buffer.getInt() & 0xFFFF_FFFFL;
    long address = buffer.getInt() & 0xFFFF_FFFFL;
    long row = buffer.getShort() & 0xFFFFL;
    StringBuilder text = new StringBuilder(18);
    digits(text, object, 6);
    digits(text, address >>> 22, 3);
    digits(text, address & 0x3F_FFFF, 6);
    digits(text, row, 3);
    return text.toString();
  }

  private static void digits(StringBuilder text, long number, int count) {
    for (int i = count - 1; i >= 0; i--) {
      text.append(ALPHABET.charAt((int) (number >>> (6 * i)) & 63));
    }
  }
}
