package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SnapshotMode;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rows that are mined only after a DDL statement changed their table: LogMiner prints them with
 * numbers for names and internal encodings for values, and the engine reads them with the layout
 * that was in force when they were written.
 */
@Timeout(120)
class StaleDictionaryTest {
  /** Long enough for the statements of the test to come between two polls. */
  private static final Duration POLL = Duration.ofSeconds(3);

  private static final String COLUMNS =
      "(id NUMBER(9) PRIMARY KEY, n NUMBER, v VARCHAR2(30), u NVARCHAR2(30), c CHAR(5), d DATE,"
          + " t TIMESTAMP(6), z TIMESTAMP(6) WITH TIME ZONE, y INTERVAL YEAR(4) TO MONTH, s INTERVAL"
          + " DAY(3) TO SECOND(6), r RAW(9), f BINARY_FLOAT, g BINARY_DOUBLE, late NUMBER)";
  private static final String ROW =
      "INSERT INTO shapes VALUES (%d, -12.5, 'it''s', N'дом', 'abc', TO_DATE('2026-02-28 13:45:59',"
          + " 'YYYY-MM-DD HH24:MI:SS'), TIMESTAMP '2026-03-29 01:30:00.123456', TIMESTAMP"
          + " '2026-03-29 01:30:00.5 +05:30', INTERVAL '-1-11' YEAR TO MONTH, INTERVAL '-3"
          + " 02:03:04.5' DAY TO SECOND, HEXTORAW('c0ff'), 1.5, -2.5%s)";

  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();

