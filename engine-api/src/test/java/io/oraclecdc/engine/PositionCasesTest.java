package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.model.Scn;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

  @Test // POS-08
  void POS_08_aCapturedTableThatWasDroppedWhileStoppedIsNamed() throws Exception {
    shop.execute("CREATE TABLE gone (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE gone ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    OracleCdcConfig.Builder settings = shop.settings().tables("APP\\.(ORDERS|GONE)");
    try (OracleCdcEngine engine = started(settings)) {
      shop.commit("INSERT INTO gone VALUES (1)");
      awaitDelivered(engine);
    }
    shop.commit("INSERT INTO gone VALUES (2)");
    shop.execute("DROP TABLE gone PURGE");
    shop.insert(3);
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(settings.build()).notifying(received).storingIn(state).build()) {
      engine.start();
      Shop.awaitEnd(engine);
      assertThatThrownBy(() -> engine.completion().join())
          .hasMessageContaining("CDC-6001")
          .hasMessageContaining("was dropped before its rows were read");
    }
    assertThat(received.events).containsExactly("INSERT 1");
  }
}
