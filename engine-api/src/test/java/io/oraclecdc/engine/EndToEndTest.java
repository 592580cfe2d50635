package io.oraclecdc.engine;

import static io.oraclecdc.engine.DatabaseUnderTest.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.engine.Shop.Received;
import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

/** The engine on every database it can be tested on. Only SQL that a real Oracle accepts. */
@ParameterizedClass
@EnumSource(DatabaseUnderTest.Kind.class)
@Timeout(300)
class EndToEndTest {
  private static final String ORDERS =
      "id NUMBER(9) PRIMARY KEY, status VARCHAR2(20), amount NUMBER(10,2)";

  private static @Nullable DatabaseUnderTest opened;
  private static @Nullable String missing;

  private DatabaseUnderTest database;
  private Connection app;
  private String orders;
  private int sometimes;
  private final Received received = new Received();

  /** The kind was used before: the database is shared. */
  EndToEndTest(DatabaseUnderTest.Kind kind) {}

  @BeforeParameterizedClassInvocation
  static void open(DatabaseUnderTest.Kind kind) throws Exception {
    opened = null;
    missing = null;
    try {
      opened = kind.open();
    } catch (TestAbortedException e) {
      missing = e.getMessage();
    }
  }

  @AfterParameterizedClassInvocation
  static void close() throws Exception {
    if (opened != null) {
      opened.close();
    }
  }

  @BeforeEach
  void begin() throws SQLException {
    Assumptions.assumeTrue(opened != null, () -> String.valueOf(missing));
    database = opened;
    orders = database.table(ORDERS);
    app = database.connectApp();
  }

  @AfterEach
  void end() throws SQLException {
    if (app != null) {
      app.rollback();
      app.close();
      database.dropTables();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = app.createStatement()) {
      statement.execute(sql.replace("ORDERS", orders));
    }
  }

  private void commit(String... statements) throws SQLException {
    for (String sql : statements) {
      execute(sql);
    }
    app.commit();
    if (sometimes++ % 7 == 0) {
      database.disturb(orders);
    }
  }

  private static OracleCdcEngine started(EngineBuilder builder) throws InterruptedException {
    OracleCdcEngine engine = builder.build();
    engine.start();
    assertThat(engine.awaitStreaming(PATIENCE)).as("streams in time").isTrue();
    return engine;
  }

  private OracleCdcEngine start(EventConsumer consumer) throws InterruptedException {
    return started(OracleCdcEngine.create(database.settings(orders).build()).notifying(consumer));
  }

  private void awaitDelivered(OracleCdcEngine engine) throws Exception {
    assertThat(engine.awaitDelivered(database.passedScn(), PATIENCE))
        .as("delivered in time: %s", engine.status())
        .isTrue();
  }

  private List<ChangeEvent> captured(Callable<?> work) throws Exception {
    return captured(orders, UnaryOperator.identity(), work);
  }

  private List<ChangeEvent> captured(
      String table,
      UnaryOperator<io.oraclecdc.config.OracleCdcConfig.Builder> more,
      Callable<?> work)
      throws Exception {
    List<ChangeEvent> events = new CopyOnWriteArrayList<>();
    try (OracleCdcEngine engine =
        started(
            OracleCdcEngine.create(more.apply(database.settings(table)).build())
                .notifying((EventConsumer) events::add))) {
      work.call();
      awaitDelivered(engine);
    }
    return events;
  }

  @Test
  void committedChangesArriveInOrderWithTheirValues() throws Exception {
    List<ChangeEvent> events =
        captured(
            () -> {
              commit(
                  "INSERT INTO ORDERS VALUES (1, 'it''s new', 10.5)",
                  "UPDATE ORDERS SET status = 'PAID' WHERE id = 1",
                  "DELETE FROM ORDERS WHERE id = 1");
              return true;
            });
    assertThat(events)
        .extracting(ChangeEvent::operation)
        .containsExactly(Operation.INSERT, Operation.UPDATE, Operation.DELETE);
    assertThat(events.get(0).after().getString("STATUS")).isEqualTo("it's new");
    assertThat(events.get(0).after().getBigDecimal("AMOUNT")).isEqualByComparingTo("10.5");
    assertThat(events.get(1).before().getString("STATUS")).isEqualTo("it's new");
    assertThat(events.get(1).after().getString("STATUS")).isEqualTo("PAID");
    assertThat(events.get(2).before().getInteger("ID")).isEqualTo(1);
    assertThat(events).extracting(ChangeEvent::eventIndex).containsExactly(0, 1, 2);
    assertThat(events)
        .extracting(ChangeEvent::isLastOfTransaction)
        .containsExactly(false, false, true);
  }

