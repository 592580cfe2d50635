package io.oraclecdc.commit;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.MissingRow;
import io.oraclecdc.lob.MissingValues.Outcome;
import io.oraclecdc.model.Scn;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.transaction.BufferedChange;
import io.oraclecdc.transaction.CommittedTransaction;
import io.oraclecdc.value.RowImage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for values that the redo does not carry, for several changes of a transaction at a time: a
 * change that misses nothing passes at once unless one before it waits. Not thread-safe.
 */
final class ValueCompletion {
  private static final int MOST_CHANGES = 64;
  private static final long MOST_BYTES = 8L << 20;

  private final MissingValues missing;
  private final List<PendingChange> waiting = new ArrayList<>();
  private @Nullable CommittedTransaction commit;
  private long bytes;

  ValueCompletion(MissingValues missing) {
    this.missing = missing;
  }

  void start(CommittedTransaction transaction) {
    commit = transaction;
    waiting.clear();
    bytes = 0;
  }

  /** Whether the next change misses nothing and none before it waits. */
  boolean passes(PendingChange change) {
    return waiting.isEmpty() && !isIncomplete(change);
  }

  /** Takes the next change, which does not pass; whether it is time to {@link #take}. */
  boolean add(PendingChange change) {
    waiting.add(change);
    bytes += change.bytes();
    return waiting.size() >= MOST_CHANGES || bytes >= MOST_BYTES;
  }

  private static boolean isIncomplete(PendingChange change) {
    return change.isMissingValues() || change.change().isWithoutValues();
  }

