package io.oraclecdc.format;

import io.oraclecdc.change.Change;
import java.util.List;

/**
 * Builds the records of a change. Implementations keep schemas cached; used by one thread at a
 * time.
 */
public interface RecordFormat {

  /**
   * The records of one change, in order: none, one, or several (a key change has a delete, a
   * tombstone and a create).
   *
   * @throws io.oraclecdc.errors.CdcException CDC-3001 when a value does not fit its mapping,
   *     CDC-6004 when names collide
   */
  List<ChangeRecord> records(Change change);
}
