package io.oraclecdc.testkit.simulator.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scripts in the manner of people who never heard of the simulator, with the rows they must give.
 *
 * <pre>
 * --? query          its rows follow as
 * --> a|b
 * --! 2291           the next statement must fail with this ORA number
 * </pre>
 */
class StrangersScriptsTest {
  private static final Pattern PROGRAM =
      Pattern.compile(
          "(?is)^(BEGIN|DECLARE|CREATE\\s+(OR\\s+REPLACE\\s+)?(PROCEDURE|FUNCTION|PACKAGE|TRIGGER))"
              + "\\b.*");

  static List<String> scripts() throws IOException, URISyntaxException {
    Path folder =
        Path.of(
            Objects.requireNonNull(StrangersScriptsTest.class.getResource("/simulator/scripts"))
                .toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  /** One step: a statement, maybe with its error, or a query with its rows. */
  private record Step(String sql, int error, @Nullable List<String> rows) {}

  private static List<Step> steps(String script) throws IOException, URISyntaxException {
    Path file =
        Path.of(
            Objects.requireNonNull(
                    StrangersScriptsTest.class.getResource("/simulator/scripts/" + script))
                .toURI());
    List<Step> steps = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int error = 0;
    for (String line : Files.readAllLines(file)) {
      String trimmed = line.strip();
      if (trimmed.startsWith("--?")) {
        steps.add(new Step(trimmed.substring(3).strip(), 0, new ArrayList<>()));
      } else if (trimmed.startsWith("-->")) {
        Objects.requireNonNull(steps.get(steps.size() - 1).rows()).add(trimmed.substring(4));
      } else if (trimmed.startsWith("--!")) {
        error = Integer.parseInt(trimmed.substring(3).strip());
      } else if (trimmed.equals("/")) {
        if (!text.isEmpty()) {
          steps.add(new Step(text.toString().strip(), error, null));
        }
        text.setLength(0);
        error = 0;
      } else if (!trimmed.isEmpty() && !(text.isEmpty() && trimmed.startsWith("--"))) {
        text.append(line).append('\n');
        boolean program = PROGRAM.matcher(text).matches();
        boolean oneLineBlock = program && text.indexOf("\n") == text.length() - 1;
        boolean ends = trimmed.endsWith(";");
        if (ends && (!program || (oneLineBlock && trimmed.endsWith("END;")))) {
          String sql = text.toString().strip();
          steps.add(new Step(program ? sql : sql.substring(0, sql.length() - 1), error, null));
          text.setLength(0);
          error = 0;
        }
      }
    }
    assertThat(text).as("unfinished statement of %s", script).isEmpty();
    return steps;
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void everyStatementDoesWhatItsAuthorExpects(String script) throws Exception {
    try (OracleSimulator simulator = OracleSimulator.start("stranger");
        SqlConsole console = new SqlConsole(simulator.connectApp())) {
      console.connection().setAutoCommit(false);
      for (Step step : steps(script)) {
        if (step.rows() != null) {
          assertThat(console.rows(step.sql())).as(step.sql()).isEqualTo(step.rows());
        } else if (step.error() != 0) {
          assertThat(console.fails(step.sql())).as(step.sql()).isEqualTo(step.error());
        } else {
          run(console, step.sql());
        }
      }
    }
  }

  private static void run(SqlConsole console, String sql) {
    try {
      console.run(sql);
    } catch (SQLException e) {
      throw new AssertionError("failed: " + sql, e);
    }
  }
}
