package io.oraclecdc.cli;

import io.oraclecdc.testkit.simulator.durable.DirectoryException;
import io.oraclecdc.testkit.simulator.served.SimulatorLaunch;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A simulated database for other processes. */
@Command(
    name = "simulator",
    description = "A simulated Oracle database for other processes of this machine.",
    mixinStandardHelpOptions = true)
final class SimulatorCommand {
  private final PrintStream out;
  private final PrintStream err;

  SimulatorCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Command(
      name = "serve",
      description = {
        "Starts a database and prints its JDBC URL when it is ready.",
        "It listens on 127.0.0.1 only and ends with SIGTERM or with its standard input."
      },
      mixinStandardHelpOptions = true)
  int serve(
      @Option(
              names = "--port",
              defaultValue = "0",
              paramLabel = "N",
              description = "Port; 0, the default, is any that is free.")
          int port,
      @Option(
              names = "--name",
              defaultValue = "ORCL",
              paramLabel = "X",
              description = "Name in the URL; default ORCL.")
          String name,
      @Option(
              names = "--user",
              paramLabel = "NAME=PASSWORD",
              description = "Another application user beside APP; may repeat.")
          @Nullable List<String> users,
      @Option(
              names = "--directory",
              paramLabel = "DIR",
              description =
                  "Keeps the database in a directory; an existing one is opened as it is.")
          @Nullable Path directory,
      @Option(
              names = "--script",
              paramLabel = "FILE",
              description = "SQL that APP runs before a new database is ready.")
          @Nullable Path script,
      @Option(
              names = "--set",
              paramLabel = "OPTION=VALUE",
              description = "An option of the database, for example release=19; may repeat.")
          @Nullable List<String> settings)
      throws SQLException, IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--port", String.valueOf(port), "--name", name));
    for (String user : users == null ? List.<String>of() : users) {
      arguments.addAll(List.of("--user", user));
    }
    if (directory != null) {
      arguments.addAll(List.of("--directory", directory.toString()));
    }
    for (String setting : settings == null ? List.<String>of() : settings) {
      String[] pair = setting.split("=", 2);
      if (pair.length < 2) {
        throw new InputException("--set is written --set option=value: " + setting);
      }
      if (!SimulatorLaunch.SETTINGS.contains(pair[0])) {
        throw new InputException(
            "unknown setting "
                + pair[0]
                + "; nearest: "
                + nearest(pair[0])
                + "; all: "
                + String.join(", ", SimulatorLaunch.SETTINGS));
      }
      arguments.addAll(List.of("--" + pair[0], pair[1]));
    }
    List<String> statements =
        script == null
            ? List.of()
            : SqlScript.parse(SimulateCommand.read(script)).statements().stream()
                .map(SqlScript.Statement::sql)
                .toList();
    try {
      SimulatorLaunch.serve(arguments, statements, System.in, out);
      return 0;
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    } catch (BindException e) {
      err.println("port " + port + " of 127.0.0.1 is taken; --port 0 takes any that is free");
      return 1;
    } catch (SQLException | DirectoryException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  private static String nearest(String name) {
    return Collections.min(
        SimulatorLaunch.SETTINGS, Comparator.comparingInt(known -> distance(name, known)));
  }

  /** Letters to insert, remove or replace on the way from one word to the other. */
  private static int distance(String left, String right) {
    int[] row = IntStream.rangeClosed(0, right.length()).toArray();
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length()];
  }
}
