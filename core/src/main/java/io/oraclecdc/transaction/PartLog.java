package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.SpillMark;
import java.util.HashMap;
import java.util.Map;

/**
 * Appends parts of changes to the log of a transaction, and remembers the changes whose parts are
 * not all right behind their entry. Not thread-safe.
 */
final class PartLog {
  private static final long NO_UNIT = -1;

  /** An entry of a map with its key and places. */
  private static final long SCATTERED_BYTES = 160;

  private final OpenTransaction transaction;
  private final Map<Long, Scattered> scattered = new HashMap<>();
  private final Map<Long, Adoption> adopted = new HashMap<>();
  private long lastUnit = NO_UNIT;

  PartLog(OpenTransaction transaction) {
    this.transaction = transaction;
  }

  PartLog copy() {
    PartLog copy = new PartLog(transaction);
    copy.scattered.putAll(scattered);
    copy.adopted.putAll(adopted);
    copy.lastUnit = lastUnit;
    return copy;
  }

  /** Writes what {@link #read} reads. */
  void write(GroupOutput out) {
    out.putNumber(lastUnit);
    out.putNumber(scattered.size());
    scattered.forEach(
        (unit, where) -> {
          out.putNumber(unit);
          out.putPlace(where.from());
          out.putNumber(where.last());
        });
    out.putNumber(adopted.size());
    adopted.forEach(
        (value, adoption) -> {
          out.putNumber(value);
          out.putNumber(adoption.unit());
          out.putNumber(adoption.column());
        });
  }

  static PartLog read(OpenTransaction transaction, GroupInput in) {
    PartLog log = new PartLog(transaction);
    log.lastUnit = in.number();
    for (long n = in.number(); n > 0; n--) {
      long unit = in.number();
      SpillMark from = in.place();
      log.scattered.put(unit, new Scattered(from, in.number()));
    }
    for (long n = in.number(); n > 0; n--) {
      long value = in.number();
      long unit = in.number();
      log.adopted.put(value, new Adoption(unit, (int) in.number()));
    }
    return log;
  }

  /** Changes whose parts are scattered, by the number of their entry. */
  Map<Long, Scattered> scattered() {
    return scattered;
  }

  /** Whose change values without locator are, by the number of the first of them. */
  Map<Long, Adoption> adopted() {
    return adopted;
  }

  /** About how much heap it needs. */
  long heapBytes() {
    return SCATTERED_BYTES * (scattered.size() + (long) adopted.size());
  }

  /** Where the next entry goes. */
  SpillMark place() {
    return transaction.log().mark();
  }

  /** Appends the entry of a change. */
  void begin(FrameBuilder entry) {
    long unit = transaction.log().frames();
    transaction.addChange(entry);
    lastUnit = unit;
  }

  /** Number of a layout within the transaction. */
  int tableOf(TableSchema table) {
    return transaction.indexOf(table);
  }

  /** The transaction must not be delivered. */
  void cannotBeDelivered(CdcException reason) {
    transaction.cannotBeDecoded(reason);
  }

  /** Something else was appended. */
  void interrupted() {
    lastUnit = NO_UNIT;
  }

  /** Whether the last entry belongs to a change. */
  boolean isLast(long unit) {
    return lastUnit == unit;
  }

  /**
   * Appends a part.
   *
   * @param unit number of the entry of its change
   * @param place of that entry
   */
  void add(long unit, SpillMark place, FrameBuilder part) {
    long at = transaction.log().frames();
    if (lastUnit != unit || scattered.containsKey(unit)) {
      scattered.merge(unit, new Scattered(place, at), Scattered::including);
    }
    transaction.addPart(part);
    lastUnit = unit;
  }

  /** Appends a part of a value that has no owner yet. */
  void addUnowned(long unit, FrameBuilder part) {
    transaction.addPart(part);
    lastUnit = unit;
  }

  /**
   * Gives a value to a change.
   *
   * @param value number of the first entry of the value
   * @param valuePlace of that entry
   * @param unit number of the entry of the change
   * @param place of that entry
   */
  void adopt(long value, SpillMark valuePlace, long unit, SpillMark place, int column) {
    adopted.put(value, new Adoption(unit, column));
    SpillMark from = valuePlace.frames() < place.frames() ? valuePlace : place;
    scattered.merge(
        unit, new Scattered(from, transaction.log().frames() - 1), Scattered::including);
  }

  /**
   * Where the parts of a change are.
   *
   * @param from before the first entry of it
   * @param last number of the last entry of it
   */
  record Scattered(SpillMark from, long last) {
    Scattered including(Scattered other) {
      return new Scattered(
          from.frames() <= other.from().frames() ? from : other.from(),
          Math.max(last, other.last()));
    }
  }

  /**
   * Whose a value is.
   *
   * @param unit number of the entry of the change
   * @param column column
   */
  record Adoption(long unit, int column) {}
}
