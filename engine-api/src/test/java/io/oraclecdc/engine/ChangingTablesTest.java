package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random statements of DDL and DML while capture is down, lags, or keeps up; every change must show
 * the row as its session saw it at that moment: the columns of that moment, with their values.
 */
@Timeout(180)
class ChangingTablesTest {
  private static final int ROUNDS = 3;
  private static final int ACTIONS = 14;

  @TempDir Path state;

  private final List<String> expected = new ArrayList<>();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final List<String> columns = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();
  private SplittableRandom random = new SplittableRandom(0);
  private String table = "changing";
  private int names;
  private int ids;
  private boolean keyed = true;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyRowShowsTheColumnsOfItsMoment(long seed) throws Exception {
    random = new SplittableRandom(seed);
    try (Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()))) {
      shop.execute("CREATE TABLE changing (id NUMBER(9) PRIMARY KEY, a NUMBER(9), b VARCHAR2(9))");
      shop.execute("ALTER TABLE changing ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      columns.addAll(List.of("ID", "A", "B"));
      OracleCdcConfig.Builder settings =
          shop.settings().tables("APP\\.CHANGING.*").set("cdc.key.columns", "APP.CHANGING:ID");
      for (int round = 0; round < ROUNDS; round++) {
        boolean lags = random.nextBoolean();
        settings.targetLatency(Duration.ofMillis(lags ? 500 : 10));
        try (OracleCdcEngine engine = started(settings)) {
          work(shop);
          shop.awaitDelivered(engine);
        }
        assertThat(received).as("seed %d, round %d", seed, round).isEqualTo(expected);
        work(shop); // while capture is down
        if (random.nextInt(3) == 0) {
          shop.database.switchLog();
        }
      }
      try (OracleCdcEngine engine = started(settings)) {
        shop.awaitDelivered(engine);
      }
    }
    assertThat(received).as("seed %d", seed).isEqualTo(expected);
  }

  private OracleCdcEngine started(OracleCdcConfig.Builder settings) throws InterruptedException {
    return Shop.started(
        OracleCdcEngine.create(settings.build()).notifying(this::receive).storingIn(state));
  }

  private void receive(ChangeEvent event) {
    boolean gone = event.operation() == Operation.DELETE;
    Row row = gone ? event.before() : event.after();
    StringBuilder text = new StringBuilder().append(event.operation()).append(' ');
    text.append(event.table().name());
    for (String column : row.columns()) {
      text.append(' ').append(column).append('=').append(row.get(column));
    }
    received.add(text.toString());
  }

  private void work(Shop shop) throws SQLException {
    for (int i = 0; i < ACTIONS; i++) {
      if (random.nextInt(3) == 0) {
        alter(shop);
      } else {
        write(shop);
      }
    }
    shop.app.commit();
  }

  private void write(Shop shop) throws SQLException {
    int roll = random.nextInt(10);
    if (rows.isEmpty() || roll < 5) {
      int id = ++ids;
      rows.add(id);
      List<String> values = new ArrayList<>();
      for (String column : columns) {
        values.add(column.equals("ID") ? String.valueOf(id) : value(column));
      }
      String list = String.join(", ", columns.stream().map(c -> '"' + c + '"').toList());
      shop.execute(
          "INSERT INTO " + table + " (" + list + ") VALUES (" + String.join(", ", values) + ")");
      expected.add("INSERT " + now(shop, id));
    } else if (roll < 8 && columns.size() > 1) {
      int id = rows.get(random.nextInt(rows.size()));
      String column = columns.get(1 + random.nextInt(columns.size() - 1));
      shop.execute(
          "UPDATE " + table + " SET \"" + column + "\" = " + value(column) + " WHERE id = " + id);
      expected.add("UPDATE " + now(shop, id));
    } else {
      int id = rows.remove(random.nextInt(rows.size()));
      expected.add("DELETE " + now(shop, id));
      shop.execute("DELETE FROM " + table + " WHERE id = " + id);
    }
    if (random.nextInt(4) != 0) {
      shop.app.commit(); // else the DDL that follows commits, or a later statement
    }
  }

  /** Values are all unlike, so that an update always changes something. */
  private String value(String column) {
    int number = 100 + ++names;
    return switch (column.charAt(0)) {
      case 'B' -> "'" + number + "'";
      case 'D' -> "DATE '2026-01-01' + " + number;
      default -> String.valueOf(number);
    };
  }

  private String now(Shop shop, int id) throws SQLException {
    Connection session = shop.app;
    try (Statement statement = session.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT t.* FROM " + table + " t WHERE id = " + id)) {
      assertThat(found.next()).isTrue();
      StringBuilder text = new StringBuilder(table.toUpperCase(java.util.Locale.ROOT));
      ResultSetMetaData meta = found.getMetaData();
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        String name = meta.getColumnName(i);
        text.append(' ').append(name).append('=').append(read(found, i, name));
      }
      return text.toString();
    }
  }

  private static @Nullable Object read(ResultSet found, int i, String name) throws SQLException {
    return name.charAt(0) == 'D'
        ? found.getObject(i, java.time.LocalDateTime.class)
        : name.charAt(0) == 'B' ? found.getString(i) : found.getBigDecimal(i);
  }

  private void alter(Shop shop) throws SQLException {
    String alter = "ALTER TABLE " + table + " ";
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> {
        String name = newColumn();
        columns.add(name);
        boolean list = random.nextBoolean();
        shop.execute(
            alter
                + "ADD "
                + (list ? "(" : "")
                + name
                + type(name)
                + (list ? ") -- added; (" : " /* ; */"));
      }
      case 3 -> {
        String name = newColumn();
        columns.add(name);
        shop.execute(alter + "ADD (" + name + type(name) + " DEFAULT " + value(name) + ")");
      }
      case 4 -> {
        if (columns.size() > 2) {
          shop.execute(
              alter + "DROP COLUMN " + columns.remove(1 + random.nextInt(columns.size() - 1)));
        }
      }
      case 5 -> {
        if (columns.size() > 2) {
          shop.execute(
              alter
                  + "SET UNUSED ("
                  + columns.remove(1 + random.nextInt(columns.size() - 1))
                  + ")");
        }
      }
      case 6, 7 -> {
        if (columns.size() > 1) {
          int at = 1 + random.nextInt(columns.size() - 1);
          String old = columns.get(at);
          String name = old.charAt(0) + "R" + ++names;
          columns.set(at, name);
          shop.execute(alter + "RENAME COLUMN " + old + " TO " + name);
        }
      }
      case 8 -> {
        String wide = columns.stream().filter(c -> c.startsWith("B")).findFirst().orElse(null);
        if (wide != null) {
          shop.execute(alter + "MODIFY (" + wide + " VARCHAR2(" + (20 + ++names) + "))");
        }
      }
      case 9 -> {
        shop.execute(
            keyed
                ? alter + "DROP PRIMARY KEY"
                : alter + "ADD CONSTRAINT p" + ++names + " PRIMARY KEY (id)");
        keyed = !keyed;
      }
      case 10 -> shop.execute("COMMENT ON TABLE " + table + " IS 'it''s; changing'");
      default -> shop.execute(alter + "MOVE");
    }
  }

  private String newColumn() {
    return List.of("N", "B", "D").get(random.nextInt(3)) + "_" + ++names;
  }

  private static String type(String column) {
    return switch (column.charAt(0)) {
      case 'B' -> " VARCHAR2(20)";
      case 'D' -> " DATE";
      default -> " NUMBER(9)";
    };
  }
}
