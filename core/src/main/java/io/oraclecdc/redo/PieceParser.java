package io.oraclecdc.redo;

import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.value.Literal;
import io.oraclecdc.value.LiteralException;
import io.oraclecdc.value.SpecialValue;
import io.oraclecdc.value.ValueCodecs;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/*
 * Pieces of XML documents and extended strings
 *
 *   XML_REDO := '<a/>' LF amount: 4          also HEXTORAW('3c612f3e'):4, HEXTORAW('3c612f3e), NULL
 *   <a/>                                     text storage: the document itself
 *     buf_c := 'text'; DBMS_LOB.WriteAppend(TempLob, 4, buf_c);
 *
 * Whether quotes inside such a text are doubled is not known for every release. The row tells how
 * long the piece is, so both readings are compared with that number; a text that fits neither is
 * refused, because something of it would be lost.
 */
/** Reads the rows that continue a value. Not thread-safe. */
final class PieceParser {
  private static final Pattern XML_TAIL =
      Pattern.compile("(?:\\s*amount)?\\s*:\\s*(\\d{1,18})\\s*;?\\s*\\z");
  private static final Pattern APPEND_TAIL =
      Pattern.compile(
          "'\\s*\\)?\\s*;\\s*DBMS_LOB\\.\\w+\\s*\\(\\s*\\w+\\s*,\\s*(\\d{1,18})\\s*,\\s*\\w+\\s*\\)\\s*;\\s*(?:END\\s*;\\s*)?\\z",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern CALL_BEHIND =
      Pattern.compile(
          "\\s*(?:DBMS_LOB\\.\\w+\\s*\\(\\s*\\w+\\s*,\\s*(\\d{1,18})\\s*,\\s*\\w+\\s*\\)\\s*;\\s*)?(?:END\\s*;\\s*)?\\z",
          Pattern.CASE_INSENSITIVE);
  private static final String XML_ASSIGNMENT = "XML_REDO :=";
  private static final String HEX = "HEXTORAW('";

  private final Charset databaseCharset;
  private final SqlScanner scanner = new SqlScanner();

  PieceParser(Charset databaseCharset) {
    this.databaseCharset = databaseCharset;
  }

  /** The piece of an XML document: text, bytes, or SQL NULL. */
  Object xml(String sql) {
    if (!sql.startsWith(XML_ASSIGNMENT)) {
      return sql;
    }
    Matcher tail = XML_TAIL.matcher(sql);
    int from = skipBlanks(sql, XML_ASSIGNMENT.length());
    // A colon inside the document is none of the tail: the number stands behind quote or bracket.
    boolean counted = tail.find(lastMark(sql, from));
    String value = sql.substring(from, counted ? tail.start() : sql.length()).strip();
    if (value.endsWith(";")) {
      value = value.substring(0, value.length() - 1).strip();
    }
    if (value.equalsIgnoreCase("NULL")) {
      return SpecialValue.SQL_NULL;
    }
    if (!counted) {
      throw new SqlRedoException(
          Fault.CUT_OFF,
          sql.length(),
          "the row does not tell how long its piece is, so it is not known whether all of it is there");
    }
    long amount = Long.parseLong(tail.group(1));
    if (value.regionMatches(true, 0, HEX, 0, HEX.length()) && value.endsWith(")")) {
      return bytes(value, from, amount, tail.group().contains("amount"));
    }
    if (value.length() < 2 || value.charAt(0) != '\'' || !value.endsWith("'")) {
      throw new SqlRedoException(Fault.UNEXPECTED_FORM, from, "a text or HEXTORAW is expected");
    }
    return text(value.substring(1, value.length() - 1), from + 1, amount);
  }

  private static int lastMark(String sql, int from) {
    int mark = Math.max(sql.lastIndexOf('\''), sql.lastIndexOf(')'));
    return mark < from ? from : mark + 1;
  }

  private Object bytes(String value, int at, long amount, boolean named) {
    int end = value.length() - 1;
    if (value.charAt(end - 1) == '\'') {
      end--;
    }
    String digits = value.substring(HEX.length(), Math.max(end, HEX.length()));
    Literal literal = new Literal();
    literal.begin(digits, Literal.Kind.HEXTORAW, 0);
    literal.content(0, digits.length(), false);
    byte[] bytes;
    try {
      bytes = (byte[]) ValueCodecs.piece(literal);
    } catch (LiteralException e) {
      throw new SqlRedoException(
          Fault.BAD_VALUE, at + HEX.length() + e.offset(), String.valueOf(e.getMessage()));
    }
    // Rows of old releases, which have the bare colon, were seen with a number one too small.
    boolean near = !named && amount == bytes.length - 1;
    if (amount != bytes.length && !near && !isLength(bytes, amount)) {
      throw otherLength(at, amount, bytes.length);
    }
    return bytes;
  }

  private static SqlRedoException otherLength(int at, long amount, long found) {
    return new SqlRedoException(
        Fault.BAD_VALUE,
        at,
        "the piece has another length (" + found + ") than the row says (" + amount + ")");
  }

  /** The text between its outer quotes, whose inner quotes may be doubled or not. */
  private String text(String written, int at, long amount) {
    boolean quotes = written.indexOf('\'') >= 0;
    if (quotes && isDoubledThroughout(written)) {
      String single = written.replace("''", "'");
      if (isLength(single, amount)) {
        return single;
      }
    }
    if (isLength(written, amount)) {
      return written;
    }
    throw otherLength(at, amount, written.length());
  }

  private static boolean isDoubledThroughout(String text) {
    int quote = text.indexOf('\'');
    while (quote >= 0) {
      if (quote + 1 >= text.length() || text.charAt(quote + 1) != '\'') {
        return false;
      }
      quote = text.indexOf('\'', quote + 2);
    }
    return true;
  }

  private boolean isLength(String text, long amount) {
    return amount == text.length()
        || amount == text.codePointCount(0, text.length())
        || amount == text.getBytes(databaseCharset).length;
  }

  /** Whether bytes are text of so many characters. */
  private boolean isLength(byte[] bytes, long amount) {
    try {
      CharBuffer text = databaseCharset.newDecoder().decode(ByteBuffer.wrap(bytes));
      return amount == text.length() || amount == Character.codePointCount(text, 0, text.length());
    } catch (CharacterCodingException e) {
      // The piece ends inside a character, so only its bytes can be counted.
      return false;
    }
  }

  /** The piece of an extended string: text, bytes, or SQL NULL. */
  Object extendedString(String sql) {
    int assignment = sql.indexOf(":=");
    if (assignment < 0) {
      throw new SqlRedoException(Fault.UNEXPECTED_FORM, 0, "an assignment is expected");
    }
    int from = skipBlanks(sql, assignment + 2);
    if (from < sql.length() && sql.charAt(from) == '\'') {
      Matcher tail = APPEND_TAIL.matcher(sql);
      if (tail.find(from + 1) || tail.find(from)) {
        return text(
            sql.substring(from + 1, Math.max(from + 1, tail.start())),
            from + 1,
            Long.parseLong(tail.group(1)));
      }
    }
    scanner.start(sql);
    scanner.moveTo(from);
    Object piece;
    try {
      piece = ValueCodecs.piece(scanner.value());
    } catch (LiteralException e) {
      throw new SqlRedoException(Fault.BAD_VALUE, e.offset(), String.valueOf(e.getMessage()));
    }
    scanner.expectSymbol(';');
    requireNothingLost(sql, from, piece);
    scanner.release();
    return piece;
  }

  /** Behind the value stands nothing, or a call that tells its length. */
  private void requireNothingLost(String sql, int from, Object piece) {
    Matcher call = CALL_BEHIND.matcher(sql).region(scanner.position(), sql.length());
    if (!call.matches()) {
      throw scanner.unexpected("a call of DBMS_LOB or the end is expected");
    }
    if (call.group(1) == null || piece == SpecialValue.SQL_NULL) {
      return;
    }
    long amount = Long.parseLong(call.group(1));
    if (piece instanceof byte[] bytes) {
      if (amount != bytes.length && !isLength(bytes, amount)) {
        throw otherLength(from, amount, bytes.length);
      }
    } else if (piece instanceof String text && !isLength(text, amount)) {
      throw otherLength(from, amount, text.length());
    }
  }

  private static int skipBlanks(String sql, int from) {
    int next = from;
    while (next < sql.length() && sql.charAt(next) <= ' ') {
      next++;
    }
    return next;
  }
}
