package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import java.util.List;

/** What a changed row says about its record key. */
final class KeyChange {
  private KeyChange() {}

  /**
   * Whether an update gives its row another key. A key column that is set to its old value is no
   * change.
   *
   * @throws DecodeException if the redo does not carry the key
   */
  static boolean isMoved(RedoEvent.RowChanged event) {
    TableSchema table = event.table();
    if (table.key().kind() != RecordKey.Kind.COLUMNS) {
      return false;
    }
    requireKey(event);
    List<Integer> columns = table.key().columns();
    return event.operation() == RowOperation.UPDATE
        && !KeyValues.areEqual(event.before(), event.after(), columns);
  }

  private static boolean isExcluded(TableSchema table, List<Integer> columns) {
    return columns.stream().anyMatch(i -> table.columns().get(i).use() == Column.Use.EXCLUDED);
  }

  /**
   * Checks that a row tells its key.
   *
   * @throws DecodeException if it does not
   * @throws CdcException if it never can, because a key column is excluded
   */
  static void requireKey(RedoEvent.RowChanged event) {
    TableSchema table = event.table();
    List<Integer> columns = table.key().columns();
    boolean insert = event.operation() == RowOperation.INSERT;
    int missing = KeyValues.firstMissing(insert ? event.after() : event.before(), columns);
    if (missing >= 0 && isExcluded(table, columns)) {
      throw new CdcException(
          ErrorCode.DECODE,
          "a key column of table "
              + table.id()
              + " is named by cdc.columns.exclude, or not by cdc.columns.include");
    }
    if (missing >= 0) {
      throw new DecodeException(
          "Key column "
              + table.columns().get(columns.get(missing)).name()
              + " of "
              + table.id()
              + " is not in the redo of this row: "
              + event.operation()
              + " ("
              + event.row().place()
              + "): supplemental logging of the key columns is missing",
          null);
    }
  }
}
