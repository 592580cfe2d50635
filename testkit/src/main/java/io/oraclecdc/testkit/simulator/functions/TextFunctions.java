package io.oraclecdc.testkit.simulator.functions;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions on text and bytes; the empty string is NULL. */
public final class TextFunctions {

  private TextFunctions() {}

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /** {@code ||}: NULL adds nothing. */
  public static @Nullable String concat(@Nullable String left, @Nullable String right) {
    return orNull((left == null ? "" : left) + (right == null ? "" : right));
  }

  /** A concatenated text that must fit a VARCHAR2 of so many bytes. */
  public static @Nullable String limited(@Nullable String text, int bytes) throws SQLException {
    if (text != null && text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > bytes) {
      throw OraErrors.of(1489, "result of string concatenation is too long");
    }
    return text;
  }

  /** IS JSON; scalars count since release 21. */
  public static @Nullable Boolean isJson(@Nullable String text, boolean strict, boolean scalars) {
    return text == null ? null : JsonText.isJson(text, strict, scalars);
  }

  /** The ROWID of CURRENT OF: a cursor without a row has none. */
  public static byte[] fetchedRow(byte @Nullable [] rowId) throws SQLException {
    if (rowId == null) {
      throw OraErrors.of(1410, "invalid ROWID");
    }
    return rowId;
  }

  /** UPPER. */
  public static @Nullable String upper(@Nullable String text) {
    return text == null ? null : text.toUpperCase(Locale.ROOT);
  }

  /** LOWER. */
  public static @Nullable String lower(@Nullable String text) {
    return text == null ? null : text.toLowerCase(Locale.ROOT);
  }

