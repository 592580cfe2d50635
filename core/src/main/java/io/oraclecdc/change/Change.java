package io.oraclecdc.change;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.LayoutChange;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing a consumer is told. Closed: a new kind breaks every {@link Handler} at compile time.
 * Immutable.
 */
public sealed interface Change {

  /** Calls the handler's method for this kind. */
  <T> T accept(Handler<T> handler);

  /** A change of one row by a committed transaction. */
  sealed interface RowChange extends Change {
    /** Layout of the images. */
    TableSchema table();

    /** Place in its transaction and in the redo. */
    ChangeOrigin origin();
  }

  /**
   * A row that a snapshot read.
   *
   * @param table layout of the image
   * @param origin where it comes from
   * @param row the row
   */
  record RowRead(TableSchema table, SnapshotOrigin origin, RowImage row) implements Change {
    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.rowRead(this);
    }
  }

  /**
   * A new row.
   *
   * @param table layout of the image
   * @param origin where it comes from
   * @param after the row
   */
  record RowInserted(TableSchema table, ChangeOrigin origin, RowImage after) implements RowChange {
    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.rowInserted(this);
    }
  }

  /**
   * Changed values of a row.
   *
   * @param table layout of the images
   * @param origin where it comes from
   * @param before old values as far as logged
   * @param after new values as far as logged: what the statement set, else what the redo says did
   *     not change
   * @param keyEffect what happened to the record key
   */
  record RowUpdated(
      TableSchema table, ChangeOrigin origin, RowImage before, RowImage after, KeyEffect keyEffect)
      implements RowChange {
    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.rowUpdated(this);
    }
  }

  /**
   * A removed row.
   *
   * @param table layout of the image
   * @param origin where it comes from
   * @param before the row as far as logged
   * @param keyTaken whether another row of the same transaction has this key by now, so that
   *     nothing may be removed under it
   */
  record RowDeleted(TableSchema table, ChangeOrigin origin, RowImage before, boolean keyTaken)
      implements RowChange {
    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.rowDeleted(this);
    }
  }

  /**
   * Nothing happened, but capture is alive and its position moved.
   *
   * @param scn SCN up to which every commit has been delivered
   * @param time when it was made
   */
  record Heartbeat(Scn scn, Instant time) implements Change {
    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.heartbeat(this);
    }
  }

  /**
   * A table was emptied by TRUNCATE TABLE; its rows are gone without deletes.
   *
   * @param table its layout
   * @param origin where it comes from; the transaction is that of the statement
   */
  record TableTruncated(TableSchema table, ChangeOrigin origin) implements Change {
    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.tableTruncated(this);
    }
  }

  /**
   * The changes of a transaction follow, up to its {@link TransactionEnded}.
   *
   * @param transaction which one
   * @param time of its first change, never behind the commit; null when the redo carries none
   */
  record TransactionBegan(TransactionInfo transaction, @Nullable Instant time) implements Change {
    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.transactionBegan(this);
    }
  }

  /**
   * The changes of a transaction are complete.
   *
   * @param transaction which one
   * @param perTable how many changes of each table were delivered, in the order of their first ones
   */
  record TransactionEnded(TransactionInfo transaction, Map<TableId, Integer> perTable)
      implements Change {

    /** Copies the map, in its order. */
    public TransactionEnded {
      perTable = Collections.unmodifiableMap(new LinkedHashMap<>(perTable));
    }

    /** How many changes were delivered. */
    public long eventCount() {
      return perTable.values().stream().mapToLong(Integer::longValue).sum();
    }

    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.transactionEnded(this);
    }
  }

  /**
   * The layout of a captured table: what it is when capture starts, or what a statement of DDL made
   * of it.
   *
   * @param layout what happened, and the layout from then on
   * @param ddl the statement, null for what was read when capture started
   * @param origin where the statement stands, null for what was read when capture started
   * @param scn SCN of the statement, or from where capture started
   * @param time commit of the statement, or when capture started; null when the redo carries none
   */
  record SchemaChanged(
      LayoutChange layout,
      @Nullable String ddl,
      @Nullable ChangeOrigin origin,
      Scn scn,
      @Nullable Instant time)
      implements Change {

    /** The layout from then on; for a dropped table the last one. */
    public TableSchema table() {
      return layout.table();
    }

    @Override
    public <T> T accept(Handler<T> handler) {
      return handler.schemaChanged(this);
    }

    /** Kind and table: the statement may hold values. */
    @Override
    public String toString() {
      return "SchemaChanged[" + layout.kind() + " " + layout.table() + "]";
    }
  }

  /** What an update did to the key of its row. */
  enum KeyEffect {
    /** The key is as before, or the table has none. */
    UNCHANGED,
    /** The row has a new key and nobody has the old one: delete, tombstone, create. */
    MOVED,
    /**
     * The row has a new key and another row of the transaction has taken the old one: create only.
     */
    MOVED_OLD_KEY_TAKEN
  }

  /**
   * One method per kind.
   *
   * @param <T> what the methods return
   */
  interface Handler<T> {
    T rowRead(RowRead change);

    T rowInserted(RowInserted change);

    T rowUpdated(RowUpdated change);

    T rowDeleted(RowDeleted change);

    T tableTruncated(TableTruncated change);

    T transactionBegan(TransactionBegan change);

    T transactionEnded(TransactionEnded change);

    T schemaChanged(SchemaChanged change);

    T heartbeat(Heartbeat change);
  }
}
