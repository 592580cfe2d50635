package io.oraclecdc.testkit.model;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.SegmentRef;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table: its layout, its rows and who has locked what. */
final class ModelTable {
  private static final int SLOTS_PER_BLOCK = 16;
  private static final String BASE_64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private final List<ModelColumn> columns;
  private final TableSchema schema;
  private final SimTable simTable;
  private final SegmentRef segment;
  private final boolean captured;
  private final int[] key;
  private final int firstLob;

  private final List<TableRow> rows = new ArrayList<>();
  private final Map<RowKey, TableRow> byKey = new HashMap<>();
  private final Map<RowKey, ModelTransaction> keyLocks = new HashMap<>();
  private final Deque<RowSlot> free = new ArrayDeque<>();
  private int slotsMade;

  /** What decides a table's layout. */
  record Layout(
      String name,
      List<ModelColumn> columns,
      SupplementalLogging logging,
      boolean captured,
      boolean indexOrganized) {}

  ModelTable(Container container, int number, Layout layout) {
    this.columns = layout.columns();
    this.captured = layout.captured();
    this.key = IntStream.range(0, columns.size()).filter(i -> columns.get(i).inKey()).toArray();
    String owner = "APP";
    String pdb = container.id() == 0 ? "" : container.name();
    List<Column> words = new ArrayList<>();
    List<SimColumn> simColumns = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      words.add(columns.get(i).column(i + 1));
      simColumns.add(columns.get(i).simColumn(i + 1));
    }
    long objectId = 70_000L + number;
    this.schema =
        new TableSchema(
            new TableId(pdb, owner, layout.name()),
            container,
            objectId,
            1,
            layout.indexOrganized(),
            words,
            key.length == 0
                ? RecordKey.NONE
                : new RecordKey(RecordKey.Kind.COLUMNS, Arrays.stream(key).boxed().toList()),
            layout.logging());
    this.simTable =
        new SimTable(
            container.id(),
            owner,
            layout.name(),
            objectId,
            objectId + 5_000,
            1,
            simColumns,
            Arrays.stream(key).mapToObj(i -> columns.get(i).name()).toList(),
            layout.logging() == SupplementalLogging.ALL
                ? SimTable.SupplementalLogging.ALL
                : SimTable.SupplementalLogging.PRIMARY_KEY,
            Set.of());
    this.segment = new SegmentRef(container.id(), owner, layout.name(), objectId);
    int lob = -1;
    for (int i = columns.size() - 1; i >= 0; i--) {
      lob = columns.get(i).type().isLob() ? i : lob;
    }
    this.firstLob = lob;
  }

  TableSchema schema() {
    return schema;
  }

  SimTable simTable() {
    return simTable;
  }

  SegmentRef segment() {
    return segment;
  }

  List<ModelColumn> columns() {
    return columns;
  }

  boolean isCaptured() {
    return captured;
  }

  boolean hasLobs() {
    return firstLob >= 0;
  }

  boolean hasKey() {
    return key.length > 0;
  }

  /** Whether the last key column is a number, and rows can move to other keys. */
  boolean hasMovableKey() {
    return key.length > 0
        && columns.get(key[key.length - 1]).type() == ModelColumn.ValueType.NUMBER
        && !schema.isIndexOrganized();
  }

  int size() {
    return rows.size();
  }

  TableRow row(int index) {
    return rows.get(index);
  }

  @Nullable TableRow rowOf(RowKey keyValues) {
    return byKey.get(keyValues);
  }

  RowKey keyOf(@Nullable Object[] values) {
    Object[] found = new Object[key.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = present(values[key[i]]);
    }
    return RowKey.owning(found);
  }

  RowKey keyOf(TableRow row) {
    RowKey known = row.knownKey();
    if (known == null) {
      known = keyOf(row.values());
      row.set(row.values(), known);
    }
    return known;
  }

  private static Object present(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("a key column is NULL");
    }
    return value;
  }

  /** The key with its last column, a number, moved. */
  RowKey shifted(RowKey keyValues, long by) {
    BigDecimal last = (BigDecimal) keyValues.last();
    return keyValues.withLast(ModelColumn.number(last.longValueExact() + by, 0));
  }

  @Nullable Object[] withKey(@Nullable Object[] values, RowKey keyValues) {
    @Nullable Object[] moved = values.clone();
    for (int i = 0; i < key.length; i++) {
      moved[key[i]] = keyValues.part(i);
    }
    return moved;
  }

  /** The column that tells rows with otherwise equal keys apart. */
  int lastKeyColumn() {
    return key[key.length - 1];
  }

  BitSet keyColumns() {
    BitSet set = new BitSet();
    for (int column : key) {
      set.set(column);
    }
    return set;
  }

  @Nullable Object[] newValues(SplittableRandom random, int keyRange) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      ModelColumn column = columns.get(i);
      values[i] =
          !column.inKey()
              ? column.value(random)
              : column.type() == ModelColumn.ValueType.NUMBER
                  ? ModelColumn.number(random.nextInt(keyRange), 0)
                  : "K" + random.nextInt(keyRange);
    }
    return values;
  }

  /** Whether a transaction may give a row this key, or take it away. */
  boolean isKeyFreeFor(RowKey keyValues, ModelTransaction transaction) {
    ModelTransaction owner = keyLocks.get(keyValues);
    return owner == null || owner == transaction;
  }

  void lockKey(RowKey keyValues, ModelTransaction transaction) {
    if (keyLocks.putIfAbsent(keyValues, transaction) == null) {
      transaction.lockedKey(this, keyValues);
    }
  }

  void unlockKey(RowKey keyValues) {
    keyLocks.remove(keyValues);
  }

  /** A place for a new row of a transaction; places it emptied itself come first. */
  RowSlot takeSlot(ModelTransaction transaction) {
    RowSlot slot = transaction.takeEmptied(this);
    if (slot == null) {
      slot = free.pollFirst();
    }
    return slot == null ? makeSlot() : slot;
  }

  private RowSlot makeSlot() {
    int number = slotsMade++;
    String object = base64(simTable.dataObjectId(), 6);
    String text =
        schema.isIndexOrganized()
            ? object + "AAAAAAAAAAAA"
            : object
                + base64(4, 3)
                + base64(100 + number / SLOTS_PER_BLOCK, 6)
                + base64(number % SLOTS_PER_BLOCK, 3);
    return new RowSlot(new RowId(text), number % SLOTS_PER_BLOCK);
  }

  private static String base64(long value, int digits) {
    StringBuilder text = new StringBuilder(digits);
    for (int shift = 6 * (digits - 1); shift >= 0; shift -= 6) {
      text.append(BASE_64.charAt((int) (value >> shift) & 63));
    }
    return text.toString();
  }

  void giveBack(RowSlot slot) {
    free.addFirst(slot);
  }

  void add(TableRow row) {
    row.index = rows.size();
    rows.add(row);
    enter(row);
  }

  void remove(TableRow row) {
    TableRow last = rows.remove(rows.size() - 1);
    if (last != row) {
      rows.set(row.index, last);
      last.index = row.index;
    }
    row.index = -1;
    leave(row);
  }

  void set(TableRow row, @Nullable Object[] values) {
    if (!hasKey()) {
      row.set(values, null);
    } else if (keepsKey(row.values(), values)) {
      RowKey same = keyOf(row);
      row.set(values, same);
      byKey.put(same, row);
    } else {
      leave(row);
      row.set(values, null);
      enter(row);
    }
  }

  @SuppressWarnings("ReferenceEquality") // values that an update leaves alone are the same objects
  private boolean keepsKey(@Nullable Object[] before, @Nullable Object[] after) {
    for (int column : key) {
      if (before[column] != after[column]) {
        return false;
      }
    }
    return true;
  }

  private void enter(TableRow row) {
    if (hasKey()) {
      byKey.put(keyOf(row), row);
    }
  }

  // In the middle of a statement that shifts keys another row may have the key already.
  private void leave(TableRow row) {
    if (hasKey()) {
      byKey.remove(keyOf(row), row);
    }
  }

  /** Every column of a row. */
  RowImage image(@Nullable Object[] values) {
    BitSet all = new BitSet();
    all.set(0, columns.size());
    return image(values, all);
  }

  /** A row of which only some columns are logged. */
  RowImage image(@Nullable Object[] values, BitSet logged) {
    Object[] image = new Object[values.length];
    for (int i = 0; i < image.length; i++) {
      Object value = values[i];
      image[i] =
          !logged.get(i) ? SpecialValue.NOT_LOGGED : value == null ? SpecialValue.SQL_NULL : value;
    }
    return RowImage.owning(image);
  }

  /** Columns of which an update of others logs the old values too. */
  BitSet loggedAnyway() {
    BitSet logged = new BitSet();
    if (schema.logging() == SupplementalLogging.ALL || key.length == 0) {
      logged.set(0, columns.size());
    } else {
      logged.or(keyColumns());
    }
    return logged;
  }

  /** Rows as they are now, for a consumer's comparison. */
  List<RowImage> images() {
    return rows.stream().map(row -> image(row.values())).toList();
  }
}
