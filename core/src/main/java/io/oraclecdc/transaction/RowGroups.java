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
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.transaction.OpenStatement.Kind;
import io.oraclecdc.transaction.OpenStatement.Pieces;
import io.oraclecdc.transaction.PartEntry.ObjectMark;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.BitSet;
import java.util.List;
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
  private static final int MOST_FOREIGN_ROWS = 1000;

  private final RowEntryWriter entries;
  private final PartWriter parts;
  private final PartLog log;
  private final RecentRows recent;
  private final UnownedValues unowned;
  private @Nullable OpenStatement open;
  private boolean locator;
  private @Nullable RowId locatorRow;
  private boolean locatorOfCall;

  RowGroups(OpenTransaction transaction, RowEntryWriter entries, PartWriter parts) {
    this.entries = entries;
    this.parts = parts;
    this.log = new PartLog(transaction);
    this.recent = new RecentRows();
    this.unowned = new UnownedValues(log, parts, recent);
  }

  private RowGroups(RowGroups other) {
    this.entries = other.entries;
    this.parts = other.parts;
    this.log = other.log.copy();
    this.recent = other.recent.copy();
    this.unowned = other.unowned.copy(log, recent);
    OpenStatement statement = other.open;
    if (statement != null) {
      RecentRows.Row row = recent.of(statement.unit);
      this.open = statement.copy(row == null ? (BitSet) statement.begun.clone() : row.begun());
    }
    this.locator = other.locator;
    this.locatorRow = other.locatorRow;
    this.locatorOfCall = other.locatorOfCall;
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
    this.open = in.flag() ? OpenStatement.read(in, recent) : null;
    this.locator = in.flag();
    this.locatorRow = in.rowId();
    this.locatorOfCall = in.flag();
    if (in.isAtEnd()) {
      // Format 2 of the journal knew no changes that do not tell their row.
      return;
    }
    unowned.readDoubts(in);
    OpenStatement statement = open;
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
    OpenStatement statement = open;
    out.putFlag(statement != null);
    if (statement != null) {
      statement.write(out);
    }
    out.putFlag(locator);
    out.putRowId(locatorRow);
    out.putFlag(locatorOfCall);
    unowned.writeDoubts(out);
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
    OpenStatement statement = open;
    if (statement != null && apart && statement.isEndedBy(event)) {
      end(statement, event);
      return false;
    }
    boolean begins = apart && OpenStatement.isPlaceholder(event.row().rowId());
    passed(schema, begins);
    if (apart && event.operation() != RowOperation.INSERT) {
      RowId rowId = event.row().namesRow() ? event.row().rowId() : null;
      nameEarlier(schema, event.before(), rowId);
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

  /** The statement that made a row may not have told its ROWID; a later row about it does. */
  private void nameEarlier(TableSchema schema, RowImage row, @Nullable RowId rowId) {
    RecentRows.Row earlier = rowId == null ? null : recent.unnamed(schema, row);
    if (earlier != null && rowId != null) {
      log.add(
          earlier.unit(), earlier.place(), parts.row(earlier.unit(), rowId, ObjectMark.UNKNOWN));
      recent.named(earlier.unit(), rowId);
    }
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
    unowned.settle(row);
    recent.add(row);
    if (begins) {
      open =
          new OpenStatement(
              row.unit(),
              place,
              event.table(),
              insert ? Kind.INSERT : Kind.UPDATE,
              event.after(),
              null,
              row.begun());
    }
  }

  private void passed(TableSchema schema, boolean begins) {
    OpenStatement statement = open;
    if (statement == null) {
      return;
    }
    boolean foreign = !begins && !statement.isOf(schema);
    if (!foreign || ++statement.foreignRows > MOST_FOREIGN_ROWS) {
      close();
    }
  }

  private void end(OpenStatement statement, RowChanged event) {
    loseUnfinished();
    for (int i = 0; i < event.after().size(); i++) {
      if (event.after().isLogged(i)
          && event.table().columns().get(i).isCaptured()
          && OpenStatement.isSet(event, i)) {
        add(statement, parts.value(statement.unit, PartType.ASSIGNED, i, event.after().get(i)));
      }
    }
    nameRow(statement, event.row());
    ended(statement);
    close();
  }

  /** Nothing of an INSERT comes behind its last row: what follows is a statement of its own. */
  private void ended(OpenStatement statement) {
    if (statement.kind == Kind.INSERT) {
      statement.begun.set(0, statement.image.size());
      unowned.certain();
    }
  }

  private void nameRow(OpenStatement statement, MinedRow row) {
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

  /** Changes of the same statement that told no row. */
  private void nameEarlier(List<OpenStatement.Nameless> changes, RowId rowId, ObjectMark mark) {
    for (OpenStatement.Nameless change : changes) {
      log.add(change.unit(), change.place(), parts.row(change.unit(), rowId, mark));
    }
  }

  private void close() {
    loseUnfinished();
    open = null;
    locator = false;
    locatorRow = null;
    locatorOfCall = false;
  }

  /** A value whose last row did not come is not known: pieces of it may be missing. */
  private void loseUnfinished() {
    OpenStatement statement = open;
    if (statement != null && statement.pieces != Pieces.NONE) {
      statement.pieces = Pieces.NONE;
      lose(statement, statement.column);
    }
  }

  private void lose(OpenStatement statement, int column) {
    if (statement.table.columns().get(column).isCaptured()) {
      add(
          statement,
          parts.value(statement.unit, PartType.ASSIGNED, column, SpecialValue.UNAVAILABLE));
    }
  }

  /** An undo row came: the statement before it is over. */
  void undone(RowUndone event) {
    close();
    if (event.operation() == RowOperation.UPDATE
        && event.row().namesRow()
        && unowned.takeLast(event.table())) {
      // Oracle undoes newest first: the values were those of a statement on that row.
      beginRowOnly(event.row(), event.table(), event.row().address(), Kind.VALUES, null);
      close();
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
    passed(schema, false);
    log.interrupted();
  }

  /** The transaction has committed. */
  void finish() {
    close();
    unowned.finish();
  }

  /** A row without text that belongs to a statement. */
  void marked(StatementMarked event) {
    OpenStatement statement = open;
    if (event.mark() == Mark.LOCATOR) {
      loseUnfinished();
      locator = true;
      locatorRow = event.row().namesRow() ? event.row().rowId() : null;
      locatorOfCall = isOfCall(event.row());
    } else if (unowned.isLast()) {
      TableSchema schema = unowned.takeLast();
      if (schema != null) {
        beginRowOnly(event.row(), schema, event.row().address(), Kind.VALUES, null);
        close();
      }
    } else if (statement != null
        && (statement.column < 0 || statement.touched)
        && (statement.rowId == null || statement.rowId.equals(event.row().rowId()))) {
      // An INTERNAL row between a locator and its first write ends nothing.
      nameRow(statement, event.row());
      ended(statement);
      close();
    }
  }

  /** A locator, or calls that change a LOB. */
  void lobTouched(LobTouched event, int table, RedoAddress address) {
    loseUnfinished();
    ValueTarget target = event.target();
    RowId callRow = event.row().namesRow() ? event.row().rowId() : locatorRow;
    boolean call = isOfCall(event.row()) || locatorOfCall;
    OpenStatement statement;
    if (target == null) {
      statement = ownerOfFragment(event, new Call(call, callRow), address);
      if (statement == null || statement.rowOnly) {
        if (statement != null && call) {
          add(statement, parts.callRow(statement.unit));
        }
        locator = false;
        return;
      }
    } else {
      int column = target.column();
      LobData.check(event.table(), column, event);
      boolean anew = event.isLocator() || locator;
      boolean valueBefore = unowned.isJustBefore(event.table(), column);
      Call caller = new Call(call, callRow);
      statement = ownerOf(event.row(), event.table(), table, target, caller, anew, address);
      if (statement.column != column || anew) {
        statement.begin(column);
      }
      if (valueBefore && !event.isLocator()) {
        unowned.giveTo(statement, column);
        statement.baseKnown = true;
      }
    }
    locator = false;
    if (!event.isLocator()) {
      if (call && statement.kind != Kind.VALUES) {
        add(statement, parts.callRow(statement.unit));
      }
      apply(statement, event);
    }
  }

  /**
   * Whether a row about a LOB belongs to a call of DBMS_LOB: rows of statements have the
   * placeholder, also in index-organized tables, whose ROW_IDs do not name a row.
   */
  private static boolean isOfCall(MinedRow row) {
    return row.rowId() != null && !OpenStatement.isPlaceholder(row.rowId());
  }

  /**
   * Who changes a value.
   *
   * @param isCall whether it is a call of DBMS_LOB
   * @param rowId the row it names, null when it does not
   */
  private record Call(boolean isCall, @Nullable RowId rowId) {
    static final Call NONE = new Call(false, null);
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
        add(
            statement,
            parts.plain(statement.unit, replaced ? PartType.REPLACED : PartType.KEPT, column));
        statement.baseKnown = true;
      }
      add(statement, parts.call(statement.unit, column, call));
    }
    statement.touched = true;
  }

  /** Whether a write without locator may be one into a value that the row had before. */
  private static boolean keepsWhatItHad(OpenStatement statement) {
    return statement.unlocated && statement.kind != Kind.INSERT;
  }

  /** The value of an XMLTYPE or extended string column begins. */
  void valueBegun(ValueBegun event, int table, RedoAddress address) {
    loseUnfinished();
    int column = event.target().column();
    OpenStatement statement =
        ownerOf(event.row(), event.table(), table, event.target(), Call.NONE, true, address);
    statement.begin(column);
    statement.touched = true;
    statement.baseKnown = true;
    statement.pieces = Pieces.BEGUN;
    if (statement.table.columns().get(column).isCaptured()) {
      add(statement, parts.plain(statement.unit, PartType.REPLACED, column));
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
      add(statement, parts.value(statement.unit, type, column, event.piece()));
    }
  }

  /** Such a value has no further pieces. */
  void valueEnded(ValueEnded event) {
    OpenStatement statement = unfinished(event.table(), event.row());
    if (statement == null) {
      return;
    }
    if (statement.pieces == Pieces.BEGUN) {
      loseUnfinished();
    }
    statement.pieces = Pieces.NONE;
  }

  /** Whose value goes on; null when no field depends on it. */
  private @Nullable OpenStatement unfinished(TableSchema table, MinedRow row) {
    OpenStatement statement = open;
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
  void badChange(BadRow bad, EntryKind kind, TableSchema schema, int table, RedoAddress address) {
    OpenStatement statement = open;
    MinedRow row = bad.row();
    boolean begins = schema.keepsValuesApart() && OpenStatement.isPlaceholder(row.rowId());
    if (statement != null
        && kind == EntryKind.BAD_UPDATE
        && !begins
        && statement.kind != Kind.CALLS
        && statement.isOf(schema)
        && (statement.rowId == null || statement.rowId.equals(row.rowId()))) {
      lost(statement);
      add(statement, parts.letter(statement.unit, bad));
      nameRow(statement, row);
      close();
      return;
    }
    passed(schema, begins);
    SpillMark place = log.place();
    log.begin(entries.bad(bad, kind, table, address));
    if (begins && kind != EntryKind.BAD_DELETE) {
      openBad(place, schema, Kind.UPDATE);
    }
  }

  /** A row that carries a value, or a part of one, could not be decoded. */
  void badPart(BadRow bad, TableSchema schema, int table, RedoAddress address) {
    MinedRow row = bad.row();
    boolean call = isOfCall(row) || locatorOfCall;
    boolean changes = row.operation() != OperationCode.SELECT_LOB_LOCATOR;
    RowId callRow = row.namesRow() ? row.rowId() : locatorRow;
    OpenStatement statement = open;
    if (statement != null
        && statement.isOf(schema)
        && (statement.rowId == null || callRow == null || statement.rowId.equals(callRow))) {
      lost(statement);
      statement.touched = true;
      if (call && changes && statement.kind != Kind.VALUES) {
        add(statement, parts.callRow(statement.unit));
      }
      add(statement, parts.letter(statement.unit, bad));
    } else if (isOfCall(row) ? changes : beginsValue(row)) {
      passed(schema, !isOfCall(row));
      SpillMark place = log.place();
      log.begin(entries.bad(bad, EntryKind.BAD_UPDATE, table, address));
      if (!isOfCall(row)) {
        openBad(place, schema, Kind.VALUES);
        unowned.lost(row, schema, place);
      }
    } else {
      SpillMark place = log.place();
      log.interrupted();
      log.addUnowned(place.frames(), parts.letter(place.frames(), bad));
      log.interrupted();
    }
    locator = false;
  }

  private static boolean beginsValue(MinedRow row) {
    return switch (row.operation()) {
      case SELECT_LOB_LOCATOR,
          LOB_WRITE,
          LOB_TRIM,
          LOB_ERASE,
          XML_DOC_BEGIN,
          EXTENDED_STRING_BEGIN ->
          true;
      default -> false;
    };
  }

  /** The rows of a statement that follow its bad first row belong to what is left out. */
  private void openBad(SpillMark place, TableSchema schema, Kind kind) {
    open =
        new OpenStatement(
            place.frames(),
            place,
            schema,
            kind,
            RowImage.nothingLogged(schema.columns().size()),
            null,
            new BitSet());
  }

  private void lost(OpenStatement statement) {
    for (int i = 0; i < statement.image.size(); i++) {
      boolean concerned = statement.column < 0 || statement.column == i;
      if (concerned && statement.table.columns().get(i).type().isKeptApart()) {
        lose(statement, i);
        statement.lost.set(i, statement.table.columns().get(i).type().kind().isLob());
      }
    }
  }

  private OpenStatement ownerOf(
      MinedRow row,
      TableSchema schema,
      int table,
      ValueTarget target,
      Call call,
      boolean anew,
      RedoAddress address) {
    OpenStatement statement = open;
    RowId callRow = call.rowId();
    int column = target.column();
    boolean again =
        statement != null
            && anew
            && statement.begun.get(column)
            && (statement.column != column || statement.touched);
    if (statement != null && !again && statement.covers(schema, target, call.isCall(), callRow)) {
      if (callRow != null && statement.rowId == null) {
        statement.rowId = callRow;
        add(statement, parts.row(statement.unit, callRow, ObjectMark.UNKNOWN));
      }
      return statement;
    }
    OpenStatement before = statement;
    nameEarlier(schema, target.row(), callRow);
    RecentRows.Row known = recent.find(schema, target, callRow);
    if (known != null && known.leavesUnset(column)) {
      statement =
          new OpenStatement(
              known.unit(),
              known.place(),
              known.table(),
              Kind.INSERT,
              known.image(),
              known.rowId(),
              known.begun());
      statement.reopened = true;
    } else {
      statement = newStatement(row, schema, table, target, call, known, address);
    }
    if (before != null && before.isNameless() && before.isOf(schema) && !call.isCall()) {
      RowId told = statement.rowId;
      if (told == null) {
        statement.nameless = before.withoutName();
      } else {
        nameEarlier(before.withoutName(), told, ObjectMark.UNKNOWN);
      }
    }
    open = statement;
    return statement;
  }

  private OpenStatement newStatement(
      MinedRow row,
      TableSchema schema,
      int table,
      ValueTarget target,
      Call call,
      RecentRows.@Nullable Row known,
      RedoAddress address) {
    RowId callRow = call.rowId();
    RowImage image = RecentRows.withKey(schema, target.row(), known);
    RowChanged change = new RowChanged(row, schema, RowOperation.UPDATE, image, image, true);
    KeyChange.requireKey(change);
    SpillMark place = log.place();
    log.begin(
        call.isCall()
            ? entries.lobCalls(change, table, address)
            : entries.change(change, table, address, false));
    RowId rowId = callRow != null ? callRow : target.rowId();
    if (rowId == null && known != null) {
      rowId = known.rowId();
    }
    OpenStatement statement =
        new OpenStatement(
            place.frames(),
            place,
            schema,
            call.isCall() ? Kind.CALLS : Kind.VALUES,
            image,
            rowId,
            new BitSet());
    if (rowId != null && !rowId.equals(row.rowId())) {
      add(statement, parts.row(statement.unit, rowId, ObjectMark.UNKNOWN));
    }
    return statement;
  }

  /** Whose a fragment without target is; null when that is not known yet, or never will. */
  private @Nullable OpenStatement ownerOfFragment(
      LobTouched event, Call call, RedoAddress address) {
    OpenStatement statement = open;
    TableSchema schema = event.table();
    if (statement != null && statement.isOf(schema)) {
      if (statement.rowOnly) {
        if (goesOn(statement, event, call)) {
          return statement;
        }
      } else if (statement.column >= 0
          && !(call.isCall() && locator)
          && !isOfAnother(statement, event)) {
        LobData.check(schema, statement.column, event);
        return statement;
      }
    }
    if (call.isCall() && call.rowId() != null) {
      return beginRowOnly(event.row(), schema, address, Kind.CALLS, call.rowId());
    }
    boolean changesOld = LobContent.changesOldValue(event);
    if (statement != null
        && statement.isOf(schema)
        && !statement.rowOnly
        && (statement.column < 0 || statement.kind == Kind.INSERT || statement.kind == Kind.UPDATE)
        && !(changesOld && statement.kind == Kind.INSERT)) {
      BitSet columns =
          UnownedValues.candidates(statement.table, statement.image, statement.begun, event);
      if (columns.cardinality() == 1) {
        LobData.check(schema, columns.nextSetBit(0), event);
        statement.begin(columns.nextSetBit(0));
        statement.unlocated = true;
        if (statement.kind == Kind.INSERT) {
          unowned.taken(statement, statement.column, event);
        }
        return statement;
      }
      statement.column = -1;
      if (!columns.isEmpty()) {
        unowned.unavailable(statement, columns);
        return null;
      }
    }
    if (changesOld && !unowned.isGoneOnWith(event)) {
      return beginRowOnly(event.row(), schema, address, Kind.VALUES, null);
    }
    unowned.keep(event);
    return null;
  }

  /** Whether a fragment is not about the column that the ones before it were about. */
  private static boolean isOfAnother(OpenStatement statement, LobTouched event) {
    boolean otherType =
        event.lobType() != null
            && event.lobType() != statement.table.columns().get(statement.column).type().kind();
    if (statement.kind == Kind.CALLS) {
      return false;
    }
    boolean anew = LobContent.beginsAnew(event) || UnownedValues.isClearing(event);
    boolean begun = statement.unlocated ? statement.written : statement.writtenFromStart;
    return otherType || (begun && anew);
  }

  /** Whether a fragment belongs to a change of which no column is known. */
  private boolean goesOn(OpenStatement statement, LobTouched event, Call call) {
    if (call.isCall() != (statement.kind == Kind.CALLS)) {
      return false;
    }
    return call.isCall()
        ? !locator && (call.rowId() == null || call.rowId().equals(statement.rowId))
        : !LobContent.isClearing(event);
  }

  /** A change of LOBs begins of which at most the ROWID is known. */
  private OpenStatement beginRowOnly(
      MinedRow row, TableSchema schema, RedoAddress address, Kind kind, @Nullable RowId rowId) {
    OpenStatement before = open;
    List<OpenStatement.Nameless> earlier =
        before != null && before.isNameless() && before.isOf(schema) && kind == Kind.VALUES
            ? before.withoutName()
            : List.of();
    close();
    SpillMark place = log.place();
    log.begin(entries.rowOnly(row, schema, log.tableOf(schema), address, kind == Kind.CALLS));
    OpenStatement statement =
        new OpenStatement(
            place.frames(),
            place,
            schema,
            kind,
            RowImage.nothingLogged(schema.columns().size()),
            rowId,
            new BitSet());
    statement.rowOnly = true;
    statement.nameless = earlier;
    if (rowId != null && !rowId.equals(row.rowId())) {
      add(statement, parts.row(statement.unit, rowId, ObjectMark.UNKNOWN));
    }
    open = statement;
    return statement;
  }

  private void add(OpenStatement statement, FrameBuilder part) {
    log.add(statement.unit, statement.place, part);
  }
}
