package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import io.oraclecdc.transaction.PartEntry.ObjectMark;
import io.oraclecdc.value.RowImage;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Which changes did undo rows take back?
 *
 * An undo row cancels the newest change of its row that nothing cancelled yet. Read from the newest
 * entry to the oldest this needs no search: an undo row waits, under the identity of its row, for
 * the next change of that row that is met; changes that meet a waiting undo row are cancelled. Per
 * row it is the matching of parentheses, so waiting undo rows of one row form a stack.
 *
 * Identity is table and ROWID. Where ROWIDs repeat (index-organised tables, clusters) or are not
 * known it is table, kind and key values; an undo row that carries no key values waits for the
 * newest change of its table, because Oracle undoes newest first. Of two undo rows that could take
 * a change back, one with its key and one without any, the earlier one does.
 *
 * A change of several rows is undone as a whole by one undo row with the ROWID that its last row
 * told. When none told it, the undo row that waits nearest is for it: Oracle undoes newest first, so
 * a change in front of which any undo row of its table waits was undone.
 *
 * Calls of DBMS_LOB have one undo row each, and the redo does not tell where a call ends. With as many
 * undo rows as rows the change is gone; with fewer it stays, and its value is unavailable.
 *
 * A change that could not be decoded has no values: by its ROWID it is matched like any other, without
 * a usable one the earliest waiting undo row of its table is for it.
 *
 * On a cluster the database writes undo rows of its own beside LOBs. They have a DATA_OBJD# where rows
 * of users have none, and take nothing back.
 *
 * Memory: the result is one bit per entry. Waiting undo rows have a budget; when it is exceeded the
 * pass is repeated for each of several disjoint sets of identities.
 */
final class UndoResolver {
  private static final int MAX_PARTITIONS = 1 << 16;
  private static final int WAITING_BYTES = 120;

  private final TransactionKey transaction;
  private final SpillLog log;
  private final List<TableUse> tables;
  private final boolean everythingMined;
  private final long budgetBytes;
  private final ImageCodec codec = new ImageCodec();
  private final BitSet cancelled = new BitSet();
  private final BitSet unavailable = new BitSet();
  private final Map<Object, WaitingUndo> waiting = new HashMap<>();
  private final Map<TableId, Deque<ByRowId>> order = new HashMap<>();
  private final Map<Long, RowTold> rowsTold = new HashMap<>();
  private final Map<Long, Integer> callRows = new HashMap<>();
  private final Set<TableId> unmarked = new HashSet<>();
  private long waitingBytes;
  private long unmatched;

  UndoResolver(
      TransactionKey transaction,
      SpillLog log,
      List<TableUse> tables,
      boolean everythingMined,
      long budgetBytes) {
    this.transaction = transaction;
    this.log = log;
    this.tables = tables;
    this.everythingMined = everythingMined;
    this.budgetBytes = budgetBytes;
  }

  /**
   * The entries that do not survive: cancelled changes and the undo rows themselves.
   *
   * @throws CdcException CDC-3001 when an undo row takes back nothing that was mined, although the
   *     whole transaction was
   */
  BitSet resolve() {
    int partitions = 1;
    while (!isResolvedWith(partitions)) {
      partitions *= 2;
      if (partitions > MAX_PARTITIONS) {
        throw new CdcException(
            ErrorCode.BUFFER_EXHAUSTED,
            "The undo rows of transaction "
                + transaction
                + " need more than "
                + budgetBytes
                + " bytes in "
                + MAX_PARTITIONS
                + " parts",
            "Raise cdc.buffer.memory.max.bytes; the transaction is mined again after a restart.",
            null);
      }
    }
    return cancelled;
  }

  /** Changes that stay although undo rows took back an unknown part of their values. */
  BitSet unavailable() {
    return unavailable;
  }

  /** Number of undo rows that took back rows from before the mined range. */
  long unmatched() {
    return unmatched;
  }

