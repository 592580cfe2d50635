package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.SimType;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** Translates DEFAULT expressions, kept as typed in the dictionary. */
final class DefaultExpressions {

  private DefaultExpressions() {}

  static Expr translate(String text, SimType type, SqlSession session) throws SQLException {
    TokenCursor cursor = TokenCursor.of(text);
    Parsing parsing = new Parsing(cursor, session, Binds.ofDefinition());
    Expr value = parsing.expressions().expression(new Scope(null));
    cursor.expectEnd();
    if (value.containsColumn()) {
      throw OraErrors.of(984, "column not allowed here");
    }
    return Conversions.assign(value, type);
  }
}
