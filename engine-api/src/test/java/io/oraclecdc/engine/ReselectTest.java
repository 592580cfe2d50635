package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values the redo does not carry are read as of the commit, through the whole engine. */
@Timeout(120)
class ReselectTest {
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  private Shop shop;

  @BeforeEach
  void open() throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()));
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private OracleCdcEngine start(String... settings) throws InterruptedException {
    Map<String, String> map =
        new HashMap<>(
            Map.of(
                "cdc.database.url", shop.database.url(),
                "cdc.database.user", OracleSimulator.CAPTURE_USER,
                "cdc.database.password", OracleSimulator.CAPTURE_PASSWORD,
                "cdc.tables.include", "APP\\..*",
                "cdc.topic.prefix", "shop",
                "cdc.snapshot.mode", "none",
                "cdc.mining.target.latency.ms", "20"));
    for (int i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    return Shop.started(
        OracleCdcEngine.create(OracleCdcConfig.from(map)).notifying((EventConsumer) events::add));
  }

  private void undoIsGone() {
    shop.database.undoRetention().expireBefore(Long.MAX_VALUE / 2);
  }

  private void createNotes() throws SQLException {
    shop.execute("CREATE TABLE notes (id NUMBER(9) PRIMARY KEY, body CLOB, pic BLOB, n NUMBER(9))");
    shop.execute("ALTER TABLE notes ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit("INSERT INTO notes VALUES (1, 'the body', HEXTORAW('CAFE'), 1)");
  }

  @Test
  void anUntouchedLargeObjectIsReadAsOfTheCommit() throws Exception {
    createNotes();
    try (OracleCdcEngine engine = start("cdc.lob.mode", "reselect")) {
      shop.commit("UPDATE notes SET n = 2 WHERE id = 1");
      shop.commit("UPDATE notes SET body = 'another', n = 3 WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(2);
    assertThat(events.get(0).after().getString("BODY")).isEqualTo("the body");
    assertThat(events.get(0).after().getBytes("PIC")).containsExactly(0xCA, 0xFE);
    assertThat(events.get(1).after().getString("BODY")).isEqualTo("another");
    assertThat(events.get(1).after().getBytes("PIC")).containsExactly(0xCA, 0xFE);
    assertThat(events.get(0).json().get(0)).contains("\"reselect\":null");
  }

  @Test
  void withoutUndoTheValueIsThePlaceholderAndTheRecordSaysSo() throws Exception {
    createNotes();
    undoIsGone();
    try (OracleCdcEngine engine = start("cdc.lob.mode", "reselect")) {
      shop.commit("UPDATE notes SET n = 2 WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(1);
    assertThat(events.get(0).after().isUnavailable("BODY")).isTrue();
    assertThat(events.get(0).after().getInteger("N")).isEqualTo(2);
    assertThat(events.get(0).json().get(0))
        .contains("\"reselect\":\"failed\"", "\"BODY\":\"__cdc_unavailable_value\"");
  }

  @Test
  void aTableThatChangedSinceTheCommitCannotBeRead() throws Exception {
    createNotes();
    // the change waits for an older open transaction, and meets the table as it is afterwards
    try (Connection other = shop.database.connectApp();
        OracleCdcEngine engine = start("cdc.lob.mode", "reselect");
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      shop.execute("UPDATE notes SET n = 2 WHERE id = 1");
      shop.database.undoRetention().ddlBlur(java.time.Duration.ofHours(1));
      shop.app.commit();
      shop.awaitDelivered(engine);
      statement.execute("SELECT 1 FROM DUAL");
    }
    assertThat(events.get(0).after().isUnavailable("BODY")).isTrue();
    assertThat(events.get(0).json().get(0)).contains("\"reselect\":\"failed\"");
  }

  @Test
  void aRowWhoseKeyChangesLaterInItsTransactionIsReadByItsLastKey() throws Exception {
    createNotes();
    shop.commit("INSERT INTO notes VALUES (3, 'body 3', HEXTORAW('03'), 3)");
    try (OracleCdcEngine engine = start("cdc.lob.mode", "reselect")) {
      shop.commit(
          "UPDATE notes SET n = 33 WHERE id = 3",
          "UPDATE notes SET body = 'new 3', id = 4 WHERE id = 3",
          "UPDATE notes SET id = 3 WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events.get(0).after().getInteger("N")).isEqualTo(33);
    assertThat(events.get(0).after().getBytes("PIC")).containsExactly(0x03);
    assertThat(events.get(0).after().getString("BODY")).isEqualTo("new 3");
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.after().isUnavailable("BODY")).isFalse();
              assertThat(event.after().isUnavailable("PIC")).isFalse();
            });
  }

  @Test
  void rowsOfTablesLogMinerDoesNotKnowAreReadByTheirRowid() throws Exception {
    shop.execute("CREATE TABLE flags (id NUMBER(9) PRIMARY KEY, on_off BOOLEAN, name VARCHAR2(9))");
    shop.execute("ALTER TABLE flags ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    try (OracleCdcEngine engine = start("cdc.unsupported.columns", "reselect")) {
      shop.commit("INSERT INTO flags VALUES (1, TRUE, 'a')");
      shop.commit("UPDATE flags SET name = 'b' WHERE id = 1");
      shop.awaitDelivered(engine);
      assertThat(events).hasSize(2);
      assertThat(events.get(0).after().getString("NAME")).isEqualTo("a");
      assertThat(events.get(1).after().getString("NAME")).isEqualTo("b");
      assertThat(events.get(1).after().getInteger("ID")).isEqualTo(1);
      assertThat(events)
          .allSatisfy(event -> assertThat(event.json().get(0)).contains("cdc.row_reselected"));
    }
  }

  /** Law 11: LogMiner shows no key of such rows, so the table tells who has it by now. */
  @Test
  void noDeleteIsWrittenForAKeyThatAnotherUnreadableRowHasTaken() throws Exception {
    shop.execute("CREATE TABLE flags (id NUMBER(9) PRIMARY KEY, on_off BOOLEAN, name VARCHAR2(9))");
    shop.execute("ALTER TABLE flags ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit(
        "INSERT INTO flags VALUES (1, TRUE, 'a')",
        "INSERT INTO flags VALUES (2, TRUE, 'b')",
        "INSERT INTO flags VALUES (3, TRUE, 'c')");
    try (OracleCdcEngine engine = start("cdc.unsupported.columns", "reselect")) {
      shop.commit("DELETE FROM flags WHERE id = 1", "UPDATE flags SET id = 1 WHERE id = 2");
      shop.commit("UPDATE flags SET id = id + 2");
      shop.commit("DELETE FROM flags WHERE id = 5");
      shop.awaitDelivered(engine);
    }
    Map<Integer, String> latest = new HashMap<>(Map.of(1, "a", 2, "b", 3, "c"));
    for (ChangeEvent event : events) {
      event
          .records()
          .forEach(
              item -> {
                int id =
                    ((Number) ((Struct) Objects.requireNonNull(item.key())).get("ID")).intValue();
                if (item.value() instanceof Struct value && value.get("after") != null) {
                  latest.put(id, value.getStruct("after").getString("NAME"));
                } else {
                  latest.remove(id);
                }
              });
    }
    assertThat(latest).isEqualTo(Map.of(3, "b"));
  }

  /** The drivers have no parameters for such keys. */
  @ParameterizedTest
  @CsvSource({
    "INTERVAL DAY(3) TO SECOND(3),INTERVAL '-3 02:03:04.5' DAY TO SECOND,INTERVAL '1' DAY",
    "INTERVAL YEAR(4) TO MONTH,INTERVAL '-1-11' YEAR TO MONTH,INTERVAL '2' YEAR",
    "ROWID,CHARTOROWID('AAAR3sAAEAAAACXAAA'),CHARTOROWID('AAAR3sAAEAAAACXAAB')"
  })
  void unreadableRowsWithAKeyThatNoDriverCanBindAreDeletedToo(String type, String one, String other)
      throws Exception {
    shop.execute("CREATE TABLE flags (k " + type + ", on_off BOOLEAN, name VARCHAR2(9))");
    shop.execute("ALTER TABLE flags ADD CONSTRAINT flags_k PRIMARY KEY (k)");
    shop.execute("ALTER TABLE flags ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    shop.commit(
        "INSERT INTO flags VALUES (" + one + ", TRUE, 'a')",
        "INSERT INTO flags VALUES (" + other + ", TRUE, 'b')");
    try (OracleCdcEngine engine = start("cdc.unsupported.columns", "reselect")) {
      shop.commit("DELETE FROM flags WHERE name = 'a'");
      shop.commit(
          "DELETE FROM flags WHERE name = 'b'",
          "INSERT INTO flags VALUES (" + other + ", FALSE, 'c')");
      shop.awaitDelivered(engine);
    }
    assertThat(events.get(0).operation()).isEqualTo(Operation.DELETE);
    assertThat(events.get(0).before().getString("NAME")).isEqualTo("a");
    assertThat(events.get(events.size() - 1).after().getString("NAME")).isEqualTo("c");
  }

  @Test
  void columnsThatAreNotLoggedAreReadAsOfTheCommit() throws Exception {
    shop.execute("CREATE TABLE items (id NUMBER(9) PRIMARY KEY, a VARCHAR2(9), b VARCHAR2(9))");
    shop.execute("ALTER TABLE items ADD SUPPLEMENTAL LOG DATA (PRIMARY KEY) COLUMNS");
    shop.commit("INSERT INTO items VALUES (1, 'a1', 'b1')");
    try (OracleCdcEngine engine = start("cdc.partial.images", "reselect")) {
      shop.commit("UPDATE items SET a = 'a2' WHERE id = 1");
      shop.commit("UPDATE items SET b = 'b2' WHERE id = 1");
      shop.commit("UPDATE items SET a = 'a3' WHERE id = 1", "DELETE FROM items WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(4);
    assertThat(events.get(0).after().getString("B")).isEqualTo("b1");
    assertThat(events.get(1).after().getString("A")).isEqualTo("a2");
    assertThat(events.get(1).after().getString("B")).isEqualTo("b2");
    // the row is gone at the commit: there is nothing to read
    assertThat(events.get(2).after().isLogged("B")).isFalse();
  }
}
