package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * DUMP: type code, length and bytes of a value.
 *
 * <pre>
 * Typ=2 Len=3: 194,2,24                            numbers: sign and exponent, digits to the base 100
 * Typ=12 Len=7: 120,124,2,29,13,31,1               dates of columns
 * Typ=13 Len=8: 232,7,2,29,12,30,0,0               dates that were computed
 * Typ=1 Len=2 CharacterSet=AL32UTF8: 111,107       format + 1000
 * </pre>
 */
public final class DumpFunctions {
  private static final int DIGITS = 20;

  private DumpFunctions() {}

  /** DUMP of a NUMBER. */
  public static String dumpNumber(
      @Nullable BigDecimal value,
      int type,
      @Nullable BigDecimal format,
      @Nullable BigDecimal start,
      @Nullable BigDecimal length)
      throws SQLException {
    return value == null ? "NULL" : dump(number(value), type, format, start, length);
  }

  /** DUMP of text. */
  public static String dumpText(
      @Nullable String value,
      int type,
      @Nullable BigDecimal format,
      @Nullable BigDecimal start,
      @Nullable BigDecimal length)
      throws SQLException {
    return value == null || value.isEmpty()
        ? "NULL"
        : dump(value.getBytes(StandardCharsets.UTF_8), type, format, start, length);
  }

  /** DUMP of RAW. */
  public static String dumpBytes(
      byte @Nullable [] value,
      int type,
      @Nullable BigDecimal format,
      @Nullable BigDecimal start,
      @Nullable BigDecimal length)
      throws SQLException {
    return value == null ? "NULL" : dump(value, type, format, start, length);
  }

  /** DUMP of a DATE (12 of a column, 13 computed) or of a TIMESTAMP column (180). */
  public static String dumpDate(
      @Nullable LocalDateTime value,
      int type,
      @Nullable BigDecimal format,
      @Nullable BigDecimal start,
      @Nullable BigDecimal length)
      throws SQLException {
    return value == null ? "NULL" : dump(date(value, type), type, format, start, length);
  }

  private static byte[] date(LocalDateTime time, int type) {
    int year = time.getYear() > 0 ? time.getYear() : time.getYear() - 1;
    if (type == 13) {
      return ByteBuffer.allocate(8)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putShort((short) year)
          .put((byte) time.getMonthValue())
          .put((byte) time.getDayOfMonth())
          .put((byte) time.getHour())
          .put((byte) time.getMinute())
          .put((byte) time.getSecond())
          .array();
    }
    byte[] seconds = {
      (byte) (year / 100 + 100),
      (byte) (year % 100 + 100),
      (byte) time.getMonthValue(),
      (byte) time.getDayOfMonth(),
      (byte) (time.getHour() + 1),
      (byte) (time.getMinute() + 1),
      (byte) (time.getSecond() + 1)
    };
    return type == 12 || time.getNano() == 0
        ? seconds
        : ByteBuffer.allocate(11).put(seconds).putInt(time.getNano()).array();
  }

  private static byte[] number(BigDecimal value) {
    if (value.signum() == 0) {
      return new byte[] {(byte) 128};
    }
    BigDecimal size = value.abs().stripTrailingZeros();
    int places = size.scale() % 2 == 0 ? size.scale() : size.scale() + 1;
    String text = size.setScale(places).unscaledValue().toString();
    String digits = text.length() % 2 == 0 ? text : "0" + text;
    int exponent = (digits.length() - places) / 2;
    int pairs = digits.length() / 2;
    while (pairs > 1 && digits.substring(2 * pairs - 2, 2 * pairs).equals("00")) {
      pairs--;
    }
    pairs = Math.min(pairs, DIGITS);
    boolean negative = value.signum() < 0;
    byte[] bytes = new byte[1 + pairs + (negative && pairs < DIGITS ? 1 : 0)];
    bytes[0] = (byte) (negative ? 63 - exponent : 192 + exponent);
    for (int i = 0; i < pairs; i++) {
      int pair = Integer.parseInt(digits.substring(2 * i, 2 * i + 2));
      bytes[1 + i] = (byte) (negative ? 101 - pair : pair + 1);
    }
    if (bytes.length > 1 + pairs) {
      bytes[1 + pairs] = 102;
    }
    return bytes;
  }

  private static String dump(
      byte[] bytes,
      int type,
      @Nullable BigDecimal format,
      @Nullable BigDecimal start,
      @Nullable BigDecimal length)
      throws SQLException {
    int wanted = format == null ? 10 : format.intValue();
    boolean named = wanted > 1000;
    int base = named ? wanted - 1000 : wanted;
    if (base != 8 && base != 10 && base != 16 && base != 17) {
      throw OraErrors.of(
          900, "invalid SQL statement (the simulator does not support this format of DUMP)");
    }
    String head = "Typ=" + type + " Len=" + bytes.length;
    if (named && (type == 1 || type == 96)) {
      head += " CharacterSet=AL32UTF8";
    }
    StringJoiner text = new StringJoiner(",", head + ": ", "");
    for (byte one : part(bytes, start, length)) {
      int unsigned = one & 0xff;
      text.add(
          base == 17 && unsigned >= 32 && unsigned < 127
              ? String.valueOf((char) unsigned)
              : Integer.toString(unsigned, base == 17 ? 16 : base));
    }
    return text.toString();
  }

  private static byte[] part(
      byte[] bytes, @Nullable BigDecimal start, @Nullable BigDecimal length) {
    int first = start == null || start.signum() == 0 ? 1 : start.intValue();
    int from = first > 0 ? first - 1 : Math.max(0, bytes.length + first);
    int count = length == null ? bytes.length : Math.abs(length.intValue());
    from = Math.min(from, bytes.length);
    return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + count));
  }
}
