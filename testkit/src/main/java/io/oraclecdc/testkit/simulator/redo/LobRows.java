package io.oraclecdc.testkit.simulator.redo;

import io.oraclecdc.testkit.simulator.dictionary.LobStorage;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/*
 * The rows of one statement (P placeholder ROWID, R the row's; see facts on LOB rows)
 *
 *   insert, values in the row        INSERT[P] UPDATE[R]
 *   insert, nothing beside it        INSERT[P] INTERNAL[R]
 *   insert, value out of the row     INSERT[P] { locator[P] LOB_WRITE[P]+ } ( UPDATE[R] | INTERNAL[R] )
 *   the same, BasicFile, row storage disabled
 *                                    LOB_WRITE[P]+ INSERT[P] ...
 *   update, plain columns            UPDATE[R]
 *   update, values in the row        [ UPDATE[P] ] UPDATE[R]
 *   update, SecureFile               [ UPDATE[P] ] locator[P] LOB_WRITE[P]+ LOB_TRIM[P] ...
 *   update, BasicFile                [ UPDATE[P] ] locator[P] LOB_TRIM(0)[P] LOB_WRITE[P]+ ...
 *   extended string out of the row   32K_BEGIN[P] 32K_WRITE[P]+ 32K_END[P], among the LOBs
 *   XML document                     BEGIN[P] WRITE[P]+ END[P], after everything else
 *   DBMS_LOB call                    locator[R] ( LOB_WRITE[R]+ | LOB_TRIM[P] | LOB_ERASE[P] ) INTERNAL[R]
 *   delete                           DELETE[R]
 */
/**
 * Splits the change of a row into the redo records Oracle writes for it. Values that are written in
 * rows of their own are left out of the records of the row itself. Guarded by the commit latch.
 */
final class LobRows {
  private static final int IN_ROW_CHARACTERS = 1984;
  private static final int IN_ROW_BYTES = 3964;
  private static final int PIECE_BYTES = 1022;

  private final Predicate<RedoBehaviour> behaviours;
  private @Nullable SimTable lastTable;
  private Shape lastShape = new Shape(false, new BitSet(), new BitSet(), new BitSet());

  LobRows(Predicate<RedoBehaviour> behaviours) {
    this.behaviours = behaviours;
  }

  /** What kind of record a step becomes. */
  enum Form {
    /** The change of the row. */
    CHANGE,
    /** A row about a single value. */
    PART,
    /** INTERNAL record. */
    END,
    /** UNSUPPORTED record. */
    UNSUPPORTED
  }

  /**
   * One record.
   *
   * @param change what a CHANGE says; of others only table and ROWID count
   * @param part what a PART says
   * @param hidden whether its row shows the placeholder ROWID
   * @param shares whether it belongs to the redo record of the step before it
   */
  record Step(
      Form form, RowChange change, @Nullable ValuePart part, boolean hidden, boolean shares) {

    static Step shown(RowChange change) {
      return new Step(Form.CHANGE, change, null, false, false);
    }

    static Step hidden(RowChange change) {
      return new Step(Form.CHANGE, change, null, true, false);
    }

    static Step end(RowChange change) {
      return new Step(Form.END, change, null, false, false);
    }
  }

  /** What matters of a table version. */
  private record Shape(boolean unsupported, BitSet lobs, BitSet apart, BitSet named) {}

  /**
   * Records of a change, in order.
   *
   * @param before the change of the same transaction before this one, null if none
   */
  List<Step> steps(RowChange change, @Nullable RowChange before) {
    Shape shape = shape(change.table());
    if (shape.unsupported()) {
      return List.of(new Step(Form.UNSUPPORTED, change, null, false, false));
    }
    if (shape.apart().isEmpty()) {
      return List.of(Step.shown(change));
    }
    LobCall call = change.call();
    if (call != null) {
      return call(change, call, before);
    }
    return switch (change.kind()) {
      case DELETE ->
          List.of(
              Step.shown(changed(change, masked(required(change.before())), null, new BitSet())));
      case INSERT -> insert(change, shape);
      case UPDATE -> update(change, shape);
    };
  }

  /** Whether the change can take several records. */
  boolean isSplit(RowChange change) {
    return change.kind() == RowChange.Kind.INSERT && !shape(change.table()).apart().isEmpty();
  }

  boolean isUnsupported(SimTable table) {
    return shape(table).unsupported();
  }

