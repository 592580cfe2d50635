package io.oraclecdc.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.format.ChangeRecord;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events that are not changes of rows, through the whole engine. */
@Timeout(120)
class OtherEventsTest {
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  @TempDir private Path state;
  private Shop shop;

  @BeforeEach
  void open() throws SQLException {
    shop = Shop.open();
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private EngineBuilder builder(String... settings) {
    var config = shop.settings();
    for (int i = 0; i < settings.length; i += 2) {
      config.set(settings[i], settings[i + 1]);
    }
    return OracleCdcEngine.create(config.build()).storingIn(state);
  }

  private OracleCdcEngine started(String... settings) throws InterruptedException {
    return Shop.started(builder(settings).notifying((EventConsumer) events::add));
  }

  private static Struct struct(@Nullable Object value) {
    return (Struct) requireNonNull(value);
  }

  private List<String> told() {
    List<String> told = new ArrayList<>();
    for (ChangeEvent event : events) {
      told.add(
          event.operation().isOfRow()
              ? event.operation() + " " + event.key().get(0)
              : event.operation().toString());
    }
    return told;
  }

  @Test
  void DDL_14_aTruncateDoesNotStopCaptureAndIsLeftOutUnlessAskedFor() throws Exception {
    try (OracleCdcEngine engine = started()) {
      shop.insert(1);
      shop.execute("TRUNCATE TABLE orders");
      shop.insert(2);
      shop.awaitDelivered(engine);
    }
    assertThat(told()).containsExactly("INSERT 1", "INSERT 2");
  }

  @Test
  void DDL_14_aTruncateHasItsPlaceAmongTheRows() throws Exception {
    try (OracleCdcEngine engine = started("cdc.truncate.emit", "true")) {
      shop.insert(1);
      shop.execute("TRUNCATE TABLE orders");
      shop.insert(1);
      shop.awaitDelivered(engine);
    }
    assertThat(told()).containsExactly("INSERT 1", "TRUNCATE", "INSERT 1");
    ChangeEvent truncate = events.get(1);
    assertThat(truncate.table()).hasToString("APP.ORDERS");
    assertThat(truncate.isLastOfTransaction()).isTrue();
    assertThat(truncate.records()).hasSize(1);
    ChangeRecord record = truncate.records().get(0);
    assertThat(record.key()).isNull();
    assertThat(struct(record.value()).getString("op")).isEqualTo("t");
    assertThat(truncate.json().get(0)).contains("\"op\":\"t\"");
    assertThat(truncate).asString().startsWith("TRUNCATE APP.ORDERS");
    assertThatThrownBy(truncate::before)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("truncate has no row");
  }

  @Test
  void aTruncatedPartitionIsNoTruncateOfTheTable() throws Exception {
    shop.execute(
        "CREATE TABLE parts (id NUMBER(9) PRIMARY KEY) PARTITION BY RANGE (id)"
            + " (PARTITION p1 VALUES LESS THAN (10), PARTITION p2 VALUES LESS THAN (100))");
    shop.execute("ALTER TABLE parts ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    var config =
        shop.settings()
            .tables("APP\\.PARTS")
            .set("cdc.truncate.emit", "true")
            .set("cdc.schema.changes.topic.enabled", "true");
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(config.build()).notifying((EventConsumer) events::add))) {
      shop.commit("INSERT INTO parts VALUES (1)");
      shop.execute("ALTER TABLE parts TRUNCATE PARTITION p1");
      shop.commit("INSERT INTO parts VALUES (2)");
      shop.awaitDelivered(engine);
    }
    assertThat(told()).containsExactly("SCHEMA_CHANGE", "INSERT 1", "SCHEMA_CHANGE", "INSERT 2");
  }

  @Test
  void beginAndEndStandAroundEveryTransaction() throws Exception {
    try (OracleCdcEngine engine = started("cdc.transactions.topic.enabled", "true")) {
      shop.commit("INSERT INTO orders VALUES (1, 'a', 1)", "INSERT INTO orders VALUES (2, 'a', 1)");
      shop.execute("INSERT INTO orders VALUES (9, 'a', 1)");
      shop.app.rollback();
      shop.commit("UPDATE orders SET id = 3 WHERE id = 2");
      shop.awaitDelivered(engine);
    }
    assertThat(told())
        .containsExactly(
            "TRANSACTION_BEGIN",
            "INSERT 1",
            "INSERT 2",
            "TRANSACTION_END",
            "TRANSACTION_BEGIN",
            "UPDATE 3",
            "TRANSACTION_END");
    Struct end = struct(events.get(3).records().get(0).value());
    assertThat(end.getInt64("event_count")).isEqualTo(2);
    Struct row = struct(events.get(1).records().get(0).value());
    assertThat(end.getString("id"))
        .isEqualTo(row.getStruct("transaction").getString("id"))
        .isEqualTo(row.getStruct("source").getString("txId"));
    Struct begin = struct(events.get(0).records().get(0).value());
    assertThat(begin.getInt64("ts_ms")).isPositive().isLessThanOrEqualTo(end.getInt64("ts_ms"));
    assertThat(events.get(3).transaction().eventCount()).isEqualTo(2);
    assertThatThrownBy(events.get(0)::table).hasMessageContaining("transaction_begin has no table");
  }

