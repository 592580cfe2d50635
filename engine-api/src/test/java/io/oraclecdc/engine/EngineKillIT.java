package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.served.SimulatorServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine is killed fifty times while a load runs; the database lives on. The union of what the
 * processes received is what was committed: every row once by its identity, in commit order.
 */
class EngineKillIT {
  private static final int KILLS = 50;
  private static final long SEED = 20_260_301L;

  @TempDir private Path directory;
  private int processes;

  /** One line of a process. */
  private record Event(String xid, long commitScn, int count, int index, String content) {

    static Event of(String line) {
      String[] parts = line.split("\\|", -1);
      String content =
          parts[4].equals("DELETE")
              ? parts[4] + "|" + parts[5]
              : String.join("|", parts[4], parts[5], parts[6], parts[7]);
      return new Event(
          parts[0],
          Long.parseLong(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]),
          content);
    }
  }

  /** A process that waits, works, and is killed. */
  private record Child(Process process, BufferedReader output, Path file) {

    void go() throws IOException {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
      assertThat(output.readLine()).as("the engine starts").isEqualTo("started");
    }

    /** Whole lines so far. */
    List<String> lines() throws IOException {
      String text = Files.readString(file, StandardCharsets.US_ASCII);
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      return whole.isEmpty() ? List.of() : List.of(whole.split("\n"));
    }

    void await(int lines) {
      Awaitility.await()
          .pollInterval(Duration.ofMillis(5))
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                assertThat(process.isAlive()).as("the engine runs").isTrue();
                return lines().size() >= lines;
              });
    }

    List<Event> kill() throws IOException, InterruptedException {
      process.destroyForcibly();
      process.waitFor();
      return lines().stream().map(Event::of).toList();
    }
  }

  private Child child(String url) throws IOException {
    Path file = directory.resolve("events-" + ++processes);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledEngine.class.getName(),
                url,
                directory.resolve("state").toString(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new Child(
        process,
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII)),
        file);
  }

  /**
   * Files of the state are cut at random lengths while no engine runs. Spill files do not matter;
   * without a part of the others an engine goes on as before or refuses to start, and gets its
   * files back from a copy.
   */
  private void cutFiles(Random random, String url) throws Exception {
    Path state = directory.resolve("state");
    cutSpillFiles(random, state.resolve("spill"));
    if (random.nextInt(2) == 0) {
      return;
    }
    Path copy = directory.resolve("copy-" + processes);
    copy(state, copy);
    List<Path> candidates = new ArrayList<>();
    candidates.add(state.resolve("position"));
    candidates.addAll(files(state.resolve("journal")));
    cut(random, candidates.get(random.nextInt(candidates.size())));
    Child doubtful = child(url);
    doubtful.process().getOutputStream().write('\n');
    doubtful.process().getOutputStream().flush();
    String line = doubtful.output().readLine();
    while (line != null && !line.equals("streaming") && !line.startsWith("refused ")) {
      line = doubtful.output().readLine();
    }
    assertThat(line).isNotNull();
    if (line.equals("streaming")) {
      unharmed++;
    } else {
      refused++;
      assertThat(line).matches("refused CDC-(3002|4002)");
    }
    doubts.add(doubtful.kill());
    delete(state);
    copy(copy, state);
  }

  private final List<List<Event>> doubts = new ArrayList<>();
  private int unharmed;
  private int refused;

  private static void cutSpillFiles(Random random, Path spill) throws IOException {
    for (Path file : files(spill)) {
      cut(random, file);
    }
  }

  private static void cut(Random random, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    if (content.length > 0) {
      Files.write(file, Arrays.copyOf(content, random.nextInt(content.length)));
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  @Timeout(300)
  void fiftyKillsLoseNothingAndInventNothing() throws Exception {
    try (OracleSimulator simulator = OracleSimulator.start(Shop.newName());
        SimulatorServer server = SimulatorServer.start(simulator, 0)) {
      createOrders(simulator);
      Received received = new Received();
      Random random = new Random(SEED);
      Child next = child(server.url());
      firstStart(next);
      try (KillLoad load = new KillLoad(simulator, SEED)) {
        for (int kill = 0; kill < KILLS; kill++) {
          Child current = next;
          if (kill > 0) {
            current.go();
          }
          next = child(server.url());
          if (kill % 5 != 4) {
            current.await(1 + random.nextInt(80));
          }
          load.received(received.add(current.kill()));
          if (kill % 5 == 1) {
            cutFiles(random, server.url());
          }
        }
        List<List<String>> committed = load.stop();
        last(next, received, committed.stream().mapToInt(List::size).sum());
        received.verify(committed);
        doubts.forEach(received::verifyPart);
        assertThat(unharmed + refused).as("files were cut").isPositive();
      } finally {
        next.kill();
      }
    }
  }

  /** The first engine has to stream before the load begins: it starts at the current SCN. */
  private static void firstStart(Child child) throws Exception {
    child.go();
    assertThat(child.output().readLine()).isEqualTo("streaming");
  }

  private static void last(Child child, Received received, int total) throws Exception {
    int missing = total - received.size();
    child.go();
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () -> {
              assertThat(child.process().isAlive()).as("the engine runs").isTrue();
              return received.unseen(child.lines().stream().map(Event::of).toList()) >= missing;
            });
    child.process().getOutputStream().close();
    assertThat(child.process().waitFor(30, TimeUnit.SECONDS)).as("the engine ends").isTrue();
    received.add(child.lines().stream().map(Event::of).toList());
  }

  private static void createOrders(OracleSimulator simulator) throws Exception {
    try (Connection app = simulator.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute(
          "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20), amount NUMBER(10))");
      statement.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  /** The union of what the processes were given, in the order of the first time. */
  private static final class Received {
    private final Map<String, Integer> places = new HashMap<>();
    private final List<Event> events = new ArrayList<>();

    private static String identity(Event event) {
      return event.xid() + "/" + event.index();
    }

    int size() {
      return events.size();
    }

    long unseen(List<Event> more) {
      return more.stream().filter(e -> !places.containsKey(identity(e))).count();
    }

    /**
     * Adds what one process was given: an unbroken run of the stream, beginning at or before the
     * first that nobody has seen. Returns how many are new.
     */
    int add(List<Event> run) {
      int fresh = 0;
      int place = -1;
      for (Event event : run) {
        Integer known = places.putIfAbsent(identity(event), events.size());
        if (known == null) {
          known = events.size();
          events.add(event);
          fresh++;
        } else {
          assertThat(event).as("a repeat is what it was").isEqualTo(events.get(known));
        }
        assertThat(place < 0 ? known : (Integer) place).as("no gap in a run").isEqualTo(known);
        place = known + 1;
      }
      return fresh;
    }

    /** What an engine with damaged files delivered is a run of the stream too. */
    void verifyPart(List<Event> run) {
      int place = -1;
      for (Event event : run) {
        Integer known = places.get(identity(event));
        if (known == null) {
          throw new AssertionError(event + " is not in the stream");
        }
        assertThat(event).isEqualTo(events.get(known));
        assertThat(place < 0 ? known : (Integer) place).as("no gap in a run").isEqualTo(known);
        place = known + 1;
      }
    }

    void verify(List<List<String>> committed) {
      List<List<String>> transactions = new ArrayList<>();
      long lastScn = -1;
      String lastXid = "";
      for (Event event : events) {
        if (!event.xid().equals(lastXid)) {
          assertThat(event.commitScn()).as("commit order").isGreaterThan(lastScn);
          transactions.add(new ArrayList<>());
          lastXid = event.xid();
          lastScn = event.commitScn();
        }
        List<String> transaction = transactions.get(transactions.size() - 1);
        assertThat(event.index()).isEqualTo(transaction.size());
        assertThat(event.commitScn()).isEqualTo(lastScn);
        transaction.add(event.content());
      }
      assertThat(transactions).isEqualTo(committed);
      assertThat(events).as("the load was a load").hasSizeGreaterThan(500);
      assertThat(events).allMatch(e -> e.index() < e.count());
    }
  }
}
