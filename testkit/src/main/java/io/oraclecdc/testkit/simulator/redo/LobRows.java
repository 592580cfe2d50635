package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits the change of a row with in-row LOB columns into the redo records Oracle writes for it.
 * Values that would lie out of row are refused: their redo is not simulated yet. Guarded by the
 * commit latch.
 */
final class LobRows {
  private static final int IN_ROW_CHARACTERS = 1984;
  private static final int IN_ROW_BYTES = 3964;
  private static final int LONG_CHARACTERS = 4000;
  private static final int STRING_BYTES = 4000;
  private static final int RAW_BYTES = 2000;

  private @Nullable SimTable lastTable;
  private Shape lastShape = new Shape(false, new BitSet(), new BitSet());

  /** What kind of record a step becomes. */
  enum Form {
    /** The change with its ROWID. */
    PLAIN,
    /** The change with the placeholder ROWID. */
    PLACEHOLDER,
    /** INTERNAL record with the ROWID. */
    END,
    /** UNSUPPORTED record. */
    UNSUPPORTED
  }

  /** One record. */
  record Step(Form form, RowChange change) {}

  /** What matters of a table version. */
  private record Shape(boolean unsupported, BitSet lobs, BitSet unlisted) {}

  /** Records of a change, in order. */
  List<Step> steps(RowChange change) {
    Shape shape = shape(change.table());
    if (shape.unsupported()) {
      return List.of(new Step(Form.UNSUPPORTED, change));
    }
    refuseOutOfRow(change, shape);
    BitSet lobs = shape.lobs();
    if (lobs.isEmpty() || change.kind() == RowChange.Kind.DELETE) {
      return List.of(new Step(Form.PLAIN, change));
    }
    return change.kind() == RowChange.Kind.INSERT ? insert(change, lobs) : update(change, lobs);
  }

  /** Whether the change takes several records. */
  boolean isSplit(RowChange change) {
    return change.kind() == RowChange.Kind.INSERT && !shape(change.table()).lobs().isEmpty();
  }

  boolean isUnsupported(SimTable table) {
    return shape(table).unsupported();
  }

  @SuppressWarnings("ReferenceEquality") // a shortcut for the rows of one statement
  private Shape shape(SimTable table) {
    if (table != lastTable) {
      lastShape =
          new Shape(
              ColumnKind.isUnsupported(table),
              columns(table, ColumnKind.LOB),
              columns(table, ColumnKind.UNLISTED));
      lastTable = table;
    }
    return lastShape;
  }

  private static List<Step> insert(RowChange change, BitSet lobs) {
    @Nullable Object[] row = required(change.after());
    @Nullable Object[] withoutLobs = row.clone();
    BitSet later = new BitSet();
    lobs.stream()
        .forEach(
            i -> {
              withoutLobs[i] = "";
              if (!isEmptyLob(row[i])) {
                later.set(i);
              }
            });
    Step first = new Step(Form.PLACEHOLDER, change);
    if (later.isEmpty()) {
      return List.of(first, new Step(Form.END, change));
    }
    RowChange values =
        new RowChange(
            RowChange.Kind.UPDATE, change.table(), change.rowId(), withoutLobs, row, later);
    return List.of(first, new Step(Form.PLAIN, withOnly(values, later)));
  }

  private static List<Step> update(RowChange change, BitSet lobs) {
    BitSet set = Compensation.setColumns(change);
    BitSet lobsSet = (BitSet) set.clone();
    lobsSet.and(lobs);
    BitSet plainSet = (BitSet) set.clone();
    plainSet.andNot(lobs);
    if (lobsSet.isEmpty() || plainSet.isEmpty()) {
      return List.of(new Step(Form.PLAIN, change));
    }
    RowChange plain = withOnly(change, plainSet);
    RowChange second =
        new RowChange(
            RowChange.Kind.UPDATE,
            change.table(),
            change.rowId(),
            plain.after(),
            change.after(),
            lobsSet);
    return List.of(new Step(Form.PLACEHOLDER, plain), new Step(Form.PLAIN, second));
  }

  /** The same update of some columns only. */
  private static RowChange withOnly(RowChange change, BitSet columns) {
    @Nullable Object[] before = required(change.before());
    @Nullable Object[] after = before.clone();
    @Nullable Object[] wanted = required(change.after());
    columns.stream().forEach(i -> after[i] = wanted[i]);
    return new RowChange(
        RowChange.Kind.UPDATE, change.table(), change.rowId(), before, after, columns);
  }

  private static BitSet columns(SimTable table, ColumnKind kind) {
    BitSet found = new BitSet();
    for (int i = 0; i < table.columns().size(); i++) {
      if (ColumnKind.of(table.columns().get(i).type()) == kind) {
        found.set(i);
      }
    }
    return found;
  }

  private static boolean isEmptyLob(@Nullable Object value) {
    return (value instanceof String text && text.isEmpty())
        || (value instanceof byte[] bytes && bytes.length == 0);
  }

  private static void refuseOutOfRow(RowChange change, Shape shape) {
    @Nullable Object @Nullable [] row = change.after();
    if (row == null) {
      return;
    }
    for (int i = 0; i < row.length; i++) {
      Object value = change.table().columns().get(i).virtual() ? null : row[i];
      if (value == null || (length(value) <= IN_ROW_CHARACTERS && !shape.unlisted().get(i))) {
        continue;
      }
      ColumnKind kind = ColumnKind.of(change.table().columns().get(i).type());
      int length = length(value);
      int most =
          switch (kind) {
            case LOB -> value instanceof String ? IN_ROW_CHARACTERS : IN_ROW_BYTES;
            case LONG -> LONG_CHARACTERS;
            case UNLISTED -> -1;
            case SCALAR -> value instanceof byte[] ? RAW_BYTES : STRING_BYTES;
            default -> Integer.MAX_VALUE;
          };
      if (length > most) {
        throw new IllegalStateException(
            "redo of a %s value of length %d is not simulated: column %s"
                .formatted(
                    change.table().columns().get(i).type().name(),
                    length,
                    change.table().columns().get(i).name()));
      }
    }
  }

  private static int length(Object value) {
    if (value instanceof String text) {
      return text.length();
    }
    return value instanceof byte[] bytes ? bytes.length : 0;
  }

  private static @Nullable Object[] required(@Nullable Object @Nullable [] values) {
    if (values == null) {
      throw new IllegalArgumentException("a row change lacks the values of its kind");
    }
    return values;
  }
}
