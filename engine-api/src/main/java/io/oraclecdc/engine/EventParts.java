package io.oraclecdc.engine;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
import io.oraclecdc.schema.TableSchema;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a change of some kind has, beside rows. */
final class EventParts {
  static final Change.Handler<EventParts> OF = new ByKind();

  private final Operation operation;
  private final @Nullable TableSchema table;
  private final @Nullable TransactionInfo transaction;
  private final @Nullable ChangeOrigin origin;
  private final String detail;

  private EventParts(
      Operation operation,
      @Nullable TableSchema table,
      @Nullable TransactionInfo transaction,
      @Nullable ChangeOrigin origin,
      String detail) {
    this.operation = operation;
    this.table = table;
    this.transaction = transaction;
    this.origin = origin;
    this.detail = detail;
  }

  TableSchema table() {
    return existing(table, "table");
  }

  TransactionInfo transaction() {
    return existing(transaction, "transaction");
  }

  ChangeOrigin origin() {
    return existing(origin, "place in the redo");
  }

  /** Kind, table and place; no values, no statement. */
  String text() {
    return operation
        + (table == null ? "" : " " + table.id())
        + (transaction == null ? "" : " (transaction " + transaction.key() + ")")
        + detail;
  }

  private <T> T existing(@Nullable T part, String name) {
    if (part == null) {
      throw missing(operation, name);
    }
    return part;
  }

  static IllegalStateException missing(Operation operation, String part) {
    return new IllegalStateException(
        "an event of kind " + operation.name().toLowerCase(Locale.ROOT) + " has no " + part);
  }

  private static final class ByKind implements Change.Handler<EventParts> {
    private static EventParts at(Operation operation, TableSchema table, ChangeOrigin origin) {
      return new EventParts(operation, table, origin.transaction(), origin, "");
    }

    @Override
    public EventParts rowInserted(Change.RowInserted change) {
      return at(Operation.INSERT, change.table(), change.origin());
    }

    @Override
    public EventParts rowUpdated(Change.RowUpdated change) {
      return at(Operation.UPDATE, change.table(), change.origin());
    }

    @Override
    public EventParts rowDeleted(Change.RowDeleted change) {
      return at(Operation.DELETE, change.table(), change.origin());
    }

    @Override
    public EventParts rowRead(Change.RowRead read) {
      return new EventParts(
          Operation.READ, read.table(), null, null, " (SCN " + read.origin().scn() + ")");
    }

    @Override
    public EventParts tableTruncated(Change.TableTruncated change) {
      return at(Operation.TRUNCATE, change.table(), change.origin());
    }

    @Override
    public EventParts transactionBegan(Change.TransactionBegan change) {
      return new EventParts(Operation.TRANSACTION_BEGIN, null, change.transaction(), null, "");
    }

    @Override
    public EventParts transactionEnded(Change.TransactionEnded change) {
      return new EventParts(
          Operation.TRANSACTION_END,
          null,
          change.transaction(),
          null,
          ", " + change.eventCount() + " changes");
    }

    @Override
    public EventParts schemaChanged(Change.SchemaChanged change) {
      ChangeOrigin origin = change.origin();
      return new EventParts(
          Operation.SCHEMA_CHANGE,
          change.table(),
          origin == null ? null : origin.transaction(),
          origin,
          " " + change.layout().kind());
    }

    @Override
    public EventParts heartbeat(Change.Heartbeat change) {
      return new EventParts(Operation.HEARTBEAT, null, null, null, " SCN " + change.scn());
    }
  }
}
