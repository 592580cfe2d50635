package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.engine.Shop.Received;
import io.oraclecdc.model.Scn;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Call;
import io.oraclecdc.testkit.simulator.faults.FaultPlan.Rule;
import io.oraclecdc.testkit.simulator.redo.ArchiveDestination;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Redo logs that change under the engine: reused, purged, removed, of which there are several
 * copies.
 */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // open fills the field in each test
class LogEdgesTest {
  private static final String CONTENTS = "V$LOGMNR_CONTENTS";

  @TempDir Path state;
  private Shop shop;
  private final Received received = new Received();
  private final List<String> expected = new ArrayList<>();

  @AfterEach
  void close() throws SQLException {
    shop.close();
  }

  private void open(UnaryOperator<RedoOptions.Builder> options) throws SQLException {
    shop = Shop.over(OracleSimulator.builder(Shop.newName()).redoOptions(options));
    shop.createOrders();
    shop.execute("CREATE TABLE noise (n NUMBER)");
  }

  private void openTwoDestinations() throws SQLException {
    open(options -> options.archiveDestination(ArchiveDestination.local(2, "/u02")));
  }

  private OracleCdcEngine started() throws InterruptedException {
    return started(shop.settings());
  }

  private OracleCdcEngine started(OracleCdcConfig.Builder settings) throws InterruptedException {
    return Shop.started(
        OracleCdcEngine.create(settings.build()).notifying(received).storingIn(state));
  }

  private void insert(int id) throws SQLException {
    shop.insert(id);
    expected.add("INSERT " + id);
  }

  private void insert(int from, int to) throws SQLException {
    for (int id = from; id <= to; id++) {
      insert(id);
    }
  }

  private void awaitDelivered(OracleCdcEngine engine) throws Exception {
    Scn scn = new Scn(shop.database.currentScn());
    shop.commit("INSERT INTO noise VALUES (1)");
    assertThat(engine.awaitDelivered(scn, Shop.PATIENCE)).as("%s", engine.status()).isTrue();
    assertThat(received.events).isEqualTo(expected);
  }

