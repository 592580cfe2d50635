package io.oraclecdc.redo;

import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.value.SpecialValue;

/**
 * Reads {@code update "O"."T" [a] set [a.]"C1" = v1, "C2" = v2 [where ..]}.
 *
 * <p>The after image is completed with the values of WHERE; both images share them.
 */
final class UpdateParser {
  private final SqlScanner scanner;
  private final ColumnNames names;
  private final ColumnReferences columns;
  private final LiteralReader literals;
  private final int[] setOrder;
  private final boolean[] keptApart;
  private String head = "";
  private boolean onlyKeptApart;

  UpdateParser(
      SqlScanner scanner, ColumnNames names, ColumnReferences columns, LiteralReader literals) {
    this.scanner = scanner;
    this.names = names;
    this.columns = columns;
    this.literals = literals;
    this.setOrder = names.newOrder();
    this.keptApart = names.keptApart();
  }

  /**
   * Reads the statement.
   *
   * @param before receives the values of WHERE
   * @param after receives the values of SET, and those of WHERE for the other columns
   */
  void parse(Object[] before, Object[] after) {
    readHead();
    if (readSet(after)) {
      columns.readWhere(before);
    } else {
      scanner.expectEnd();
    }
    for (int i = 0; i < after.length; i++) {
      if (after[i] == SpecialValue.NOT_LOGGED) {
        after[i] = before[i];
      }
    }
  }

  /** Whether the last statement set nothing but columns whose values may lie outside the row. */
  boolean setOnlyKeptApart() {
    return onlyKeptApart;
  }

  /** Goes to the first assignment. */
  void readHead() {
    if (!head.isEmpty() && scanner.skipExpected(head)) {
      return;
    }
    int start = scanner.position();
    scanner.expectWord("update");
    names.skipTable(scanner);
    columns.skipAlias("set");
    scanner.expectWord("set");
    scanner.skipBlanks();
    head = scanner.sql().substring(start, scanner.position());
  }

  /** Reads the assignments; whether WHERE follows. */
  private boolean readSet(Object[] after) {
    int previous = -1;
    onlyKeptApart = true;
    do {
      previous = readTarget(previous);
      onlyKeptApart &= keptApart[previous];
      literals.read(previous, after);
    } while (scanner.skipCommaAndBlank() || scanner.skipSymbol(','));
    return skipWhere();
  }

  /** Goes past {@code "C" = }. */
  int readTarget(int previous) {
    int column = names.nextAssigned(scanner, previous, setOrder);
    if (column >= 0) {
      return column;
    }
    int offset = scanner.position();
    column = columns.next(previous, setOrder);
    if (column == ColumnReferences.ROWID) {
      throw new SqlRedoException(Fault.UNEXPECTED_FORM, offset, "ROWID cannot be set");
    }
    columns.expectEquals();
    return column;
  }

  /** Goes past {@code where}, if it is next. */
  boolean skipWhere() {
    if (scanner.skip(" where ")) {
      return true;
    }
    if (!scanner.skipWord("where")) {
      return false;
    }
    scanner.skipBlanks();
    return true;
  }
}
