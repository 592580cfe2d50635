package io.oraclecdc.format;

import io.oraclecdc.change.Change;
import io.oraclecdc.schema.TableSchema;
import java.util.List;

/**
 * Builds the records of a change. Implementations keep schemas cached; used by one thread at a
 * time.
 */
public interface RecordFormat {

  /**
   * Checks that the rows of a table can be published: types, names, topic. {@link #records} does it
   * by itself before the first record of a table; calling this at start finds it out earlier.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-3001 when a column or the key has no mapping,
   *     CDC-6004 when names collide
   */
  void check(TableSchema table);

  /**
   * The records of one change, in order: none, one, or several (a key change has a delete, a
   * tombstone and a create).
   *
   * @throws io.oraclecdc.errors.DecodeException CDC-3001 when a value does not fit its mapping
   * @throws io.oraclecdc.errors.CdcException as {@link #check}
   */
  List<ChangeRecord> records(Change change);
}
