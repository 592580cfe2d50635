package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table gets its first LOB column while a transaction is open that began before: positions stored
 * until then did not wait for it.
 */
@Timeout(180)
class LateLobColumnTest {
  private static final String TEXT = "0123456789abcdef".repeat(6_000);

  @TempDir private Path state;
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  private Shop shop;
  private Connection other;

  @BeforeEach
  void open() throws Exception {
    shop =
        Shop.over(
            OracleSimulator.builder(Shop.newName()).redoOptions(redo -> redo.logSizeBytes(32_768)));
    shop.createOrders();
    shop.execute("CREATE TABLE elsewhere (id NUMBER(9))");
    other = shop.database.connectApp();
    other.setAutoCommit(false);
  }

  @AfterEach
  void close() throws Exception {
    other.close();
    shop.close();
  }

  private OracleCdcEngine start() throws InterruptedException {
    OracleCdcConfig config =
        shop.settings().tables("APP\\.ORDERS").set("cdc.lob.mode", "inline").build();
    return Shop.started(
        OracleCdcEngine.create(config).notifying((EventConsumer) events::add).storingIn(state));
  }

  private static void stop(OracleCdcEngine engine) throws Exception {
    engine.close();
    engine.completion().get(30, TimeUnit.SECONDS);
  }

  private void others(String sql) throws Exception {
    try (Statement statement = other.createStatement()) {
      statement.execute(sql);
    }
    other.commit();
  }

  private void insertDocument() throws Exception {
    try (PreparedStatement insert =
        shop.app.prepareStatement("INSERT INTO orders VALUES (1, 'LONG', 0, ?)")) {
      insert.setString(1, TEXT);
      insert.executeUpdate();
    }
  }

  private void assertDelivered() {
    ChangeEvent document =
        events.stream()
            .filter(e -> Objects.equals(e.after().getInteger("ID"), 1))
            .findFirst()
            .orElseThrow();
    assertThat(document.after().getString("NOTE")).isEqualTo(TEXT);
  }

  @Test
  void theValueComesAlthoughTheRestartIsBehindTheBeginningOfItsTransaction() throws Exception {
    try (OracleCdcEngine engine = start()) {
      shop.execute("INSERT INTO elsewhere VALUES (1)");
      for (int i = 2; i < 5; i++) {
        others("INSERT INTO orders VALUES (" + i + ", 'NEW', 0)");
        shop.database.switchLog();
        shop.awaitDelivered(engine);
      }
      stop(engine);
    }
    others("ALTER TABLE orders ADD (note CLOB)");
    insertDocument();
    try (OracleCdcEngine engine = start()) {
      others("INSERT INTO orders VALUES (5, 'NEW', 0, 'a')");
      shop.awaitDelivered(engine);
      shop.app.commit();
      shop.awaitDelivered(engine);
    }
    assertDelivered();
  }

  @Test
  void theValueComesWhenTheEngineStopsBetweenTheStatementAndItsCommit() throws Exception {
    try (OracleCdcEngine engine = start()) {
      shop.execute("INSERT INTO elsewhere VALUES (1)");
      others("INSERT INTO orders VALUES (2, 'NEW', 0)");
      shop.database.switchLog();
      others("ALTER TABLE orders ADD (note CLOB)");
      others("INSERT INTO orders VALUES (3, 'NEW', 0, 'a')");
      shop.awaitDelivered(engine);
      insertDocument();
      others("INSERT INTO orders VALUES (4, 'NEW', 0, 'b')");
      shop.awaitDelivered(engine);
      stop(engine);
    }
    try (OracleCdcEngine engine = start()) {
      shop.app.commit();
      shop.awaitDelivered(engine);
    }
    assertDelivered();
  }
}
