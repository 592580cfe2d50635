package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.io.Writer;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the engine delivers of random tables and statements, put together by key, equals the tables.
 * The behaviours of the simulated release are combined pairwise.
 */
@Timeout(300)
class RoundTripPropertyTest {
  private static final String ONE_CASE = "oraclecdc.roundtrip.case";
  private static final int TRANSACTIONS = 22;

  private static final List<RedoBehaviour> SWITCHES =
      List.of(
          RedoBehaviour.START_HAS_OWN_RS_ID,
          RedoBehaviour.CONTROL_ROWS_WITHOUT_ROW_ID,
          RedoBehaviour.LOCAL_TIME_ZONE_TRAILING_BLANK,
          RedoBehaviour.LARGE_NUMBERS_IN_FULL,
          RedoBehaviour.UNISTR_IN_PIECES,
          RedoBehaviour.SCN_PER_ROW,
          RedoBehaviour.PRIVATE_STRANDS,
          RedoBehaviour.PARTIAL_XID_OUTSIDE_RANGE,
          RedoBehaviour.ZERO_RS_ID_ON_ROLLBACK,
          RedoBehaviour.UNDO_WITHOUT_TEXT,
          RedoBehaviour.EMPTY_COMMITS_ON_THREAD_ZERO,
          RedoBehaviour.ZERO_XID_STARTS,
          RedoBehaviour.LOB_STATEMENTS_WITHOUT_END,
          RedoBehaviour.LOB_ROWS_TAKE_SCNS,
          RedoBehaviour.LOB_ERASE_CODE_28,
          RedoBehaviour.LOB_PIECES_OF_1024,
          RedoBehaviour.LOB_IN_ROW_UPDATE_IN_TWO_ROWS,
          RedoBehaviour.XML_PIECES_AS_BYTES,
          RedoBehaviour.ALIAS_FOR_TABLES_WITH_LARGE_VALUES,
          RedoBehaviour.KEY_UPDATE_OF_INDEX_ORGANIZED_TABLE_IN_TWO_ROWS);

  private static final List<String> ORGANIZATIONS =
      List.of(
          "",
          "PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (20), PARTITION mid VALUES LESS"
              + " THAN (200), PARTITION high VALUES LESS THAN (MAXVALUE)) ENABLE ROW MOVEMENT",
          "ORGANIZATION INDEX",
          "PARTITION BY HASH (id) PARTITIONS 4 ENABLE ROW MOVEMENT");
  private static final List<String> STORAGES =
      List.of("", "BASICFILE", "SECUREFILE (DISABLE STORAGE IN ROW)");
  private static final List<String> LOGGINGS = List.of("ALL", "PRIMARY KEY");

