package io.oraclecdc.cli;

import io.oraclecdc.change.Change;
import io.oraclecdc.commit.DeliveredKinds;
import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.DecodeErrorAction;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.UnsupportedColumnsAction;
import io.oraclecdc.engine.JsonRecords;
import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.format.DebeziumFormat;
import io.oraclecdc.format.FormatSettings;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.pipeline.DeadLetters;
import io.oraclecdc.pipeline.FittingDecoder;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.testkit.scenario.Scenario;
import io.oraclecdc.testkit.scenario.ScenarioException;
import io.oraclecdc.testkit.scenario.ScenarioResult;
import io.oraclecdc.testkit.scenario.ScenarioRunner;
import io.oraclecdc.testkit.scenario.ScenarioStages;
import io.oraclecdc.value.CodecContext;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plays the rows of a scenario file through the stages and prints the records. */
@Command(
    name = "replay",
    description = {
      "Plays rows of V$LOGMNR_CONTENTS from a scenario file and prints the records they lead to.",
      "With --check, the output must equal the file's 'then' lines.",
      "With 'set cdc.on.decode.error=dlq', rows that cannot be decoded are left out and listed on standard error."
    },
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Scenario file, UTF-8.")
  private Path file = Path.of("");

  @Option(
      names = "--check",
      description = "Compare with the 'then' lines; status 1 on a difference.")
  private boolean check;

  private final OutputLines lines;
  private final PrintStream err;

  ReplayCommand(OutputLines lines, PrintStream err) {
    this.lines = lines;
    this.err = err;
  }

  @Override
  public Integer call() throws Exception {
    Scenario scenario = parse(SimulateCommand.read(file));
    Stages stages = new Stages(checked(scenario));
    ScenarioResult result = new ScenarioRunner(stages).run(scenario);
    result.lines().forEach(lines::record);
    stages.left.forEach(error -> err.println("dead letter: " + error));
    if (!stages.left.isEmpty()) {
      err.println("rows left out as dead letters (cdc.on.decode.error=dlq): " + stages.left.size());
    }
    scenario
        .undeclared()
        .forEach(
            (table, rows) ->
                err.println(
                    "passed over: "
                        + rows
                        + (rows == 1 ? " row of " : " rows of ")
                        + table
                        + ", which the file does not declare as a table"));
    if (check && !scenario.expected().isEmpty()) {
      return check(scenario, result.lines());
    }
    return result.error().isPresent() ? 1 : 0;
  }

  private Scenario parse(String text) {
    try {
      return Scenario.parseFile(text);
    } catch (ScenarioException e) {
      throw new InputException(file + ": " + e.getMessage());
    }
  }

  private int check(Scenario scenario, List<String> actual) {
    List<String> differences = ExpectedLines.differences(file, scenario.expected(), actual);
    differences.forEach(err::println);
    if (!differences.isEmpty()) {
      return 1;
    }
    err.println(actual.size() + (actual.size() == 1 ? " line" : " lines") + " as expected");
    return 0;
  }

  private OracleCdcConfig checked(Scenario scenario) {
    try {
      return config(scenario);
    } catch (ConfigurationException e) {
      throw new InputException(
          e.problems().stream()
              .map(problem -> file + ": " + line(scenario, problem) + problem)
              .collect(Collectors.joining(System.lineSeparator())));
    }
  }

  /** The set line that a problem is about. */
  private static String line(Scenario scenario, String problem) {
    return scenario.propertyLines().entrySet().stream()
        .filter(set -> problem.startsWith(set.getKey() + " ") || problem.contains(set.getKey()))
        .min(Comparator.comparing(set -> !problem.startsWith(set.getKey() + " ")))
        .map(set -> "line " + set.getValue() + ": ")
        .orElse("");
  }

  private static OracleCdcConfig config(Scenario scenario) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("cdc.database.url", "jdbc:oracle-scenario:replay");
    properties.put("cdc.database.user", "replay");
    properties.put("cdc.database.password", "replay");
    properties.put("cdc.tables.include", ".*");
    properties.put("cdc.topic.prefix", "cdc");
    properties.put("cdc.snapshot.mode", "none");
    properties.putAll(scenario.properties());
    return OracleCdcConfig.from(properties);
  }

  /** The stages of the product, without database. */
  private static final class Stages implements ScenarioStages {
    private final OracleCdcConfig config;
    private final DebeziumFormat format;
    private final JsonRecords json = new JsonRecords();

    /** Errors of rows that were left out; a restart tells them again, they count once. */
    private final Set<String> left = new LinkedHashSet<>();

    Stages(OracleCdcConfig config) {
      this.config = config;
      this.format = new DebeziumFormat(FormatSettings.of(config));
    }

    @Override
    public RowDecoder decoder(Scenario scenario, SchemaCatalog catalog) {
      RedoSettings defaults = RedoSettings.defaults();
      RedoSettings settings =
          new RedoSettings(
              codecs(scenario),
              config.get(ConfigKeys.REDO_UNESCAPED_QUOTES),
              defaults.maxStatementCharacters(),
              config.get(ConfigKeys.LOG_SENSITIVE_DATA),
              config.get(ConfigKeys.UNSUPPORTED_COLUMNS) == UnsupportedColumnsAction.RESELECT
                  ? RedoSettings.UnsupportedRows.RESELECT
                  : RedoSettings.UnsupportedRows.FAIL);
      return FittingDecoder.of(config, new SqlRedoDecoder(catalog, settings));
    }

    @Override
    public AssemblySettings assembly(Scenario scenario) {
      return AssemblySettings.of(config, codecs(scenario));
    }

    @Override
    public DeliveredKinds kinds(Scenario scenario) {
      return DeliveredKinds.of(config);
    }

    @Override
    public DeadLetters deadLetters(Scenario scenario) {
      return config.get(ConfigKeys.ON_DECODE_ERROR) == DecodeErrorAction.FAIL
          ? DeadLetters.REFUSED
          : (row, error) -> left.add(error.code().code() + " " + error.observed());
    }

    private CodecContext codecs(Scenario scenario) {
      CodecContext standard = RedoSettings.defaults().codecs();
      String zone = scenario.session().get("TIME_ZONE");
      return new CodecContext(
          standard.databaseCharset(),
          standard.nationalCharset(),
          zone == null ? standard.sessionZone() : ZoneId.of(zone),
          RedoSettings.disguises(config));
    }

    @Override
    public List<String> lines(Change change) {
      List<String> texts = new ArrayList<>();
      for (ChangeRecord record : format.records(change)) {
        texts.add(json.line(record));
      }
      return texts;
    }
  }
}
