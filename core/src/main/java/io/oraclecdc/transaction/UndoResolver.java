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
import io.oraclecdc.transaction.WaitingUndo.Verdict;
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
 * told. Its last row may be an UPDATE of its own instead, which looks the same: then an undo row for
 * an UPDATE is met at an INSERT, and takes back what that row brought. When no row told the ROWID,
 * the undo row that waits nearest is for it: Oracle undoes newest first, so a change in front of which any undo row of its table waits was undone.
 *
 * Calls of DBMS_LOB have one undo row each, and the redo does not tell where a call ends: a cut is one
 * row, writes in a row are one call or several. With as many undo rows as rows the change is gone. It
 * stays with fewer, and its value is unavailable, as are values of older changes that the same undo
 * rows may be for; see WaitingUndo.
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
  private final BitSet withoutEnd = new BitSet();
  private final Map<Object, WaitingUndo> waiting = new HashMap<>();
  private final Map<TableId, Deque<ByRowId>> order = new HashMap<>();
  private final Map<Long, RowTold> rowsTold = new HashMap<>();
  private final Map<Long, CallCount> calls = new HashMap<>();
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

  /** INSERTs that stay without the row that seemed to be their last: it was an UPDATE, undone. */
  BitSet withoutEnd() {
    return withoutEnd;
  }

  /** Number of undo rows that took back rows from before the mined range. */
  long unmatched() {
    return unmatched;
  }

  private boolean isResolvedWith(int partitions) {
    cancelled.clear();
    unavailable.clear();
    withoutEnd.clear();
    unmarked.clear();
    unmatched = 0;
    for (int partition = 0; partition < partitions; partition++) {
      waiting.clear();
      order.clear();
      rowsTold.clear();
      calls.clear();
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
      calls.computeIfAbsent(part.unit, unit -> new CallCount()).addEarlier(part.isWholeCall());
    }
  }

  private Row rowOf(RowEntry entry, long ordinal) {
    RowTold told = rowsTold.remove(ordinal);
    CallCount ofRow = calls.remove(ordinal);
    boolean named = entry.rowId != null && !entry.rowId.isTableOnly();
    ObjectMark mark =
        named && !entry.lobCalls
            ? entry.marked ? ObjectMark.PRESENT : ObjectMark.ABSENT
            : told == null ? ObjectMark.UNKNOWN : told.mark();
    if (mark == ObjectMark.ABSENT) {
      unmarked.add(table(entry).id());
    }
    return new Row(
        entry,
        ordinal,
        told == null ? entry.rowId : told.rowId(),
        mark,
        !named && told != null && told.mark() != ObjectMark.UNKNOWN,
        ofRow == null ? new CallCount() : ofRow);
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
      if (isNext(waitingFor(keyed), waitingFor(keyless), operation)) {
        return isCancelledBy(keyed, row);
      }
    }
    return isCancelledBy(keyless, row);
  }

  private @Nullable WaitingUndo waitingFor(Object identity) {
    WaitingUndo rows = waiting.get(identity);
    return rows == null || rows.isEmpty() ? null : rows;
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
        WaitingUndo rows = waitingFor(candidate);
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
          && !entry.getValue().isEmpty()
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
    if (rows == null) {
      return false;
    }
    while (!rows.isEmpty() && isPhantom(rows, row)) {
      pop(identity, rows);
    }
    boolean hasCalls = row.calls().most() > 0;
    if (row.entry().kind == EntryKind.UPDATE && (hasCalls || rows.hasSurplus())) {
      return isUpdateCancelled(identity, rows, row);
    }
    if (row.entry().kind == EntryKind.INSERT) {
      doubt(row, hasCalls && callsVerdict(identity, rows, row, 0) != Verdict.LIVE);
      if (identity instanceof ByRowId) {
        doubt(row, row.isEndedByRow() && rows.hasSurplus());
        rows.dropSurplus();
        takeEndBack(identity, rows, row);
      }
    }
    if (rows.isEmpty() || row.entry().lobCalls) {
      forget(identity, rows);
      return false;
    }
    if (undoes(rows.top(), row.entry().kind)) {
      pop(identity, rows);
      return true;
    }
    if (hasCalls) {
      return false;
    }
    throw ofAnotherKind(rows, row);
  }

  /** Undo of an UPDATE behind an INSERT can only be for the row that seemed to end the INSERT. */
  private void takeEndBack(Object identity, WaitingUndo rows, Row row) {
    if (row.isEndedByRow() && !rows.isEmpty() && rows.top() == EntryKind.UNDO_BY_UPDATE) {
      pop(identity, rows);
      withoutEnd.set(Math.toIntExact(row.ordinal()));
    }
  }

  private CdcException ofAnotherKind(WaitingUndo rows, Row row) {
    return unmatched(
        rows.topOrdinal(),
        "its row was last changed by another kind of statement, "
            + row.entry().kind
            + " (entry "
            + row.ordinal()
            + ")");
  }

  /** The same for an update that calls belong to, or that undo rows taken for calls may be for. */
  private boolean isUpdateCancelled(Object identity, WaitingUndo rows, Row row) {
    boolean stores = !row.entry().lobCalls && storesInRow(row);
    int own = row.entry().lobCalls || stores ? 0 : 1;
    Verdict values =
        row.calls().most() + own == 0 ? Verdict.LIVE : callsVerdict(identity, rows, row, own);
    if (!stores) {
      doubt(row, values == Verdict.DOUBTFUL);
      return values == Verdict.GONE;
    }
    if (!rows.isEmpty()) {
      if (rows.top() == EntryKind.UNDO_BY_UPDATE) {
        pop(identity, rows);
      } else if (rows.hasSurplus()) {
        // An older change was undone, and Oracle undoes newest first.
        rows.takeSurplus();
      } else {
        throw ofAnotherKind(rows, row);
      }
      return true;
    }
    if (rows.hasSurplus() && rows.isSurplusTextless()) {
      throw unmatched(
          row.ordinal(), "undo rows without text are for calls of DBMS_LOB or for this change");
    }
    doubt(row, values != Verdict.LIVE);
    return false;
  }

  /** Takes undo rows for the calls that belong to a change, and for it when it is like one. */
  private Verdict callsVerdict(Object identity, WaitingUndo rows, Row row, int own) {
    int before = rows.size();
    Verdict verdict = rows.takeForCalls(row.calls().least() + own, row.calls().most() + own);
    taken(identity, before - rows.size());
    forget(identity, rows);
    return verdict;
  }

  private void doubt(Row row, boolean isDoubtful) {
    if (isDoubtful) {
      unavailable.set(Math.toIntExact(row.ordinal()));
    }
  }

  /** Whether an update sets a column that is stored in the row. */
  private boolean storesInRow(Row row) {
    TableSchema table = table(row.entry());
    RowEntry.Images images = row.entry().images();
    for (int i = 0; i < images.after().size(); i++) {
      if (images.after().get(i) != images.before().get(i)
          && !table.columns().get(i).type().isKeptApart()) {
        return true;
      }
    }
    return false;
  }

  /** Whether an undo row is one that the database wrote for itself. */
  private boolean isPhantom(WaitingUndo rows, Row row) {
    return row.mark() == ObjectMark.ABSENT
        && rows.isTopMarked()
        && table(row.entry()).keepsValuesApart();
  }

  private void pop(Object identity, WaitingUndo rows) {
    rows.pop();
    taken(identity, 1);
    forget(identity, rows);
  }

  private void taken(Object identity, int count) {
    if (identity instanceof ByRowId byRowId && byRowId.ordered()) {
      Deque<ByRowId> waitingRows = order.get(byRowId.table());
      for (int i = 0; waitingRows != null && i < count; i++) {
        waitingRows.removeFirstOccurrence(byRowId);
      }
    }
  }

  private void forget(Object identity, WaitingUndo rows) {
    if (rows.isEmpty() && !rows.hasSurplus() && waiting.remove(identity) != null) {
      waitingBytes -= WAITING_BYTES + sizeOf(identity);
    }
  }

  private void checkNothingWaits() {
    for (Map.Entry<Object, WaitingUndo> entry : waiting.entrySet()) {
      WaitingUndo rows = entry.getValue();
      if (rows.isEmpty()) {
        continue;
      }
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
   * @param isEndedByRow whether a further row with values told it
   * @param calls the calls of DBMS_LOB that belong to it
   */
  private record Row(
      RowEntry entry,
      long ordinal,
      @Nullable RowId rowId,
      ObjectMark mark,
      boolean isEndedByRow,
      CallCount calls) {}

  private record ByTable(TableId table, @Nullable RowOperation operation, @Nullable KeyValues key) {
    int tableHash() {
      return table.hashCode();
    }
  }
}
