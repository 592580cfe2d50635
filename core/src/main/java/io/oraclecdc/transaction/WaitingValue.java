package io.oraclecdc.transaction;

import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;

/**
 * A LOB value that came without locator and that nobody owns yet.
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
record WaitingValue(
    long unit,
    SpillMark place,
    TableSchema table,
    LobContent content,
    String where,
    long before,
    long end,
    boolean several) {
  /** Column of a value without owner. */
  static final int NO_COLUMN = -1;

  /** Writes what {@link #read} reads: all but its length, and whether it is several. */
  void write(GroupOutput out) {
    out.putNumber(unit);
    out.putPlace(place);
    out.putTable(table);
    content.write(out);
    out.putText(where);
    out.putNumber(before);
  }

  static WaitingValue read(GroupInput in) {
    long unit = in.number();
    SpillMark place = in.place();
    TableSchema table = in.table(in.layout());
    LobContent content = LobContent.read(in);
    String where = String.valueOf(in.text());
    return new WaitingValue(unit, place, table, content, where, in.number(), 0, false);
  }

  /** The same written further. */
  WaitingValue upTo(long newEnd, boolean more, LobContent newContent) {
    return new WaitingValue(unit, place, table, newContent, where, before, newEnd, more);
  }

  /** The same when its pieces are not told apart from those of others. */
  WaitingValue mixed() {
    return upTo(end, true, content);
  }
}
