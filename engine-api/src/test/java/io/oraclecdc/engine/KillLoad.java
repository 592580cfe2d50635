package io.oraclecdc.engine;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Sessions that work on APP.ORDERS from a seed: short and long transactions, savepoints, rollbacks,
 * log switches. It knows what was committed, in the order of the commits. The load runs ahead of
 * the consumer only so far.
 */
final class KillLoad implements AutoCloseable {
  private static final int SESSIONS = 3;
  private static final int AHEAD = 400;
  private static final int LONG = 120;

  private final OracleSimulator simulator;
  private final List<List<String>> committed = new ArrayList<>();
  private final Semaphore room = new Semaphore(AHEAD, true);
  private final ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
  private final List<Future<?>> sessions = new ArrayList<>();
  private volatile boolean stopping;

  KillLoad(OracleSimulator simulator, long seed) {
    this.simulator = simulator;
    for (int i = 1; i <= SESSIONS; i++) {
      Session session = new Session(i, new Random(seed + i));
      sessions.add(threads.submit(session::run));
    }
  }

  /** The consumer has received so many more. */
  void received(int events) {
    room.release(events);
  }

  /** Ends the sessions; what was committed, by transaction. */
  List<List<String>> stop() throws Exception {
    stopping = true;
    room.release(100 * AHEAD);
    for (Future<?> session : sessions) {
      session.get();
    }
    return committed;
  }

  @Override
  public void close() {
    stopping = true;
    threads.shutdownNow();
  }

  private final class Session {
    private final int number;
    private final Random random;
    private int lastId;
    private List<Integer> live = new ArrayList<>();

    Session(int number, Random random) {
      this.number = number;
      this.random = random;
      this.lastId = number * 1_000_000;
    }

    boolean run() throws SQLException, InterruptedException {
      try (Connection connection = simulator.connectApp();
          PreparedStatement insert =
              connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?)");
          PreparedStatement update =
              connection.prepareStatement("UPDATE orders SET status = ?, amount = ? WHERE id = ?");
          PreparedStatement delete =
              connection.prepareStatement("DELETE FROM orders WHERE id = ?")) {
        connection.setAutoCommit(false);
        Statements statements = new Statements(insert, update, delete);
        for (int i = 0; !stopping; i++) {
          transaction(connection, statements);
          if (number == 1 && i % 40 == 39) {
            simulator.switchLog();
          }
        }
      }
      return true;
    }

    private void transaction(Connection connection, Statements statements)
        throws SQLException, InterruptedException {
      int size = random.nextInt(12) == 0 ? LONG : 1 + random.nextInt(6);
      room.acquire(size);
      List<Integer> before = List.copyOf(live);
      List<String> events = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        events.add(change(statements));
      }
      if (random.nextInt(4) == 0) {
        undone(connection, statements);
      }
      if (random.nextInt(6) == 0) {
        connection.rollback();
        live = new ArrayList<>(before);
        room.release(size);
        return;
      }
      synchronized (committed) {
        connection.commit();
        committed.add(events);
      }
    }

    private void undone(Connection connection, Statements statements) throws SQLException {
      List<Integer> before = List.copyOf(live);
      Savepoint savepoint = connection.setSavepoint();
      for (int i = 0; i < 3; i++) {
        change(statements);
      }
      connection.rollback(savepoint);
      live = new ArrayList<>(before);
    }

    private String change(Statements statements) throws SQLException {
      int kind = live.size() < 5 ? 0 : random.nextInt(4);
      if (kind <= 1) {
        int id = ++lastId;
        live.add(id);
        return statements.insert(id, text(), random.nextInt(10_000));
      }
      int index = random.nextInt(live.size());
      int id = live.get(index);
      if (kind == 2) {
        return statements.update(id, text(), random.nextInt(10_000));
      }
      live.remove(index);
      return statements.delete(id);
    }

    private String text() {
      return Integer.toString(random.nextInt(Integer.MAX_VALUE), 36);
    }
  }

  /** The statements of a session; each says what event it will be. */
  private static final class Statements {
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement delete;

    Statements(PreparedStatement insert, PreparedStatement update, PreparedStatement delete) {
      this.insert = insert;
      this.update = update;
      this.delete = delete;
    }

    String insert(int id, String status, int amount) throws SQLException {
      insert.setInt(1, id);
      insert.setString(2, status);
      insert.setInt(3, amount);
      insert.executeUpdate();
      return "INSERT|" + id + "|" + status + "|" + amount;
    }

    String update(int id, String status, int amount) throws SQLException {
      update.setString(1, status);
      update.setInt(2, amount);
      update.setInt(3, id);
      update.executeUpdate();
      return "UPDATE|" + id + "|" + status + "|" + amount;
    }

    String delete(int id) throws SQLException {
      delete.setInt(1, id);
      delete.executeUpdate();
      return "DELETE|" + id;
    }
  }
}
