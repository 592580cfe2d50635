package io.oraclecdc.testing;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.schema.TableSchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads rows of {@link TestRow}; the text {@code bad} cannot be decoded. */
public final class TestDecoder implements RowDecoder {
  private static final Map<String, TableSchema> TABLES =
      Map.of(
          "T", TestTables.T,
          "U", TestTables.U,
          "K", TestTables.KEYLESS,
          "IOT", TestTables.INDEX_ORGANIZED);

  private boolean inside;

  @Override
  public @Nullable RedoEvent decode(MinedRow row) {
    if (row.continued()) {
      inside = true;
      return null;
    }
    inside = false;
    return switch (row.operation()) {
      case START -> new RedoEvent.TransactionStarted(row);
      case COMMIT -> new RedoEvent.Committed(row);
      case ROLLBACK -> new RedoEvent.RolledBack(row);
      case DDL -> new RedoEvent.DdlExecuted(row, String.valueOf(row.sqlRedo()));
      case INSERT -> change(row, RowOperation.INSERT);
      case UPDATE -> change(row, RowOperation.UPDATE);
      case DELETE -> change(row, RowOperation.DELETE);
      default -> null;
    };
  }

  private static @Nullable RedoEvent change(MinedRow row, RowOperation operation) {
    TableSchema table = TABLES.get(String.valueOf(row.segment().table()));
    if (table == null) {
      return null;
    }
    String text = row.sqlRedo();
    if (row.rollback()) {
      return new RedoEvent.RowUndone(
          row, table, operation, text == null ? null : TestTables.parse(text));
    }
    if (text == null || text.equals("bad")) {
      throw new DecodeException("a row cannot be decoded (" + row.place() + ")", null);
    }
    return switch (operation) {
      case INSERT ->
          new RedoEvent.RowChanged(
              row, table, operation, TestTables.none(), TestTables.parse(text));
      case DELETE ->
          new RedoEvent.RowChanged(
              row, table, operation, TestTables.parse(text), TestTables.none());
      case UPDATE -> {
        int arrow = text.indexOf('>');
        var before = TestTables.parse(text.substring(0, arrow));
        yield new RedoEvent.RowChanged(
            row,
            table,
            operation,
            before,
            TestTables.parse(text.substring(arrow + 1)).orElse(before));
      }
    };
  }

  @Override
  public boolean isInsideStatement() {
    return inside;
  }

  @Override
  public void reset() {
    inside = false;
  }
}
