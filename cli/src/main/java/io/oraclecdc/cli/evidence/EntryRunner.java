package io.oraclecdc.cli.evidence;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.sql.Clob;
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
      String lacks = new Requirements(settings, mining).lacking(entry);
      if (!lacks.isEmpty()) {
        return EvidenceResult.skipped(lacks);
      }
      List<String> done = new ArrayList<>();
      try {
        for (String sql : entry.setup()) {
          execute(main, sql, "");
          done.add(sql);
        }
        main.commit();
        Steps steps = new Steps(entry, mining);
        steps.run();
        return new RedoRange(mining, entry, settings)
            .read(steps.begin, RedoRange.currentScn(mining))
            .with(steps.note);
      } catch (RefusedException e) {
        return EvidenceResult.skipped(String.valueOf(e.getMessage()));
      } finally {
        clean(main, done);
      }
    }
  }

  /** The statements of an entry's sessions. */
  private final class Steps {
    private final EvidenceEntry entry;
    private final Connection mining;
    private final Map<String, Connection> sessions = new LinkedHashMap<>();
    private long begin;
    private String note = "";

    Steps(EvidenceEntry entry, Connection mining) {
      this.entry = entry;
      this.mining = mining;
    }

    void run() throws SQLException {
      begin = RedoRange.currentScn(mining);
      try {
        for (EvidenceEntry.Step step : entry.steps()) {
          switch (step.kind()) {
            case RUN -> change(step);
            // the statement before has the current SCN
            case MARK -> begin = RedoRange.currentScn(mining) + 1;
            case LOG_SWITCH -> execute(mining, step.kind().sql(), "");
            case BUILD -> {
              long before = sequences(mining);
              execute(mining, step.kind().sql(), "");
              note = "log switches of the build: " + (sequences(mining) > before ? "some" : "none");
            }
          }
        }
      } finally {
        for (Connection session : sessions.values()) {
          session.rollback();
          session.close();
        }
      }
    }

    private void change(EvidenceEntry.Step step) throws SQLException {
      Connection session = sessions.get(step.session());
      if (session == null) {
        session =
            step.session().startsWith("second") ? settings.connectSecond() : settings.connect();
        session.setAutoCommit(false);
        sessions.put(step.session(), session);
      }
      if (step.fails()) {
        executeToFail(session, step.sql());
      } else {
        execute(session, step.sql(), step.bind());
      }
    }
  }

  private static long sequences(Connection mining) throws SQLException {
    try (Statement statement = mining.createStatement();
        ResultSet rows = statement.executeQuery("SELECT SUM(SEQUENCE#) FROM V$LOG")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void execute(Connection connection, String sql, String bind) throws SQLException {
    connection.setAutoCommit(false);
    try {
      if (bind.isEmpty()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(sql);
        }
      } else {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
          bind(statement, bind.split(" ", 2)[0], Integer.parseInt(bind.split(" ", 2)[1]));
          statement.execute();
        }
      }
    } catch (SQLException e) {
      throw new RefusedException(sql, e);
    }
  }

  /** Sets a value of so many characters or bytes in one of the ways a program does. */
  private static void bind(PreparedStatement statement, String kind, int length)
      throws SQLException {
    String text = "s".repeat(length);
    byte[] bytes = new byte[length];
    switch (kind) {
      case "string" -> statement.setString(1, text);
      case "reader" -> statement.setCharacterStream(1, new StringReader(text), length);
      case "stream" -> statement.setBinaryStream(1, new ByteArrayInputStream(bytes), length);
      case "bytes" -> statement.setBytes(1, bytes);
      case "clob" -> {
        Clob clob = statement.getConnection().createClob();
        clob.setString(1, text);
        statement.setClob(1, clob);
      }
      default -> throw new EvidenceException("no kind of value " + kind);
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

  /** Drops what the script made, under whatever name it is now. */
  private void clean(Connection main, List<String> done) throws SQLException {
    try (Statement statement = main.createStatement()) {
      for (String table : leftovers()) {
        statement.execute("DROP TABLE " + table + " CASCADE CONSTRAINTS PURGE");
      }
      for (String sql : done) {
        if (sql.startsWith("CREATE CLUSTER ")) {
          statement.execute("DROP CLUSTER " + sql.split("[ (]", 4)[2]);
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