  /**
   * The changes that wait, completed as far as possible.
   *
   * @throws CdcException CDC-3001 when a change of which the redo has no value cannot be read
   *     either
   */
  List<PendingChange> take() {
    askForValues();
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).change().rowOnly()) {
        askForOwner(i);
      } else if (waiting.get(i).change().contentUnknown()) {
        askForRow(waiting.get(i));
      }
    }
    List<PendingChange> completed = List.copyOf(waiting);
    waiting.clear();
    bytes = 0;
    return completed;
  }

  private CommittedTransaction transaction() {
    CommittedTransaction current = commit;
    if (current == null) {
      throw new IllegalStateException("no transaction has been started");
    }
    return current;
  }

  private void askForValues() {
    List<PendingChange> incomplete = new ArrayList<>();
    List<MissingRow> rows = new ArrayList<>();
    for (int i = 0; i < waiting.size(); i++) {
      PendingChange change = waiting.get(i);
      if (change.isMissingValues()) {
        incomplete.add(change);
        rows.add(change.missing(keyAtCommit(i)));
      }
    }
    if (rows.isEmpty()) {
      return;
    }
    List<Found> answers = missing.read(transaction().commitScn(), rows);
    for (int i = 0; i < answers.size(); i++) {
      incomplete.get(i).found(answers.get(i));
    }
  }

  /**
   * The image of a row with the last key that its transaction gave it: the table is asked as of the
   * commit, when the key of an earlier change names no row, or another one.
   */
  private RowImage keyAtCommit(int index) {
    PendingChange change = waiting.get(index);
    RowImage image = change.after();
    for (PendingChange later : waiting.subList(index + 1, waiting.size())) {
      if (!change.isFollowedBy(later)) {
        continue;
      }
      if (later.operation() != RowOperation.UPDATE) {
        break;
      }
      if (later.isKeyMoved() && later.after().size() == image.size()) {
        image = later.after();
      }
    }
    return image;
  }

  private void askForRow(PendingChange pending) {
    BufferedChange change = pending.change();
    RowImage nothing = change.before();
    Found after = read(change, transaction().commitScn());
    long firstScn = transaction().firstScn().value();
    Found before = read(change, new Scn(Math.max(0, firstScn - 1)));
    RowImage newRow = after.values();
    RowImage oldRow = before.values();
    if (after.outcome() == Outcome.FAILED
        || (newRow == null && before.outcome() == Outcome.FAILED)) {
      throw notReadable(change);
    }
    if (newRow != null) {
      boolean inserted = before.outcome() == Outcome.GONE;
      boolean moved = oldRow != null && isKeyMoved(change.table(), oldRow, newRow);
      pending.becomes(
          inserted ? RowOperation.INSERT : RowOperation.UPDATE,
          moved && oldRow != null ? oldRow : nothing,
          newRow,
          moved);
      if (moved && oldRow != null && isKeyTaken(change, oldRow)) {
        pending.keyIsTaken();
      }
    } else if (oldRow != null) {
      pending.becomes(RowOperation.DELETE, oldRow, nothing, false);
      if (isKeyTaken(change, oldRow)) {
        pending.keyIsTaken();
      }
    } else {
      pending.cameToNothing();
    }
  }

  /**
   * Reads the row whose LOBs were changed by rows that name no column. A row that is gone was
   * removed later in the transaction, whose redo tells it.
   */
  private void askForOwner(int index) {
    PendingChange pending = waiting.get(index);
    BufferedChange change = pending.change();
    Found found = read(change, transaction().commitScn());
    RowImage row = found.values();
    if (found.outcome() == Outcome.FAILED || (row == null && !wasRemoved(index))) {
      throw ownerNotReadable(change);
    }
    if (row == null) {
      pending.cameToNothing();
    } else {
      pending.becomes(RowOperation.UPDATE, change.before(), withKeyOfThen(index, row), false);
    }
  }

  /**
   * Whether a row that is not there at the commit was there: else its ROWID is of something else.
   */
  private boolean wasRemoved(int index) {
    PendingChange change = waiting.get(index);
    for (PendingChange later : waiting.subList(index + 1, waiting.size())) {
      if (change.isFollowedBy(later) && later.operation() == RowOperation.DELETE) {
        return true;
      }
    }
    Scn before = new Scn(Math.max(0, transaction().firstScn().value() - 1));
    return read(change.change(), before).outcome() == Outcome.FOUND;
  }

  /** A row with the key it had before a later change of the transaction moved it. */
  private RowImage withKeyOfThen(int index, RowImage row) {
    PendingChange change = waiting.get(index);
    for (PendingChange later : waiting.subList(index + 1, waiting.size())) {
      if (change.isFollowedBy(later) && later.isKeyMoved()) {
        Object[] values = new Object[row.size()];
        for (int i = 0; i < values.length; i++) {
          boolean key = change.change().table().key().columns().contains(i);
          values[i] = key && later.before().isLogged(i) ? later.before().get(i) : row.get(i);
        }
        return RowImage.owning(values);
      }
    }
    return row;
  }

  private Found read(BufferedChange change, Scn asOf) {
    BitSet columns = new BitSet();
    for (int i = 0; i < change.table().columns().size(); i++) {
      if (change.table().columns().get(i).isCaptured()) {
        columns.set(i);
      }
    }
    MissingRow row = new MissingRow(change.table(), change.before(), change.rowId(), columns);
    return missing.read(asOf, List.of(row)).get(0);
  }

  /**
   * Whether another row has the key at the commit that a row had before: the redo, which would tell
   * otherwise, does not show the keys of rows that LogMiner cannot give.
   */
  private boolean isKeyTaken(BufferedChange change, RowImage oldRow) {
    TableSchema table = change.table();
    if (table.key().kind() != RecordKey.Kind.COLUMNS) {
      return false;
    }
    BitSet columns = new BitSet();
    table.key().columns().forEach(columns::set);
    MissingRow byKey = new MissingRow(table, oldRow, null, columns);
    Outcome outcome = missing.read(transaction().commitScn(), List.of(byKey)).get(0).outcome();
    if (outcome == Outcome.FAILED) {
      throw notReadable(change);
    }
    return outcome == Outcome.FOUND;
  }

  private static boolean isKeyMoved(TableSchema table, RowImage oldRow, RowImage newRow) {
    for (int column : table.key().columns()) {
      if (!oldRow.get(column).equals(newRow.get(column))) {
        return true;
      }
    }
    return false;
  }

  private CdcException ownerNotReadable(BufferedChange change) {
    boolean named = change.rowId() != null && !change.rowId().isTableOnly();
    return new CdcException(
        ErrorCode.DECODE,
        "a LOB of table "
            + change.table().id()
            + " was changed by redo that names neither column nor key (BasicFile, storage in row"
            + " disabled), "
            + (named
                ? "and its row " + change.rowId() + " cannot be read as of the commit"
                : "and no ROWID, so it is not known which row changed")
            + ", at transaction "
            + transaction().key()
            + ", commit SCN "
            + transaction().commitScn()
            + ", redo address "
            + change.address(),
        "Raise UNDO_RETENTION and grant FLASHBACK on the table, or exclude the table and load it anew;"
            + " LOBs stored in the row or as SecureFile do not have this trouble.",
        null);
  }

  private CdcException notReadable(BufferedChange change) {
    return new CdcException(
        ErrorCode.DECODE,
        "LogMiner cannot give a change of table "
            + change.table().id()
            + " (UNSUPPORTED), and the row "
            + change.rowId()
            + " cannot be read as of the commit, at transaction "
            + transaction().key()
            + ", commit SCN "
            + transaction().commitScn()
            + ", redo address "
            + change.address(),
        "Raise UNDO_RETENTION and grant FLASHBACK on the table, or exclude the table and load it anew.",
        null);
  }
}
