package io.oraclecdc.benchmarks;

import io.debezium.connector.oracle.logminer.parser.LogMinerDmlParser;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link ParserBenchmark} and prints what it found. */
final class ParserReport {
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  private ParserReport() {}

  /** Both parsers in one run, after their results were found equal. */
  static void comparison() throws RunnerException {
    new ParserEquality(
            ParserBenchmark.textParser(), ParserBenchmark.debeziumParser(), OrderTables.debezium())
        .check(new OrderStatements(ParserBenchmark.SEED).next(ParserBenchmark.COMPARED));
    Map<String, RunResult> results = run("ours|debezium");
    RunResult ours = result(results, "ours");
    RunResult debezium = result(results, "debezium");
    print(
        "ours %.0f debezium %.0f ratio %.2f",
        speed(ours), speed(debezium), speed(ours) / speed(debezium));
    print(
        "bytes per statement ours %.0f debezium %.0f share %.2f",
        bytes(ours), bytes(debezium), bytes(ours) / bytes(debezium));
    print(
        "99.9%% intervals ours +-%.0f debezium +-%.0f; %d statements, results of %d equal; Debezium"
            + " %s; Java %s; %d processors",
        error(ours),
        error(debezium),
        ParserBenchmark.STATEMENTS,
        ParserBenchmark.COMPARED,
        debeziumVersion(),
        System.getProperty("java.version"),
        Runtime.getRuntime().availableProcessors());
  }

  /** Statements to Java values, which is what the decoder does. */
  static void typed() throws RunnerException {
    RunResult typed = result(run("typed"), "typed");
    print(
        "statements to Java values: %.0f/s +-%.0f, %.0f bytes per statement",
        speed(typed), error(typed), bytes(typed));
  }

  private static Map<String, RunResult> run(String methods) throws RunnerException {
    Collection<RunResult> runs =
        new Runner(
                new OptionsBuilder()
                    .include(ParserBenchmark.class.getName() + "\\.(" + methods + ")$")
                    .addProfiler(GCProfiler.class)
                    .verbosity(VerboseMode.SILENT)
                    .shouldFailOnError(true)
                    .build())
            .run();
    Map<String, RunResult> results = new TreeMap<>();
    for (RunResult run : runs) {
      results.put(run.getPrimaryResult().getLabel(), run);
    }
    return results;
  }

  private static RunResult result(Map<String, RunResult> results, String name) {
    RunResult result = results.get(name);
    if (result == null) {
      throw new IllegalStateException("no result of " + name + " in " + results.keySet());
    }
    return result;
  }

  private static double speed(RunResult result) {
    return result.getPrimaryResult().getScore();
  }

  private static double error(RunResult result) {
    return result.getPrimaryResult().getScoreError();
  }

  private static double bytes(RunResult result) {
    return Objects.requireNonNull(
            result.getSecondaryResults().get(ALLOCATION), "no figure of allocation")
        .getScore();
  }

  private static String debeziumVersion() {
    String version = LogMinerDmlParser.class.getPackage().getImplementationVersion();
    return version == null ? "of an unknown version" : version;
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
