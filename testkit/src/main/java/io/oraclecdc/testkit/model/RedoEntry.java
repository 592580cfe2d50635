package io.oraclecdc.testkit.model;

import io.oraclecdc.mining.MinedRow;
import org.jspecify.annotations.Nullable;

/**
 * A row in a redo log, with everything that is known of it.
 *
 * @param row the row as a range shows it that contains the START row
 * @param transaction whose row it is, null when it belongs to none
 * @param group the LOB statement it belongs to, null when it is of another kind
 * @param wanted whether the query of a capture asks for it: control rows, DDL, captured tables
 */
record RedoEntry(
    MinedRow row,
    @Nullable ModelTransaction transaction,
    @Nullable LobGroup group,
    boolean wanted) {

  long scn() {
    return row.scn().value();
  }
}
