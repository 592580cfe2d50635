package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
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

  /** Writes what {@link #read} reads. */
  void write(GroupOutput out) {
    out.putNumber(ambiguous);
    Waiting value = waiting;
    out.putFlag(value != null);
    if (value != null) {
      out.putNumber(value.unit());
      out.putPlace(value.place());
      out.putTable(value.table());
      out.putText(value.content().told() == null ? null : value.content().told().name());
      out.putFlag(value.content().bytes());
      out.putText(value.where());
      out.putNumber(value.before());
    }
  }

  static UnownedValues read(PartLog log, PartWriter parts, RecentRows recent, GroupInput in) {
    UnownedValues values = new UnownedValues(log, parts, recent);
    values.ambiguous = (int) in.number();
    if (in.flag()) {
      long unit = in.number();
      SpillMark place = in.place();
      TableSchema table = in.table(in.layout());
      String told = in.text();
      Content content = new Content(told == null ? null : Kind.valueOf(told), in.flag());
      String where = String.valueOf(in.text());
      values.waiting = new Waiting(unit, place, table, content, where, in.number());
    }
    return values;
  }

  /** Columns of a row that could own a value. */
  static BitSet candidates(TableSchema table, RowImage image, BitSet begun, LobTouched event) {
    return candidates(table, image, begun, Content.of(event));
  }

  private static BitSet candidates(
      TableSchema table, RowImage image, BitSet begun, Content content) {
    BitSet columns = new BitSet();
    for (int i = 0; i < image.size(); i++) {
      if (OpenStatement.isUnset(image, i)
          && !begun.get(i)
          && content.fits(table.columns().get(i).type().kind())) {
        columns.set(i);
      }
    }
    return columns;
  }

  /** Keeps a row without locator until its owner is known. */
  void keep(LobTouched event) {
    Waiting value = waiting;
    if (value == null || !value.table().id().equals(event.table().id())) {
      finish();
      SpillMark place = log.place();
      RecentRows.Row before = recent.newestOf(event.table());
      value =
          new Waiting(
              place.frames(),
              place,
              event.table(),
              Content.of(event),
              event.row().place(),
              before == null ? -1 : before.unit());
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
        && value.table().id().equals(table.id())
        && value.content().fits(table.columns().get(column).type().kind());
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
    if (value != null && value.table().id().equals(next.table().id())) {
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
        before == null || !before.insert() ? new BitSet() : candidates(before, value.content());
    BitSet ofNext = next == null ? new BitSet() : candidates(next, value.content());
    int owners = ofBefore.cardinality() + ofNext.cardinality();
    if (owners == 0) {
      throw noOwner(value.where());
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

  private static BitSet candidates(RecentRows.Row row, Content content) {
    return candidates(row.table(), row.image(), row.begun(), content);
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

  private static CdcException noOwner(String where) {
    return new CdcException(
        ErrorCode.DECODE,
        "a LOB was written and no row of the transaction can own the value, so it is not known which"
            + " row changed; the value came at "
            + where,
        "Exclude the table or set cdc.lob.mode=skip, and load the table anew; LOBs stored in the row"
            + " or as SecureFile do not have this trouble.",
        null);
  }

  /**
   * A value that nobody owns yet.
   *
   * @param unit number of its first entry
   * @param place of its first entry
   * @param table whose it is
   * @param content what its first row tells of it
   * @param where place of that row, for messages
   * @param before number of the entry of the statement before it, -1 when there was none
   */
  private record Waiting(
      long unit, SpillMark place, TableSchema table, Content content, String where, long before) {}

  /**
   * What a row tells of a value.
   *
   * @param told type of the LOB, null when it does not say
   * @param bytes whether bytes were written
   */
  private record Content(@Nullable Kind told, boolean bytes) {
    static Content of(LobTouched event) {
      return new Content(
          event.lobType(),
          event.calls().stream()
              .anyMatch(call -> call instanceof LobCall.Write w && w.data() instanceof byte[]));
    }

    boolean fits(Kind kind) {
      if (told != null) {
        return kind == told;
      }
      return kind == Kind.CLOB || kind == Kind.NCLOB || (bytes && kind == Kind.BLOB);
    }
  }
}
