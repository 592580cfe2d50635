package io.oraclecdc.cli.evidence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the script of an entry on a database, reads its redo and removes its objects. */
final class EntryRunner {
  private final EvidenceSettings settings;

  EntryRunner(EvidenceSettings settings) {
    this.settings = settings;
  }

  /** Objects of the kit that are there already; they would be dropped, so none may be. */
  List<String> leftovers() throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection connection = settings.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT TABLE_NAME FROM ALL_TABLES WHERE OWNER = ? AND SUBSTR(TABLE_NAME, 1, 7) ="
                    + " ?")) {
      statement.setString(1, settings.owner());
      statement.setString(2, Catalogue.PREFIX);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }

  /** Release and settings of the database, for the report. */
  Map<String, String> database() throws SQLException {
    Map<String, String> facts = new LinkedHashMap<>();
    try (Connection connection = settings.connectMining();
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT BANNER FROM V$VERSION")) {
        facts.put("release", rows.next() ? rows.getString(1) : "unknown");
      }
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT LOG_MODE, SUPPLEMENTAL_LOG_DATA_MIN, CDB FROM V$DATABASE")) {
        rows.next();
        facts.put("log_mode", rows.getString(1));
        facts.put("supplemental_logging", rows.getString(2));
        facts.put("cdb", rows.getString(3));
      }
    }
    return facts;
  }

  EvidenceResult run(EvidenceEntry entry) throws SQLException {
    try (Connection mining = settings.connectMining();
        Connection main = settings.connect()) {
      try {
        for (String sql : entry.setup()) {
          execute(main, sql);
        }
        main.commit();
        long begin = steps(entry, mining);
        return new RedoRange(mining, entry, settings).read(begin, RedoRange.currentScn(mining));
      } catch (RefusedException e) {
        return new EvidenceResult(List.of(), List.of(), String.valueOf(e.getMessage()), true);
      } finally {
        clean(main, entry);
      }
    }
  }

  private long steps(EvidenceEntry entry, Connection mining) throws SQLException {
    Map<String, Connection> sessions = new LinkedHashMap<>();
    long begin = RedoRange.currentScn(mining);
    try {
      for (EvidenceEntry.Step step : entry.steps()) {
        if (step.isMark()) {
          // the statement before has the current SCN
          begin = RedoRange.currentScn(mining) + 1;
          continue;
        }
        Connection session = sessions.get(step.session());
        if (session == null) {
          session = settings.connect();
          session.setAutoCommit(false);
          sessions.put(step.session(), session);
        }
        if (step.fails()) {
          executeToFail(session, step.sql());
        } else {
          execute(session, step.sql());
        }
      }
    } finally {
      for (Connection session : sessions.values()) {
        session.rollback();
        session.close();
      }
    }
    return begin;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new RefusedException(sql, e);
    }
  }

  private static void executeToFail(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      return;
    }
    throw new SQLException("a statement that had to fail did not: " + sql);
  }

  private static void clean(Connection main, EvidenceEntry entry) throws SQLException {
    for (String sql : entry.setup()) {
      if (sql.startsWith("CREATE TABLE ")) {
        String table = sql.substring("CREATE TABLE ".length()).split("[ (]", 2)[0];
        try (Statement statement = main.createStatement()) {
          statement.execute("DROP TABLE " + table + " PURGE");
        } catch (SQLException e) {
          if (e.getErrorCode() != 942) {
            throw e;
          }
        }
      }
    }
  }

  /** A statement of the script is not possible on this database. */
  private static final class RefusedException extends SQLException {
    private static final long serialVersionUID = 1L;

    RefusedException(String sql, SQLException cause) {
      super(
          "ORA-%05d at %s".formatted(cause.getErrorCode(), sql),
          cause.getSQLState(),
          cause.getErrorCode(),
          cause);
    }
  }
}
