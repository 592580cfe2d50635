package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.InnerNames;
import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.ProgramSource;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Functions of users in SQL. H2 calls the simulator back with the arguments as text, and gets the
 * result as text.
 */
final class StoredFunctions {
  private static final int MOST_ARGUMENTS = 8;

  private StoredFunctions() {}

  private record Signature(
      ObjectKey program, String name, List<Kind> parameters, int required, Kind returns) {}

  /** A call of the function that a path names, whose arguments are next; empty if there is none. */
  static Optional<Expr> call(Parsing parsing, Scope scope, List<String> path) throws SQLException {
    Optional<Signature> found = find(parsing.session(), path);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Signature function = found.get();
    TokenCursor cursor = parsing.cursor();
    List<Expr> arguments = new ArrayList<>();
    if (cursor.accept("(") && !cursor.accept(")")) {
      do {
        if (cursor.peek(1).isOperator("=>")) {
          throw FromParser.unsupported("named arguments of functions in SQL");
        }
        arguments.add(parsing.expressions().expression(scope));
      } while (cursor.accept(","));
      cursor.expectClose();
    }
    if (arguments.size() < function.required() || arguments.size() > function.parameters().size()) {
      throw OraErrors.of(
          6553, "PLS-306: wrong number or types of arguments in call to '" + function.name() + "'");
    }
    return Optional.of(called(function, arguments));
  }

  private static Expr called(Signature function, List<Expr> arguments) throws SQLException {
    List<String> texts = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Kind kind = function.parameters().get(i);
      requireKnown(kind);
      kinds.add(kind.name());
      texts.add("CAST(" + Conversions.to(arguments.get(i), kind).sql() + " AS VARCHAR)");
    }
    if (texts.size() > MOST_ARGUMENTS) {
      throw FromParser.unsupported("functions of more than eight arguments in SQL");
    }
    while (texts.size() < MOST_ARGUMENTS) {
      texts.add("NULL");
    }
    requireKnown(function.returns());
    String program =
        InnerNames.quoted(function.program().owner(), function.program().name())
            + (function.program().name().equals(function.name())
                ? ""
                : "." + InnerNames.quoted(function.name()));
    String sql =
        "\"SYS\".\"ORA_CALL_FUNCTION\"("
            + InnerNames.literal(program)
            + ", "
            + InnerNames.literal(String.join(",", kinds))
            + ", "
            + InnerNames.literal(function.returns().name())
            + ", "
            + String.join(", ", texts)
            + ")";
    String result =
        switch (function.returns()) {
          case NUMBER -> "CAST(" + sql + " AS DECFLOAT(40))";
          case DATE -> "CAST(" + sql + " AS TIMESTAMP(0))";
          case TIMESTAMP -> "CAST(" + sql + " AS TIMESTAMP(9))";
          default -> sql;
        };
    return Expr.of(result, SqlType.of(function.returns()), arguments);
  }

  private static void requireKnown(Kind kind) throws SQLException {
    switch (kind) {
      case NUMBER, VARCHAR, CHAR, DATE, TIMESTAMP -> {
        // these travel as text
      }
      default -> throw FromParser.unsupported(kind.oracleName() + " in calls of functions in SQL");
    }
  }

  private static Optional<Signature> find(SqlSession session, List<String> path)
      throws SQLException {
    SimDictionary dictionary = session.dictionary();
    int size = path.size();
    String last = path.get(size - 1);
    if (size <= 2) {
      ObjectKey key = key(session, path, size - 1);
      ProgramSource source = dictionary.sources().get(key);
      if (source != null && source.type().equals("FUNCTION") && mayRun(session, key)) {
        return signature(source, last, session);
      }
    }
    if (size >= 2) {
      ObjectKey key = key(session, path, size - 2);
      ProgramSource source = dictionary.sources().get(key);
      if (source != null && source.type().equals("PACKAGE") && mayRun(session, key)) {
        return signature(source, last, session);
      }
    }
    return Optional.empty();
  }

  private static ObjectKey key(SqlSession session, List<String> path, int index) {
    boolean qualified = index > 0;
    String owner = qualified ? path.get(index - 1) : session.currentSchema();
    return session.dictionary().resolve(new ObjectKey(owner, path.get(index)), qualified);
  }

  private static boolean mayRun(SqlSession session, ObjectKey key) {
    var grants = session.dictionary().grants();
    return key.owner().equals(session.user())
        || grants.hasSystem(session.user(), "EXECUTE ANY PROCEDURE")
        || grants.hasObject(session.user(), key, "EXECUTE");
  }

  /** The heading of a function in its text, or in that of its package. */
  private static Optional<Signature> signature(
      ProgramSource source, String name, SqlSession session) throws SQLException {
    TokenCursor text = TokenCursor.of(source.text());
    boolean packaged = source.type().equals("PACKAGE");
    while (!(text.is("FUNCTION") && (!packaged || text.peek(1).value().equals(name)))) {
      if (text.atEnd()) {
        return Optional.empty();
      }
      text.next();
    }
    text.next();
    String shown = text.next().value();
    while (text.accept(".")) {
      shown = text.next().value();
    }
    List<Kind> parameters = new ArrayList<>();
    int required = 0;
    if (text.accept("(")) {
      do {
        text.next();
        text.accept("IN");
        if (text.accept("OUT")) {
          throw OraErrors.of(6572, "Function " + shown + " has out arguments");
        }
        parameters.add(VariableTypes.parse(text, session).kind());
        if (text.accept(":=") || text.accept("DEFAULT")) {
          skipDefault(text);
        } else {
          required = parameters.size();
        }
      } while (text.accept(","));
      text.expectClose();
    }
    text.expectWord("RETURN");
    Kind returns = VariableTypes.parse(text, session).kind();
    return Optional.of(new Signature(source.key(), shown, parameters, required, returns));
  }

  private static void skipDefault(TokenCursor text) {
    int depth = 0;
    while (!text.atEnd() && !(depth == 0 && text.isAny(",", ")"))) {
      Token token = text.next();
      depth += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
    }
  }
}
