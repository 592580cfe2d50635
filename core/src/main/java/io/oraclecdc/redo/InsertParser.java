package io.oraclecdc.redo;

import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.SpecialValue;
import java.util.Arrays;
import java.util.BitSet;

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
  private final BitSet strings;
  private String head = "";
  private int[] headColumns = {};

  InsertParser(SqlScanner scanner, ColumnNames names, LiteralReader literals, TableSchema table) {
    this.scanner = scanner;
    this.names = names;
    this.literals = literals;
    this.order = names.newOrder();
    this.strings = longStrings(table);
  }

  /** Captured columns with extended strings. */
  private static BitSet longStrings(TableSchema table) {
    BitSet strings = new BitSet();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      strings.set(i, column.isCaptured() && column.type().isExtendedString());
    }
    return strings;
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
      if (image[columns[i]] == SpecialValue.UNAVAILABLE && strings.get(columns[i])) {
        // A placeholder: the value comes in rows of its own, and without any it is NULL.
        image[columns[i]] = SpecialValue.SQL_NULL;
      }
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
