package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RowId;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.transaction.OpenStatement.Kind;
import io.oraclecdc.transaction.OpenStatement.Pieces;
import io.oraclecdc.transaction.PartEntry.ObjectMark;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statement of a transaction whose rows still come, and the locator before the next of them.
 * Not thread-safe.
 */
final class CurrentStatement {
  private static final int MOST_FOREIGN_ROWS = 1000;

  private final PartLog log;
  private final PartWriter parts;
  private final RecentRows recent;
  private final UnownedValues unowned;
  private @Nullable OpenStatement open;
  private boolean locator;
  private @Nullable RowId locatorRow;
  private boolean locatorOfCall;

  CurrentStatement(PartLog log, PartWriter parts, RecentRows recent, UnownedValues unowned) {
    this.log = log;
    this.parts = parts;
    this.recent = recent;
    this.unowned = unowned;
  }

  CurrentStatement copy(PartLog logCopy, RecentRows recentCopy, UnownedValues unownedCopy) {
    CurrentStatement copy = new CurrentStatement(logCopy, parts, recentCopy, unownedCopy);
    OpenStatement statement = open;
    if (statement != null) {
      RecentRows.Row row = recentCopy.of(statement.unit);
      copy.open = statement.copy(row == null ? (BitSet) statement.begun.clone() : row.begun());
    }
    copy.locator = locator;
    copy.locatorRow = locatorRow;
    copy.locatorOfCall = locatorOfCall;
    return copy;
  }

  /** Writes what {@link #read} reads. */
  void write(GroupOutput out) {
    OpenStatement statement = open;
    out.putFlag(statement != null);
    if (statement != null) {
      statement.write(out);
    }
    out.putFlag(locator);
    out.putRowId(locatorRow);
    out.putFlag(locatorOfCall);
  }

  static CurrentStatement read(
      PartLog log, PartWriter parts, RecentRows recent, UnownedValues unowned, GroupInput in) {
    CurrentStatement current = new CurrentStatement(log, parts, recent, unowned);
    current.open = in.flag() ? OpenStatement.read(in, recent) : null;
    current.locator = in.flag();
    current.locatorRow = in.rowId();
    current.locatorOfCall = in.flag();
    return current;
  }

  /** Which one it is, null for none. */
  @Nullable OpenStatement statement() {
    return open;
  }

  /** A statement begins, or goes on that other statements came in between of. */
  void begin(OpenStatement statement) {
    open = statement;
  }

  /** A locator came that names no column. */
  void locatorCame(MinedRow row) {
    loseUnfinished();
    locator = true;
    locatorRow = row.namesRow() ? row.rowId() : null;
    locatorOfCall = isPartOfCall(row);
  }

  /** A locator came that names its column. */
  void locatorTold(MinedRow row) {
    locatorRow = row.namesRow() ? row.rowId() : null;
    locatorOfCall = isPartOfCall(row);
  }

  /** The row came that follows the locator. */
  void locatorUsed() {
    locator = false;
  }

  /** Whether a locator came that no row has used yet. */
  boolean isBehindLocator() {
    return locator;
  }

  /** The row that a row about a value names, or else the last locator; null when none does. */
  @Nullable RowId rowNamedBy(MinedRow row) {
    return row.namesRow() ? row.rowId() : locatorRow;
  }

  /**
   * Whether a row about a LOB belongs to a call of DBMS_LOB. Cuts and erasures have the placeholder
   * there too, so the last locator tells.
   */
  boolean isOfCall(MinedRow row) {
    return isPartOfCall(row) || (locatorOfCall && row.operation() != OperationCode.LOB_WRITE);
  }

  /**
   * Whether a row about a LOB belongs to a call of DBMS_LOB: rows of statements have the
   * placeholder, also in index-organized tables, whose ROW_IDs do not name a row.
   */
  static boolean isPartOfCall(MinedRow row) {
    return row.rowId() != null && !OpenStatement.isPlaceholder(row.rowId());
  }

  /**
   * A change of its own came, which ends the statement unless it may stand between its rows.
   *
   * @param begins whether the change begins a statement of several rows
   */
  void passed(TableSchema schema, boolean begins) {
    OpenStatement statement = open;
    if (statement == null) {
      return;
    }
    boolean foreign = !begins && !statement.isOf(schema);
    if (!foreign || ++statement.foreignRows > MOST_FOREIGN_ROWS) {
      close();
    }
  }

  /** Nothing of an INSERT comes behind its last row: what follows is a statement of its own. */
  void ended(OpenStatement statement) {
    if (statement.kind == Kind.INSERT) {
      statement.begun.set(0, statement.image.size());
      unowned.certain();
    }
  }

  /** The last row of a statement tells the ROWID of its row. */
  void nameRow(OpenStatement statement, MinedRow row) {
    RowId rowId = row.rowId();
    if (rowId == null || statement.rowId != null) {
      return;
    }
    statement.rowId = rowId;
    ObjectMark mark = ObjectMark.UNKNOWN;
    if (row.operation() != OperationCode.INTERNAL) {
      mark = row.dataObjectId() == 0 ? ObjectMark.ABSENT : ObjectMark.PRESENT;
    }
    add(statement, parts.row(statement.unit, rowId, mark));
    nameEarlier(statement.nameless, rowId, mark);
    recent.named(statement.unit, rowId);
  }

  /** The statement that made a row may not have told its ROWID; a later row about it does. */
  void nameEarlier(TableSchema schema, RowImage row, @Nullable RowId rowId) {
    RecentRows.Row earlier = rowId == null ? null : recent.unnamed(schema, row);
    if (earlier != null && rowId != null) {
      log.add(
          earlier.unit(), earlier.place(), parts.row(earlier.unit(), rowId, ObjectMark.UNKNOWN));
      recent.named(earlier.unit(), rowId);
    }
  }

  /** Changes of the same statement that told no row. */
  void nameEarlier(List<OpenStatement.Nameless> changes, RowId rowId, ObjectMark mark) {
    for (OpenStatement.Nameless change : changes) {
      log.add(change.unit(), change.place(), parts.row(change.unit(), rowId, mark));
    }
  }

  /** What follows belongs to no statement before it. */
  void close() {
    loseUnfinished();
    open = null;
    locator = false;
    locatorRow = null;
    locatorOfCall = false;
  }

  /** A value whose last row did not come is not known: pieces of it may be missing. */
  void loseUnfinished() {
    OpenStatement statement = open;
    if (statement != null && statement.pieces != Pieces.NONE) {
      statement.pieces = Pieces.NONE;
      lose(statement, statement.column);
    }
  }

  /** A value of a statement is not known. */
  void lose(OpenStatement statement, int column) {
    if (statement.table.columns().get(column).isCaptured()) {
      add(
          statement,
          parts.value(statement.unit, PartType.ASSIGNED, column, SpecialValue.UNAVAILABLE));
    }
  }

  /** Appends a part of a statement. */
  void add(OpenStatement statement, FrameBuilder part) {
    log.add(statement.unit, statement.place, part);
  }
}
