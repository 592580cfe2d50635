package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.served.SimulatorServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

  private EngineProcess child(String url) throws IOException {
    return EngineProcess.start(directory, ++processes, url);
  }

  private static List<Event> events(List<String> lines) {
    return lines.stream().map(Event::of).toList();
  }

  /**
   * Files of the state are cut at random lengths while no engine runs. Spill files do not matter;
   * without a part of the others an engine goes on as before or refuses to start, and gets its
   * files back from a copy.
   *
   * @param expected where the stream goes on at the latest
   */
  private void cutFiles(Random random, String url, int expected) throws Exception {
    StateFiles state = new StateFiles(directory.resolve("state"));
    spillFilesCut += state.cutSpillFiles(random);
    Path copy = directory.resolve("copy-" + processes);
    state.copyTo(copy);
    List<Path> journal = state.journalFiles();
    boolean ofJournal = !journal.isEmpty() && random.nextBoolean();
    if (ofJournal) {
      StateFiles.cut(random, journal.get(random.nextInt(journal.size())));
      journalFilesCut++;
    } else {
      StateFiles.cut(random, state.position());
      positionsCut++;
    }
    EngineProcess doubtful = child(url);
    doubtful.tell();
    String line = doubtful.output().readLine();
    while (line != null && !line.equals("streaming") && !line.startsWith("refused ")) {
      line = doubtful.output().readLine();
    }
    assertThat(line).isNotNull();
    if (line.equals("streaming")) {
      assertThat(ofJournal).as("a position that was cut is refused").isTrue();
    } else {
      assertThat(line).isEqualTo(ofJournal ? "refused CDC-4002" : "refused CDC-3002");
    }
    doubts.add(new Doubt(expected, events(doubtful.kill())));
    state.replaceBy(copy);
  }

  /** What an engine with a damaged file delivered, and where it had to begin at the latest. */
  private record Doubt(int expected, List<Event> events) {}

  private final List<Doubt> doubts = new ArrayList<>();
  private int spillFilesCut;
  private int journalFilesCut;
  private int positionsCut;

  @Test
  @Timeout(300)
  void fiftyKillsLoseNothingAndInventNothing() throws Exception {
    try (OracleSimulator simulator = OracleSimulator.start(Shop.newName());
        SimulatorServer server = SimulatorServer.start(simulator, 0)) {
      createOrders(simulator);
      Received received = new Received();
      Random random = new Random(SEED);
      EngineProcess next = child(server.url());
      next.goAndStream(); // before the load begins: it starts at the current SCN
      try (KillLoad load = new KillLoad(simulator, SEED)) {
        for (int kill = 0; kill < KILLS; kill++) {
          EngineProcess current = next;
          if (kill > 0) {
            current.go();
          }
          next = child(server.url());
          if (kill % 5 != 4) {
            current.await(1 + random.nextInt(80));
          }
          load.received(received.add(events(current.kill())));
          if (kill % 5 == 1) {
            cutFiles(random, server.url(), received.size());
          }
        }
        List<List<String>> committed = load.stop();
        last(next, received, committed.stream().mapToInt(List::size).sum());
        received.verify(committed);
        doubts.forEach(received::verifyPart);
        assertThat(spillFilesCut).as("spill files that were cut").isPositive();
        assertThat(journalFilesCut).as("journal files that were cut").isPositive();
        assertThat(positionsCut).as("positions that were cut").isPositive();
      } finally {
        next.kill();
      }
    }
  }

  private static void last(EngineProcess child, Received received, int total) throws Exception {
    int missing = total - received.size();
    child.go();
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () -> {
              assertThat(child.process().isAlive()).as("the engine runs").isTrue();
              return received.unseen(events(child.lines())) >= missing;
            });
    child.process().getOutputStream().close();
    assertThat(child.process().waitFor(30, TimeUnit.SECONDS)).as("the engine ends").isTrue();
    received.add(events(child.lines()));
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
    void verifyPart(Doubt doubt) {
      int place = -1;
      for (Event event : doubt.events()) {
        Integer known = places.get(identity(event));
        if (known == null) {
          throw new AssertionError(event + " is not in the stream");
        }
        assertThat(event).isEqualTo(events.get(known));
        if (place < 0) {
          assertThat(known).as("nothing is left out").isLessThanOrEqualTo(doubt.expected());
        } else {
          assertThat(known).as("no gap in a run").isEqualTo(place);
        }
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
