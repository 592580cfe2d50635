package io.oraclecdc.transaction;

import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillMark;

/**
 * A LOB value without locator that a row has got, and another may turn out to own as well.
 *
 * @param unit number of the entry of the row, negative when nobody has it
 * @param place of that entry
 * @param column column that has it
 */
record GivenValue(TableSchema table, LobContent content, long unit, SpillMark place, int column) {
  /** A value that nobody has. */
  static GivenValue nobody(WaitingValue value) {
    return new GivenValue(
        value.table(), value.content(), -1, value.place(), WaitingValue.NO_COLUMN);
  }

  /** The same when its owner turns out to be uncertain. */
  GivenValue lost() {
    return new GivenValue(table, content, -1, place, column);
  }

  boolean isLost() {
    return unit < 0;
  }

  /** Whether it may have been meant for the column another value is meant for. */
  boolean isLike(WaitingValue value) {
    return table.id().equals(value.table().id()) && content.overlaps(value.content());
  }

  /** Writes what {@link #read} reads. */
  void write(GroupOutput out) {
    out.putTable(table);
    content.write(out);
    out.putNumber(unit);
    out.putPlace(place);
    out.putNumber(column);
  }

  static GivenValue read(GroupInput in) {
    TableSchema table = in.table(in.layout());
    LobContent content = LobContent.read(in);
    long unit = in.number();
    SpillMark place = in.place();
    return new GivenValue(table, content, unit, place, (int) in.number());
  }
}
