package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.durable.DurableDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulator in a process of its own: read from arguments, started, served until SIGTERM, the end
 * of standard input, or {@link ServedSimulator#stop}. The main class of {@link SimulatorProcess};
 * the CLI's {@code simulator serve} hands its options over in the same form.
 *
 * <pre>
 * --port N            port on 127.0.0.1; default 0, any that is free
 * --name X            name in the URL; default ORCL
 * --user U=P          another application user; may repeat
 * --archivelog B      true or false
 * --release N         19, 21 or 23
 * --parameter K=V     an initialisation parameter; may repeat
 * --pdb X             makes it a container database with this pluggable database; may repeat
 * --threads N         a cluster of so many instances
 * --directory D       keeps the database in a directory; an existing one is opened as it is
 * </pre>
 *
 * An option that changes the database is one line of {@link #option}. When the database is ready,
 * one line with its JDBC URL is printed.
 */
public final class SimulatorLaunch {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatorLaunch.class);

  /** Names of the options that change the database, without the dashes. */
  public static final List<String> SETTINGS =
      List.of("archivelog", "parameter", "pdb", "release", "threads");

  private final List<String> scripts = new ArrayList<>();
  private int port;
  private boolean isOld;

  private SimulatorLaunch() {}

  /** Serves until it is told to stop. */
  public static void main(String[] arguments) throws SQLException, IOException {
    PrintStream out =
        new PrintStream(
            new java.io.FileOutputStream(java.io.FileDescriptor.out), true, StandardCharsets.UTF_8);
    serve(List.of(arguments), List.of(), System.in, out);
  }

  /**
   * Serves until it is told to stop.
   *
   * @param arguments as described above
   * @param statements run by the application user before the URL is printed, unless the directory
   *     holds a database already
   * @param in its end means stop
   * @param out gets the line with the URL
   * @throws IllegalArgumentException if an argument is not understood
   * @throws SQLException if a statement fails
   */
  public static void serve(
      List<String> arguments, List<String> statements, InputStream in, PrintStream out)
      throws SQLException, IOException {
    SimulatorLaunch launch = new SimulatorLaunch();
    launch.scripts.addAll(statements);
    CountDownLatch ended = new CountDownLatch(1);
    try (OracleSimulator simulator = launch.builder(arguments).start();
        SimulatorServer server = SimulatorServer.start(simulator, launch.port)) {
      launch.prepare(simulator);
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> stop(server, ended), "oracle-simulator-stop"));
      Thread watch = new Thread(() -> awaitEnd(in, server), "oracle-simulator-input");
      watch.setDaemon(true);
      watch.start();
      out.println(server.url());
      out.flush();
      server.awaitStop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  /** At SIGTERM: the process may go only when the simulator is closed. */
  private static void stop(SimulatorServer server, CountDownLatch ended) {
    server.requestStop();
    try {
      boolean inTime = ended.await(10, TimeUnit.SECONDS);
      if (!inTime) {
        LOG.warn("the simulator did not close in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(InputStream in, SimulatorServer server) {
    try {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (IOException e) {
      // an input that cannot be read has ended
      server.requestStop();
      return;
    }
    server.requestStop();
  }

  private void prepare(OracleSimulator simulator) throws SQLException {
    if (scripts.isEmpty() || isOld) {
      return;
    }
    try (Connection connection = simulator.connectApp();
        Statement statement = connection.createStatement()) {
      for (String sql : scripts) {
        statement.execute(sql);
      }
    }
  }

  private OracleSimulator.Builder builder(List<String> arguments) {
    if (arguments.size() % 2 != 0) {
      throw new IllegalArgumentException("an option has no value: " + arguments);
    }
    String name = "ORCL";
    for (int i = 0; i < arguments.size(); i += 2) {
      if (arguments.get(i).equals("--name")) {
        name = arguments.get(i + 1);
      }
    }
    OracleSimulator.Builder builder = OracleSimulator.builder(name);
    for (int i = 0; i < arguments.size(); i += 2) {
      option(builder, arguments.get(i), arguments.get(i + 1));
    }
    return builder;
  }

  private void option(OracleSimulator.Builder builder, String option, String value) {
    switch (option) {
      case "--name" -> {}
      case "--port" -> port = number(option, value);
      case "--user" -> builder.user(key(value), rest(value));
      case "--archivelog" -> builder.archivelog(Boolean.parseBoolean(value));
      case "--release" -> builder.release(release(value));
      case "--parameter" -> builder.parameter(key(value), rest(value));
      case "--pdb" -> builder.containerDatabase(value);
      case "--threads" -> builder.threads(number(option, value));
      case "--directory" -> {
        isOld = DurableDirectory.holdsDatabase(Path.of(value));
        builder.directory(Path.of(value));
      }
      default -> throw new IllegalArgumentException("unknown option " + option);
    }
  }

  private static int number(String option, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option.substring(2) + " must be a number: " + value);
    }
  }

  private static int release(String value) {
    if (!List.of("19", "21", "23").contains(value)) {
      throw new IllegalArgumentException("release must be 19, 21 or 23: " + value);
    }
    return Integer.parseInt(value);
  }

  private static String key(String pair) {
    int equals = pair.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException("must be written name=value: " + pair);
    }
    return pair.substring(0, equals);
  }

  private static String rest(String pair) {
    return pair.substring(pair.indexOf('=') + 1);
  }
}
