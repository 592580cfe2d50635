package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.sql.SQLException;

/** Rewrites {@code t AS OF SCN n}. */
final class Flashback {

  private Flashback() {}

  static String source(TableEntry table, Expr scn) throws SQLException {
    throw FromParser.unsupported();
  }
}
