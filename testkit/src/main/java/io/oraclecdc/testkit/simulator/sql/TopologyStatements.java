package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** ALTER PLUGGABLE DATABASE, and what ALTER DATABASE does to threads and to the open state. */
final class TopologyStatements {

  private TopologyStatements() {}

  /** ALTER PLUGGABLE DATABASE, the cursor behind these words. */
  static void alterPluggable(TokenCursor cursor, DdlTarget target) throws SQLException {
    Administration administration = target.administration();
    if (!administration.isRoot() && !administration.isPluggable()) {
      throw OraErrors.of(65090, "operation only allowed in a container database");
    }
    target.session().requireSystem("ALTER DATABASE");
    if (cursor.isAny("ADD", "DROP")) {
      if (administration.isRoot()) {
        throw OraErrors.of(65046, "operation not allowed from outside a pluggable database");
      }
      DatabaseStatements.supplementalLogging(cursor, target);
      return;
    }
    List<String> names = names(cursor, administration);
    if (cursor.accept("OPEN")) {
      open(cursor, administration, names);
    } else if (cursor.accept("CLOSE")) {
      boolean immediate = cursor.accept("IMMEDIATE") || cursor.accept("ABORT");
      instances(cursor);
      for (String name : names) {
        administration.closePluggable(name, immediate);
      }
    } else if (cursor.is("SAVE", "STATE") || cursor.is("DISCARD", "STATE")) {
      boolean save = cursor.accept("SAVE");
      cursor.accept("DISCARD");
      cursor.next();
      instances(cursor);
      for (String name : names) {
        administration.saveState(name, save);
      }
    } else {
      throw FromParser.unsupported();
    }
    cursor.expectEnd();
  }

  private static List<String> names(TokenCursor cursor, Administration administration)
      throws SQLException {
    if (cursor.isAny("OPEN", "CLOSE", "SAVE", "DISCARD")) {
      if (!administration.isPluggable()) {
        throw OraErrors.of(65046, "operation not allowed from outside a pluggable database");
      }
      return List.of(administration.containerName());
    }
    if (cursor.accept("ALL")) {
      List<String> names = new ArrayList<>(administration.pluggables());
      if (cursor.accept("EXCEPT")) {
        do {
          names.remove(cursor.next().value());
        } while (cursor.accept(","));
      }
      return requireRoot(administration, names);
    }
    List<String> names = new ArrayList<>();
    do {
      names.add(cursor.next().value());
    } while (cursor.accept(","));
    return requireRoot(administration, names);
  }

  private static List<String> requireRoot(Administration administration, List<String> names)
      throws SQLException {
    boolean own = names.equals(List.of(administration.containerName()));
    if (administration.isPluggable() && !own) {
      throw OraErrors.of(
          65118, "operation affecting a pluggable database cannot be performed from another");
    }
    return names;
  }

  private static void open(TokenCursor cursor, Administration administration, List<String> names)
      throws SQLException {
    boolean readOnly = false;
    boolean restricted = false;
    boolean force = false;
    while (!cursor.atEnd() && !cursor.is("INSTANCES")) {
      if (cursor.accept("READ", "ONLY")) {
        readOnly = true;
      } else if (cursor.accept("RESTRICTED")) {
        restricted = true;
      } else if (cursor.accept("FORCE")) {
        force = true;
      } else if (!cursor.accept("READ", "WRITE")) {
        throw OraErrors.of(922, "missing or invalid option");
      }
    }
    instances(cursor);
    for (String name : names) {
      administration.openPluggable(name, readOnly, restricted, force);
    }
  }

  /** A container has one open mode here, the same in every instance. */
  private static void instances(TokenCursor cursor) throws SQLException {
    if (cursor.accept("INSTANCES", "=")) {
      cursor.expectWord("ALL");
    }
  }

  /** The forms of ALTER DATABASE about threads and the open state; false for other forms. */
  static boolean alterDatabase(TokenCursor cursor, DdlTarget target) throws SQLException {
    Administration administration = target.administration();
    if (cursor.accept("OPEN")) {
      requireOutside(administration);
      boolean resetLogs = cursor.accept("RESETLOGS");
      if (!resetLogs && !cursor.accept("NORESETLOGS")) {
        cursor.accept("READ", "WRITE");
      }
      cursor.expectEnd();
      administration.openDatabase(resetLogs);
      return true;
    }
    if (cursor.accept("RECOVER")) {
      requireOutside(administration);
      recover(cursor, administration);
      return true;
    }
    if (cursor.isAny("ENABLE", "DISABLE")) {
      requireOutside(administration);
      boolean enable = cursor.accept("ENABLE");
      if (!enable) {
        cursor.next();
      }
      boolean isPublic = enable && cursor.accept("PUBLIC");
      cursor.expect("THREAD", 905, "missing keyword");
      int thread = cursor.integer();
      cursor.expectEnd();
      if (enable) {
        administration.enableThread(thread, isPublic);
      } else {
        administration.disableThread(thread);
      }
      return true;
    }
    if (cursor.is("ADD", "LOGFILE")) {
      requireOutside(administration);
      cursor.next();
      cursor.next();
      addLogfile(cursor, administration);
      return true;
    }
    return false;
  }

  private static void requireOutside(Administration administration) throws SQLException {
    if (administration.isPluggable()) {
      throw OraErrors.of(65040, "operation not allowed from within a pluggable database");
    }
  }

  private static void recover(TokenCursor cursor, Administration administration)
      throws SQLException {
    boolean untilCancel = false;
    while (!cursor.atEnd()) {
      if (cursor.accept("UNTIL", "CANCEL")) {
        untilCancel = true;
      } else if (!cursor.accept("AUTOMATIC")
          && !cursor.accept("DATABASE")
          && !cursor.accept("CANCEL")
          && !cursor.accept("USING", "BACKUP", "CONTROLFILE")) {
        throw FromParser.unsupported();
      }
    }
    if (untilCancel) {
      administration.recoverUntilCancel();
    }
  }

  /** {@code [THREAD n] [GROUP g] ['file' | ('file', ..)] [SIZE s], ..}: one group for each item. */
  private static void addLogfile(TokenCursor cursor, Administration administration)
      throws SQLException {
    int thread = 0;
    if (cursor.accept("THREAD")) {
      thread = cursor.integer();
    }
    int groups = 0;
    do {
      groups++;
      while (!cursor.atEnd() && !cursor.is(",")) {
        if (cursor.is("(")) {
          cursor.skipGroup();
        } else {
          cursor.next();
        }
      }
    } while (cursor.accept(","));
    administration.addLogfiles(thread, groups);
  }
}
