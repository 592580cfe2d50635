package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.doctor.Finding;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine on a container database: from the root, and inside a pluggable database. */
@Timeout(120)
class ContainerCaptureTest {
  private OracleSimulator oracle;
  private Connection sales;
  private Connection stock;
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<String> topics = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws SQLException {
    oracle =
        OracleSimulator.builder(Shop.newName()).containerDatabase("SALES", "STOCK", "IDLE").start();
    sales = session("SALES");
    stock = session("STOCK");
    for (Connection connection : List.of(sales, stock)) {
      run(
          connection,
          "CREATE TABLE markers (n NUMBER)",
          "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20))",
          "ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
  }

  @AfterEach
  void close() throws SQLException {
    oracle.close();
  }

  private Connection session(String pdb) throws SQLException {
    Connection connection = oracle.connectApp(pdb);
    connection.setAutoCommit(false);
    return connection;
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void sys(String sql) throws SQLException {
    try (Connection connection = oracle.connectSys()) {
      run(connection, sql);
    }
  }

  private static void commit(Connection connection, String... statements) throws SQLException {
    run(connection, statements);
    connection.commit();
  }

  private OracleCdcConfig.Builder settings() {
    return OracleCdcConfig.builder()
        .url(oracle.url())
        .user(OracleSimulator.CAPTURE_USER)
        .password(OracleSimulator.CAPTURE_PASSWORD)
        .pdbs("SALES", "stock")
        .tables("(SALES|STOCK)\\.APP\\..*")
        .excludeTables(".*\\.MARKERS")
        .topicPrefix("shop")
        .snapshotMode(SnapshotMode.NONE)
        .targetLatency(Duration.ofMillis(20));
  }

  private EngineBuilder engine(OracleCdcConfig.Builder settings) {
    return OracleCdcEngine.create(settings.build()).notifying((EventConsumer) this::take);
  }

  private void take(ChangeEvent event) {
    events.add(event.operation() + " " + event.table() + " " + event.key().get(0));
    topics.add(event.records().get(0).destination());
  }

  private void awaitDelivered(OracleCdcEngine engine) throws Exception {
    Scn scn = new Scn(oracle.currentScn());
    try (Connection marker = session("STOCK")) {
      // A row above it, so that nobody has to wait for the log writer's time to pass.
      commit(marker, "INSERT INTO markers VALUES (1)");
    }
    assertThat(engine.awaitDelivered(scn, Shop.PATIENCE))
        .as("delivered in time: %s", engine.status())
        .isTrue();
  }

  private CdcException refusal(OracleCdcConfig.Builder settings) {
    try (OracleCdcEngine engine = engine(settings).build()) {
      engine.start();
      Shop.awaitEnd(engine);
      try {
        engine.completion().join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof CdcException stopped) {
          return stopped;
        }
        throw e;
      }
    }
    throw new AssertionError("the engine ended without an error");
  }

  @Test
  void twoPluggableDatabasesAreCapturedInOneOrder() throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine(settings()))) {
      commit(sales, "INSERT INTO orders VALUES (1, 'a')");
      commit(stock, "INSERT INTO orders VALUES (1, 'b')");
      commit(sales, "UPDATE orders SET status = 'c' WHERE id = 1");
      commit(stock, "DELETE FROM orders");
      awaitDelivered(engine);
    }
    assertThat(events)
        .containsExactly(
            "INSERT SALES.APP.ORDERS 1",
            "INSERT STOCK.APP.ORDERS 1",
            "UPDATE SALES.APP.ORDERS 1",
            "DELETE STOCK.APP.ORDERS 1");
    assertThat(topics).startsWith("shop.SALES.APP.ORDERS", "shop.STOCK.APP.ORDERS");
  }

  @Test // TX-02
  void TX_02_equalTransactionIdsOfTwoPluggableDatabasesAreTwoTransactions() throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine(settings()))) {
      run(sales, "INSERT INTO orders VALUES (1, 'kept')");
      run(stock, "INSERT INTO orders VALUES (9, 'undone')");
      stock.rollback();
      oracle.switchLog();
      run(sales, "INSERT INTO orders VALUES (2, 'kept')");
      sales.commit();
      awaitDelivered(engine);
    }
    assertThat(events).containsExactly("INSERT SALES.APP.ORDERS 1", "INSERT SALES.APP.ORDERS 2");
  }

  @Test
  void aPluggableDatabaseThatIsNotNamedIsLeftAlone() throws Exception {
    try (Connection idle = session("IDLE");
        OracleCdcEngine engine = Shop.started(engine(settings().pdbs("STOCK")))) {
      commit(
          idle, "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY)", "INSERT INTO orders VALUES (5)");
      commit(sales, "INSERT INTO orders VALUES (1, 'a')");
      commit(stock, "INSERT INTO orders VALUES (2, 'b')");
      awaitDelivered(engine);
    }
    assertThat(events).containsExactly("INSERT STOCK.APP.ORDERS 2");
  }

  @Test
  void statementsInOneContainerDoNotTouchTheLayoutsOfAnother() throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine(settings()))) {
      run(stock, "ALTER TABLE orders ADD (note VARCHAR2(10))");
      commit(stock, "INSERT INTO orders VALUES (1, 'a', 'n')");
      commit(sales, "INSERT INTO orders VALUES (1, 'a')");
      run(
          sales,
          "CREATE TABLE extra (id NUMBER(9) PRIMARY KEY)",
          "ALTER TABLE extra ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      commit(sales, "INSERT INTO extra VALUES (7)");
      awaitDelivered(engine);
      run(stock, "DROP TABLE orders PURGE");
      commit(sales, "INSERT INTO orders VALUES (2, 'b')");
      awaitDelivered(engine);
    }
    assertThat(events)
        .containsExactly(
            "INSERT STOCK.APP.ORDERS 1",
            "INSERT SALES.APP.ORDERS 1",
            "INSERT SALES.APP.EXTRA 7",
            "INSERT SALES.APP.ORDERS 2");
  }

  @Test
  void captureWaitsForAPluggableDatabaseThatIsClosed() throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine(settings()))) {
      commit(stock, "INSERT INTO orders VALUES (1, 'a')");
      awaitDelivered(engine);
      commit(stock, "INSERT INTO orders VALUES (2, 'b')");
      sys("ALTER PLUGGABLE DATABASE stock CLOSE IMMEDIATE");
      commit(sales, "INSERT INTO orders VALUES (3, 'c')");
      await()
          .atMost(Shop.PATIENCE)
          .until(() -> engine.status().capture().retries() > 0 || events.size() == 3);
      sys("ALTER PLUGGABLE DATABASE stock OPEN");
      try (Connection again = session("STOCK")) {
        commit(again, "INSERT INTO orders VALUES (4, 'd')");
      }
      awaitDelivered(engine);
    }
    assertThat(events)
        .containsExactly(
            "INSERT STOCK.APP.ORDERS 1",
            "INSERT STOCK.APP.ORDERS 2",
            "INSERT SALES.APP.ORDERS 3",
            "INSERT STOCK.APP.ORDERS 4");
  }

  @Test
  void captureStartsWhileAPluggableDatabaseIsClosedAndWaitsForIt() throws Exception {
    sys("ALTER PLUGGABLE DATABASE stock CLOSE IMMEDIATE");
    try (OracleCdcEngine engine = engine(settings()).build()) {
      assertThat(engine.validate())
          .filteredOn(f -> f.rule().equals("DOC-21"))
          .extracting(Finding::seen)
          .containsExactly("pluggable database STOCK is MOUNTED");
      engine.start();
      sys("ALTER PLUGGABLE DATABASE stock OPEN");
      assertThat(engine.awaitStreaming(Shop.PATIENCE)).isTrue();
      commit(sales, "INSERT INTO orders VALUES (3, 'c')");
      awaitDelivered(engine);
    }
    assertThat(events).containsExactly("INSERT SALES.APP.ORDERS 3");
  }

  @Test
  void missingValuesAreReadInTheContainerOfTheirTable() throws Exception {
    for (Connection connection : List.of(sales, stock)) {
      run(
          connection,
          "CREATE TABLE docs (id NUMBER(9) PRIMARY KEY, n NUMBER(9), c CLOB)",
          "ALTER TABLE docs ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    }
    for (Connection connection : List.of(sales, stock)) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO docs VALUES (1, 1, ?)")) {
        insert.setString(1, (connection == sales ? "sales " : "stock ").repeat(2000));
        insert.executeUpdate();
      }
      connection.commit();
    }
    List<String> values = new CopyOnWriteArrayList<>();
    OracleCdcConfig config =
        settings().tables("(SALES|STOCK)\\.APP\\.DOCS").set("cdc.lob.mode", "reselect").build();
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(config)
                .notifying(
                    event ->
                        values.add(
                            Objects.requireNonNull(event.after().getString("C"))
                                .substring(0, 5))))) {
      for (int i = 0; i < 2; i++) {
        commit(stock, "UPDATE docs SET n = n + 1");
        commit(sales, "UPDATE docs SET n = n + 1");
      }
      awaitDelivered(engine);
    }
    assertThat(values).containsExactly("stock", "sales", "stock", "sales");
  }

  @Test
  void insideAPluggableDatabaseOnlyItsOwnRowsAreCaptured(@TempDir Path state) throws Exception {
    OracleCdcConfig.Builder inside =
        settings().set("cdc.database.pdbs", "").url(oracle.url("STOCK")).tables("STOCK\\.APP\\..*");
    int id = 0;
    for (int life = 0; life < 3; life++) {
      try (OracleCdcEngine engine = Shop.started(engine(inside).storingIn(state))) {
        commit(stock, "INSERT INTO orders VALUES (" + ++id + ", 'a')");
        commit(sales, "INSERT INTO orders VALUES (" + id + ", 'a')");
        awaitDelivered(engine);
      }
      for (int i = 0; i < 4; i++) {
        commit(stock, "INSERT INTO orders VALUES (" + ++id + ", 'a')");
        oracle.switchLog();
      }
    }
    assertThat(events).hasSize(11).allMatch(event -> event.startsWith("INSERT STOCK.APP.ORDERS "));
    assertThat(events).doesNotHaveDuplicates();
  }

  @Test
  void aPositionOfTheRootIsGoodInsideAPluggableDatabase(@TempDir Path state) throws Exception {
    try (OracleCdcEngine engine = Shop.started(engine(settings()).storingIn(state))) {
      commit(stock, "INSERT INTO orders VALUES (1, 'a')");
      awaitDelivered(engine);
    }
    commit(stock, "INSERT INTO orders VALUES (2, 'a')");
    try (OracleCdcEngine engine =
        Shop.started(
            engine(settings().set("cdc.database.pdbs", "").url(oracle.url("STOCK")))
                .storingIn(state))) {
      awaitDelivered(engine);
    }
    assertThat(events).containsExactly("INSERT STOCK.APP.ORDERS 1", "INSERT STOCK.APP.ORDERS 2");
  }

  @Test
  void whatDoesNotFitIsRefused() throws Exception {
    assertThat(refusal(settings().set("cdc.database.pdbs", "")))
        .hasMessageContaining("CDC-5001")
        .hasMessageContaining("SALES, STOCK, IDLE");
    assertThat(refusal(settings().pdbs("SALES", "NOWHERE")))
        .hasMessageContaining("CDC-5001")
        .hasMessageContaining("NOWHERE");
    assertThat(refusal(settings().url(oracle.url("STOCK"))))
        .hasMessageContaining("CDC-5001")
        .hasMessageContaining("cdc.database.pdbs");
    assertThat(
            refusal(
                settings()
                    .set("cdc.database.pdbs", "")
                    .url(oracle.url("STOCK"))
                    .set("cdc.mining.mode", "logs")))
        .hasMessageContaining("ORA-65040");
    assertThat(refusal(settings().set("cdc.mining.mode", "range")))
        .hasMessageContaining("CDC-5001")
        .hasMessageContaining("cdc.mining.mode");
    assertThat(refusal(settings().tables("APP\\.ORDERS")))
        .hasMessageContaining("CDC-5003")
        .hasMessageContaining("PDB.OWNER.TABLE");
  }

  @Test
  void aUserWhoDoesNotSeeEveryContainerIsRefused() throws Exception {
    sys("ALTER USER c##cdc SET CONTAINER_DATA = DEFAULT CONTAINER = CURRENT");
    assertThat(refusal(settings()))
        .hasMessageContaining("CDC-5002")
        .hasMessageContaining("CONTAINER_DATA = ALL");
  }

  @Test
  void aUserWhoMayNotEnterAContainerIsRefused() throws Exception {
    try (OracleSimulator other =
        OracleSimulator.builder(Shop.newName())
            .containerDatabase("SALES")
            .withoutPrivilege("SET CONTAINER")
            .start()) {
      assertThat(refusal(settings().url(other.url()).pdbs("SALES")))
          .hasMessageContaining("CDC-5002")
          .hasMessageContaining("SET CONTAINER");
    }
  }

  @Test
  void aDatabaseWithoutContainersHasNoPluggableDatabases() throws Exception {
    try (Shop shop = Shop.open()) {
      assertThatThrownBy(
              () -> {
                throw refusal(shop.settings().pdbs("SALES"));
              })
          .hasMessageContaining("CDC-5001")
          .hasMessageContaining("no containers");
    }
  }
}
