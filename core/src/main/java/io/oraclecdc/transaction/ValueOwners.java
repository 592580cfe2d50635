package io.oraclecdc.transaction;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.redo.RedoEvent.RowChanged;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.redo.ValueTarget;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.transaction.OpenStatement.Kind;
import io.oraclecdc.transaction.PartEntry.ObjectMark;
import io.oraclecdc.value.RowImage;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the statement that a row about a value outside of its row belongs to, or begins one. Not
 * thread-safe.
 */
final class ValueOwners {
  private final RowEntryWriter entries;
  private final PartWriter parts;
  private final PartLog log;
  private final RecentRows recent;
  private final UnownedValues unowned;
  private final CurrentStatement current;

  ValueOwners(
      RowEntryWriter entries,
      PartWriter parts,
      PartLog log,
      RecentRows recent,
      UnownedValues unowned,
      CurrentStatement current) {
    this.entries = entries;
    this.parts = parts;
    this.log = log;
    this.recent = recent;
    this.unowned = unowned;
    this.current = current;
  }

  /**
   * Whose a value is of which a row tells column and row.
   *
   * @param call who changes it
   * @param anew whether the row begins a value, or stands right behind a locator
   * @throws DecodeException when neither the target nor an earlier statement tells the key
   */
  OpenStatement ownerOf(
      MinedRow row,
      TableSchema schema,
      int table,
      ValueTarget target,
      Call call,
      boolean anew,
      RedoAddress address) {
    OpenStatement statement = current.statement();
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
        current.add(statement, parts.row(statement.unit, callRow, ObjectMark.UNKNOWN));
      }
      return statement;
    }
    OpenStatement before = statement;
    current.nameEarlier(schema, target.row(), callRow);
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
        current.nameEarlier(before.withoutName(), told, ObjectMark.UNKNOWN);
      }
    }
    current.begin(statement);
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
      current.add(statement, parts.row(statement.unit, rowId, ObjectMark.UNKNOWN));
    }
    return statement;
  }

  /** Whose a fragment without target is; null when that is not known yet, or never will. */
  @Nullable OpenStatement ownerOfFragment(LobTouched event, Call call, RedoAddress address) {
    OpenStatement statement = current.statement();
    TableSchema schema = event.table();
    if (statement != null && statement.isOf(schema)) {
      if (statement.rowOnly) {
        if (goesOn(statement, event, call)) {
          return statement;
        }
      } else if (statement.column >= 0
          && !(call.isCall() && current.isBehindLocator())
          && !isOfAnother(statement, event, call)) {
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
  private static boolean isOfAnother(OpenStatement statement, LobTouched event, Call call) {
    boolean otherType =
        event.lobType() != null
            && event.lobType() != statement.table.columns().get(statement.column).type().kind();
    if (statement.kind == Kind.CALLS) {
      // Values of the statements that follow have no locator either, but the placeholder.
      return !call.isCall() || otherType;
    }
    boolean anew = LobContent.beginsAnew(event) || LobContent.isClearing(event);
    boolean begun = statement.unlocated ? statement.written : statement.writtenFromStart;
    return otherType || (begun && anew);
  }

  /** Whether a fragment belongs to a change of which no column is known. */
  private boolean goesOn(OpenStatement statement, LobTouched event, Call call) {
    if (call.isCall() != (statement.kind == Kind.CALLS)) {
      return false;
    }
    return call.isCall()
        ? !current.isBehindLocator()
            && (call.rowId() == null || call.rowId().equals(statement.rowId))
        : !LobContent.isClearing(event);
  }

  /** A change of LOBs begins of which at most the ROWID is known. */
  OpenStatement beginRowOnly(
      MinedRow row, TableSchema schema, RedoAddress address, Kind kind, @Nullable RowId rowId) {
    OpenStatement before = current.statement();
    List<OpenStatement.Nameless> earlier =
        before != null && before.isNameless() && before.isOf(schema) && kind == Kind.VALUES
            ? before.withoutName()
            : List.of();
    current.close();
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
      current.add(statement, parts.row(statement.unit, rowId, ObjectMark.UNKNOWN));
    }
    current.begin(statement);
    return statement;
  }

  /**
   * Who changes a value.
   *
   * @param isCall whether it is a call of DBMS_LOB
   * @param rowId the row it names, null when it does not
   */
  record Call(boolean isCall, @Nullable RowId rowId) {
    static final Call NONE = new Call(false, null);
  }
}
