package io.oraclecdc.schema;

import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the layouts of captured tables beside the position, so that rows of a table that was
 * dropped while capture was down can be read. Used by the capture thread only.
 */
public interface SchemaHistoryStore {

  /**
   * What was stored last, each table's layouts in the order of their time; empty when nothing was.
   *
   * @param database whose layouts are wanted
   * @throws io.oraclecdc.errors.CdcException CDC-5001 when they are those of another database,
   *     CDC-3002 when they are damaged
   */
  List<KnownLayout> load(Incarnation database);

  /** Whether anything was ever stored. */
  boolean exists();

  /**
   * Replaces what is stored; durable on return.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-4001 when it cannot be written
   */
  void store(Incarnation database, List<KnownLayout> layouts);

  /**
   * A layout and when it was in force.
   *
   * @param layout of one table
   * @param segmentIds object ids that rows of the table come under
   * @param from its first SCN; zero for as long as anyone can tell
   * @param readAt it was read from the dictionary at this SCN: rows of a later SCN have it, until
   *     the next one; {@link #NEVER} when a later statement may have changed it
   * @param until the table was dropped or renamed at this SCN, null when it was not
   */
  record KnownLayout(
      TableSchema layout, List<Long> segmentIds, Scn from, Scn readAt, @Nullable Scn until) {
    /** Later than any row. */
    public static final Scn NEVER = new Scn(-1L);

    /** Copies the list. */
    public KnownLayout {
      segmentIds = List.copyOf(segmentIds);
    }
  }
}
