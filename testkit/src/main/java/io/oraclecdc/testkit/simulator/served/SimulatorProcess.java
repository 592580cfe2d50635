package io.oraclecdc.testkit.simulator.served;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A simulator served by a child JVM that has this JVM's class path and time zone. The child ends
 * with this JVM: its standard input ends then. Thread-safe.
 *
 * <pre>
 * try (SimulatorProcess process = SimulatorProcess.start("--name", "shop")) {
 *   DriverManager.getConnection(process.url(), "app", "app");
 *   process.kill();                                  // SIGKILL
 * }
 * </pre>
 */
public final class SimulatorProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final String url;

  private SimulatorProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a child and waits until it serves.
   *
   * @param arguments those of {@link SimulatorLaunch}
   * @throws IOException if it does not become ready within a minute
   */
  public static SimulatorProcess start(String... arguments) throws IOException {
    return start(List.of("-Xmx512m"), arguments);
  }

  /**
   * Starts a child with options of its own for the JVM.
   *
   * @param jvmOptions for example {@code -Xmx256m}
   * @param arguments those of {@link SimulatorLaunch}
   * @throws IOException if it does not become ready within a minute
   */
  public static SimulatorProcess start(List<String> jvmOptions, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-XX:+UseSerialGC");
    command.add("-Duser.timezone=" + TimeZone.getDefault().getID());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(SimulatorLaunch.class.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      return new SimulatorProcess(process, readyLine(process));
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Reads the output in a thread of its own, which goes on so that the child never blocks. */
  private static String readyLine(Process process) throws IOException {
    CompletableFuture<String> ready = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> drain(process, ready), "oracle-simulator-process-" + process.pid());
    thread.setDaemon(true);
    thread.start();
    try {
      return ready.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the simulator started", e);
    } catch (ExecutionException e) {
      throw new IOException("the simulator did not start, see its error output", e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("the simulator was not ready after " + PATIENCE.toSeconds() + " s", e);
    }
  }

  private static void drain(Process process, CompletableFuture<String> ready) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith(ServedDriver.PREFIX)) {
          ready.complete(line);
        }
      }
      ready.completeExceptionally(new IOException("its output ended"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  /** The JDBC URL. */
  public String url() {
    return url;
  }

  /** Process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** A handle for log switches, faults and the like; to be closed. */
  public ServedSimulator simulator() throws SQLException {
    return ServedSimulator.at(url);
  }

  /** SIGKILL; returns when the process is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Ends it in order; what does not end within ten seconds is killed. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
