package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The way in: a text becomes a {@link Plan}, or the ORA error Oracle would raise. */
public final class Statements {
  private static final Set<String> DDL =
      Set.of(
          "CREATE", "DROP", "TRUNCATE", "RENAME", "COMMENT", "GRANT", "REVOKE", "ANALYZE", "PURGE");

  private Statements() {}

  /**
   * Translates a statement.
   *
   * @param text one statement, without a final semicolon unless it is a block
   * @param session whose names and rights count
   * @param kinds what is bound at each position so far
   */
  public static Plan plan(String text, SqlSession session, List<Kind> kinds) throws SQLException {
    return plan(TokenCursor.of(text), session, kinds, Variables.NONE);
  }

  /** Translates the statement at a cursor that ends where the statement ends. */
  public static Plan plan(
      TokenCursor cursor, SqlSession session, List<Kind> kinds, Variables variables)
      throws SQLException {
    Token first = cursor.peek();
    if (first.type() == Token.Type.END) {
      throw OraErrors.of(17104, "SQL statement to execute cannot be empty or null");
    }
    if (first.isOperator("{")) {
      return new ControlPlan.Block(cursor.text());
    }
    if (first.isOperator("(")) {
      return query(cursor, session, kinds, variables);
    }
    if (first.type() != Token.Type.WORD) {
      throw OraErrors.of(900, "invalid SQL statement");
    }
    String word = first.value();
    return switch (word) {
      case "SELECT", "WITH" -> query(cursor, session, kinds, variables);
      case "INSERT", "UPDATE", "DELETE", "MERGE" ->
          new DmlParser(new Parsing(cursor, session, new Binds(kinds, variables))).parse();
      case "BEGIN", "DECLARE" -> new ControlPlan.Block(cursor.text());
      case "ALTER" ->
          cursor.is("ALTER", "SESSION")
              ? new ControlPlan.AlterSession(settings(cursor))
              : new DdlPlan(cursor.text());
      case "COMMIT", "ROLLBACK", "SAVEPOINT", "SET" -> transaction(cursor);
      case "LOCK" -> lock(cursor, session);
      default -> {
        if (DDL.contains(word)) {
          yield new DdlPlan(cursor.text());
        }
        throw OraErrors.of(900, "invalid SQL statement");
      }
    };
  }

  private static QueryPlan query(
      TokenCursor cursor, SqlSession session, List<Kind> kinds, Variables variables)
      throws SQLException {
    Binds binds = new Binds(kinds, variables);
    Query query = new Parsing(cursor, session, binds).queries().query(null);
    cursor.expectEnd();
    return new QueryPlan(
        query.sql(), binds.sources(), query.columns(), query.lock(), query.locators());
  }

  /** Names and rights of the owner of a stored program. */
  public static SqlSession definer(SqlSession session, String owner) {
    return SessionView.of(session, owner);
  }

  /** A session for the compilation of a block, which asks not whether a table mutates. */
  public static SqlSession compiling(SqlSession session) {
    return SessionView.compiling(session);
  }

  /** A query without binds: of a view or of CREATE TABLE AS. */
  static Query wholeQuery(String text, SqlSession session) throws SQLException {
    TokenCursor cursor = TokenCursor.of(text);
    Query query =
        new Parsing(cursor, session, new Binds(List.of(), Variables.NONE)).queries().query(null);
    cursor.expectEnd();
    return query;
  }

  private static Plan transaction(TokenCursor cursor) throws SQLException {
    ControlPlan plan;
    if (cursor.accept("COMMIT")) {
      cursor.accept("WORK");
      if (cursor.accept("COMMENT")) {
        cursor.next();
      } else if (cursor.accept("WRITE")) {
        while (cursor.isAny("IMMEDIATE", "BATCH", "WAIT", "NOWAIT")) {
          cursor.next();
        }
      }
      plan = new ControlPlan.Commit();
    } else if (cursor.accept("ROLLBACK")) {
      cursor.accept("WORK");
      String savepoint = null;
      if (cursor.accept("TO")) {
        cursor.accept("SAVEPOINT");
        savepoint = cursor.name(3001, "unimplemented feature");
      }
      plan = new ControlPlan.Rollback(savepoint);
    } else if (cursor.accept("SAVEPOINT")) {
      plan = new ControlPlan.Savepoint(cursor.name(3001, "unimplemented feature"));
    } else {
      plan = set(cursor);
    }
    cursor.expectEnd();
    return plan;
  }