  /** Leaves rows of one log behind for the next start, in archived logs only. */
  private long archivedRows() throws Exception {
    try (OracleCdcEngine engine = started()) {
      insert(1);
      awaitDelivered(engine);
    }
    shop.database.switchLog();
    insert(2, 4);
    long sequence = shop.database.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      shop.database.switchLog();
    }
    return sequence;
  }

  private String refusal() {
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(shop.settings().build())
            .notifying(received)
            .storingIn(state)
            .build()) {
      engine.start();
      Shop.awaitEnd(engine);
      try {
        engine.completion().join();
        throw new AssertionError("the engine ended without an error");
      } catch (java.util.concurrent.CompletionException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }

  @ParameterizedTest // GAP-11
  @ValueSource(booleans = {false, true})
  void GAP_11_anOnlineLogThatIsUsedAgainWhileItIsReadLosesNothing(boolean endsSilently)
      throws Exception {
    open(
        options ->
            endsSilently
                ? options.behaviour(RedoBehaviour.OVERWRITTEN_LOG_ENDS_SILENTLY)
                : options);
    try (OracleCdcEngine engine = started()) {
      insert(1);
      awaitDelivered(engine);
    }
    insert(2, 40);
    long sequence = shop.database.redo().currentSequence(1);
    Rule reused =
        shop.database
            .faults()
            .on(Call.NEXT_ROW)
            .containing(CONTENTS)
            .row(11)
            .run(() -> shop.database.redo().overwriteOnline(1, sequence));
    try (OracleCdcEngine engine = started(shop.settings().set("cdc.mining.fetch.size", "10"))) {
      insert(41);
      awaitDelivered(engine);
    }
    assertThat(reused.count()).isEqualTo(1);
  }

  @Test // GAP-05
  void GAP_05_eachErrorOfAReusedLogWhileRowsAreFetchedLeadsToTheSameStepAgain() throws Exception {
    open(UnaryOperator.identity());
    try (OracleCdcEngine engine = started()) {
      int id = 1;
      for (int code : new int[] {310, 334, 1289, 1291, 1368, 1013}) {
        Rule failure =
            shop.database
                .faults()
                .on(Call.NEXT_ROW)
                .containing(CONTENTS)
                .row(3)
                .raise(code, "log changed");
        insert(id, id + 4);
        id += 5;
        awaitDelivered(engine);
        assertThat(failure.count()).as("ORA-%05d", code).isEqualTo(1);
      }
    }
  }

  @Test
  void aDeadSocketAtAnyCallOfAStepIsReplacedAndNothingIsRepeated() throws Exception {
    open(UnaryOperator.identity());
    try (OracleCdcEngine engine = started()) {
      int id = 1;
      for (String call :
          List.of(
              "FROM V$THREAD", "FROM V$ARCHIVED_LOG", "ADD_LOGFILE", "START_LOGMNR", CONTENTS)) {
        Rule failure = shop.database.faults().on(Call.EXECUTE).containing(call).breakConnection();
        insert(id);
        id++;
        awaitDelivered(engine);
        assertThat(failure.count()).as(call).isEqualTo(1);
      }
      Rule inTheMiddle =
          shop.database.faults().on(Call.NEXT_ROW).containing(CONTENTS).row(2).breakConnection();
      insert(id);
      awaitDelivered(engine);
      assertThat(inTheMiddle.count()).isEqualTo(1);
    }
  }

  @Test // GAP-10
  void GAP_10_whenAFileIsGoneTheCopyOfAnotherDestinationIsRead() throws Exception {
    openTwoDestinations();
    long sequence = archivedRows();
    shop.database.redoControl().remove(1, 1, sequence);
    try (OracleCdcEngine engine = started()) {
      awaitDelivered(engine);
    }
  }

  @Test // GAP-10
  void GAP_10_aFileOfWhichThereIsNoOtherCopyIsNamed() throws Exception {
    open(UnaryOperator.identity());
    long sequence = archivedRows();
    shop.database.removeArchivedFiles(sequence);
    assertThat(refusal()).contains("CDC-2002", "thread 1 sequence", "SCN", "CROSSCHECK", ".dbf");
  }

  @Test // GAP-08
  void GAP_08_redoPurgedWhileStoppedIsNamedWithItsSequenceAndScn() throws Exception {
    open(UnaryOperator.identity());
    long sequence = archivedRows();
    shop.database.purgeArchivedLogs(sequence);
    assertThat(refusal()).contains("CDC-2002", "thread 1 sequence", "SCN", "removed");
  }

  @Test // GAP-08
  void GAP_08_theOpenTransactionThatNeedsRedoThatIsGoneIsNamedAfterARestart() throws Exception {
    open(UnaryOperator.identity());
    long sequence;
    String xid;
    try (Connection other = shop.database.connectApp()) {
      other.setAutoCommit(false);
      try (OracleCdcEngine engine = started();
          Statement statement = other.createStatement()) {
        statement.execute("INSERT INTO orders VALUES (100, 'OPEN', 1)");
        try (Connection capture = shop.database.connectCapture();
            Statement asking = capture.createStatement();
            ResultSet row =
                asking.executeQuery(
                    "SELECT xidusn || '.' || xidslot || '.' || xidsqn FROM v$transaction")) {
          row.next();
          xid = row.getString(1);
        }
        sequence = shop.database.redo().currentSequence(1);
        for (int id = 1; id <= 3; id++) {
          insert(id);
          shop.database.switchLog();
        }
        awaitDelivered(engine);
      }
      for (int i = 0; i < 5; i++) {
        shop.database.switchLog();
      }
      shop.database.purgeArchivedLogs(sequence);
      assertThat(refusal())
          .contains(
              "CDC-2002",
              "thread 1 sequence " + sequence,
              "transaction " + xid + " needs it",
              "Operator action");
    }
  }

  @Test
  void aLogPurgedBetweenItsListingAndItsUseIsReadFromAnotherDestination() throws Exception {
    openTwoDestinations();
    long sequence = archivedRows();
    Rule purge =
        shop.database
            .faults()
            .on(Call.EXECUTE)
            .containing("ADD_LOGFILE")
            .run(() -> shop.database.redoControl().purge(1, 1, sequence));
    try (OracleCdcEngine engine = started()) {
      awaitDelivered(engine);
    }
    assertThat(purge.count()).isEqualTo(1);
  }

  @Test
  void aLogPurgedBetweenItsListingAndItsUseIsToldWhenThereIsNoOtherCopy() throws Exception {
    open(UnaryOperator.identity());
    long sequence = archivedRows();
    shop.database
        .faults()
        .on(Call.EXECUTE)
        .containing("ADD_LOGFILE")
        .run(() -> shop.database.purgeArchivedLogs(sequence));
    assertThat(refusal()).contains("CDC-2002", "thread 1 sequence");
  }

  @Test // GAP-04
  void GAP_04_copiesThatAreExpiredUnavailableOrAtAStandbyAreNotRead() throws Exception {
    open(
        options ->
            options
                .archiveDestination(ArchiveDestination.local(2, "/u02"))
                .archiveDestination(ArchiveDestination.standby(3, "elsewhere"))
                .archiveDestination(ArchiveDestination.local(4, "/u04")));
    long sequence = archivedRows();
    shop.database.redoControl().expire(1, 1, sequence);
    shop.database.redoControl().markUnavailable(2, 1, sequence);
    try (OracleCdcEngine engine = started()) {
      awaitDelivered(engine);
    }
    shop.database.switchLog();
    insert(5);
    long last = shop.database.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      shop.database.switchLog();
    }
    for (int destination : new int[] {1, 2, 4}) {
      shop.database.redoControl().purge(destination, 1, last);
    }
    assertThat(refusal()).contains("CDC-2002");
  }

  @Test
  void theConfiguredDestinationIsTheOnlyOneThatIsRead() throws Exception {
    openTwoDestinations();
    long sequence = archivedRows();
    OracleCdcConfig.Builder second =
        shop.settings().set("cdc.archive.destination", "LOG_ARCHIVE_DEST_2");
    shop.database.redoControl().remove(1, 1, sequence);
    Rule added =
        shop.database.faults().on(Call.EXECUTE).containing("ADD_LOGFILE").times(99).run(() -> {});
    try (OracleCdcEngine engine = started(second)) {
      awaitDelivered(engine);
      assertThat(engine.status().capture().retries()).isZero();
    }
    assertThat(added.count()).isPositive();
    shop.database.redoControl().failDestination(2, "ORA-19504: failed to create file");
    try (OracleCdcEngine engine =
        OracleCdcEngine.create(second.build()).notifying(received).storingIn(state).build()) {
      engine.start();
      Shop.awaitEnd(engine);
      assertThatThrownBy(() -> engine.completion().join())
          .hasMessageContaining("CDC-5001")
          .hasMessageContaining("LOG_ARCHIVE_DEST_2")
          .hasMessageContaining("LOG_ARCHIVE_DEST_1");
    }
  }
}
