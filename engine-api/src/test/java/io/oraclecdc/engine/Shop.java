package io.oraclecdc.engine;

import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A simulated database with one table, APP.ORDERS, and an application session; what the engine
 * tests need.
 */
final class Shop implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final AtomicInteger NAMES = new AtomicInteger();

  final OracleSimulator database;
  final Connection app;

  private Shop(OracleSimulator database) throws SQLException {
    this.database = database;
    this.app = database.connectApp();
    app.setAutoCommit(false);
  }

  static Shop open() throws SQLException {
    Shop shop = new Shop(OracleSimulator.start(newName()));
    shop.createOrders();
    return shop;
  }

  static Shop over(OracleSimulator.Builder builder) throws SQLException {
    return new Shop(builder.start());
  }

  static String newName() {
    return "shop" + NAMES.incrementAndGet();
  }

  void createOrders() throws SQLException {
    execute(
        "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20), amount NUMBER(10,2))");
    execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = app.createStatement()) {
      statement.execute(sql);
    }
  }

  void commit(String... statements) throws SQLException {
    for (String sql : statements) {
      execute(sql);
    }
    app.commit();
  }

  void insert(int id) throws SQLException {
    commit("INSERT INTO orders VALUES (" + id + ", 'NEW', " + id + ".5)");
  }

  OracleCdcConfig.Builder settings() {
    return OracleCdcConfig.builder()
        .url(database.url())
        .user(OracleSimulator.CAPTURE_USER)
        .password(OracleSimulator.CAPTURE_PASSWORD)
        .tables("APP\\.ORDERS")
        .topicPrefix("shop")
        .snapshotMode(SnapshotMode.NONE)
        .targetLatency(Duration.ofMillis(20));
  }

  /** Starts an engine that only remembers what it was given, and waits until it streams. */
  static OracleCdcEngine started(EngineBuilder builder) throws InterruptedException {
    OracleCdcEngine engine = builder.build();
    engine.start();
    engine.awaitStreaming(PATIENCE);
    return engine;
  }

  void awaitDelivered(OracleCdcEngine engine) throws SQLException, InterruptedException {
    if (!engine.awaitDelivered(new Scn(database.currentScn()), PATIENCE)) {
      throw new AssertionError("not delivered in time: " + engine.status());
    }
  }

  static void awaitEnd(OracleCdcEngine engine) {
    await().atMost(PATIENCE).until(() -> engine.completion().isDone());
  }

  @Override
  public void close() throws SQLException {
    app.close();
    database.close();
  }

  /** What a consumer was given: {@code INSERT 1}, {@code UPDATE 1}, {@code DELETE 1}. */
  static final class Received implements EventConsumer {
    final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void accept(ChangeEvent event) {
      events.add(describe(event));
    }

    static String describe(ChangeEvent event) {
      return event.operation() + " " + event.key().get(0);
    }
  }
}
