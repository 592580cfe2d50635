package io.oraclecdc.benchmarks;

import io.oraclecdc.benchmarks.endtoend.EndToEndReport;
import io.oraclecdc.benchmarks.snapshot.SnapshotReport;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.RunnerException;

/** Runs a benchmark by its name: {@code mvn -q -Pbench -Dbench=parser}. */
public final class Main {
  private static final String ALL = "all";

  private Main() {}

  /** A benchmark that prints its result. */
  @FunctionalInterface
  interface Report {
    void run() throws RunnerException;
  }

  private static Map<String, Report> reports() {
    return new TreeMap<>(
        Map.of(
            "bigtx",
            BigTransactionReport::print,
            "parser",
            ComparisonReport::parsers,
            "decode",
            ComparisonReport::decoders,
            "e2e",
            EndToEndReport::run,
            "records",
            ComparisonReport::records,
            "simulator",
            SimulatorReport::print,
            "snapshot",
            SnapshotReport::print,
            "tables",
            TablesReport::print));
  }

  /**
   * Entry point.
   *
   * @param arguments the name of a benchmark, or {@code all}
   */
  public static void main(String[] arguments) throws RunnerException {
    Map<String, Report> reports = reports();
    String name = arguments.length == 0 ? ALL : arguments[0];
    if (arguments.length > 1 || !(name.equals(ALL) || reports.containsKey(name))) {
      System.err.println(
          "unknown benchmark: "
              + String.join(" ", arguments)
              + "; known: "
              + String.join(", ", reports.keySet())
              + ", "
              + ALL);
      System.exit(2);
    }
    for (Map.Entry<String, Report> report : reports.entrySet()) {
      if (name.equals(ALL) || name.equals(report.getKey())) {
        report.getValue().run();
      }
    }
  }
}
