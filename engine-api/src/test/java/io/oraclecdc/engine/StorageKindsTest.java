package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine delivers of tables that are stored in other ways than most. */
@Timeout(120)
class StorageKindsTest {

  /** Changes put together by table and key, columns joined by {@code |}. */
  private static final class Copies implements EventConsumer {
    private final Map<String, Map<Object, String>> tables = new TreeMap<>();
    private final List<String> operations = new CopyOnWriteArrayList<>();

    @Override
    public synchronized void accept(ChangeEvent event) {
      Map<Object, String> copy =
          tables.computeIfAbsent(event.table().name(), name -> new TreeMap<>());
      operations.add(event.operation() + " " + event.table().name());
      if (event.operation() != Operation.INSERT) {
        copy.remove(String.valueOf(event.before().get("ID")));
      }
      if (event.operation() != Operation.DELETE) {
        StringBuilder row = new StringBuilder();
        event.after().columns().forEach(c -> row.append(event.after().get(c)).append('|'));
        copy.put(String.valueOf(event.after().get("ID")), row.toString());
      }
    }

    synchronized Map<Object, String> of(String table) {
      return tables.getOrDefault(table, Map.of());
    }
  }

  private static Map<Object, String> content(Shop shop, String table) throws SQLException {
    Map<Object, String> rows = new TreeMap<>();
    try (Statement statement = shop.app.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM " + table)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          row.append(result.getString(i)).append('|');
        }
        rows.put(result.getString("ID"), row.toString());
      }
    }
    return rows;
  }

  private static Shop shop(RedoBehaviour... behaviours) throws SQLException {
    OracleSimulator.Builder builder = OracleSimulator.builder(Shop.newName());
    for (RedoBehaviour behaviour : behaviours) {
      builder.redoOptions(o -> o.behaviour(behaviour));
    }
    return Shop.over(builder);
  }

  private static OracleCdcEngine start(Shop shop, EventConsumer consumer) throws Exception {
    return Shop.started(
        OracleCdcEngine.create(shop.settings().tables("APP\\..*").build()).notifying(consumer));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tablesOfAClusterAreDeliveredAsTheyAre(boolean keyInTwoRows) throws Exception {
    Copies copies = new Copies();
    try (Shop shop = keyInTwoRows ? shop(RedoBehaviour.CLUSTER_KEY_UPDATE_IN_TWO_ROWS) : shop()) {
      shop.execute("CREATE CLUSTER c (k NUMBER(4))");
      shop.execute("CREATE INDEX ci ON CLUSTER c");
      for (String table : List.of("a", "b")) {
        shop.execute(
            "CREATE TABLE "
                + table
                + " (id NUMBER(6) PRIMARY KEY, k NUMBER(4), v VARCHAR2(20)) CLUSTER c (k)");
        shop.execute("ALTER TABLE " + table + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      }
      try (OracleCdcEngine engine = start(shop, copies)) {
        Random random = new Random(7);
        for (int transaction = 0; transaction < 40; transaction++) {
          work(shop, random);
          if (random.nextInt(5) == 0) {
            shop.app.rollback();
          } else {
            shop.app.commit();
          }
        }
        shop.awaitDelivered(engine);
        assertThat(copies.of("A")).isEqualTo(content(shop, "a")).isNotEmpty();
        assertThat(copies.of("B")).isEqualTo(content(shop, "b")).isNotEmpty();
      }
    }
  }

  private static void work(Shop shop, Random random) throws SQLException {
    shop.execute("SAVEPOINT s");
    for (int i = 0; i < 6; i++) {
      String table = random.nextBoolean() ? "a" : "b";
      int id = random.nextInt(12);
      String sql =
          switch (random.nextInt(6)) {
            case 0 -> "DELETE FROM " + table + " WHERE id = " + id;
            case 1 -> "UPDATE " + table + " SET k = " + random.nextInt(5) + " WHERE id < " + id;
            case 2 -> "UPDATE " + table + " SET v = v || 'x' WHERE id > " + (id + 4);
            case 3 -> "ROLLBACK TO s";
            default ->
                "INSERT INTO " + table + " VALUES (" + id + ", " + random.nextInt(5) + ", 'v')";
          };
      try {
        shop.execute(sql);
      } catch (SQLException e) {
        if (e.getErrorCode() != 1 && e.getErrorCode() != 12899) {
          throw e;
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void unusedColumnsHaveNoField(boolean shown) throws Exception {
    Copies copies = new Copies();
    try (Shop shop = shown ? shop(RedoBehaviour.UNUSED_COLUMNS_SHOWN) : shop()) {
      shop.execute(
          "CREATE TABLE u (id NUMBER(6) PRIMARY KEY, gone VARCHAR2(9) NOT NULL, v NUMBER(6))");
      shop.execute("ALTER TABLE u ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine = start(shop, copies)) {
        shop.commit("INSERT INTO u VALUES (1, 'x', 10)", "INSERT INTO u VALUES (2, 'y', 20)");
        shop.awaitDelivered(engine);
        shop.execute("ALTER TABLE u SET UNUSED (gone)");
        shop.commit(
            "INSERT INTO u VALUES (3, 30)", "UPDATE u SET v = v + 1", "DELETE FROM u WHERE id = 2");
        shop.awaitDelivered(engine);
        assertThat(copies.of("U")).isEqualTo(content(shop, "u")).hasSize(2);
        shop.execute("ALTER TABLE u DROP UNUSED COLUMNS");
        shop.commit("UPDATE u SET v = v + 1", "INSERT INTO u VALUES (4, 40)");
        shop.awaitDelivered(engine);
        assertThat(copies.of("U")).isEqualTo(content(shop, "u")).hasSize(3);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void directPathInsertsAreInserts(boolean named) throws Exception {
    Copies copies = new Copies();
    try (Shop shop = named ? shop(RedoBehaviour.DIRECT_PATH_ROWS_ARE_INSERTS) : shop()) {
      shop.execute("CREATE TABLE d (id NUMBER(6) PRIMARY KEY, v VARCHAR2(9)) COMPRESS FOR OLTP");
      shop.execute("ALTER TABLE d ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine = start(shop, copies)) {
        String load =
            "INSERT /*+ APPEND */ INTO d SELECT LEVEL + %d, 'd' FROM DUAL CONNECT BY LEVEL < 9";
        shop.commit(load.formatted(0));
        shop.execute(load.formatted(20));
        shop.app.rollback();
        shop.commit("SAVEPOINT a", load.formatted(40), "ROLLBACK TO a", load.formatted(60));
        shop.commit("UPDATE d SET v = 'u' WHERE id > 5");
        shop.awaitDelivered(engine);
        assertThat(copies.of("D")).isEqualTo(content(shop, "d")).hasSize(16);
      }
    }
  }

  @Test
  void whatIsNotLoggedIsNotDelivered() throws Exception {
    Copies copies = new Copies();
    try (Shop shop = shop()) {
      shop.execute("CREATE TABLE n (id NUMBER(6) PRIMARY KEY, v VARCHAR2(9)) NOLOGGING");
      shop.execute("ALTER TABLE n ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine = start(shop, copies)) {
        shop.commit("INSERT /*+ APPEND */ INTO n SELECT 1, 'direct' FROM DUAL");
        shop.commit("INSERT INTO n VALUES (2, 'usual')", "UPDATE n SET v = 'u' WHERE id = 2");
        shop.awaitDelivered(engine);
        assertThat(copies.operations).containsExactly("INSERT N", "UPDATE N");
      }
    }
  }

  @Test
  void compressedTablesThatLogMinerCannotShowStopCapture() throws Exception {
    try (Shop shop = shop(RedoBehaviour.COMPRESSED_TABLES_UNSUPPORTED)) {
      shop.execute("CREATE TABLE z (id NUMBER(6) PRIMARY KEY) COMPRESS FOR OLTP");
      shop.execute("ALTER TABLE z ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine = start(shop, new Copies())) {
        shop.commit("INSERT INTO z VALUES (1)");
        Shop.awaitEnd(engine);
        assertThatThrownBy(() -> engine.completion().get())
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOf(CdcException.class)
            .hasMessageContaining("CDC-3001");
      }
    }
  }

  @Test
  void rowsOfManyColumnsAreOneChange() throws Exception {
    Copies copies = new Copies();
    try (Shop shop = shop()) {
      StringBuilder columns = new StringBuilder("id NUMBER(6) PRIMARY KEY");
      for (int i = 1; i < 400; i++) {
        columns.append(", c").append(i).append(" VARCHAR2(40)");
      }
      shop.execute("CREATE TABLE wide (" + columns + ")");
      shop.execute("ALTER TABLE wide ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine = start(shop, copies)) {
        shop.commit(
            "INSERT INTO wide (id, c1, c399) VALUES (1, 'a', 'z')",
            "UPDATE wide SET c260 = RPAD('x', 40, 'x') WHERE id = 1",
            "INSERT INTO wide (id, c255, c256) VALUES (2, 'b', 'c')",
            "DELETE FROM wide WHERE id = 2");
        shop.awaitDelivered(engine);
        assertThat(copies.of("WIDE")).isEqualTo(content(shop, "wide")).hasSize(1);
        assertThat(copies.operations).hasSize(4);
      }
    }
  }
}
