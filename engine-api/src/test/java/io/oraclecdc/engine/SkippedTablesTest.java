package io.oraclecdc.engine;

import static io.oraclecdc.engine.Shop.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.ops.OpsEvent;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tables the patterns name and nobody can capture. What the simulator cannot make (nested, external
 * and object tables, materialized views, the recycle bin) it is told by views of the capture user,
 * which hide the catalog's: they say of ordinary tables that they are such.
 */
class SkippedTablesTest {
  private Shop shop;
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  private final List<OpsEvent> ops = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    shop = Shop.open();
    for (String name :
        List.of(
            "nested_store",
            "objects",
            "\"SYS_IOT_OVER_74858\"",
            "mlog$_orders",
            "rupd$_orders",
            "cmp3$74858",
            "ext",
            "mv")) {
      shop.execute("CREATE TABLE " + name + " (id NUMBER PRIMARY KEY)");
      shop.execute("ALTER TABLE " + name + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      shop.commit("INSERT INTO " + name + " VALUES (1)");
    }
    shop.execute("CREATE GLOBAL TEMPORARY TABLE temp (id NUMBER) ON COMMIT PRESERVE ROWS");
    shop.execute("CREATE TABLE iot (id NUMBER PRIMARY KEY, n NUMBER) ORGANIZATION INDEX");
    shop.execute("ALTER TABLE iot ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit("INSERT INTO iot VALUES (1, 2)");
    shop.insert(1);
    shop.app.commit();
    shadow(
        "CREATE VIEW c##cdc.dba_tables AS SELECT owner, table_name, iot_type, cluster_name,"
            + " partitioned, row_movement, temporary, secondary, dropped, num_rows, blocks,"
            + " CASE WHEN table_name = 'NESTED_STORE' THEN 'YES' ELSE 'NO' END AS nested,"
            + " CASE WHEN table_name IN ('EXT', 'LATE_EXT') THEN 'YES' ELSE 'NO' END AS external"
            + " FROM sys.dba_tables WHERE table_name <> 'OBJECTS'");
    shadow(
        "CREATE VIEW c##cdc.dba_objects AS SELECT owner, object_name, object_id, data_object_id,"
            + " object_type, subobject_name FROM sys.dba_objects UNION ALL"
            + " SELECT 'APP', 'MV', 99999, NULL, 'MATERIALIZED VIEW', NULL FROM dual UNION ALL"
            + " SELECT 'APP', 'BIN$abc==$0', 99998, NULL, 'TABLE', NULL FROM dual");
  }

  @AfterEach
  void close() throws Exception {
    shop.close();
  }

  private void shadow(String sql) throws Exception {
    try (Connection sys = shop.database.connectSys();
        Statement statement = sys.createStatement()) {
      statement.execute(sql);
    }
  }

  private Map<String, String> reasons() {
    Map<String, String> reasons = new TreeMap<>();
    for (OpsEvent event : ops) {
      if (event instanceof OpsEvent.TableSkipped skipped) {
        String name = skipped.table().name();
        reasons.put(name, skipped.reason());
      }
    }
    return reasons;
  }

  @Test // SNP-05
  void SNP_05_exoticTablesAreLeftOutWithAReasonEach() throws Exception {
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(
                    shop.settings().tables("APP\\..*").snapshotMode(SnapshotMode.INITIAL).build())
                .opsListener(ops::add)
                .notifying((EventConsumer) events::add))) {
      assertThat(engine.awaitSnapshot(PATIENCE)).as("%s", engine.status()).isTrue();
      shop.commit("INSERT INTO ext VALUES (2)", "INSERT INTO mv VALUES (2)");
      // A table that comes later is left out too, and its rows are no lost ones.
      shop.execute("CREATE TABLE late_ext (id NUMBER PRIMARY KEY)");
      shop.commit("INSERT INTO late_ext VALUES (3)");
      shop.commit("INSERT INTO iot VALUES (2, 3)");
      shop.awaitDelivered(engine);
    }
    assertThat(reasons())
        .containsOnlyKeys(
            "BIN$abc==$0",
            "CMP3$74858",
            "EXT",
            "MLOG$_ORDERS",
            "MV",
            "NESTED_STORE",
            "OBJECTS",
            "RUPD$_ORDERS",
            "SYS_IOT_OVER_74858",
            "TEMP")
        .containsEntry("BIN$abc==$0", "it is in the recycle bin")
        .containsEntry("MV", "it holds a materialized view: its rows repeat those of other tables")
        .containsEntry("OBJECTS", "it is an object table")
        .containsEntry("NESTED_STORE", "it stores the nested table of another table's column");
    assertThat(reasons().get("EXT")).contains("external table");
    assertThat(events)
        .extracting(event -> event.table().name() + " " + event.operation())
        .containsExactlyInAnyOrder("ORDERS READ", "IOT READ", "IOT INSERT");
  }
}
