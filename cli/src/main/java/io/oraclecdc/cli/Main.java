package io.oraclecdc.cli;

import io.oraclecdc.errors.CdcException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the jar. Exit status: 0 done, 1 stopped with an error, 2 wrong use. */
@Command(
    name = "oracle-cdc",
    description = "Committed row changes of an Oracle database as JSON lines.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      RunCommand.class,
      SimulateCommand.class,
      ReplayCommand.class,
      EvidenceCommand.class,
      DeadLettersCommand.class,
      SimulatorCommand.class
    })
public final class Main {

  private Main() {}

  /** Runs one command and exits with its status. */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(
            new java.io.FileOutputStream(java.io.FileDescriptor.out),
            false,
            StandardCharsets.UTF_8);
    int status = run(out, System.err, arguments);
    out.flush();
    System.exit(status);
  }

  /**
   * Runs one command; records and the final error line go to {@code out}, messages to {@code err}.
   */
  static int run(PrintStream out, PrintStream err, String... arguments) {
    OutputLines lines = new OutputLines(out);
    CommandLine commandLine = new CommandLine(new Main(), new Commands(lines, out, err));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setErr(new java.io.PrintWriter(err, true, StandardCharsets.UTF_8));
    commandLine.setOut(new java.io.PrintWriter(out, true, StandardCharsets.UTF_8));
    commandLine.setExecutionExceptionHandler(
        (exception, failed, parsed) -> report(exception, lines, err));
    return commandLine.execute(arguments);
  }

  private static int report(Exception exception, OutputLines lines, PrintStream err) {
    if (exception instanceof InputException) {
      err.println(exception.getMessage());
      return 2;
    }
    if (exception instanceof CdcException stopped) {
      lines.error(stopped.code().code(), String.valueOf(stopped.getMessage()));
      return 1;
    }
    err.println("unexpected error, please report it:");
    exception.printStackTrace(err);
    return 1;
  }

  /** The version of the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"oracle-cdc " + (version == null ? "(development)" : version)};
    }
  }
}
