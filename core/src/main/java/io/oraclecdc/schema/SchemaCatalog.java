package io.oraclecdc.schema;

import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
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
