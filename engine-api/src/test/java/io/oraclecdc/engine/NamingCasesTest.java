package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.schema.Column;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names of tables through the whole engine. */
@Timeout(120)
class NamingCasesTest {
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();

  private static List<String> columns(ChangeEvent event) {
    return event.schema().columns().stream().map(Column::name).toList();
  }

  private List<String> tables() {
    return events.stream().map(event -> event.table().toString()).toList();
  }

  @Test
  void NAM_06_underscoreAndPercentAreNotWildcards() throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute("CREATE TABLE a_b (id NUMBER(9) PRIMARY KEY, one VARCHAR2(9))");
      shop.execute("CREATE TABLE axb (code VARCHAR2(9) PRIMARY KEY, two NUMBER, id NUMBER UNIQUE)");
      shop.execute("CREATE TABLE \"50%\" (three NUMBER(9) PRIMARY KEY)");
      shop.execute("CREATE TABLE \"500\" (four VARCHAR2(9) PRIMARY KEY)");
      for (String table : List.of("a_b", "axb", "\"50%\"", "\"500\"")) {
        shop.execute("ALTER TABLE " + table + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      }
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(shop.settings().tables("APP\\.A_B", "APP\\.50%").build())
                  .notifying((EventConsumer) events::add))) {
        shop.commit(
            "INSERT INTO axb VALUES ('x', 1, 1)",
            "INSERT INTO a_b VALUES (1, 'a')",
            "INSERT INTO \"500\" VALUES ('y')",
            "INSERT INTO \"50%\" VALUES (3)");
        shop.awaitDelivered(engine);
      }
    }
    assertThat(tables()).containsExactly("APP.A_B", "APP.50%");
    assertThat(columns(events.get(0))).containsExactly("ID", "ONE");
    assertThat(events.get(0).schema().key().columns()).containsExactly(0);
    assertThat(columns(events.get(1))).containsExactly("THREE");
  }

  @Test
  void NAM_05_aTableThatComesLaterIsRefusedBeforeItsFirstRecord() throws Exception {
    List<String> topics = new CopyOnWriteArrayList<>();
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute("CREATE TABLE order# (id NUMBER(9) PRIMARY KEY)");
      shop.execute("ALTER TABLE order# ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(shop.settings().tables("APP\\.ORDER.").build())
                  .notifying(
                      (EventConsumer)
                          event ->
                              event
                                  .records()
                                  .forEach(record -> topics.add(record.destination()))))) {
        shop.commit("INSERT INTO order# VALUES (1)");
        shop.awaitDelivered(engine);
        shop.execute("CREATE TABLE order$ (id NUMBER(9) PRIMARY KEY)");
        shop.execute("ALTER TABLE order$ ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
        shop.commit("INSERT INTO order$ VALUES (1)");
        Shop.awaitEnd(engine);
        assertThatThrownBy(() -> engine.completion().join())
            .hasStackTraceContaining("CDC-6004")
            .hasStackTraceContaining("APP.ORDER#")
            .hasStackTraceContaining("APP.ORDER$");
      }
    }
    assertThat(topics).containsExactly("shop.APP.ORDER_");
  }

  @Test
  void NAM_08_moreTablesThanAListMayHave() throws Exception {
    int tables = 60;
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      for (int i = 0; i < tables; i++) {
        shop.execute("CREATE TABLE m" + i + " (id NUMBER(9) PRIMARY KEY)");
        shop.execute("ALTER TABLE m" + i + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      }
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(
                      shop.settings()
                          .tables("APP\\.M\\d+")
                          .set("cdc.mining.inlist.max", "7")
                          .build())
                  .notifying((EventConsumer) events::add))) {
        for (int i = 0; i < tables; i++) {
          shop.execute("INSERT INTO m" + i + " VALUES (1)");
        }
        shop.app.commit();
        shop.awaitDelivered(engine);
      }
    }
    assertThat(tables()).hasSize(tables).doesNotHaveDuplicates();
  }

  @Test
  void NAM_07_namesThatLogMinerDoesNotReadAreRefusedUnlessRowsMayBeReadFromTheTable()
      throws Exception {
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute(
          "CREATE TABLE longs (id NUMBER(9) PRIMARY KEY,"
              + " a_very_long_column_name_over_30_chars VARCHAR2(9))");
      shop.execute("ALTER TABLE longs ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      OracleCdcConfig.Builder settings = shop.settings().tables("APP\\.LONGS");
      try (OracleCdcEngine engine =
          OracleCdcEngine.create(settings.build()).notifying((EventConsumer) events::add).build()) {
        engine.start();
        Shop.awaitEnd(engine);
        assertThatThrownBy(() -> engine.completion().join())
            .hasStackTraceContaining("CDC-5003")
            .hasStackTraceContaining("DOC-6")
            .hasStackTraceContaining("A_VERY_LONG_COLUMN_NAME_OVER_30_CHARS");
      }
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(settings.set("cdc.unsupported.columns", "reselect").build())
                  .notifying((EventConsumer) events::add))) {
        shop.commit("INSERT INTO longs VALUES (1, 'a')");
        shop.awaitDelivered(engine);
      }
    }
    assertThat(events).hasSize(1);
    assertThat(events.get(0).after().get("A_VERY_LONG_COLUMN_NAME_OVER_30_CHARS")).isEqualTo("a");
  }
}
