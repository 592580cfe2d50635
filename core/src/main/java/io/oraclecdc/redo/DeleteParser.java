package io.oraclecdc.redo;

/** Reads {@code delete from "O"."T" [a] [where ..]}. */
final class DeleteParser {
  private final SqlScanner scanner;
  private final ColumnReferences columns;
  private String head = "";

  DeleteParser(SqlScanner scanner, ColumnReferences columns) {
    this.scanner = scanner;
    this.columns = columns;
  }

  /**
   * Reads the statement.
   *
   * @param before receives the values of WHERE
   */
  void parse(Object[] before) {
    if (!head.isEmpty() && scanner.skipExpected(head)) {
      columns.readWhere(before);
      return;
    }
    int start = scanner.position();
    scanner.expectWord("delete");
    scanner.expectWord("from");
    columns.skipTable();
    columns.skipAlias("where");
    if (!scanner.skipWord("where")) {
      scanner.expectEnd();
      return;
    }
    scanner.skipBlanks();
    head = scanner.sql().substring(start, scanner.position());
    columns.readWhere(before);
  }
}
