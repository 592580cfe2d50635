package io.oraclecdc.testkit.simulator.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SqlConsole;
import io.oraclecdc.testkit.simulator.served.SimulatorProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILLs of a served simulator under load. Every transaction of a worker moves a window of ten
 * rows, a counter and a running total forward together, so that a part of one is noticed.
 */
class DurableKillIT {
  private static final int KILLS = 30;
  private static final int WORKERS = 3;
  private static final long SEED = 4711;

  @TempDir Path temp;

  @Test
  void thirtyKillsLoseNothingCommittedAndKeepNothingElse() throws Exception {
    Random random = new Random(SEED);
    List<Worker> workers =
        LongStream.rangeClosed(1, WORKERS).mapToObj(id -> new Worker(id, SEED + id)).toList();
    for (int kill = 0; kill < KILLS; kill++) {
      try (SimulatorProcess process = start()) {
        if (kill == 0) {
          prepare(process);
          assertThatThrownBy(this::openHere)
              .isInstanceOfSatisfying(
                  DirectoryException.class,
                  e -> assertThat(e.reason()).isEqualTo(DirectoryException.Reason.IN_USE));
        }
        boolean withRedo = kill % 6 == 5;
        verify(process, workers, withRedo);
        List<Thread> threads = new ArrayList<>();
        long before = workers.stream().mapToLong(w -> w.acknowledged.get()).sum();
        for (Worker worker : workers) {
          Thread thread = new Thread(() -> worker.run(process), "worker-" + worker.id);
          thread.start();
          threads.add(thread);
        }
        long wanted = before + 1 + random.nextInt(60);
        Awaitility.await()
            .pollInterval(Duration.ofMillis(1))
            .atMost(Duration.ofSeconds(30))
            .until(() -> workers.stream().mapToLong(w -> w.acknowledged.get()).sum() >= wanted);
        if (random.nextInt(3) == 0) {
          try (var handle = process.simulator()) {
            handle.switchLog();
          }
        }
        process.kill();
        for (Thread thread : threads) {
          thread.join(Duration.ofSeconds(20).toMillis());
          assertThat(thread.isAlive()).isFalse();
        }
      }
    }
    try (SimulatorProcess process = start()) {
      verify(process, workers, true);
    }
    assertThat(workers).allSatisfy(w -> assertThat(w.acknowledged.get()).isPositive());
  }

  private Path directory() {
    return temp.resolve("database");
  }

  private SimulatorProcess start() throws Exception {
    return SimulatorProcess.start("--name", "kill", "--directory", directory().toString());
  }

  private void openHere() throws SQLException {
    OracleSimulator.builder("here").directory(directory()).start().close();
  }

  private static Connection connect(SimulatorProcess process, String user, String password)
      throws SQLException {
    Connection connection = DriverManager.getConnection(process.url(), user, password);
    connection.setAutoCommit(false);
    return connection;
  }

  private static SqlConsole app(SimulatorProcess process) throws SQLException {
    return new SqlConsole(connect(process, OracleSimulator.APP_USER, OracleSimulator.APP_PASSWORD));
  }

  private static void prepare(SimulatorProcess process) throws SQLException {
    try (SqlConsole app = app(process)) {
      app.run(
          "CREATE TABLE WINDOW_ROWS (A NUMBER, B NUMBER, V VARCHAR2(20), PRIMARY KEY (A, B))",
          "CREATE TABLE COUNTERS (A NUMBER PRIMARY KEY, B NUMBER, C NUMBER)");
      for (int worker = 1; worker <= WORKERS; worker++) {
        app.update("INSERT INTO COUNTERS VALUES (?, 0, 0)", worker);
      }
      app.run("COMMIT");
    }
  }

  private static void verify(SimulatorProcess process, List<Worker> workers, boolean withRedo)
      throws SQLException {
    try (SqlConsole app = app(process)) {
      for (Worker worker : workers) {
        worker.verify(app);
      }
      if (withRedo) {
        verifyRedo(process, app);
      }
    }
  }

  private static void verifyRedo(SimulatorProcess process, SqlConsole app) throws SQLException {
    try (SqlConsole mining =
        new SqlConsole(
            connect(process, OracleSimulator.CAPTURE_USER, OracleSimulator.CAPTURE_PASSWORD))) {
      RedoRows.start(mining);
      NetRedo net = NetRedo.of(mining);
      assertThat(net.openTransactions()).isZero();
      assertThat(net.rows("COUNTERS"))
          .containsExactlyInAnyOrderElementsOf(
              app.rows("SELECT ROWIDTOCHAR(ROWID), A, B, C FROM COUNTERS"));
      assertThat(net.rows("WINDOW_ROWS"))
          .containsExactlyInAnyOrderElementsOf(
              app.rows("SELECT ROWIDTOCHAR(ROWID), A, B, V FROM WINDOW_ROWS"));
    }
  }

  /** One session after the other, each until its connection dies. */
  private static final class Worker {
    private final long id;
    private final Random random;
    private final AtomicLong acknowledged = new AtomicLong();
    private long attempted;
    private long reached;

    Worker(long id, long seed) {
      this.id = id;
      random = new Random(seed);
    }

    void run(SimulatorProcess process) {
      try (SqlConsole app = app(process)) {
        while (true) {
          transaction(app);
        }
      } catch (SQLException e) {
        assertThat(process.isAlive() && e.getErrorCode() < 17_000).isFalse();
      }
    }

    private void transaction(SqlConsole app) throws SQLException {
      long next = reached + 1;
      if (random.nextInt(5) == 0) {
        app.update("INSERT INTO WINDOW_ROWS VALUES (?, ?, 'never')", id, -next);
        app.update("UPDATE COUNTERS SET C = -1 WHERE A = ?", id);
        app.run("ROLLBACK");
      }
      app.update("INSERT INTO WINDOW_ROWS VALUES (?, ?, ?)", id, next, "v" + next);
      app.run("SAVEPOINT S");
      app.update("UPDATE WINDOW_ROWS SET V = 'undone' WHERE A = ?", id);
      app.run("ROLLBACK TO S");
      app.update("DELETE FROM WINDOW_ROWS WHERE A = ? AND B <= ?", id, next - 10);
      app.update("UPDATE COUNTERS SET B = ?, C = C + ? WHERE A = ?", next, next, id);
      attempted = next;
      app.run("COMMIT");
      reached = next;
      acknowledged.incrementAndGet();
    }

    /** The state is that of the last acknowledged commit, or of the one that was on its way. */
    void verify(SqlConsole app) throws SQLException {
      long now = Long.parseLong(app.one("SELECT B FROM COUNTERS WHERE A = ?", id));
      assertThat(now).isBetween(reached, Math.max(reached, attempted));
      assertThat(app.one("SELECT C FROM COUNTERS WHERE A = ?", id))
          .isEqualTo(Long.toString(now * (now + 1) / 2));
      assertThat(app.rows("SELECT B, V FROM WINDOW_ROWS WHERE A = ? ORDER BY B", id))
          .isEqualTo(
              LongStream.rangeClosed(Math.max(1, now - 9), now)
                  .mapToObj(n -> n + "|v" + n)
                  .toList());
      reached = now;
    }
  }
}
