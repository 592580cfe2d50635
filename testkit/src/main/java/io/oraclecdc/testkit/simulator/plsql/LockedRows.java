package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.sql.Token;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import java.sql.SQLException;

/** Cursors with FOR UPDATE: CURRENT OF needs the ROWIDs of what they read. */
final class LockedRows {

  private LockedRows() {}

  /** Whether a query locks rows and reads one table. */
  static boolean isOfOneTable(TokenCursor text) {
    TokenCursor cursor = text.copy();
    cursor.reset(0);
    boolean locks = false;
    boolean several = false;
    boolean behindFrom = false;
    int depth = 0;
    while (!cursor.atEnd()) {
      Token token = cursor.next();
      depth += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
      if (depth > 0) {
        continue;
      }
      if (token.isWord("FROM")) {
        behindFrom = true;
        several |= cursor.is("(");
      } else if (token.isWord("WHERE") || token.isWord("ORDER")) {
        behindFrom = false;
      } else if (token.isWord("FOR") && cursor.is("UPDATE")) {
        locks = true;
        behindFrom = false;
      }
      several |= behindFrom && (token.isOperator(",") || token.isWord("JOIN"));
    }
    return locks && !several;
  }

  /** The query with the ROWID as its last column. */
  static TokenCursor withRowId(TokenCursor query) throws SQLException {
    TokenCursor cursor = query.copy();
    cursor.reset(0);
    int depth = 0;
    int from = -1;
    while (from < 0 && !cursor.atEnd()) {
      depth += cursor.is("(") ? 1 : cursor.is(")") ? -1 : 0;
      if (depth == 0 && cursor.is("FROM")) {
        from = cursor.mark();
      }
      cursor.next();
    }
    return query.with(from, TokenCursor.of(", ROWID"));
  }
}
