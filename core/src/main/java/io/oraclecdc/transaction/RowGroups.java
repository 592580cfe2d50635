package io.oraclecdc.transaction;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.LobCall;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.redo.RedoEvent.Mark;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.RedoEvent.RowUndone;
import io.oraclecdc.redo.RedoEvent.StatementMarked;
import io.oraclecdc.redo.RedoEvent.ValueBegun;
import io.oraclecdc.redo.RedoEvent.ValueContinued;
import io.oraclecdc.redo.RedoEvent.ValueEnded;
import io.oraclecdc.redo.ValueTarget;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.transaction.OpenStatement.Kind;
import io.oraclecdc.transaction.OpenStatement.Pieces;
import io.oraclecdc.transaction.ValueOwners.Call;
import io.oraclecdc.value.SpecialValue;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/*
 * Statements of several rows
 *
 *   statement = [ INSERT[P] | UPDATE[P] ] { values } [ UPDATE[R] | INTERNAL[R] ]
 *   values    = [ locator ] LOB_WRITE|LOB_TRIM|LOB_ERASE ... | 32K_BEGIN 32K_WRITE ... | XML rows
 *   calls     = [ locator ] ( LOB_WRITE[R] | LOB_TRIM | LOB_ERASE ) ... [ INTERNAL[R] ]
 *
 *   P = placeholder ROWID, R = ROWID of the row
 *
 * The first row of a statement is an entry of the transaction's log, every other row becomes parts of
 * that entry. A transaction has one open statement at a time. It ends with the row that names its
 * ROWID, with the next row of its table that does not fit, or with an undo row. Rows of other tables
 * (triggers) may stand between its rows.
 *
 * Who owns values? A locator names column and row: the open statement if it agrees, else the last
 * INSERT of that row which left the column unset, else a statement of its own begins. Fragments
 * without locator belong to the locator before them; without any, see UnownedValues.
 *
 * Nobody's values. BasicFile with storage in row disabled has no locators. Calls tell a ROWID, and a
 * statement that only changes LOBs begins with a cut and tells the ROWID in its last row: both are
 * changes of their own of which nothing but the row's ROWID is known (rowOnly). Their values are not
 * kept, as the column is not known; the row is read when the transaction has committed.
 *
 * Calls of DBMS_LOB are a change of their own. Where one call ends and the next begins is not in the
 * redo, see UndoResolver.
 */
/** Puts the rows of a transaction together to changes. Not thread-safe. */
final class RowGroups {
  private final RowEntryWriter entries;
  private final PartWriter parts;
  private final PartLog log;
  private final RecentRows recent;
  private final UnownedValues unowned;
  private final CurrentStatement current;
  private final ValueOwners owners;
  private final BadRowGroups bad;

  RowGroups(OpenTransaction transaction, RowEntryWriter entries, PartWriter parts) {
    this.entries = entries;
    this.parts = parts;
    this.log = new PartLog(transaction);
    this.recent = new RecentRows();
    this.unowned = new UnownedValues(log, parts, recent);
    this.current = new CurrentStatement(log, parts, recent, unowned);
    this.owners = new ValueOwners(entries, parts, log, recent, unowned, current);
    this.bad = new BadRowGroups(entries, parts, log, unowned, current);
  }

  private RowGroups(RowGroups other) {
    this.entries = other.entries;
    this.parts = other.parts;
    this.log = other.log.copy();
    this.recent = other.recent.copy();
    this.unowned = other.unowned.copy(log, recent);
    this.current = other.current.copy(log, recent, unowned);
    this.owners = new ValueOwners(entries, parts, log, recent, unowned, current);
    this.bad = new BadRowGroups(entries, parts, log, unowned, current);
  }

  /** What to return to when a step is taken back. */
  RowGroups copy() {
    return new RowGroups(this);
  }

