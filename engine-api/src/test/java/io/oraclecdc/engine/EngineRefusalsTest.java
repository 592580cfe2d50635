package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.doctor.Finding;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.position.MemoryPositionStore;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer gets wrong: each ends in one typed error that says what to do. */
@Timeout(60)
class EngineRefusalsTest {

  private static CdcException refusal(OracleCdcConfig config) {
    OracleCdcEngine engine = OracleCdcEngine.create(config).notifying(new Received()).build();
    engine.start();
    Shop.awaitEnd(engine);
    try {
      engine.completion().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof CdcException stopped) {
        return stopped;
      }
      throw e;
    } finally {
      engine.close();
    }
    throw new AssertionError("the engine ended without an error");
  }

  @Test
  void anUnreachableDatabase() {
    OracleCdcConfig config =
        OracleCdcConfig.builder()
            .url("jdbc:oracle-simulator:nowhere")
            .user("C##CDC")
            .password("cdc")
            .tables("APP\\.ORDERS")
            .topicPrefix("shop")
            .snapshotMode(SnapshotMode.NONE)
            .retryMaxTime(Duration.ZERO)
            .build();
    assertThat(refusal(config)).hasMessageContaining("CDC-1001").hasMessageContaining("12514");
  }

  @Test
  void aWrongPasswordAndThenTheRightOne() throws Exception {
    try (Shop shop = Shop.open()) {
      CdcException refused = refusal(shop.settings().password("wrong").build());
      assertThat(refused)
          .hasMessageContaining("CDC-5002")
          .hasMessageContaining("1017")
          .hasMessageNotContaining("wrong");
      Received received = new Received();
      try (OracleCdcEngine engine =
          Shop.started(OracleCdcEngine.create(shop.settings().build()).notifying(received))) {
        shop.insert(1);
        shop.awaitDelivered(engine);
      }
      assertThat(received.events).containsExactly("INSERT 1");
    }
  }

  @Test
  void aMissingGrant() throws Exception {
    try (Shop shop =
        Shop.over(OracleSimulator.builder(Shop.newName()).withoutPrivilege("LOGMINING"))) {
      shop.createOrders();
      assertThat(refusal(shop.settings().build()))
          .hasMessageContaining("CDC-5002")
          .hasMessageContaining("LOGMINING");
    }
  }

  @Test
  void noArchivelogMode() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()).archivelog(false))) {
      shop.createOrders();
      assertThat(refusal(shop.settings().build()))
          .hasMessageContaining("CDC-5003")
          .hasMessageContaining("DOC-1")
          .hasMessageContaining("ARCHIVELOG");
    }
  }

  @Test
  void noSupplementalLogging() throws Exception {
    try (Shop shop =
        Shop.over(OracleSimulator.builder(Shop.newName()).supplementalLogging(false))) {
      shop.execute("CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, status VARCHAR2(20))");
      assertThat(refusal(shop.settings().build()))
          .hasMessageContaining("CDC-5003")
          .hasMessageContaining("DOC-2")
          .hasMessageContaining("DOC-3")
          .hasMessageContaining("ADD SUPPLEMENTAL LOG DATA");
    }
  }

  @Test
  void aTableWithoutKey() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute("CREATE TABLE orders (id NUMBER(9), status VARCHAR2(20))");
      shop.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      assertThat(refusal(shop.settings().build()))
          .hasMessageContaining("DOC-7")
          .hasMessageContaining("cdc.key.missing");
    }
  }

  @Test
  void anExcludedKeyColumn() throws Exception {
    try (Shop shop = Shop.open()) {
      assertThat(refusal(shop.settings().excludeColumns("APP\\.ORDERS\\.ID").build()))
          .hasMessageContaining("CDC-3001")
          .hasMessageContaining("cdc.columns.exclude")
          .hasMessageNotContaining("ADD PRIMARY KEY");
    }
  }

  @Test
  void validationReportsAnExcludedKeyColumn() throws Exception {
    try (Shop shop = Shop.open()) {
      OracleCdcConfig config = shop.settings().excludeColumns("APP\\.ORDERS\\.ID").build();
      assertThat(OracleCdcEngine.create(config).notifying(new Received()).build().validate())
          .filteredOn(Finding::isBlocking)
          .singleElement()
          .extracting(Finding::seen)
          .asString()
          .isEqualTo(
              "table APP.ORDERS has the column ID in the primary key, and cdc.columns.exclude excludes"
                  + " it");
    }
  }

  @Test
  void aKeyThatMovesOntoAColumnThatIsLeftOutOrDisguised() throws Exception {
    for (UnaryOperator<OracleCdcConfig.Builder> columns :
        List.<UnaryOperator<OracleCdcConfig.Builder>>of(
            settings -> settings.excludeColumns("APP\\.ORDERS\\.STATUS"),
            settings -> settings.includeColumns("APP\\.ORDERS\\.(ID|AMOUNT)"),
            settings -> settings.hashColumns("pepper", "APP\\.ORDERS\\.STATUS"))) {
      try (Shop shop = Shop.open();
          OracleCdcEngine engine =
              Shop.started(
                  OracleCdcEngine.create(
                          columns.apply(shop.settings().set("cdc.key.missing", "none")).build())
                      .notifying(new Received()))) {
        shop.insert(1);
        shop.execute("ALTER TABLE orders DROP PRIMARY KEY");
        shop.execute("ALTER TABLE orders ADD PRIMARY KEY (status)");
        shop.commit("INSERT INTO orders VALUES (2, 'OPEN', 1)");
        Shop.awaitEnd(engine);
        assertThatThrownBy(() -> engine.completion().join())
            .hasMessageContaining("CDC-3001")
            .hasMessageContaining("has the column STATUS in the primary key, and cdc.columns.");
      }
    }
  }

  @Test
  void aKeyColumnThatIsNotIncluded() throws Exception {
    try (Shop shop = Shop.open()) {
      assertThat(refusal(shop.settings().includeColumns("APP\\.ORDERS\\.STATUS").build()))
          .hasMessageContaining("CDC-3001")
          .hasMessageContaining("ID in the primary key, and cdc.columns.include leaves it out");
    }
  }

  @Test
  void aKeyColumnThatIsMaskedOrHashed() throws Exception {
    try (Shop shop = Shop.open()) {
      assertThat(refusal(shop.settings().maskColumns("APP\\.ORDERS\\.ID").build()))
          .hasMessageContaining("CDC-3001")
          .hasMessageContaining("ID in the primary key, and cdc.columns.mask.include names it");
      assertThat(refusal(shop.settings().hashColumns("pepper", "APP\\.ORDERS\\..*").build()))
          .hasMessageContaining("CDC-3001")
          .hasMessageContaining("ID in the primary key, and cdc.columns.hash.include names it")
          .hasMessageNotContaining("pepper");
    }
  }

  @Test
  void aLobColumnThatIsHashed() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute("CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, note CLOB)");
      shop.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      assertThat(
              refusal(
                  shop.settings()
                      .hashColumns("pepper", "APP\\.ORDERS\\.NOTE")
                      .set("cdc.lob.mode", "inline")
                      .build()))
          .hasMessageContaining("CDC-3001")
          .hasMessageContaining("column NOTE of type CLOB, which cdc.columns.hash.include names");
    }
  }

  @Test
  void aLobColumnThatIsDeclaredAKey() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute("CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, note CLOB)");
      shop.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      assertThat(
              refusal(
                  shop.settings()
                      .set("cdc.key.columns", "APP.ORDERS:NOTE")
                      .set("cdc.lob.mode", "inline")
                      .build()))
          .hasMessageContaining("CDC-3001")
          .hasMessageContaining("column NOTE of type CLOB in cdc.key.columns");
    }
  }

  @Test
  void NAM_05_twoTablesOfOneTopic() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute("CREATE TABLE order# (id NUMBER(9) PRIMARY KEY)");
      shop.execute("CREATE TABLE order$ (id NUMBER(9) PRIMARY KEY)");
      shop.execute("ALTER TABLE order# ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      shop.execute("ALTER TABLE order$ ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      assertThat(refusal(shop.settings().tables("APP\\.ORDER.").build()))
          .hasMessageContaining("CDC-6004")
          .hasMessageContaining("APP.ORDER#")
          .hasMessageContaining("APP.ORDER$")
          .hasMessageContaining("shop.APP.ORDER_");
    }
  }

  @Test
  void twoColumnsOfOneField() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute(
          "CREATE TABLE orders (id NUMBER(9) PRIMARY KEY, amount# NUMBER, amount$ NUMBER)");
      shop.execute("ALTER TABLE orders ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      assertThat(refusal(shop.settings().set("cdc.field.name.adjustment.mode", "avro").build()))
          .hasMessageContaining("CDC-6004")
          .hasMessageContaining("AMOUNT#")
          .hasMessageContaining("AMOUNT$")
          .hasMessageContaining("field AMOUNT_");
    }
  }

  @Test
  void aDamagedPositionIsToldHoweverFastTheEngineIsClosed(@TempDir Path state) throws Exception {
    try (Shop shop = Shop.open()) {
      OracleCdcConfig config = shop.settings().build();
      try (OracleCdcEngine engine =
          Shop.started(OracleCdcEngine.create(config).notifying(new Received()).storingIn(state))) {
        shop.insert(1);
        shop.awaitDelivered(engine);
      }
      Files.writeString(state.resolve("position"), "garbage");
      for (int round = 0; round < 5; round++) {
        OracleCdcEngine engine =
            OracleCdcEngine.create(config).notifying(new Received()).storingIn(state).build();
        engine.start();
        assertThatThrownBy(() -> engine.awaitStreaming(Shop.PATIENCE))
            .hasMessageContaining("CDC-3002");
        engine.close();
        assertThatThrownBy(() -> engine.completion().join()).hasMessageContaining("CDC-3002");
      }
    }
  }

  @Test
  void anUnknownTable() throws Exception {
    try (Shop shop = Shop.open()) {
      assertThat(refusal(shop.settings().tables("APP\\.NOPE").build()))
          .hasMessageContaining("CDC-5003")
          .hasMessageContaining("APP\\.NOPE");
    }
  }

  @Test
  void aSnapshotAloneFromAPositionOfAStream() throws Exception {
    try (Shop shop = Shop.open()) {
      MemoryPositionStore store = new MemoryPositionStore();
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(shop.settings().build())
                  .stores(store)
                  .notifying((EventConsumer) event -> {}))) {
        shop.awaitDelivered(engine);
      }
      OracleCdcEngine alone =
          OracleCdcEngine.create(shop.settings().snapshotMode(SnapshotMode.SNAPSHOT_ONLY).build())
              .stores(store)
              .notifying((EventConsumer) event -> {})
              .build();
      alone.start();
      Shop.awaitEnd(alone);
      assertThatThrownBy(() -> alone.completion().join())
          .hasMessageContaining("CDC-9001")
          .hasMessageContaining("is 'snapshot_only', and the stored position is that of a stream");
    }
  }

  @Test
  void aStartScnInTheFuture() throws Exception {
    try (Shop shop = Shop.open()) {
      assertThat(refusal(shop.settings().set("cdc.start.scn", "999999999999").build()))
          .hasMessageContaining("CDC-5001");
    }
  }

  @Test
  void wrongSettingsAreReportedAllAtOnce() {
    assertThatThrownBy(
            () ->
                OracleCdcConfig.builder()
                    .set("cdc.database.port", "abc")
                    .set("cdc.tabels.include", "X")
                    .set("cdc.decimal.mode", "roman")
                    .build())
        .hasMessageContaining("cdc.database.port")
        .hasMessageContaining("cdc.tabels.include")
        .hasMessageContaining("cdc.tables.include")
        .hasMessageContaining("cdc.decimal.mode")
        .hasMessageContaining("cdc.topic.prefix");
  }

  @Test
  void validateFindsTheSameWithoutStarting() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()).archivelog(false))) {
      shop.createOrders();
      try (OracleCdcEngine engine =
          OracleCdcEngine.create(shop.settings().build()).notifying(new Received()).build()) {
        List<Finding> findings = engine.validate();
        assertThat(findings)
            .filteredOn(Finding::isBlocking)
            .extracting(Finding::rule)
            .contains("DOC-1");
        assertThat(engine.status().state()).isEqualTo(EngineState.CREATED);
      }
    }
  }

  @Test
  void anEngineNeedsExactlyOneConsumer() throws Exception {
    try (Shop shop = Shop.open()) {
      assertThatThrownBy(() -> OracleCdcEngine.create(shop.settings().build()).build())
          .hasMessageContaining("needs a consumer");
      assertThatThrownBy(
              () ->
                  OracleCdcEngine.create(shop.settings().build())
                      .notifying(event -> {})
                      .notifying((batch, committer) -> committer.acknowledgeAll())
                      .build())
          .hasMessageContaining("cannot be combined");
    }
  }
}
