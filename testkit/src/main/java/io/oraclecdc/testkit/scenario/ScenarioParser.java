package io.oraclecdc.testkit.scenario;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.schema.TableSchema;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Lines to a {@link Scenario}. Made anew for each file. */
final class ScenarioParser {
  private static final String DEFAULT_TABLE =
      "CREATE TABLE APP.T (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), NOTE VARCHAR2(4000))";

  private static final Set<String> SESSION_NAMES =
      new TreeSet<>(
          Set.of(
              "NLS_DATE_FORMAT",
              "NLS_TIMESTAMP_FORMAT",
              "NLS_TIMESTAMP_TZ_FORMAT",
              "NLS_NUMERIC_CHARACTERS",
              "NLS_DATE_LANGUAGE",
              "NLS_LENGTH_SEMANTICS",
              "TIME_ZONE"));

  private final RowReader.Scns scns;
  private final Map<String, String> session = new LinkedHashMap<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, Integer> propertyLines = new LinkedHashMap<>();
  private final List<NumberedLine> tableLines = new ArrayList<>();
  private final List<NumberedLine> rowLines = new ArrayList<>();
  private final List<Scenario.Expected> expected = new ArrayList<>();

  ScenarioParser(RowReader.Scns scns) {
    this.scns = scns;
  }

  Scenario parse(String text) {
    int number = 0;
    for (String line : text.split("\r?\n", -1)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        sort(number, number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line);
      }
    }
    if (tableLines.isEmpty()) {
      tableLines.add(new NumberedLine(1, DEFAULT_TABLE));
    }
    List<TableSchema> tables = tables();
    return new Scenario(tables, session, properties, propertyLines, runs(tables), expected);
  }

  private void sort(int number, String line) {
    int blank = line.indexOf(' ');
    String word = (blank < 0 ? line : line.substring(0, blank)).toLowerCase(Locale.ROOT);
    String rest = blank < 0 ? "" : line.substring(blank + 1);
    switch (word) {
      case "table" -> tableLines.add(new NumberedLine(number, rest.strip()));
      case "session" -> session(number, setting(number, rest));
      case "set" -> property(number, setting(number, rest));
      case "then" -> expected.add(then(number, rest.strip()));
      case "row", "rowe", "restart", "insert", "update", "delete" ->
          rowLines.add(new NumberedLine(number, line));
      default ->
          throw new ScenarioException(
              number,
              "a line begins with table, session, set, row, rowe, insert, update, delete, restart, then or #, not with '"
                  + word
                  + "'");
    }
  }

  private static Map.Entry<String, String> setting(int number, String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new ScenarioException(number, "a setting is NAME=value");
    }
    return Map.entry(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
  }

  private void session(int number, Map.Entry<String, String> setting) {
    String name = setting.getKey();
    if (!SESSION_NAMES.contains(name)) {
      throw new ScenarioException(
          number, "a mining session has no setting '" + name + "', write one of " + SESSION_NAMES);
    }
    if (name.equals("TIME_ZONE")) {
      zone(number, setting.getValue());
    }
    session.put(name, setting.getValue());
  }

  private static void zone(int number, String text) {
    try {
      ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new ScenarioException(
          number,
          "TIME_ZONE is an offset such as +02:00 or a region such as Europe/Paris: " + text);
    }
  }

  private void property(int number, Map.Entry<String, String> setting) {
    String name = setting.getKey();
    if (!name.startsWith("cdc.")) {
      throw new ScenarioException(
          number, "set is followed by a property of docs/configuration.md, not by '" + name + "'");
    }
    Integer earlier = propertyLines.put(name, number);
    if (earlier != null) {
      throw new ScenarioException(
          number, name + " is set in line " + earlier + " already; take one of them away");
    }
    properties.put(name, setting.getValue());
  }

  private static Scenario.Expected then(int number, String json) {
    if (!json.startsWith("{")) {
      throw new ScenarioException(number, "then is followed by a JSON object");
    }
    return new Scenario.Expected(number, json);
  }

  private List<TableSchema> tables() {
    TableReader reader = new TableReader(properties);
    List<TableSchema> tables = new ArrayList<>();
    for (NumberedLine line : tableLines) {
      tables.add(reader.read(line));
    }
    return tables;
  }

  private List<List<MinedRow>> runs(List<TableSchema> tables) {
    RowReader reader = new RowReader(tables, scns);
    List<List<MinedRow>> runs = new ArrayList<>();
    List<MinedRow> run = new ArrayList<>();
    for (NumberedLine line : rowLines) {
      String text = line.text();
      if (text.strip().equalsIgnoreCase("restart")) {
        runs.add(run);
        run = new ArrayList<>();
      } else if (text.startsWith("row ") || text.startsWith("rowe ")) {
        run.add(reader.row(line));
      } else if (text.regionMatches(true, 0, "row", 0, 3)) {
        throw new ScenarioException(line.number(), "row and rowe are written in lower case");
      } else {
        run.addAll(reader.shorthand(line));
      }
    }
    runs.add(run);
    return runs;
  }
}
