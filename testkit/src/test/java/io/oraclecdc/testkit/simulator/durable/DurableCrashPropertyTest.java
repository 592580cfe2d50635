package io.oraclecdc.testkit.simulator.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

/**
 * Random work of several sessions, then the journal is cut anywhere: what is opened holds exactly
 * the commits that were acknowledged before the cut, and the same redo of them.
 */
class DurableCrashPropertyTest {
  private static final int SESSIONS = 3;
  private static final int STEPS = 120;
  private static final int CUTS = 5;
  private static final String ROWS = "SELECT ID || '|' || V FROM T ORDER BY ID";

  /** What was true when a commit was acknowledged. */
  private record Acknowledged(long bytes, long scn, List<String> rows) {}

  @Property(
      tries = 3,
      seed = "20260729",
      generation = net.jqwik.api.GenerationMode.RANDOMIZED,
      shrinking = ShrinkingMode.OFF)
  void everyCutGivesTheCommitsBeforeIt(@ForAll @LongRange(min = 1, max = 1_000_000) long seed)
      throws Exception {
    Path base = Files.createTempDirectory("durable-crash");
    try {
      Random random = new Random(seed);
      Path directory = base.resolve("database");
      List<Acknowledged> acknowledged = new ArrayList<>();
      List<String> redo;
      try (OracleSimulator simulator =
          OracleSimulator.builder("crash")
              .directory(directory)
              .redoOptions(o -> o.logSizeBytes(16 << 10))
              .start()) {
        new Work(simulator, directory, random, acknowledged).run();
        redo = RedoRows.all(simulator);
      }
      long size = Files.size(directory.resolve("journal"));
      long first = acknowledged.get(0).bytes();
      for (int i = 0; i < CUTS; i++) {
        long cut = i == 0 ? size : first + (long) (random.nextDouble() * (size - first));
        Path crashed = base.resolve("crashed" + i);
        DurableSimulatorTest.copy(directory, crashed);
        truncate(crashed, cut);
        Acknowledged last =
            acknowledged.stream().filter(a -> a.bytes() <= cut).reduce((a, b) -> b).orElseThrow();
        check(crashed, last, redo);
      }
    } finally {
      delete(base);
    }
  }

  private static void check(Path directory, Acknowledged last, List<String> redo)
      throws SQLException {
    List<String> again;
    for (int opening = 0; opening < 2; opening++) {
      try (OracleSimulator simulator =
              OracleSimulator.builder("crash").directory(directory).start();
          SqlConsole app = new SqlConsole(simulator.connectApp());
          SqlConsole mining = new SqlConsole(simulator.connectCapture())) {
        assertThat(app.rows(ROWS)).isEqualTo(last.rows());
        again = RedoRows.all(mining);
        assertThat(upTo(again, last.scn())).isEqualTo(upTo(redo, last.scn()));
        NetRedo net = NetRedo.of(mining);
        assertThat(net.rows("T"))
            .containsExactlyInAnyOrderElementsOf(
                app.rows("SELECT ROWIDTOCHAR(ROWID), ID, V FROM T"));
        assertThat(net.openTransactions()).isZero();
      }
    }
  }

  private static List<String> upTo(List<String> redo, long scn) {
    return redo.stream().filter(r -> scnOf(r) <= scn).toList();
  }

  private static long scnOf(String row) {
    return Long.parseLong(row.substring(0, row.indexOf('|')));
  }

  private static void truncate(Path directory, long length) throws IOException {
    try (RandomAccessFile file =
        new RandomAccessFile(directory.resolve("journal").toFile(), "rw")) {
      file.setLength(length);
    }
  }

