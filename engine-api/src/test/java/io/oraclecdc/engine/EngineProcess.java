package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A {@link KilledEngine} in a JVM of its own: it waits, works, and is killed.
 *
 * @param output what it says of itself
 * @param file a line per event
 */
record EngineProcess(Process process, BufferedReader output, Path file) {

  /**
   * Starts one that waits for {@link #go}.
   *
   * @param directory of the state, which all of them share, and of the files of events
   * @param number tells it from the others
   */
  static EngineProcess start(Path directory, int number, String url) throws IOException {
    Path file = directory.resolve("events-" + number);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledEngine.class.getName(),
                url,
                directory.resolve("state").toString(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new EngineProcess(
        process,
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII)),
        file);
  }

  /** Tells it to start, without waiting for that. */
  void tell() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Lets the engine start. */
  void go() throws IOException {
    tell();
    assertThat(output.readLine()).as("the engine starts").isEqualTo("started");
  }

  /** The same, and waits until it streams. */
  void goAndStream() throws IOException {
    go();
    assertThat(output.readLine()).isEqualTo("streaming");
  }

  /** Whole lines so far. */
  List<String> lines() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = Files.readString(file, StandardCharsets.US_ASCII);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    return whole.isEmpty() ? List.of() : List.of(whole.split("\n"));
  }

  /** Waits for a number of lines. */
  void await(int lines) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              assertThat(process.isAlive()).as("the engine runs").isTrue();
              return lines().size() >= lines;
            });
  }

  /** SIGKILL; the lines it had written. */
  List<String> kill() throws IOException, InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    return lines();
  }
}
