package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.pipeline.FileDeadLetters;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Struct;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of transactions that never end, grow or rest; and two engines beside each other. */
@Timeout(120)
class TransactionPoliciesTest {
  @TempDir private Path state;
  private final Received received = new Received();
  private final List<OpsEvent> ops = new CopyOnWriteArrayList<>();
  private int others = 1000;

  private OracleCdcEngine start(Shop shop, String... settings) throws InterruptedException {
    var config = shop.settings();
    for (int i = 0; i < settings.length; i += 2) {
      config.set(settings[i], settings[i + 1]);
    }
    return Shop.started(
        OracleCdcEngine.create(config.build())
            .notifying(received)
            .opsListener(ops::add)
            .storingIn(state));
  }

  private static void run(Connection connection, String... statements) throws Exception {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private List<OpsEvent.TransactionGivenUp> givenUp() {
    return ops.stream()
        .filter(OpsEvent.TransactionGivenUp.class::isInstance)
        .map(OpsEvent.TransactionGivenUp.class::cast)
        .toList();
  }

  /** Others commit, so that the redo goes on, until a transaction is given up. */
  private void awaitGivenUp(Shop shop) {
    await()
        .atMost(Shop.PATIENCE)
        .pollInterval(200, TimeUnit.MILLISECONDS)
        .until(
            () -> {
              shop.insert(others++);
              return !givenUp().isEmpty();
            });
  }

  private List<String> mine() {
    return received.events.stream().filter(text -> !text.matches("INSERT 1\\d{3}")).toList();
  }

  @Test
  void aTransactionOfAnInstanceThatDiedIsReleasedAndItsLateRollbackIsIgnored() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()).threads(2))) {
      shop.createOrders();
      try (OracleCdcEngine engine =
              start(
                  shop,
                  "cdc.rac.safety.lag.ms",
                  "100",
                  "cdc.transaction.orphan.check.interval.ms",
                  "1000");
          Connection two = shop.database.connect(2, "APP", "app")) {
        two.setAutoCommit(false);
        run(two, "INSERT INTO orders VALUES (7, 'DEAD', 0)");
        shop.insert(others++);
        shop.awaitDelivered(engine);
        shop.database.cluster().crash(2);
        awaitGivenUp(shop);
        assertThat(givenUp())
            .extracting(OpsEvent.TransactionGivenUp::name)
            .containsExactly("transaction-orphan-released");
        shop.database.cluster().recover();
        shop.insert(8);
        shop.awaitDelivered(engine);
        assertThat(mine()).containsExactly("INSERT 8");
        assertThat(engine.status().capture().openTransactions()).isZero();
      }
    }
  }

  @Test
  void aTransactionThatTheDatabaseKnowsIsNeverAnOrphan() throws Exception {
    try (Shop shop = Shop.open();
        Connection other = shop.database.connectApp()) {
      try (OracleCdcEngine engine =
          start(
              shop,
              "cdc.transaction.orphan.check.interval.ms",
              "1000",
              "cdc.transaction.orphan.action",
              "fail")) {
        other.setAutoCommit(false);
        run(other, "INSERT INTO orders VALUES (7, 'OPEN', 0)");
        long begin = System.nanoTime();
        await()
            .atMost(Shop.PATIENCE)
            .pollInterval(300, TimeUnit.MILLISECONDS)
            .until(
                () -> {
                  shop.insert(others++);
                  return System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(4);
                });
        other.commit();
        shop.awaitDelivered(engine);
        assertThat(mine()).containsExactly("INSERT 7");
        assertThat(givenUp()).isEmpty();
      }
    }
  }

  @Test
  void aTransactionThatIsTooOldIsDiscardedWithItsCommit() throws Exception {
    try (Shop shop = Shop.open();
        Connection other = shop.database.connectApp()) {
      other.setAutoCommit(false);
      try (OracleCdcEngine engine =
          start(
              shop,
              "cdc.transaction.max.age.ms",
              "1000",
              "cdc.transaction.max.age.action",
              "discard")) {
        run(other, "INSERT INTO orders VALUES (7, 'OLD', 0)");
        awaitGivenUp(shop);
        run(other, "INSERT INTO orders VALUES (8, 'OLD', 0)");
        other.commit();
        shop.insert(9);
        shop.awaitDelivered(engine);
        assertThat(mine()).containsExactly("INSERT 9");
        assertThat(givenUp())
            .extracting(OpsEvent.TransactionGivenUp::reason)
            .containsExactly("too-old");
        assertThat(givenUp().get(0).details())
            .containsEntry("events", "1")
            .containsKeys("xid", "con_id", "first_scn", "last_scn", "age_ms");
        assertThat(FileDeadLetters.list(state.resolve(FileDeadLetters.FILE_NAME)))
            .singleElement()
            .asString()
            .contains("\"kind\":\"transaction-discarded\"", "\"events\":1");
      }
    }
  }

  @Test
  void MEM_06_aTransactionBeyondTheThresholdStopsCaptureBeforeAnythingOfItIsDelivered()
      throws Exception {
    try (Shop shop = Shop.open()) {
      OracleCdcEngine engine = start(shop, "cdc.transaction.max.changes", "3");
      for (int id = 1; id <= 4; id++) {
        shop.execute("INSERT INTO orders VALUES (" + id + ", 'LARGE', 0)");
      }
      shop.app.commit();
      Shop.awaitEnd(engine);
      Assertions.assertThatThrownBy(() -> engine.completion().get(10, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              CdcException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_TOO_LARGE));
      assertThat(received.events).isEmpty();
      engine.close();
      try (OracleCdcEngine again =
          start(
              shop,
              "cdc.transaction.max.changes",
              "3",
              "cdc.transaction.max.changes.action",
              "discard")) {
        shop.insert(9);
        shop.awaitDelivered(again);
        assertThat(received.events).containsExactly("INSERT 9");
        assertThat(givenUp())
            .extracting(OpsEvent.TransactionGivenUp::reason)
            .containsExactly("too-large");
      }
    }
  }

  @Test
  void TX_10_countsAndOrdersOfATransactionHaveNoHoles() throws Exception {
    try (Shop shop = Shop.open()) {
      shop.execute("CREATE TABLE items (id NUMBER(9) PRIMARY KEY)");
      shop.execute("ALTER TABLE items ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      shop.execute("CREATE TABLE other (id NUMBER(9) PRIMARY KEY)");
      List<ChangeEvent> events = new CopyOnWriteArrayList<>();
      List<String> blocks = new CopyOnWriteArrayList<>();
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(shop.settings().tables("APP\\.ORDERS", "APP\\.ITEMS").build())
                  .notifying(
                      (EventConsumer)
                          event -> {
                            events.add(event);
                            Struct value =
                                (Struct) Objects.requireNonNull(event.records().get(0).value());
                            Struct block = value.getStruct("transaction");
                            blocks.add(
                                event.table().name()
                                    + " "
                                    + block.getInt64("total_order")
                                    + " "
                                    + block.getInt64("data_collection_order"));
                          }))) {
        shop.execute("INSERT INTO orders VALUES (1, 'A', 0)");
        Savepoint savepoint = shop.app.setSavepoint();
        shop.execute("INSERT INTO orders VALUES (2, 'A', 0)");
        shop.app.rollback(savepoint);
        shop.execute("INSERT INTO items VALUES (1)");
        shop.app.commit();
        shop.execute("INSERT INTO orders VALUES (3, 'B', 0)");
        shop.app.rollback();
        shop.execute("INSERT INTO other VALUES (1)");
        shop.app.commit();
        shop.awaitDelivered(engine);
        assertThat(blocks).containsExactly("ORDERS 1 1", "ITEMS 2 1");
        assertThat(events)
            .allSatisfy(event -> assertThat(event.transaction().eventCount()).isEqualTo(2));
        assertThat(events.get(1).isLastOfTransaction()).isTrue();
      }
    }
  }

  @Test
  void ENG_07_twoEnginesInOneProcessAreIndependentAndTwoOnOneStateAreRefused() throws Exception {
    try (Shop shop = Shop.open()) {
      shop.execute("CREATE TABLE items (id NUMBER(9) PRIMARY KEY, at DATE)");
      shop.execute("ALTER TABLE items ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      Received ofItems = new Received();
      try (OracleCdcEngine orders = start(shop);
          OracleCdcEngine items =
              Shop.started(
                  OracleCdcEngine.create(
                          shop.settings().tables("APP\\.ITEMS").topicPrefix("items").build())
                      .notifying(ofItems)
                      .storingIn(state.resolve("items")))) {
        List<String> expected = new ArrayList<>();
        for (int id = 1; id <= 20; id++) {
          shop.execute("INSERT INTO orders VALUES (" + id + ", 'NEW', 0)");
          shop.execute("INSERT INTO items VALUES (" + id + ", SYSDATE)");
          shop.app.commit();
          expected.add("INSERT " + id);
        }
        shop.awaitDelivered(orders);
        shop.awaitDelivered(items);
        assertThat(received.events).isEqualTo(expected);
        assertThat(ofItems.events).isEqualTo(expected);
        Set<String> threads = new TreeSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> threads.add(thread.getName()));
        assertThat(threads)
            .contains("oracle-cdc-shop-capture", "oracle-cdc-items-capture")
            .contains("oracle-cdc-shop-delivery", "oracle-cdc-items-delivery");
        // The name is that of the records; what two engines must not share is their state.
        EngineBuilder same =
            OracleCdcEngine.create(shop.settings().build())
                .notifying(new Received())
                .storingIn(state);
        Assertions.assertThatThrownBy(same::build)
            .isInstanceOfSatisfying(
                CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION));
        shop.insert(21);
        shop.awaitDelivered(orders);
        assertThat(received.events).endsWith("INSERT 21");
      }
    }
  }
}