  private RowGroups(OpenTransaction transaction, GroupInput in) {
    this.entries = new RowEntryWriter();
    this.parts = new PartWriter();
    this.log = PartLog.read(transaction, in);
    this.recent = RecentRows.read(in);
    this.unowned = UnownedValues.read(log, parts, recent, in);
    this.current = CurrentStatement.read(log, parts, recent, unowned, in);
    this.owners = new ValueOwners(entries, parts, log, recent, unowned, current);
    this.bad = new BadRowGroups(entries, parts, log, unowned, current);
    if (in.isAtEnd()) {
      // Format 2 of the journal knew no changes that do not tell their row.
      return;
    }
    unowned.readDoubts(in);
    OpenStatement statement = current.statement();
    if (statement != null) {
      statement.readRowOnly(in);
    }
    if (!in.isAtEnd()) {
      unowned.readFurther(in);
      if (statement != null) {
        statement.readUnlocated(in);
      }
    }
  }

  /** What was written of a transaction that is restored from a journal. */
  static RowGroups read(OpenTransaction transaction, GroupInput in) {
    return new RowGroups(transaction, in);
  }

  /** Writes what {@link #read} reads; between steps. */
  void write(GroupOutput out) {
    log.write(out);
    recent.write(out);
    unowned.write(out);
    current.write(out);
    unowned.writeDoubts(out);
    OpenStatement statement = current.statement();
    if (statement != null) {
      statement.writeRowOnly(out);
    }
    unowned.writeFurther(out);
    if (statement != null) {
      statement.writeUnlocated(out);
    }
  }

  /** Where the parts are. */
  PartLog log() {
    return log;
  }

  /** Number of values that more than one column or row could own. */
  int ambiguous() {
    return unowned.ambiguous();
  }

  /** Takes a changed row; false when it is the end of the open statement. */
  boolean rowChanged(RowChanged event, int table, RedoAddress address, boolean keyMoved) {
    TableSchema schema = event.table();
    boolean apart = schema.keepsValuesApart();
    OpenStatement statement = current.statement();
    if (statement != null && apart && statement.isEndedBy(event)) {
      end(statement, event);
      return false;
    }
    boolean begins = apart && OpenStatement.isPlaceholder(event.row().rowId());
    current.passed(schema, begins);
    if (apart && event.operation() != RowOperation.INSERT) {
      RowId rowId = event.row().namesRow() ? event.row().rowId() : null;
      current.nameEarlier(schema, event.before(), rowId);
      if (keyMoved || event.operation() == RowOperation.DELETE) {
        recent.gone(schema, event.before(), rowId);
      }
    }
    SpillMark place = log.place();
    log.begin(entries.change(event, table, address, keyMoved));
    if (apart && event.operation() != RowOperation.DELETE) {
      begun(event, place, begins);
    }
    return true;
  }

  private void begun(RowChanged event, SpillMark place, boolean begins) {
    boolean insert = event.operation() == RowOperation.INSERT;
    RecentRows.Row row =
        new RecentRows.Row(
            place.frames(),
            place,
            event.table(),
            insert,
            RecentRows.remembered(event.table(), event.after()),
            event.row().namesRow() ? event.row().rowId() : null,
            new BitSet());
    if (!begins && event.row().rowId() != null) {
      // An INSERT that values in rows of their own belong to has the placeholder.
      row.isWhole();
    }
    unowned.settle(row);
    recent.add(row);
    if (begins) {
      current.begin(
          new OpenStatement(
              row.unit(),
              place,
              event.table(),
              insert ? Kind.INSERT : Kind.UPDATE,
              event.after(),
              null,
              row.begun()));
    }
  }

  private void end(OpenStatement statement, RowChanged event) {
    current.loseUnfinished();
    for (int i = 0; i < event.after().size(); i++) {
      if (event.after().isLogged(i)
          && event.table().columns().get(i).isCaptured()
          && OpenStatement.isSet(event, i)) {
        current.add(
            statement, parts.value(statement.unit, PartType.ASSIGNED, i, event.after().get(i)));
      }
    }
    current.nameRow(statement, event.row());
    current.ended(statement);
    current.close();
  }

