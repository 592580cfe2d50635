package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RowId;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.transaction.OpenStatement.Kind;
import io.oraclecdc.value.RowImage;
import java.util.BitSet;

/**
 * Gives rows that could not be decoded the place they have among the rows of statements. Not
 * thread-safe.
 */
final class BadRowGroups {
  private final RowEntryWriter entries;
  private final PartWriter parts;
  private final PartLog log;
  private final UnownedValues unowned;
  private final CurrentStatement current;

  BadRowGroups(
      RowEntryWriter entries,
      PartWriter parts,
      PartLog log,
      UnownedValues unowned,
      CurrentStatement current) {
    this.entries = entries;
    this.parts = parts;
    this.log = log;
    this.unowned = unowned;
    this.current = current;
  }

  /** A change could not be decoded. The last row of the open statement is none of its own. */
  void change(BadRow bad, EntryKind kind, TableSchema schema, int table, RedoAddress address) {
    OpenStatement statement = current.statement();
    MinedRow row = bad.row();
    boolean begins = schema.keepsValuesApart() && OpenStatement.isPlaceholder(row.rowId());
    if (statement != null
        && kind == EntryKind.BAD_UPDATE
        && !begins
        && statement.kind != Kind.CALLS
        && statement.isOf(schema)
        && (statement.rowId == null || statement.rowId.equals(row.rowId()))) {
      lost(statement);
      current.add(statement, parts.letter(statement.unit, bad));
      current.nameRow(statement, row);
      current.close();
      return;
    }
    current.passed(schema, begins);
    SpillMark place = log.place();
    log.begin(entries.bad(bad, kind, table, address));
    if (begins && kind != EntryKind.BAD_DELETE) {
      openBad(place, schema, Kind.UPDATE);
    }
  }

  /** A row that carries a value, or a part of one, could not be decoded. */
  void part(BadRow bad, TableSchema schema, int table, RedoAddress address) {
    MinedRow row = bad.row();
    boolean ofCall = CurrentStatement.isPartOfCall(row);
    boolean call = current.isOfCall(row);
    boolean changes = row.operation() != OperationCode.SELECT_LOB_LOCATOR;
    RowId callRow = current.rowNamedBy(row);
    OpenStatement statement = current.statement();
    if (statement != null
        && statement.isOf(schema)
        && (statement.rowId == null || callRow == null || statement.rowId.equals(callRow))) {
      lost(statement);
      statement.touched = true;
      if (call && changes && statement.kind != Kind.VALUES) {
        current.add(
            statement, parts.callRow(statement.unit, row.operation() != OperationCode.LOB_WRITE));
      }
      current.add(statement, parts.letter(statement.unit, bad));
    } else if (ofCall ? changes : beginsValue(row)) {
      current.passed(schema, !ofCall);
      SpillMark place = log.place();
      log.begin(entries.bad(bad, EntryKind.BAD_UPDATE, table, address));
      if (!ofCall) {
        openBad(place, schema, Kind.VALUES);
        unowned.lost(row, schema, place);
      }
    } else {
      SpillMark place = log.place();
      log.interrupted();
      log.addUnowned(place.frames(), parts.letter(place.frames(), bad));
      log.interrupted();
    }
    current.locatorUsed();
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
    current.begin(
        new OpenStatement(
            place.frames(),
            place,
            schema,
            kind,
            RowImage.nothingLogged(schema.columns().size()),
            null,
            new BitSet()));
  }

  private void lost(OpenStatement statement) {
    for (int i = 0; i < statement.image.size(); i++) {
      boolean concerned = statement.column < 0 || statement.column == i;
      if (concerned && statement.table.columns().get(i).type().isKeptApart()) {
        current.lose(statement, i);
        statement.lost.set(i, statement.table.columns().get(i).type().kind().isLob());
      }
    }
  }
}
