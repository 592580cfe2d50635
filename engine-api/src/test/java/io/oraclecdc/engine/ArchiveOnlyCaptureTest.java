package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SimulatedStandby;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Capture that reads archived logs only, of a primary, of a cluster and of a standby. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // open fills the field in each test
class ArchiveOnlyCaptureTest {
  @TempDir Path state;
  private Shop shop;
  private final Received received = new Received();

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private void open(int threads) throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()).threads(threads));
    shop.createOrders();
  }

  private OracleCdcConfig.Builder settings() {
    return shop.settings().set("cdc.capture.mode", "archive_only");
  }

  private OracleCdcEngine started(OracleCdcConfig config) throws InterruptedException {
    return Shop.started(OracleCdcEngine.create(config).notifying(received).storingIn(state));
  }

  /** The next two steps begin after everything that was done before. */
  private static void awaitSteps(OracleCdcEngine engine) {
    long before = engine.status().capture().steps();
    await().atMost(Shop.PATIENCE).until(() -> engine.status().capture().steps() >= before + 2);
  }

  private void insertOn(int instance, int id) throws SQLException {
    try (Connection session = shop.database.connect(instance, "APP", "app");
        Statement statement = session.createStatement()) {
      statement.execute("INSERT INTO orders VALUES (" + id + ", 'NEW', 1)");
    }
  }

  @Test // CFG-01
  void CFG_01_aChangeArrivesWhenItsLogIsArchivedAndThePositionWaitsForIt() throws Exception {
    open(1);
    shop.database.switchLog();
    try (OracleCdcEngine engine = started(settings().build())) {
      shop.insert(1);
      awaitSteps(engine);
      assertThat(received.events).isEmpty();
      Scn before = engine.status().acknowledged().orElseThrow().resumeScn();
      shop.insert(2);
      awaitSteps(engine);
      assertThat(engine.status().acknowledged().orElseThrow().resumeScn()).isEqualTo(before);

      Scn last = new Scn(shop.database.currentScn());
      shop.database.switchLog();
      assertThat(engine.awaitDelivered(last, Shop.PATIENCE)).isTrue();
      assertThat(received.events).containsExactly("INSERT 1", "INSERT 2");
      shop.insert(3);
    }
    shop.insert(4);
    Scn last = new Scn(shop.database.currentScn());
    shop.database.switchLog();
    shop.insert(5);
    try (OracleCdcEngine engine = started(settings().build())) {
      assertThat(engine.awaitDelivered(last, Shop.PATIENCE)).isTrue();
    }
    assertThat(received.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 3", "INSERT 4");
  }

  @Test // GAP-07
  void GAP_07_commitsArriveUpToTheLowestEndThatEveryThreadIsArchivedTo() throws Exception {
    open(2);
    try (OracleCdcEngine engine = started(settings().build())) {
      insertOn(1, 1);
      insertOn(2, 2);
      insertOn(1, 3);
      shop.database.redo().switchLog(1);
      awaitSteps(engine);
      assertThat(received.events).as("thread 2 is archived up to before them").isEmpty();
      insertOn(2, 4);
      Scn middle = new Scn(shop.database.currentScn());
      shop.database.redo().switchLog(2);
      await().atMost(Shop.PATIENCE).until(() -> received.events.size() == 3);
      insertOn(2, 5);
      shop.database.redo().switchLog(2);
      awaitSteps(engine);
      assertThat(received.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 3");

      Scn last = new Scn(shop.database.currentScn());
      shop.database.redo().switchLog(1);
      shop.database.redo().switchLog(2);
      assertThat(engine.awaitDelivered(middle, Shop.PATIENCE)).isTrue();
      assertThat(engine.awaitDelivered(last, Shop.PATIENCE)).isTrue();
    }
    assertThat(received.events)
        .containsExactly("INSERT 1", "INSERT 2", "INSERT 3", "INSERT 4", "INSERT 5");
  }

  @Test
  void aLogThatTheArchiverDoesNotGetToIsWaitedFor() throws Exception {
    open(1);
    try (OracleCdcEngine engine = started(settings().build())) {
      shop.database.redo().holdArchiver();
      shop.insert(1);
      Scn last = new Scn(shop.database.currentScn());
      shop.database.switchLog();
      awaitSteps(engine);
      assertThat(received.events).isEmpty();
      shop.database.redo().releaseArchiver();
      assertThat(engine.awaitDelivered(last, Shop.PATIENCE)).isTrue();
    }
    assertThat(received.events).containsExactly("INSERT 1");
  }

  @Test
  void aStandbyGoesOnWhereThePrimaryWasLeftAndReadsWhatItHasApplied() throws Exception {
    open(1);
    try (SimulatedStandby standby = shop.database.standby(Shop.newName(), 2)) {
      try (OracleCdcEngine engine = started(settings().build())) {
        shop.insert(1);
        Scn last = new Scn(shop.database.currentScn());
        shop.database.switchLog();
        assertThat(engine.awaitDelivered(last, Shop.PATIENCE)).isTrue();
      }
      shop.execute("INSERT INTO orders VALUES (2, 'open', 1)");
      shop.database.switchLog();
      OracleCdcConfig there = settings().url(standby.url()).build();
      try (OracleCdcEngine engine = started(there)) {
        shop.app.commit();
        standby.site().holdApply();
        Scn last = new Scn(shop.database.currentScn());
        shop.database.switchLog();
        awaitSteps(engine);
        assertThat(received.events).as("delivered, not applied").containsExactly("INSERT 1");
        standby.site().releaseApply();
        assertThat(engine.awaitDelivered(last, Shop.PATIENCE)).isTrue();
        assertThat(received.events).containsExactly("INSERT 1", "INSERT 2");

        // Mounted nobody gets in; capture waits for it to be open again.
        standby.mounted(true);
        shop.insert(3);
        Scn later = new Scn(shop.database.currentScn());
        shop.database.switchLog();
        await().atMost(Shop.PATIENCE).until(() -> engine.status().capture().retries() > 0);
        standby.mounted(false);
        assertThat(engine.awaitDelivered(later, Shop.PATIENCE)).isTrue();
      }
      assertThat(received.events).containsExactly("INSERT 1", "INSERT 2", "INSERT 3");
    }
  }

  @Test
  void aStandbyIsNoPlaceToReadOnlineLogsNorToBegin() throws Exception {
    open(1);
    try (SimulatedStandby standby = shop.database.standby(Shop.newName(), 2)) {
      assertRefused(shop.settings().url(standby.url()).build(), "cdc.capture.mode=archive_only");
      assertRefused(settings().url(standby.url()).build(), "Start once on the primary");
      OracleCdcConfig named =
          settings()
              .url(standby.url())
              .set("cdc.start.scn", Long.toString(shop.database.currentScn()))
              .build();
      shop.database.switchLog();
      shop.insert(1);
      Scn last = new Scn(shop.database.currentScn());
      shop.database.switchLog();
      try (OracleCdcEngine engine = started(named)) {
        assertThat(engine.awaitDelivered(last, Shop.PATIENCE)).isTrue();
      }
      assertThat(received.events).containsExactly("INSERT 1");
    }
  }

  @Test
  void afterAFailoverTheNewIncarnationIsRefusedAlsoWhileCaptureRuns() throws Exception {
    open(1);
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(settings().build()).notifying(received).storingIn(state).build()) {
      engine.start();
      engine.awaitStreaming(Shop.PATIENCE);
      shop.app.rollback();
      shop.database.cluster().resetLogs();
      Shop.awaitEnd(engine);
      assertThatThrownBy(() -> engine.completion().join())
          .hasMessageContaining("CDC-5001")
          .hasMessageContaining("RESETLOGS");
    }
    assertRefused(settings().build(), "RESETLOGS");
  }

  private void assertRefused(OracleCdcConfig config, String because) {
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(config).notifying(received).storingIn(state).build()) {
      engine.start();
      Shop.awaitEnd(engine);
      assertThatThrownBy(() -> engine.completion().join())
          .hasMessageContaining("CDC-5001")
          .hasMessageContaining(because);
    }
  }
}
