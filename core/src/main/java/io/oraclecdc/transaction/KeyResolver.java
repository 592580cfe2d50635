package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.TableId;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillLog;
import io.oraclecdc.spill.SpillReader;
import io.oraclecdc.value.RowImage;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/*
 * Whose key is it by now?
 *
 * A consumer that keeps the latest record per key must not be told that a key is gone when another
 * row of the same transaction has taken it meanwhile: set id = id + 1 moves row 1 to key 2 before
 * row 2 leaves it. So one pass over the surviving changes remembers which row took which key, and
 * marks every delete and key change that leaves a key another row holds.
 *
 * Rows are told apart by ROWID. Where ROWIDs repeat, or one of two changes has none (the INSERT of a
 * row with LOBs has a placeholder), two changes are of the same row when the old values of the
 * second are the new values of the first.
 *
 * Memory: most transactions need no pass at all (TableUse knows), keys that are taken after the
 * last time one is left are not remembered. Beyond the budget a pass from the end finds the keys
 * that are taken and certainly not left later (KeyFilter); they are not remembered either. If that
 * is not enough the pass is repeated for each of several disjoint sets of keys. The result is one
 * bit per entry.
 */
final class KeyResolver {
  private static final int MAX_PARTITIONS = 1 << 16;
  private static final int OWNER_BYTES = 160;

  private final TransactionKey transaction;
  private final SpillLog log;
  private final List<TableUse> tables;
  private final BitSet gone;
  private final long budgetBytes;
  private final ImageCodec codec = new ImageCodec();
  private final BitSet taken = new BitSet();
  private final Map<TakenKey, Row> owners = new HashMap<>();
  private final Map<TableId, Window> windows = new HashMap<>();
  private long ownerBytes;

  /** Keys that are left behind the entry a pass from the end has come to; null in other passes. */
  private @Nullable KeyFilter leftLater;

  /** Entries that take a key which may be left later; null when that is not known. */
  private @Nullable BitSet contended;

  KeyResolver(
      TransactionKey transaction,
      SpillLog log,
      List<TableUse> tables,
      BitSet gone,
      long budgetBytes) {
    this.transaction = transaction;
    this.log = log;
    this.tables = tables;
    this.gone = gone;
    this.budgetBytes = budgetBytes;
    for (TableUse use : tables) {
      // Layouts of one table share its keys.
      windows.merge(
          use.table().id(), new Window(use.firstTaken(), use.lastLeft()), Window::including);
    }
    windows.values().removeIf(window -> !window.isOpen());
  }

  /** The entries that leave a key which another row has taken. */
  BitSet resolve() {
    if (windows.isEmpty()) {
      return taken;
    }
    int partitions = 1;
    while (!isResolvedWith(partitions)) {
      if (contended == null) {
        findContended();
        continue;
      }
      partitions *= 2;
      if (partitions > MAX_PARTITIONS) {
        throw new CdcException(
            ErrorCode.BUFFER_EXHAUSTED,
            "The keys that transaction "
                + transaction
                + " moves need more than "
                + budgetBytes
                + " bytes in "
                + MAX_PARTITIONS
                + " parts",
            "Raise cdc.buffer.memory.max.bytes; the transaction is mined again after a restart.",
            null);
      }
    }
    return taken;
  }

  private void findContended() {
    owners.clear();
    contended = new BitSet();
    leftLater = new KeyFilter(log.frames(), budgetBytes / 4);
    try (SpillReader reader = log.readBackward()) {
      for (int ordinal = (int) log.frames() - 1; reader.next(); ordinal--) {
        follow(reader, ordinal, 0, 1);
      }
    }
    leftLater = null;
  }

  private boolean isResolvedWith(int partitions) {
    taken.clear();
    for (int partition = 0; partition < partitions; partition++) {
      owners.clear();
      ownerBytes = 0;
      if (!pass(partition, partitions)) {
        return false;
      }
    }
    return true;
  }

  private boolean pass(int partition, int partitions) {
    try (SpillReader reader = log.readForward()) {
      for (int ordinal = 0; reader.next(); ordinal++) {
        follow(reader, ordinal, partition, partitions);
        if (ownerBytes > budgetBytes && partitions < MAX_PARTITIONS) {
          return false;
        }
      }
    }
    return true;
  }

  private void follow(SpillReader reader, int ordinal, int partition, int partitions) {
    if (PartEntry.isPart(reader.frame())) {
      return;
    }
    RowEntry entry = RowEntry.read(codec, reader.frame());
    Window window = windows.get(table(entry).id());
    if (window != null && window.contains(ordinal) && !gone.get(ordinal) && !entry.kind.isBad()) {
      follow(entry, ordinal, window, partition, partitions);
    }
  }

