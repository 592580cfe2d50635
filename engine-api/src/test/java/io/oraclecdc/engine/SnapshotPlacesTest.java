package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.SnapshotOrigin.Marker;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.SimulatedStandby;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots of container databases, clusters, and read from a standby. */
@Timeout(120)
class SnapshotPlacesTest {
  private final List<AutoCloseable> resources = new ArrayList<>();
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (int i = resources.size() - 1; i >= 0; i--) {
      resources.get(i).close();
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    connection.commit();
  }

  private Connection filled(Connection connection, int from) throws SQLException {
    resources.add(connection);
    connection.setAutoCommit(false);
    run(
        connection,
        "CREATE TABLE ticks (n NUMBER)",
        "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20))",
        "ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    for (int id = from; id < from + 30; id++) {
      run(connection, "INSERT INTO orders VALUES (" + id + ", 'NEW')");
    }
    return connection;
  }

  private static OracleCdcConfig.Builder settings(String url, String tables) {
    return OracleCdcConfig.builder()
        .url(url)
        .user(OracleSimulator.CAPTURE_USER)
        .password(OracleSimulator.CAPTURE_PASSWORD)
        .tables(tables)
        .topicPrefix("shop")
        .snapshotMode(SnapshotMode.INITIAL)
        .targetLatency(Duration.ofMillis(20))
        .set("cdc.snapshot.chunk.rows", "8");
  }

  private void read(OracleCdcConfig.Builder settings, Connection ticking) throws Exception {
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(settings.build()).notifying((EventConsumer) events::add))) {
      boolean read = false;
      for (int i = 0; i < 150 && !read; i++) {
        run(ticking, "INSERT INTO ticks VALUES (1)");
        read = engine.awaitSnapshot(Duration.ofMillis(200));
      }
      assertThat(read).as("%s", engine.status()).isTrue();
    }
  }

  private Set<String> rows() {
    Set<String> rows = new TreeSet<>();
    events.forEach(event -> rows.add(event.table() + " " + event.after().getInteger("ID")));
    return rows;
  }

  @Test
  void tablesOfSeveralPluggableDatabasesAreReadFromTheRoot() throws Exception {
    OracleSimulator oracle =
        OracleSimulator.builder(Shop.newName()).containerDatabase("SALES", "STOCK").start();
    resources.add(oracle);
    Connection sales = filled(oracle.connectApp("SALES"), 0);
    filled(oracle.connectApp("STOCK"), 100);
    read(
        settings(oracle.url(), "(SALES|STOCK)\\.APP\\.ORDERS")
            .set("cdc.database.pdbs", "SALES,STOCK")
            .set("cdc.snapshot.tables.order", "STOCK.APP.ORDERS"),
        sales);
    assertThat(events).hasSize(60);
    assertThat(rows()).hasSize(60).contains("SALES.APP.ORDERS 7", "STOCK.APP.ORDERS 107");
    assertThat(events.get(0).table().pdb()).isEqualTo("STOCK");
    assertThat(events.get(59).snapshot().orElseThrow().marker()).isEqualTo(Marker.LAST);
  }

  @Test
  void aClusterIsReadToo() throws Exception {
    OracleSimulator oracle = OracleSimulator.builder(Shop.newName()).threads(2).start();
    resources.add(oracle);
    Connection app = filled(oracle.connectApp(), 0);
    read(settings(oracle.url(), "APP\\.ORDERS").set("cdc.rac.safety.lag.ms", "100"), app);
    assertThat(events).hasSize(30);
    assertThat(rows()).hasSize(30);
  }

  @Test
  void rowsCanBeReadFromAStandby() throws Exception {
    Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()));
    resources.add(shop);
    filled(shop.database.connectApp(), 0);
    try (SimulatedStandby standby = shop.database.standby(Shop.newName(), 2)) {
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(
                      settings(shop.database.url(), "APP\\.ORDERS")
                          .set("cdc.snapshot.database.url", standby.url())
                          .build())
                  .notifying((EventConsumer) events::add))) {
        assertThat(engine.awaitSnapshot(Shop.PATIENCE)).as("%s", engine.status()).isTrue();
      }
    }
    assertThat(rows()).hasSize(30);
  }
}
