package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** Where LOBs and LONGs may not stand. */
final class LobRules {

  private LobRules() {}

  /** Of ORDER BY, GROUP BY, DISTINCT and the set operations that compare rows. */
  static void requireSortable(SqlType type) throws SQLException {
    requireNotLong(type);
    if (type.kind() == Kind.CLOB || type.kind() == Kind.BLOB) {
      throw OraErrors.of(932, "inconsistent datatypes: expected - got " + type.kind().oracleName());
    }
  }

  /** Of conditions, expressions and what a query hands to a table. */
  static void requireNotLong(SqlType type) throws SQLException {
    SimType declared = type.declared();
    if (declared != null && declared.name().startsWith("LONG")) {
      throw OraErrors.of(997, "illegal use of LONG datatype");
    }
  }
}
