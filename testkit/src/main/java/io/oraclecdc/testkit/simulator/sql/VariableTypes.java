package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ColumnTypes;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimColumn;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Types of PL/SQL variables, {@code table.column%TYPE} included. */
public final class VariableTypes {

  private VariableTypes() {}

  /** Parses the type that is next. */
  public static VariableType parse(TokenCursor cursor, SqlSession session) throws SQLException {
    Optional<VariableType> anchored = anchored(cursor, session);
    if (anchored.isPresent()) {
      return anchored.get();
    }
    VariableType plain = withoutLength(cursor);
    if (plain != null) {
      return plain;
    }
    SqlSession longStrings = SessionView.withLongStrings(session);
    return VariableType.of(
        cursor.accept("STRING")
            ? TypeParser.character(cursor, "VARCHAR2", 32767, longStrings)
            : TypeParser.parse(cursor, longStrings));
  }

  /** Types of PL/SQL only, and those that parameters have without a length. */
  private static @Nullable VariableType withoutLength(TokenCursor cursor) {
    boolean sized = cursor.peek(1).isOperator("(");
    VariableType type =
        switch (cursor.peek().value()) {
          case "PLS_INTEGER", "BINARY_INTEGER" -> integer(Integer.MIN_VALUE);
          case "SIMPLE_INTEGER" -> integer(Integer.MIN_VALUE).never();
          case "BOOLEAN" -> VariableType.of(ColumnTypes.plain("BOOLEAN"));
          case "NATURAL" -> integer(0);
          case "NATURALN" -> integer(0).never();
          case "POSITIVE" -> integer(1);
          case "POSITIVEN" -> integer(1).never();
          case "VARCHAR2", "VARCHAR", "NVARCHAR2", "STRING" ->
              sized ? null : VariableType.of(Kind.VARCHAR);
          case "RAW" -> sized ? null : VariableType.of(Kind.RAW);
          default -> null;
        };
    if (type != null) {
      cursor.next();
    }
    return type;
  }

  private static VariableType integer(int least) {
    return new VariableType(
        Kind.NUMBER,
        ColumnTypes.number(null, 0),
        new VariableType.Range(least, Integer.MAX_VALUE),
        false);
  }

  private static Optional<VariableType> anchored(TokenCursor cursor, SqlSession session)
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
    return Optional.of(VariableType.of(found.orElseThrow(() -> FromParser.invalid(column)).type()));
  }
}