  @Test
  void workThatWasRolledBackNeverAppears() throws Exception {
    try (OracleCdcEngine engine = start(received)) {
      execute("INSERT INTO ORDERS VALUES (1, 'NEW', 1)");
      app.rollback();
      execute("INSERT INTO ORDERS VALUES (2, 'NEW', 1)");
      Savepoint savepoint = app.setSavepoint();
      execute("INSERT INTO ORDERS VALUES (3, 'NEW', 1)");
      execute("UPDATE ORDERS SET status = 'X' WHERE id = 2");
      app.rollback(savepoint);
      assertThatThrownBy(() -> execute("INSERT INTO ORDERS VALUES (2, 'TWICE', 1)"))
          .hasMessageContaining("ORA-00001");
      execute("SAVEPOINT again");
      execute("DELETE FROM ORDERS");
      execute("ROLLBACK TO again");
      execute("INSERT INTO ORDERS VALUES (4, 'NEW', 1)");
      app.commit();
      awaitDelivered(engine);
      assertThat(received.events).containsExactly("INSERT 2", "INSERT 4");
    }
  }

  @Test
  void keysThatChangeAndTradePlaces() throws Exception {
    List<ChangeEvent> events =
        captured(
            () -> {
              commit(
                  "INSERT INTO ORDERS VALUES (1, 'a', 1)", "INSERT INTO ORDERS VALUES (2, 'b', 2)");
              commit("UPDATE ORDERS SET id = 10 WHERE id = 1");
              commit("UPDATE ORDERS SET id = id + 1 WHERE id >= 10");
              commit("UPDATE ORDERS SET id = 13 - id");
              return true;
            });
    assertThat(events.subList(2, events.size()))
        .extracting(e -> e.before().getInteger("ID") + ">" + e.after().getInteger("ID"))
        .containsExactlyInAnyOrder("1>10", "10>11", "11>2", "2>11");
  }

  @Test
  void batchesAndStatementsOfManyRowsAreWhole() throws Exception {
    List<ChangeEvent> events =
        captured(
            () -> {
              try (PreparedStatement insert =
                  app.prepareStatement("INSERT INTO " + orders + " VALUES (?, ?, ?)")) {
                for (int i = 1; i <= 500; i++) {
                  insert.setInt(1, i);
                  insert.setString(2, i % 3 == 0 ? null : "s" + i);
                  insert.setBigDecimal(3, java.math.BigDecimal.valueOf(i, 2));
                  insert.addBatch();
                }
                insert.executeBatch();
              }
              commit(
                  "UPDATE ORDERS SET amount = amount + 1 WHERE id <= 200",
                  "DELETE FROM ORDERS WHERE id > 400");
              return true;
            });
    assertThat(events).hasSize(800);
    assertThat(events)
        .extracting(e -> e.transaction().key())
        .containsOnly(events.get(0).transaction().key());
    assertThat(events.subList(0, 500))
        .allMatch(e -> e.operation() == Operation.INSERT)
        .extracting(e -> e.after().getInteger("ID"))
        .doesNotHaveDuplicates();
    ChangeEvent third = events.get(2);
    assertThat(third.after().isNull("STATUS")).isTrue();
    assertThat(third.after().getBigDecimal("AMOUNT")).isEqualByComparingTo("0.03");
  }

  @Test
  void aTransactionOpenAtTheStartIsCapturedWhole() throws Exception {
    execute("INSERT INTO ORDERS VALUES (1, 'NEW', 1)");
    try (OracleCdcEngine engine = start(received)) {
      execute("INSERT INTO ORDERS VALUES (2, 'NEW', 1)");
      app.commit();
      awaitDelivered(engine);
      assertThat(received.events).containsExactly("INSERT 1", "INSERT 2");
    }
  }

