package io.oraclecdc.redo;

import io.oraclecdc.redo.SqlRedoException.Fault;
import java.util.Arrays;

/**
 * Reads {@code insert into "O"."T"("C1","C2") values (v1,v2)}.
 *
 * <p>The text up to the first value is the same in almost every insert of a table, so it is kept
 * with the columns it names and compared as a whole.
 */
final class InsertParser {
  private final SqlScanner scanner;
  private final ColumnNames names;
  private final LiteralReader literals;
  private final int[] order;
  private String head = "";
  private int[] headColumns = {};

  InsertParser(SqlScanner scanner, ColumnNames names, LiteralReader literals) {
    this.scanner = scanner;
    this.names = names;
    this.literals = literals;
    this.order = names.newOrder();
  }

  /** The new row; the scanner stands at the beginning of the statement. */
  Object[] parse() {
    readHead();
    Object[] image = literals.newImage();
    int[] columns = headColumns;
    for (int i = 0; i < columns.length; i++) {
      if (i > 0 && !scanner.skip(',')) {
        scanner.expectSymbol(',');
      }
      literals.read(columns[i], image);
    }
    if (!scanner.skip(')')) {
      scanner.expectSymbol(')');
    }
    scanner.expectEnd();
    return image;
  }

  /** The columns that the head names, in its order; the scanner stands before the first value. */
  int[] readHead() {
    if (!head.isEmpty() && scanner.skipExpected(head)) {
      return headColumns;
    }
    int start = scanner.position();
    scanner.expectWord("insert");
    scanner.expectWord("into");
    names.skipTable(scanner);
    scanner.expectSymbol('(');
    int[] columns = new int[names.count()];
    int count = 0;
    int previous = -1;
    do {
      if (count == columns.length) {
        throw new SqlRedoException(
            Fault.UNEXPECTED_FORM, scanner.position(), "the table has fewer columns than the list");
      }
      previous = names.next(scanner, previous, order);
      columns[count++] = previous;
    } while (scanner.skipSymbol(','));
    scanner.expectSymbol(')');
    scanner.expectWord("values");
    scanner.skipBlanks();
    if (!scanner.skip('(')) {
      throw scanner.unexpected("'(' is expected");
    }
    headColumns = Arrays.copyOf(columns, count);
    head = scanner.sql().substring(start, scanner.position());
    return headColumns;
  }
}
