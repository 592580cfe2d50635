package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Included, masked and hashed columns through the whole engine. */
@Timeout(120)
class DisguisedColumnsTest {
  private static final String SECRET = "4711-ada@example.com";
  private static final String SALT = "pepper";

  @TempDir private Path state;
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  private Shop shop;

  @BeforeEach
  void open() throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()));
    shop.execute(
        "CREATE TABLE people (id NUMBER(9) PRIMARY KEY, name VARCHAR2(20), mail VARCHAR2(50),"
            + " iban VARCHAR2(50), born DATE, pay NUMBER(10,2))");
    shop.execute("ALTER TABLE people ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private OracleCdcConfig.Builder settings() {
    return shop.settings()
        .tables("APP\\.PEOPLE")
        .maskColumns("APP\\.PEOPLE\\.(IBAN|BORN)")
        .hashColumns(SALT, "APP\\.PEOPLE\\.(MAIL|PAY)");
  }

  private OracleCdcEngine start(OracleCdcConfig config) throws InterruptedException {
    return Shop.started(
        OracleCdcEngine.create(config).notifying((EventConsumer) events::add).storingIn(state));
  }

  private String json(int event) {
    return String.join("", events.get(event).json());
  }

  private static String text(Row row, String column) {
    return Objects.requireNonNull(row.getString(column), column);
  }

  @Test
  void recordsShowWhatStandsForTheValues() throws Exception {
    try (OracleCdcEngine engine = start(settings().build())) {
      shop.commit(
          "INSERT INTO people VALUES (1, 'Ada', '"
              + SECRET
              + "', '"
              + SECRET
              + "', DATE '1815-12-10', 1.5)",
          "INSERT INTO people VALUES (2, 'Bob', '" + SECRET + "', NULL, NULL, 1.50)",
          "UPDATE people SET mail = 'new', name = 'Eve' WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(3);
    Row ada = events.get(0).after();
    Row bob = events.get(1).after();
    assertThat(text(ada, "NAME")).isEqualTo("Ada");
    assertThat(text(ada, "IBAN")).isEqualTo("**********");
    assertThat(text(ada, "BORN")).isEqualTo("**********");
    assertThat(text(ada, "MAIL")).matches("[0-9a-f]{64}").isEqualTo(text(bob, "MAIL"));
    assertThat(text(ada, "PAY")).matches("[0-9a-f]{64}").isEqualTo(text(bob, "PAY"));
    assertThat(bob.isNull("IBAN")).isTrue();
    assertThat(bob.isNull("BORN")).isTrue();
    assertThat(text(events.get(2).before(), "MAIL")).isEqualTo(text(ada, "MAIL"));
    assertThat(text(events.get(2).after(), "MAIL")).isNotEqualTo(text(ada, "MAIL"));
    for (int i = 0; i < 3; i++) {
      assertThat(json(i)).doesNotContain(SECRET, "1815");
    }
  }

  @Test
  void reselectedRowsAreDisguisedToo() throws Exception {
    shop.execute("ALTER TABLE people DROP SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.execute("ALTER TABLE people ADD SUPPLEMENTAL LOG DATA (PRIMARY KEY) COLUMNS");
    try (OracleCdcEngine engine = start(settings().set("cdc.partial.images", "reselect").build())) {
      shop.commit(
          "INSERT INTO people VALUES (1, 'Ada', '"
              + SECRET
              + "', '"
              + SECRET
              + "', DATE '1815-12-10', 1.5)");
      shop.commit("UPDATE people SET name = 'Eve' WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(2);
    Row inserted = events.get(0).after();
    Row reselected = events.get(1).after();
    for (String column : List.of("MAIL", "IBAN", "BORN", "PAY")) {
      assertThat(text(reselected, column)).as(column).isEqualTo(text(inserted, column));
    }
    assertThat(json(1)).doesNotContain(SECRET, "1815");
  }

  @Test
  void noFileHoldsTheValuesOfALongTransaction() throws Exception {
    Path spill = Files.createDirectory(state.resolve("spilled"));
    try (OracleCdcEngine engine =
            start(
                settings()
                    .bufferSpillDir(spill)
                    .bufferMemoryMaxBytes(65_536)
                    .set("cdc.txjournal.threshold.events", "5")
                    .set("cdc.txjournal.chunk.max.bytes", "1024")
                    .build());
        Connection other = shop.database.connectApp();
        Statement statement = other.createStatement()) {
      for (int id = 1; id <= 200; id++) {
        shop.execute(
            "INSERT INTO people VALUES ("
                + id
                + ", 'open-name', '"
                + SECRET
                + "', '"
                + SECRET
                + "', NULL, 1)");
      }
      for (int i = 0; i < 3; i++) {
        statement.execute("INSERT INTO people(id) VALUES (" + (1000 + i) + ")");
        shop.awaitDelivered(engine);
        shop.database.switchLog();
      }
      await()
          .atMost(Shop.PATIENCE)
          .untilAsserted(() -> assertThat(filesWith("open-name")).isNotEmpty());
      assertThat(filesWith(SECRET)).isEmpty();
      shop.app.commit();
      shop.awaitDelivered(engine);
      assertThat(events).hasSize(203);
      assertThat(filesWith(SECRET)).isEmpty();
    }
  }

  private List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(state)) {
      return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).toList();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      // Files come and go while the engine runs.
      return false;
    }
  }

  @Test
  void anIncludeListDropsTheOtherColumns() throws Exception {
    OracleCdcConfig config =
        shop.settings()
            .tables("APP\\.PEOPLE")
            .includeColumns("APP\\.PEOPLE\\.(ID|NAME)")
            .set("cdc.partial.images", "reselect")
            .build();
    try (OracleCdcEngine engine = start(config)) {
      shop.commit("INSERT INTO people VALUES (1, 'Ada', '" + SECRET + "', NULL, NULL, NULL)");
      shop.execute("ALTER TABLE people ADD (later VARCHAR2(50))");
      shop.commit("INSERT INTO people(id, name, later) VALUES (2, 'Bob', '" + SECRET + "')");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(json(i)).contains("\"NAME\"").doesNotContain(SECRET, "\"MAIL\"", "\"LATER\"");
    }
  }
}