  @Test
  void logSwitchesWhileWorkingLoseNothing() throws Exception {
    List<String> expected = new ArrayList<>();
    try (OracleCdcEngine engine = start(received)) {
      for (int i = 1; i <= 30; i++) {
        commit("INSERT INTO ORDERS VALUES (" + i + ", 'NEW', 1)");
        expected.add("INSERT " + i);
        if (i % 8 == 0) {
          database.switchLog();
        }
      }
      awaitDelivered(engine);
      assertThat(received.events).isEqualTo(expected);
    }
  }

  @Test
  void aRestartGoesOnAfterTheLastAcknowledgedChange(@TempDir Path state) throws Exception {
    EngineBuilder first =
        OracleCdcEngine.create(database.settings(orders).build())
            .notifying(received)
            .storingIn(state);
    try (OracleCdcEngine engine = started(first)) {
      commit("INSERT INTO ORDERS VALUES (1, 'NEW', 1)");
      awaitDelivered(engine);
    }
    commit("INSERT INTO ORDERS VALUES (2, 'NEW', 1)");
    database.switchLog();
    commit("INSERT INTO ORDERS VALUES (3, 'NEW', 1)");
    Received after = new Received();
    EngineBuilder second =
        OracleCdcEngine.create(database.settings(orders).build()).notifying(after).storingIn(state);
    try (OracleCdcEngine engine = started(second)) {
      commit("INSERT INTO ORDERS VALUES (4, 'NEW', 1)");
      awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 1");
    assertThat(after.events).containsExactly("INSERT 2", "INSERT 3", "INSERT 4");
  }

  @Test
  void manySessionsAtOnceEndEqualPerKey() throws Exception {
    int sessions = 4;
    int perSession = 25;
    try (OracleCdcEngine engine = start(received)) {
      ExecutorService threads = Executors.newFixedThreadPool(sessions);
      try {
        List<Future<?>> work = new ArrayList<>();
        for (int s = 1; s <= sessions; s++) {
          int base = 1000 * s;
          work.add(threads.submit(() -> insertAndUpdate(base, perSession)));
        }
        for (Future<?> future : work) {
          future.get();
        }
      } finally {
        threads.shutdownNow();
      }
      awaitDelivered(engine);
    }
    assertThat(received.events).hasSize(sessions * perSession * 2 * 4 / 5);
    for (int s = 1; s <= sessions; s++) {
      String prefix = " " + s;
      List<String> own = received.events.stream().filter(e -> e.contains(prefix)).toList();
      for (int i = 0; i + 1 < own.size(); i += 2) {
        assertThat(own.get(i)).startsWith("INSERT");
        assertThat(own.get(i + 1)).isEqualTo(own.get(i).replace("INSERT", "UPDATE"));
      }
    }
  }

  private boolean insertAndUpdate(int base, int count) throws SQLException {
    try (Connection connection = database.connectApp();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO " + orders + " VALUES (?, 'NEW', 1)");
        PreparedStatement update =
            connection.prepareStatement("UPDATE " + orders + " SET status = 'DONE' WHERE id = ?")) {
      for (int i = 0; i < count; i++) {
        insert.setInt(1, base + i);
        insert.executeUpdate();
        update.setInt(1, base + i);
        update.executeUpdate();
        if (i % 5 == 4) {
          connection.rollback();
        } else {
          connection.commit();
        }
      }
    }
    return true;
  }

  @Test
  void aColumnAddedWhileStreamingIsInTheNextChange() throws Exception {
    List<ChangeEvent> events = new CopyOnWriteArrayList<>();
    try (OracleCdcEngine engine = start(events::add)) {
      commit("INSERT INTO ORDERS VALUES (1, 'NEW', 1)");
      awaitDelivered(engine);
      execute("ALTER TABLE ORDERS ADD (note VARCHAR2(100))");
      commit("INSERT INTO ORDERS VALUES (2, 'NEW', 2, 'hello')");
      awaitDelivered(engine);
    }
    assertThat(events).hasSize(2);
    assertThat(events.get(0).after().columns()).doesNotContain("NOTE");
    assertThat(events.get(1).after().getString("NOTE")).isEqualTo("hello");
  }

  @Test
  void largeObjectsArriveWhole() throws Exception {
    String table = database.table("id NUMBER(9) PRIMARY KEY, c CLOB, b BLOB");
    String large = "0123456789\u00e4".repeat(4_000);
    byte[] bytes = new byte[50_000];
    new java.util.Random(7).nextBytes(bytes);
    List<ChangeEvent> events =
        captured(
            table,
            builder -> builder.set("cdc.lob.mode", "inline"),
            () -> {
              try (PreparedStatement insert =
                  app.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)")) {
                insert.setInt(1, 1);
                insert.setString(2, "short");
                insert.setBytes(3, new byte[] {1, 2, 3});
                insert.executeUpdate();
                insert.setInt(1, 2);
                insert.setClob(2, new StringReader(large));
                insert.setBlob(3, new java.io.ByteArrayInputStream(bytes));
                insert.executeUpdate();
              }
              app.commit();
              return true;
            });
    assertThat(events).hasSize(2);
    assertThat(events.get(0).after().getString("C")).isEqualTo("short");
    assertThat(events.get(0).after().getBytes("B")).containsExactly(1, 2, 3);
    assertThat(events.get(1).after().getString("C")).isEqualTo(large);
    assertThat(events.get(1).after().getBytes("B")).isEqualTo(bytes);
  }