  private boolean isResolvedWith(int partitions) {
    cancelled.clear();
    unavailable.clear();
    unmarked.clear();
    unmatched = 0;
    for (int partition = 0; partition < partitions; partition++) {
      waiting.clear();
      order.clear();
      rowsTold.clear();
      callRows.clear();
      waitingBytes = 0;
      if (!pass(partition, partitions)) {
        return false;
      }
      checkNothingWaits();
    }
    return true;
  }

  private boolean pass(int partition, int partitions) {
    try (SpillReader reader = log.readBackward()) {
      long ordinal = log.frames();
      while (reader.next()) {
        ordinal--;
        if (PartEntry.isPart(reader.frame())) {
          note(PartEntry.read(reader.frame()));
          continue;
        }
        RowEntry entry = RowEntry.read(codec, reader.frame());
        if (entry.kind.isUndo()) {
          cancelled.set(Math.toIntExact(ordinal));
          Object identity = undoIdentity(entry);
          if (isIn(partition, partitions, identity)) {
            await(identity, entry, ordinal);
            if (waitingBytes > budgetBytes && partitions < MAX_PARTITIONS) {
              return false;
            }
          }
        } else {
          Row row = rowOf(entry, ordinal);
          if (!waiting.isEmpty() && isCancelled(row)) {
            cancelled.set(Math.toIntExact(ordinal));
          }
        }
      }
    }
    return true;
  }

  private void note(PartEntry part) {
    if (part.type == PartType.ROW) {
      rowsTold.putIfAbsent(part.unit, new RowTold(part.rowId(), part.mark()));
    } else if (part.type == PartType.CALL) {
      callRows.merge(part.unit, 1, Integer::sum);
    }
  }

  private Row rowOf(RowEntry entry, long ordinal) {
    RowTold told = rowsTold.remove(ordinal);
    Integer calls = callRows.remove(ordinal);
    boolean named = entry.rowId != null && !entry.rowId.isTableOnly();
    ObjectMark mark =
        named && !entry.lobCalls
            ? entry.marked ? ObjectMark.PRESENT : ObjectMark.ABSENT
            : told == null ? ObjectMark.UNKNOWN : told.mark();
    if (mark == ObjectMark.ABSENT) {
      unmarked.add(table(entry).id());
    }
    return new Row(
        entry, ordinal, told == null ? entry.rowId : told.rowId(), mark, calls == null ? 0 : calls);
  }

  // Undo rows without values compete with those that have some, so a table's rows without usable
  // ROWIDs stay together.
  private static boolean isIn(int partition, int partitions, Object identity) {
    if (partitions == 1) {
      return true;
    }
    int hash =
        identity instanceof ByRowId byRowId
            ? byRowId.ordered() ? byRowId.table().hashCode() : byRowId.hashCode()
            : ((ByTable) identity).tableHash();
    return Math.floorMod((hash * 0x9E3779B9) >>> 12, partitions) == partition;
  }

  private void await(Object identity, RowEntry entry, long ordinal) {
    WaitingUndo rows = waiting.get(identity);
    if (rows == null) {
      rows = new WaitingUndo();
      waiting.put(identity, rows);
      waitingBytes += WAITING_BYTES + sizeOf(identity);
    }
    rows.push(entry, ordinal);
    waitingBytes += 1 + Long.BYTES;
    if (identity instanceof ByRowId byRowId && byRowId.ordered()) {
      order.computeIfAbsent(byRowId.table(), table -> new ArrayDeque<>()).addFirst(byRowId);
    }
  }

  private boolean isCancelled(Row row) {
    TableSchema table = table(row.entry());
    if (isUsable(row.rowId(), table)) {
      return isCancelledBy(identity(table, row.rowId()), row);
    }
    if (table.keepsValuesApart() && OpenStatement.isPlaceholder(row.rowId())) {
      ByRowId nearest = nearest(table, row);
      if (nearest != null) {
        return isCancelledBy(nearest, row);
      }
      if (!table.isIndexOrganized()) {
        return false;
      }
    }
    if (row.entry().kind.isBad()) {
      // Its key is not known, but Oracle undoes newest first.
      Object newest = newest(table);
      return newest != null && isCancelledBy(newest, row);
    }
    RowEntry.Images images = row.entry().images();
    RowImage image = row.entry().kind == EntryKind.INSERT ? images.after() : images.before();
    KeyValues key = KeyValues.of(image, KeyValues.identifyingColumns(table));
    RowOperation operation = row.entry().kind.operation();
    Object keyless = new ByTable(table.id(), null, null);
    if (key != null) {
      Object keyed = new ByTable(table.id(), operation, key);
      if (isNext(waiting.get(keyed), waiting.get(keyless), operation)) {
        return isCancelledBy(keyed, row);
      }
    }
    return isCancelledBy(keyless, row);
  }

