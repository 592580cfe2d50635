package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.redo.RedoEvent.ContentUnknown;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.redo.RedoEvent.RowUndone;
import io.oraclecdc.redo.RedoEvent.StatementMarked;
import io.oraclecdc.redo.RedoEvent.ValueBegun;
import io.oraclecdc.redo.RedoEvent.ValueContinued;
import io.oraclecdc.redo.RedoEvent.ValueEnded;
import io.oraclecdc.schema.TableSchema;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Appends rows of tables to the logs of their transactions, each once however often it is read. Not
 * thread-safe.
 */
final class RowAppender {
  private final RowPlaces places;
  private final Function<MinedRow, @Nullable OpenTransaction> transactions;
  private final RowEntryWriter entries = new RowEntryWriter();
  private final PartWriter parts = new PartWriter();
  private long step;

  /** Transaction of the row that is being worked on, once the row is counted. */
  private @Nullable OpenTransaction applied;

  /**
   * An appender.
   *
   * @param places where rows stand
   * @param transactions the transaction a row belongs to, made when it is its first; null to drop
   *     the row
   */
  RowAppender(RowPlaces places, Function<MinedRow, @Nullable OpenTransaction> transactions) {
    this.places = places;
    this.transactions = transactions;
  }

  void beginStep(long number) {
    step = number;
    applied = null;
  }

  /**
   * Counts a row.
   *
   * @return its transaction; null when the row was counted before or is not captured
   */
  private @Nullable OpenTransaction apply(MinedRow row) {
    applied = null;
    places.saw(row);
    OpenTransaction transaction = transactions.apply(row);
    if (transaction == null
        || !transaction.apply(row.thread(), places.of(row, transaction), step)) {
      return null;
    }
    transaction.saw(row.scn(), row.timestamp());
    applied = transaction;
    return transaction;
  }

  /** Counts a row that could not be decoded; whether it is new. */
  boolean skip(MinedRow row) {
    return skipped(row) != null;
  }

  private @Nullable OpenTransaction skipped(MinedRow row) {
    OpenTransaction transaction = applied;
    if (transaction == null) {
      transaction = apply(row);
    }
    applied = null;
    return transaction;
  }

  /**
   * Keeps a row that could not be decoded in the place it has among the rows of its transaction.
   *
   * @param last the row, or the last piece of it
   * @param bad the row and why
   */
  void bad(MinedRow last, BadRow bad, TableSchema schema) {
    OpenTransaction transaction = skipped(last);
    if (transaction == null) {
      return;
    }
    MinedRow row = bad.row();
    int table = transaction.indexOf(schema);
    RedoAddress address = places.of(row, transaction);
    EntryKind kind =
        switch (row.operation()) {
          case INSERT -> EntryKind.BAD_INSERT;
          case UPDATE -> EntryKind.BAD_UPDATE;
          case DELETE -> EntryKind.BAD_DELETE;
          case UNSUPPORTED -> EntryKind.BAD_UNKNOWN;
          default -> null;
        };
    if (row.rollback()) {
      if (kind != null) {
        badUndo(transaction, bad, kind, schema, table);
      }
      return;
    }
    transaction.countBad();
    if (kind == null) {
      groupsOf(transaction).badPart(bad, schema, table, address);
    } else if (schema.keepsValuesApart() || transaction.groups() != null) {
      groupsOf(transaction).badChange(bad, kind, schema, table, address);
    } else {
      transaction.addChange(entries.bad(bad, kind, table, address));
    }
  }

  /** An undo row is matched by its ROWID, its text is not needed. */
  private void badUndo(
      OpenTransaction transaction, BadRow bad, EntryKind kind, TableSchema schema, int table) {
    if (!UndoResolver.isUsable(bad.row().rowId(), schema)) {
      throw new CdcException(
          ErrorCode.DECODE,
          "an undo row cannot be decoded and does not name its row, so what it takes back is not"
              + " known: "
              + bad.error().observed(),
          bad.error());
    }
    append(transaction, new RowUndone(bad.row(), schema, kind.operation(), null), table);
  }

  void changed(RowChanged event) {
    applied = null;
    boolean keyMoved = KeyChange.isMoved(event);
    OpenTransaction transaction = apply(event.row());
    if (transaction == null) {
      return;
    }
    RedoAddress address = places.of(event.row(), transaction);
    int table = transaction.indexOf(event.table());
    long ordinal = transaction.log().frames();
    boolean begins = true;
    if (event.table().keepsValuesApart() || transaction.groups() != null) {
      begins = groupsOf(transaction).rowChanged(event, table, address, keyMoved);
    } else {
      transaction.addChange(entries.change(event, table, address, keyMoved));
    }
    if (begins) {
      transaction.tables().get(table).noteKeys(event.operation(), keyMoved, ordinal);
    }
    applied = null;
  }

  private RowGroups groupsOf(OpenTransaction transaction) {
    RowGroups groups = transaction.groups();
    if (groups == null) {
      groups = new RowGroups(transaction, entries, parts);
      transaction.groups(groups);
    }
    return groups;
  }

  void undone(RowUndone event) {
    OpenTransaction transaction = apply(event.row());
    if (transaction == null) {
      return;
    }
    append(transaction, event, transaction.indexOf(event.table()));
    applied = null;
  }

  private void append(OpenTransaction transaction, RowUndone event, int table) {
    MinedRow row = event.row();
    RowGroups groups = transaction.groups();
    if (groups != null) {
      groups.undone(event);
    }
    boolean byRowId = UndoResolver.isUsable(row.rowId(), event.table());
    transaction.addUndo(
        entries.undo(event, table, places.of(row, transaction), byRowId ? null : event.image()));
  }

  void lobTouched(LobTouched event) {
    OpenTransaction transaction = apply(event.row());
    if (transaction != null) {
      int table = transaction.indexOf(event.table());
      groupsOf(transaction).lobTouched(event, table, places.of(event.row(), transaction));
      applied = null;
    }
  }

  void valueBegun(ValueBegun event) {
    OpenTransaction transaction = apply(event.row());
    if (transaction != null) {
      int table = transaction.indexOf(event.table());
      groupsOf(transaction).valueBegun(event, table, places.of(event.row(), transaction));
      applied = null;
    }
  }

  void valueContinued(ValueContinued event) {
    OpenTransaction transaction = apply(event.row());
    if (transaction != null) {
      groupsOf(transaction).valueContinued(event);
      applied = null;
    }
  }

  void valueEnded(ValueEnded event) {
    OpenTransaction transaction = apply(event.row());
    if (transaction != null) {
      groupsOf(transaction).valueEnded(event);
      applied = null;
    }
  }

  /** Takes a row without text of a transaction that is open. */
  void marked(StatementMarked event, OpenTransaction transaction) {
    MinedRow row = event.row();
    applied = null;
    if (!row.address().isZero() && transaction.applyBehind(row.thread(), row.address(), step)) {
      places.saw(row);
      groupsOf(transaction).marked(event);
    }
  }

  void ddlMarked(DdlMark mark) {
    OpenTransaction transaction = apply(mark.row());
    if (transaction != null) {
      transaction.addMark(mark);
      applied = null;
    }
  }

  void contentUnknown(ContentUnknown event) {
    OpenTransaction transaction = apply(event.row());
    if (transaction == null) {
      return;
    }
    RowGroups groups = transaction.groups();
    if (groups != null) {
      groups.passed(event.table());
    }
    int table = transaction.indexOf(event.table());
    transaction.addChange(entries.unknown(event, table, places.of(event.row(), transaction)));
    applied = null;
  }
}