  @Test
  void aRestartInsideATransactionCountsAllOfIt() throws Exception {
    OracleCdcEngine first =
        builder("cdc.transactions.topic.enabled", "true")
            .notifying(
                (EventConsumer)
                    event -> {
                      if (events.size() == 3) {
                        throw new IllegalStateException("enough");
                      }
                      events.add(event);
                    })
            .build();
    first.start();
    first.awaitStreaming(Shop.PATIENCE);
    shop.commit(
        "INSERT INTO orders VALUES (1, 'a', 1)",
        "INSERT INTO orders VALUES (2, 'a', 1)",
        "INSERT INTO orders VALUES (3, 'a', 1)");
    Shop.awaitEnd(first);
    first.close();
    assertThat(told()).containsExactly("TRANSACTION_BEGIN", "INSERT 1", "INSERT 2");
    events.clear();
    try (OracleCdcEngine engine = started("cdc.transactions.topic.enabled", "true")) {
      shop.awaitDelivered(engine);
    }
    assertThat(told()).containsExactly("INSERT 3", "TRANSACTION_END");
    Struct end = struct(events.get(1).records().get(0).value());
    assertThat(end.getInt64("event_count")).isEqualTo(3);
  }

  @Test
  void anEndThatWasNotAcknowledgedComesAlone() throws Exception {
    OracleCdcEngine first =
        builder("cdc.transactions.topic.enabled", "true")
            .notifying(
                (EventConsumer)
                    event -> {
                      if (event.operation() == Operation.TRANSACTION_END) {
                        throw new IllegalStateException("enough");
                      }
                      events.add(event);
                    })
            .build();
    first.start();
    first.awaitStreaming(Shop.PATIENCE);
    shop.insert(1);
    Shop.awaitEnd(first);
    first.close();
    try (OracleCdcEngine engine = started("cdc.transactions.topic.enabled", "true")) {
      shop.insert(2);
      shop.awaitDelivered(engine);
    }
    assertThat(told())
        .containsExactly(
            "TRANSACTION_BEGIN",
            "INSERT 1",
            "TRANSACTION_END",
            "TRANSACTION_BEGIN",
            "INSERT 2",
            "TRANSACTION_END");
  }

  @Test
  void layoutsAreToldAtTheStartAndAtEveryStatement() throws Exception {
    try (OracleCdcEngine engine = started("cdc.schema.changes.topic.enabled", "true")) {
      shop.insert(1);
      shop.awaitDelivered(engine);
      shop.execute("ALTER TABLE orders ADD note VARCHAR2(10)");
      shop.execute("CREATE TABLE other (id NUMBER)");
      shop.commit("INSERT INTO orders VALUES (2, 'a', 1, 'n')");
      shop.awaitDelivered(engine);
      shop.execute("DROP TABLE orders PURGE");
      shop.awaitDelivered(engine);
    }
    assertThat(told())
        .containsExactly("SCHEMA_CHANGE", "INSERT 1", "SCHEMA_CHANGE", "INSERT 2", "SCHEMA_CHANGE");
    assertThat(describe(events.get(0))).isEqualTo("CREATE null [ID, STATUS, AMOUNT]");
    assertThat(describe(events.get(2)))
        .isEqualTo("ALTER ALTER TABLE orders ADD note VARCHAR2(10) [ID, STATUS, AMOUNT, NOTE]");
    assertThat(describe(events.get(4))).startsWith("DROP ").endsWith(" []");
    assertThat(events.get(2)).asString().doesNotContain("note").contains("APP.ORDERS", "ALTER");
  }

  private static String describe(ChangeEvent event) {
    ChangeRecord record = event.records().get(0);
    assertThat(record.destination()).isEqualTo("shop.cdc.schema.changes");
    Struct value = struct(record.value());
    Struct change = value.<Struct>getArray("tableChanges").get(0);
    Struct table = change.getStruct("table");
    List<String> columns =
        table == null
            ? List.of()
            : table.<Struct>getArray("columns").stream().map(c -> c.getString("name")).toList();
    String ddl = value.getString("ddl");
    return change.getString("type")
        + " "
        + (ddl == null ? null : ddl.replace(";", "").strip())
        + " "
        + columns;
  }

  @Test
  void skippedOperationsAreNoEvents() throws Exception {
    try (OracleCdcEngine engine = started("cdc.skipped.operations", "u,d")) {
      shop.insert(1);
      shop.commit("UPDATE orders SET status = 'x' WHERE id = 1");
      shop.commit("DELETE FROM orders WHERE id = 1");
      shop.insert(2);
      shop.awaitDelivered(engine);
    }
    assertThat(told()).containsExactly("INSERT 1", "INSERT 2");
  }

  @Test
  void heartbeatsReachConsumersThatWantThem() throws Exception {
    try (OracleCdcEngine engine =
        Shop.started(
            builder("cdc.heartbeat.interval.ms", "20")
                .notifying((EventConsumer) events::add)
                .withHeartbeats())) {
      await().atMost(Shop.PATIENCE).until(() -> events.size() >= 3);
      assertThat(engine.completion()).isNotDone();
    }
    assertThat(told()).containsOnly("HEARTBEAT");
    ChangeRecord record = events.get(1).records().get(0);
    assertThat(record.destination()).isEqualTo("shop.cdc.heartbeat");
    assertThat(requireNonNull(record.keySchema()).name())
        .isEqualTo("io.debezium.connector.common.ServerNameKey");
    assertThat(struct(record.key()).getString("serverName")).isEqualTo("shop");
    assertThat(requireNonNull(record.valueSchema()).name())
        .isEqualTo("io.debezium.connector.common.Heartbeat");
    assertThat(events.get(1)).asString().startsWith("HEARTBEAT SCN");
  }

  @Test
  void withoutPeriodicHeartbeatsOnlyTheOneOfTheStartIsThere() throws Exception {
    try (OracleCdcEngine engine =
        Shop.started(
            builder("cdc.heartbeat.interval.ms", "0")
                .notifying((EventConsumer) events::add)
                .withHeartbeats())) {
      long steps = engine.status().capture().steps();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> engine.status().capture().steps() >= steps + 3);
    }
    assertThat(told()).containsExactly("HEARTBEAT");
  }
}