  /** Whether the undo row with the key was written before the one without, or fits better. */
  private static boolean isNext(
      @Nullable WaitingUndo keyed, @Nullable WaitingUndo keyless, RowOperation operation) {
    return keyed != null
        && (keyless == null
            || keyed.topOrdinal() < keyless.topOrdinal()
            || keyless.top().undoneOperation() != operation);
  }

  /** The undo row that waits nearest for a change of a table whose ROWID is not known. */
  private @Nullable ByRowId nearest(TableSchema table, Row row) {
    Deque<ByRowId> waitingRows = order.get(table.id());
    if (waitingRows != null) {
      for (ByRowId candidate : waitingRows) {
        WaitingUndo rows = waiting.get(candidate);
        if (rows != null && undoes(rows.top(), row.entry().kind)) {
          return candidate;
        }
      }
    }
    return null;
  }

  /** Whose undo row without ROWID was written first, of a table; null when none waits. */
  private @Nullable Object newest(TableSchema table) {
    Object newest = null;
    long first = Long.MAX_VALUE;
    for (Map.Entry<Object, WaitingUndo> entry : waiting.entrySet()) {
      if (entry.getKey() instanceof ByTable of
          && of.table().equals(table.id())
          && entry.getValue().topOrdinal() < first) {
        newest = entry.getKey();
        first = entry.getValue().topOrdinal();
      }
    }
    return newest;
  }

  private static boolean undoes(EntryKind undo, EntryKind change) {
    return change.isOfAnyKind() || undo.undoneOperation() == change.operation();
  }

  private boolean isCancelledBy(Object identity, Row row) {
    WaitingUndo rows = waiting.get(identity);
    while (rows != null && isPhantom(rows, row)) {
      pop(identity, rows);
      rows = waiting.get(identity);
    }
    if (rows == null) {
      return false;
    }
    if (row.calls() > 0 && undoneCalls(identity, rows, row)) {
      return true;
    }
    rows = waiting.get(identity);
    if (rows == null || row.entry().lobCalls) {
      return false;
    }
    if (!undoes(rows.top(), row.entry().kind)) {
      if (row.calls() > 0) {
        return false;
      }
      throw unmatched(
          rows.topOrdinal(),
          "its row was last changed by another kind of statement, "
              + row.entry().kind
              + " (entry "
              + row.ordinal()
              + ")");
    }
    if (row.calls() > 0 && row.entry().kind == EntryKind.UPDATE) {
      // Whether this undo row is for the update or for a call is not known.
      return false;
    }
    pop(identity, rows);
    return true;
  }

  /** Whether an undo row is one that the database wrote for itself. */
  private boolean isPhantom(WaitingUndo rows, Row row) {
    return row.mark() == ObjectMark.ABSENT
        && rows.isTopMarked()
        && table(row.entry()).keepsValuesApart();
  }

  /**
   * Takes undo rows for the DBMS_LOB calls that belong to a change.
   *
   * @return whether the whole change is gone
   */
  private boolean undoneCalls(Object identity, WaitingUndo rows, Row row) {
    boolean alone = row.entry().lobCalls;
    int most = row.calls() + (row.entry().kind == EntryKind.UPDATE && !alone ? 1 : 0);
    int undone = 0;
    while (undone < most
        && waiting.get(identity) == rows
        && rows.top() == EntryKind.UNDO_BY_UPDATE
        && !(rows.setsTopStored() && (alone || row.entry().kind == EntryKind.INSERT))) {
      pop(identity, rows);
      undone++;
    }
    if (undone > 0) {
      unavailable.set(Math.toIntExact(row.ordinal()));
    }
    return undone == most && row.entry().kind == EntryKind.UPDATE;
  }

