package io.oraclecdc.benchmarks.snapshot;

import io.oraclecdc.testkit.simulator.served.SimulatorProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * Every row of a table, read by the engine in a small heap and by a plain JDBC loop of the engine's
 * chunk query, each alone in a JVM of its own: rows of a served simulator, and more rows that are
 * made while they are read.
 */
public final class SnapshotReport {
  private static final long SERVED_ROWS = 2_000_000;
  private static final long SYNTHETIC_ROWS = 10_000_000;
  private static final String HEAP = "256m";

  private SnapshotReport() {}

  /** Prints both comparisons. */
  public static void print() {
    try {
      System.out.println(served(SERVED_ROWS, HEAP).text());
      System.out.println(synthetic(SYNTHETIC_ROWS, HEAP).text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException("the rows could not be made", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * What a way needed.
   *
   * @param peak most heap before a collection, bytes
   * @param liveFirst most heap after a collection while the first half of the rows was read
   * @param liveSecond the same for the second half
   */
  record Outcome(
      long rows, long wallMillis, long cpuMillis, long peak, long liveFirst, long liveSecond) {
    double rowsPerSecond() {
      return rows * 1000.0 / wallMillis;
    }

    double cpuSecondsPerMillion() {
      return cpuMillis * 1000.0 / rows;
    }
  }

  /**
   * Both ways.
   *
   * @param source where the rows come from, in words
   */
  record Comparison(String source, String heap, Outcome engine, Outcome plain) {
    String text() {
      return String.format(
          Locale.ROOT,
          """
          snapshot: %,d rows of %s, heap %s
            engine      %,.0f rows/s, %.1f CPU s per million rows
            plain loop  %,.0f rows/s, %.1f CPU s per million rows; ratio of rows/s %.2f (goal: at least 0.5)
            heap        %d MB before a collection; after one at most %d MB in the first half, %d MB in the second""",
          engine.rows(),
          source,
          heap,
          engine.rowsPerSecond(),
          engine.cpuSecondsPerMillion(),
          plain.rowsPerSecond(),
          plain.cpuSecondsPerMillion(),
          engine.rowsPerSecond() / plain.rowsPerSecond(),
          engine.peak() >> 20,
          engine.liveFirst() >> 20,
          engine.liveSecond() >> 20);
    }
  }

  static Comparison served(long rows, String heap)
      throws IOException, SQLException, InterruptedException {
    try (SimulatorProcess database = SimulatorProcess.start(List.of("-Xmx6g"))) {
      prepare(database.url(), rows);
      Outcome plain = read("plain", database.url(), rows, heap);
      Outcome engine = read("engine", database.url(), rows, heap);
      return new Comparison("a served simulator", heap, engine, plain);
    }
  }

  static Comparison synthetic(long rows, String heap)
      throws IOException, SQLException, InterruptedException {
    try (SimulatorProcess database = SimulatorProcess.start()) {
      prepare(database.url(), 0);
      String url = SyntheticDriver.url(rows, database.url());
      Outcome plain = read("plain", url, rows, heap);
      Outcome engine = read("engine", url, rows, heap);
      return new Comparison("a source that makes them", heap, engine, plain);
    }
  }

  private static void prepare(String url, long rows) throws SQLException {
    try (Connection app = DriverManager.getConnection(url, "APP", "app");
        Statement statement = app.createStatement()) {
      OrderRows.create(statement);
      OrderRows.fill(app, rows);
    }
  }

  private static Outcome read(String way, String url, long rows, String heap)
      throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                RowReader.class.getName(),
                way,
                url,
                Long.toString(rows))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    StringBuilder said = new StringBuilder();
    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("RESULT ")) {
          Outcome outcome = outcome(line.split(" ", -1));
          if (outcome.rows() != rows) {
            throw new IllegalStateException(way + " read " + outcome.rows() + " of " + rows);
          }
          return outcome;
        }
        said.append(line).append('\n');
      }
    } finally {
      child.destroyForcibly();
      child.waitFor();
    }
    throw new IllegalStateException(way + " ended without a result:\n" + said);
  }

  private static Outcome outcome(String[] parts) {
    return new Outcome(
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        Long.parseLong(parts[4]),
        Long.parseLong(parts[5]),
        Long.parseLong(parts[6]));
  }
}
