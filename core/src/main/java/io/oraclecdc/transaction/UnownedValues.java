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

/*
 * Which row owns a value that no row names?
 *
 * An INSERT, right before it or behind it, that left the column unset, when it is the only one. That
 * it is the only one is known when its last row tells its ROWID, when the next value begins, or at the
 * commit; until then a value that was given is given back when another INSERT comes that could own it.
 *
 * An UPDATE shows a LOB as unavailable that it does not set, and may not be the owner: it gets nothing.
 * What begins with a cut, and calls, change a row that existed: RowGroups makes them a change of their
 * own. So it does with a value that is followed by the last row of a statement, or by an undo row.
 */
/**
 * LOB values that come without any locator. They are given to a row only when one column of one row
 * can own them. When several can, the value of each is unavailable. Not thread-safe.
 */
final class UnownedValues {
  private static final int NO_COLUMN = -1;

  private final PartLog log;
  private final PartWriter parts;
  private final RecentRows recent;
  private @Nullable Waiting waiting;
  private @Nullable Given given;
  private int ambiguous;

  UnownedValues(PartLog log, PartWriter parts, RecentRows recent) {
    this.log = log;
    this.parts = parts;
    this.recent = recent;
  }

  UnownedValues copy(PartLog logCopy, RecentRows recentCopy) {
    UnownedValues copy = new UnownedValues(logCopy, parts, recentCopy);
    copy.waiting = waiting;
    copy.given = given;
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

  /** Writes what {@link #readDoubts} reads. */
  void writeDoubts(GroupOutput out) {
    Waiting value = waiting;
    out.putNumber(value == null ? 0 : value.end());
    out.putFlag(value != null && value.several());
    Given last = given;
    out.putFlag(last != null);
    if (last != null) {
      out.putTable(last.table());
      out.putText(last.content().told() == null ? null : last.content().told().name());
      out.putFlag(last.content().bytes());
      out.putNumber(last.unit());
      out.putPlace(last.place());
      out.putNumber(last.column());
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
      values.waiting = new Waiting(unit, place, table, content, where, in.number(), 0, false);
    }
    return values;
  }

  /** Reads what is not certain of values yet. */
  void readDoubts(GroupInput in) {
    long end = in.number();
    boolean several = in.flag();
    Waiting value = waiting;
    waiting = value == null ? null : value.upTo(end, several, value.content());
    if (in.flag()) {
      TableSchema table = in.table(in.layout());
      String told = in.text();
      Content content = new Content(told == null ? null : Kind.valueOf(told), in.flag());
      long unit = in.number();
      SpillMark place = in.place();
      given = new Given(table, content, unit, place, (int) in.number());
    }
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

  /** Whether a row begins with a call that only a LOB with a value takes. */
  static boolean changesOldValue(LobTouched event) {
    return !event.calls().isEmpty() && !(event.calls().get(0) instanceof LobCall.Write);
  }

  /** Whether a row begins with a cut to nothing, as a new value does. */
  static boolean isClearing(LobTouched event) {
    return !event.calls().isEmpty()
        && event.calls().get(0) instanceof LobCall.Trim trim
        && trim.length() == 0;
  }

  /** Whether a row changes the value that waits. */
  boolean isGoneOnWith(LobTouched event) {
    Waiting value = waiting;
    return value != null
        && value.table().id().equals(event.table().id())
        && log.isLast(value.unit())
        && !isClearing(event);
  }

  /** Keeps a row without locator until its owner is known. */
  void keep(LobTouched event) {
    Waiting value = waiting;
    if (value == null || !value.table().id().equals(event.table().id())) {
      finish();
      nextBegins(event);
      SpillMark place = log.place();
      RecentRows.Row before = recent.newestOf(event.table());
      value =
          new Waiting(
              place.frames(),
              place,
              event.table(),
              Content.of(event),
              event.row().place(),
              before == null ? -1 : before.unit(),
              0,
              false);
      log.addUnowned(value.unit(), parts.plain(value.unit(), PartType.REPLACED, NO_COLUMN));
    }
    long end = value.end();
    boolean several = value.several();
    Content content = value.content();
    if (content.told() != Content.of(event).told()) {
      // Pieces of two columns are not told apart any more: neither gets a value.
      several = true;
      content = new Content(null, true);
    }
    boolean captured =
        event.table().columns().stream()
            .anyMatch(column -> column.isCaptured() && column.type().kind().isLob());
    for (LobCall call : event.calls()) {
      if (call instanceof LobCall.Write write) {
        several |= end > 0 && write.offset() == 1;
        end = Math.max(end, write.offset() - 1 + write.amount());
      }
      if (captured) {
        log.addUnowned(value.unit(), parts.call(value.unit(), NO_COLUMN, call));
      }
    }
    waiting = value.upTo(end, several, content);
  }

  /** A value that begins anew is not the rest of the one before, whose owner is known then. */
  private void nextBegins(LobTouched event) {
    Given last = given;
    if (last == null || !last.table().id().equals(event.table().id())) {
      return;
    }
    boolean anew =
        !event.calls().isEmpty()
            && event.calls().get(0) instanceof LobCall.Write write
            && write.offset() == 1;
    if (!last.isLost() && anew) {
      given = null;
    } else {
      giveBack(last);
    }
  }

  /** The last row of a statement came: values given before are its own. */
  void certain() {
    given = null;
  }

  /** Something was undone; values stand before what they belong to, so not before what follows. */
  void takenBack() {
    Given last = given;
    given = last == null || last.isLost() ? last : null;
  }

  /** Whether values without owner are the last of the log. */
  boolean isLast() {
    Waiting value = waiting;
    return value != null && log.isLast(value.unit());
  }

  /**
   * Lets go of the values at the end of the log; whose table they are, null when there are none.
   */
  @Nullable TableSchema takeLast() {
    Waiting value = waiting;
    if (value == null || !isLast()) {
      return null;
    }
    waiting = null;
    return value.table();
  }

  /** The same for those of a table. */
  boolean takeLast(TableSchema table) {
    Waiting value = waiting;
    return value != null && value.table().id().equals(table.id()) && takeLast() != null;
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
    Given last = given;
    if (last != null && last.table().id().equals(next.table().id()) && next.insert()) {
      BitSet columns = candidates(next, last.content());
      if (!columns.isEmpty() && waiting == null) {
        giveBack(last);
        unavailable(next, columns);
      }
    }
    Waiting value = waiting;
    if (value != null && value.table().id().equals(next.table().id())) {
      settle(value, next);
    }
  }

  /** Another row could own a value as well: nobody has it. */
  private void giveBack(Given last) {
    if (!last.isLost()) {
      ambiguous++;
      BitSet column = new BitSet();
      column.set(last.column());
      unavailable(last.unit(), last.place(), last.table(), column);
      given = last.lost();
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
      log.cannotBeDelivered(noOwner(value));
      return;
    }
    Given last = given;
    boolean doubtful =
        last != null && last.isLost() && last.table().id().equals(value.table().id());
    if (owners > 1 || value.several() || doubtful || (next != null && !next.insert())) {
      ambiguous++;
      unavailable(before, ofBefore);
      unavailable(next, ofNext);
      given = Given.nobody(value);
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
      given = new Given(owner.table(), value.content(), owner.unit(), owner.place(), column);
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

  private static CdcException noOwner(Waiting value) {
    return new CdcException(
        ErrorCode.DECODE,
        "a LOB of table "
            + value.table().id()
            + " was written and no row of the transaction can own the value, so it is not known which"
            + " row changed; the value came at "
            + value.where(),
        "Exclude the table and load it anew; LOBs stored in the row or as SecureFile do not have this"
            + " trouble.",
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
   * @param end how long it is as far as it was written
   * @param several whether it was begun more than once, so that it is more than one value
   */
  private record Waiting(
      long unit,
      SpillMark place,
      TableSchema table,
      Content content,
      String where,
      long before,
      long end,
      boolean several) {
    Waiting upTo(long newEnd, boolean more, Content newContent) {
      return new Waiting(unit, place, table, newContent, where, before, newEnd, more);
    }
  }

  /**
   * A value that a row has got, and another may turn out to own as well.
   *
   * @param unit number of the entry of the row, negative when nobody has it
   * @param place of that entry
   * @param column column that has it
   */
  private record Given(TableSchema table, Content content, long unit, SpillMark place, int column) {
    static Given nobody(Waiting value) {
      return new Given(value.table(), value.content(), -1, value.place(), NO_COLUMN);
    }

    Given lost() {
      return new Given(table, content, -1, place, column);
    }

    boolean isLost() {
      return unit < 0;
    }
  }

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
