package io.oraclecdc.lob;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.TableId;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.ValueParts;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.LiteralException;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import io.oraclecdc.value.ValueCodecs;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Completes the images of changes: joins the pieces of values that came in rows of their own, says
 * of each column whether its value is known, and which values have to be asked for.
 *
 * <p>Use: {@link #startTransaction}, then for each change its parts and {@link #complete}. Not
 * thread-safe: the capture thread owns it.
 */
public final class ValueAssembler implements ValueParts {
  private static final int REMEMBERED_VALUES = 16;

  /** What an array or a string can hold for certain. */
  private static final int LARGEST_VALUE = Integer.MAX_VALUE - 8;

  /** More than that is not kept for a later change that goes on with a value. */
  private static final long REMEMBERED_BYTES = 8 << 20;

  private final AssemblySettings settings;
  private final long mostUnits;
  private final ValueCodecs codecs;
  private final Map<Integer, AssembledValue> values = new TreeMap<>();
  private final Map<ValueKey, Remembered> earlier = new LinkedHashMap<>();
  private long earlierBytes;
  private @Nullable TableSchema table;
  private @Nullable RowImage after;
  private @Nullable RowId rowId;
  private RedoAddress address = RedoAddress.ZERO;
  private boolean remembers;

  /** An assembler. */
  public ValueAssembler(AssemblySettings settings) {
    this(settings, Runtime.getRuntime().maxMemory());
  }

  /**
   * An assembler in a heap of that size: pieces are joined to one array, so a value of more than
   * half of it cannot be had, and is not collected until memory is gone.
   */
  ValueAssembler(AssemblySettings settings, long heapBytes) {
    this.settings = settings;
    this.mostUnits = Math.max(1, Math.min(LARGEST_VALUE, heapBytes / 2));
    this.codecs = new ValueCodecs(settings.codecs());
  }

  /**
   * Forgets the transaction before.
   *
   * @param hasParts whether values came in rows of their own, so that a later change may go on with
   *     the value of an earlier one
   */
  public void startTransaction(boolean hasParts) {
    earlier.clear();
    earlierBytes = 0;
    remembers = hasParts;
  }

  @Override
  public void begin(
      TableSchema schema, RowImage newRow, @Nullable RowId row, RedoAddress firstAddress) {
    values.clear();
    address = firstAddress;
    table = schema;
    after = newRow;
    rowId = row;
  }

  private AssembledValue value(int column) {
    AssembledValue known = values.get(column);
    if (known == null) {
      OracleType type = table().columns().get(column).type();
      long limit = type.kind().isLob() ? settings.maxBytes() + 1 : LARGEST_VALUE;
      known = new AssembledValue(type, codecs, base(column), Math.min(limit, mostUnits));
      values.put(column, known);
    }
    return known;
  }

  private TableSchema table() {
    TableSchema schema = table;
    if (schema == null) {
      throw new IllegalStateException("no change has begun");
    }
    return schema;
  }

  /** The value before the first part, null when it is not known. */
  private @Nullable Object base(int column) {
    RowImage row = after;
    Object shown = row == null ? SpecialValue.NOT_LOGGED : row.get(column);
    if (shown instanceof String || shown instanceof byte[]) {
      return shown;
    }
    RowId row1 = rowId;
    Remembered known = row1 == null ? null : earlier.get(new ValueKey(table().id(), row1, column));
    return known == null ? null : known.value();
  }

  @Override
  public void named(RowId row) {
    rowId = row;
  }

  @Override
  public void replaced(int column) {
    value(column).replaced();
  }

  @Override
  public void kept(int column) {
    value(column).kept();
  }

  @Override
  public void written(int column, Object data, long amount, long offset) {
    readable(column, () -> value(column).written(data, amount, offset));
  }

  @Override
  public void trimmed(int column, long length) {
    value(column).trimmed(length);
  }

  @Override
  public void erased(int column, long amount, long offset) {
    value(column).erased(amount, offset);
  }

  @Override
  public void appended(int column, Object piece) {
    readable(column, () -> value(column).appended(piece));
  }

  @Override
  public void abandoned(int column) {
    if (column >= 0) {
      value(column).abandoned();
    }
  }

  @Override
  public void assigned(int column, Object value) {
    value(column).assigned(value);
  }

  private void readable(int column, Runnable step) {
    try {
      step.run();
    } catch (LiteralException e) {
      throw unreadable(column, e);
    }
  }

  private CdcException unreadable(int column, LiteralException e) {
    return new CdcException(
        ErrorCode.DECODE,
        "the value of column "
            + table().columns().get(column).name()
            + " of table "
            + table().id()
            + " cannot be put together ("
            + e.getMessage()
            + ") for the change at redo address "
            + address,
        e);
  }

  /**
   * Completes the change whose parts were taken last.
   *
   * @param operation its kind
   * @param before its old values
   * @param newRow its new values
   * @param row its ROWID, null when not known
   * @param place what prints where it stands, for messages
   * @throws CdcException CDC-3003 when a value is too large, CDC-3001 when a value is damaged or
   *     the new row is partial and must not be
   */
  public CompletedRow complete(
      RowOperation operation, RowImage before, RowImage newRow, @Nullable RowId row, Object place) {
    TableSchema schema = table();
    if (!schema.keepsValuesApart()
        && values.isEmpty()
        && !schema.leavesOutOfConditions()
        && settings.partialImages() == AssemblySettings.PartialImages.MARK) {
      return new CompletedRow(before, newRow, new BitSet(0), 0);
    }
    RowImage oldRow = operation == RowOperation.INSERT ? before : withUnavailable(schema, before);
    if (operation == RowOperation.DELETE) {
      forget(schema, before, row);
      return new CompletedRow(oldRow, newRow, new BitSet(0), 0);
    }
    Object[] completed = new Object[newRow.size()];
    BitSet missing = new BitSet();
    long bytes = 0;
    for (int i = 0; i < completed.length; i++) {
      Column column = schema.columns().get(i);
      Object value =
          column.isCaptured()
              ? newValue(operation, column, i, newRow, place)
              : SpecialValue.NOT_LOGGED;
      if (column.isCaptured() && column.type().kind().isLob()) {
        value = withinLimit(schema, column, i, value, place);
        bytes += heapOf(value);
      }
      completed[i] = value;
      if (column.isCaptured() && isMissing(schema, column, value, place)) {
        missing.set(i);
      }
    }
    remember(operation, schema, before, row, completed);
    return new CompletedRow(oldRow, RowImage.owning(completed), missing, bytes);
  }

  private Object newValue(
      RowOperation operation, Column column, int index, RowImage newRow, Object place) {
    AssembledValue assembled = values.get(index);
    if (assembled != null) {
      try {
        return assembled.result(operation == RowOperation.INSERT);
      } catch (OutOfMemoryError e) {
        // One large allocation failed, so there is heap left to tell it.
        if (settings.oversize() == AssemblySettings.Oversize.PLACEHOLDER) {
          return SpecialValue.UNAVAILABLE;
        }
        throw noHeap(column, assembled.length(), place, e);
      } catch (LiteralException e) {
        throw unreadable(index, e);
      }
    }
    Object value = newRow.get(index);
    if (value == SpecialValue.NOT_LOGGED && column.type().isLeftOutOfConditions()) {
      boolean apart = operation == RowOperation.INSERT && column.type().isKeptApart();
      return apart ? SpecialValue.SQL_NULL : SpecialValue.UNAVAILABLE;
    }
    return value;
  }

  private static RowImage withUnavailable(TableSchema schema, RowImage image) {
    Object[] values = null;
    for (int i = 0; i < image.size(); i++) {
      Column column = schema.columns().get(i);
      boolean unavailable =
          column.isCaptured() && !image.isLogged(i) && column.type().isLeftOutOfConditions();
      if (unavailable || (!column.isCaptured() && image.isLogged(i))) {
        if (values == null) {
          values = copyOf(image);
        }
        values[i] = unavailable ? SpecialValue.UNAVAILABLE : SpecialValue.NOT_LOGGED;
      }
    }
    return values == null ? image : RowImage.owning(values);
  }

  private static Object[] copyOf(RowImage image) {
    Object[] values = new Object[image.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = image.get(i);
    }
    return values;
  }

  private Object withinLimit(
      TableSchema schema, Column column, int index, Object value, Object place) {
    AssembledValue assembled = values.get(index);
    long size;
    boolean cut = assembled != null && assembled.isCut();
    if (assembled != null && cut) {
      size = assembled.length();
    } else if (value instanceof String text) {
      size = PieceList.Text.utf8Bytes(text, settings.maxBytes());
    } else {
      size = value instanceof byte[] data ? data.length : 0;
    }
    if (size <= settings.maxBytes() && !cut) {
      return value;
    }
    if (settings.oversize() == AssemblySettings.Oversize.PLACEHOLDER) {
      return SpecialValue.UNAVAILABLE;
    }
    throw size <= settings.maxBytes()
        ? noHeap(column, size, place, null)
        : tooLarge(schema, column, size, settings.maxBytes(), place);
  }

  static CdcException tooLarge(
      TableSchema schema, Column column, long size, long limit, Object place) {
    return new CdcException(
        ErrorCode.LOB_TOO_LARGE,
        "a value of column "
            + column.name()
            + " of table "
            + schema.id()
            + " has at least "
            + size
            + " bytes, more than cdc.lob.max.bytes ("
            + limit
            + "), at "
            + place);
  }

  private CdcException noHeap(
      Column column, long length, Object place, @Nullable OutOfMemoryError cause) {
    return new CdcException(
        ErrorCode.LOB_TOO_LARGE,
        "a value of column "
            + column.name()
            + " of table "
            + table().id()
            + " has at least "
            + length
            + " characters or bytes, for which the heap has no room, at "
            + place,
        "Give the process a larger heap, or lower cdc.lob.max.bytes below what the heap can hold and"
            + " set cdc.lob.oversize.action=placeholder.",
        cause);
  }

  private static long heapOf(Object value) {
    return value instanceof String text
        ? 2L * text.length()
        : value instanceof byte[] data ? data.length : 0;
  }

  private boolean isMissing(TableSchema schema, Column column, Object value, Object place) {
    if (value == SpecialValue.UNAVAILABLE) {
      return settings.reselect();
    }
    if (value != SpecialValue.NOT_LOGGED) {
      return false;
    }
    return switch (settings.partialImages()) {
      case MARK -> false;
      case RESELECT -> true;
      case FAIL ->
          throw new CdcException(
              ErrorCode.DECODE,
              "column "
                  + column.name()
                  + " of table "
                  + schema.id()
                  + " is not in the redo of a change at "
                  + place
                  + ", and cdc.partial.images is fail",
              "Run ALTER TABLE "
                  + schema.id()
                  + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS, or set cdc.partial.images to mark or"
                  + " reselect.",
              null);
    };
  }

  // ---- values that a later change of the transaction may go on with

  private void remember(
      RowOperation operation,
      TableSchema schema,
      RowImage before,
      @Nullable RowId row,
      Object[] newValues) {
    if (!remembers) {
      return;
    }
    List<Object> key = keyOf(schema, newValues);
    boolean named = tellsRow(row);
    if (operation == RowOperation.UPDATE && named) {
      earlier.replaceAll(
          (at, known) -> at.isOf(schema, row) ? new Remembered(known.value(), key) : known);
    }
    List<Object> oldKey = keyOf(schema, copyOf(before));
    if (operation == RowOperation.UPDATE && !named && !oldKey.equals(key)) {
      forget(schema, before, row);
    }
    for (int i = 0; i < newValues.length; i++) {
      Column column = schema.columns().get(i);
      if (!column.isCaptured() || !column.type().kind().isLob()) {
        continue;
      }
      Object value = newValues[i];
      boolean untouched = after != null && !after.isLogged(i) && !values.containsKey(i);
      boolean known = value instanceof String || value instanceof byte[];
      boolean changed = known || !untouched || value == SpecialValue.SQL_NULL;
      if (row != null && named) {
        ValueKey at = new ValueKey(schema.id(), row, i);
        if (known) {
          rememberValue(at, new Remembered(value, key));
        } else if (changed) {
          forgetValue(at);
        }
      } else if (changed && operation == RowOperation.UPDATE) {
        // It may be the row of any value that is kept.
        int ofColumn = i;
        forgetIf((at, kept) -> at.isOf(schema, ofColumn) && kept.mayHave(oldKey));
      }
    }
  }

  private static boolean tellsRow(@Nullable RowId row) {
    return row != null && !row.isTableOnly();
  }

  /** Values of the key, none for a table without one. */
  private static List<Object> keyOf(TableSchema schema, Object[] row) {
    return schema.key().kind() == RecordKey.Kind.COLUMNS
        ? schema.key().columns().stream().map(column -> row[column]).toList()
        : List.of();
  }

  private void rememberValue(ValueKey key, Remembered known) {
    forgetValue(key);
    long bytes = heapOf(known.value());
    if (bytes > REMEMBERED_BYTES) {
      return;
    }
    earlier.put(key, known);
    earlierBytes += bytes;
    while (earlier.size() > REMEMBERED_VALUES || earlierBytes > REMEMBERED_BYTES) {
      forgetValue(earlier.keySet().iterator().next());
    }
  }

  private void forgetValue(ValueKey key) {
    Remembered known = earlier.remove(key);
    earlierBytes -= known == null ? 0 : heapOf(known.value());
  }

  private void forgetIf(BiPredicate<ValueKey, Remembered> which) {
    Map.copyOf(earlier)
        .forEach(
            (key, known) -> {
              if (which.test(key, known)) {
                forgetValue(key);
              }
            });
  }

  /** A row is gone, or has another key; when it is not told which, all that it may be are. */
  private void forget(TableSchema schema, RowImage row, @Nullable RowId gone) {
    if (!remembers) {
      return;
    }
    List<Object> key = keyOf(schema, copyOf(row));
    forgetIf(
        (at, kept) ->
            tellsRow(gone)
                ? at.isOf(schema, gone)
                : at.table().equals(schema.id()) && kept.mayHave(key));
  }

  /**
   * A change came of which no values are known, so what its row had is not known any more.
   *
   * @param row its ROWID, null when not known
   */
  public void passed(TableSchema schema, @Nullable RowId row) {
    forgetIf((at, kept) -> tellsRow(row) ? at.isOf(schema, row) : at.table().equals(schema.id()));
  }

  private record ValueKey(TableId table, RowId rowId, int column) {
    boolean isOf(TableSchema schema, @Nullable RowId row) {
      return table.equals(schema.id()) && rowId.equals(row);
    }

    boolean isOf(TableSchema schema, int ofColumn) {
      return table.equals(schema.id()) && column == ofColumn;
    }
  }

  /**
   * A value that a later change may go on with.
   *
   * @param key key of its row, empty for a table without one
   */
  private record Remembered(Object value, List<Object> key) {
    /** Whether its row may have a key: no column is known to differ. */
    boolean mayHave(List<Object> other) {
      if (key.size() != other.size()) {
        return true;
      }
      for (int i = 0; i < other.size(); i++) {
        if (differ(key.get(i), other.get(i))) {
          return false;
        }
      }
      return true;
    }

    /** Numbers of other scales are equal, so equality alone does not tell. */
    private static boolean differ(Object one, Object two) {
      if (one instanceof BigDecimal number && two instanceof BigDecimal other) {
        return number.compareTo(other) != 0;
      }
      return one instanceof String && two instanceof String && !one.equals(two);
    }
  }
}
