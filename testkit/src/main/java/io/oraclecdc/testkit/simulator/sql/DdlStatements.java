package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.Set;

/** Finds the parser of a DDL statement and runs it. */
public final class DdlStatements {

  /** Errors that say a table, index, sequence, program, trigger, synonym, user or role is not. */
  private static final Set<Integer> MISSING =
      Set.of(942, 943, 1418, 2289, 4043, 4080, 1434, 1432, 1918, 1919);

  private DdlStatements() {}

  /**
   * Parses and runs a statement; the caller holds the dictionary's write lock and has committed.
   *
   * @throws SQLException the ORA error of whatever is wrong with it
   */
  public static void run(String text, DdlTarget target) throws SQLException {
    TokenCursor cursor = TokenCursor.of(text);
    String word = cursor.next().value();
    switch (word) {
      case "CREATE" -> create(cursor, target);
      case "ALTER" -> alter(cursor, target);
      case "DROP" -> drop(cursor, target);
      case "TRUNCATE" -> TableStatements.truncate(cursor, target);
      case "RENAME" -> RenameStatement.run(cursor, target);
      case "COMMENT" -> TableStatements.comment(cursor, target);
      case "GRANT" -> UserStatements.grantOrRevoke(cursor, target, true);
      case "REVOKE" -> UserStatements.grantOrRevoke(cursor, target, false);
      case "ANALYZE" -> analyze(cursor, target);
      case "PURGE" -> purge(cursor, target);
      default -> throw FromParser.unsupported();
    }
  }

  private static void create(TokenCursor cursor, DdlTarget target) throws SQLException {
    unless(955, cursor, target, DdlStatements::createObject, "IF", "NOT", "EXISTS");
  }

  private static void drop(TokenCursor cursor, DdlTarget target) throws SQLException {
    unless(0, cursor, target, DdlStatements::dropObject, "IF", "EXISTS");
  }

  private interface Change {
    void run(TokenCursor cursor, DdlTarget target) throws SQLException;
  }

  /** Since release 23 a statement may do nothing when the object is there, or is not. */
  private static void unless(
      int present, TokenCursor cursor, DdlTarget target, Change change, String... words)
      throws SQLException {
    TokenCursor ahead = cursor.copy();
    for (int i = 0; i < 6 && !ahead.atEnd() && !ahead.is("("); i++) {
      if (ahead.is(words) && target.session().release() >= 23) {
        int from = ahead.mark();
        TokenCursor bare = cursor.without(from, from + words.length);
        bare.reset(cursor.mark());
        try {
          change.run(bare, target);
        } catch (SQLException e) {
          boolean nothingToDo =
              present == 0 ? MISSING.contains(e.getErrorCode()) : e.getErrorCode() == present;
          if (!nothingToDo) {
            throw e;
          }
        }
        return;
      }
      ahead.next();
    }
    change.run(cursor, target);
  }

  private static void createObject(TokenCursor cursor, DdlTarget target) throws SQLException {
    boolean replace = cursor.accept("OR", "REPLACE");
    cursor.accept("NO", "FORCE");
    cursor.accept("FORCE");
    cursor.accept("EDITIONABLE");
    cursor.accept("NONEDITIONABLE");
    if (!replace && cursor.accept("TABLE")) {
      new CreateTableStatement(cursor, target).run();
    } else if (!replace
        && (cursor.is("INDEX") || cursor.is("UNIQUE", "INDEX") || cursor.is("BITMAP", "INDEX"))) {
      TableStatements.createIndex(cursor, target);
    } else if (!replace && cursor.accept("SEQUENCE")) {
      SequenceStatements.create(cursor, target);
    } else if (cursor.accept("VIEW")) {
      ViewStatements.createView(cursor, target, replace);
    } else if (cursor.accept("SYNONYM")) {
      ViewStatements.createSynonym(cursor, target, replace, false);
    } else if (cursor.accept("PUBLIC", "SYNONYM")) {
      ViewStatements.createSynonym(cursor, target, replace, true);
    } else if (!replace && cursor.accept("USER")) {
      UserStatements.createUser(cursor, target);
    } else if (!replace && cursor.accept("ROLE")) {
      UserStatements.createRole(cursor, target);
    } else if (cursor.isAny("PROCEDURE", "FUNCTION", "PACKAGE")) {
      ViewStatements.createProgram(cursor, target, cursor.next().value(), replace);
    } else if (cursor.accept("TRIGGER")) {
      TriggerStatements.create(cursor, target, replace);
    } else if (!replace && cursor.accept("GLOBAL", "TEMPORARY", "TABLE")) {
      new CreateTableStatement(cursor, target).temporary().run();
    } else if (!replace && cursor.isAny("TABLESPACE", "BIGFILE", "SMALLFILE")) {
      target.session().requireSystem("CREATE TABLESPACE");
      cursor.accept("BIGFILE");
      cursor.accept("SMALLFILE");
      cursor.expectWord("TABLESPACE");
      String tablespace = cursor.name(2180, "invalid option for CREATE TABLESPACE");
      if (!target.dictionary().tablespaces().add(tablespace)) {
        throw OraErrors.of(1543, "tablespace '" + tablespace + "' already exists");
      }
      cursor.skipAll();
      target.record(null, null, null, cursor.text());
    } else if (!replace && cursor.accept("CLUSTER")) {
      ClusterStatements.create(cursor, target);
    } else if (cursor.is("PLUGGABLE", "DATABASE")) {
      target.session().requireSystem("CREATE PLUGGABLE DATABASE");
      throw FromParser.unsupported();
    } else if (cursor.isAny("MATERIALIZED", "TYPE", "GLOBAL", "PRIVATE")) {
      throw FromParser.unsupported();
    } else {
      throw OraErrors.of(901, "invalid CREATE command");
    }
  }

