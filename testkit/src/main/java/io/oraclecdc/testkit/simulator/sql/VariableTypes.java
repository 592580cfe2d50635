package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.sql.SQLException;
import java.util.Optional;

/** Types of PL/SQL variables, {@code table.column%TYPE} included. */
public final class VariableTypes {

  private VariableTypes() {}

  /** Parses the type that is next. */
  public static Kind parse(TokenCursor cursor, SqlSession session) throws SQLException {
    Optional<Kind> anchored = anchored(cursor, session);
    return anchored.isPresent()
        ? anchored.get()
        : Kind.of(TypeParser.parseVariable(cursor, session));
  }

  private static Optional<Kind> anchored(TokenCursor cursor, SqlSession session)
      throws SQLException {
    int length = 1;
    while (cursor.peek(length).isOperator(".")) {
      length += 2;
    }
    if (length < 3 || !cursor.peek(length).isOperator("%")) {
      return Optional.empty();
    }
    String schema = length == 5 ? cursor.peek(0).value() : session.currentSchema();
    String table = cursor.peek(length - 3).value();
    String column = cursor.peek(length - 1).value();
    for (int i = 0; i <= length; i++) {
      cursor.next();
    }
    cursor.expectWord("TYPE");
    ObjectKey key = session.dictionary().resolve(new ObjectKey(schema, table), length == 5);
    Optional<SimColumn> found =
        session.dictionary().table(key).flatMap((TableEntry t) -> t.column(column));
    return Optional.of(Kind.of(found.orElseThrow(() -> FromParser.invalid(column)).type()));
  }
}
