package io.oraclecdc.benchmarks;

import io.debezium.connector.oracle.logminer.parser.LogMinerDmlParser;
import io.oraclecdc.benchmarks.memory.LargeValueReport;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs a benchmark of both sides and prints what it found. */
final class ComparisonReport {
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  private ComparisonReport() {}

  /** Both parsers in one run, after their results were found equal. */
  static void parsers() throws RunnerException {
    new ParserEquality(
            ParserBenchmark.textParser(), ParserBenchmark.debeziumParser(), OrderTables.debezium())
        .check(sample());
    report(ParserBenchmark.class);
  }

  /**
   * Statements to Java values on both sides in one run, after the values were found equal; then
   * what one large value takes.
   */
  static void decoders() throws RunnerException {
    new DecodeEquality(ParserBenchmark.typedParser(), new DebeziumDecoder(OrderTables.debezium()))
        .check(sample());
    report(DecodeBenchmark.class);
    LargeValueReport.print();
  }

  /**
   * Changes of rows to finished records on both sides in one run, from values and from statements,
   * after the records were found equal.
   */
  static void records() throws RunnerException {
    new RecordEquality().check(sample());
    Map<String, RunResult> results = run(RecordBenchmark.class);
    print("records of rows:");
    report("row", result(results, "ours"), result(results, "debezium"));
    print("records of statements, parsing and values included:");
    report(
        "statement",
        result(results, "oursFromStatements"),
        result(results, "debeziumFromStatements"));
    RecordBenchmark benchmark = new RecordBenchmark();
    benchmark.prepare();
    CpuSpeed speed = new CpuSpeed();
    printCpu("rows", speed.of(benchmark::ours), speed.of(benchmark::debezium));
    printCpu(
        "statements",
        speed.of(benchmark::oursFromStatements),
        speed.of(benchmark::debeziumFromStatements));
  }

  private static void printCpu(String unit, double ours, double debezium) {
    print(
        "records of %s per second of CPU time: ours %.0f debezium %.0f ratio %.2f",
        unit, ours, debezium, ours / debezium);
  }

  private static List<String> sample() {
    return new OrderStatements(ParserBenchmark.SEED).next(ParserBenchmark.COMPARED);
  }

  private static void report(Class<?> benchmark) throws RunnerException {
    Map<String, RunResult> results = run(benchmark);
    report("statement", result(results, "ours"), result(results, "debezium"));
  }

  private static void report(String unit, RunResult ours, RunResult debezium) {
    print(
        "ours %.0f debezium %.0f ratio %.2f",
        speed(ours), speed(debezium), speed(ours) / speed(debezium));
    print(
        "bytes per %s ours %.0f debezium %.0f share %.2f",
        unit, bytes(ours), bytes(debezium), bytes(ours) / bytes(debezium));
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
    String unsteady = unsteady(Map.of("ours", measured(ours), "debezium", measured(debezium)));
    if (unsteady != null) {
      print("%s", unsteady);
    }
  }

  /**
   * A mean of a benchmark.
   *
   * @param interval half the width of its interval of confidence
   */
  record Measured(double mean, double interval) {}

  private static Measured measured(RunResult result) {
    return new Measured(speed(result), error(result));
  }

  /** What to say when a figure says little, null when all of them are steady. */
  static @Nullable String unsteady(Map<String, Measured> sides) {
    List<String> wide =
        sides.entrySet().stream()
            .filter(side -> !(side.getValue().interval() <= side.getValue().mean() / 4))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return wide.isEmpty()
        ? null
        : "WARNING: the interval of "
            + String.join(" and ", wide)
            + " is wider than a quarter of the mean: the machine did other work, run it again on an"
            + " idle one";
  }

  private static Map<String, RunResult> run(Class<?> benchmark) throws RunnerException {
    Collection<RunResult> runs =
        new Runner(
                new OptionsBuilder()
                    .include(benchmark.getName() + "\\.")
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
