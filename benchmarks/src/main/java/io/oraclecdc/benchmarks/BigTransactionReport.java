package io.oraclecdc.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One transaction of five million rows with 200 small ones in between, in a heap of 256 MB; beside
 * it the peer's heap buffer with the same rows in the same heap.
 */
final class BigTransactionReport {
  private static final int ROWS = 5_000_000;
  private static final String HEAP = "256m";
  private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->(\\d+)M\\(\\d+M\\)");

  private final int rows;
  private final String heap;
  private final Path directory;

  private BigTransactionReport(int rows, String heap, Path directory) {
    this.rows = rows;
    this.heap = heap;
    this.directory = directory;
  }

  static void print() {
    try {
      System.out.println(measure(ROWS, HEAP).text());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What came out. */
  record Outcome(
      long delivered,
      long peakMegabytes,
      double spillMegabytesPerSecond,
      double ratio,
      String peer,
      String text) {}

  static Outcome measure(int rows, String heap) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("bigtx");
    try {
      return new BigTransactionReport(rows, heap, directory).measure();
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private Outcome measure() throws IOException, InterruptedException {
    Measured ours = child("ours", rows);
    Measured spill = child("spill", rows >= 1_000_000 ? 2_000 : 50);
    Measured cost = child("cost", rows);
    Measured peer = child("peer", rows);
    double ratio = cost.number(1) / cost.number(0);
    String text =
        String.format(
            Locale.ROOT,
            """
            bigtx: one transaction of %,d rows and 200 of 20 rows, heap %s
              delivered          %,d changes in %.1f s; %d MB on disk
              peak heap          %d MB before a collection, %d MB after one
              spill              %.0f MB/s written, %.0f MB/s read, %.0f MB written per CPU second
              encrypted          %.0f MB/s written, %.0f MB/s read, %.0f MB written per CPU second
              CPU per row        %.0f ns in transactions of 10,000 rows, %.0f ns in one of all: ratio %.2f (goal: at most 1.5)
              Debezium's buffer  %s after %,.0f rows""",
            rows,
            heap,
            (long) ours.number(0),
            ours.number(1),
            (long) ours.number(2),
            ours.heap().peak(),
            ours.heap().live(),
            spill.number(0),
            spill.number(1),
            spill.number(2),
            spill.number(3),
            spill.number(4),
            spill.number(5),
            cost.number(0),
            cost.number(1),
            ratio,
            peer.parts()[1],
            peer.number(0));
    return new Outcome(
        (long) ours.number(0), ours.heap().peak(), spill.number(0), ratio, peer.parts()[1], text);
  }

  private Measured child(String what, int count) throws IOException, InterruptedException {
    Path log = directory.resolve("gc-" + what);
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseParallelGC",
                "-Xlog:gc:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                BigTransactionReader.class.getName(),
                what,
                Integer.toString(count),
                directory.resolve("spill-" + what).toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    StringBuilder said = new StringBuilder();
    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("RESULT ")) {
          return new Measured(line.substring(7).split(" ", -1), heap(log));
        }
        said.append(line).append('\n');
      }
    } finally {
      child.destroyForcibly();
      child.waitFor();
    }
    throw new IllegalStateException(what + " ended without a result:\n" + said);
  }

  private static Heap heap(Path log) throws IOException {
    long peak = 0;
    long live = 0;
    for (String line : Files.readAllLines(log)) {
      Matcher matcher = COLLECTION.matcher(line);
      if (matcher.find()) {
        peak = Math.max(peak, Long.parseLong(matcher.group(1)));
        live = Math.max(live, Long.parseLong(matcher.group(2)));
      }
    }
    return new Heap(peak, live);
  }

  /**
   * Heap in use, MB.
   *
   * @param peak most before a collection
   * @param live most after one
   */
  private record Heap(long peak, long live) {}

  /** What a child printed. */
  @SuppressWarnings("ArrayRecordComponent") // Not compared.
  private record Measured(String[] parts, Heap heap) {
    double number(int index) {
      return Double.parseDouble(parts[index]);
    }
  }
}
