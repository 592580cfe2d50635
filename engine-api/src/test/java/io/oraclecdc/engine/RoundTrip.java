package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Random transactions on random tables of one simulated release, and what an engine makes of them.
 * Every transaction writes its number into a table of its own, so that what was delivered can be
 * compared with the tables as each transaction left them.
 */
final class RoundTrip {
  private static final int TRANSACTIONS = 13;

  /**
   * What is tried together.
   *
   * @param behaviours of the release
   * @param organization clause of CREATE TABLE
   * @param storage of LOBs
   * @param logging supplemental logging of the tables
   * @param extended whether strings may be long
   * @param xml whether a table has an XMLTYPE column
   * @param lobMode {@code cdc.lob.mode}
   * @param partialImages {@code cdc.partial.images}
   * @param longType type of a LONG column, empty for none; heap tables only
   * @param unsupported whether a table has a column LogMiner does not know, read by reselect
   * @param excluded whether the first column of T2 that is a LOB, or else its first, is left out
   */
  record Choice(
      List<RedoBehaviour> behaviours,
      String organization,
      String storage,
      String logging,
      boolean extended,
      boolean xml,
      String lobMode,
      String partialImages,
      String longType,
      boolean unsupported,
      boolean excluded) {

    /** Whether the redo may not tell which column or row a LOB is of. */
    boolean namesNoRow() {
      return storage.equals(RandomTable.WITHOUT_LOCATOR) || storage.equals(RandomTable.MIXED);
    }

    /** Whether a change of such a LOB may tell no row at all. */
    boolean tellsNoRow() {
      return namesNoRow()
          && (behaviours.contains(RedoBehaviour.LOB_STATEMENTS_WITHOUT_END)
              || organization.equals("ORGANIZATION INDEX"));
    }

    boolean mayStop() {
      return partialImages.equals("fail") && !logging.equals("ALL");
    }
  }

  private final Random random;
  private final Choice choice;
  private final int number;
  private final List<RandomTable> tables = new ArrayList<>();
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();

  /**
   * By the number of the transaction: the tables after it, and the columns whose redo is partial.
   */
  private final Map<Integer, Map<String, Map<Integer, Map<String, String>>>> states =
      new HashMap<>();

  private final Map<Integer, Set<String>> touched = new HashMap<>();
  private Set<String> touchedNow = new HashSet<>();

  RoundTrip(int number, Random random, Choice choice) {
    this.number = number;
    this.random = random;
    this.choice = choice;
  }

