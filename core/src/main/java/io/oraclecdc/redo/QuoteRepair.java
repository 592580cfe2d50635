package io.oraclecdc.redo;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/*
 * Statements whose values hold single quotes that LogMiner did not double.
 *
 * Databases with MAX_STRING_SIZE=EXTENDED print such values in VALUES and SET; WHERE is right. The
 * quote that ends a value cannot be told by itself, only by what follows it:
 *
 *   VALUES   ','x   ',NULL   ',TO_DATE(   or   ')  and the end     with as many values as columns
 *   SET      ', "C" =      ' where "C"     ' where ROWID     or the end
 *   WHERE    quotes are doubled, read as written
 *
 * In VALUES all readings are counted: with two, or none, the statement is refused. In SET the first
 * quote with such a continuation ends the value; a later one would make the value hold the text of
 * an assignment or of a condition of a column of this very table, and a value that does is refused
 * too, because then a closing quote is probably lost (half a character can eat it).
 *
 * The result is the same statement with proper quotes, which then has to pass the ordinary parser.
 */

/**
 * Doubles the quotes that LogMiner forgot to double, when there is exactly one way to read them.
 */
final class QuoteRepair {
  private final boolean[] lenientColumns;
  private final boolean off;
  private final String[] quotedNames;
  private final SqlScanner scanner;
  private final InsertParser inserts;
  private final UpdateParser updates;

  QuoteRepair(
      TableSchema table,
      UnescapedQuotes quotes,
      SqlScanner scanner,
      InsertParser inserts,
      UpdateParser updates) {
    this.scanner = scanner;
    this.inserts = inserts;
    this.updates = updates;
    List<Column> columns = table.columns();
    this.lenientColumns = new boolean[columns.size()];
    this.quotedNames = new String[columns.size()];
    boolean any = false;
    for (int i = 0; i < lenientColumns.length; i++) {
      quotedNames[i] = '"' + columns.get(i).name() + '"';
      lenientColumns[i] = isLenient(columns.get(i), quotes);
      any |= lenientColumns[i];
    }
    this.off = !any;
  }

  private static boolean isLenient(Column column, UnescapedQuotes quotes) {
    boolean isText =
        switch (column.type().kind()) {
          case VARCHAR2, NVARCHAR2, CHAR, NCHAR -> true;
          default -> false;
        };
    return switch (quotes) {
      case STRICT -> false;
      case LENIENT -> isText;
      case AUTO -> column.type().isExtendedString();
    };
  }

  /** Whether no column of the table may be repaired. */
  boolean isOff() {
    return off;
  }

  /**
   * The statement with doubled quotes.
   *
   * @param failure what the statement as written failed with
   * @throws SqlRedoException if there is no reading, or more than one
   */
  String withDoubledQuotes(String sql, SqlRedoException failure) {
    scanner.start(sql);
    scanner.skipBlanks();
    return switch (scanner.peek()) {
      case 'i', 'I' -> repairInsert(sql, failure);
      case 'u', 'U' -> repairUpdate(sql, failure);
      default -> throw failure;
    };
  }

  private String repairInsert(String sql, SqlRedoException failure) {
    int[] columns = inserts.readHead();
    boolean[] lenient = new boolean[columns.length];
    for (int i = 0; i < lenient.length; i++) {
      lenient[i] = lenientColumns[columns[i]];
    }
    ValuesReadings readings = new ValuesReadings(sql, lenient, scanner);
    List<int[]> reading = readings.only(scanner.position());
    if (reading == null) {
      throw readings.isAmbiguous()
          ? new SqlRedoException(
              Fault.UNEXPECTED_FORM,
              failure.offset(),
              "quotes inside a value are not doubled and can be read in two ways")
          : failure;
    }
    return rebuilt(sql, reading);
  }