  private static ControlPlan set(TokenCursor cursor) throws SQLException {
    cursor.next();
    if (!cursor.accept("TRANSACTION")) {
      if (cursor.accept("CONSTRAINTS") || cursor.accept("CONSTRAINT")) {
        return constraints(cursor);
      }
      if (cursor.is("ROLE")) {
        throw FromParser.unsupported();
      }
      throw OraErrors.of(922, "missing or invalid option");
    }
    boolean readOnly = false;
    while (!cursor.atEnd()) {
      if (cursor.accept("READ", "ONLY")) {
        readOnly = true;
      } else if (cursor.accept("NAME")) {
        cursor.next();
      } else if (!cursor.accept("READ", "WRITE")
          && !cursor.accept("ISOLATION", "LEVEL", "READ", "COMMITTED")) {
        throw FromParser.unsupported();
      }
    }
    return new ControlPlan.SetTransaction(readOnly);
  }

  private static ControlPlan constraints(TokenCursor cursor) throws SQLException {
    List<String> names = new ArrayList<>();
    if (!cursor.accept("ALL")) {
      do {
        names.add(cursor.objectName().name());
      } while (cursor.accept(","));
    }
    boolean deferred = cursor.accept("DEFERRED");
    if (!deferred) {
      cursor.expectWord("IMMEDIATE");
    }
    return new ControlPlan.SetConstraints(names, deferred);
  }

  private static List<ControlPlan.Setting> settings(TokenCursor cursor) throws SQLException {
    cursor.next();
    cursor.next();
    if (cursor.isAny("ENABLE", "DISABLE", "FORCE")) {
      cursor.next();
      if (!cursor.accept("PARALLEL") || !cursor.isAny("DML", "DDL", "QUERY")) {
        throw FromParser.unsupported();
      }
      cursor.skipAll();
      return List.of();
    }
    cursor.expect("SET", 922, "missing or invalid option");
    List<ControlPlan.Setting> settings = new ArrayList<>();
    do {
      String name = cursor.next().value();
      cursor.expect("=", 927, "missing equal sign");
      settings.add(new ControlPlan.Setting(name, settingValue(cursor)));
    } while (!cursor.atEnd());
    return settings;
  }

  private static String settingValue(TokenCursor cursor) throws SQLException {
    Token token = cursor.next();
    boolean usable =
        switch (token.type()) {
          case WORD, QUOTED, STRING, NUMBER -> true;
          default -> false;
        };
    if (!usable) {
      throw OraErrors.of(922, "missing or invalid option");
    }
    return token.value();
  }

  private static ControlPlan lock(TokenCursor cursor, SqlSession session) throws SQLException {
    cursor.next();
    cursor.expectWord("TABLE");
    Parsing parsing = new Parsing(cursor, session, new Binds(List.of(), Variables.NONE));
    List<TableEntry> tables = new ArrayList<>();
    do {
      var key = parsing.froms().resolve(cursor.objectName());
      session.require(key, "LOCK");
      tables.add(
          session
              .dictionary()
              .table(key)
              .orElseThrow(() -> OraErrors.of(942, "table or view does not exist")));
    } while (cursor.accept(","));
    cursor.expectWord("IN");
    boolean exclusive = false;
    while (!cursor.is("MODE")) {
      Token word = cursor.next();
      if (word.type() == Token.Type.END) {
        throw OraErrors.of(905, "missing keyword");
      }
      exclusive |= word.isWord("EXCLUSIVE");
    }
    cursor.next();
    long wait = -1;
    if (cursor.accept("NOWAIT")) {
      wait = 0;
    } else if (cursor.accept("WAIT")) {
      wait = cursor.integer() * 1000L;
    }
    cursor.expectEnd();
    return new ControlPlan.LockTable(
        exclusive ? tables : List.of(), new LockMode(false, wait, false));
  }
}