  /** An undo row came: the statement before it is over. */
  void undone(RowUndone event) {
    current.close();
    if (event.operation() == RowOperation.UPDATE
        && event.row().namesRow()
        && unowned.takeLast(event.table())) {
      // Oracle undoes newest first: the values were those of a statement on that row.
      owners.beginRowOnly(event.row(), event.table(), event.row().address(), Kind.VALUES, null);
      current.close();
    }
    unowned.takenBack();
    log.interrupted();
    if (event.operation() != RowOperation.INSERT && event.table().keepsValuesApart()) {
      RowId rowId = event.row().namesRow() ? event.row().rowId() : null;
      recent.takenBack(event.table(), rowId, event.operation() == RowOperation.DELETE);
    }
  }

  /** A change came that has one row. */
  void passed(TableSchema schema) {
    current.passed(schema, false);
    log.interrupted();
  }

  /** The transaction has committed. */
  void finish() {
    current.close();
    unowned.finish();
  }

  /** A row without text that belongs to a statement. */
  void marked(StatementMarked event) {
    OpenStatement statement = current.statement();
    if (event.mark() == Mark.LOCATOR) {
      current.locatorCame(event.row());
    } else if (unowned.isLast()) {
      TableSchema schema = unowned.takeLast();
      if (schema != null) {
        owners.beginRowOnly(event.row(), schema, event.row().address(), Kind.VALUES, null);
        current.close();
      }
    } else if (statement != null
        && (statement.column < 0 || statement.touched)
        && (statement.rowId == null || statement.rowId.equals(event.row().rowId()))) {
      // An INTERNAL row between a locator and its first write ends nothing.
      current.nameRow(statement, event.row());
      current.ended(statement);
      current.close();
    }
  }

  /** A locator, or calls that change a LOB. */
  void lobTouched(LobTouched event, int table, RedoAddress address) {
    current.loseUnfinished();
    if (event.isLocator()) {
      current.locatorTold(event.row());
    }
    ValueTarget target = event.target();
    RowId callRow = current.rowNamedBy(event.row());
    boolean call = current.isOfCall(event.row());
    OpenStatement statement;
    if (target == null) {
      statement = owners.ownerOfFragment(event, new Call(call, callRow), address);
      if (statement == null || statement.rowOnly) {
        if (statement != null && call) {
          current.add(statement, parts.callRow(statement.unit, isWholeCall(event.row())));
        }
        current.locatorUsed();
        return;
      }
    } else {
      int column = target.column();
      LobData.check(event.table(), column, event);
      boolean anew = event.isLocator() || current.isBehindLocator();
      boolean valueBefore = unowned.isJustBefore(event.table(), column);
      Call caller = new Call(call, callRow);
      statement = owners.ownerOf(event.row(), event.table(), table, target, caller, anew, address);
      if (statement.column != column || anew) {
        statement.begin(column);
      }
      if (valueBefore && !event.isLocator()) {
        unowned.giveTo(statement, column);
        statement.baseKnown = true;
      }
    }
    current.locatorUsed();
    if (!event.isLocator()) {
      if (call && statement.kind != Kind.VALUES) {
        current.add(statement, parts.callRow(statement.unit, isWholeCall(event.row())));
      }
      apply(statement, event);
    }
  }

  /** A write can take several rows; cuts and erasures take one. */
  private static boolean isWholeCall(MinedRow row) {
    return row.operation() != OperationCode.LOB_WRITE;
  }

