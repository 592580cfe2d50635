package io.oraclecdc.dictionary;

import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import java.util.List;
import java.util.Optional;

/** The captured tables of a database as they are at the moment of each call. */
interface TableDirectory {

  /** First part of the names of its tables; empty without containers. */
  default String pdb() {
    return "";
  }

  /** All of them, in name order. */
  List<DictionaryTable> capturedTables();

  /** One of them; empty when it does not exist or is not captured. */
  Optional<DictionaryTable> capturedTable(TableId table);

  /**
   * The table with an OBJECT_ID, whatever its name is by now and whether or not that is captured;
   * empty when it is dropped.
   */
  Optional<DictionaryTable> tableOfObject(long objectId);

  /** Why a table that is there and that the names tell to capture is left out all the same. */
  default Optional<SkipReason> skips(TableId table) {
    return Optional.empty();
  }

  /** The highest object id there is. */
  long highestObjectId();

  /** Whether the names say that a table is captured. */
  boolean isCaptured(TableId table);

  /** The database's SCN at this moment. */
  Scn currentScn();
}
