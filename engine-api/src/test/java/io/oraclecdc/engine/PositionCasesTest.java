package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.FilePositionStore;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cases of positions that need a database. */
@Timeout(120)
class PositionCasesTest {
  @TempDir Path state;
  private Shop shop;
  private final Received received = new Received();

  @BeforeEach
  void open() throws SQLException {
    shop = Shop.open();
    shop.execute("CREATE TABLE noise (n NUMBER)");
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private OracleCdcEngine started(OracleCdcConfig.Builder settings) throws InterruptedException {
    return Shop.started(
        OracleCdcEngine.create(settings.build()).notifying(received).storingIn(state));
  }

  /** Waits until everything so far is delivered; a commit that nobody captures follows it. */
  private void awaitDelivered(OracleCdcEngine engine) throws Exception {
    Scn scn = new Scn(shop.database.currentScn());
    try (var other = shop.database.connectApp();
        var statement = other.createStatement()) {
      statement.execute("INSERT INTO noise VALUES (1)");
    }
    assertThat(engine.awaitDelivered(scn, Shop.PATIENCE)).isTrue();
  }

  @Test // POS-03
  void POS_03_aTransactionOpenAtTheFirstStartIsWholeAlsoAfterARestart() throws Exception {
    try (var other = shop.database.connectApp();
        var statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("INSERT INTO orders VALUES (50, 'X', 1)");
      shop.execute("INSERT INTO orders VALUES (1, 'A', 1)");
      other.commit();
    }
    started(shop.settings()).close();
    shop.database.switchLog();
    shop.execute("INSERT INTO orders VALUES (2, 'A', 1)");
    try (OracleCdcEngine engine = started(shop.settings())) {
      shop.app.commit();
      awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 1", "INSERT 2");
  }

  @Test // POS-05
  void POS_05_theStoredPositionMovesWhileCapturedTablesAreQuiet() throws Exception {
    OracleCdcConfig.Builder settings = shop.settings().set("cdc.heartbeat.interval.ms", "50");
    try (OracleCdcEngine engine = started(settings)) {
      shop.insert(1);
      awaitDelivered(engine);
      for (int i = 0; i < 6; i++) {
        shop.commit("INSERT INTO noise VALUES (" + i + ")");
        shop.database.switchLog();
      }
      Scn busy = new Scn(shop.database.currentScn());
      awaitDelivered(engine);
      await()
          .atMost(Shop.PATIENCE)
          .until(
              () -> {
                awaitDelivered(engine);
                return engine
                    .status()
                    .acknowledged()
                    .filter(position -> !position.resumeScn().isBefore(busy))
                    .isPresent();
              });
    }
    shop.database.purgeArchivedLogs(6);
    try (OracleCdcEngine engine = started(settings)) {
      shop.insert(2);
      awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 1", "INSERT 2");
  }

  /** The next two steps begin after everything that was done before. */
  private static void awaitSteps(OracleCdcEngine engine) {
    long before = engine.status().capture().steps();
    await().atMost(Shop.PATIENCE).until(() -> engine.status().capture().steps() >= before + 2);
  }

  @Test // POS-10
  void POS_10_rowsThatAreWrittenAfterARangeWithoutRowsArrive() throws Exception {
    shop.close();
    shop =
        Shop.over(
            OracleSimulator.builder(Shop.newName())
                .redoOptions(options -> options.behaviour(RedoBehaviour.PRIVATE_STRANDS)));
    shop.createOrders();
    shop.execute("CREATE TABLE noise (n NUMBER)");
    OracleCdcConfig.Builder settings = shop.settings().set("cdc.heartbeat.interval.ms", "20");
    Scn written;
    try (OracleCdcEngine engine = started(settings)) {
      awaitDelivered(engine);
      // The rows are in the memory of the database, with SCNs of now, and not in the log.
      shop.execute("INSERT INTO orders VALUES (1, 'NEW', 1)");
      shop.execute("UPDATE orders SET status = 'PAID' WHERE id = 1");
      written = new Scn(shop.database.currentScn());
      awaitDelivered(engine);
      awaitSteps(engine);
      awaitDelivered(engine);
      assertThat(received.events).isEmpty();
    }
    try (OracleCdcEngine engine = started(settings)) {
      awaitDelivered(engine);
      awaitSteps(engine);
      assertThat(engine.status().acknowledged().orElseThrow().resumeScn())
          .as("rows at or below %s can still be written", written)
          .isLessThan(written);
      shop.app.commit();
      awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 1", "UPDATE 1");
  }

  /** What commits after the restart: nothing, a row of the changed table, an older transaction. */
  private enum AfterRestart {
    NOTHING,
    ROW_OF_THE_TABLE,
    OLDER_TRANSACTION
  }

  @ParameterizedTest // POS-11
  @EnumSource(AfterRestart.class)
  void POS_11_aDdlBeforeARestartCountsOnceWhateverFollows(AfterRestart then) throws Exception {
    shop.execute("CREATE TABLE u (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE u ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    OracleCdcConfig.Builder settings = shop.settings().tables("APP\\.(ORDERS|U)");
    try (Connection older = shop.database.connectApp();
        Statement statement = older.createStatement()) {
      older.setAutoCommit(false);
      List<String> fields = new CopyOnWriteArrayList<>();
      EventConsumer consumer =
          event -> {
            received.accept(event);
            fields.add(event.table().name() + " " + event.after().columns());
          };
      try (OracleCdcEngine engine = startedWith(settings, consumer)) {
        statement.execute("INSERT INTO u VALUES (70)");
        shop.insert(1);
        shop.execute("ALTER TABLE orders ADD (note VARCHAR2(10) DEFAULT 'none')");
        shop.commit("INSERT INTO orders VALUES (2, 'NEW', 1, 'two')");
        awaitDelivered(engine);
      }
      for (int restart = 0; restart < 2; restart++) {
        try (OracleCdcEngine engine = startedWith(settings, consumer)) {
          if (restart == 0 && then == AfterRestart.ROW_OF_THE_TABLE) {
            shop.commit("INSERT INTO orders VALUES (3, 'NEW', 1, 'three')");
          }
          if (restart == 0 && then == AfterRestart.OLDER_TRANSACTION) {
            older.commit();
          }
          awaitDelivered(engine);
        }
      }
      older.rollback();
      List<String> expected = new ArrayList<>(List.of("INSERT 1", "INSERT 2"));
      List<String> layouts =
          new ArrayList<>(
              List.of("ORDERS [ID, STATUS, AMOUNT]", "ORDERS [ID, STATUS, AMOUNT, NOTE]"));
      if (then == AfterRestart.ROW_OF_THE_TABLE) {
        expected.add("INSERT 3");
        layouts.add("ORDERS [ID, STATUS, AMOUNT, NOTE]");
      }
      if (then == AfterRestart.OLDER_TRANSACTION) {
        expected.add("INSERT 70");
        layouts.add("U [ID]");
      }
      assertThat(received.events).isEqualTo(expected);
      assertThat(fields).isEqualTo(layouts);
    }
  }

  private OracleCdcEngine startedWith(OracleCdcConfig.Builder settings, EventConsumer consumer)
      throws InterruptedException {
    return Shop.started(
        OracleCdcEngine.create(settings.build()).notifying(consumer).storingIn(state));
  }

  /** Engines of the case: rows of GONE come, the engine stops, and then things happen to it. */
  private OracleCdcConfig.Builder leaveGone() throws Exception {
    shop.execute("CREATE TABLE gone (id NUMBER(9) PRIMARY KEY, name VARCHAR2(10))");
    shop.execute("ALTER TABLE gone ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    OracleCdcConfig.Builder settings = shop.settings().tables("APP\\.ORDERS", "APP\\.GONE");
    try (OracleCdcEngine engine = started(settings)) {
      shop.commit("INSERT INTO gone VALUES (1, 'one')");
      awaitDelivered(engine);
    }
    return settings;
  }

  @Test // POS-08
  void POS_08_aCapturedTableThatWasDroppedWhileStoppedIsReadToItsEnd() throws Exception {
    OracleCdcConfig.Builder settings = leaveGone();
    shop.commit("INSERT INTO gone VALUES (2, 'two')");
    shop.commit("UPDATE gone SET name = 'zwei' WHERE id = 2", "DELETE FROM gone WHERE id = 1");
    shop.execute("DROP TABLE gone PURGE");
    shop.insert(3);
    List<String> names = new CopyOnWriteArrayList<>();
    EventConsumer consumer =
        event -> {
          received.accept(event);
          if (event.table().name().equals("GONE") && event.after().isLogged("NAME")) {
            names.add(event.after().getString("NAME"));
          }
        };
    for (int start = 0; start < 2; start++) {
      try (OracleCdcEngine engine = startedWith(settings, consumer)) {
        awaitDelivered(engine);
      }
    }
    assertThat(received.events)
        .containsExactly("INSERT 1", "INSERT 2", "UPDATE 2", "DELETE 1", "INSERT 3");
    assertThat(names).containsExactly("two", "zwei");
  }

  @Test // POS-08
  void POS_08_aNewTableOfTheSameNameIsAnotherTable() throws Exception {
    OracleCdcConfig.Builder settings = leaveGone();
    shop.commit("INSERT INTO gone VALUES (2, 'two')");
    shop.execute("DROP TABLE gone PURGE");
    shop.execute("CREATE TABLE gone (other NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE gone ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit("INSERT INTO gone VALUES (7)");
    try (OracleCdcEngine engine = started(settings)) {
      awaitDelivered(engine);
    }
    assertThat(received.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 7");
  }

  @Test // POS-08
  void POS_08_rowsOfALayoutThatNobodyEverSawAreNotGuessed() throws Exception {
    OracleCdcConfig.Builder settings = leaveGone();
    shop.execute("ALTER TABLE gone DROP COLUMN name");
    shop.execute("ALTER TABLE gone ADD (town VARCHAR2(10))");
    shop.commit("INSERT INTO gone VALUES (2, 'Ulm')");
    shop.execute("DROP TABLE gone PURGE");
    assertStopsAtGone(settings, "CDC-6001");
    assertThat(received.events).containsExactly("INSERT 1");
  }

  @Test // POS-08
  void POS_08_withoutStoredLayoutsADroppedTableIsNamed() throws Exception {
    OracleCdcConfig.Builder settings = leaveGone().tables("APP\\.(ORDERS|GONE)");
    // As a release that kept no layouts would have left it.
    Files.delete(state.resolve("schema-history"));
    try (FilePositionStore store = FilePositionStore.open(state)) {
      store.store(store.load().orElseThrow().withLayouts(false));
    }
    shop.commit("INSERT INTO gone VALUES (2, 'two')");
    shop.execute("DROP TABLE gone PURGE");
    shop.insert(3);
    assertStopsAtGone(settings, "CDC-6001", "was dropped before its rows were read");
    assertThat(received.events).containsExactly("INSERT 1");
  }

  @Test
  void damagedStoredLayoutsAreRefused() throws Exception {
    OracleCdcConfig.Builder settings = leaveGone();
    Path history = state.resolve("schema-history");
    byte[] content = Files.readAllBytes(history);
    Files.write(history, java.util.Arrays.copyOf(content, content.length - 20));
    assertStopsAtGone(settings, "CDC-3002", "schema-history");
  }

  private void assertStopsAtGone(OracleCdcConfig.Builder settings, String... because) {
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(settings.build()).notifying(received).storingIn(state).build()) {
      engine.start();
      Shop.awaitEnd(engine);
      assertThatThrownBy(() -> engine.completion().join()).hasMessageContainingAll(because);
    }
  }
}
