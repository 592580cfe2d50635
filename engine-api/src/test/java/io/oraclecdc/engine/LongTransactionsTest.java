package io.oraclecdc.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.JournalMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that stay open while logs come and go, over stops of the engine. */
class LongTransactionsTest {
  @TempDir private Path state;
  private Shop shop;
  private Connection other;
  private final List<ChangeEvent> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    shop = Shop.open();
    other = shop.database.connectApp();
    other.setAutoCommit(false);
  }

  @AfterEach
  void close() throws Exception {
    other.close();
    shop.close();
  }

  private OracleCdcConfig.Builder settings() {
    return shop.settings()
        .set("cdc.txjournal.threshold.events", "5")
        .set("cdc.txjournal.chunk.max.bytes", "1024");
  }

  private OracleCdcEngine start(OracleCdcConfig config) throws InterruptedException {
    return Shop.started(
        OracleCdcEngine.create(config).notifying((EventConsumer) events::add).storingIn(state));
  }

  private void commitOther(int id) throws Exception {
    try (Statement statement = other.createStatement()) {
      statement.execute("INSERT INTO orders VALUES (" + id + ", 'OTHER', 1)");
    }
    other.commit();
  }

  private static Position position(OracleCdcEngine engine) {
    return engine.status().acknowledged().orElseThrow();
  }

  /** Rows 1 to 10 by the open transaction; then logs are switched until positions lie behind. */
  private void openLongTransaction(OracleCdcEngine engine) throws Exception {
    for (int id = 1; id <= 10; id++) {
      shop.execute("INSERT INTO orders VALUES (" + id + ", 'LONG', 0)");
    }
    for (int i = 0; i < 3; i++) {
      commitOther(100 + i);
      shop.awaitDelivered(engine);
      shop.database.switchLog();
    }
    commitOther(103);
    shop.awaitDelivered(engine);
  }

  private static void awaitPassed(OracleCdcEngine engine) {
    await()
        .atMost(Shop.PATIENCE)
        .until(
            () -> {
              JournalMark mark = position(engine).journal();
              return mark != null && !mark.chunks().isEmpty();
            });
  }

  private static long sequenceOf(Position position) {
    return requireNonNull(position.threads().get(new RedoThread(1))).resumeAddress().sequence();
  }

  private List<String> received() {
    return events.stream().map(Shop.Received::describe).toList();
  }

  private static void stop(OracleCdcEngine engine) throws Exception {
    engine.close();
    engine.completion().get(30, TimeUnit.SECONDS);
  }

  @Test
  void aTransactionThatIsOpenForLongDoesNotHoldTheRestartBack() throws Exception {
    Position before;
    try (OracleCdcEngine engine = start(settings().build())) {
      openLongTransaction(engine);
      awaitPassed(engine);
      before = position(engine);
      stop(engine);
    }
    // The redo in which the transaction began is gone.
    shop.database.purgeArchivedLogs(sequenceOf(before) - 1);
    assertThat(sequenceOf(before)).isGreaterThan(2);
    shop.execute("UPDATE orders SET status = 'MORE' WHERE id = 2");
    Savepoint savepoint = shop.app.setSavepoint();
    shop.execute("DELETE FROM orders WHERE id = 3");
    shop.app.rollback(savepoint);
    try (OracleCdcEngine engine = start(settings().build())) {
      shop.execute("INSERT INTO orders VALUES (11, 'LONG', 0)");
      shop.app.commit();
      shop.awaitDelivered(engine);
      assertThat(received())
          .containsExactly(
              "INSERT 100",
              "INSERT 101",
              "INSERT 102",
              "INSERT 103",
              "INSERT 1",
              "INSERT 2",
              "INSERT 3",
              "INSERT 4",
              "INSERT 5",
              "INSERT 6",
              "INSERT 7",
              "INSERT 8",
              "INSERT 9",
              "INSERT 10",
              "UPDATE 2",
              "INSERT 11");
      assertThat(events.get(4).transaction().eventCount()).isEqualTo(12);
      // Its chunks are given up once a position behind it is stored.
      for (int i = 0; i < 3; i++) {
        commitOther(200 + i);
        shop.awaitDelivered(engine);
      }
      await()
          .atMost(Shop.PATIENCE)
          .until(() -> requireNonNull(position(engine).journal()).chunks().isEmpty());
    }
  }

  @Test
  void undoOfRowsBeforeTheRestartTakesThemBack() throws Exception {
    try (OracleCdcEngine engine = start(settings().build())) {
      shop.execute("INSERT INTO orders VALUES (50, 'KEPT', 0)");
      Savepoint savepoint = shop.app.setSavepoint();
      openLongTransaction(engine);
      awaitPassed(engine);
      stop(engine);
      shop.app.rollback(savepoint);
    }
    events.clear();
    try (OracleCdcEngine engine = start(settings().build())) {
      shop.app.commit();
      shop.awaitDelivered(engine);
      assertThat(received()).containsExactly("INSERT 50");
    }
  }

  @Test
  void aColumnThatWasExcludedMeanwhileIsInNoRecord() throws Exception {
    try (OracleCdcEngine engine = start(settings().build())) {
      openLongTransaction(engine);
      awaitPassed(engine);
      stop(engine);
    }
    events.clear();
    try (OracleCdcEngine engine =
        start(settings().excludeColumns("APP\\.ORDERS\\.STATUS").build())) {
      shop.execute("INSERT INTO orders VALUES (11, 'LONG', 0)");
      shop.app.commit();
      shop.awaitDelivered(engine);
      assertThat(events).hasSize(11);
      assertThat(events).allSatisfy(e -> assertThat(e.json().toString()).doesNotContain("LONG"));
      assertThat(events.get(0).json().toString()).contains("\"AMOUNT\"");
    }
  }

  @Test
  void aTransactionOfOtherTablesIsMinedAgainFromItsBeginning() throws Exception {
    shop.execute("CREATE TABLE items (id NUMBER(9) PRIMARY KEY)");
    shop.execute("ALTER TABLE items ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    try (OracleCdcEngine engine = start(settings().build())) {
      shop.execute("INSERT INTO items VALUES (77)");
      openLongTransaction(engine);
      awaitPassed(engine);
      stop(engine);
    }
    events.clear();
    try (OracleCdcEngine engine = start(settings().tables("APP\\.ORDERS", "APP\\.ITEMS").build())) {
      shop.app.commit();
      shop.awaitDelivered(engine);
      assertThat(received()).hasSize(11).startsWith("INSERT 77", "INSERT 1").endsWith("INSERT 10");
    }
  }

  @Test
  void aPositionWithoutItsJournalIsRefused() throws Exception {
    try (OracleCdcEngine engine = start(settings().build())) {
      openLongTransaction(engine);
      awaitPassed(engine);
      stop(engine);
    }
    Path journal = state.resolve("journal");
    Path kept = state.resolve("kept");
    Files.move(journal, kept);
    assertRefused("not of one set");
    remove(journal);
    Files.move(kept, journal);
    for (Path chunks : files(journal, "chunks")) {
      Files.delete(chunks);
    }
    assertRefused("lacks chunk 1");
    assertThat(shop.database.currentScn()).isPositive();
  }

  private void assertRefused(String why) {
    OracleCdcEngine engine =
        OracleCdcEngine.create(settings().build())
            .notifying((EventConsumer) events::add)
            .storingIn(state)
            .build();
    assertThatThrownBy(engine::run)
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL))
        .hasMessageContaining(why);
  }

  @Test
  void aTransactionWithLobsGoesOnAfterItsRedoIsGone() throws Exception {
    shop.execute("CREATE TABLE notes (id NUMBER(9) PRIMARY KEY, text CLOB)");
    shop.execute("ALTER TABLE notes ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
    OracleCdcConfig config =
        settings().tables("APP\\.ORDERS", "APP\\.NOTES").set("cdc.lob.mode", "inline").build();
    String large = "a note, ".repeat(2_000);
    try (OracleCdcEngine engine = start(config)) {
      note(1, large);
      openLongTransaction(engine);
      for (int i = 0; i < 2; i++) {
        shop.execute("INSERT INTO orders VALUES (" + (11 + i) + ", 'LONG', 0)");
        commitOther(200 + i);
        shop.awaitDelivered(engine);
        shop.database.switchLog();
      }
      commitOther(202);
      shop.awaitDelivered(engine);
      awaitPassed(engine);
      // A statement that no range held whole could only lie behind the rows of these logs.
      assertThat(sequenceOf(position(engine))).isGreaterThan(4);
      stop(engine);
    }
    shop.database.purgeArchivedLogs(3);
    events.clear();
    try (OracleCdcEngine engine = start(config)) {
      note(2, large);
      shop.execute("UPDATE notes SET id = 3 WHERE id = 1");
      shop.app.commit();
      shop.awaitDelivered(engine);
      List<ChangeEvent> mine =
          events.stream().filter(e -> e.transaction().eventCount() == 15).toList();
      assertThat(mine.stream().map(Shop.Received::describe))
          .hasSize(15)
          .startsWith("INSERT 1", "INSERT 1", "INSERT 2")
          .endsWith("INSERT 12", "INSERT 2", "UPDATE 3");
      assertThat(mine.get(0).after().getString("TEXT")).isEqualTo(large);
      assertThat(mine.get(13).after().getString("TEXT")).isEqualTo(large);
    }
  }

  private void note(int id, String text) throws Exception {
    try (PreparedStatement insert = shop.app.prepareStatement("INSERT INTO notes VALUES (?, ?)")) {
      insert.setInt(1, id);
      insert.setString(2, text);
      insert.executeUpdate();
    }
  }

  @Test
  void aTableWithLobsThatComesLaterDoesNotSpoilWhatIsInTheJournal() throws Exception {
    OracleCdcConfig config =
        settings().tables("APP\\.(ORDERS|NOTES)").set("cdc.lob.mode", "inline").build();
    try (OracleCdcEngine engine = start(config)) {
      openLongTransaction(engine);
      awaitPassed(engine);
      shop.database.purgeArchivedLogs(sequenceOf(position(engine)) - 1);
      try (Statement statement = other.createStatement()) {
        statement.execute("CREATE TABLE notes (id NUMBER(9) PRIMARY KEY, text CLOB)");
        statement.execute("ALTER TABLE notes ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      }
      commitOther(299);
      shop.awaitDelivered(engine);
      shop.execute("INSERT INTO notes VALUES (1, 'a note')");
      commitOther(300);
      shop.awaitDelivered(engine);
      shop.database.switchLog();
      shop.execute("INSERT INTO orders VALUES (11, 'LONG', 0)");
      shop.database.switchLog();
      shop.app.commit();
      shop.awaitDelivered(engine);
      List<String> mine =
          events.stream()
              .filter(e -> e.transaction().eventCount() == 12)
              .map(Shop.Received::describe)
              .toList();
      assertThat(mine).hasSize(12).startsWith("INSERT 1", "INSERT 2").endsWith("INSERT 11");
    }
  }

  private static List<Path> files(Path directory, String prefix) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  private static void remove(Path directory) throws IOException {
    for (Path file : files(directory, "")) {
      Files.delete(file);
    }
    Files.delete(directory);
  }
}
