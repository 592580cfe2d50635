package io.oraclecdc.schema;

import io.oraclecdc.model.TableId;
import java.util.List;
import java.util.Map;

/**
 * Which objects of the database the redo source has to ask for. Grows while capture runs: a new
 * table or partition adds ids; nothing is taken away, because a step that failed is mined again
 * with its older rows. Used by the capture thread only.
 */
public interface CapturedObjects {

  /** Rises by one with every change of what the other methods return. */
  int revision();

  /**
   * OBJECT_IDs of tables, their partitions and the top indexes of index-organised tables, rising.
   */
  List<Long> objectIds();

  /**
   * Tables whose rows may come under object ids that nobody announced (partitioned tables: interval
   * partitions appear without a DDL statement), so that they are asked for by name as well.
   */
  List<TableId> tablesByName();

  /**
   * Whether a table has a column whose values may come in rows of their own, so that the rows of
   * LOB operations are wanted. They are also when such columns have no field: a statement that
   * changes nothing else is still a change of its row.
   */
  boolean capturesLobs();

  /**
   * The objects of each container, when those of several are mined together: ids and names mean
   * nothing outside of theirs, and {@link #objectIds()} and {@link #tablesByName()} are empty then.
   * Empty when the rows of one container are mined alone.
   */
  default Map<Integer, CapturedObjects> byContainer() {
    return Map.of();
  }
}
