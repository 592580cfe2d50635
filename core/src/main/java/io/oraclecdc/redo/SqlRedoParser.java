package io.oraclecdc.redo;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.SqlRedoException.Fault;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.ValueCodecs;

/**
 * Reads the statements of one version of a table, in one pass from left to right.
 *
 * <p>Remembers how the last statements of the table began and in which order they named columns,
 * which makes it fast; the result does not depend on it. Not thread-safe.
 */
public final class SqlRedoParser {
  private final SqlScanner scanner = new SqlScanner();
  private final InsertParser inserts;
  private final UpdateParser updates;
  private final DeleteParser deletes;
  private final ColumnReferences columns;
  private final LiteralReader literals;
  private final QuoteRepair repair;
  private final RowImage nothing;

  private SqlRedoParser(
      TableSchema table, ColumnNames names, ValueReader values, UnescapedQuotes quotes) {
    literals = new LiteralReader(scanner, names, values);
    columns = new ColumnReferences(scanner, names, literals);
    inserts = new InsertParser(scanner, names, literals, table);
    updates = new UpdateParser(scanner, names, columns, literals);
    deletes = new DeleteParser(scanner, columns);
    repair = new QuoteRepair(table, quotes, scanner, inserts, updates);
    nothing = RowImage.nothingLogged(names.count());
  }

  /** A parser that gives Java values; columns that are not captured stay not logged. */
  public static SqlRedoParser ofValues(
      TableSchema table, ValueCodecs codecs, UnescapedQuotes quotes) {
    return new SqlRedoParser(table, new ColumnNames(table), TypedValues.of(table, codecs), quotes);
  }

  /**
   * A parser of statements that LogMiner wrote without knowing the layout: columns called COL n,
   * values in Oracle's internal encoding.
   */
  static SqlRedoParser ofInternalValues(TableSchema table, ValueCodecs codecs) {
    return new SqlRedoParser(
        table,
        ColumnNames.invented(table),
        TypedValues.ofInternalEncoding(table, codecs),
        UnescapedQuotes.STRICT);
  }

  /**
   * A parser that gives text: what stands between the quotes of a quoted value, and the source of a
   * call.
   */
  public static SqlRedoParser ofText(TableSchema table, UnescapedQuotes quotes) {
    return new SqlRedoParser(table, new ColumnNames(table), new TextValues(), quotes);
  }

  /**
   * Reads a complete statement.
   *
   * @throws SqlRedoException if it cannot be read
   */
  public RowStatement parse(String sql) {
    try {
      return parseAsWritten(sql);
    } catch (SqlRedoException e) {
      if (repair.isOff() || e.fault() == Fault.BAD_VALUE) {
        throw e;
      }
      return parseAsWritten(repair.withDoubledQuotes(sql, e));
    } finally {
      literals.release();
    }
  }

  private RowStatement parseAsWritten(String sql) {
    scanner.start(sql);
    scanner.skipBlanks();
    columns.start();
    switch (scanner.peek()) {
      case 'i', 'I' -> {
        return new RowStatement(
            RowOperation.INSERT, nothing, RowImage.owning(inserts.parse()), null, false);
      }
      case 'u', 'U' -> {
        Object[] before = literals.newImage();
        Object[] after = literals.newImage();
        updates.parse(before, after);
        return new RowStatement(
            RowOperation.UPDATE,
            RowImage.owning(before),
            RowImage.owning(after),
            columns.rowId(),
            updates.setOnlyKeptApart());
      }
      case 'd', 'D' -> {
        Object[] before = literals.newImage();
        deletes.parse(before);
        return new RowStatement(
            RowOperation.DELETE, RowImage.owning(before), nothing, columns.rowId(), false);
      }
      default -> throw scanner.unexpected("insert, update or delete is expected");
    }
  }
}
