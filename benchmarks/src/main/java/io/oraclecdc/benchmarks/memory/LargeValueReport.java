package io.oraclecdc.benchmarks.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One large value in a heap that is hardly larger: from the redo in 10,000 pieces, and from its
 * table. The goals: 100 MB of pieces pass with {@code -Xmx320m}, and a value needs at most twice
 * its size and 64 MB.
 */
public final class LargeValueReport {
  /** Size of the values: 100 MB in 10,000 pieces. */
  static final int UNITS = 10_000 * LargeValueRedo.PIECE;

  private static final int SECONDS = 300;

  private LargeValueReport() {}

  /** Prints a line per value and heap. */
  public static void print() {
    try {
      for (String type : List.of("BLOB", "CLOB", "XMLTYPE")) {
        System.out.println(text("redo", type, 320));
        System.out.println(text("redo", type, goal(UNITS)));
      }
      for (String type : List.of("BLOB", "CLOB", "XMLTYPE")) {
        System.out.println(text("table", type, goal(UNITS)));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Twice a value of one byte a unit and 64 MB, as the argument of {@code -Xmx}. */
  static int goal(int units) {
    return (int) ((2L * units + (64L << 20)) >> 20);
  }

  private static String text(String from, String type, int megabytes)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    Outcome outcome = run(from, type, UNITS, "fail", megabytes);
    return String.format(
        Locale.ROOT,
        "memory %s of %d bytes from the %s, -Xmx%dm: %s, peak heap %d MB, live heap %d MB, %.1f s",
        type,
        UNITS,
        from,
        megabytes,
        outcome.isWhole(UNITS) ? "passes" : "DOES NOT PASS (" + outcome.text() + ")",
        outcome.peak() >> 20,
        outcome.live() >> 20,
        (System.nanoTime() - began) / 1e9);
  }

  /**
   * What became of a value.
   *
   * @param what {@code units} for a value, {@code unavailable}, or the code of an error
   * @param units its length
   * @param peak most heap before a collection, bytes
   * @param live most heap after a collection, bytes
   * @param text everything the process printed
   */
  record Outcome(String what, long units, long peak, long live, String text) {
    boolean isWhole(int wanted) {
      return what.equals("units") && units == wanted;
    }
  }

  /**
   * Runs a process with a heap of that size.
   *
   * @param from {@code redo} or {@code table}
   * @param type BLOB, CLOB or XMLTYPE
   * @param oversize {@code fail} or {@code placeholder}
   */
  static Outcome run(String from, String type, int units, String oversize, int megabytes)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("large-value");
    try {
      Path output = directory.resolve("output");
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx" + megabytes + "m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  LargeValueProcess.class.getName(),
                  from,
                  type,
                  Integer.toString(units),
                  oversize,
                  directory.resolve("spill").toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly().waitFor();
      String text = Files.readString(output, StandardCharsets.UTF_8);
      return ended ? outcome(text) : new Outcome("too slow", 0, 0, 0, text);
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static Outcome outcome(String text) {
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("RESULT ")) {
        String[] parts = line.substring(7).strip().split(" ", -1);
        return new Outcome(
            parts[0],
            Long.parseLong(parts[1]),
            Long.parseLong(parts[2]),
            Long.parseLong(parts[3]),
            text);
      }
    }
    return new Outcome("no result", 0, 0, 0, text);
  }
}
