package io.oraclecdc.engine;

import static io.oraclecdc.engine.Shop.PATIENCE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Savepoint;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EngineTest {
  private Shop shop;
  private final Received received = new Received();

  @BeforeEach
  void open() throws Exception {
    shop = Shop.open();
  }

  @AfterEach
  void close() throws Exception {
    shop.close();
  }

  private OracleCdcEngine start() throws Exception {
    return Shop.started(OracleCdcEngine.create(shop.settings().build()).notifying(received));
  }

  @Test
  void committedChangesArriveInOrderWithTheirValues() throws Exception {
    List<ChangeEvent> events = new CopyOnWriteArrayList<>();
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build())
                .notifying((EventConsumer) events::add))) {
      shop.commit(
          "INSERT INTO orders VALUES (1, 'it''s new', 10.5)",
          "UPDATE orders SET status = 'PAID' WHERE id = 1",
          "DELETE FROM orders WHERE id = 1");
      shop.awaitDelivered(engine);

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
      assertThat(events.get(0).transaction().eventCount()).isEqualTo(3);
      assertThat(events.get(0).transaction().userName()).isEqualTo("APP");
      assertThat(events.get(2).json()).hasSize(2).first().asString().contains("\"op\":\"d\"");
    }
  }

  @Test
  void workThatWasRolledBackNeverAppears() throws Exception {
    try (OracleCdcEngine engine = start()) {
      shop.execute("INSERT INTO orders VALUES (1, 'NEW', 1)");
      shop.app.rollback();
      shop.execute("INSERT INTO orders VALUES (2, 'NEW', 1)");
      Savepoint savepoint = shop.app.setSavepoint();
      shop.execute("INSERT INTO orders VALUES (3, 'NEW', 1)");
      shop.execute("UPDATE orders SET status = 'X' WHERE id = 2");
      shop.app.rollback(savepoint);
      assertThatThrownBy(() -> shop.execute("INSERT INTO orders VALUES (2, 'TWICE', 1)"))
          .hasMessageContaining("ORA-00001");
      shop.execute("INSERT INTO orders VALUES (4, 'NEW', 1)");
      shop.app.commit();
      shop.awaitDelivered(engine);
      assertThat(received.events).containsExactly("INSERT 2", "INSERT 4");
    }
  }

  @Test
  void aTransactionOpenAtTheStartIsCapturedWhole() throws Exception {
    shop.execute("INSERT INTO orders VALUES (1, 'NEW', 1)");
    try (OracleCdcEngine engine = start()) {
      shop.execute("INSERT INTO orders VALUES (2, 'NEW', 1)");
      shop.app.commit();
      shop.awaitDelivered(engine);
      assertThat(received.events).containsExactly("INSERT 1", "INSERT 2");
    }
  }

  @Test
  void whatCommittedBeforeTheStartIsNotDelivered() throws Exception {
    shop.insert(1);
    try (OracleCdcEngine engine = start()) {
      shop.insert(2);
      shop.awaitDelivered(engine);
      assertThat(received.events).containsExactly("INSERT 2");
    }
  }

  @Test // ENG-03
  void ENG_03_theFirstChangeAfterStreamingWasReportedIsDelivered() throws Exception {
    for (int round = 0; round < 5; round++) {
      Received own = new Received();
      try (OracleCdcEngine engine =
          Shop.started(OracleCdcEngine.create(shop.settings().build()).notifying(own))) {
        shop.insert(100 + round);
        shop.awaitDelivered(engine);
        assertThat(own.events).containsExactly("INSERT " + (100 + round));
      }
    }
  }

  @Test
  void aRestartGoesOnAfterTheLastAcknowledgedChange(@TempDir Path state) throws Exception {
    EngineBuilder first =
        OracleCdcEngine.create(shop.settings().build()).notifying(received).storingIn(state);
    try (OracleCdcEngine engine = Shop.started(first)) {
      shop.insert(1);
      shop.awaitDelivered(engine);
    }
    shop.insert(2);
    shop.database.switchLog();
    shop.insert(3);
    Received after = new Received();
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(after).storingIn(state))) {
      shop.insert(4);
      shop.awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 1");
    assertThat(after.events).containsExactly("INSERT 2", "INSERT 3", "INSERT 4");
  }

  @Test
  void aRestartInsideATransactionSkipsWhatWasAcknowledgedOfIt(@TempDir Path state)
      throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    EngineBuilder first =
        OracleCdcEngine.create(shop.settings().build())
            .notifying(
                event -> {
                  if (Received.describe(event).equals("INSERT 3")) {
                    failed.countDown();
                    throw new IllegalStateException("no room");
                  }
                  received.accept(event);
                })
            .storingIn(state);
    OracleCdcEngine engine = Shop.started(first);
    shop.commit(
        "INSERT INTO orders VALUES (1, 'a', 1)",
        "INSERT INTO orders VALUES (2, 'b', 1)",
        "INSERT INTO orders VALUES (3, 'c', 1)",
        "INSERT INTO orders VALUES (4, 'd', 1)");
    failed.await();
    Shop.awaitEnd(engine);
    assertThat(engine.status().state()).isEqualTo(EngineState.FAILED);

    try (OracleCdcEngine second =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(received).storingIn(state))) {
      shop.awaitDelivered(second);
    }
    assertThat(received.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 3", "INSERT 4");
  }

  @Test
  void aBatchConsumerAcknowledgesWhatIsDone(@TempDir Path state) throws Exception {
    List<ChangeEvent> kept = new ArrayList<>();
    AtomicReference<Committer> committer = new AtomicReference<>();
    EngineBuilder first =
        OracleCdcEngine.create(shop.settings().build())
            .notifying(
                (batch, acknowledge) -> {
                  committer.set(acknowledge);
                  kept.addAll(batch);
                })
            .storingIn(state);
    try (OracleCdcEngine engine = Shop.started(first)) {
      shop.insert(1);
      await().atMost(PATIENCE).until(() -> kept.size() == 1);
      shop.insert(2);
      await().atMost(PATIENCE).until(() -> kept.size() == 2);
      requireNonNull(committer.get()).acknowledge(kept.get(1));
      shop.insert(3);
      await().atMost(PATIENCE).until(() -> kept.size() == 3);
      assertThat(engine.status().delivered()).isEqualTo(3);
    }
    // Change 1 was never acknowledged, so the prefix ends before it: all three come again.
    Received after = new Received();
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(after).storingIn(state))) {
      shop.awaitDelivered(engine);
    }
    assertThat(after.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 3");
  }

  @Test
  void aFailingConsumerStopsTheEngineBeforeTheChange() throws Exception {
    OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build())
                .notifying(
                    event -> {
                      throw new java.io.IOException("mail server down");
                    }));
    shop.insert(1);
    Shop.awaitEnd(engine);
    assertThatThrownBy(() -> engine.completion().join())
        .hasCauseInstanceOf(ConsumerException.class)
        .hasRootCauseInstanceOf(java.io.IOException.class);
    assertThat(engine.status().state()).isEqualTo(EngineState.FAILED);
    engine.close();
  }

  @Test
  void aRetryPolicyHandsTheSameChangeOverUntilItWorks() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build())
                .notifying(
                    event -> {
                      if (calls.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                      }
                      received.accept(event);
                    })
                .onConsumerFailure(ConsumerFailurePolicy.retry(5, Duration.ofMillis(1))))) {
      shop.insert(1);
      shop.insert(2);
      shop.awaitDelivered(engine);
      assertThat(received.events).containsExactly("INSERT 1", "INSERT 2");
    }
  }

  @Test
  void closeIsLegalInEveryStateAndAnyNumberOfTimes() throws Exception {
    OracleCdcEngine never =
        OracleCdcEngine.create(shop.settings().build()).notifying(received).build();
    never.close();
    never.close();
    assertThat(never.status().state()).isEqualTo(EngineState.STOPPED);
    assertThatThrownBy(never::start).isInstanceOf(IllegalStateException.class);

    OracleCdcEngine starting =
        OracleCdcEngine.create(shop.settings().build()).notifying(received).build();
    starting.start();
    starting.close();
    starting.close();
    assertThat(starting.completion()).isCompleted();
    assertThat(starting.status().state()).isEqualTo(EngineState.STOPPED);
  }

  @Test
  void theConsumerMayCloseItsOwnEngine() throws Exception {
    AtomicReference<OracleCdcEngine> self = new AtomicReference<>();
    OracleCdcEngine engine =
        OracleCdcEngine.create(shop.settings().build())
            .notifying(
                event -> {
                  received.accept(event);
                  requireNonNull(self.get()).close();
                })
            .build();
    self.set(engine);
    engine.start();
    engine.awaitStreaming(PATIENCE);
    shop.commit("INSERT INTO orders VALUES (1, 'a', 1)", "INSERT INTO orders VALUES (2, 'b', 1)");
    Shop.awaitEnd(engine);
    assertThat(engine.completion()).isCompleted();
    assertThat(received.events).containsExactly("INSERT 1");
  }

  @Test
  void noThreadIsLeftAfterClose() throws Exception {
    OracleCdcEngine engine = start();
    engine.close();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(t -> t.getName().startsWith("oracle-cdc-shop")));
  }

  @Test
  void aLostConnectionIsReopenedAndNothingIsLost() throws Exception {
    try (OracleCdcEngine engine = start()) {
      shop.insert(1);
      shop.awaitDelivered(engine);
      shop.database.faults().on(Call.EXECUTE).by("C##CDC").breakConnection();
      shop.insert(2);
      shop.awaitDelivered(engine);
      shop.database
          .faults()
          .on(Call.NEXT_ROW)
          .containing("V$LOGMNR_CONTENTS")
          .raise(3113, "end-of-file on communication channel");
      shop.insert(3);
      shop.awaitDelivered(engine);
      assertThat(received.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 3");
    }
  }

  /** Errors of logs and limits at a later row: the step is read again, and nothing comes twice. */
  @Test
  void GAP_05_anErrorAtALaterRowOfAStepLosesAndRepeatsNothing() throws Exception {
    try (OracleCdcEngine engine = start()) {
      shop.insert(1);
      shop.awaitDelivered(engine);
      List<String> expected = new ArrayList<>(List.of("INSERT 1"));
      int id = 1;
      for (int number : new int[] {310, 334, 1289, 1291, 1368, 1013}) {
        FaultPlan.Rule rule =
            shop.database
                .faults()
                .on(Call.NEXT_ROW)
                .containing("V$LOGMNR_CONTENTS")
                .row(5)
                .raise(number, "raised by the test");
        String[] inserts = new String[5];
        for (int i = 0; i < inserts.length; i++) {
          id++;
          inserts[i] = "INSERT INTO orders VALUES (" + id + ", 'NEW', 1)";
          expected.add("INSERT " + id);
        }
        shop.commit(inserts);
        shop.awaitDelivered(engine);
        assertThat(rule.count()).as("ORA-%05d was raised", number).isPositive();
      }
      assertThat(received.events).isEqualTo(expected);
    }
  }

  @Test
  void anUnknownErrorStopsWithItsNumber() throws Exception {
    OracleCdcEngine engine = start();
    shop.database
        .faults()
        .on(Call.EXECUTE)
        .containing("V$LOGMNR_CONTENTS")
        .raise(7445, "exception encountered");
    Shop.awaitEnd(engine);
    assertThatThrownBy(() -> engine.completion().join())
        .hasMessageContaining("CDC-1001")
        .hasMessageContaining("7445");
    engine.close();
  }

  @Test
  void logSwitchesAndReuseWhileWorkingLoseNothing() throws Exception {
    List<String> expected = new ArrayList<>();
    try (OracleCdcEngine engine = start()) {
      for (int i = 1; i <= 60; i++) {
        shop.insert(i);
        expected.add("INSERT " + i);
        if (i % 7 == 0) {
          shop.database.switchLog();
        }
      }
      shop.awaitDelivered(engine);
      assertThat(received.events).isEqualTo(expected);
    }
  }

  @Test
  void manySessionsAtOnceEndEqualPerKey() throws Exception {
    int sessions = 4;
    int perSession = 50;
    try (OracleCdcEngine engine = start()) {
      List<Thread> threads = new ArrayList<>();
      for (int s = 0; s < sessions; s++) {
        int base = 1000 * (s + 1);
        threads.add(
            new Thread(
                () -> {
                  try (Connection connection = shop.database.connectApp();
                      PreparedStatement insert =
                          connection.prepareStatement("INSERT INTO orders VALUES (?, 'NEW', 1)");
                      PreparedStatement update =
                          connection.prepareStatement(
                              "UPDATE orders SET status = 'DONE' WHERE id = ?")) {
                    connection.setAutoCommit(false);
                    for (int i = 0; i < perSession; i++) {
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
                  } catch (java.sql.SQLException e) {
                    throw new IllegalStateException(e);
                  }
                }));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      shop.awaitDelivered(engine);
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

  @Test
  void aColumnAddedWhileStreamingIsInTheNextChange() throws Exception {
    List<ChangeEvent> events = new CopyOnWriteArrayList<>();
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build())
                .notifying((EventConsumer) events::add))) {
      shop.insert(1);
      shop.awaitDelivered(engine);
      shop.execute("ALTER TABLE orders ADD (note VARCHAR2(100))");
      shop.commit("INSERT INTO orders VALUES (2, 'NEW', 2, 'hello')");
      shop.awaitDelivered(engine);
      assertThat(events).hasSize(2);
      assertThat(events.get(0).after().columns()).doesNotContain("NOTE");
      assertThat(events.get(1).after().getString("NOTE")).isEqualTo("hello");
      assertThat(events.get(1).schema().version()).isEqualTo(2);
    }
  }

  @Test
  void aTableAlteredWhileTheEngineWasDownIsCapturedFromItsNextRow(@TempDir Path state)
      throws Exception {
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(received).storingIn(state))) {
      shop.insert(1);
      shop.insert(2);
      shop.awaitDelivered(engine);
    }
    shop.execute("ALTER TABLE orders ADD (z NUMBER)");
    shop.commit("INSERT INTO orders VALUES (3, 'NEW', 3, 3)");
    Received after = new Received();
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(after).storingIn(state))) {
      shop.awaitDelivered(engine);
    }
    assertThat(after.events).containsExactly("INSERT 3");
  }

  @Test
  void rowsOlderThanADdlThatWereNeverDeliveredAreDeliveredAfterTheRestart(@TempDir Path state)
      throws Exception {
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(received).storingIn(state))) {
      shop.insert(1);
      shop.awaitDelivered(engine);
    }
    shop.insert(2);
    shop.execute("ALTER TABLE orders ADD (z NUMBER)");
    shop.commit("INSERT INTO orders VALUES (3, 'NEW', 1, 2)");
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(received).storingIn(state))) {
      shop.awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 3");
  }

  @Test
  void aForeignInterruptOfTheCaptureThreadEndsTheEngineWithAnError() throws Exception {
    OracleCdcEngine engine = start();
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("oracle-cdc-shop-capture"))
        .forEach(Thread::interrupt);
    Shop.awaitEnd(engine);
    assertThatThrownBy(() -> engine.completion().join())
        .hasMessageContaining("CDC-1001")
        .hasMessageContaining("interrupted");
    assertThat(engine.status().state()).isEqualTo(EngineState.FAILED);
  }

  @Test
  void everyScalarTypeArrivesAsItIsInTheTable() throws Exception {
    List<ChangeEvent> events = new CopyOnWriteArrayList<>();
    shop.execute(
        "CREATE TABLE kinds (id NUMBER(9) PRIMARY KEY, n NUMBER, f FLOAT, bf BINARY_FLOAT, bd BINARY_DOUBLE, c CHAR(5), nv NVARCHAR2(20),"
            + " d DATE, ts TIMESTAMP(9), tz TIMESTAMP(3) WITH TIME ZONE, ltz TIMESTAMP WITH LOCAL TIME ZONE,"
            + " ym INTERVAL YEAR(4) TO MONTH, ds INTERVAL DAY(9) TO SECOND(9), r RAW(8))");
    shop.execute("ALTER TABLE kinds ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().tables("APP\\.KINDS").build())
                .notifying((EventConsumer) events::add))) {
      shop.commit(
          "INSERT INTO kinds VALUES (1, -12345678901234567890.5, 0.5, 1.5f, -2.5d, 'ab', UNISTR('\\4E2D\\0041'),"
              + " TO_DATE('-0044-03-15 12:00:00', 'SYYYY-MM-DD HH24:MI:SS'), TIMESTAMP '2026-02-28 13:45:59.123456789',"
              + " TIMESTAMP '2026-03-29 01:30:00.5 -11:00', TIMESTAMP '2026-03-29 01:30:00.25 +00:00',"
              + " INTERVAL '-1-2' YEAR TO MONTH, INTERVAL '-3 02:03:04.000000005' DAY TO SECOND(9), HEXTORAW('CAFE00'))",
          "INSERT INTO kinds (id, ds) VALUES (2, INTERVAL '999999999 23:59:59' DAY(9) TO SECOND)");
      shop.awaitDelivered(engine);
    }
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
    assertThat(events.get(1).json().get(0)).contains("\"DS\":8.6399999999999");
    assertThat(events.get(1).after().isNull("N")).isTrue();
  }

  @Test
  void twoEnginesWorkSideBySide() throws Exception {
    Received other = new Received();
    try (OracleCdcEngine one = start();
        OracleCdcEngine two =
            Shop.started(
                OracleCdcEngine.create(shop.settings().topicPrefix("second").build())
                    .notifying(other))) {
      shop.insert(1);
      shop.awaitDelivered(one);
      shop.awaitDelivered(two);
      assertThat(received.events).containsExactly("INSERT 1");
      assertThat(other.events).containsExactly("INSERT 1");
    }
  }

  @Test
  void twoEnginesOnOneStateDirectoryAreRefused(@TempDir Path state) throws Exception {
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(shop.settings().build()).notifying(received).storingIn(state))) {
      assertThat(engine.status().state()).isEqualTo(EngineState.STREAMING);
      EngineBuilder second =
          OracleCdcEngine.create(shop.settings().build()).notifying(received).storingIn(state);
      assertThatThrownBy(second::build)
          .hasMessageContaining("CDC-")
          .hasMessageContaining(state.toString());
    }
  }
}