  @Test
  void rowsAreReadWithTheLayoutTheyWereWrittenWith() throws Exception {
    try (Shop shop = shapes();
        OracleCdcEngine engine = started(shop)) {
      shop.commit(ROW.formatted(1, ", 7"));
      shop.commit("UPDATE shapes SET n = 1 WHERE id = 1");
      shop.execute("ALTER TABLE shapes ADD (extra VARCHAR2(9))");
      shop.commit("UPDATE shapes SET extra = 'x' WHERE id = 1");
      shop.awaitDelivered(engine);
      shop.commit("UPDATE shapes SET n = 2 WHERE id = 1");
      shop.execute("ALTER TABLE shapes DROP COLUMN v");
      shop.commit("UPDATE shapes SET n = 3 WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(5);
    Row inserted = events.get(0).after();
    assertThat(inserted.columns()).contains("V", "LATE").doesNotContain("EXTRA");
    assertOldValues(inserted);
    assertThat(inserted.getBigDecimal("N")).isEqualByComparingTo("-12.5");
    assertThat(inserted.getString("V")).isEqualTo("it's");
    assertThat(inserted.getInteger("LATE")).isEqualTo(7);
    assertOldValues(events.get(1).before());
    assertOldValues(events.get(1).after());
    assertThat(events.get(1).after().getBigDecimal("N")).isEqualByComparingTo("1");
    assertThat(events.get(2).before().isNull("EXTRA")).isTrue();
    assertThat(events.get(2).after().getString("EXTRA")).isEqualTo("x");
    Row beforeDrop = events.get(3).after();
    assertOldValues(beforeDrop);
    assertThat(beforeDrop.getBigDecimal("N")).isEqualByComparingTo("2");
    assertThat(beforeDrop.getString("V")).isEqualTo("it's");
    assertThat(beforeDrop.getString("EXTRA")).isEqualTo("x");
    assertThat(events.get(4).after().columns()).contains("EXTRA").doesNotContain("V");
    assertOldValues(events.get(4).before());
    assertThat(events.get(4).after().getBigDecimal("N")).isEqualByComparingTo("3");
  }

  @Test
  void layoutsThatNobodyReadInTheirTimeFollowFromTheStatements() throws Exception {
    try (Shop shop = shapes();
        OracleCdcEngine engine = started(shop)) {
      shop.commit(ROW.formatted(1, ", 7"));
      shop.execute("ALTER TABLE shapes ADD (extra VARCHAR2(9))");
      shop.commit("UPDATE shapes SET extra = 'x' WHERE id = 1");
      shop.execute("ALTER TABLE shapes RENAME COLUMN extra TO other");
      shop.commit("UPDATE shapes SET other = 'y' WHERE id = 1");
      shop.execute("ALTER TABLE shapes DROP COLUMN v");
      shop.commit("UPDATE shapes SET n = 2 WHERE id = 1");
      shop.awaitDelivered(engine);
    }
    assertThat(events).hasSize(4);
    events.forEach(event -> assertOldValues(event.after()));
    assertThat(events.get(0).after().columns()).doesNotContain("EXTRA", "OTHER");
    assertThat(events.get(1).after().getString("EXTRA")).isEqualTo("x");
    assertThat(events.get(1).before().isNull("EXTRA")).isTrue();
    assertThat(events.get(1).after().columns()).contains("V").doesNotContain("OTHER");
    assertThat(events.get(2).before().getString("OTHER")).isEqualTo("x");
    assertThat(events.get(2).after().getString("OTHER")).isEqualTo("y");
    assertThat(events.get(3).after().columns()).contains("OTHER").doesNotContain("V", "EXTRA");
    assertThat(events.get(3).after().getBigDecimal("N")).isEqualByComparingTo("2");
  }

  @Test
  void rowsOfALayoutThatNoStatementTellsStopCaptureAndSayWhy() throws Exception {
    try (Shop shop = shapes();
        OracleCdcEngine engine = started(shop)) {
      shop.commit(ROW.formatted(1, ", 7"));
      // Adds a column without saying so.
      shop.execute("ALTER TABLE shapes ROW ARCHIVAL");
      shop.commit("UPDATE shapes SET n = 1 WHERE id = 1");
      shop.execute("ALTER TABLE shapes DROP COLUMN v");
      shop.commit("UPDATE shapes SET n = 2 WHERE id = 1");
      Shop.awaitEnd(engine);
      assertThat(engine.completion())
          .failsWithin(Duration.ofSeconds(1))
          .withThrowableThat()
          .withMessageContaining("CDC-6001")
          .withMessageContaining("read from the database only after the row was written");
    }
    assertThat(events).as("what was written with the layout of the start").hasSize(1);
    assertOldValues(events.get(0).after());
  }

  private static Shop shapes() throws Exception {
    Shop shop = Shop.over(OracleSimulator.builder(Shop.newName()));
    shop.execute("CREATE TABLE shapes " + COLUMNS);
    shop.execute("ALTER TABLE shapes ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    return shop;
  }

  private OracleCdcEngine started(Shop shop) throws InterruptedException {
    return Shop.started(
        OracleCdcEngine.create(settings(shop)).notifying((EventConsumer) events::add));
  }

  private static void assertOldValues(Row row) {
    assertThat(row.getInteger("ID")).isEqualTo(1);
    assertThat(row.getString("U")).isEqualTo("дом");
    assertThat(row.getString("C")).isEqualTo("abc  ");
    assertThat(row.getLocalDateTime("D")).isEqualTo(LocalDateTime.of(2026, 2, 28, 13, 45, 59));
    assertThat(row.getLocalDateTime("T"))
        .isEqualTo(LocalDateTime.of(2026, 3, 29, 1, 30, 0, 123_456_000));
    assertThat(row.getOffsetDateTime("Z"))
        .isEqualTo(OffsetDateTime.parse("2026-03-29T01:30:00.5+05:30"));
    assertThat(row.getPeriod("Y")).isEqualTo(Period.of(-1, -11, 0));
    assertThat(row.getDuration("S")).isEqualTo(Duration.ofMillis(-266_584_500));
    assertThat(row.getBytes("R")).containsExactly(0xc0, 0xff);
    assertThat(row.getDouble("F")).isEqualTo(1.5);
    assertThat(row.getDouble("G")).isEqualTo(-2.5);
  }

  private static OracleCdcConfig settings(Shop shop) {
    return OracleCdcConfig.builder()
        .url(shop.database.url())
        .user(OracleSimulator.CAPTURE_USER)
        .password(OracleSimulator.CAPTURE_PASSWORD)
        .tables("APP\\.SHAPES")
        .topicPrefix("shop")
        .snapshotMode(SnapshotMode.NONE)
        .targetLatency(POLL)
        .build();
  }
}
