package io.oraclecdc.testkit.simulator.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** {@code FROM DUAL CONNECT BY LEVEL <= n}, the usual way to make rows from nothing. */
final class RowGenerator {
  private static final String ALIAS = "$ROWS";

  private RowGenerator() {}

  static Optional<String> parse(Parsing parsing, Scope scope) throws SQLException {
    TokenCursor cursor = parsing.cursor();
    boolean level = cursor.is("DUAL", "CONNECT", "BY", "LEVEL");
    if (!level && !cursor.is("DUAL", "CONNECT", "BY", "ROWNUM")) {
      return Optional.empty();
    }
    int mark = cursor.mark();
    int binds = parsing.binds().mark();
    for (int i = 0; i < 4; i++) {
      cursor.next();
    }
    boolean less = cursor.accept("<");
    if (!less && !cursor.accept("<=")) {
      cursor.reset(mark);
      return Optional.empty();
    }
    Expr bound = Conversions.toNumber(parsing.expressions().expression(new Scope(null)));
    if (cursor.isAny("AND", "OR", "START")) {
      cursor.reset(mark);
      parsing.binds().reset(binds);
      return Optional.empty();
    }
    scope.add(
        new Relation(
            ALIAS,
            null,
            List.of(
                new RelationColumn("LEVEL", SqlType.NUMBER, false, true),
                new RelationColumn(
                    "DUMMY",
                    SqlType.of(
                        io.oraclecdc.testkit.simulator.dictionary.ColumnTypes.character(
                            "VARCHAR2", 1, false, 4000)),
                    true,
                    false)),
            false));
    String last = less ? "(" + bound.sql() + ") - 1" : bound.sql();
    // one row comes out even for LEVEL <= 0
    return Optional.of(
        "(SELECT X AS \"LEVEL\", 'X' AS \"DUMMY\" FROM SYSTEM_RANGE(1, GREATEST(1, CAST("
            + last
            + " AS BIGINT)))) \""
            + ALIAS
            + "\"");
  }
}
