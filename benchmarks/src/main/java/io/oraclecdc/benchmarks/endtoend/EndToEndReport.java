package io.oraclecdc.benchmarks.endtoend;

import io.oraclecdc.testkit.simulator.served.SimulatorProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * From the redo of a served database to records: the work is done once, then each side reads it
 * alone, in a JVM of its own with the same heap.
 */
public final class EndToEndReport {
  /** Enough for what is fast from the first row on and for what has to be compiled first. */
  private static final long CHANGES = 2_000_000;

  private static final String HEAP = "1g";

  /**
   * What a side needs is seen when garbage is collected soon: left alone, the collector lets it
   * grow to most of the heap it has, however little is in use.
   */
  private static final List<String> SMALL_YOUNG_GENERATION = List.of("-Xmn16m");

  private static final long CHANGES_FOR_HEAP = 500_000;

  private EndToEndReport() {}

  /**
   * What a side needed.
   *
   * @param rows records delivered, tombstones not counted
   * @param wallMillis from its start to the last record
   * @param cpuMillis of its whole process
   * @param peakHeapBytes most heap in use
   * @param liveHeapBytes most heap that a collection left in use
   */
  record Outcome(
      long rows, long wallMillis, long cpuMillis, long peakHeapBytes, long liveHeapBytes) {
    double rowsPerSecond() {
      return rows * 1000.0 / wallMillis;
    }

    double cpuSecondsPerMillion() {
      return cpuMillis * 1000.0 / rows;
    }
  }

  /**
   * Both sides and the work they read.
   *
   * @param changes that were made
   * @param ours the engine's
   * @param debezium the peer's
   * @param oursSmall the engine's with a small young generation, on a part of the work
   * @param debeziumSmall the peer's likewise
   */
  record Comparison(
      long changes, Outcome ours, Outcome debezium, Outcome oursSmall, Outcome debeziumSmall) {
    String line() {
      return String.format(
          Locale.ROOT,
          "e2e: ours %s; debezium %s; ratio %.2f%n"
              + "e2e with a young generation of 16 MB: ours %s; debezium %s; ratio %.2f",
          text(ours),
          text(debezium),
          debezium.cpuSecondsPerMillion() / ours.cpuSecondsPerMillion(),
          text(oursSmall),
          text(debeziumSmall),
          debeziumSmall.cpuSecondsPerMillion() / oursSmall.cpuSecondsPerMillion());
    }

    private static String text(Outcome outcome) {
      return String.format(
          Locale.ROOT,
          "%.1f CPU s/million rows, %.0f rows/s, heap %d MB (live %d MB)",
          outcome.cpuSecondsPerMillion(),
          outcome.rowsPerSecond(),
          outcome.peakHeapBytes() >> 20,
          outcome.liveHeapBytes() >> 20);
    }
  }

  /** Prints the comparison. */
  public static void run() {
    try {
      System.out.println(compare(CHANGES, HEAP).line());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException("the end-to-end run failed", e);
    }
  }

  static Comparison compare(long changes, String heap)
      throws IOException, SQLException, InterruptedException {
    try (SimulatorProcess database = SimulatorProcess.start(List.of("-Xmx4g"))) {
      prepare(database.url());
      long scn = currentScn(database.url());
      long made;
      try (Connection app = DriverManager.getConnection(database.url(), "APP", "app")) {
        made = new OrderWork(app).run(changes);
      }
      Work work = new Work(database.url(), scn, heap);
      long some = Math.min(made, CHANGES_FOR_HEAP);
      return new Comparison(
          made,
          read("ours", work, Long.MAX_VALUE, List.of()),
          read("debezium", work, Long.MAX_VALUE, List.of()),
          read("ours", work, some, SMALL_YOUNG_GENERATION),
          read("debezium", work, some, SMALL_YOUNG_GENERATION));
    }
  }

  private static void prepare(String url) throws SQLException {
    try (Connection app = DriverManager.getConnection(url, "APP", "app")) {
      execute(app, OrderWork.definitions());
    }
    String user = Reader.USER;
    try (Connection sys = DriverManager.getConnection(url, "SYS", "oracle")) {
      execute(
          sys,
          List.of(
              "CREATE USER "
                  + user
                  + " IDENTIFIED BY "
                  + Reader.PASSWORD
                  + " QUOTA UNLIMITED ON USERS",
              "GRANT CREATE SESSION, SELECT ANY TABLE, FLASHBACK ANY TABLE, LOCK ANY TABLE, LOGMINING,"
                  + " SELECT ANY TRANSACTION, CREATE TABLE, CREATE SEQUENCE, SELECT_CATALOG_ROLE,"
                  + " EXECUTE_CATALOG_ROLE TO "
                  + user));
    }
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static long currentScn(String url) throws SQLException {
    try (Connection sys = DriverManager.getConnection(url, "SYS", "oracle");
        Statement statement = sys.createStatement();
        ResultSet rows = statement.executeQuery("SELECT CURRENT_SCN FROM V$DATABASE")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private record Work(String url, long scn, String heap) {}

  private static Outcome read(String side, Work work, long most, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + work.heap());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(
            Reader.class.getName(),
            side,
            work.url(),
            Long.toString(work.scn()),
            Long.toString(most)));
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    StringBuilder said = new StringBuilder();
    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("RESULT ")) {
          String[] parts = line.split(" ", -1);
          return new Outcome(
              Long.parseLong(parts[1]),
              Long.parseLong(parts[2]),
              Long.parseLong(parts[3]),
              Long.parseLong(parts[4]),
              Long.parseLong(parts[5]));
        }
        said.append(line).append('\n');
      }
    } finally {
      child.destroyForcibly();
      child.waitFor();
    }
    throw new IllegalStateException(side + " ended without a result:\n" + said);
  }
}
