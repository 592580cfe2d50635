package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be done while a database or a container is not open. */
final class OpenState {
  private static final Pattern QUALIFIED = Pattern.compile("\"([^\"]+)\"\\.\"([^\"]+)\"");
  private static final Pattern FIXED = Pattern.compile("G?V_?\\$.+|DUAL|ORA_.+");
  private static final Pattern ADMINISTRATION =
      Pattern.compile("(?is)\\s*ALTER\\s+(DATABASE|PLUGGABLE\\s+DATABASE|SYSTEM)\\b.*");

  private OpenState() {}

  /**
   * Fixed views can be read as long as an instance runs, everything else needs an open container.
   *
   * @throws SQLException ORA-01219, ORA-16000 for FOR UPDATE on what is open for reading only
   */
  static void requireReadable(Database database, QueryPlan query) throws SQLException {
    boolean isBehind = database.lagScns() > 0;
    if (database.isOpen() && !isBehind) {
      requireNoLock(database, query);
      return;
    }
    Matcher names = QUALIFIED.matcher(query.sql());
    while (names.find()) {
      boolean isObject = database.dictionary().grants().user(names.group(1)).isPresent();
      boolean isOfSys = names.group(1).equals("SYS");
      if (isObject && !database.isOpen() && !(isOfSys && isFixed(names.group(2)))) {
        throw OraErrors.of(
            1219,
            "database or pluggable database not open: queries allowed on fixed tables or views"
                + " only");
      }
      if (isObject && isBehind && !isOfSys) {
        throw OraErrors.of(
            600, "not supported by the simulator: rows of a standby that lags behind its primary");
      }
    }
    requireNoLock(database, query);
  }

  private static boolean isFixed(String name) {
    return FIXED.matcher(name).matches();
  }

  private static void requireNoLock(Database database, QueryPlan query) throws SQLException {
    if (database.isReadOnly() && query.lock().locks()) {
      throw OraErrors.of(16000, "database or pluggable database open for read-only access");
    }
  }

  /**
   * DML and DDL need a container that is open for writing.
   *
   * @throws SQLException ORA-01109, ORA-16000
   */
  static void requireWritable(Database database) throws SQLException {
    if (!database.isOpen()) {
      throw OraErrors.of(1109, "database not open");
    }
    if (database.isReadOnly()) {
      throw OraErrors.of(16000, "database or pluggable database open for read-only access");
    }
  }

  /** Whether a DDL statement is one that opens and recovers databases. */
  static boolean isAllowedUnopened(String text) {
    return ADMINISTRATION.matcher(text).matches();
  }
}