  @SuppressWarnings("ReferenceEquality") // a shortcut for the rows of one statement
  private Shape shape(SimTable table) {
    if (table != lastTable) {
      BitSet lobs = new BitSet();
      BitSet apart = new BitSet();
      BitSet named = new BitSet();
      for (int i = 0; i < table.columns().size(); i++) {
        SimColumn column = table.columns().get(i);
        ColumnKind kind = ColumnKind.of(column.type());
        lobs.set(i, kind == ColumnKind.LOB && !column.isUnused());
        apart.set(i, kind.isKeptApart() && !column.virtual() && !column.isUnused());
        named.set(
            i, !column.virtual() && (kind == ColumnKind.SCALAR || kind == ColumnKind.UNPRINTABLE));
      }
      boolean unsupported =
          ColumnKind.isUnsupported(table, behaviours.test(RedoBehaviour.BOOLEAN_COLUMNS_ABSENT))
              || (table.storage().compression() != null
                  && behaviours.test(RedoBehaviour.COMPRESSED_TABLES_UNSUPPORTED));
      lastShape = new Shape(unsupported, lobs, apart, named);
      lastTable = table;
    }
    return lastShape;
  }

  private List<Step> insert(RowChange change, Shape shape) {
    SimTable table = change.table();
    @Nullable Object[] row = required(change.after());
    @Nullable Object[] bare = row.clone();
    BitSet inRow = new BitSet();
    Group group = new Group(change, row);
    List<Step> early = new ArrayList<>();
    for (int i = shape.apart().nextSetBit(0); i >= 0; i = shape.apart().nextSetBit(i + 1)) {
      SimColumn column = table.columns().get(i);
      Object value = row[i];
      switch (ColumnKind.of(column.type())) {
        case LOB -> {
          LobStorage storage = table.storage().lob(column.name());
          boolean unlisted = storage.basicFile() && !storage.inRow();
          bare[i] = column.type().name().equals("BLOB") ? (Object) new byte[0] : "";
          if (value == null) {
            inRow.set(i, !unlisted);
            bare[i] = unlisted ? null : bare[i];
          } else if (!isEmpty(value) && isInRow(value, column, storage)) {
            inRow.set(i);
          } else if (!isEmpty(value) && unlisted) {
            bare[i] = value; // not printed; the rows before the INSERT bring it
            group.writes(early, i, value, 1, true);
          } else if (!isEmpty(value)) {
            group.locator(i, true);
            group.writes(group.steps, i, value, 1, true);
          }
        }
        case EXTENDED -> {
          bare[i] = value == null || value instanceof byte[] ? null : "";
          if (value != null && isShort(value, column)) {
            inRow.set(i);
          } else if (value != null) {
            group.extended(i, value);
          }
        }
        default -> bare[i] = null;
      }
    }
    group.documents(shape.apart(), row);
    boolean alone = shape.lobs().isEmpty() && inRow.isEmpty() && group.steps.isEmpty();
    RowChange plain = changed(change, null, bare, new BitSet());
    if (alone) {
      return List.of(Step.shown(plain));
    }
    List<Step> steps = new ArrayList<>(early);
    steps.add(Step.hidden(plain));
    steps.addAll(group.steps);
    return ended(steps, change, bare, row, inRow);
  }

  private List<Step> update(RowChange change, Shape shape) {
    SimTable table = change.table();
    @Nullable Object[] old = required(change.before());
    @Nullable Object[] wanted = required(change.after());
    BitSet set = Compensation.setColumns(change);
    BitSet apart = (BitSet) set.clone();
    apart.and(shape.apart());
    BitSet plain = (BitSet) set.clone();
    plain.andNot(shape.apart());
    @Nullable Object[] before = masked(old);
    @Nullable Object[] middle = before.clone();
    plain.stream().forEach(i -> middle[i] = wanted[i]);
    if (apart.isEmpty()) {
      return List.of(Step.shown(changed(change, before, middle, plain)));
    }
    BitSet inRow = new BitSet();
    BitSet emptied = new BitSet();
    boolean inTwo = behaviours.test(RedoBehaviour.LOB_IN_ROW_UPDATE_IN_TWO_ROWS);
    Group group = new Group(change, middle);
    group.sharesFirst = !plain.isEmpty();
    for (int i = apart.nextSetBit(0); i >= 0; i = apart.nextSetBit(i + 1)) {
      SimColumn column = table.columns().get(i);
      Object value = wanted[i];
      switch (ColumnKind.of(column.type())) {
        case LOB -> {
          LobStorage storage = table.storage().lob(column.name());
          if (value == null || isEmpty(value) || isInRow(value, column, storage)) {
            inRow.set(i);
            emptied.set(i, inTwo && value != null && !isEmpty(value));
          } else {
            group.replaced(i, value, old[i] != null, storage);
          }
        }
        case EXTENDED -> {
          if (value == null || isShort(value, column)) {
            inRow.set(i);
          } else {
            group.extended(i, value);
          }
        }
        default -> {
          // documents come last
        }
      }
    }
    group.documents(apart, wanted);
    List<Step> steps = new ArrayList<>();
    BitSet first = (BitSet) plain.clone();
    first.or(emptied);
    if (!first.isEmpty()) {
      @Nullable Object[] after = middle.clone();
      emptied.stream().forEach(i -> after[i] = wanted[i] instanceof byte[] ? new byte[0] : "");
      steps.add(Step.hidden(changed(change, before, after, first)));
    }
    steps.addAll(group.steps);
    return ended(steps, change, middle, wanted, inRow);
  }

