package io.oraclecdc.redo;

import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.ColumnNames.NamedTable;
import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.Literal;
import io.oraclecdc.value.LiteralException;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.ValueCodecs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one version of a table that carry values beside its statements.
 *
 * <pre>
 *  lob      = [ DECLARE declarations BEGIN ] [ select ] { assign | call } [ END ; ]
 *  select   = select colref into var from table [ where conds ] for update ;
 *  assign   = var := ( value | number ) ;
 *  call     = dbms_lob.write ( var , n , n , var ) ; | dbms_lob.trim ( var , n ) ;
 *           | dbms_lob.erase ( var , ( n | var ) , n ) ;
 *  extended = ... Stmt := ' update table set colref = :DATA [ where conds ] ; ' ; ...
 *  xml      = XML DOC BEGIN: select colref from table [ where conds ]
 *           | update table set colref = XMLType(:1) [ where conds ] [ ; ]
 * </pre>
 *
 * <p>A value in pieces repeats its head in every row, so the last head is compared as a whole.
 * Sizes of buffers mean nothing. Not thread-safe.
 */
final class ValueRowParser {
  private final SqlScanner scanner = new SqlScanner();
  private final TableSchema table;
  private final ColumnNames names;
  private final ColumnReferences columns;
  private final LiteralReader literals;
  private final int[] order;
  private String lastHead = "";
  private @Nullable ValueTarget lastTarget;
  private @Nullable NamedTable lastNamed;
  private @Nullable NamedTable named;
  private String locator = "";

  ValueRowParser(TableSchema table, ColumnNames names, ValueReader values) {
    this.table = table;
    this.names = names;
    this.literals = new LiteralReader(scanner, names, values);
    this.columns = new ColumnReferences(scanner, names, literals);
    this.order = names.newOrder();
  }

  /**
   * What a LOB row says.
   *
   * @param target null when the row does not name it
   * @param calls what it does; empty when the column has no field
   * @param lobType type of the LOB by the name of the locator variable, null when it does not tell
   */
  record LobRow(@Nullable ValueTarget target, List<LobCall> calls, @Nullable Kind lobType) {}

  /** Reads the row of a locator, a write, a trim or an erase. */
  LobRow lob(String sql) {
    scanner.start(sql);
    named = null;
    ValueTarget target = head(sql);
    if (target != null && !table.columns().get(target.column()).isCaptured()) {
      return new LobRow(target, List.of(), null);
    }
    locator = "";
    List<LobCall> calls = calls();
    return new LobRow(target, calls, typeOf(locator));
  }

  private static @Nullable Kind typeOf(String variable) {
    return switch (variable) {
      case "loc_c" -> Kind.CLOB;
      case "loc_nc" -> Kind.NCLOB;
      case "loc_b" -> Kind.BLOB;
      default -> null;
    };
  }

  private @Nullable ValueTarget head(String sql) {
    if (!lastHead.isEmpty() && sql.startsWith(lastHead)) {
      scanner.moveTo(lastHead.length());
      named = lastNamed;
      return lastTarget;
    }
    if (scanner.skipWord("DECLARE")) {
      int begin = sql.indexOf("BEGIN", scanner.position());
      if (begin < 0) {
        throw new SqlRedoException(Fault.CUT_OFF, sql.length(), "BEGIN is expected");
      }
      scanner.moveTo(begin);
    }
    scanner.skipWord("BEGIN");
    if (!scanner.skipWord("select")) {
      return null;
    }
    int column = column();
    scanner.expectWord("into");
    variable();
    ValueTarget target = rowOf(column);
    scanner.expectWord("for");
    scanner.expectWord("update");
    scanner.expectSymbol(';');
    if (RowChecks.mayBeShown(table)) {
      // Otherwise its condition may hold a value of an excluded column, which must not be kept.
      lastHead = sql.substring(0, scanner.position());
      lastTarget = target;
      lastNamed = named;
    }
    return target;
  }

