package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.redo.LobCall;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * LOB values that come without any locator. They are given to a row only when one column of one row
 * can own them: of the row before them or of the row behind them. When several can, the value of
 * each is unavailable. Not thread-safe.
 */
final class UnownedValues {
  private static final int NO_COLUMN = -1;

  private final PartLog log;
  private final PartWriter parts;
  private final RecentRows recent;
  private @Nullable Waiting waiting;
  private int ambiguous;

  UnownedValues(PartLog log, PartWriter parts, RecentRows recent) {
    this.log = log;
    this.parts = parts;
    this.recent = recent;
  }

  UnownedValues copy(PartLog logCopy, RecentRows recentCopy) {
    UnownedValues copy = new UnownedValues(logCopy, parts, recentCopy);
    copy.waiting = waiting;
    copy.ambiguous = ambiguous;
    return copy;
  }

  /** Number of values that more than one column or row could own. */
  int ambiguous() {
    return ambiguous;
  }

  /** Columns of a row that could own a value. */
  static BitSet candidates(TableSchema table, RowImage image, BitSet begun, LobTouched event) {
    BitSet columns = new BitSet();
    for (int i = 0; i < image.size(); i++) {
      if (OpenStatement.isUnset(image, i)
          && !begun.get(i)
          && fits(table.columns().get(i).type().kind(), event)) {
        columns.set(i);
      }
    }
    return columns;
  }

  private static boolean fits(Kind kind, LobTouched event) {
    Kind told = event.lobType();
    if (told != null) {
      return kind == told;
    }
    boolean bytes =
        event.calls().stream()
            .anyMatch(call -> call instanceof LobCall.Write w && w.data() instanceof byte[]);
    return kind == Kind.CLOB || kind == Kind.NCLOB || (bytes && kind == Kind.BLOB);
  }

  /** Keeps a row without locator until its owner is known. */
  void keep(LobTouched event) {
    Waiting value = waiting;
    if (value == null || !value.event().table().id().equals(event.table().id())) {
      finish();
      SpillMark place = log.place();
      RecentRows.Row before = recent.newestOf(event.table());
      value = new Waiting(place.frames(), place, event, before == null ? -1 : before.unit());
      waiting = value;
      log.addUnowned(value.unit(), parts.plain(value.unit(), PartType.REPLACED, NO_COLUMN));
    }
    for (LobCall call : event.calls()) {
      log.addUnowned(value.unit(), parts.call(value.unit(), NO_COLUMN, call));
    }
  }

  /** Whether values stand right before the end of the log that a column of a table can own. */
  boolean isJustBefore(TableSchema table, int column) {
    Waiting value = waiting;
    return value != null
        && log.isLast(value.unit())
        && value.event().table().id().equals(table.id())
        && fits(table.columns().get(column).type().kind(), value.event());
  }

  /** Gives the values to a column that a row behind them names. */
  void giveTo(OpenStatement statement, int column) {
    Waiting value = waiting;
    if (value != null) {
      waiting = null;
      log.adopt(value.unit(), value.place(), statement.unit, statement.place, column);
    }
  }

  /**
   * Gives the values to the row before or behind them.
   *
   * @param next the row that has just come
   */
  void settle(RecentRows.Row next) {
    Waiting value = waiting;
    if (value != null && value.event().table().id().equals(next.table().id())) {
      settle(value, next);
    }
  }

  /** No row follows. */
  void finish() {
    Waiting value = waiting;
    if (value != null) {
      settle(value, null);
    }
  }

  private void settle(Waiting value, RecentRows.@Nullable Row next) {
    waiting = null;
    RecentRows.Row before = recent.of(value.before());
    BitSet ofBefore =
        before == null || !before.insert() ? new BitSet() : candidates(before, value.event());
    BitSet ofNext = next == null ? new BitSet() : candidates(next, value.event());
    int owners = ofBefore.cardinality() + ofNext.cardinality();
    if (owners == 0) {
      throw noOwner(value.event().row());
    }
    if (owners > 1) {
      ambiguous++;
      unavailable(before, ofBefore);
      unavailable(next, ofNext);
    } else if (ofNext.isEmpty()) {
      give(value, before, ofBefore.nextSetBit(0));
    } else {
      give(value, next, ofNext.nextSetBit(0));
    }
  }

  private static BitSet candidates(RecentRows.Row row, LobTouched event) {
    return candidates(row.table(), row.image(), row.begun(), event);
  }

  private void give(Waiting value, RecentRows.@Nullable Row owner, int column) {
    if (owner != null) {
      owner.begun().set(column);
      log.adopt(value.unit(), value.place(), owner.unit(), owner.place(), column);
    }
  }

  private void unavailable(RecentRows.@Nullable Row row, BitSet columns) {
    if (row != null) {
      unavailable(row.unit(), row.place(), row.table(), columns);
    }
  }

  /** Columns that could own a value which other columns could own as well. */
  void unavailable(OpenStatement statement, BitSet columns) {
    ambiguous++;
    unavailable(statement.unit, statement.place, statement.table, columns);
  }

  private void unavailable(long unit, SpillMark place, TableSchema table, BitSet columns) {
    for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
      if (table.columns().get(i).isCaptured()) {
        log.add(unit, place, parts.value(unit, PartType.ASSIGNED, i, SpecialValue.UNAVAILABLE));
      }
    }
  }

  private static CdcException noOwner(MinedRow row) {
    return new CdcException(
        ErrorCode.DECODE,
        "a LOB was written and no row of the transaction can own the value, so it is not known which"
            + " row changed; the value came at "
            + row.place(),
        "Exclude the table or set cdc.lob.mode=skip, and load the table anew; LOBs stored in the row"
            + " or as SecureFile do not have this trouble.",
        null);
  }

  /**
   * A value that nobody owns yet.
   *
   * @param unit number of its first entry
   * @param place of its first entry
   * @param event first row of it
   * @param before number of the entry of the statement before it, -1 when there was none
   */
  private record Waiting(long unit, SpillMark place, LobTouched event, long before) {}
}
