package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** What ends a query: OFFSET, FETCH and FOR UPDATE. */
final class RowLimits {
  private final Parsing parsing;

  RowLimits(Parsing parsing) {
    this.parsing = parsing;
  }

  private TokenCursor cursor() {
    return parsing.cursor();
  }

  void limits(StringBuilder sql) throws SQLException {
    Scope none = new Scope(null);
    if (cursor().accept("OFFSET")) {
      sql.append(" OFFSET ").append(parsing.expressions().expression(none).sql());
      if (!cursor().accept("ROWS")) {
        cursor().expectWord("ROW");
      }
      sql.append(" ROWS");
    }
    if (cursor().accept("FETCH")) {
      if (!cursor().accept("FIRST")) {
        cursor().expectWord("NEXT");
      }
      sql.append(" FETCH FIRST ");
      if (cursor().isAny("ROW", "ROWS")) {
        sql.append("1");
      } else {
        sql.append(parsing.expressions().expression(none).sql());
      }
      sql.append(cursor().accept("PERCENT") ? " PERCENT" : "");
      if (!cursor().accept("ROWS")) {
        cursor().expectWord("ROW");
      }
      sql.append(" ROWS");
      if (cursor().accept("WITH", "TIES")) {
        sql.append(" WITH TIES");
      } else {
        cursor().expectWord("ONLY");
        sql.append(" ONLY");
      }
    }
  }

  Query forUpdate(Query query) throws SQLException {
    cursor().next();
    cursor().next();
    if (parsing.froms().hasSnapshots()) {
      throw OraErrors.of(8187, "snapshot expression not allowed here");
    }
    if (cursor().accept("OF")) {
      do {
        cursor().name(904, "invalid identifier");
        while (cursor().accept(".")) {
          cursor().name(904, "invalid identifier");
        }
      } while (cursor().accept(","));
    }
    String sql = query.sql() + " FOR UPDATE";
    if (cursor().accept("NOWAIT")) {
      return query.withSql(sql + " NOWAIT").withLock(new LockMode(true, 0, false));
    }
    if (cursor().accept("WAIT")) {
      long seconds = cursor().integer();
      return query.withSql(sql).withLock(new LockMode(true, seconds * 1000, false));
    }
    if (cursor().accept("SKIP", "LOCKED")) {
      return query.withSql(sql + " SKIP LOCKED").withLock(new LockMode(true, -1, true));
    }
    return query.withSql(sql).withLock(new LockMode(true, -1, false));
  }
}
