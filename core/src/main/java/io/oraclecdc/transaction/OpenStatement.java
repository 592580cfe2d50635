package io.oraclecdc.transaction;

import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.ValueTarget;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change whose further rows are still to come, or may be. */
final class OpenStatement {
  /** How a change began. */
  enum Kind {
    /** An INSERT. */
    INSERT,
    /** An UPDATE. */
    UPDATE,
    /** A statement that changes values outside the row alone. */
    VALUES,
    /** Calls of DBMS_LOB. */
    CALLS
  }

  /** How far a value in pieces has come. */
  enum Pieces {
    /** No such value is open. */
    NONE,
    /** Its first row was there. */
    BEGUN,
    /** Some content was there. */
    CONTENT,
    /** It is NULL. */
    NULL
  }

  final long unit;
  final SpillMark place;
  final TableSchema table;
  final Kind kind;
  final RowImage image;
  final BitSet begun;
  @Nullable RowId rowId;
  int column = -1;
  boolean touched;
  boolean baseKnown;
  boolean clearedFirst;
  Pieces pieces = Pieces.NONE;

  /** Whether other statements came in between, so that the image holds what was kept of it. */
  boolean reopened;

  int foreignRows;

  /** LOBs of which a row could not be decoded: what else comes of them does not make them known. */
  final BitSet lost = new BitSet();

  /** Whether nothing of its row is known but at most the ROWID. */
  boolean rowOnly;

  /** Whether its column is known only because no other can own the value. */
  boolean unlocated;

  /** Whether something was written into that column. */
  boolean written;

  /** Whether its first character or byte was. */
  boolean writtenFromStart;

  /** Changes before it that told no row, and are of the same one when a last row tells it. */
  List<Nameless> nameless = List.of();

  /** Whether it is a change by a statement that has told no ROWID so far. */
  boolean isNameless() {
    return rowOnly && kind == Kind.VALUES && rowId == null;
  }

  /** It and those before it that told no row. */
  List<Nameless> withoutName() {
    List<Nameless> all = new ArrayList<>(nameless);
    all.add(new Nameless(unit, place));
    return List.copyOf(all);
  }

  /** Number and place of the entry of a statement. */
  record Nameless(long unit, SpillMark place) {}

  /**
   * A statement.
   *
   * @param unit number of its entry
   * @param place of its entry
   * @param image its row as far as known, for comparison with later rows
   * @param rowId ROWID of the row, null while unknown
   * @param begun columns that have got values in rows of their own
   */
  OpenStatement(
      long unit,
      SpillMark place,
      TableSchema table,
      Kind kind,
      RowImage image,
      @Nullable RowId rowId,
      BitSet begun) {
    this.unit = unit;
    this.place = place;
    this.table = table;
    this.kind = kind;
    this.image = image;
    this.rowId = rowId;
    this.begun = begun;
  }

  OpenStatement copy(BitSet begunCopy) {
    OpenStatement copy = new OpenStatement(unit, place, table, kind, image, rowId, begunCopy);
    copy.column = column;
    copy.touched = touched;
    copy.baseKnown = baseKnown;
    copy.clearedFirst = clearedFirst;
    copy.pieces = pieces;
    copy.reopened = reopened;
    copy.foreignRows = foreignRows;
    copy.rowOnly = rowOnly;
    copy.nameless = nameless;
    copy.unlocated = unlocated;
    copy.lost.or(lost);
    copy.written = written;
    copy.writtenFromStart = writtenFromStart;
    return copy;
  }

  /** Writes what {@link #read} reads, beside what {@link RecentRows} knows of it. */
  void write(GroupOutput out) {
    out.putNumber(unit);
    out.putPlace(place);
    out.putTable(table);
    out.putText(kind.name());
    out.putImage(image);
    out.putRowId(rowId);
    out.putColumns(begun);
    out.putNumber(column);
    out.putFlag(touched);
    out.putFlag(baseKnown);
    out.putFlag(clearedFirst);
    out.putText(pieces.name());
    out.putFlag(reopened);
    out.putNumber(foreignRows);
  }

  /** Writes what {@link #readRowOnly} reads. */
  void writeRowOnly(GroupOutput out) {
    out.putFlag(rowOnly);
    out.putNumber(nameless.size());
    for (Nameless earlier : nameless) {
      out.putNumber(earlier.unit());
      out.putPlace(earlier.place());
    }
  }

