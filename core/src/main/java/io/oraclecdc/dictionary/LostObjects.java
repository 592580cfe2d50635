package io.oraclecdc.dictionary;

import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.SchemaCatalog.LostObject;
import io.oraclecdc.schema.SegmentRef;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Objects that LogMiner cannot name any more: dropped and purged ones are {@code "UNKNOWN"."OBJ#
 * n"}, those in the recycle bin {@code BIN$..}. Rows of captured tables can be among them when a
 * table was dropped while capture was down.
 *
 * <p>Certainly not captured is an object that a CREATE or DROP in the redo names as such, and one
 * that was there when the layouts were read and was none of the captured tables. Not thread-safe.
 */
final class LostObjects {
  private final Scn readAt;
  private final long highestId;
  private final Set<Long> foreign = new HashSet<>();

  /**
   * Nothing known yet.
   *
   * @param readAt just before the captured tables were read
   * @param highestId highest object id at that time, or a lower one
   */
  LostObjects(Scn readAt, long highestId) {
    this.readAt = readAt;
    this.highestId = highestId;
  }

  /** A statement in the redo named an object that is not captured. */
  void isForeign(long objectId) {
    if (objectId != 0) {
      foreign.add(objectId);
    }
  }

  /** What is not known of a row's object; empty when it certainly is not captured. */
  Optional<LostObject> of(SegmentRef segment, Scn scn) {
    long id = segment.objectId();
    boolean there = scn.isAfter(readAt) && id != 0 && id <= highestId;
    if (!isNameLost(segment) || foreign.contains(id) || there) {
      return Optional.empty();
    }
    return Optional.of(
        new LostObject(
            "object "
                + id
                + " was dropped before its rows were read, and whether it was a captured table is"
                + " not known",
            scn.isAfter(readAt) ? Scn.ZERO : readAt));
  }

  private static boolean isNameLost(SegmentRef segment) {
    String table = segment.table();
    return "UNKNOWN".equals(segment.owner())
        ? table == null || table.startsWith("OBJ#")
        : table != null && table.startsWith("BIN$");
  }
}