  private void pop(Object identity, WaitingUndo rows) {
    rows.pop();
    if (rows.isEmpty()) {
      waiting.remove(identity);
      waitingBytes -= WAITING_BYTES + sizeOf(identity);
    }
    if (identity instanceof ByRowId byRowId && byRowId.ordered()) {
      Deque<ByRowId> waitingRows = order.get(byRowId.table());
      if (waitingRows != null) {
        waitingRows.removeFirstOccurrence(byRowId);
      }
    }
  }

  private void checkNothingWaits() {
    for (Map.Entry<Object, WaitingUndo> entry : waiting.entrySet()) {
      WaitingUndo rows = entry.getValue();
      if (entry.getKey() instanceof ByRowId byRowId
          && byRowId.ordered()
          && unmarked.contains(byRowId.table())
          && rows.isTopMarked()) {
        // Written by the database for itself, beside rows of users that have no mark.
        continue;
      }
      if (everythingMined) {
        throw unmatched(rows.topOrdinal(), "it takes back no change of this transaction");
      }
      unmatched += rows.size();
    }
  }

  private CdcException unmatched(long ordinal, String why) {
    String place = "entry " + ordinal;
    try (SpillReader reader = log.readForward()) {
      long at = 0;
      while (reader.next()) {
        if (at == ordinal) {
          // an undo row is never a part
          RowEntry entry = RowEntry.read(codec, reader.frame());
          place =
              "SCN "
                  + entry.scn()
                  + ", thread "
                  + entry.thread()
                  + ", redo address "
                  + entry.address()
                  + ", table "
                  + table(entry).id();
          break;
        }
        at++;
      }
    }
    return new CdcException(
        ErrorCode.DECODE,
        "An undo row of transaction "
            + transaction
            + " at "
            + place
            + " cannot be matched: "
            + why
            + ", so what the transaction committed is not known",
        "Exclude the table and load it anew, or report the rows of this transaction.",
        null);
  }

  private TableSchema table(RowEntry entry) {
    return tables.get(entry.table).table();
  }

  /** Whether a ROWID tells rows of its table apart. */
  static boolean isUsable(@Nullable RowId rowId, TableSchema table) {
    return rowId != null && !rowId.isTableOnly() && !table.isIndexOrganized();
  }

  private static ByRowId identity(TableSchema table, @Nullable RowId rowId) {
    return new ByRowId(table.id(), rowId == null ? "" : rowId.text(), table.keepsValuesApart());
  }

  private Object undoIdentity(RowEntry entry) {
    TableSchema table = table(entry);
    if (isUsable(entry.rowId, table)) {
      return identity(table, entry.rowId);
    }
    RowImage image = entry.undoImage();
    KeyValues key = image == null ? null : KeyValues.of(image, KeyValues.identifyingColumns(table));
    return key == null
        ? new ByTable(table.id(), null, null)
        : new ByTable(table.id(), entry.kind.undoneOperation(), key);
  }

  private static int sizeOf(Object identity) {
    if (identity instanceof ByRowId byRowId) {
      return 64 + byRowId.rowId().length();
    }
    KeyValues key = ((ByTable) identity).key();
    return 48 + (key == null ? 0 : key.bytes());
  }

  /**
   * A row.
   *
   * @param ordered whether changes of the table may lack their ROWID
   */
  private record ByRowId(TableId table, String rowId, boolean ordered) {}

  /**
   * What a part tells of the row of its change.
   *
   * @param mark whether the row that told it had a DATA_OBJD#
   */
  private record RowTold(RowId rowId, ObjectMark mark) {}

  /**
   * A change.
   *
   * @param rowId ROWID by its entry or its parts
   * @param calls number of rows of DBMS_LOB calls that belong to it
   */
  private record Row(
      RowEntry entry, long ordinal, @Nullable RowId rowId, ObjectMark mark, int calls) {}

  private record ByTable(TableId table, @Nullable RowOperation operation, @Nullable KeyValues key) {
    int tableHash() {
      return table.hashCode();
    }
  }
}