  private String repairUpdate(String sql, SqlRedoException failure) {
    updates.readHead();
    List<int[]> values = new ArrayList<>();
    int previous = -1;
    do {
      previous = updates.readTarget(previous);
      if (scanner.peek() == '\'' && lenientColumns[previous]) {
        int open = scanner.position();
        int close = closeOfAssignment(sql, open);
        if (close < 0 || looksLikeStructure(sql, open + 1, close)) {
          throw failure;
        }
        values.add(new int[] {open, close});
        scanner.moveTo(close + 1);
      } else {
        scanner.value();
      }
    } while (scanner.skipSymbol(','));
    return rebuilt(sql, values);
  }

  /** The first quote after {@code open} that can end a value of SET. */
  private int closeOfAssignment(String sql, int open) {
    int quote = sql.indexOf('\'', open + 1);
    while (quote >= 0) {
      if (endsAssignment(sql, quote + 1)) {
        return quote;
      }
      quote = sql.indexOf('\'', quote + 1);
    }
    return -1;
  }

  private boolean endsAssignment(String sql, int after) {
    int next = skipBlanks(sql, after);
    if (isEnd(sql, next)) {
      return true;
    }
    if (sql.charAt(next) == ',') {
      return isAssignment(sql, skipBlanks(sql, next + 1));
    }
    return next > after && isWhere(sql, next);
  }

  private boolean isAssignment(String sql, int at) {
    int name = endOfColumn(sql, at);
    return name > 0 && sql.startsWith("=", skipBlanks(sql, name));
  }

  private boolean isWhere(String sql, int at) {
    if (!sql.regionMatches(true, at, "where ", 0, 6)) {
      return false;
    }
    int condition = skipBlanks(sql, at + 6);
    return endOfColumn(sql, condition) > 0 || isRowId(sql, condition);
  }

  private static boolean isRowId(String sql, int at) {
    int name = sql.indexOf("ROWID", at);
    return name == at || (name == at + 2 && sql.charAt(at + 1) == '.');
  }

  /** Where a known column with or without alias ends; -1 if there is none. */
  private int endOfColumn(String sql, int at) {
    int name = at + 1 < sql.length() && sql.charAt(at + 1) == '.' ? at + 2 : at;
    for (String quotedName : quotedNames) {
      if (sql.startsWith(quotedName, name)) {
        return name + quotedName.length();
      }
    }
    return -1;
  }

  /** Whether a value holds what looks like an assignment or a condition of this table. */
  private boolean looksLikeStructure(String sql, int from, int to) {
    int quote = sql.indexOf('"', from);
    while (quote >= 0 && quote < to) {
      int name = endOfColumn(sql, quote);
      if (name > 0) {
        int next = skipBlanks(sql, name);
        if (sql.startsWith("=", next) || sql.regionMatches(true, next, "IS NULL", 0, 7)) {
          return true;
        }
      }
      quote = sql.indexOf('"', quote + 1);
    }
    return false;
  }

  private static String rebuilt(String sql, List<int[]> values) {
    StringBuilder text = new StringBuilder(sql.length() + 32);
    int copied = 0;
    for (int[] value : values) {
      text.append(sql, copied, value[0] + 1);
      for (int i = value[0] + 1; i < value[1]; i++) {
        char c = sql.charAt(i);
        text.append(c);
        if (c == '\'') {
          text.append('\'');
          if (i + 1 < value[1] && sql.charAt(i + 1) == '\'') {
            i++;
          }
        }
      }
      copied = value[1];
    }
    return text.append(sql, copied, sql.length()).toString();
  }

  static int skipBlanks(String sql, int from) {
    int next = from;
    while (next < sql.length() && sql.charAt(next) <= ' ') {
      next++;
    }
    return next;
  }

  static boolean isEnd(String sql, int from) {
    int next = skipBlanks(sql, from);
    if (next < sql.length() && sql.charAt(next) == ';') {
      next = skipBlanks(sql, next + 1);
    }
    return next == sql.length();
  }
}
