package io.oraclecdc.redo;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import org.jspecify.annotations.Nullable;

/**
 * What one logical row of the redo means. Closed: a new kind breaks every {@link Handler} at
 * compile time.
 *
 * <p>Java 17 has no switch over sealed types; {@link #accept} calls the method of the kind.
 */
public sealed interface RedoEvent {

  /** The row it came from; of a continued statement the first piece, with the joined text. */
  MinedRow row();

  /** Calls the handler's method for this kind. */
  void accept(Handler handler);

  /** What happened to a row. */
  enum RowOperation {
    INSERT,
    UPDATE,
    DELETE
  }

  /**
   * A row of a captured table changed.
   *
   * @param row place in the redo
   * @param table layout the images are indexed by
   * @param operation kind of change
   * @param before old values as far as the WHERE clause gives them; nothing logged for an insert
   * @param after for an insert the new row; for an update the SET values, completed by the WHERE
   *     values; nothing logged for a delete
   */
  record RowChanged(
      MinedRow row, TableSchema table, RowOperation operation, RowImage before, RowImage after)
      implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.rowChanged(this);
    }
  }

  /**
   * A row that takes back an earlier one of its transaction (ROLLBACK = 1). Matched by identity;
   * its text is not needed.
   *
   * @param row place in the redo
   * @param table the table
   * @param operation kind of the undo row: DELETE takes back an INSERT, INSERT a DELETE, UPDATE an
   *     UPDATE
   * @param image values the undo row carries, for tables whose ROWIDs repeat; null when its text
   *     gives none
   */
  record RowUndone(
      MinedRow row, TableSchema table, RowOperation operation, @Nullable RowImage image)
      implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.rowUndone(this);
    }
  }

  /** First row of a transaction; carries its user. */
  record TransactionStarted(MinedRow row) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.transactionStarted(this);
    }
  }

  /** Commit; the row's SCN is the commit SCN. */
  record Committed(MinedRow row) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.committed(this);
    }
  }

  /** End of a full rollback. */
  record RolledBack(MinedRow row) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.rolledBack(this);
    }
  }

  /** A DDL statement of a user. */
  record DdlExecuted(MinedRow row, String sql) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.ddlExecuted(this);
    }
  }

  /** One method per kind. */
  interface Handler {
    void rowChanged(RowChanged event);

    void rowUndone(RowUndone event);

    void transactionStarted(TransactionStarted event);

    void committed(Committed event);

    void rolledBack(RolledBack event);

    void ddlExecuted(DdlExecuted event);
  }
}