  private void follow(RowEntry entry, int ordinal, Window window, int partition, int partitions) {
    TableSchema table = table(entry);
    if (table.key().kind() != RecordKey.Kind.COLUMNS) {
      return;
    }
    RowId rowId = UndoResolver.isUsable(entry.rowId, table) ? entry.rowId : null;
    boolean isKept = entry.kind == EntryKind.UPDATE && !entry.keyMoved;
    if (isKept && rowId != null && !table.keepsValuesApart()) {
      return;
    }
    boolean oneKey = entry.kind == EntryKind.INSERT || entry.kind == EntryKind.DELETE;
    if (oneKey && !keepsImage(rowId, table)) {
      followByKey(entry, ordinal, window, partition, partitions);
      return;
    }
    RowEntry.Images images = entry.images();
    Row before = new Row(rowId, images.before());
    Row after = new Row(rowId, keepsImage(rowId, table) ? images.after() : null);
    if (entry.kind != EntryKind.INSERT) {
      TakenKey left = key(table, images.before());
      if (isIn(left, partition, partitions)) {
        leave(left, before, table, isKept && rowId != null ? -1 : ordinal);
      }
    }
    if (entry.kind != EntryKind.DELETE && ordinal < window.lastLeft()) {
      TakenKey key = key(table, images.after());
      if (isIn(key, partition, partitions)) {
        take(key, after, ordinal);
      }
    }
  }

  /**
   * An insert or a delete of a row that its ROWID tells from others: its key is all that counts.
   */
  private void followByKey(
      RowEntry entry, int ordinal, Window window, int partition, int partitions) {
    TableSchema table = table(entry);
    boolean insert = entry.kind == EntryKind.INSERT;
    if (insert && ordinal >= window.lastLeft()) {
      return;
    }
    int columns = Collections.max(table.key().columns()) + 1;
    RowImage image = insert ? entry.firstInserted(columns) : entry.firstBefore(columns);
    TakenKey key = key(table, image);
    if (isIn(key, partition, partitions)) {
      Row row = new Row(entry.rowId, null);
      if (insert) {
        take(key, row, ordinal);
      } else {
        leave(key, row, table, ordinal);
      }
    }
  }

  /** Whether a later change of the row may have to be recognised by its values. */
  private static boolean keepsImage(@Nullable RowId rowId, TableSchema table) {
    return rowId == null || table.keepsValuesApart();
  }

  /** Takes a key from a row; with an ordinal of -1 the row keeps it and only its values change. */
  private void leave(@Nullable TakenKey key, Row row, TableSchema table, int ordinal) {
    KeyFilter filter = leftLater;
    if (filter != null) {
      if (key != null) {
        filter.add(key.hashCode());
      }
      return;
    }
    Row owner = key == null ? null : owners.get(key);
    if (key == null || owner == null) {
      return;
    }
    if (isSameRow(owner, row, table)) {
      owners.remove(key);
      ownerBytes -= OWNER_BYTES + key.values().bytes() + owner.bytes();
    } else if (ordinal >= 0) {
      taken.set(ordinal);
    }
  }

  private void take(@Nullable TakenKey key, Row row, int ordinal) {
    if (key == null) {
      return;
    }
    BitSet known = contended;
    KeyFilter filter = leftLater;
    if (known != null && filter != null) {
      known.set(ordinal, filter.mayContain(key.hashCode()));
      return;
    }
    if (known != null && !known.get(ordinal)) {
      return;
    }
    Row earlier = owners.put(key, row);
    ownerBytes += row.bytes();
    ownerBytes += earlier == null ? OWNER_BYTES + key.values().bytes() : -earlier.bytes();
  }

  private static boolean isSameRow(Row owner, Row row, TableSchema table) {
    if (owner.id != null && row.id != null) {
      return owner.id.equals(row.id);
    }
    RowImage newValues = owner.image;
    RowImage oldValues = row.image;
    if (newValues == null || oldValues == null) {
      return false;
    }
    for (int i = 0; i < table.columns().size(); i++) {
      boolean comparable =
          newValues.isLogged(i)
              && oldValues.isLogged(i)
              && !newValues.isUnavailable(i)
              && !oldValues.isUnavailable(i);
      if (comparable && !KeyValues.areEqual(newValues, oldValues, List.of(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIn(@Nullable TakenKey key, int partition, int partitions) {
    return partitions == 1
        || (key != null
            && Math.floorMod((key.hashCode() * 0x9E3779B9) >>> 12, partitions) == partition);
  }

  private static @Nullable TakenKey key(TableSchema table, RowImage image) {
    KeyValues values = KeyValues.of(image, table.key().columns());
    return values == null ? null : new TakenKey(table.id(), values);
  }

  private TableSchema table(RowEntry entry) {
    return tables.get(entry.table).table();
  }

  /**
   * A row as one change shows it.
   *
   * @param id null when the change does not name it
   * @param image values to recognise it by, null when its ROWID is enough
   */
  private record Row(@Nullable RowId id, @Nullable RowImage image) {
    long bytes() {
      return image == null ? 0 : image.size() * 48L;
    }
  }

  private record TakenKey(TableId table, KeyValues values) {}

  /**
   * Where in the log keys of a table can be taken and left.
   *
   * @param firstTaken first entry in which a row gets a key
   * @param lastLeft last entry in which a row loses its key
   */
  private record Window(long firstTaken, long lastLeft) {
    Window including(Window other) {
      return new Window(Math.min(firstTaken, other.firstTaken), Math.max(lastLeft, other.lastLeft));
    }

    boolean isOpen() {
      return lastLeft > firstTaken;
    }

    boolean contains(long ordinal) {
      return ordinal >= firstTaken && ordinal <= lastLeft;
    }
  }
}