  /**
   * Reads a statement.
   *
   * @param recent shares the columns that have begun
   */
  static OpenStatement read(GroupInput in, RecentRows recent) {
    long unit = in.number();
    SpillMark place = in.place();
    int layout = in.layout();
    Kind kind = Kind.valueOf(String.valueOf(in.text()));
    RowImage image = in.image(layout);
    RowId rowId = in.rowId();
    BitSet begun = in.columns();
    RecentRows.Row row = recent.of(unit);
    OpenStatement statement =
        new OpenStatement(
            unit, place, in.table(layout), kind, image, rowId, row == null ? begun : row.begun());
    statement.column = (int) in.number();
    statement.touched = in.flag();
    statement.baseKnown = in.flag();
    statement.clearedFirst = in.flag();
    statement.pieces = Pieces.valueOf(String.valueOf(in.text()));
    statement.reopened = in.flag();
    statement.foreignRows = (int) in.number();
    return statement;
  }

  /** Writes what {@link #readUnlocated} reads. */
  void writeUnlocated(GroupOutput out) {
    out.putFlag(unlocated);
    out.putFlag(written);
    out.putFlag(writtenFromStart);
    out.putColumns(lost);
  }

  /** Reads how its column is known. */
  void readUnlocated(GroupInput in) {
    unlocated = in.flag();
    written = in.flag();
    writtenFromStart = in.flag();
    lost.or(in.columns());
  }

  /** Reads what is known of a statement that does not tell its row. */
  void readRowOnly(GroupInput in) {
    rowOnly = in.flag();
    List<Nameless> earlier = new ArrayList<>();
    for (long n = in.number(); n > 0; n--) {
      earlier.add(new Nameless(in.number(), in.place()));
    }
    nameless = List.copyOf(earlier);
  }

  boolean isOf(TableSchema other) {
    return table.id().equals(other.id());
  }

  /** What follows is about a column. */
  void begin(int newColumn) {
    if (column != newColumn || !begun.get(newColumn)) {
      baseKnown = false;
    }
    column = newColumn;
    touched = false;
    unlocated = false;
    written = false;
    writtenFromStart = false;
    begun.set(newColumn);
  }

  /**
   * Whether an UPDATE row is the last row of this statement: it brings the values that lie inside
   * the row, and names the row.
   */
  boolean isEndedBy(RowChanged event) {
    if (kind == Kind.CALLS
        || event.operation() != RowOperation.UPDATE
        || !isOf(event.table())
        || isPlaceholder(event.row().rowId())
        || (rowId != null && !rowId.equals(event.row().rowId()))) {
      return false;
    }
    boolean fits =
        event.setsOnlyApart()
            || (kind == Kind.INSERT && !reopened && setsWhatWasUnset(event))
            || (kind == Kind.VALUES && clearedFirst && !KeyChange.isMoved(event));
    return fits && agree(table, image, event.before());
  }

  /** Long strings of characters of several bytes are kept apart although their type is short. */
  private boolean setsWhatWasUnset(RowChanged event) {
    for (int i = 0; i < image.size(); i++) {
      if (isSet(event, i) && !isUnset(image, i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether an update assigns a value to a column, as far as its images tell. */
  static boolean isSet(RowChanged event, int column) {
    return event.after().get(column) != event.before().get(column);
  }

  /** Whether a statement gave a column no value. */
  static boolean isUnset(RowImage image, int column) {
    return !image.isLogged(column) || image.isNull(column);
  }

  /** Whether a row about a LOB or another value belongs to this statement. */
  boolean covers(TableSchema other, ValueTarget target, boolean isCall, @Nullable RowId callRow) {
    if (!isOf(other)
        || rowOnly
        || differ(rowId, target.rowId())
        || differ(rowId, callRow)
        || (kind == Kind.VALUES && isCall && rowId == null)) {
      return false;
    }
    return agree(table, image, target.row());
  }

  private static boolean differ(@Nullable RowId one, @Nullable RowId other) {
    return one != null && other != null && !one.equals(other);
  }

  /** Whether two images have the same values where both have one. */
  static boolean agree(TableSchema table, RowImage one, RowImage other) {
    for (int i = 0; i < one.size(); i++) {
      if (isComparable(table, one, other, i) && !KeyValues.areEqual(one, other, List.of(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether two images certainly are of one row: every key column, or any column without key. */
  static boolean isSameRow(TableSchema table, RowImage one, RowImage other) {
    boolean byKey = table.key().kind() == RecordKey.Kind.COLUMNS;
    boolean any = false;
    for (int i = 0; i < one.size(); i++) {
      if (isComparable(table, one, other, i)) {
        any = true;
      } else if (byKey && table.key().columns().contains(i)) {
        return false;
      }
    }
    return any && agree(table, one, other);
  }

  private static boolean isComparable(TableSchema table, RowImage one, RowImage other, int column) {
    return isKnown(one.get(column))
        && isKnown(other.get(column))
        && !table.columns().get(column).type().isKeptApart();
  }

  private static boolean isKnown(Object value) {
    return value != SpecialValue.NOT_LOGGED && value != SpecialValue.UNAVAILABLE;
  }

  static boolean isPlaceholder(@Nullable RowId rowId) {
    return rowId != null && rowId.isPlaceholder();
  }
}