  private int column() {
    scanner.skipBlanks();
    int offset = scanner.position();
    int column = columns.next(-1, order);
    if (column == ColumnReferences.ROWID) {
      throw new SqlRedoException(Fault.UNEXPECTED_FORM, offset, "a column is expected");
    }
    return column;
  }

  private String variable() {
    scanner.skipBlanks();
    int end = scanner.wordEnd();
    if (end == scanner.position()) {
      throw scanner.unexpected("a variable is expected");
    }
    String name = scanner.sql().substring(scanner.position(), end);
    scanner.moveTo(end);
    return name;
  }

  /** Reads {@code from table [alias] [where ..]}. */
  private ValueTarget rowOf(int column) {
    scanner.expectWord("from");
    named = names.readTable(scanner);
    return conditions(column);
  }

  private ValueTarget conditions(int column) {
    columns.start();
    Object[] row = literals.newImage();
    scanner.skipBlanks();
    int start = scanner.position();
    if (scanner.skipWord("where")) {
      readConditions(row);
    } else if (scanner.skipWord("for")) {
      scanner.moveTo(start);
    } else {
      scanner.moveTo(scanner.wordEnd());
      if (scanner.skipWord("where")) {
        readConditions(row);
      }
    }
    String rowId = columns.rowId();
    return new ValueTarget(column, RowImage.owning(row), rowId == null ? null : new RowId(rowId));
  }

  private void readConditions(Object[] row) {
    scanner.skipBlanks();
    columns.readConditions(row);
  }

  private List<LobCall> calls() {
    List<LobCall> calls = new ArrayList<>(1);
    Map<String, Object> buffers = new HashMap<>();
    while (true) {
      scanner.skipBlanks();
      if (scanner.isAtEnd()) {
        return calls;
      }
      if (scanner.skipWord("END")) {
        scanner.expectEnd();
        return calls;
      }
      if (scanner.skipWord("dbms_lob")) {
        calls.add(call(buffers));
      } else {
        assign(buffers);
      }
    }
  }

  private void assign(Map<String, Object> buffers) {
    String variable = variable();
    scanner.skipBlanks();
    if (!scanner.skip(":=")) {
      throw scanner.unexpected("':=' is expected");
    }
    scanner.skipBlanks();
    Literal literal = scanner.value();
    try {
      buffers.put(
          variable,
          literal.kind() == Literal.Kind.BARE_NUMBER
              ? (Object) number(literal)
              : ValueCodecs.piece(literal));
    } catch (LiteralException e) {
      throw badValue(e);
    }
    scanner.expectSymbol(';');
  }

  private static SqlRedoException badValue(LiteralException e) {
    SqlRedoException failure =
        new SqlRedoException(Fault.BAD_VALUE, e.offset(), String.valueOf(e.getMessage()));
    failure.initCause(e);
    return failure;
  }

  private Long number(Literal literal) {
    String digits = literal.text();
    if (digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new SqlRedoException(
          Fault.UNEXPECTED_FORM, literal.start(), "a number of characters or bytes is expected");
    }
    return Long.valueOf(digits);
  }

  private LobCall call(Map<String, Object> buffers) {
    int offset = scanner.position();
    scanner.expectSymbol('.');
    String name = variable();
    scanner.expectSymbol('(');
    locator = variable();
    scanner.expectSymbol(',');
    LobCall call =
        switch (name.toLowerCase(java.util.Locale.ROOT)) {
          case "write" -> write(buffers);
          case "trim" -> new LobCall.Trim(amount(buffers));
          case "erase" -> erase(buffers);
          default ->
              throw new SqlRedoException(
                  Fault.UNSUPPORTED, offset, "write, trim or erase is expected");
        };
    scanner.expectSymbol(')');
    scanner.expectSymbol(';');
    return call;
  }

