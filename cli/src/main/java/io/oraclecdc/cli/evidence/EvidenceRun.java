package io.oraclecdc.cli.evidence;

import io.oraclecdc.cli.evidence.Verdict.Variant;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs the catalogue on a database and writes what it found. Not thread-safe. */
public final class EvidenceRun {
  private final Catalogue catalogue = Catalogue.shipped();
  private final List<EvidenceEntry> entries;
  private final Consumer<String> messages;

  /**
   * A run.
   *
   * @param only ids of entries; empty for all
   * @param messages told what happens, one line each
   * @throws EvidenceException if there is no such entry
   */
  public EvidenceRun(List<String> only, Consumer<String> messages) {
    entries = catalogue.only(only);
    this.messages = messages;
  }

  /** All statements in order, as a script to read. */
  public List<String> statements() {
    List<String> lines = new ArrayList<>();
    lines.add("-- catalogue version " + catalogue.version());
    for (EvidenceEntry entry : entries) {
      lines.add("");
      lines.add("-- " + entry.id() + ": " + entry.question());
      entry.setup().forEach(sql -> lines.add(sql + ";"));
      for (EvidenceEntry.Step step : entry.steps()) {
        lines.add(
            switch (step.kind()) {
              case MARK -> "-- reading begins";
              case RUN -> "-- session: " + step.session() + "\n" + terminated(step.sql());
              case LOG_SWITCH, BUILD ->
                  "-- by the login that reads\n" + terminated(step.kind().sql());
            });
      }
      entry.setup().stream()
          .filter(sql -> sql.startsWith("CREATE TABLE "))
          .forEach(sql -> lines.add("DROP TABLE " + sql.split(" ", 4)[2] + " PURGE;"));
    }
    return lines;
  }

  private static String terminated(String sql) {
    return sql.endsWith(";") ? sql + "\n/" : sql + ";";
  }

  /**
   * Runs it and writes scenario files, answers and the report.
   *
   * @param config properties file: url, user, password, and mining.url, mining.user,
   *     mining.password if another login reads the redo
   * @param directory made if it is missing
   * @param confirmed asked once, before anything is changed
   * @return 0 if the database answers as the simulator, 1 if it differs somewhere
   * @throws EvidenceException if the database or the answer of the user does not allow the run
   */
  public int run(Path config, Path directory, BooleanSupplier confirmed)
      throws SQLException, IOException {
    EvidenceSettings settings = EvidenceSettings.read(config);
    EntryRunner runner = new EntryRunner(settings);
    Map<String, String> database = runner.database();
    if ("NO".equals(database.get("supplemental_logging"))) {
      throw new EvidenceException(
          "minimal supplemental logging is off: ALTER DATABASE ADD SUPPLEMENTAL LOG DATA");
    }
    List<String> leftovers = runner.leftovers();
    if (!leftovers.isEmpty()) {
      throw new EvidenceException(
          "tables of an earlier run, or of somebody else, are there: "
              + leftovers
              + "; look at them and drop them first");
    }
    messages.accept(
        entries.size()
            + " scripts will create, change and drop tables named "
            + Catalogue.PREFIX
            + "* as "
            + settings);
    if (!confirmed.getAsBoolean()) {
      throw new EvidenceException("not confirmed, nothing was changed");
    }
    List<Verdict> verdicts = new ArrayList<>();
    Files.createDirectories(directory);
    try (SimulatedAnswers byDefault = new SimulatedAnswers(Set.of())) {
      for (EvidenceEntry entry : entries) {
        EvidenceResult result = runner.run(entry);
        write(
            directory, entry.id() + ".scenario", ScenarioText.of(entry, result, settings.owner()));
        List<String> answer =
            result.isSkipped()
                ? List.of(EvidenceComparison.SKIPPED + result.skipped())
                : result.answer(entry, settings.owner());
        write(directory, entry.id() + ".answer", String.join("\n", answer) + "\n");
        List<String> simulated = result.isSkipped() ? List.of() : byDefault.answer(entry);
        verdicts.add(
            new Verdict(
                entry,
                answer,
                simulated,
                variants(entry, answer, simulated, result.isSkipped()),
                result.skipped()));
      }
    }
    EvidenceReport report = new EvidenceReport(catalogue, database, verdicts);
    write(directory, "report.md", report.text());
    report.summary().forEach(messages);
    return report.hasDifferences() ? 1 : 0;
  }

  private static Map<String, Variant> variants(
      EvidenceEntry entry, List<String> answer, List<String> simulated, boolean skipped)
      throws SQLException {
    Map<RedoBehaviour, Variant> variants = new EnumMap<>(RedoBehaviour.class);
    for (String name : entry.switches()) {
      RedoBehaviour behaviour = RedoBehaviour.valueOf(name);
      Variant variant = skipped ? Variant.SKIPPED : Variant.DEFAULT;
      if (!skipped && !answer.equals(simulated)) {
        try (SimulatedAnswers switched = new SimulatedAnswers(Set.of(behaviour))) {
          variant = switched.answer(entry).equals(answer) ? Variant.SWITCHED : Variant.NEITHER;
        }
      }
      variants.put(behaviour, variant);
    }
    Map<String, Variant> byName = new LinkedHashMap<>();
    variants.forEach((behaviour, variant) -> byName.put(behaviour.name(), variant));
    return byName;
  }

  private static void write(Path directory, String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text, StandardCharsets.UTF_8);
  }

  /**
   * Compares the answers of two runs.
   *
   * @throws EvidenceException if one of them is no directory with results
   */
  public static EvidenceComparison compare(Path left, Path right) throws IOException {
    return EvidenceComparison.of(left, right, Catalogue.shipped());
  }
}
