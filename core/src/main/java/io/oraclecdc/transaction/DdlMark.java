package io.oraclecdc.transaction;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.schema.DdlEffect;

/**
 * A statement of DDL that consumers are told of when its transaction commits.
 *
 * @param row where it stands
 * @param sql its text
 * @param effect what it meant for captured tables; not none
 */
public record DdlMark(MinedRow row, String sql, DdlEffect effect) {
  /** Place only: the text may hold values. */
  @Override
  public String toString() {
    return "DDL " + row.place();
  }
}