  @Test
  void whatIsDeliveredEqualsTheTablesInEveryPairOfBehaviours() throws Exception {
    int[] sizes = new int[SWITCHES.size() + 7];
    for (int i = 0; i < SWITCHES.size(); i++) {
      sizes[i] = 2;
    }
    int[] more = {3, 3, ORGANIZATIONS.size(), STORAGES.size(), LOGGINGS.size(), 2, 2};
    System.arraycopy(more, 0, sizes, SWITCHES.size(), more.length);
    List<int[]> cases = AllPairs.of(sizes);
    Integer only = Integer.getInteger(ONE_CASE);
    List<AssertionError> failures = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      if (only == null || only == i) {
        try {
          new Run(i, cases.get(i)).run();
        } catch (AssertionError | Exception e) {
          failures.add(new AssertionError("reproduce with -D" + ONE_CASE + "=" + i, e));
        }
      }
    }
    if (!failures.isEmpty()) {
      AssertionError first = failures.get(0);
      failures.subList(1, failures.size()).forEach(first::addSuppressed);
      throw first;
    }
  }

  /** One combination. */
  private static final class Run {
    private final Random random;
    private final List<RedoBehaviour> behaviours = new ArrayList<>();
    private final String organization;
    private final String storage;
    private final String logging;
    private final boolean extended;
    private final boolean xml;
    private final int number;
    private final Set<String> unknown = new HashSet<>();
    private final Set<String> unknownSoFar = new HashSet<>();

    Run(int number, int[] choices) {
      this.number = number;
      random = new Random(number * 7919L + 17);
      for (int i = 0; i < SWITCHES.size(); i++) {
        if (choices[i] == 1) {
          behaviours.add(SWITCHES.get(i));
        }
      }
      int next = SWITCHES.size();
      int fraction = choices[next++];
      if (fraction > 0) {
        behaviours.add(
            fraction == 1
                ? RedoBehaviour.ZERO_FRACTION_BARE_DOT
                : RedoBehaviour.ZERO_FRACTION_OMITTED);
      }
      int form = choices[next++];
      if (form > 0) {
        behaviours.add(
            form == 1 ? RedoBehaviour.LOB_BLOCKS_ALWAYS : RedoBehaviour.LOB_FRAGMENTS_ALWAYS);
      }
      organization = ORGANIZATIONS.get(choices[next++]);
      storage = STORAGES.get(choices[next++]);
      logging = LOGGINGS.get(choices[next++]);
      extended = choices[next++] == 1;
      xml = choices[next] == 1;
    }

    void run() throws Exception {
      OracleSimulator.Builder builder =
          OracleSimulator.builder("round" + number)
              .parameter("max_string_size", extended ? "EXTENDED" : "STANDARD")
              .redoOptions(o -> o.behaviours(behaviours).logSizeBytes(256 << 10));
      List<ChangeEvent> events = new CopyOnWriteArrayList<>();
      try (Shop shop = Shop.over(builder)) {
        List<RandomTable> tables = new ArrayList<>();
        for (String name : List.of("T1", "T2")) {
          RandomTable table = new RandomTable(name, random, extended, xml && name.equals("T1"));
          tables.add(table);
          shop.execute(table.ddl(storage, organization));
          shop.execute(
              "ALTER TABLE " + name + " ADD SUPPLEMENTAL LOG DATA (" + logging + ") COLUMNS");
        }
        OracleCdcEngine engine =
            Shop.started(
                OracleCdcEngine.create(
                        shop.settings().tables("APP\\.T[12]").set("cdc.lob.mode", "inline").build())
                    .notifying((EventConsumer) events::add));
        try (engine) {
          for (int i = 0; i < TRANSACTIONS; i++) {
            transaction(shop, tables);
          }
          shop.awaitDelivered(engine);
        }
        for (RandomTable table : tables) {
          assertThat(
                  differences(
                      withoutUnknown(table, folded(table, events)),
                      withoutUnknown(table, table.content(shop.app))))
              .as("%s %s %s %s %s", table.name, table.types, behaviours, organization, storage)
              .isEmpty();
        }
      }
    }

    private static List<String> differences(
        Map<Integer, Map<String, String>> delivered, Map<Integer, Map<String, String>> stored) {
      List<String> found = new ArrayList<>();
      Set<Integer> keys = new TreeSet<>(delivered.keySet());
      keys.addAll(stored.keySet());
      for (Integer key : keys) {
        Map<String, String> one = delivered.getOrDefault(key, Map.of());
        Map<String, String> other = stored.getOrDefault(key, Map.of());
        Set<String> columns = new TreeSet<>(one.keySet());
        columns.addAll(other.keySet());
        for (String column : columns) {
          String left = String.valueOf(one.get(column));
          String right = String.valueOf(other.get(column));
          if (!left.equals(right)) {
            found.add(key + "." + column + ": " + excerpt(left) + " for " + excerpt(right));
          }
        }
      }
      return found;
    }

    private static String excerpt(String value) {
      return value.length() > 40 ? value.substring(0, 40) + ".. (" + value.length() + ")" : value;
    }

    private void transaction(Shop shop, List<RandomTable> tables) throws Exception {
      Savepoint savepoint = null;
      int statements = 1 + random.nextInt(6);
      unknownSoFar.clear();
      for (int i = 0; i < statements; i++) {
        RandomTable table = tables.get(random.nextInt(tables.size()));
        switch (random.nextInt(12)) {
          case 0, 1, 2, 3 -> insert(shop, table, false);
          case 4 -> insert(shop, table, true);
          case 5, 6, 7 -> update(shop, table);
          case 8 -> change(shop, "UPDATE " + table.name + " SET id = id + 100 WHERE id = " + id());
          case 9 -> change(shop, "DELETE FROM " + table.name + " WHERE id = " + id());
          case 10 -> lobCall(shop, table);
          default -> {
            if (savepoint == null) {
              savepoint = shop.app.setSavepoint();
            } else {
              shop.app.rollback(savepoint);
              savepoint = null;
            }
          }
        }
      }
      unknown.addAll(unknownSoFar);
      if (random.nextInt(7) == 0) {
        shop.app.rollback();
      } else {
        shop.app.commit();
      }
      if (random.nextInt(8) == 0) {
        shop.database.switchLog();
      }
    }

    private int id() {
      return random.nextInt(30);
    }

    private static void change(Shop shop, String sql) throws SQLException {
      try {
        shop.execute(sql);
      } catch (SQLException e) {
        if (e.getErrorCode() != 1) {
          throw e;
        }
      }
    }

    private void insert(Shop shop, RandomTable table, boolean batch) throws SQLException {
      String marks = ", ?".repeat(table.columns.size());
      try (PreparedStatement statement =
          shop.app.prepareStatement("INSERT INTO " + table.name + " VALUES (?" + marks + ")")) {
        for (int row = 0; row < (batch ? 4 : 1); row++) {
          statement.setInt(1, batch ? 1000 + random.nextInt(1 << 20) : id());
          for (int i = 0; i < table.columns.size(); i++) {
            table.bind(statement, i + 2, i, table.value(i));
          }
          if (batch) {
            statement.addBatch();
          }
        }
        if (batch) {
          statement.executeBatch();
        } else {
          statement.executeUpdate();
        }
      } catch (SQLException e) {
        if (e.getErrorCode() != 1) {
          throw e;
        }
      }
    }

    private void update(Shop shop, RandomTable table) throws SQLException {
      List<Integer> set = new ArrayList<>();
      for (int i = 0; i < table.columns.size(); i++) {
        if (random.nextInt(3) == 0) {
          set.add(i);
        }
      }
      if (set.isEmpty()) {
        set.add(random.nextInt(table.columns.size()));
      }
      List<String> parts = set.stream().map(i -> table.columns.get(i) + " = ?").toList();
      String condition = random.nextInt(4) == 0 ? " WHERE id < ?" : " WHERE id = ?";
      try (PreparedStatement statement =
          shop.app.prepareStatement(
              "UPDATE " + table.name + " SET " + String.join(", ", parts) + condition)) {
        for (int i = 0; i < set.size(); i++) {
          table.bind(statement, i + 1, set.get(i), table.value(set.get(i)));
        }
        statement.setInt(set.size() + 1, id());
        statement.executeUpdate();
      }
    }

    /** Calls of DBMS_LOB: afterwards the value is not fully known from the redo. */
    private void lobCall(Shop shop, RandomTable table) throws Exception {
      for (int i = 0; i < table.columns.size(); i++) {
        if (!table.isLob(i)) {
          continue;
        }
        String column = table.columns.get(i);
        try (PreparedStatement statement =
            shop.app.prepareStatement(
                "SELECT id, " + column + " FROM " + table.name + " WHERE id = ? FOR UPDATE")) {
          statement.setInt(1, id());
          try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
              unknownSoFar.add(table.name + "." + column);
              touch(rows, table.types.get(i).equals("BLOB"));
            }
          }
        }
      }
    }

    private void touch(ResultSet rows, boolean bytes) throws Exception {
      if (bytes) {
        Blob blob = rows.getBlob(2);
        if (blob != null) {
          blob.setBytes(blob.length() + 1, new byte[] {1, 2, 3});
          blob.truncate(blob.length() - 1);
        }
        return;
      }
      Clob clob = rows.getClob(2);
      if (clob != null) {
        clob.setString(1, "it's");
        try (Writer writer = clob.setCharacterStream(clob.length() + 1)) {
          writer.write("tail".repeat(600));
        }
        clob.truncate(clob.length() - 2);
      }
    }

    private Map<Integer, Map<String, String>> withoutUnknown(
        RandomTable table, Map<Integer, Map<String, String>> rows) {
      rows.values()
          .forEach(row -> row.keySet().removeIf(c -> unknown.contains(table.name + "." + c)));
      return rows;
    }

    private static Map<Integer, Map<String, String>> folded(
        RandomTable table, List<ChangeEvent> events) {
      Map<Integer, Map<String, String>> rows = new TreeMap<>();
      for (ChangeEvent event : events) {
        if (!event.table().name().equals(table.name)) {
          continue;
        }
        Map<String, String> row = new LinkedHashMap<>();
        if (event.operation() != Operation.INSERT) {
          Integer old =
              event.before().isLogged("ID")
                  ? event.before().getInteger("ID")
                  : event.after().getInteger("ID");
          Map<String, String> known = rows.remove(old);
          assertThat(known).as("%s of row %s", event.operation(), old).isNotNull();
          row.putAll(known);
        }
        if (event.operation() == Operation.DELETE) {
          continue;
        }
        Row after = event.after();
        for (String column : table.columns) {
          if (after.isLogged(column) && !after.isUnavailable(column)) {
            row.put(column, RandomTable.comparable(after.get(column)));
          }
        }
        rows.put(after.getInteger("ID"), row);
      }
      return rows;
    }
  }
}
