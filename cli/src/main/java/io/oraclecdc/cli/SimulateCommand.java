package io.oraclecdc.cli;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.OracleCdcEngine;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs an SQL script on a fresh simulated database and prints the records it caused. */
@Command(
    name = "simulate",
    description = {
      "Runs an SQL script on a fresh simulated Oracle database and prints the records that its commits caused.",
      "Statements end with ; or a line /. '-- session: name' switches the session, '-- set cdc.x=y' sets a property.",
      "Leading DDL runs before capture starts. Sessions log in as APP; work that is open at the end is rolled back."
    },
    mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Parameters(paramLabel = "SCRIPT", description = "SQL script, UTF-8.")
  private Path script = Path.of("");

  private final OutputLines lines;
  private final PrintStream err;

  SimulateCommand(OutputLines lines, PrintStream err) {
    this.lines = lines;
    this.err = err;
  }

  @Override
  public Integer call() throws Exception {
    SqlScript parsed = SqlScript.parse(read(script));
    int ddl = 0;
    while (ddl < parsed.statements().size() && parsed.statements().get(ddl).isDdl()) {
      ddl++;
    }
    List<SqlScript.Statement> prologue = parsed.statements().subList(0, ddl);
    List<SqlScript.Statement> rest = parsed.statements().subList(ddl, parsed.statements().size());
    if (prologue.isEmpty()) {
      throw new InputException(
          script
              + ": the script has to begin with the CREATE TABLE statements of the tables to capture");
    }
    try (OracleSimulator database =
            OracleSimulator.start("simulate-" + ProcessHandle.current().pid());
        ScriptSessions sessions = new ScriptSessions(database, err)) {
      Marker.create(database);
      prologue.forEach(sessions::execute);
      if (parsed.statements().stream().noneMatch(SimulateCommand::setsLogging)) {
        logAllColumns(database);
      }
      capture(database, sessions, config(database, parsed.settings()), rest);
      return sessions.exitStatus();
    }
  }

  private void capture(
      OracleSimulator database,
      ScriptSessions sessions,
      OracleCdcConfig config,
      List<SqlScript.Statement> statements)
      throws InterruptedException, SQLException {
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(config)
            .notifying(
                event -> {
                  for (String json : event.json()) {
                    lines.record(json);
                  }
                })
            .build()) {
      engine.start();
      if (!engine.awaitStreaming(PATIENCE)) {
        throw new InputException("capture did not start within " + PATIENCE.toSeconds() + " s");
      }
      for (SqlScript.Statement statement : statements) {
        if (statement.isDdl()) {
          awaitCaughtUp(engine, database);
        }
        sessions.execute(statement);
      }
      sessions.rollbackOpenWork();
      awaitCaughtUp(engine, database);
    }
  }

  /**
   * Waits until everything committed so far was delivered, so that a DDL statement finds capture
   * where a live one would be.
   */
  private static void awaitCaughtUp(OracleCdcEngine engine, OracleSimulator database)
      throws InterruptedException, SQLException {
    Scn scn = new Scn(database.currentScn());
    Marker.commitOne(database);
    boolean caughtUp = engine.awaitDelivered(scn, PATIENCE);
    if (!caughtUp) {
      throw new InputException("capture did not catch up within " + PATIENCE.toSeconds() + " s");
    }
  }

  private static OracleCdcConfig config(OracleSimulator database, Map<String, String> settings) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("cdc.database.url", database.url());
    properties.put("cdc.database.user", "C##CDC");
    properties.put("cdc.database.password", "cdc");
    properties.put("cdc.tables.include", "APP\\..*");
    properties.put("cdc.topic.prefix", "cdc");
    properties.put("cdc.snapshot.mode", "none");
    properties.put("cdc.mining.target.latency.ms", "50");
    properties.putAll(settings);
    return OracleCdcConfig.from(properties);
  }

  private static void logAllColumns(OracleSimulator database) throws SQLException {
    try (Connection sys = database.connectSys();
        Statement statement = sys.createStatement()) {
      statement.execute("ALTER DATABASE ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  private static boolean setsLogging(SqlScript.Statement statement) {
    return statement.sql().toUpperCase(java.util.Locale.ROOT).contains("SUPPLEMENTAL LOG");
  }

  static String read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new InputException("file not found: " + file);
    }
    try {
      String text = Files.readString(file);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException e) {
      throw new InputException(file + " cannot be read: it must be a text file in UTF-8");
    }
  }
}