  private static void alter(TokenCursor cursor, DdlTarget target) throws SQLException {
    if (cursor.accept("TABLE")) {
      AlterTableStatement.run(cursor, target);
    } else if (cursor.accept("INDEX")) {
      TableStatements.alterIndex(cursor, target);
    } else if (cursor.accept("SEQUENCE")) {
      SequenceStatements.alter(cursor, target);
    } else if (cursor.accept("USER")) {
      UserStatements.alterUser(cursor, target);
    } else if (cursor.accept("PLUGGABLE", "DATABASE")) {
      TopologyStatements.alterPluggable(cursor, target);
    } else if (cursor.accept("DATABASE")) {
      DatabaseStatements.alterDatabase(cursor, target);
    } else if (cursor.accept("SYSTEM")) {
      DatabaseStatements.alterSystem(cursor, target);
    } else if (cursor.accept("TRIGGER")) {
      TriggerStatements.alter(cursor, target);
    } else if (cursor.isAny("PROCEDURE", "FUNCTION", "PACKAGE")) {
      ViewStatements.compileProgram(cursor, target, cursor.next().value());
    } else if (cursor.isAny("VIEW", "TABLESPACE", "CLUSTER")) {
      throw FromParser.unsupported();
    } else {
      throw OraErrors.of(940, "invalid ALTER command");
    }
  }

  private static void dropObject(TokenCursor cursor, DdlTarget target) throws SQLException {
    if (cursor.accept("TABLE")) {
      TableStatements.drop(cursor, target);
    } else if (cursor.accept("INDEX")) {
      TableStatements.dropIndex(cursor, target);
    } else if (cursor.accept("SEQUENCE")) {
      SequenceStatements.drop(cursor, target);
    } else if (cursor.accept("VIEW")) {
      ViewStatements.dropView(cursor, target);
    } else if (cursor.accept("SYNONYM")) {
      ViewStatements.dropSynonym(cursor, target, false);
    } else if (cursor.accept("PUBLIC", "SYNONYM")) {
      ViewStatements.dropSynonym(cursor, target, true);
    } else if (cursor.accept("USER")) {
      UserStatements.dropUser(cursor, target);
    } else if (cursor.accept("CLUSTER")) {
      ClusterStatements.drop(cursor, target);
    } else if (cursor.accept("ROLE")) {
      UserStatements.dropRole(cursor, target);
    } else if (cursor.accept("TRIGGER")) {
      TriggerStatements.drop(cursor, target);
    } else if (cursor.isAny("PROCEDURE", "FUNCTION", "PACKAGE")) {
      cursor.next();
      ViewStatements.dropProgram(cursor, target);
    } else {
      throw OraErrors.of(950, "invalid DROP option");
    }
  }

  private static void analyze(TokenCursor cursor, DdlTarget target) throws SQLException {
    cursor.expectWord("TABLE");
    var table = Ddl.table(cursor, target, "ANALYZE ANY");
    cursor.skipAll();
    target.record(table.table().owner(), table.table().name(), table.table(), cursor.text());
  }

  private static void purge(TokenCursor cursor, DdlTarget target) throws SQLException {
    if (!cursor.accept("RECYCLEBIN") && !cursor.accept("DBA_RECYCLEBIN")) {
      throw FromParser.unsupported();
    }
    cursor.expectEnd();
    target.dictionary().purgeRecycleBin(target.session().currentSchema());
    target.record(null, null, null, cursor.text());
  }
}
