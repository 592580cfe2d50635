package io.oraclecdc.cli;

import io.oraclecdc.cli.evidence.EvidenceComparison;
import io.oraclecdc.cli.evidence.EvidenceException;
import io.oraclecdc.cli.evidence.EvidenceRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What LogMiner of a database really returns, compared with the simulator. */
@Command(
    name = "evidence",
    description =
        "Asks a database of yours what LogMiner returns, and compares with the simulator.",
    mixinStandardHelpOptions = true)
final class EvidenceCommand {
  private final PrintStream out;
  private final PrintStream err;

  EvidenceCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Command(
      name = "run",
      description = {
        "Runs small scripts on tables named CDC_EV_*, mines them and drops them again.",
        "Writes a scenario file and an answer per script, and report.md. See docs/evidence.md."
      },
      mixinStandardHelpOptions = true)
  int run(
      @Option(
              names = "--config",
              paramLabel = "FILE",
              description =
                  "Properties: url, user, password; mining.url, mining.user, mining.password.")
          @Nullable Path config,
      @Option(names = "--out", paramLabel = "DIR", description = "Where results go.")
          @Nullable Path directory,
      @Option(names = "--only", split = ",", paramLabel = "ID", description = "Only these entries.")
          @Nullable List<String> only,
      @Option(names = "--statements-only", description = "Print the statements and run nothing.")
          boolean statementsOnly,
      @Option(names = "--yes", description = "Do not ask before tables are created.") boolean yes) {
    return guarded(
        () -> {
          EvidenceRun evidence = new EvidenceRun(only == null ? List.of() : only, err::println);
          if (statementsOnly) {
            evidence.statements().forEach(out::println);
            return 0;
          }
          if (config == null || directory == null) {
            throw new InputException("evidence run needs --config FILE and --out DIR");
          }
          return evidence.run(config, directory, () -> yes || isConfirmed());
        });
  }

  @Command(
      name = "compare",
      description = "Compares two results of evidence run; status 1 if an answer differs.",
      mixinStandardHelpOptions = true)
  int compare(
      @Parameters(paramLabel = "DIR", description = "One result.") Path left,
      @Parameters(paramLabel = "DIR", description = "Another one.") Path right) {
    return guarded(
        () -> {
          EvidenceComparison comparison = EvidenceRun.compare(left, right);
          List<String> differences = comparison.differences();
          differences.forEach(out::println);
          comparison.notes().forEach(err::println);
          err.println(
              differences.isEmpty() ? "the same answers" : differences.size() + " answers differ");
          return differences.isEmpty() ? 0 : 1;
        });
  }

  private int guarded(Callable<Integer> step) {
    try {
      return step.call();
    } catch (EvidenceException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      err.println("the database refused: " + e.getMessage());
      return 1;
    } catch (IOException e) {
      throw new InputException("results cannot be read or written: " + e.getMessage());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isConfirmed() {
    err.println("go on? (yes/no)");
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      return "yes".equals(in.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
