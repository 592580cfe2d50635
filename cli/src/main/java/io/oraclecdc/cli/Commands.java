package io.oraclecdc.cli;

import java.io.PrintStream;
import picocli.CommandLine;

/** Gives commands their output. */
final class Commands implements CommandLine.IFactory {
  private final OutputLines lines;
  private final PrintStream out;
  private final PrintStream err;

  Commands(OutputLines lines, PrintStream out, PrintStream err) {
    this.lines = lines;
    this.out = out;
    this.err = err;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (type == RunCommand.class) {
      return type.cast(new RunCommand(lines, err));
    }
    if (type == SimulateCommand.class) {
      return type.cast(new SimulateCommand(lines, err));
    }
    if (type == ReplayCommand.class) {
      return type.cast(new ReplayCommand(lines, err));
    }
    if (type == EvidenceCommand.class) {
      return type.cast(new EvidenceCommand(out, err));
    }
    if (type == DeadLettersCommand.class) {
      return type.cast(new DeadLettersCommand(lines));
    }
    if (type == SimulatorCommand.class) {
      return type.cast(new SimulatorCommand(out, err));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
