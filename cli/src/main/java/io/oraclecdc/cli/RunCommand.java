package io.oraclecdc.cli;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.OracleCdcEngine;
import io.oraclecdc.errors.CdcException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Captures from a database until it is stopped. */
@Command(
    name = "run",
    description =
        "Captures from a database and prints one JSON line per record until it is stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Properties file with the cdc.* settings.")
  private Path config = Path.of("");

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "Directory that keeps the position (default: ${DEFAULT-VALUE}).")
  private Path state = Path.of("./cdc-state");

  @Option(
      names = "--progress",
      paramLabel = "HOW",
      description = {
        "How the reading of existing rows is shown on standard error: auto, bar, lines, none.",
        "auto is a bar where standard error is a terminal and standard output is not, and lines elsewhere."
      })
  private SnapshotProgressLine.Choice progress = SnapshotProgressLine.Choice.AUTO;

  private final OutputLines lines;
  private final PrintStream err;

  RunCommand(OutputLines lines, PrintStream err) {
    this.lines = lines;
    this.err = err;
  }

  @Override
  public Integer call() throws InterruptedException {
    OracleCdcConfig settings = OracleCdcConfig.from(read(config));
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(settings)
            .notifying(
                event -> {
                  for (String json : event.json()) {
                    lines.record(json);
                  }
                })
            .storingIn(state)
            .build()) {
      Thread closer = new Thread(engine::close, "oracle-cdc-shutdown");
      Runtime.getRuntime().addShutdownHook(closer);
      engine.start();
      SnapshotProgressLine line =
          new SnapshotProgressLine(progress.form(), this::print, System::nanoTime);
      SnapshotWatch watch = SnapshotWatch.over(() -> engine.status().snapshot(), line);
      try {
        return await(engine, line);
      } finally {
        watch.close();
      }
    }
  }

  private void print(String text) {
    err.print(text);
    err.flush();
  }

  private int await(OracleCdcEngine engine, SnapshotProgressLine line) throws InterruptedException {
    while (!engine.awaitStreaming(Duration.ofSeconds(1)) && !engine.completion().isDone()) {
      LOG.debug("not streaming yet");
    }
    if (!engine.completion().isDone()) {
      line.clear();
      err.println("capturing; stop with Ctrl-C, the position is kept in " + state);
    }
    return end(engine);
  }

  private static int end(OracleCdcEngine engine) {
    try {
      engine.completion().join();
      return 0;
    } catch (CompletionException e) {
      if (e.getCause() instanceof CdcException stopped) {
        throw stopped;
      }
      throw e;
    }
  }

  private static Properties read(Path file) {
    Properties properties = new Properties();
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          "configuration file not found: " + file + "; give a properties file with cdc.* settings");
    }
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException("configuration file " + file + " cannot be read: " + e.getMessage());
    }
    return properties;
  }
}
