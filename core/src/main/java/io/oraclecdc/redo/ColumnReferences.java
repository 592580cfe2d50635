package io.oraclecdc.redo;

import io.oraclecdc.redo.SqlRedoException.Fault;
import org.jspecify.annotations.Nullable;

/**
 * What SET and WHERE have in common: columns with or without table alias, and WHERE itself.
 *
 * <pre>
 *  colref = [ alias . ] "NAME"
 *  cond   = colref = value | colref IS NULL | [ alias . ] ROWID = quoted
 *  where  = cond { and cond }
 * </pre>
 */
final class ColumnReferences {
  /** In place of a column: the row id. */
  static final int ROWID = -2;

  private final SqlScanner scanner;
  private final ColumnNames names;
  private final LiteralReader literals;
  private final int[] whereOrder;
  private @Nullable String rowId;

  ColumnReferences(SqlScanner scanner, ColumnNames names, LiteralReader literals) {
    this.scanner = scanner;
    this.names = names;
    this.literals = literals;
    this.whereOrder = names.newOrder();
  }

  /** Forgets the row id of the statement before. */
  void start() {
    rowId = null;
  }

  /** The row id that WHERE named, null when it named none. */
  @Nullable String rowId() {
    return rowId;
  }

  /** Goes past the name of the table. */
  void skipTable() {
    names.skipTable(scanner);
  }

  /** Goes past the alias of a table, if there is one before {@code keyword}. */
  void skipAlias(String keyword) {
    scanner.skipBlanks();
    int end = scanner.wordEnd();
    String word = scanner.sql().substring(scanner.position(), end);
    if (!word.equalsIgnoreCase(keyword)) {
      scanner.moveTo(end);
    }
  }

  /** Goes past a column reference; {@link #ROWID} for the row id. */
  int next(int previous, int[] order) {
    if (scanner.peek() != '"') {
      skipAliasAndDot();
      if (scanner.peek() != '"') {
        scanner.expectWord("ROWID");
        return ROWID;
      }
    }
    return names.next(scanner, previous, order);
  }

  private void skipAliasAndDot() {
    scanner.skipBlanks();
    int end = scanner.wordEnd();
    String sql = scanner.sql();
    int dot = end;
    while (dot < sql.length() && sql.charAt(dot) <= ' ') {
      dot++;
    }
    if (end > scanner.position() && dot < sql.length() && sql.charAt(dot) == '.') {
      scanner.moveTo(dot + 1);
      scanner.skipBlanks();
    }
  }

  void expectEquals() {
    if (!scanner.skip(" = ")) {
      scanner.expectSymbol('=');
    }
  }

  /** Reads conditions up to the end of the statement. */
  void readWhere(Object[] image) {
    readConditions(image);
    scanner.expectEnd();
  }

  /** Reads conditions as long as there are any. */
  void readConditions(Object[] image) {
    int previous = -1;
    do {
      int column = names.nextAssigned(scanner, previous, whereOrder);
      if (column >= 0) {
        literals.read(column, image);
        previous = column;
        continue;
      }
      column = next(previous, whereOrder);
      if (column == ROWID) {
        readRowId();
      } else {
        readCondition(column, image);
        previous = column;
      }
    } while (scanner.skipAnd() || skipAndInOtherForm());
  }

  private boolean skipAndInOtherForm() {
    if (!scanner.skipWord("and")) {
      return false;
    }
    scanner.skipBlanks();
    return true;
  }

  private void readCondition(int column, Object[] image) {
    if (scanner.skip(" = ")) {
      literals.read(column, image);
    } else if (scanner.skip(" IS NULL")) {
      literals.readNull(column, image);
    } else if (scanner.skipSymbol('=')) {
      literals.read(column, image);
    } else {
      scanner.expectWord("IS");
      int offset = scanner.position();
      if (scanner.skipWord("NOT")) {
        throw new SqlRedoException(
            Fault.UNSUPPORTED,
            offset,
            "IS NOT NULL tells no value of column " + names.name(column));
      }
      scanner.expectWord("NULL");
      literals.readNull(column, image);
    }
  }

  private void readRowId() {
    int offset = scanner.position();
    scanner.expectSymbol('=');
    int from = scanner.position() + 1;
    int to = scanner.quoted();
    if (rowId != null) {
      throw new SqlRedoException(Fault.UNEXPECTED_FORM, offset, "ROWID has a value already");
    }
    rowId = scanner.sql().substring(from, to);
  }
}