  /** The last row: the values that lie in the row, or only its ROWID. */
  private List<Step> ended(
      List<Step> steps,
      RowChange change,
      @Nullable Object[] before,
      @Nullable Object[] wanted,
      BitSet inRow) {
    if (!inRow.isEmpty()) {
      @Nullable Object[] old = masked(before);
      @Nullable Object[] after = old.clone();
      inRow.stream().forEach(i -> after[i] = wanted[i]);
      steps.add(
          Step.shown(
              new RowChange(
                  RowChange.Kind.UPDATE, change.table(), change.rowId(), old, after, inRow)));
    } else if (!behaviours.test(RedoBehaviour.LOB_STATEMENTS_WITHOUT_END)) {
      steps.add(Step.end(change));
    }
    return steps;
  }

  private List<Step> call(RowChange change, LobCall call, @Nullable RowChange before) {
    int column = change.assigned().nextSetBit(0);
    Group group = new Group(change, masked(required(change.before())));
    boolean withoutEnd = behaviours.test(RedoBehaviour.LOB_STATEMENTS_WITHOUT_END);
    boolean continues =
        withoutEnd
            && before != null
            && before.call() != null
            && before.rowId().equals(change.rowId())
            && before.table().objectId() == change.table().objectId()
            && before.assigned().equals(change.assigned());
    if (!continues) {
      group.locator(column, false);
    }
    if (call instanceof LobCall.Write write) {
      group.writes(group.steps, column, write.data(), write.offset(), false);
    } else if (call instanceof LobCall.Trim trim) {
      group.part(group.steps, RedoOperation.LOB_TRIM, column, null, trim.length(), 0, true);
    } else if (call instanceof LobCall.Erase erase) {
      group.part(
          group.steps, RedoOperation.LOB_ERASE, column, null, erase.amount(), erase.offset(), true);
    }
    if (!withoutEnd) {
      group.steps.add(Step.end(change));
    }
    return group.steps;
  }

  /** Collects the rows about single values of one change. */
  private final class Group {
    private final RowChange change;
    private final @Nullable Object[] row;
    private final List<Step> steps = new ArrayList<>();
    private boolean sharesFirst = true;

    Group(RowChange change, @Nullable Object[] row) {
      this.change = change;
      BitSet named = shape(change.table()).named();
      this.row = new @Nullable Object[row.length];
      named.stream().forEach(i -> this.row[i] = row[i]);
    }

    void part(
        List<Step> to,
        RedoOperation operation,
        int column,
        @Nullable Object data,
        long amount,
        long offset,
        boolean hidden) {
      ValuePart part = new ValuePart(operation, column, row, data, amount, offset);
      boolean afterXml =
          operation == RedoOperation.XML_DOC_WRITE || operation == RedoOperation.XML_DOC_END;
      boolean first =
          to.isEmpty()
              && sharesFirst
              && (operation == RedoOperation.SELECT_LOB_LOCATOR
                  || operation == RedoOperation.BEGIN_32K);
      to.add(new Step(Form.PART, change, part, hidden, afterXml || (first && hidden)));
    }

    void locator(int column, boolean hidden) {
      part(steps, RedoOperation.SELECT_LOB_LOCATOR, column, null, 0, 0, hidden);
      internal(steps);
    }

    /** A row of bookkeeping that some releases write inside a statement. */
    private void internal(List<Step> to) {
      if (behaviours.test(RedoBehaviour.INTERNAL_ROWS_IN_LOB_STATEMENTS)) {
        to.add(new Step(Form.END, change, null, true, false));
      }
    }

