package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each {@link Difference} that {@code lob.enabled} brings, by a few statements. */
@Timeout(120)
class LobDifferencesTest {

  /** Work between the start of both and the mark. */
  @FunctionalInterface
  interface Work {
    void run(Connection app, Statement statement, BothSides sides) throws SQLException;
  }

  /**
   * What both say.
   *
   * @param theirs of Debezium
   * @param ours of the engine
   * @param warnings of Debezium
   */
  record Sayings(List<AuditedRecord> theirs, List<AuditedRecord> ours, List<String> warnings) {
    private static List<AuditedRecord> of(List<AuditedRecord> side, String table) {
      return side.stream().filter(r -> r.table().equals("cdc.APP." + table)).toList();
    }
  }

  private static Sayings letBothRead(Setup setup, String table, Work work) throws Exception {
    try (OracleSimulator database = setup.start(setup.databaseName("lobs"));
        Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      AuditWorkload.createMark(app);
      statement.execute("CREATE TABLE tick (id NUMBER(9) PRIMARY KEY)");
      statement.execute("ALTER TABLE tick ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      statement.execute("CREATE TABLE plain (id NUMBER(9) PRIMARY KEY, v VARCHAR2(20))");
      statement.execute("ALTER TABLE plain ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      statement.execute("CREATE TABLE docs (id NUMBER(9) PRIMARY KEY, v VARCHAR2(20), body CLOB)");
      statement.execute("ALTER TABLE docs ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      app.setAutoCommit(false);
      try (BothSides sides =
          new BothSides(database, setup, "DOCS|PLAIN|TICK|ZZ_MARK").startPeer(Map.of())) {
        work.run(app, statement, sides);
        app.commit();
        sides.finish();
        return new Sayings(
            Sayings.of(sides.theirs(), table), Sayings.of(sides.ours(), table), sides.warnings());
      }
    }
  }

  private static List<String> operations(List<AuditedRecord> records) {
    return records.stream().map(r -> r.operation() + r.key()).toList();
  }

  @Test
  void LOB_ROWS_MERGED_theirsMakesOneRecordOfTwoChanges() throws Exception {
    Sayings sayings =
        letBothRead(
            Setup.UNBUFFERED_LOBS,
            "DOCS",
            (app, statement, sides) -> {
              statement.execute("INSERT INTO docs VALUES (1, 'a', 'one')");
              statement.execute("UPDATE docs SET body = 'two' WHERE id = 1");
              statement.execute("INSERT INTO docs VALUES (2, 'b', 'three')");
              statement.execute("UPDATE docs SET body = 'four' WHERE id = 1");
            });
    assertThat(operations(sayings.ours()))
        .containsExactly("c{ID=1}", "u{ID=1}", "c{ID=2}", "u{ID=1}");
    assertThat(operations(sayings.theirs())).containsExactly("c{ID=1}", "c{ID=2}");
    assertThat(sayings.theirs().get(0).after())
        .isEqualTo(Map.of("ID", 1, "V", "a", "BODY", "four"));
  }

  @Test
  void LOB_KEY_CHANGE_theirsReadsTheLobAsItIsNow() throws Exception {
    Sayings sayings =
        letBothRead(
            Setup.UNBUFFERED_LOBS,
            "DOCS",
            (app, statement, sides) -> {
              statement.execute("INSERT INTO docs VALUES (1, 'a', 'one')");
              app.commit();
              statement.execute("UPDATE docs SET id = 2 WHERE id = 1");
            });
    assertThat(operations(sayings.theirs())).isEqualTo(operations(sayings.ours()));
    assertThat(sayings.theirs().get(3).after()).isEqualTo(Map.of("ID", 2, "V", "a", "BODY", "one"));
    assertThat(sayings.ours().get(3).after()).isEqualTo(Map.of("ID", 2, "V", "a", "BODY", "?"));
  }

  /**
   * The buffered adapter reads an open transaction again with every step and marks one more change
   * of the row as taken back every time, though the redo takes back one: a committed row is lost.
   */
  @Test
  void BUFFERED_LOBS_theirsTakesAChangeBackWithEveryStep() throws Exception {
    Sayings sayings =
        letBothRead(
            Setup.BUFFERED_LOBS,
            "PLAIN",
            (app, statement, sides) -> {
              statement.execute("INSERT INTO plain VALUES (1, 'kept')");
              Savepoint savepoint = app.setSavepoint();
              statement.execute("UPDATE plain SET v = 'undone' WHERE id = 1");
              app.rollback(savepoint);
              letItStep(sides);
            });
    assertThat(operations(sayings.ours())).containsExactly("c{ID=1}");
    assertThat(sayings.theirs()).isEmpty();
  }

  /** Redo of a row with LOBs begins without its ROWID: what takes it back finds nothing. */
  @Test
  void BUFFERED_LOBS_withoutLobsTheirsDeliversARowThatWasTakenBack() throws Exception {
    Sayings sayings =
        letBothRead(
            Setup.BUFFERED,
            "DOCS",
            (app, statement, sides) -> {
              statement.execute("INSERT INTO plain VALUES (1, 'kept')");
              Savepoint savepoint = app.setSavepoint();
              statement.execute("INSERT INTO docs VALUES (1, 'undone', 'one')");
              app.rollback(savepoint);
            });
    assertThat(sayings.ours()).isEmpty();
    assertThat(operations(sayings.theirs())).contains("c{ID=1}");
  }

  /** Without LOBs it does not read again, and loses nothing. */
  @Test
  void withoutLobsTheBufferedAdapterTakesAChangeBackOnce() throws Exception {
    Sayings sayings =
        letBothRead(
            Setup.BUFFERED,
            "PLAIN",
            (app, statement, sides) -> {
              statement.execute("INSERT INTO plain VALUES (1, 'kept')");
              Savepoint savepoint = app.setSavepoint();
              statement.execute("UPDATE plain SET v = 'undone' WHERE id = 1");
              app.rollback(savepoint);
              letItStep(sides);
            });
    assertThat(sayings.theirs()).isEqualTo(sayings.ours());
    assertThat(operations(sayings.theirs())).containsExactly("c{ID=1}");
    assertThat(sayings.warnings()).isEmpty();
  }

  /** Lets Debezium read past the open transaction so often that it has taken back too much. */
  private static void letItStep(BothSides sides) throws SQLException {
    try (Connection other = sides.connectApp();
        Statement ticks = other.createStatement()) {
      for (int i = 1; i <= 4; i++) {
        int seen = i;
        ticks.execute("INSERT INTO tick VALUES (" + i + ")");
        sides.await(() -> sides.theirs("TICK").size() == seen);
      }
    }
  }
}