  private void apply(OpenStatement statement, LobTouched event) {
    int column = statement.column;
    statement.written |= event.row().operation() == OperationCode.LOB_WRITE;
    statement.writtenFromStart |= LobContent.beginsAnew(event);
    if (!statement.table.columns().get(column).isCaptured()) {
      // Nothing of the value is kept; the lengths of trims were not even read.
      statement.clearedFirst |=
          !statement.touched && event.row().operation() == OperationCode.LOB_TRIM;
      statement.touched = true;
      return;
    }
    for (LobCall call : event.calls()) {
      if (!statement.baseKnown && !statement.lost.get(column)) {
        boolean cleared = call instanceof LobCall.Trim trim && trim.length() == 0;
        boolean replaced =
            statement.kind != Kind.CALLS
                && (cleared || (call instanceof LobCall.Write && !keepsWhatItHad(statement)));
        statement.clearedFirst |= cleared;
        current.add(
            statement,
            parts.plain(statement.unit, replaced ? PartType.REPLACED : PartType.KEPT, column));
        statement.baseKnown = true;
      }
      current.add(statement, parts.call(statement.unit, column, call));
    }
    statement.touched = true;
  }

  /** Whether a write without locator may be one into a value that the row had before. */
  private static boolean keepsWhatItHad(OpenStatement statement) {
    return statement.unlocated && statement.kind != Kind.INSERT;
  }

  /** The value of an XMLTYPE or extended string column begins. */
  void valueBegun(ValueBegun event, int table, RedoAddress address) {
    current.loseUnfinished();
    int column = event.target().column();
    OpenStatement statement =
        owners.ownerOf(event.row(), event.table(), table, event.target(), Call.NONE, true, address);
    statement.begin(column);
    statement.touched = true;
    statement.baseKnown = true;
    statement.pieces = Pieces.BEGUN;
    if (statement.table.columns().get(column).isCaptured()) {
      current.add(statement, parts.plain(statement.unit, PartType.REPLACED, column));
    }
  }

  /** The next piece of such a value. */
  void valueContinued(ValueContinued event) {
    OpenStatement statement = unfinished(event.table(), event.row());
    if (statement == null) {
      return;
    }
    boolean isNull = event.piece() == SpecialValue.SQL_NULL;
    if (statement.pieces == Pieces.NULL || (isNull && statement.pieces == Pieces.CONTENT)) {
      throw new DecodeException(
          "a value in pieces is NULL and has content, at " + event.row().place(), null);
    }
    statement.pieces = isNull ? Pieces.NULL : Pieces.CONTENT;
    int column = statement.column;
    if (statement.table.columns().get(column).isCaptured()) {
      PartType type = isNull ? PartType.ASSIGNED : PartType.APPENDED;
      current.add(statement, parts.value(statement.unit, type, column, event.piece()));
    }
  }

  /** Such a value has no further pieces. */
  void valueEnded(ValueEnded event) {
    OpenStatement statement = unfinished(event.table(), event.row());
    if (statement == null) {
      return;
    }
    if (statement.pieces == Pieces.BEGUN) {
      current.loseUnfinished();
    }
    statement.pieces = Pieces.NONE;
  }

  /** Whose value goes on; null when no field depends on it. */
  private @Nullable OpenStatement unfinished(TableSchema table, MinedRow row) {
    OpenStatement statement = current.statement();
    if (statement != null && statement.isOf(table) && statement.pieces != Pieces.NONE) {
      return statement;
    }
    boolean needed =
        table.columns().stream()
            .anyMatch(column -> column.isCaptured() && column.type().isKeptApart());
    if (needed) {
      throw new DecodeException(
          "a piece or the end of a value follows no row that tells its column, at " + row.place(),
          null);
    }
    return null;
  }

  /** A change could not be decoded. The last row of the open statement is none of its own. */
  void badChange(BadRow row, EntryKind kind, TableSchema schema, int table, RedoAddress address) {
    bad.change(row, kind, schema, table, address);
  }

  /** A row that carries a value, or a part of one, could not be decoded. */
  void badPart(BadRow row, TableSchema schema, int table, RedoAddress address) {
    bad.part(row, schema, table, address);
  }
}
