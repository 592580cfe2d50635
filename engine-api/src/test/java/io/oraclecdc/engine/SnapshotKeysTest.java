package io.oraclecdc.engine;

import static io.oraclecdc.engine.Shop.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.SnapshotOrigin.Marker;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of every kind of key: each row is in exactly one chunk, and no row is missed. */
class SnapshotKeysTest {
  private static final int ROWS = 60;

  private static Shop shop;

  @BeforeAll
  static void open() throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()));
  }

  @AfterAll
  static void close() throws SQLException {
    shop.close();
  }

  /** Kinds of keys: columns, key, and the values of row {@code i}. */
  enum Keys {
    NUMBERS("k NUMBER", "k", i -> (i % 2 == 0 ? "-" : "") + (i * 37 % 1000) / 7.0),
    LARGE_NUMBERS(
        "k NUMBER(38)", "k", i -> (i % 3 - 1) + "2345678901234567890123456789012" + (10 + i)),
    TEXTS("k VARCHAR2(30)", "k", i -> text(i)),
    CHARS("k CHAR(12)", "k", i -> text(i)),
    NATIONAL_TEXTS("k NVARCHAR2(30)", "k", i -> "N" + text(i)),
    DATES("k DATE", "k", i -> "DATE '19" + (10 + i) + "-02-28' + " + i + "/86400"),
    TIMESTAMPS(
        "k TIMESTAMP(9)",
        "k",
        i -> "TIMESTAMP '2020-01-" + (10 + i / 10) + " 00:00:00.00000000" + i % 10 + "'"),
    RAWS("k RAW(8)", "k", i -> "HEXTORAW('" + String.format("%02X%02X", i * 17 % 256, i) + "')"),
    COMPOSITE(
        "k VARCHAR2(10), l NUMBER(5), m DATE",
        "k, l, m",
        i -> text(i / 20) + ", " + (i / 4 % 5 - 2) + ", DATE '2020-01-01' + " + i % 4),
    UNCUTTABLE(
        "k TIMESTAMP WITH TIME ZONE", "", i -> "TIMESTAMP '2020-01-01 00:00:00 +02:00' + " + i),
    NONE("k NUMBER", "", i -> String.valueOf(i / 10));

    private final String columns;
    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final IntFunction<String> values;

    Keys(String columns, String key, IntFunction<String> values) {
      this.columns = columns;
      this.key = key;
      this.values = values;
    }

    private static String text(int i) {
      String[] kinds = {"a", "A", "Z", "ä", "_", " ", "1", "zz", "''", "é"};
      return "'" + kinds[i % 10] + i + "'";
    }
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void everyRowIsInExactlyOneChunk(Keys keys) throws Exception {
    String table = "K_" + keys;
    shop.execute(
        "CREATE TABLE "
            + table
            + " ("
            + keys.columns
            + ", n NUMBER(9)"
            + (keys.key.isEmpty() ? "" : ", PRIMARY KEY (" + keys.key + ")")
            + ")");
    shop.execute("ALTER TABLE " + table + " ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    for (int i = 0; i < ROWS; i++) {
      shop.execute("INSERT INTO " + table + " VALUES (" + keys.values.apply(i) + ", " + i + ")");
    }
    shop.app.commit();
    List<ChangeEvent> events = read(table, "cdc.snapshot.chunk.rows", "7");
    Map<Integer, Integer> seen = new HashMap<>();
    events.forEach(event -> seen.merge(event.after().getInteger("N"), 1, Integer::sum));
    assertThat(seen).hasSize(ROWS).containsValue(1);
    assertThat(events).hasSize(ROWS);
    assertThat(events.get(ROWS - 1).snapshot().orElseThrow().marker()).isEqualTo(Marker.LAST);
    if (!keys.key.isEmpty()) {
      assertThat(events)
          .extracting(event -> event.after().getInteger("N"))
          .containsExactlyElementsOf(inOrderOf(table, keys.key));
    }
  }

  @Test
  void aTableThatEndsWithAChunkHasOneLastRow() throws Exception {
    shop.execute("CREATE TABLE e_rows (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE e_rows ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    for (int i = 0; i < 40; i++) {
      shop.execute("INSERT INTO e_rows VALUES (" + i + ")");
    }
    shop.app.commit();
    for (String threads : List.of("1", "2", "3")) {
      List<ChangeEvent> events =
          read("E_ROWS", "cdc.snapshot.chunk.rows", "10", "cdc.snapshot.threads", threads);
      assertThat(events).hasSize(40);
      assertThat(events.get(39).snapshot().orElseThrow().marker()).isEqualTo(Marker.LAST);
    }
  }

  @Test
  void chunksThatTakeTooLongEndEarly() throws Exception {
    shop.execute("CREATE TABLE l_rows (id NUMBER(9) PRIMARY KEY, v VARCHAR2(100))");
    shop.execute("ALTER TABLE l_rows ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit(
        "INSERT INTO l_rows SELECT LEVEL, RPAD('v', 90, 'x') FROM DUAL CONNECT BY LEVEL <= 15000");
    List<ChangeEvent> events = read("L_ROWS", "cdc.snapshot.batch.max.ms", "10");
    assertThat(events)
        .extracting(event -> event.after().getInteger("ID"))
        .containsExactlyElementsOf(
            java.util.stream.IntStream.rangeClosed(1, 15000).boxed().toList());
  }

  private static List<Integer> inOrderOf(String table, String key) throws SQLException {
    List<Integer> order = new ArrayList<>();
    try (Statement statement = shop.app.createStatement();
        ResultSet rows = statement.executeQuery("SELECT n FROM " + table + " ORDER BY " + key)) {
      while (rows.next()) {
        order.add(rows.getInt(1));
      }
    }
    return order;
  }

  private static List<ChangeEvent> read(String table, String... settings) throws Exception {
    List<ChangeEvent> events = new CopyOnWriteArrayList<>();
    OracleCdcConfig.Builder builder =
        shop.settings()
            .snapshotMode(SnapshotMode.INITIAL)
            .tables("APP\\." + table)
            .set("cdc.key.missing", "rowid");
    for (int i = 0; i < settings.length; i += 2) {
      builder.set(settings[i], settings[i + 1]);
    }
    try (OracleCdcEngine engine =
        Shop.started(
            OracleCdcEngine.create(builder.build()).notifying((EventConsumer) events::add))) {
      assertThat(engine.awaitSnapshot(PATIENCE)).as("%s", engine.status()).isTrue();
    }
    return events;
  }

  @Test
  void SNP_02_tablesWithoutAKeyGiveEveryRow() throws Exception {
    shop.execute("CREATE TABLE n_rows (id NUMBER(9), name VARCHAR2(200))");
    shop.execute("ALTER TABLE n_rows ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    for (int i = 0; i < 1000; i++) {
      shop.execute("INSERT INTO n_rows VALUES (" + Math.max(9, i) + ", 'same name as the others')");
    }
    shop.app.commit();
    for (String key : List.of("none", "rowid")) {
      List<ChangeEvent> events =
          read("N_ROWS", "cdc.key.missing", key, "cdc.snapshot.chunk.rows", "100");
      assertThat(events).hasSize(1000);
      assertThat(events).filteredOn(e -> Objects.equals(e.after().getInteger("ID"), 9)).hasSize(10);
      assertThat(events)
          .extracting(e -> e.snapshot().orElseThrow().rowId())
          .doesNotHaveDuplicates();
      assertThat(events).extracting(e -> e.snapshot().orElseThrow().scn()).hasSizeGreaterThan(1);
    }
  }

  @Test
  void SNP_07_aSelectOrAConditionIsWrappedByEveryChunk() throws Exception {
    shop.execute("CREATE TABLE o_rows (id NUMBER(9) PRIMARY KEY, name VARCHAR2(20))");
    shop.execute("ALTER TABLE o_rows ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    for (int i = 0; i < 50; i++) {
      shop.execute("INSERT INTO o_rows VALUES (" + i + ", '" + (i % 2 == 0 ? "x;y" : "z") + "')");
    }
    shop.app.commit();
    for (String override :
        List.of(
            "SELECT * FROM APP.O_ROWS WHERE NAME <> 'x;y'",
            "SELECT id, name FROM \"APP\".\"O_ROWS\" x WHERE NAME = 'nothing' OR x.NAME <> 'x;y'",
            "NAME = 'nothing' OR T.NAME <> 'x;y'")) {
      List<ChangeEvent> events =
          read(
              "O_ROWS",
              "cdc.snapshot.select.override.APP.O_ROWS",
              override,
              "cdc.snapshot.chunk.rows",
              "10");
      assertThat(events).as(override).hasSize(25);
      assertThat(events).allMatch(e -> "z".equals(e.after().getString("NAME")));
    }
  }
}
