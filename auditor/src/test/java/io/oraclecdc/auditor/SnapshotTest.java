package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.benchmarks.peer.DebeziumTask;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Debezium's {@code snapshot.mode=initial}: it reads the rows by flashback queries, then streams.
 * The engine, which was there from the beginning, says which rows there must be.
 */
@Timeout(120)
class SnapshotTest {
  private static final int STATEMENTS = 250;
  private static final Map<String, String> INITIAL = Map.of("snapshot.mode", "initial");

  @ParameterizedTest
  @EnumSource(
      value = Setup.class,
      names = {
        "BUFFERED",
        "BUFFERED_LOBS",
        "UNBUFFERED_LOBS",
        "PLUGGABLE_BUFFERED",
        "PLUGGABLE_UNBUFFERED_LOBS"
      })
  void rowsAreReadAndChangesFollow(Setup setup) throws Exception {
    try (OracleSimulator database = setup.start(setup.databaseName("snapshot"))) {
      compare(database, setup);
    }
  }

  private static void compare(OracleSimulator database, Setup setup) throws Exception {
    AuditWorkload.createTables(database, setup);
    try (BothSides sides = new BothSides(database, setup, BothSides.tables(setup));
        AuditWorkload work = new AuditWorkload(database, setup, 77)) {
      work.run(STATEMENTS);
      sides.mark(1);
      sides.startPeer(INITIAL);
      work.run(STATEMENTS);
      sides.finish();

      List<AuditedRecord> ours = sides.ours();
      int mark = ours.stream().map(AuditedRecord::table).toList().indexOf("cdc.APP.ZZ_MARK") + 1;
      List<AuditedRecord> read =
          sides.theirs().stream().filter(r -> r.operation().equals("r")).toList();
      assertThat(FoldedRows.of(read)).isEqualTo(FoldedRows.of(ours.subList(0, mark)));
      List<AuditedRecord> streamed =
          sides.theirs().stream().filter(r -> !r.operation().equals("r")).toList();
      assertThat(Comparison.of(streamed, ours.subList(mark, ours.size()))).isEmpty();
      assertThat(sides.warnings()).isEmpty();
    }
  }

  @Test
  void noStatementOfASnapshotIsRefused() throws Exception {
    Setup setup = Setup.BUFFERED_LOBS;
    List<SourceRecord> received = new CopyOnWriteArrayList<>();
    try (OracleSimulator database = setup.start("snapshotstatements");
        RecordingDriver driver = RecordingDriver.register()) {
      AuditWorkload.createTables(database, setup);
      AuditWorkload.mark(database, 1);
      Map<String, String> settings = BothSides.peerSettings(database, setup, "APP\\..*");
      settings.put("database.url", RecordingDriver.url(database.url()));
      settings.putAll(INITIAL);
      try (DebeziumTask task = DebeziumTask.start(settings, received::addAll)) {
        Awaitility.await().until(() -> task.failure() != null || !ofMark(received).isEmpty());
        AuditWorkload.mark(database, 2);
        Awaitility.await().until(() -> task.failure() != null || ofMark(received).size() == 2);
        assertThat(task.failure()).isNull();
      }
      assertThat(ofMark(received)).containsExactly("r", "c");
      assertThat(driver.refusals()).isEmpty();
      assertThat(driver.statements()).anyMatch(s -> s.contains("AS OF SCN"));
    }
  }

  private static List<String> ofMark(List<SourceRecord> received) {
    return received.stream()
        .filter(r -> r.topic().equals("cdc.APP.ZZ_MARK"))
        .map(r -> new ConnectRecords().of(r).operation())
        .toList();
  }

  /** A transaction that is open while the snapshot is taken, by the mode that asks for such. */
  @ParameterizedTest
  @CsvSource({"transaction_view_only, 2", "all, 2", "skip, 1"})
  void whatWasOpenAtTheSnapshotFollowsIfAskedFor(String mode, int changes) throws Exception {
    Setup setup = Setup.BUFFERED;
    try (OracleSimulator database = setup.start("snapshotopen" + mode);
        Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      AuditWorkload.createMark(app);
      statement.execute("CREATE TABLE plain (id NUMBER(9) PRIMARY KEY)");
      statement.execute("ALTER TABLE plain ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      app.setAutoCommit(false);
      try (BothSides sides = new BothSides(database, setup, "PLAIN|ZZ_MARK")) {
        statement.execute("INSERT INTO plain VALUES (1)");
        // Debezium asks for transactions with START_SCN < CURRENT_SCN: let the SCN go on
        sides.mark(1);
        sides.startPeer(
            Map.of(
                "snapshot.mode",
                "initial",
                "internal.log.mining.transaction.snapshot.boundary.mode",
                mode));
        statement.execute("INSERT INTO plain VALUES (2)");
        app.commit();
        sides.finish();
        assertThat(sides.ours("PLAIN")).hasSize(2);
        assertThat(sides.theirs("PLAIN")).hasSize(changes);
      }
    }
  }
}