  private static void delete(Path base) throws IOException {
    try (var files = Files.walk(base)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Sessions that write rows of their own residue class, so that none waits for another. */
  private static final class Work {
    private final OracleSimulator simulator;
    private final Path directory;
    private final Random random;
    private final List<Acknowledged> acknowledged;
    private final TreeMap<Integer, String> committed = new TreeMap<>();
    private final List<SqlConsole> consoles = new ArrayList<>();
    private final List<TreeMap<Integer, String>> own = new ArrayList<>();
    private final List<TreeMap<Integer, String>> saved = new ArrayList<>();
    private int text;

    Work(
        OracleSimulator simulator, Path directory, Random random, List<Acknowledged> acknowledged) {
      this.simulator = simulator;
      this.directory = directory;
      this.random = random;
      this.acknowledged = acknowledged;
    }

    void run() throws SQLException, IOException {
      try {
        for (int i = 0; i < SESSIONS; i++) {
          SqlConsole console = new SqlConsole(simulator.connectApp());
          console.connection().setAutoCommit(false);
          consoles.add(console);
          own.add(new TreeMap<>());
          saved.add(new TreeMap<>());
        }
        consoles.get(0).run("CREATE TABLE T (ID NUMBER PRIMARY KEY, V VARCHAR2(40))");
        acknowledge();
        for (int step = 0; step < STEPS; step++) {
          step(random.nextInt(SESSIONS));
        }
      } finally {
        for (SqlConsole console : consoles) {
          console.run("ROLLBACK");
          console.close();
        }
      }
    }

    private void acknowledge() throws IOException {
      acknowledged.add(
          new Acknowledged(
              Files.size(directory.resolve("journal")),
              simulator.currentScn(),
              committed.entrySet().stream().map(e -> e.getKey() + "|" + e.getValue()).toList()));
    }

    private void step(int s) throws SQLException, IOException {
      SqlConsole console = consoles.get(s);
      TreeMap<Integer, String> rows = own.get(s);
      int id = random.nextInt(30) * SESSIONS + s;
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> insert(console, rows, id);
        case 3, 4 -> {
          String value = "v" + text++;
          console.update(
              "UPDATE T SET V = ? WHERE ID BETWEEN ? AND ? AND MOD(ID, 3) = " + s,
              value,
              id,
              id + 20);
          rows.subMap(id, true, id + 20, true).replaceAll((k, v) -> value);
        }
        case 5 -> {
          console.update("DELETE FROM T WHERE ID = ?", id);
          rows.remove(id);
        }
        case 6 -> savepoint(console, s);
        case 7 -> {
          if (random.nextInt(4) == 0) {
            simulator.switchLog();
          } else if (random.nextInt(3) == 0) {
            console.run("ROLLBACK");
            own.set(s, new TreeMap<>(ofSession(s)));
          }
        }
        default -> {
          long before = Files.size(directory.resolve("journal"));
          console.run("COMMIT");
          committed.keySet().removeIf(k -> k % SESSIONS == s);
          committed.putAll(rows);
          if (Files.size(directory.resolve("journal")) > before) {
            acknowledge(); // an empty transaction writes nothing
          }
        }
      }
    }

    private void insert(SqlConsole console, Map<Integer, String> rows, int id) throws SQLException {
      String value = "v" + text++;
      if (rows.containsKey(id)) {
        assertThat(console.fails("INSERT INTO T VALUES (?, ?)", id, value)).isEqualTo(1);
      } else {
        console.update("INSERT INTO T VALUES (?, ?)", id, value);
        rows.put(id, value);
      }
    }

    /** A few changes that are undone again. */
    private void savepoint(SqlConsole console, int s) throws SQLException {
      console.run("SAVEPOINT S");
      saved.set(s, new TreeMap<>(own.get(s)));
      insert(console, own.get(s), random.nextInt(30) * SESSIONS + s);
      insert(console, own.get(s), random.nextInt(30) * SESSIONS + s);
      if (random.nextBoolean()) {
        console.run("ROLLBACK TO S");
        own.set(s, saved.get(s));
      }
    }

    @SuppressWarnings("NonApiType") // copied and kept as such
    private TreeMap<Integer, String> ofSession(int s) {
      TreeMap<Integer, String> rows = new TreeMap<>(committed);
      rows.keySet().removeIf(k -> k % SESSIONS != s);
      return rows;
    }
  }
}
