package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;
import java.util.Optional;

/** A container of the database as the catalog views computed from it need it. Thread-safe. */
public interface CatalogContainer {

  /** Its dictionary. */
  SimDictionary dictionary();

  /** Full version of the database. */
  String version();

  /** DB_NAME. */
  String databaseName();

  /** Number of rows that have been given a place in a segment. */
  long placedRows(long dataObjectId);

  /** Where a sequence is; empty when it was dropped meanwhile. */
  Optional<SequencePosition> position(SequenceEntry sequence);

  /** Sessions that wait for each other. */
  List<SessionWait> waits();

  /**
   * How far a sequence went.
   *
   * @param start first value
   * @param next value it gives next
   */
  record SequencePosition(long start, long next) {}

  /**
   * A session that waits for the end of another's transaction.
   *
   * @param waiting SID
   * @param waitingContainer its CON_ID
   * @param holding SID of the other
   * @param holdingContainer its CON_ID
   * @param id1 LOCK_ID1: undo segment and slot of the transaction
   * @param id2 LOCK_ID2: its sequence
   */
  record SessionWait(
      int waiting, int waitingContainer, int holding, int holdingContainer, long id1, long id2) {}
}
