package io.oraclecdc.redo;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.util.List;
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
   * @param setsOnlyApart whether an update sets nothing but columns whose values may lie outside
   *     the row, captured or not
   */
  record RowChanged(
      MinedRow row,
      TableSchema table,
      RowOperation operation,
      RowImage before,
      RowImage after,
      boolean setsOnlyApart)
      implements RedoEvent {

    /** A change that is not known to set such columns alone. */
    public RowChanged(
        MinedRow row, TableSchema table, RowOperation operation, RowImage before, RowImage after) {
      this(row, table, operation, before, after, false);
    }

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
   * @param sets what its text sets
   */
  record RowUndone(
      MinedRow row, TableSchema table, RowOperation operation, @Nullable RowImage image, Sets sets)
      implements RedoEvent {

    /** What the text of an undo row sets. */
    public enum Sets {
      /** The text does not tell. */
      UNKNOWN,
      /** Columns whose values lie in rows of their own, and no others. */
      KEPT_APART,
      /** A column that is stored in the row, so that it takes back more than LOB calls. */
      STORED
    }

    /** An undo row whose text does not tell what it sets. */
    public RowUndone(
        MinedRow row, TableSchema table, RowOperation operation, @Nullable RowImage image) {
      this(row, table, operation, image, Sets.UNKNOWN);
    }

    @Override
    public void accept(Handler handler) {
      handler.rowUndone(this);
    }
  }

  /**
   * A row about a LOB of one row: its locator, or calls that change it.
   *
   * @param row place in the redo; ROW_ID is a placeholder while a statement runs, the row's own for
   *     calls of DBMS_LOB
   * @param table layout
   * @param target column and row; null when only an earlier row tells them
   * @param calls what is done, in order; none for a locator, and none when the column has no field
   * @param lobType type of the LOB as far as the row tells it, null when it does not
   */
  record LobTouched(
      MinedRow row,
      TableSchema table,
      @Nullable ValueTarget target,
      List<LobCall> calls,
      OracleType.@Nullable Kind lobType)
      implements RedoEvent {

    /** Copies the list. */
    public LobTouched {
      calls = List.copyOf(calls);
    }

    /** Whether the row is the locator that begins an operation on a LOB. */
    public boolean isLocator() {
      return row.operation() == OperationCode.SELECT_LOB_LOCATOR;
    }

    @Override
    public void accept(Handler handler) {
      handler.lobTouched(this);
    }
  }

  /**
   * A value of an XMLTYPE or extended string column begins; its pieces follow.
   *
   * @param row place in the redo
   * @param table layout
   * @param target column and row
   */
  record ValueBegun(MinedRow row, TableSchema table, ValueTarget target) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.valueBegun(this);
    }
  }

  /**
   * The next piece of a value that has begun.
   *
   * @param row place in the redo
   * @param table layout
   * @param piece {@code String}, {@code byte[]}, or {@code SpecialValue.SQL_NULL} when the value is
   *     NULL
   */
  record ValueContinued(MinedRow row, TableSchema table, Object piece) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.valueContinued(this);
    }
  }

  /**
   * A value that has begun has no further pieces.
   *
   * @param row place in the redo
   * @param table layout
   */
  record ValueEnded(MinedRow row, TableSchema table) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.valueEnded(this);
    }
  }

  /**
   * A row without text that belongs to the statement before it.
   *
   * @param row place in the redo; has a ROW_ID
   * @param mark what it tells
   */
  record StatementMarked(MinedRow row, Mark mark) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.statementMarked(this);
    }
  }

  /** What a row without text tells. */
  enum Mark {
    /** An operation on a LOB begins. */
    LOCATOR,
    /** A statement that wrote outside its row has ended; ROW_ID is the row's own. */
    END
  }

  /**
   * A row changed in a way that LogMiner cannot give (UNSUPPORTED): neither kind nor values are
   * known.
   *
   * @param row place in the redo; ROW_ID names the row
   * @param table layout
   */
  record ContentUnknown(MinedRow row, TableSchema table) implements RedoEvent {
    @Override
    public void accept(Handler handler) {
      handler.contentUnknown(this);
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

    void lobTouched(LobTouched event);

    void valueBegun(ValueBegun event);

    void valueContinued(ValueContinued event);

    void valueEnded(ValueEnded event);

    void statementMarked(StatementMarked event);

    void contentUnknown(ContentUnknown event);

    void transactionStarted(TransactionStarted event);

    void committed(Committed event);

    void rolledBack(RolledBack event);

    void ddlExecuted(DdlExecuted event);
  }
}
