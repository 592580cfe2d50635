package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Columns that are excluded, through the whole engine. */
@Timeout(120)
class ExcludedColumnsTest {
  private static final String SECRET = "canary";

  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();
  private Shop shop;

  @BeforeEach
  void open() throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()));
    shop.execute(
        "CREATE TABLE people (id NUMBER(9) PRIMARY KEY, name VARCHAR2(20), ni_number VARCHAR2(20),"
            + " letter CLOB, photo BLOB)");
    shop.execute("ALTER TABLE people ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
  }

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private OracleCdcEngine start(String... patterns) throws InterruptedException {
    OracleCdcConfig config =
        shop.settings()
            .tables("APP\\.PEOPLE")
            .excludeColumns(patterns)
            .set("cdc.lob.mode", "reselect")
            .build();
    return Shop.started(OracleCdcEngine.create(config).notifying((EventConsumer) events::add));
  }

  /** Fields of both images of all records so far; nothing of the secret is anywhere in them. */
  private List<String> fields() {
    List<String> fields = new ArrayList<>();
    for (ChangeEvent event : events) {
      assertThat(event.json().toString()).doesNotContain(SECRET);
      for (ChangeRecord made : event.records()) {
        if (made.value() instanceof Struct value) {
          List<String> names =
              value.schema().field("after").schema().fields().stream().map(Field::name).toList();
          assertThat(value.schema().field("before").schema().fields())
              .extracting(Field::name)
              .isEqualTo(names);
          fields.add(value.getString("op") + " " + String.join(",", names));
        }
      }
    }
    return fields;
  }

  @Test
  void noImageOfAnyRecordHasThem() throws Exception {
    try (OracleCdcEngine engine = start("app\\.people\\.(ni_number|letter)")) {
      shop.commit(
          "INSERT INTO people VALUES (1, 'Ada', '" + SECRET + "', '" + SECRET + "', NULL)",
          "UPDATE people SET name = 'Eve', ni_number = '" + SECRET + "2' WHERE id = 1",
          "UPDATE people SET id = 2 WHERE id = 1",
          "DELETE FROM people WHERE id = 2");
      shop.awaitDelivered(engine);
    }
    assertThat(fields())
        .containsExactly(
            "c ID,NAME,PHOTO",
            "u ID,NAME,PHOTO",
            "d ID,NAME,PHOTO",
            "c ID,NAME,PHOTO",
            "d ID,NAME,PHOTO");
  }

  /** A query that named one of them would fail. */
  @Test
  void noQueryForRowsNamesThem() throws Exception {
    for (String column : List.of("NI_NUMBER", "LETTER")) {
      shop.database
          .faults()
          .on(Call.EXECUTE)
          .by(OracleSimulator.CAPTURE_USER)
          .containing("T.\"" + column + "\"")
          .times(Integer.MAX_VALUE)
          .raise(1031, "insufficient privileges");
    }
    shop.commit(
        "INSERT INTO people VALUES (1, 'Ada', '" + SECRET + "', '" + SECRET + "', HEXTORAW('01'))");
    OracleCdcConfig config =
        shop.settings()
            .tables("APP\\.PEOPLE")
            .excludeColumns("app\\.people\\.(ni_number|letter)")
            .set("cdc.lob.mode", "reselect")
            .snapshotMode(SnapshotMode.INITIAL)
            .build();
    try (OracleCdcEngine engine =
        Shop.started(OracleCdcEngine.create(config).notifying((EventConsumer) events::add))) {
      assertThat(engine.awaitSnapshot(Duration.ofSeconds(60))).isTrue();
      shop.commit("UPDATE people SET photo = HEXTORAW('02'), ni_number = 'x' WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(fields()).containsExactly("r ID,NAME,PHOTO", "u ID,NAME,PHOTO");
    assertThat(events.get(1).after().isUnavailable("PHOTO")).isFalse();
  }

  @Test
  void aColumnThatIsAddedLaterIsLeftOutFromItsFirstRow() throws Exception {
    try (OracleCdcEngine engine = start(".*\\.(NI_NUMBER|DOB|LETTER)")) {
      shop.commit("INSERT INTO people (id, name) VALUES (1, 'Ada')");
      shop.execute(
          "ALTER TABLE people ADD (dob VARCHAR2(20) DEFAULT '" + SECRET + "', age NUMBER(3))");
      shop.commit("INSERT INTO people (id, name, age) VALUES (2, 'Bob', 7)");
      shop.awaitDelivered(engine);
    }
    assertThat(fields()).containsExactly("c ID,NAME,PHOTO", "c ID,NAME,PHOTO,AGE");
  }
}
