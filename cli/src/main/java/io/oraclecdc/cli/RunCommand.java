package io.oraclecdc.cli;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.OracleCdcEngine;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Captures from a database until it is stopped. */
@Command(
    name = "run",
    description =
        "Captures from a database and prints one JSON line per record until it is stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
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

  private final OutputLines lines;
  private final PrintStream err;

  RunCommand(OutputLines lines, PrintStream err) {
    this.lines = lines;
    this.err = err;
  }

  @Override
  public Integer call() {
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
      err.println("capturing; stop with Ctrl-C, the position is kept in " + state);
      engine.run();
      return 0;
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
