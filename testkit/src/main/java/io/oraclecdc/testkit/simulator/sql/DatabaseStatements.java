package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.DatabaseLogging;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** ALTER DATABASE and ALTER SYSTEM. */
final class DatabaseStatements {

  private DatabaseStatements() {}

  static void alterDatabase(TokenCursor cursor, DdlTarget target) throws SQLException {
    target.session().requireSystem("ALTER DATABASE");
    if (TopologyStatements.alterDatabase(cursor, target)) {
      return;
    }
    if (cursor.isAny("FORCE", "NO")) {
      boolean force = !cursor.accept("NO");
      cursor.expectWord("FORCE");
      cursor.expectWord("LOGGING");
      cursor.expectEnd();
      target.dictionary().forceLogging(force);
      target.pluggables().forEach(p -> p.forceLogging(force));
      target.record(null, null, null, cursor.text());
      return;
    }
    supplementalLogging(cursor, target);
  }

  /** ADD or DROP SUPPLEMENTAL LOG DATA of the session's container. */
  static void supplementalLogging(TokenCursor cursor, DdlTarget target) throws SQLException {
    boolean add = cursor.is("ADD");
    if (!cursor.accept("ADD") && !cursor.accept("DROP")) {
      throw FromParser.unsupported();
    }
    cursor.expectWord("SUPPLEMENTAL");
    cursor.expectWord("LOG");
    cursor.expectWord("DATA");
    DatabaseLogging logging = target.dictionary().ownLogging();
    for (String kind : SupplementalLogClauses.kinds(cursor)) {
      if (!add && kind.equals("MIN") && logging.with("MIN", false).isOn()) {
        throw OraErrors.of(32589, "unable to drop minimal supplemental logging");
      }
      if (!add && !isOn(logging, kind)) {
        throw OraErrors.of(32587, "Cannot drop nonexistent " + kind + " supplemental logging");
      }
      logging = logging.with(kind, add);
    }
    cursor.expectEnd();
    target.dictionary().logging(logging);
    for (SimDictionary pluggable : target.pluggables()) {
      pluggable.inheritedLogging(logging);
    }
    target.refreshCatalog();
    target.record(null, null, null, cursor.text());
  }

  private static boolean isOn(DatabaseLogging logging, String kind) {
    return !logging.equals(logging.with(kind, false));
  }

  static void alterSystem(TokenCursor cursor, DdlTarget target) throws SQLException {
    target.session().requireSystem("ALTER SYSTEM");
    if (cursor.accept("SWITCH", "LOGFILE") || cursor.accept("ARCHIVE", "LOG", "ALL")) {
      cursor.expectEnd();
      requireOutside(target);
      target.switchLog();
    } else if (cursor.accept("ARCHIVE", "LOG", "CURRENT")) {
      cursor.expectEnd();
      requireOutside(target);
      target.administration().archiveCurrent();
    } else if (cursor.accept("SET")) {
      String name = cursor.next().value();
      cursor.expect("=", 927, "missing equal sign");
      StringBuilder value = new StringBuilder();
      while (!cursor.atEnd() && !cursor.isAny("SCOPE", "SID", "COMMENT", "CONTAINER")) {
        value.append(cursor.next().value());
      }
      cursor.skipAll();
      target.setParameter(name, value.toString());
    } else if (cursor.accept("CHECKPOINT")
        || cursor.accept("FLUSH", "BUFFER_CACHE")
        || cursor.accept("FLUSH", "SHARED_POOL")
        || cursor.accept("FLUSH", "REDO")) {
      cursor.expectEnd();
    } else {
      throw FromParser.unsupported();
    }
  }

  private static void requireOutside(DdlTarget target) throws SQLException {
    if (target.administration().isPluggable()) {
      throw OraErrors.of(65040, "operation not allowed from within a pluggable database");
    }
  }
}
