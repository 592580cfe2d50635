package io.oraclecdc.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.served.SimulatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Database and engine are killed together ten times under load. What the database has afterwards is
 * what the engines delivered: each transaction whole, in one order.
 */
class BothKilledIT {
  private static final int KILLS = 10;
  private static final long SEED = 4_711;

  @TempDir private Path directory;
  private final Map<String, Integer> ids = new LinkedHashMap<>();
  private final Map<String, TreeMap<Integer, Integer>> transactions = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private int lives;
  private long lastCommit;

  @Test
  @Timeout(300)
  void killsOfDatabaseAndEngineTogetherLoseNothing() throws Exception {
    Random random = new Random(SEED);
    int next = 1;
    for (int life = 0; life <= KILLS; life++) {
      SimulatorProcess database = start();
      EngineProcess engine = null;
      try {
        if (life == 0) {
          prepare(database);
        }
        engine = engine(database.url());
        next = work(database, next, random);
        if (life < KILLS) {
          engine.await(random.nextInt(30));
          killBoth(database, engine, random);
          // What is in memory too must not be missed: spill files mean nothing to the next life.
          new StateFiles(directory.resolve("state")).cutSpillFiles(random);
        } else {
          finish(database, engine);
        }
      } finally {
        if (engine != null) {
          engine.kill();
        }
        database.close();
      }
      take(engine);
    }
    verify();
  }

  private static void killBoth(SimulatorProcess database, EngineProcess engine, Random random)
      throws IOException, InterruptedException {
    if (random.nextBoolean()) {
      engine.kill();
      database.kill();
    } else {
      database.kill();
      engine.kill();
    }
  }

  private SimulatorProcess start() throws IOException {
    return SimulatorProcess.start(
        "--name", "both", "--directory", directory.resolve("database").toString());
  }

  private static Connection app(SimulatorProcess database) throws SQLException {
    return DriverManager.getConnection(
        database.url(), OracleSimulator.APP_USER, OracleSimulator.APP_PASSWORD);
  }

  private static void prepare(SimulatorProcess database) throws SQLException {
    try (Connection app = app(database);
        Statement statement = app.createStatement()) {
      statement.execute(
          "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20), amount NUMBER(10))");
      statement.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  private EngineProcess engine(String url) throws IOException {
    EngineProcess engine = EngineProcess.start(directory, ++lives, url);
    engine.goAndStream();
    return engine;
  }

  /** Short transactions, and a long one that a kill leaves open. */
  private static int work(SimulatorProcess database, int from, Random random) throws SQLException {
    int id = from;
    Connection open = app(database);
    open.setAutoCommit(false);
    try (Connection app = app(database)) {
      app.setAutoCommit(false);
      for (int i = 0; i < 12; i++) {
        int size = i == 6 ? 60 : 1 + random.nextInt(5);
        id = insert(app, id, size);
        id = insert(open, id, 2);
        if (random.nextInt(5) == 0) {
          app.rollback();
        } else {
          app.commit();
        }
      }
      if (random.nextBoolean()) {
        open.commit();
      }
    }
    try (var handle = database.simulator()) {
      handle.switchLog();
    }
    return id;
  }

  private static int insert(Connection connection, int from, int count) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?)")) {
      for (int id = from; id < from + count; id++) {
        insert.setInt(1, id);
        insert.setString(2, "S" + id);
        insert.setInt(3, id % 1000);
        insert.executeUpdate();
      }
    }
    return from + count;
  }

  private final Set<Integer> inDatabase = new TreeSet<>();

  private void finish(SimulatorProcess database, EngineProcess engine) throws SQLException {
    try (Connection app = app(database);
        Statement statement = app.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM orders")) {
      while (rows.next()) {
        inDatabase.add(rows.getInt(1));
      }
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              Set<Integer> delivered = new TreeSet<>(ids.values());
              for (String line : engine.lines()) {
                delivered.add(Integer.parseInt(line.split("\\|", -1)[5]));
              }
              return delivered.containsAll(inDatabase);
            });
  }

  private void take(EngineProcess engine) throws IOException {
    for (String line : engine.lines()) {
      String[] parts = line.split("\\|", -1);
      String identity = parts[0] + "/" + parts[3];
      int id = Integer.parseInt(parts[5]);
      Integer known = ids.putIfAbsent(identity, id);
      assertThat(known == null ? id : known).as("a repeat is what it was").isEqualTo(id);
      assertThat(parts[4]).isEqualTo("INSERT");
      assertThat(parts[6]).isEqualTo("S" + id);
      if (known == null) {
        long commit = Long.parseLong(parts[1]);
        assertThat(commit).as("commits come in their order").isGreaterThanOrEqualTo(lastCommit);
        lastCommit = commit;
      }
      transactions
          .computeIfAbsent(parts[0], key -> new TreeMap<>())
          .put(Integer.parseInt(parts[3]), id);
      counts.put(parts[0], Integer.parseInt(parts[2]));
    }
  }

  private void verify() {
    List<Integer> delivered = new ArrayList<>(ids.values());
    assertThat(delivered).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(delivered)).isEqualTo(inDatabase);
    transactions.forEach(
        (xid, changes) -> {
          assertThat(changes)
              .as("transaction %s is whole", xid)
              .hasSize(requireNonNull(counts.get(xid)));
          assertThat(changes.lastKey()).isEqualTo(changes.size() - 1);
        });
    assertThat(delivered).hasSizeGreaterThan(300);
  }
}