  @Test
  void everyScalarTypeArrivesAsItIsInTheTable() throws Exception {
    String table =
        database.table(
            "id NUMBER(9) PRIMARY KEY, n NUMBER, f FLOAT, bf BINARY_FLOAT, bd BINARY_DOUBLE, c CHAR(5), nv NVARCHAR2(20),"
                + " d DATE, ts TIMESTAMP(9), tz TIMESTAMP(3) WITH TIME ZONE, ltz TIMESTAMP WITH LOCAL TIME ZONE,"
                + " ym INTERVAL YEAR(4) TO MONTH, ds INTERVAL DAY(9) TO SECOND(9), r RAW(8)");
    List<ChangeEvent> events =
        captured(
            table,
            UnaryOperator.identity(),
            () -> {
              commit(
                  "INSERT INTO "
                      + table
                      + " VALUES (1, -12345678901234567890.5, 0.5, 1.5f, -2.5d, 'ab', UNISTR('\\4E2D\\0041'),"
                      + " TO_DATE('-0044-03-15 12:00:00', 'SYYYY-MM-DD HH24:MI:SS'), TIMESTAMP '2026-02-28 13:45:59.123456789',"
                      + " TIMESTAMP '2026-03-29 01:30:00.5 -11:00', TIMESTAMP '2026-03-29 01:30:00.25 +00:00',"
                      + " INTERVAL '-1-2' YEAR TO MONTH, INTERVAL '-3 02:03:04.000000005' DAY TO SECOND(9), HEXTORAW('CAFE00'))",
                  "INSERT INTO "
                      + table
                      + " (id, ds) VALUES (2, INTERVAL '999999999 23:59:59' DAY(9) TO SECOND)");
              return true;
            });
    Row row = events.get(0).after();
    assertThat(row.getBigDecimal("N")).isEqualByComparingTo("-12345678901234567890.5");
    assertThat(row.getBigDecimal("F")).isEqualByComparingTo("0.5");
    assertThat(row.getDouble("BF")).isEqualTo(1.5);
    assertThat(row.getDouble("BD")).isEqualTo(-2.5);
    assertThat(row.getString("C")).isEqualTo("ab   ");
    assertThat(row.getString("NV")).isEqualTo("\u4E2DA");
    assertThat(row.getLocalDateTime("D")).isEqualTo(LocalDateTime.of(-43, 3, 15, 12, 0));
    assertThat(row.getLocalDateTime("TS"))
        .isEqualTo(LocalDateTime.of(2026, 2, 28, 13, 45, 59, 123456789));
    assertThat(row.getOffsetDateTime("TZ"))
        .isEqualTo(OffsetDateTime.parse("2026-03-29T01:30:00.5-11:00"));
    assertThat(row.getOffsetDateTime("LTZ"))
        .isEqualTo(OffsetDateTime.parse("2026-03-29T01:30:00.25Z"));
    assertThat(row.getPeriod("YM")).isEqualTo(Period.ofMonths(-14).normalized());
    assertThat(row.getDuration("DS")).isEqualTo(Duration.parse("P3DT2H3M4.000000005S").negated());
    assertThat(row.getBytes("R")).containsExactly(0xCA, 0xFE, 0x00);
    assertThat(events.get(1).after().getDuration("DS"))
        .isEqualTo(Duration.ofDays(1_000_000_000).minusSeconds(1));
    assertThat(events.get(1).after().isNull("N")).isTrue();
  }
}