  private LobCall write(Map<String, Object> buffers) {
    long amount = amount(buffers);
    scanner.expectSymbol(',');
    long offset = position(buffers);
    scanner.expectSymbol(',');
    int at = scanner.position();
    Object data = buffers.get(variable());
    if (data instanceof String text) {
      int characters = text.codePointCount(0, text.length());
      if (amount != characters) {
        throw otherLength(at, amount, characters);
      }
      return new LobCall.Write(text, characters, offset);
    }
    if (data instanceof byte[] bytes) {
      if (typeOf(locator) == Kind.BLOB && amount != bytes.length) {
        throw otherLength(at, amount, bytes.length);
      }
      return new LobCall.Write(bytes, amount, offset);
    }
    throw new SqlRedoException(Fault.UNEXPECTED_FORM, at, "the buffer that is written has no data");
  }

  private static SqlRedoException otherLength(int at, long amount, long found) {
    return new SqlRedoException(
        Fault.BAD_VALUE,
        at,
        "the data has another length (" + found + ") than the call writes (" + amount + ")");
  }

  private LobCall erase(Map<String, Object> buffers) {
    long amount = amount(buffers);
    scanner.expectSymbol(',');
    return new LobCall.Erase(amount, position(buffers));
  }

  private long position(Map<String, Object> buffers) {
    int at = scanner.position();
    long position = amount(buffers);
    if (position < 1) {
      throw new SqlRedoException(Fault.BAD_VALUE, at, "an offset begins at 1");
    }
    return position;
  }

  /** A number, or a variable that holds one. */
  private long amount(Map<String, Object> buffers) {
    scanner.skipBlanks();
    int at = scanner.position();
    char first = scanner.peek();
    if (first >= '0' && first <= '9') {
      return number(scanner.value());
    }
    if (buffers.get(variable()) instanceof Long number) {
      return number;
    }
    throw new SqlRedoException(Fault.UNEXPECTED_FORM, at, "a number is expected");
  }

  /** Reads the row that begins an extended string. */
  ValueTarget extendedString(String sql) {
    int statement = sql.indexOf("Stmt :=");
    if (statement < 0) {
      return boundUpdate(sql);
    }
    scanner.start(sql);
    scanner.moveTo(statement + "Stmt :=".length());
    scanner.skipBlanks();
    Literal literal = scanner.value();
    if (literal.kind() != Literal.Kind.QUOTED) {
      throw new SqlRedoException(
          Fault.UNEXPECTED_FORM, literal.sourceStart(), "the text of an update is expected");
    }
    return boundUpdate(literal.text());
  }

  /** Reads the row that begins an XML document. */
  ValueTarget xml(String sql) {
    scanner.start(sql);
    scanner.skipBlanks();
    if (!scanner.skip("XML DOC BEGIN:")) {
      return boundUpdate(sql);
    }
    scanner.expectWord("select");
    ValueTarget target = rowOf(column());
    scanner.expectEnd();
    return target;
  }

  /** Reads {@code update table [a] set [a.]"C" = bind [where ..]}. */
  private ValueTarget boundUpdate(String sql) {
    scanner.start(sql);
    scanner.expectWord("update");
    named = names.readTable(scanner);
    columns.skipAlias("set");
    scanner.expectWord("set");
    int column = column();
    columns.expectEquals();
    bind();
    ValueTarget target = conditions(column);
    scanner.expectEnd();
    return target;
  }

  /** Goes past {@code :NAME} or {@code XMLType(:1)}. */
  private void bind() {
    scanner.skipBlanks();
    boolean wrapped = scanner.peek() != ':';
    if (wrapped) {
      variable();
      scanner.expectSymbol('(');
    }
    scanner.expectSymbol(':');
    variable();
    if (wrapped) {
      scanner.expectSymbol(')');
    }
  }

  /**
   * Checks that what was read last speaks of the row's table, as far as it names one.
   *
   * @param segment how the row names its table
   */
  void checkTable(SegmentRef segment) {
    NamedTable text = named;
    if (text != null && !text.isTableOf(segment, table.id())) {
      throw new SqlRedoException(
          Fault.UNEXPECTED_FORM,
          text.offset(),
          "the text names another table than the row, whose value it would become");
    }
  }

  /** Lets the statement go. */
  void release() {
    named = null;
    literals.release();
  }
}
