package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is stored belongs to one database: another one in its place is refused. */
@Timeout(120)
class OtherDatabaseTest {
  @TempDir Path state;

  private void capture(OracleCdcConfig config) throws InterruptedException {
    try (OracleCdcEngine engine =
        Shop.started(OracleCdcEngine.create(config).notifying(new Received()).storingIn(state))) {
      assertThat(engine.status().capture().streaming()).isTrue();
    }
  }

  private void assertRefused(OracleCdcConfig config, String... because) throws Exception {
    byte[] before = Files.readAllBytes(state.resolve("position"));
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(config).notifying(new Received()).storingIn(state).build()) {
      engine.start();
      Shop.awaitEnd(engine);
      assertThatThrownBy(() -> engine.completion().join())
          .hasMessageContaining("CDC-5001")
          .hasMessageContainingAll(because);
    }
    assertThat(Files.readAllBytes(state.resolve("position"))).isEqualTo(before);
  }

  private static Shop shop(long dbid) throws SQLException {
    Shop shop =
        Shop.over(
            OracleSimulator.builder(Shop.newName()).redoOptions(options -> options.dbid(dbid)));
    shop.createOrders();
    return shop;
  }

  @Test
  void theStoresOfAnotherDatabaseAreRefused() throws Exception {
    try (Shop shop = shop(4_711)) {
      capture(shop.settings().build());
      try (Shop other = shop(4_712)) {
        assertRefused(other.settings().build(), "DBID 4711", "DBID 4712");
      }
      capture(shop.settings().build());
    }
  }

  @Test
  void resetLogsWhileStoppedIsRefused() throws Exception {
    try (Shop shop = shop(4_711)) {
      capture(shop.settings().build());
      shop.app.rollback();
      shop.database.cluster().resetLogs();
      assertRefused(shop.settings().build(), "RESETLOGS SCN");
    }
  }

  @Test
  void anotherPluggableDatabaseInThePlaceOfOneIsRefused() throws Exception {
    try (OracleSimulator oracle = containers("SALES", "STOCK")) {
      capture(root(oracle));
      assertThat(Files.readString(state.resolve("position"))).contains("pdb.3.name=SALES");
    }
    try (OracleSimulator replaced = containers("STOCK", "SALES")) {
      assertRefused(root(replaced), "SALES (container 3", "SALES (container 4");
    }
  }

  @Test
  void capturedFromInsideAPluggableDatabaseIsKnownToo() throws Exception {
    try (OracleSimulator oracle = containers("SALES", "STOCK")) {
      capture(inside(oracle));
      assertThat(Files.readString(state.resolve("position"))).contains("pdb.3.name=SALES");
      capture(inside(oracle));
    }
    try (OracleSimulator replaced = containers("STOCK", "SALES")) {
      assertRefused(inside(replaced), "SALES (container 3", "SALES (container 4");
    }
  }

  private static OracleSimulator containers(String... names) throws SQLException {
    OracleSimulator oracle =
        OracleSimulator.builder(Shop.newName()).containerDatabase(names).start();
    try (Connection app = oracle.connectApp("SALES");
        Statement statement = app.createStatement()) {
      statement.execute("CREATE TABLE orders (id NUMBER(9) PRIMARY KEY)");
      statement.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
    return oracle;
  }

  private static OracleCdcConfig root(OracleSimulator oracle) {
    return settings(oracle.url()).pdbs("SALES").tables("SALES\\.APP\\..*").build();
  }

  private static OracleCdcConfig inside(OracleSimulator oracle) {
    return settings(oracle.url("SALES")).tables("SALES\\.APP\\..*").build();
  }

  private static OracleCdcConfig.Builder settings(String url) {
    return OracleCdcConfig.builder()
        .url(url)
        .user(OracleSimulator.CAPTURE_USER)
        .password(OracleSimulator.CAPTURE_PASSWORD)
        .topicPrefix("shop")
        .snapshotMode(SnapshotMode.NONE)
        .targetLatency(Duration.ofMillis(20));
  }
}