  void run() throws Exception {
    OracleSimulator.Builder builder =
        OracleSimulator.builder("round" + number)
            .parameter("max_string_size", choice.extended() ? "EXTENDED" : "STANDARD")
            .redoOptions(o -> o.behaviours(choice.behaviours()).logSizeBytes(256 << 10));
    try (Shop shop = Shop.over(builder)) {
      createTables(shop);
      OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(settings(shop)).notifying((EventConsumer) events::add));
      boolean stopped = false;
      try (engine) {
        for (int i = 0; i < TRANSACTIONS; i++) {
          transaction(shop, i);
        }
        stopped = !isDelivered(shop, engine);
      }
      compare(stopped);
    }
  }

  private void createTables(Shop shop) throws SQLException {
    boolean heap = choice.organization().isEmpty();
    for (String name : List.of("T1", "T2")) {
      RandomTable table =
          new RandomTable(
              name,
              random,
              choice.extended(),
              choice.xml() && name.equals("T1"),
              heap && name.equals("T2") ? choice.longType() : "");
      if (choice.namesNoRow()) {
        table.tryEmptyLobs();
      }
      tables.add(table);
      shop.execute(table.ddl(choice.storage(), choice.organization()));
      log(shop, name, choice.logging());
    }
    if (choice.unsupported()) {
      RandomTable table = RandomTable.withColumnOfUnknownType("T3", random);
      tables.add(table);
      shop.execute(table.ddl("", ""));
      log(shop, "T3", "ALL");
    }
    shop.execute("CREATE TABLE tx (n NUMBER(9) PRIMARY KEY)");
    log(shop, "TX", "ALL");
  }

  private static void log(Shop shop, String table, String logging) throws SQLException {
    shop.execute("ALTER TABLE " + table + " ADD SUPPLEMENTAL LOG DATA (" + logging + ") COLUMNS");
  }

  private OracleCdcConfig settings(Shop shop) {
    OracleCdcConfig.Builder settings = shop.settings();
    if (choice.excluded()) {
      settings.set("cdc.columns.exclude", "APP\\.T2\\." + tables.get(1).columns.get(excluded()));
    }
    return settings
        .tables("APP\\.(T[123]|TX)")
        .set("cdc.lob.mode", choice.lobMode())
        .set("cdc.partial.images", choice.partialImages())
        .set("cdc.unsupported.columns", choice.unsupported() ? "reselect" : "fail")
        .build();
  }

  private int excluded() {
    for (int i = 0; i < tables.get(1).columns.size(); i++) {
      if (tables.get(1).isLob(i)) {
        return i;
      }
    }
    return 0;
  }

  /** Whether everything was; else the engine stopped because an image was partial. */
  private boolean isDelivered(Shop shop, OracleCdcEngine engine) throws Exception {
    try {
      shop.awaitDelivered(engine);
      return true;
    } catch (CdcException e) {
      if (choice.mayStop() && e.code() == ErrorCode.DECODE) {
        assertThat(e.getMessage()).contains("cdc.partial.images is fail");
        return false;
      }
      if (choice.tellsNoRow() && e.code() == ErrorCode.DECODE) {
        assertThat(e.getMessage()).contains("not known which row");
        return false;
      }
      throw e;
    }
  }

  private void compare(boolean stopped) {
    DeliveredRows delivered = new DeliveredRows(tables);
    int compared = 0;
    for (ChangeEvent event : events) {
      if (event.table().name().equals("TX")) {
        delivered.begin(touched.get(number(event)));
      } else {
        delivered.apply(event);
      }
      if (event.isLastOfTransaction()) {
        compared++;
        assertEqual(delivered, numberOf(event));
      }
    }
    if (!stopped) {
      assertThat(delivered.lastTransaction()).isEqualTo(lastNumber());
    }
    assertThat(compared).isLessThanOrEqualTo(states.size());
  }

  private int lastNumber() {
    return states.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
  }

  private static int number(ChangeEvent event) {
    return Objects.requireNonNull(event.after().getInteger("N"));
  }

  private int numberOf(ChangeEvent last) {
    return events.stream()
        .filter(event -> event.table().name().equals("TX"))
        .filter(event -> event.transaction().equals(last.transaction()))
        .map(RoundTrip::number)
        .findFirst()
        .orElseThrow();
  }

  private void assertEqual(DeliveredRows delivered, int transaction) {
    Map<String, Map<Integer, Map<String, String>>> state =
        Objects.requireNonNull(states.get(transaction), "it was committed");
    for (RandomTable table : tables) {
      assertThat(
              delivered.differences(
                  table.name,
                  Objects.requireNonNull(state.get(table.name)),
                  choice.lobMode().equals("reselect")))
          .as("after transaction %s: %s %s %s", transaction, table.name, table.types, choice)
          .isEmpty();
    }
    delivered.ended(transaction);
  }

  // ---- the application

  private void transaction(Shop shop, int transaction) throws Exception {
    Savepoint savepoint = null;
    int statements = 1 + random.nextInt(6);
    touchedNow = new HashSet<>();
    shop.execute("INSERT INTO tx VALUES (" + transaction + ")");
    if (random.nextInt(4) == 0) {
      nullThenLong(shop, tables.get(random.nextInt(tables.size())));
    }
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
    if (random.nextInt(7) == 0) {
      shop.app.rollback();
    } else {
      shop.app.commit();
      touched.put(transaction, touchedNow);
      Map<String, Map<Integer, Map<String, String>>> state = new HashMap<>();
      for (RandomTable table : tables) {
        state.put(table.name, table.content(shop.app));
      }
      states.put(transaction, state);
    }
    if (random.nextInt(6) == 0) {
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
        shop.app.prepareStatement(
            "INSERT INTO "
                + table.name
                + " (id, "
                + String.join(", ", table.columns)
                + ") VALUES (?"
                + marks
                + ")")) {
      for (int row = 0; row < (batch ? 4 : 1); row++) {
        statement.setInt(1, batch ? 1000 + random.nextInt(1 << 20) : id());
        for (int i = 0; i < table.columns.size(); i++) {
          table.bind(statement, i + 2, i, value(table, i));
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

  private @org.jspecify.annotations.Nullable Object value(RandomTable table, int column) {
    Object value = table.value(column);
    if (table.types.get(column).startsWith("LONG")
        || (table.isLob(column) && choice.namesNoRow())) {
      // Long values of such columns are not in the redo, or not told apart from others.
      touchedNow.add(table.name + "." + table.columns.get(column));
    }
    return value;
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
        table.bind(statement, i + 1, set.get(i), value(table, set.get(i)));
      }
      statement.setInt(set.size() + 1, id());
      statement.executeUpdate();
    }
  }

  /** A row without values, which then gets one that may have rows of its own; or does not. */
  private void nullThenLong(Shop shop, RandomTable table) throws SQLException {
    int id = 2000 + random.nextInt(1 << 20);
    shop.execute("INSERT INTO " + table.name + " (id) VALUES (" + id + ")");
    Savepoint empty = shop.app.setSavepoint();
    int column = table.columns.size() - 1 - random.nextInt(Math.min(3, table.columns.size()));
    try (PreparedStatement statement =
        shop.app.prepareStatement(
            "UPDATE " + table.name + " SET " + table.columns.get(column) + " = ? WHERE id = ?")) {
      table.bind(statement, 1, column, value(table, column));
      statement.setInt(2, id);
      statement.executeUpdate();
    }
    if (random.nextBoolean()) {
      shop.app.rollback(empty);
    }
  }

  /** Calls of DBMS_LOB: afterwards the value is not always known from the redo. */
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
            touchedNow.add(table.name + "." + column);
            touch(rows, table.types.get(i).equals("BLOB"), random.nextInt(3) == 0);
          }
        }
      }
    }
  }

  private static void touch(ResultSet rows, boolean bytes, boolean cleared) throws Exception {
    if (bytes) {
      Blob blob = rows.getBlob(2);
      if (blob != null) {
        if (cleared) {
          blob.truncate(0);
        }
        blob.setBytes(blob.length() + 1, new byte[] {1, 2, 3});
        blob.truncate(blob.length() - 1);
      }
      return;
    }
    Clob clob = rows.getClob(2);
    if (clob != null) {
      if (cleared) {
        clob.truncate(0);
      }
      clob.setString(1, "it's");
      try (Writer writer = clob.setCharacterStream(clob.length() + 1)) {
        writer.write("tail".repeat(600));
      }
      clob.truncate(clob.length() - 2);
    }
  }
}
