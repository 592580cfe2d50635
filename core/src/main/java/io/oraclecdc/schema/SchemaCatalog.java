package io.oraclecdc.schema;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import java.util.List;
import java.util.Optional;

/**
 * Layout of captured tables at a moment of the redo. Used by the capture thread only.
 *
 * <p>Implemented by {@code dictionary} on a database and by {@link FixedSchemaCatalog} on declared
 * tables.
 */
public interface SchemaCatalog {

  /**
   * The layout a row was written with.
   *
   * @param segment how the row names its table
   * @param scn SCN of the row
   * @return empty when the table is not captured
   * @throws io.oraclecdc.errors.CdcException CDC-6001 when the table is captured but its layout at
   *     that moment is not known
   */
  Optional<TableSchema> layoutOf(SegmentRef segment, Scn scn);

  /**
   * Whether {@link #layoutOf} is certainly the layout a row was written with, also when LogMiner's
   * dictionary does not know it any more. False when it may be a later one.
   */
  boolean isExact(SegmentRef segment, Scn scn);

  /** The same for a row whose place is known as well, which decides within one SCN. */
  default Optional<TableSchema> layoutOf(SegmentRef segment, RedoMoment moment) {
    return layoutOf(segment, moment.scn());
  }

  /** The same for a row whose place is known as well. */
  default boolean isExact(SegmentRef segment, RedoMoment moment) {
    return isExact(segment, moment.scn());
  }

  /** Whether {@link #unproven} may say something of any layout. */
  default boolean hasUnproven() {
    return false;
  }

  /**
   * Whether rows that were decoded with a layout must not be delivered, or not yet.
   *
   * @return empty once the layout is certain
   */
  default Optional<UnprovenLayout> unproven(TableSchema layout) {
    return Optional.empty();
  }

  /**
   * A layout that was derived and is not certain.
   *
   * @param reason what is known of it
   * @param decidedAt once the redo up to this SCN was read nothing more will be known
   */
  record UnprovenLayout(String reason, Scn decidedAt) {}

  /** Whether rows that were decoded with a layout are left out: their table was set aside. */
  default boolean isLeftOut(TableSchema layout) {
    return false;
  }

  /**
   * A row cannot be captured: sets its table aside from there on, when that is what the settings
   * say.
   *
   * @return false when capture has to stop
   */
  default boolean setAside(
      SegmentRef segment, RedoMoment from, io.oraclecdc.errors.CdcException why) {
    return false;
  }

  /**
   * A table that was set aside is captured again, with the layout that the dictionary tells now:
   * the rows before that place have to come from a snapshot.
   *
   * @param table its full name
   * @param from its rows from this place in the redo on are captured
   * @return its layout; empty when it was not set aside, or is not there
   * @throws io.oraclecdc.errors.CdcException why it still cannot be captured
   */
  default Optional<TableSchema> readmit(TableId table, RedoMoment from) {
    return Optional.empty();
  }

  /**
   * A layout under the names that its columns have in the dictionary now, when they differ in names
   * alone: LogMiner may show rows written before a rename under them.
   *
   * @param segment how a row names its table
   * @param layout the layout of the row
   */
  default Optional<TableSchema> underNamesOfNow(SegmentRef segment, TableSchema layout) {
    return Optional.empty();
  }

  /**
   * Decides about layouts that are not certain, as far as the redo tells by now. Between steps.
   *
   * @param passed every commit at or below this SCN was read
   * @param lowest no transaction is open that began before this SCN
   * @throws io.oraclecdc.errors.CdcException CDC-6003 when the dictionary says something that no
   *     statement explains
   */
  default void settle(Scn passed, Scn lowest) {}

  /** Forgets layouts that only rows before an SCN have, which are never read again. */
  default void forgetBefore(Scn scn) {}

  /**
   * Whether a captured table has, or had since the catalog was made, columns whose values come in
   * rows of their own. LogMiner returns such a statement only to a range that holds all of it.
   */
  boolean hasValuesApart();

  /**
   * Whether a row that names no table known by now may belong to a captured one: LogMiner's
   * dictionary has lost its object, and which object that was is not known.
   *
   * @param segment how the row names its table
   * @param scn SCN of the row
   * @return empty when it certainly belongs to no captured table; the answer may change with later
   *     DDL
   */
  default Optional<LostObject> lostObject(SegmentRef segment, Scn scn) {
    return Optional.empty();
  }

  /**
   * An object whose rows may be captured ones and cannot be read.
   *
   * @param reason what is known of it
   * @param decidedAt once the redo up to this SCN was read nothing more will be known
   */
  record LostObject(String reason, Scn decidedAt) {}

  /** The newest layout of every table that is captured now, in name order. */
  List<TableSchema> tables();

  /**
   * Tells of a DDL statement met in the redo, before any later row is asked for.
   *
   * @param segment the object it names, as far as LogMiner knew it
   * @param thread where it stands
   * @param address where it stands
   * @param scn its SCN
   * @param sql its text
   * @return what it meant for captured tables; none the second time
   * @throws io.oraclecdc.errors.CdcException when the new layout cannot be captured (CDC-3001,
   *     CDC-6002, CDC-6004)
   */
  DdlEffect ddl(SegmentRef segment, RedoThread thread, RedoAddress address, Scn scn, String sql);
}
