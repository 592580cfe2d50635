package io.oraclecdc.cli;

import io.oraclecdc.pipeline.FileDeadLetters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the rows that could not be decoded and were left out ({@code cdc.on.decode.error=dlq}). */
@Command(
    name = "dead-letters",
    description = "Prints the dead letters of a state directory, one JSON line each.",
    mixinStandardHelpOptions = true)
final class DeadLettersCommand implements Callable<Integer> {

  @Option(
      names = "--state",
      required = true,
      paramLabel = "DIR",
      description = "Directory that keeps the position.")
  private Path state = Path.of("");

  @Option(names = "--count", description = "Print their number alone.")
  private boolean count;

  private final OutputLines lines;

  DeadLettersCommand(OutputLines lines) {
    this.lines = lines;
  }

  @Override
  public Integer call() {
    if (!Files.isDirectory(state)) {
      throw new InputException(
          "there is no state directory " + state + "; name the one that run was given");
    }
    List<String> letters;
    try {
      letters = FileDeadLetters.list(state.resolve(FileDeadLetters.FILE_NAME));
    } catch (IOException e) {
      throw new InputException("the dead letters in " + state + " cannot be read: " + e);
    }
    if (count) {
      lines.record(Integer.toString(letters.size()));
    } else {
      letters.forEach(lines::record);
    }
    return 0;
  }
}
