package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.redo.LobCall;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * Which row owns a value that no row names?
 *
 * An INSERT, right before it or behind it, that left the column unset, when it is the only one. That
 * it is the only one is known when its last row tells its ROWID, when the next value begins, or at the
 * commit; until then a value that was given is given back when another INSERT comes that could own it.
 *
 * One statement can write several values. Each begins at 1, and its text tells the type of the LOB: it
 * goes to the only column of that type that can own it. Two of one type are not told apart by their
 * order, which is recorded for LOBs with locators only, so neither is known.
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
  private final PartLog log;
  private final PartWriter parts;
  private final RecentRows recent;
  private List<WaitingValue> waiting = List.of();
  private List<GivenValue> given = List.of();
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

  /** Writes what {@link #read} reads: the value that waited first. */
  void write(GroupOutput out) {
    out.putNumber(ambiguous);
    out.putFlag(!waiting.isEmpty());
    if (!waiting.isEmpty()) {
      waiting.get(0).write(out);
    }
  }

  /** Writes what {@link #readDoubts} reads. */
  void writeDoubts(GroupOutput out) {
    out.putNumber(waiting.isEmpty() ? 0 : waiting.get(0).end());
    out.putFlag(!waiting.isEmpty() && waiting.get(0).several());
    out.putFlag(!given.isEmpty());
    if (!given.isEmpty()) {
      given.get(0).write(out);
    }
  }

  /** Writes what {@link #readFurther} reads. */
  void writeFurther(GroupOutput out) {
    out.putNumber(Math.max(0, waiting.size() - 1));
    for (int i = 1; i < waiting.size(); i++) {
      WaitingValue value = waiting.get(i);
      value.write(out);
      out.putNumber(value.end());
      out.putFlag(value.several());
    }
    out.putNumber(Math.max(0, given.size() - 1));
    for (int i = 1; i < given.size(); i++) {
      given.get(i).write(out);
    }
  }

  static UnownedValues read(PartLog log, PartWriter parts, RecentRows recent, GroupInput in) {
    UnownedValues values = new UnownedValues(log, parts, recent);
    values.ambiguous = (int) in.number();
    if (in.flag()) {
      values.waiting = List.of(WaitingValue.read(in));
    }
    return values;
  }

  /** Reads what is not certain of values yet. */
  void readDoubts(GroupInput in) {
    long end = in.number();
    boolean several = in.flag();
    if (!waiting.isEmpty()) {
      WaitingValue value = waiting.get(0);
      waiting = List.of(value.upTo(end, several, value.content()));
    }
    if (in.flag()) {
      given = List.of(GivenValue.read(in));
    }
  }

  /** Reads the values beside the first; older journals knew one. */
  void readFurther(GroupInput in) {
    for (long n = in.number(); n > 0; n--) {
      WaitingValue value = WaitingValue.read(in);
      waiting = with(waiting, value.upTo(in.number(), in.flag(), value.content()));
    }
    for (long n = in.number(); n > 0; n--) {
      given = with(given, GivenValue.read(in));
    }
  }

  private static <T> List<T> with(List<T> list, T more) {
    List<T> all = new ArrayList<>(list);
    all.add(more);
    return List.copyOf(all);
  }

  /** Columns of a row that could own a value. */
  static BitSet candidates(TableSchema table, RowImage image, BitSet begun, LobTouched event) {
    return candidates(table, image, begun, LobContent.of(event));
  }

  private static BitSet candidates(
      TableSchema table, RowImage image, BitSet begun, LobContent content) {
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

  /** Whether a row changes the value that waits. */
  boolean isGoneOnWith(LobTouched event) {
    return isLast()
        && last().table().id().equals(event.table().id())
        && !LobContent.isClearing(event);
  }

  private WaitingValue last() {
    return waiting.get(waiting.size() - 1);
  }

  /** Keeps a row without locator until its owner is known. */
  void keep(LobTouched event) {
    if (waiting.isEmpty() || !last().table().id().equals(event.table().id())) {
      finish();
      begin(event);
    } else if (LobContent.beginsAnew(event) && last().end() > 0) {
      begin(event);
    }
    WaitingValue value = last();
    LobContent content = LobContent.of(event);
    if (value.content().told() != content.told()) {
      // Pieces of two columns are not told apart any more: neither gets a value.
      content = new LobContent(null, true);
      waiting = waiting.stream().map(WaitingValue::mixed).toList();
      value = last().upTo(value.end(), true, content);
    }
    boolean captured =
        event.table().columns().stream()
            .anyMatch(column -> column.isCaptured() && column.type().kind().isLob());
    long end = value.end();
    boolean several = value.several();
    for (LobCall call : event.calls()) {
      if (call instanceof LobCall.Write write) {
        several |= end > 0 && write.offset() == 1;
        end = Math.max(end, write.offset() - 1 + write.amount());
      }
      if (captured) {
        log.addUnowned(value.unit(), parts.call(value.unit(), WaitingValue.NO_COLUMN, call));
      }
    }
    List<WaitingValue> all = new ArrayList<>(waiting);
    all.set(all.size() - 1, value.upTo(end, several, value.content()));
    waiting = List.copyOf(all);
  }

  private void begin(LobTouched event) {
    nextBegins(event);
    SpillMark place = log.place();
    RecentRows.Row before = recent.newestOf(event.table());
    long owner = before == null ? -1 : before.unit();
    WaitingValue value =
        new WaitingValue(
            place.frames(),
            place,
            event.table(),
            LobContent.of(event),
            event.row().place(),
            waiting.isEmpty() ? owner : waiting.get(0).before(),
            0,
            false);
    log.addUnowned(
        value.unit(), parts.plain(value.unit(), PartType.REPLACED, WaitingValue.NO_COLUMN));
    waiting = with(waiting, value);
  }

  /** What does not begin anew may be the rest of a value that was given. */
  private void nextBegins(LobTouched event) {
    if (LobContent.beginsAnew(event)) {
      return;
    }
    LobContent content = LobContent.of(event);
    List<GivenValue> doubted = new ArrayList<>();
    for (GivenValue last : given) {
      boolean concerned =
          last.table().id().equals(event.table().id()) && last.content().overlaps(content);
      doubted.add(concerned ? giveBack(last) : last);
    }
    given = List.copyOf(doubted);
  }

  /** The last row of a statement came: values given before are its own. */
  void certain() {
    given = List.of();
  }

  /** Something was undone; values stand before what they belong to, so not before what follows. */
  void takenBack() {
    given = given.stream().filter(GivenValue::isLost).toList();
  }

  /** Whether values without owner are the last of the log. */
  boolean isLast() {
    return !waiting.isEmpty() && log.isLast(last().unit());
  }

  /**
   * Lets go of the values at the end of the log; whose table they are, null when there are none.
   */
  @Nullable TableSchema takeLast() {
    if (!isLast()) {
      return null;
    }
    TableSchema table = last().table();
    waiting = List.of();
    return table;
  }

  /** The same for those of a table. */
  boolean takeLast(TableSchema table) {
    return isLast() && last().table().id().equals(table.id()) && takeLast() != null;
  }

  /** Whether one value stands right before the end of the log that a column of a table can own. */
  boolean isJustBefore(TableSchema table, int column) {
    return isLast()
        && waiting.size() == 1
        && !last().several()
        && last().table().id().equals(table.id())
        && last().content().fits(table.columns().get(column).type().kind());
  }

  /** Gives the value to a column that a row behind it names. */
  void giveTo(OpenStatement statement, int column) {
    for (WaitingValue value : waiting) {
      log.adopt(value.unit(), value.place(), statement.unit, statement.place, column);
    }
    waiting = List.of();
  }

  /** An INSERT has taken a value that came behind it, and another may turn out to be its owner. */
  void taken(OpenStatement statement, int column, LobTouched event) {
    given =
        with(
            given,
            new GivenValue(
                statement.table, LobContent.of(event), statement.unit, statement.place, column));
  }

  /**
   * A row without owner could not be decoded: the next INSERT may lack a value, or a part of one.
   */
  void lost(MinedRow row, TableSchema table, SpillMark place) {
    if (row.operation() == OperationCode.LOB_WRITE) {
      given =
          with(
              given,
              new GivenValue(table, new LobContent(null, true), -1, place, WaitingValue.NO_COLUMN));
    }
  }

  /**
   * Gives the values to the rows before or behind them.
   *
   * @param next the row that has just come
   */
  void settle(RecentRows.Row next) {
    if (next.insert()) {
      given = given.stream().map(last -> doubted(last, next)).toList();
    }
    if (!waiting.isEmpty() && last().table().id().equals(next.table().id())) {
      settleWith(next);
    }
  }

  /** A row that could own more values than came since leaves it open who owns the one before. */
  private GivenValue doubted(GivenValue last, RecentRows.Row next) {
    if (!last.table().id().equals(next.table().id())) {
      return last;
    }
    BitSet columns = candidates(next, last.content());
    long since = waiting.stream().filter(value -> value.content().overlaps(last.content())).count();
    if (columns.cardinality() <= since) {
      return last;
    }
    unavailable(next, columns);
    return giveBack(last);
  }

  /** Another row could own a value as well: nobody has it. */
  private GivenValue giveBack(GivenValue last) {
    if (last.isLost()) {
      return last;
    }
    ambiguous++;
    BitSet column = new BitSet();
    column.set(last.column());
    unavailable(last.unit(), last.place(), last.table(), column);
    return last.lost();
  }

  /** No row follows. */
  void finish() {
    if (!waiting.isEmpty()) {
      settleWith(null);
    }
  }

  private void settleWith(RecentRows.@Nullable Row next) {
    List<Owners> all = new ArrayList<>();
    for (WaitingValue value : waiting) {
      RecentRows.Row before = recent.of(value.before());
      all.add(
          new Owners(
              value,
              before,
              before == null || !before.insert()
                  ? new BitSet()
                  : candidates(before, value.content()),
              next == null ? new BitSet() : candidates(next, value.content())));
    }
    waiting = List.of();
    List<GivenValue> settled = new ArrayList<>();
    for (Owners one : all) {
      WaitingValue value = one.value();
      if (one.count() == 0) {
        log.cannotBeDelivered(noOwner(value));
        continue;
      }
      boolean doubtful =
          given.stream().anyMatch(last -> last.isLost() && last.isLike(value))
              || all.stream().anyMatch(one::sharesWith);
      if (one.count() > 1 || value.several() || doubtful || (next != null && !next.insert())) {
        ambiguous++;
        unavailable(one.before(), one.ofBefore());
        unavailable(next, one.ofNext());
        settled.add(GivenValue.nobody(value));
      } else if (one.ofNext().isEmpty()) {
        settled.add(give(value, one.before(), one.ofBefore().nextSetBit(0)));
      } else {
        settled.add(give(value, next, one.ofNext().nextSetBit(0)));
      }
    }
    for (GivenValue last : given) {
      if (all.stream().noneMatch(one -> last.isLike(one.value()))) {
        settled.add(last);
      }
    }
    given = List.copyOf(settled);
  }

  private static BitSet candidates(RecentRows.Row row, LobContent content) {
    return candidates(row.table(), row.image(), row.begun(), content);
  }

  private GivenValue give(WaitingValue value, RecentRows.@Nullable Row owner, int column) {
    if (owner == null) {
      return GivenValue.nobody(value);
    }
    owner.begun().set(column);
    log.adopt(value.unit(), value.place(), owner.unit(), owner.place(), column);
    return new GivenValue(owner.table(), value.content(), owner.unit(), owner.place(), column);
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

  private static CdcException noOwner(WaitingValue value) {
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
   * Who could own a value.
   *
   * @param before the row before it, null for none
   * @param ofBefore its columns that could
   * @param ofNext columns of the row behind it that could
   */
  private record Owners(
      WaitingValue value, RecentRows.@Nullable Row before, BitSet ofBefore, BitSet ofNext) {
    int count() {
      return ofBefore.cardinality() + ofNext.cardinality();
    }

    /** Whether another value could have the same owner. */
    @SuppressWarnings("ReferenceEquality")
    boolean sharesWith(Owners other) {
      return this != other
          && (ofBefore.intersects(other.ofBefore) || ofNext.intersects(other.ofNext));
    }
  }
}
