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
import io.oraclecdc.value.RowImage;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<Object, Waiting> waiting = new HashMap<>();
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

  /** Number of undo rows that took back rows from before the mined range. */
  long unmatched() {
    return unmatched;
  }

  private boolean isResolvedWith(int partitions) {
    cancelled.clear();
    unmatched = 0;
    for (int partition = 0; partition < partitions; partition++) {
      waiting.clear();
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
        } else if (!waiting.isEmpty() && isCancelled(entry, ordinal)) {
          cancelled.set(Math.toIntExact(ordinal));
        }
      }
    }
    return true;
  }

  // Undo rows without values compete with those that have some, so a table's rows without usable
  // ROWIDs stay together.
  private static boolean isIn(int partition, int partitions, Object identity) {
    if (partitions == 1) {
      return true;
    }
    int hash =
        identity instanceof ByRowId byRowId ? byRowId.hashCode() : ((ByTable) identity).tableHash();
    return Math.floorMod((hash * 0x9E3779B9) >>> 12, partitions) == partition;
  }

  private void await(Object identity, RowEntry entry, long ordinal) {
    Waiting rows = waiting.get(identity);
    if (rows == null) {
      rows = new Waiting();
      waiting.put(identity, rows);
      waitingBytes += WAITING_BYTES + sizeOf(identity);
    }
    rows.push(entry.kind, ordinal);
    waitingBytes += 1 + Long.BYTES;
  }

  private boolean isCancelled(RowEntry entry, long ordinal) {
    if (hasUsableRowId(entry)) {
      return isCancelledBy(rowIdentity(entry), entry, ordinal);
    }
    RowEntry.Images images = entry.images();
    RowImage image = entry.kind == EntryKind.INSERT ? images.after() : images.before();
    KeyValues key = KeyValues.of(image, KeyValues.identifyingColumns(table(entry)));
    TableId id = table(entry).id();
    Object keyless = new ByTable(id, null, null);
    if (key != null) {
      Object keyed = new ByTable(id, entry.kind.operation(), key);
      if (isNext(waiting.get(keyed), waiting.get(keyless), entry.kind.operation())) {
        return isCancelledBy(keyed, entry, ordinal);
      }
    }
    return isCancelledBy(keyless, entry, ordinal);
  }

  /** Whether the undo row with the key was written before the one without, or fits better. */
  private static boolean isNext(
      @Nullable Waiting keyed, @Nullable Waiting keyless, RowOperation operation) {
    return keyed != null
        && (keyless == null
            || keyed.topOrdinal() < keyless.topOrdinal()
            || keyless.top().undoneOperation() != operation);
  }

  private boolean isCancelledBy(Object identity, RowEntry entry, long ordinal) {
    Waiting rows = waiting.get(identity);
    if (rows == null) {
      return false;
    }
    EntryKind undo = rows.top();
    if (undo.undoneOperation() != entry.kind.operation()) {
      throw unmatched(
          rows.topOrdinal(),
          "its row was last changed by an " + entry.kind + " (entry " + ordinal + ")");
    }
    rows.pop();
    if (rows.isEmpty()) {
      waiting.remove(identity);
      waitingBytes -= WAITING_BYTES + sizeOf(identity);
    }
    return true;
  }

  private void checkNothingWaits() {
    for (Waiting rows : waiting.values()) {
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
          RowEntry entry = RowEntry.read(codec, reader.frame());
          place =
              "SCN "
                  + entry.scn
                  + ", thread "
                  + entry.thread
                  + ", redo address "
                  + entry.address
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

  private boolean hasUsableRowId(RowEntry entry) {
    return isUsable(entry.rowId, table(entry));
  }

  /** Whether a ROWID tells rows of its table apart. */
  static boolean isUsable(@Nullable RowId rowId, TableSchema table) {
    return rowId != null && !rowId.isTableOnly() && !table.isIndexOrganized();
  }

  private Object rowIdentity(RowEntry entry) {
    RowId rowId = entry.rowId;
    return new ByRowId(table(entry).id(), rowId == null ? "" : rowId.text());
  }

  private Object undoIdentity(RowEntry entry) {
    if (hasUsableRowId(entry)) {
      return rowIdentity(entry);
    }
    RowImage image = entry.undoImage();
    KeyValues key =
        image == null ? null : KeyValues.of(image, KeyValues.identifyingColumns(table(entry)));
    return key == null
        ? new ByTable(table(entry).id(), null, null)
        : new ByTable(table(entry).id(), entry.kind.undoneOperation(), key);
  }

  private static int sizeOf(Object identity) {
    if (identity instanceof ByRowId byRowId) {
      return 64 + byRowId.rowId().length();
    }
    KeyValues key = ((ByTable) identity).key();
    return 48 + (key == null ? 0 : key.bytes());
  }

  private record ByRowId(TableId table, String rowId) {}

  private record ByTable(TableId table, @Nullable RowOperation operation, @Nullable KeyValues key) {
    int tableHash() {
      return table.hashCode();
    }
  }

  /** Undo rows of one row that wait for their changes, newest first. */
  private static final class Waiting {
    private byte[] kinds = new byte[1];
    private long[] ordinals = new long[1];
    private int size;

    void push(EntryKind kind, long ordinal) {
      if (size == kinds.length) {
        kinds = Arrays.copyOf(kinds, size * 2);
        ordinals = Arrays.copyOf(ordinals, size * 2);
      }
      kinds[size] = (byte) kind.code();
      ordinals[size++] = ordinal;
    }

    EntryKind top() {
      return EntryKind.of(kinds[size - 1]);
    }

    void pop() {
      size--;
    }

    boolean isEmpty() {
      return size == 0;
    }

    int size() {
      return size;
    }

    long topOrdinal() {
      return ordinals[size - 1];
    }
  }
}
