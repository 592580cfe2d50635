package io.oraclecdc.engine;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.RowChange;
import io.oraclecdc.change.Change.RowRead;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.SnapshotOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.format.RecordFormat;
import io.oraclecdc.model.TableId;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One committed change of one row, as a consumer sees it; by settings that are off unless set, also
 * what else happens ({@link #operation()} tells). What a kind has not, such as the row of a
 * transaction's begin, is an {@link IllegalStateException}. Immutable; may be kept and passed to
 * other threads, except {@link #records()} and {@link #json()}, which belong to the thread that
 * calls the consumer.
 *
 * <p>{@link #transaction()} and {@link #eventIndex()} together identify the change for ever: after
 * a restart a change that was not acknowledged comes again with the same identity. {@code toString}
 * shows no values.
 */
public final class ChangeEvent {
  private final SequencedChange sequenced;
  private final Change change;
  private final RecordFormat format;
  private final JsonRecords json;

  ChangeEvent(SequencedChange sequenced, Change change, RecordFormat format, JsonRecords json) {
    this.sequenced = sequenced;
    this.change = change;
    this.format = format;
    this.json = json;
  }

  /** Full name of the table; not of transactions and heartbeats. */
  public TableId table() {
    return schema().id();
  }

  /** Layout of the table at the moment of the change; not of transactions and heartbeats. */
  public TableSchema schema() {
    return parts().table();
  }

  /** Where a row comes from that a snapshot read; empty for everything else. */
  public Optional<SnapshotOrigin> snapshot() {
    return change instanceof RowRead read ? Optional.of(read.origin()) : Optional.empty();
  }

  /** What happened. */
  public Operation operation() {
    return change.accept(OPERATION);
  }

  /**
   * The row before an update or delete, as far as the redo tells; for an insert, a row in which
   * nothing is logged.
   *
   * @see Row#isLogged
   */
  public Row before() {
    if (change instanceof RowRead read) {
      return Row.absent(read.table(), "a row of a snapshot has no row before it; ask after()");
    }
    return operation() == Operation.INSERT
        ? Row.absent(row().table(), "an insert has no row before it; ask after()")
        : new Row(row().table(), change.accept(BEFORE));
  }

  /**
   * The row after an insert or update, as far as the redo tells; for a delete, a row in which
   * nothing is logged.
   */
  public Row after() {
    return operation() == Operation.DELETE
        ? Row.absent(row().table(), "a delete has no row after it; ask before()")
        : new Row(schema(), change.accept(AFTER));
  }

  /**
   * The values of the key columns in key order: of the new row, for a delete of the old one. Empty
   * for tables without key columns.
   *
   * @see #schema()
   */
  public List<Object> key() {
    RecordKey key = schema().key();
    RowImage image = operation() == Operation.DELETE ? change.accept(BEFORE) : change.accept(AFTER);
    List<Object> values = new ArrayList<>(key.columns().size());
    for (int column : key.columns()) {
      Object value = image.get(column);
      if (value instanceof SpecialValue) {
        throw new ColumnAccessException(
            "key column "
                + schema().columns().get(column).name()
                + " of "
                + table()
                + " is not in this image");
      }
      values.add(value);
    }
    return values;
  }

  /**
   * The transaction that made the change: id, commit SCN, commit time, user, number of its changes;
   * not of heartbeats and of layouts that were read at the start.
   */
  public TransactionInfo transaction() {
    return parts().transaction();
  }

  /** Position of the change in its transaction, from 0; of rows and truncated tables. */
  public int eventIndex() {
    if (!isNumbered()) {
      throw EventParts.missing(operation(), "place in a transaction");
    }
    return origin().eventIndex();
  }

  /** Whether no further change of the same transaction follows. */
  public boolean isLastOfTransaction() {
    return isNumbered()
        ? eventIndex() == transaction().eventCount() - 1
        : operation() == Operation.TRANSACTION_END;
  }

  private boolean isNumbered() {
    return operation().isOfRow() || operation() == Operation.TRUNCATE;
  }

  /**
   * SCN, redo address, ROWID and time of the change; of rows, truncated tables and statements of
   * DDL.
   */
  public ChangeOrigin origin() {
    return parts().origin();
  }

  private EventParts parts() {
    return change.accept(EventParts.OF);
  }

  private RowChange row() {
    if (change instanceof RowChange row) {
      return row;
    }
    throw EventParts.missing(operation(), "row");
  }

  /** What is stored once this change and all before it are acknowledged. */
  public Position position() {
    return sequenced.position();
  }

  /**
   * The change as the core knows it, for handling by kind: {@code event.change().accept(handler)}.
   */
  public Change change() {
    return change;
  }

  /**
   * The records of this change in the configured format, in order. A key change has three, a delete
   * two with tombstones on; none when another row of the transaction has taken the key of a deleted
   * one.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-3001 when a value does not fit its mapping,
   *     CDC-6004 when names collide
   */
  public List<ChangeRecord> records() {
    return format.records(change);
  }

  /**
   * {@link #records()} as JSON texts: destination, key, value and headers; numbers as numbers,
   * bytes as base64.
   */
  public List<String> json() {
    List<String> lines = new ArrayList<>();
    for (ChangeRecord record : records()) {
      lines.add(json.line(record));
    }
    return lines;
  }

  long ordinal() {
    return sequenced.ordinal();
  }

  /** Operation, table and place; no values. */
  @Override
  public String toString() {
    if (!isNumbered()) {
      return parts().text();
    }
    ChangeOrigin origin = origin();
    return operation()
        + " "
        + table()
        + " (transaction "
        + origin.transaction().key()
        + ", change "
        + (origin.eventIndex() + 1)
        + " of "
        + origin.transaction().eventCount()
        + ", SCN "
        + origin.scn()
        + ")";
  }

  private static final Change.Handler<Operation> OPERATION =
      new ByKind<>() {
        @Override
        public Operation rowRead(Change.RowRead read) {
          return Operation.READ;
        }

        @Override
        public Operation rowInserted(Change.RowInserted inserted) {
          return Operation.INSERT;
        }

        @Override
        public Operation rowUpdated(Change.RowUpdated updated) {
          return Operation.UPDATE;
        }

        @Override
        public Operation rowDeleted(Change.RowDeleted deleted) {
          return Operation.DELETE;
        }

        @Override
        public Operation tableTruncated(Change.TableTruncated truncated) {
          return Operation.TRUNCATE;
        }

        @Override
        public Operation transactionBegan(Change.TransactionBegan began) {
          return Operation.TRANSACTION_BEGIN;
        }

        @Override
        public Operation transactionEnded(Change.TransactionEnded ended) {
          return Operation.TRANSACTION_END;
        }

        @Override
        public Operation schemaChanged(Change.SchemaChanged changed) {
          return Operation.SCHEMA_CHANGE;
        }

        @Override
        public Operation heartbeat(Change.Heartbeat heartbeat) {
          return Operation.HEARTBEAT;
        }
      };

  private static final Change.Handler<RowImage> BEFORE =
      new ByKind<>() {
        @Override
        public RowImage rowInserted(Change.RowInserted inserted) {
          return RowImage.nothingLogged(inserted.after().size());
        }

        @Override
        public RowImage rowUpdated(Change.RowUpdated updated) {
          return updated.before();
        }

        @Override
        public RowImage rowDeleted(Change.RowDeleted deleted) {
          return deleted.before();
        }
      };

  private static final Change.Handler<RowImage> AFTER =
      new ByKind<>() {
        @Override
        public RowImage rowRead(Change.RowRead read) {
          return read.row();
        }

        @Override
        public RowImage rowInserted(Change.RowInserted inserted) {
          return inserted.after();
        }

        @Override
        public RowImage rowUpdated(Change.RowUpdated updated) {
          return updated.after();
        }

        @Override
        public RowImage rowDeleted(Change.RowDeleted deleted) {
          return RowImage.nothingLogged(deleted.before().size());
        }
      };

  /** A handler for row changes, which the others are not. */
  private interface ByKind<T> extends Change.Handler<T> {
    @Override
    default T rowRead(Change.RowRead read) {
      throw new IllegalStateException("a row of a snapshot is not a row change");
    }

    @Override
    default T tableTruncated(Change.TableTruncated truncated) {
      throw EventParts.missing(Operation.TRUNCATE, "row");
    }

    @Override
    default T transactionBegan(Change.TransactionBegan began) {
      throw EventParts.missing(Operation.TRANSACTION_BEGIN, "row");
    }

    @Override
    default T transactionEnded(Change.TransactionEnded ended) {
      throw EventParts.missing(Operation.TRANSACTION_END, "row");
    }

    @Override
    default T schemaChanged(Change.SchemaChanged changed) {
      throw EventParts.missing(Operation.SCHEMA_CHANGE, "row");
    }

    @Override
    default T heartbeat(Change.Heartbeat heartbeat) {
      throw EventParts.missing(Operation.HEARTBEAT, "row");
    }
  }
}
