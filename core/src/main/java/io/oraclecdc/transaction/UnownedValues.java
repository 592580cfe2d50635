package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.redo.LobCall;
import io.oraclecdc.redo.RedoEvent.LobTouched;
import io.oraclecdc.schema.OracleType.Kind;
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
  private static final int NO_COLUMN = -1;

  private final PartLog log;
  private final PartWriter parts;
  private final RecentRows recent;
  private List<Waiting> waiting = List.of();
  private List<Given> given = List.of();
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
      write(waiting.get(0), out);
    }
  }

  private static void write(Waiting value, GroupOutput out) {
    out.putNumber(value.unit());
    out.putPlace(value.place());
    out.putTable(value.table());
    value.content().write(out);
    out.putText(value.where());
    out.putNumber(value.before());
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
      Waiting value = waiting.get(i);
      write(value, out);
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
      values.waiting = List.of(readWaiting(in));
    }
    return values;
  }

  private static Waiting readWaiting(GroupInput in) {
    long unit = in.number();
    SpillMark place = in.place();
    TableSchema table = in.table(in.layout());
    Content content = Content.read(in);
    String where = String.valueOf(in.text());
    return new Waiting(unit, place, table, content, where, in.number(), 0, false);
  }

  /** Reads what is not certain of values yet. */
  void readDoubts(GroupInput in) {
    long end = in.number();
    boolean several = in.flag();
    if (!waiting.isEmpty()) {
      Waiting value = waiting.get(0);
      waiting = List.of(value.upTo(end, several, value.content()));
    }
    if (in.flag()) {
      given = List.of(Given.read(in));
    }
  }

  /** Reads the values beside the first; older journals knew one. */
  void readFurther(GroupInput in) {
    for (long n = in.number(); n > 0; n--) {
      Waiting value = readWaiting(in);
      waiting = with(waiting, value.upTo(in.number(), in.flag(), value.content()));
    }
    for (long n = in.number(); n > 0; n--) {
      given = with(given, Given.read(in));
    }
  }

  private static <T> List<T> with(List<T> list, T more) {
    List<T> all = new ArrayList<>(list);
    all.add(more);
    return List.copyOf(all);
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
    return isLast() && last().table().id().equals(event.table().id()) && !isClearing(event);
  }

  private Waiting last() {
    return waiting.get(waiting.size() - 1);
  }

  /** Keeps a row without locator until its owner is known. */
  void keep(LobTouched event) {
    if (waiting.isEmpty() || !last().table().id().equals(event.table().id())) {
      finish();
      begin(event);
    } else if (beginsAnew(event) && last().end() > 0) {
      begin(event);
    }
    Waiting value = last();
    Content content = Content.of(event);
    if (value.content().told() != content.told()) {
      // Pieces of two columns are not told apart any more: neither gets a value.
      content = new Content(null, true);
      waiting = waiting.stream().map(Waiting::mixed).toList();
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
        log.addUnowned(value.unit(), parts.call(value.unit(), NO_COLUMN, call));
      }
    }
    List<Waiting> all = new ArrayList<>(waiting);
    all.set(all.size() - 1, value.upTo(end, several, value.content()));
    waiting = List.copyOf(all);
  }

  private void begin(LobTouched event) {
    nextBegins(event);
    SpillMark place = log.place();
    RecentRows.Row before = recent.newestOf(event.table());
    long owner = before == null ? -1 : before.unit();
    Waiting value =
        new Waiting(
            place.frames(),
            place,
            event.table(),
            Content.of(event),
            event.row().place(),
            waiting.isEmpty() ? owner : waiting.get(0).before(),
            0,
            false);
    log.addUnowned(value.unit(), parts.plain(value.unit(), PartType.REPLACED, NO_COLUMN));
    waiting = with(waiting, value);
  }

  /** Whether a row begins with a write to the beginning of a value. */
  static boolean beginsAnew(LobTouched event) {
    return !event.calls().isEmpty()
        && event.calls().get(0) instanceof LobCall.Write write
        && write.offset() == 1;
  }

  /** What does not begin anew may be the rest of a value that was given. */
  private void nextBegins(LobTouched event) {
    if (beginsAnew(event)) {
      return;
    }
    Content content = Content.of(event);
    List<Given> doubted = new ArrayList<>();
    for (Given last : given) {
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
    given = given.stream().filter(Given::isLost).toList();
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
    for (Waiting value : waiting) {
      log.adopt(value.unit(), value.place(), statement.unit, statement.place, column);
    }
    waiting = List.of();
  }

  /** An INSERT has taken a value that came behind it, and another may turn out to be its owner. */
  void taken(OpenStatement statement, int column, LobTouched event) {
    given =
        with(
            given,
            new Given(statement.table, Content.of(event), statement.unit, statement.place, column));
  }

  /**
   * A row without owner could not be decoded: the next INSERT may lack a value, or a part of one.
   */
  void lost(MinedRow row, TableSchema table, SpillMark place) {
    if (row.operation() == OperationCode.LOB_WRITE) {
      given = with(given, new Given(table, new Content(null, true), -1, place, NO_COLUMN));
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
  private Given doubted(Given last, RecentRows.Row next) {
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
  private Given giveBack(Given last) {
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
    for (Waiting value : waiting) {
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
    List<Given> settled = new ArrayList<>();
    for (Owners one : all) {
      Waiting value = one.value();
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
        settled.add(Given.nobody(value));
      } else if (one.ofNext().isEmpty()) {
        settled.add(give(value, one.before(), one.ofBefore().nextSetBit(0)));
      } else {
        settled.add(give(value, next, one.ofNext().nextSetBit(0)));
      }
    }
    for (Given last : given) {
      if (all.stream().noneMatch(one -> last.isLike(one.value()))) {
        settled.add(last);
      }
    }
    given = List.copyOf(settled);
  }

  private static BitSet candidates(RecentRows.Row row, Content content) {
    return candidates(row.table(), row.image(), row.begun(), content);
  }

  private Given give(Waiting value, RecentRows.@Nullable Row owner, int column) {
    if (owner == null) {
      return Given.nobody(value);
    }
    owner.begun().set(column);
    log.adopt(value.unit(), value.place(), owner.unit(), owner.place(), column);
    return new Given(owner.table(), value.content(), owner.unit(), owner.place(), column);
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

    Waiting mixed() {
      return upTo(end, true, content);
    }
  }

  /**
   * Who could own a value.
   *
   * @param before the row before it, null for none
   * @param ofBefore its columns that could
   * @param ofNext columns of the row behind it that could
   */
  private record Owners(
      Waiting value, RecentRows.@Nullable Row before, BitSet ofBefore, BitSet ofNext) {
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

    boolean isLike(Waiting value) {
      return table.id().equals(value.table().id()) && content.overlaps(value.content());
    }

    void write(GroupOutput out) {
      out.putTable(table);
      content.write(out);
      out.putNumber(unit);
      out.putPlace(place);
      out.putNumber(column);
    }

    static Given read(GroupInput in) {
      TableSchema table = in.table(in.layout());
      Content content = Content.read(in);
      long unit = in.number();
      SpillMark place = in.place();
      return new Given(table, content, unit, place, (int) in.number());
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

    void write(GroupOutput out) {
      out.putText(told == null ? null : told.name());
      out.putFlag(bytes);
    }

    static Content read(GroupInput in) {
      String told = in.text();
      return new Content(told == null ? null : Kind.valueOf(told), in.flag());
    }

    /** Whether a column may fit both. */
    boolean overlaps(Content other) {
      return told == null || other.told == null || told == other.told;
    }

    boolean fits(Kind kind) {
      if (told != null) {
        return kind == told;
      }
      return kind == Kind.CLOB || kind == Kind.NCLOB || (bytes && kind == Kind.BLOB);
    }
  }
}