  /** INITCAP. */
  public static @Nullable String initcap(@Nullable String text) {
    if (text == null) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(inside ? Character.toLowerCase(c) : Character.toUpperCase(c));
      inside = Character.isLetterOrDigit(c);
    }
    return out.toString();
  }

  /** SUBSTR: from the end when the start is negative. */
  public static @Nullable String substr(
      @Nullable String text, @Nullable BigDecimal start, @Nullable BigDecimal length) {
    if (text == null || start == null) {
      return null;
    }
    int size = text.length();
    int from = start.intValue();
    int begin = from > 0 ? from - 1 : from < 0 ? size + from : 0;
    int count = length == null ? size : length.intValue();
    if (begin < 0 || begin >= size || count < 1) {
      return null;
    }
    return orNull(text.substring(begin, (int) Math.min((long) begin + count, size)));
  }

  /** SUBSTRB: in bytes of AL32UTF8. */
  public static @Nullable String substrb(
      @Nullable String text, @Nullable BigDecimal start, @Nullable BigDecimal length) {
    if (text == null || start == null) {
      return null;
    }
    String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    String part = substr(bytes, start, length);
    return part == null
        ? null
        : new String(part.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** INSTR. */
  public static @Nullable BigDecimal instr(
      @Nullable String text,
      @Nullable String part,
      @Nullable BigDecimal start,
      @Nullable BigDecimal occurrence) {
    if (text == null || part == null) {
      return null;
    }
    int from = start == null ? 1 : start.intValue();
    int wanted = occurrence == null ? 1 : occurrence.intValue();
    int index = from > 0 ? from - 1 : text.length() + from;
    for (int found = 0; index >= 0; ) {
      index = from > 0 ? text.indexOf(part, index) : text.lastIndexOf(part, index);
      if (index < 0 || ++found == wanted) {
        break;
      }
      index += from > 0 ? 1 : -1;
    }
    return BigDecimal.valueOf(Math.max(index, -1) + 1L);
  }

  /** LENGTH. */
  public static @Nullable BigDecimal length(@Nullable String text) {
    return text == null ? null : BigDecimal.valueOf(text.codePointCount(0, text.length()));
  }

  /** LENGTHB. */
  public static @Nullable BigDecimal lengthb(@Nullable String text) {
    return text == null ? null : BigDecimal.valueOf(text.getBytes(StandardCharsets.UTF_8).length);
  }

  /** DBMS_LOB.GETLENGTH of characters. */
  public static @Nullable BigDecimal clobLength(@Nullable String text) {
    return text == null ? null : BigDecimal.valueOf(text.length());
  }

  /** DBMS_LOB.GETLENGTH of bytes. */
  public static @Nullable BigDecimal blobLength(byte @Nullable [] bytes) {
    return bytes == null ? null : BigDecimal.valueOf(bytes.length);
  }

  /** DBMS_LOB.SUBSTR: amount before offset. */
  public static @Nullable String lobSubstr(
      @Nullable String text, @Nullable BigDecimal amount, @Nullable BigDecimal offset) {
    return substr(
        text,
        offset == null ? BigDecimal.ONE : offset,
        amount == null ? BigDecimal.valueOf(32767) : amount);
  }

  /** LPAD. */
  public static @Nullable String lpad(
      @Nullable String text, @Nullable BigDecimal size, @Nullable String fill) {
    return padded(text, size, fill, true);
  }

  /** RPAD. */
  public static @Nullable String rpad(
      @Nullable String text, @Nullable BigDecimal size, @Nullable String fill) {
    return padded(text, size, fill, false);
  }

  private static @Nullable String padded(
      @Nullable String text, @Nullable BigDecimal size, @Nullable String fill, boolean left) {
    if (text == null || size == null || size.intValue() < 1) {
      return null;
    }
    int wanted = size.intValue();
    if (text.length() >= wanted) {
      return text.substring(0, wanted);
    }
    String with = fill == null ? " " : fill;
    String filling =
        with.repeat((wanted - text.length()) / with.length() + 1)
            .substring(0, wanted - text.length());
    return left ? filling + text : text + filling;
  }

  /** LTRIM. */
  public static @Nullable String ltrim(@Nullable String text, @Nullable String characters) {
    return text == null ? null : trim("LEADING", characters == null ? " " : characters, text);
  }

  /** RTRIM. */
  public static @Nullable String rtrim(@Nullable String text, @Nullable String characters) {
    return text == null ? null : trim("TRAILING", characters == null ? " " : characters, text);
  }

  /** TRIM. */
  public static @Nullable String trim(
      String side, @Nullable String characters, @Nullable String text) {
    if (text == null || characters == null) {
      return null;
    }
    int begin = 0;
    int end = text.length();
    while (!side.equals("TRAILING") && begin < end && characters.indexOf(text.charAt(begin)) >= 0) {
      begin++;
    }
    while (!side.equals("LEADING")
        && end > begin
        && characters.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return orNull(text.substring(begin, end));
  }

  /** A value without the blanks CHAR is padded with. */
  public static @Nullable String unpadded(@Nullable String text) {
    return text == null ? null : text.replaceFirst(" +$", "");
  }

  /** CAST to VARCHAR2(n): cut to size. */
  public static @Nullable String cut(@Nullable String text, int size) {
    return text == null || text.length() <= size ? text : text.substring(0, size);
  }

  /** CAST of anything but text to a character type: never cut. */
  public static @Nullable String uncut(@Nullable String text, int size) throws SQLException {
    if (text != null && text.length() > size) {
      throw OraErrors.of(25137, "Data value out of range");
    }
    return text;
  }

  /** CAST to CHAR(n): cut or padded. */
  public static @Nullable String fit(@Nullable String text, int size) {
    return text == null ? null : padded(text, BigDecimal.valueOf(size), " ", false);
  }

  /** REPLACE. */
  public static @Nullable String replace(
      @Nullable String text, @Nullable String part, @Nullable String by) {
    if (text == null || part == null) {
      return text;
    }
    return orNull(text.replace(part, by == null ? "" : by));
  }

  /** TRANSLATE. */
  public static @Nullable String translate(
      @Nullable String text, @Nullable String from, @Nullable String to) {
    if (text == null || from == null || to == null) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int index = from.indexOf(c);
      if (index < 0) {
        out.append(c);
      } else if (index < to.length()) {
        out.append(to.charAt(index));
      }
    }
    return orNull(out.toString());
  }

  /** REVERSE. */
  public static @Nullable String reverse(@Nullable String text) {
    return text == null ? null : new StringBuilder(text).reverse().toString();
  }

  /** CHR. */
  public static @Nullable String chr(@Nullable BigDecimal code) {
    return code == null ? null : Character.toString(code.intValue());
  }

  /** ASCII. */
  public static @Nullable BigDecimal ascii(@Nullable String text) {
    return text == null ? null : BigDecimal.valueOf(text.codePointAt(0));
  }

  /** UNISTR: {@code \0041} is a UTF-16 unit, two backslashes are one. */
  public static @Nullable String unistr(@Nullable String text) throws SQLException {
    if (text == null) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '\\') {
        out.append('\\');
        i++;
      } else {
        try {
          out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
          i += 4;
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
          throw OraErrors.of(
              30186, "'\\' must be followed by four hexdecimal digits or another '\\'");
        }
      }
    }
    return out.toString();
  }

  /** ASCIISTR. */
  public static @Nullable String asciistr(@Nullable String text) {
    if (text == null) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c == '\\' || c > 126 ? "\\%04X".formatted((int) c) : String.valueOf(c));
    }
    return out.toString();
  }

  /** LIKE. */
  public static @Nullable Boolean like(
      @Nullable String text, @Nullable String pattern, @Nullable String escape)
      throws SQLException {
    if (text == null || pattern == null) {
      return null;
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (escape != null && c == escape.charAt(0)) {
        i++;
        if (i == pattern.length()
            || ("%_".indexOf(pattern.charAt(i)) < 0 && pattern.charAt(i) != c)) {
          throw OraErrors.of(1424, "missing or illegal character following the escape character");
        }
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(i))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(text).matches();
  }

  private static Pattern regex(String pattern, @Nullable String options) {
    int flags = (options != null && options.contains("i")) ? Pattern.CASE_INSENSITIVE : 0;
    flags |= (options != null && options.contains("n")) ? Pattern.DOTALL : 0;
    flags |= (options != null && options.contains("m")) ? Pattern.MULTILINE : 0;
    String java =
        pattern
            .replace("[[:digit:]]", "\\d")
            .replace("[[:alpha:]]", "\\p{Alpha}")
            .replace("[[:alnum:]]", "\\p{Alnum}")
            .replace("[[:space:]]", "\\s")
            .replace("[:digit:]", "\\d")
            .replace("[:alpha:]", "\\p{Alpha}")
            .replace("[:alnum:]", "\\p{Alnum}")
            .replace("[:space:]", "\\s");
    return Pattern.compile(java, flags);
  }

  /** REGEXP_LIKE. */
  public static @Nullable Boolean regexpLike(
      @Nullable String text, @Nullable String pattern, @Nullable String options) {
    return (text == null || pattern == null)
        ? null
        : (Boolean) regex(pattern, options).matcher(text).find();
  }

  /** REGEXP_REPLACE. */
  public static @Nullable String regexpReplace(
      @Nullable String text, @Nullable String pattern, @Nullable String by) {
    if (text == null || pattern == null) {
      return text;
    }
    String replacement = by == null ? "" : by.replace("$", "\\$").replaceAll("\\\\(\\d)", "\\$$1");
    return orNull(regex(pattern, null).matcher(text).replaceAll(replacement));
  }

  /** REGEXP_SUBSTR. */
  public static @Nullable String regexpSubstr(@Nullable String text, @Nullable String pattern) {
    if (text == null || pattern == null) {
      return null;
    }
    Matcher matcher = regex(pattern, null).matcher(text);
    return matcher.find() ? orNull(matcher.group()) : null;
  }

  /** REGEXP_COUNT. */
  public static @Nullable BigDecimal regexpCount(@Nullable String text, @Nullable String pattern) {
    return text == null || pattern == null
        ? null
        : BigDecimal.valueOf(regex(pattern, null).matcher(text).results().count());
  }

  /** HEXTORAW. */
  public static byte @Nullable [] hextoraw(@Nullable String hex) throws SQLException {
    if (hex == null) {
      return null;
    }
    try {
      return HexFormat.of().parseHex(hex.length() % 2 == 0 ? hex : "0" + hex);
    } catch (IllegalArgumentException e) {
      throw OraErrors.of(1465, "invalid hex number");
    }
  }

  /** RAWTOHEX, upper case. */
  public static @Nullable String rawtohex(byte @Nullable [] bytes) {
    return bytes == null ? null : orNull(HexFormat.of().withUpperCase().formatHex(bytes));
  }

  /** UTL_RAW.CAST_TO_RAW. */
  public static byte @Nullable [] castToRaw(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** UTL_RAW.CAST_TO_VARCHAR2. */
  public static @Nullable String castToVarchar2(byte @Nullable [] bytes) {
    return bytes == null ? null : orNull(new String(bytes, StandardCharsets.UTF_8));
  }

  /** UTL_RAW.LENGTH. */
  public static @Nullable BigDecimal rawLength(byte @Nullable [] bytes) {
    return bytes == null ? null : BigDecimal.valueOf(bytes.length);
  }

  /** STANDARD_HASH, SHA1 unless another method is named. */
  public static byte @Nullable [] standardHash(@Nullable String text, @Nullable String method)
      throws SQLException {
    String algorithm =
        switch (method == null ? "SHA1" : method.toUpperCase(Locale.ROOT)) {
          case "SHA1" -> "SHA-1";
          case "SHA256" -> "SHA-256";
          case "SHA384" -> "SHA-384";
          case "SHA512" -> "SHA-512";
          case "MD5" -> "MD5";
          default -> throw OraErrors.of(6502, "numeric or value error");
        };
    try {
      byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SYS_GUID. */
  public static byte[] sysGuid() {
    UUID id = UUID.randomUUID();
    return java.nio.ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  /** CHARTOROWID. */
  public static byte @Nullable [] chartorowid(@Nullable String text) throws SQLException {
    return text == null ? null : RowIdText.decode(text);
  }

  /** ROWIDTOCHAR. */
  public static @Nullable String rowidtochar(byte @Nullable [] rowId) {
    return rowId == null ? null : RowIdText.encode(rowId);
  }

  /** EMPTY_CLOB. */
  public static java.sql.Clob emptyClob(java.sql.Connection connection) throws SQLException {
    java.sql.Clob clob = connection.createClob();
    clob.setString(1, "");
    return clob;
  }

  /** EMPTY_BLOB. */
  public static byte[] emptyBlob() {
    return new byte[0];
  }
}