    void writes(List<Step> to, int column, Object value, long from, boolean hidden) {
      pieces(to, RedoOperation.LOB_WRITE, column, value, from, hidden);
    }

    /** A new value in the place of another. */
    void replaced(int column, Object value, boolean hadValue, LobStorage storage) {
      if (!storage.basicFile() || storage.inRow()) {
        locator(column, true);
      }
      if (storage.basicFile()) {
        internal(steps);
        part(steps, RedoOperation.LOB_TRIM, column, null, 0, 0, true);
      }
      writes(steps, column, value, 1, true);
      if (!storage.basicFile() && hadValue) {
        part(steps, RedoOperation.LOB_TRIM, column, null, length(value), 0, true);
      }
    }

    void extended(int column, Object value) {
      part(steps, RedoOperation.BEGIN_32K, column, null, 0, 0, true);
      pieces(steps, RedoOperation.WRITE_32K, column, value, 1, true);
      part(steps, RedoOperation.END_32K, column, null, 0, 0, true);
    }

    /** XML documents among the columns; NULL is written only where it replaces one. */
    void documents(BitSet columns, @Nullable Object[] values) {
      for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
        boolean isDocument =
            ColumnKind.of(change.table().columns().get(i).type()) == ColumnKind.UNLISTED;
        Object value = values[i];
        if (!isDocument || (value == null && change.kind() == RowChange.Kind.INSERT)) {
          continue;
        }
        part(steps, RedoOperation.XML_DOC_BEGIN, i, null, 0, 0, true);
        if (value == null) {
          part(steps, RedoOperation.XML_DOC_WRITE, i, null, 0, 0, true);
        } else {
          pieces(steps, RedoOperation.XML_DOC_WRITE, i, value, 1, true);
        }
        part(steps, RedoOperation.XML_DOC_END, i, null, 0, 0, true);
      }
    }

    private void pieces(
        List<Step> to,
        RedoOperation operation,
        int column,
        Object value,
        long from,
        boolean hidden) {
      long offset = from;
      if (value instanceof byte[] bytes) {
        for (int at = 0; at < bytes.length; at += PIECE_BYTES) {
          int end = Math.min(bytes.length, at + PIECE_BYTES);
          byte[] piece = java.util.Arrays.copyOfRange(bytes, at, end);
          part(to, operation, column, piece, piece.length, offset, hidden);
          offset += piece.length;
        }
        return;
      }
      String text = (String) value;
      int most = behaviours.test(RedoBehaviour.LOB_PIECES_OF_1024) ? 1024 : 1022;
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + most);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
          end--;
        }
        String piece = text.substring(at, end);
        int amount = piece.codePointCount(0, piece.length());
        part(to, operation, column, piece, amount, offset, hidden);
        offset += amount;
        at = end;
      }
    }
  }

  /** The same change with other values; columns kept apart count only where they are set. */
  private static RowChange changed(
      RowChange change,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      BitSet set) {
    return new RowChange(change.kind(), change.table(), change.rowId(), before, after, set);
  }

  private @Nullable Object[] masked(@Nullable Object[] values) {
    @Nullable Object[] masked = values.clone();
    BitSet apart = lastShape.apart();
    apart.stream().forEach(i -> masked[i] = null);
    return masked;
  }

  private static boolean isInRow(Object value, SimColumn column, LobStorage storage) {
    return storage.inRow()
        && (column.type().name().equals("BLOB")
            ? ((byte[]) value).length <= IN_ROW_BYTES
            : ((String) value).length() <= IN_ROW_CHARACTERS);
  }

  private static boolean isShort(Object value, SimColumn column) {
    if (value instanceof byte[] bytes) {
      return bytes.length <= IN_ROW_BYTES;
    }
    String text = (String) value;
    int bytes =
        column.type().name().equals("NVARCHAR2")
            ? 2 * text.length()
            : text.getBytes(StandardCharsets.UTF_8).length;
    return bytes <= IN_ROW_BYTES;
  }

  private static boolean isEmpty(Object value) {
    return (value instanceof String text && text.isEmpty())
        || (value instanceof byte[] bytes && bytes.length == 0);
  }

  private static long length(Object value) {
    return value instanceof byte[] bytes
        ? bytes.length
        : ((String) value).codePointCount(0, ((String) value).length());
  }

  private static @Nullable Object[] required(@Nullable Object @Nullable [] values) {
    if (values == null) {
      throw new IllegalArgumentException("a row change lacks the values of its kind");
    }
    return values;
  }
}
