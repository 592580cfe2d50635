package io.oraclecdc.mining.logminer;

import static io.oraclecdc.testkit.simulator.logmnr.MiningBench.num;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.insert;
import static io.oraclecdc.testkit.simulator.logmnr.SimTables.rowId;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.SimTable.SupplementalLogging;
import io.oraclecdc.testkit.simulator.logmnr.SimTables;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogMinerSourceTest extends LogMinerSourceBench {

  @Test
  void rowsOfCapturedTablesComeWithTheirTransaction() throws SQLException {
    SimTable other = bench.know(SimTables.table("OTHER", SupplementalLogging.ALL, emp.columns()));
    long commit =
        bench.committed(
            insert(emp, rowId(emp, 9, 4), num(5), "five", null),
            insert(other, rowId(other, 9, 4), num(5), "five", null));

    List<MinedRow> rows = step();

    assertThat(rows)
        .extracting(MinedRow::operation)
        .containsExactly(OperationCode.START, OperationCode.INSERT, OperationCode.COMMIT);
    MinedRow insert = rows.get(1);
    assertThat(insert.segment()).hasToString("APP.EMP (object " + emp.objectId() + ")");
    assertThat(insert.sqlRedo())
        .isEqualTo("insert into \"APP\".\"EMP\"(\"ID\",\"NAME\",\"LVL\") values ('5','five',NULL)");
    assertThat(insert.rowId()).hasToString(rowId(emp, 9, 4));
    assertThat(insert.userName()).isEqualTo("APP");
    assertThat(insert.ssn()).isEqualTo(4);
    assertThat(insert.timestamp()).isNotNull();
    assertThat(insert.transaction()).isEqualTo(rows.get(2).transaction());
    assertThat(rows.get(2).scn()).isEqualTo(new Scn(commit));
  }

  @Test
  void theNextStepGoesOnWhereTheOneBeforeEnded() throws SQLException {
    write();
    step();
    write();
    assertThat(inserted(step())).contains(2);
    StepEnd end = run();
    assertThat(end.caughtUp()).isTrue();
    assertThat(end.passedScns()).containsKey(THREAD);
    assertThat(end.cursors())
        .extractingByKey(THREAD)
        .extracting(RedoAddress::sequence)
        .isEqualTo(bench.redo().currentSequence(1));
  }

  @Test
  void theStartRisesWhenLaterRowsProveWhatWasWritten() throws SQLException {
    Scn first = at.lowestScn();
    for (int i = 0; i < 4; i++) {
      write();
      step();
    }
    assertThat(at.lowestScn().isAfter(first)).isTrue();
    RedoTransaction open = bench.begin();
    bench.change(open, insert(emp, rowId(emp, 1, 900), num(1), "open", null));
    Scn opened = metadata.currentScn();
    for (int i = 0; i < 4; i++) {
      write();
      step();
    }
    assertThat(at.lowestScn().isAfter(opened)).isFalse();
    bench.commit(open);
    assertThat(step()).anyMatch(row -> row.sqlRedo() != null && row.sqlRedo().contains("'open'"));
  }

  @Test
  void redoThatLiesBehindIsReadInWholeLogsAndFaster() throws SQLException {
    for (int i = 0; i < 12; i++) {
      write();
      bench.redo().switchLog(1);
    }
    write();
    List<Integer> seen = new ArrayList<>();
    int steps = 0;
    boolean caughtUp = false;
    while (!caughtUp) {
      try (MiningStep step = source.open(at)) {
        seen.addAll(inserted(read(step)));
        caughtUp = advance(step.finish());
      }
      steps++;
    }
    assertThat(new LinkedHashSet<>(seen)).hasSize(13);
    assertThat(seen).isSorted();
    assertThat(steps).isLessThan(8);
    assertThat(driver.opened()).isLessThanOrEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void GAP_05_GAP_11_aLogThatIsUsedAgainDuringAReadIsMinedAgainFromItsArchivedCopy(
      boolean endsSilently) throws SQLException {
    if (endsSilently) {
      close();
      openWith(
          RedoOptions.builder().behaviour(RedoBehaviour.OVERWRITTEN_LOG_ENDS_SILENTLY).build());
    }
    for (int i = 0; i < 40; i++) {
      write();
    }
    long sequence = bench.redo().currentSequence(1);
    int read = 0;
    Throwable failure = null;
    try (MiningStep step = source.open(at)) {
      while (read < 10 && step.next() != null) {
        read++;
      }
      bench.redo().overwriteOnline(1, sequence);
      while (step.next() != null) {
        read++;
      }
      step.finish();
    } catch (RetriableException e) {
      failure = e;
    }
    assertThat(failure)
        .isInstanceOfSatisfying(
            RetriableException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STEP_RETRY))
        .hasMessageContaining(endsSilently ? "was used again" : "ORA-");

    Set<Integer> all = new LinkedHashSet<>();
    for (int i = 0; i < 6; i++) {
      all.addAll(inserted(step()));
    }
    assertThat(all).hasSize(40);
  }

  @Test
  void GAP_12_filledLogsThatWaitForTheArchiverAreReadOnline() throws SQLException {
    bench.redo().holdArchiver();
    write();
    bench.redo().switchLog(1);
    write();
    Set<Integer> all = new LinkedHashSet<>(inserted(step()));
    all.addAll(inserted(step()));
    all.addAll(inserted(step()));
    assertThat(all).containsExactly(1, 2);
    bench.redo().releaseArchiver();
  }

  @Test
  void GAP_08_removedRedoStopsWithItsSequence() throws SQLException {
    write();
    long sequence = bench.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      bench.redo().switchLog(1);
    }
    bench.redo().purgeArchived(1, sequence);
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED))
        .hasMessageContaining("sequence " + sequence);
  }

  @Test
  void GAP_10_aFileThatIsGoneIsTriedAFewTimesAndThenNamed() throws SQLException {
    write();
    long sequence = bench.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      bench.redo().switchLog(1);
    }
    bench.redo().removeArchivedFiles(1, sequence);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> source.open(at)).isInstanceOf(RetriableException.class);
    }
    assertThatThrownBy(() -> source.open(at))
        .isNotInstanceOf(RetriableException.class)
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED))
        .hasMessageContainingAll("CROSSCHECK", "sequence " + sequence);
  }

  @Test
  void aLostSessionIsOpenedAgain() throws SQLException {
    write();
    step();
    int before = driver.opened();
    driver.fault(
        sql -> {
          throw new SQLException("ORA-03113: end-of-file on communication channel", "08S01", 3113);
        });
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            RetriableException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSIENT_DATABASE));
    driver.fault(null);
    write();
    assertThat(inserted(step())).contains(2);
    assertThat(driver.opened()).isGreaterThan(before);
  }

  @Test
  void threeTimeoutsAtOneLogStop() throws SQLException {
    write();
    driver.fault(
        sql -> {
          if (sql.contains("LOGMNR_CONTENTS")) {
            throw new SQLException("ORA-01013: user requested cancel", "72000", 1013);
          }
        });
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> source.open(at))
          .isInstanceOfSatisfying(
              RetriableException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STEP_RETRY));
    }
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STALLED));
  }

  /** A clock that goes on whenever somebody looks at it. */
  private LogMinerSource sourceThatTakes(Duration forEachRow) {
    return new LogMinerSource(
        sessions,
        MiningSettings.defaults(),
        objects,
        database(new LogInventory(metadata).incarnation()),
        () -> {
          nanos += forEachRow.toNanos();
          return nanos;
        });
  }

  @Test
  void aStepThatHasToHoldItsLogsMayTakeAsLongForEachOfThemAndNoLonger() throws SQLException {
    write();
    bench.redo().switchLog(1);
    write();
    bench.redo().switchLog(1);
    write();
    Scn lowest = at.lowestScn();
    long first = step().get(0).address().sequence();
    RedoThread thread = new RedoThread(1);
    MiningStart held =
        new MiningStart(lowest, Map.of(), Map.of(thread, new RedoAddress(first + 2, 1, 0)));
    Duration limit = MiningSettings.defaults().queryTimeout();
    source.close();
    source = sourceThatTakes(limit.dividedBy(5));
    int rows;
    try (MiningStep step = source.open(held)) {
      rows = read(step).size();
      step.finish();
    }
    assertThat(rows).as("together they took longer than one log may").isGreaterThan(5);
    source.close();
    source = sourceThatTakes(limit);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> readWhole(held))
          .isInstanceOfSatisfying(
              RetriableException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STEP_RETRY))
          .hasMessageContaining("longer than " + limit.multipliedBy(3).toMillis() + " ms");
    }
    assertThatThrownBy(() -> readWhole(held))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MINING_STALLED))
        .hasMessageContaining("hold 3 logs")
        .hasMessageContaining("cdc.mining.query.timeout.ms=" + limit.toMillis());
  }

  private void readWhole(MiningStart start) throws SQLException {
    try (MiningStep step = source.open(start)) {
      read(step);
    }
  }

  @Test
  void anotherIncarnationIsRefused() {
    source.close();
    source =
        new LogMinerSource(
            sessions,
            MiningSettings.defaults(),
            objects,
            database(new Incarnation(4711, new Scn(1))),
            () -> nanos);
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY))
        .hasMessageContaining("DBID 4711");
  }

  @Test
  void aDdlThatBringsNewObjectsCutsTheStep() throws SQLException {
    SimTable other = bench.know(SimTables.table("OTHER", SupplementalLogging.ALL, emp.columns()));
    write();
    bench.committed(insert(other, rowId(other, 1, 1), num(77), "x", null));
    List<MinedRow> rows = new ArrayList<>();
    StepEnd end;
    try (MiningStep step = source.open(at)) {
      for (MinedRow row = step.next(); row != null; row = step.next()) {
        rows.add(row);
        if (row.operation() == OperationCode.COMMIT) {
          objects.add(other.objectId());
        }
      }
      end = step.finish();
    }
    assertThat(rows.get(rows.size() - 1).operation()).isEqualTo(OperationCode.COMMIT);
    assertThat(inserted(rows)).containsExactly(1);
    assertThat(end.caughtUp()).isFalse();
    assertThat(advance(end)).isFalse();
    assertThat(inserted(step())).contains(77);
  }

  @Test // MEM-03
  void MEM_03_aSessionWithoutMemoryIsOpenedAgainWithASmallerStep() throws SQLException {
    for (int i = 0; i < 12; i++) {
      write();
      bench.redo().switchLog(1);
    }
    for (int i = 0; i < 2; i++) {
      step();
    }
    int before = driver.opened();
    driver.fault(
        sql -> {
          if (sql.contains("LOGMNR_CONTENTS")) {
            throw new SQLException("ORA-04036: PGA memory used is too high", "72000", 4036);
          }
        });
    assertThatThrownBy(() -> source.open(at))
        .isInstanceOfSatisfying(
            RetriableException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSIENT_DATABASE));
    driver.fault(null);
    long cursor = requireNonNull(at.cursors().get(THREAD)).sequence();
    step();
    // Four logs were next; two are read instead, from where the cursor is.
    assertThat(requireNonNull(at.cursors().get(THREAD)).sequence() - cursor).isBetween(1L, 2L);
    assertThat(driver.opened()).isGreaterThan(before);
  }

  @Test // MEM-03
  void MEM_03_theSessionIsReplacedAtItsAge() throws SQLException {
    write();
    step();
    int before = driver.opened();
    nanos += Duration.ofHours(2).toNanos();
    step();
    assertThat(driver.opened()).isEqualTo(before + 1);
  }

  @Test
  void aFirstStartGoesBackToTheOldestOpenTransaction() throws SQLException {
    RedoTransaction open = bench.begin();
    bench.change(open, insert(emp, rowId(emp, 1, 1), num(1), "open", null));
    Scn opened = metadata.currentScn();
    write();
    Position position = start(Optional.empty());
    assertThat(position.resumeScn().isAfter(opened)).isFalse();
    assertThat(position.ignoreCommitsThrough()).isEqualTo(metadata.currentScn());
    assertThat(position.threads()).isEmpty();
    bench.commit(open);
    at = new MiningStart(position.resumeScn(), Map.of());
    assertThat(inserted(step())).contains(1);
  }

  @Test
  void POS_03_aFirstStartWithoutTheRedoOfAnOpenTransactionNamesIt() throws SQLException {
    RedoTransaction open = bench.begin();
    bench.change(open, insert(emp, rowId(emp, 1, 1), num(1), "open", null));
    long sequence = bench.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      write();
      bench.redo().switchLog(1);
    }
    bench.redo().purgeArchived(1, sequence);
    assertThatThrownBy(() -> start(Optional.empty()))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED))
        .hasMessageContainingAll(
            "because transaction 1.0."
                + java.util.Objects.requireNonNull(open.xid()).sqn()
                + " is open since then",
            "sequence " + sequence);
  }

  @Test
  void aConfiguredStartMayNotLieInTheFutureNorInLostRedo() throws SQLException {
    Scn early = metadata.currentScn();
    write();
    assertThat(start(Optional.of(early)).ignoreCommitsThrough())
        .isEqualTo(new Scn(early.value() - 1));
    assertThatThrownBy(() -> start(Optional.of(new Scn(early.value() + 1_000_000))))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY));
    long sequence = bench.redo().currentSequence(1);
    for (int i = 0; i < 5; i++) {
      bench.redo().switchLog(1);
    }
    bench.redo().purgeArchived(1, sequence);
    assertThatThrownBy(() -> start(Optional.of(early)))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED));
  }

  @Test
  void threadsGetTheirEarlierLogsFromTheNextTryOnWhenLogMinerAsksForThem() throws SQLException {
    close();
    openWith(
        RedoOptions.builder()
            .threads(2)
            .behaviours(List.of(RedoBehaviour.EVERY_THREAD_MUST_REACH_BACK))
            .build());
    write();
    bench.redo().switchLog(2);
    write();
    bench.redo().switchLog(2);
    write();
    long second = bench.redo().currentSequence(2);
    long first = bench.redo().currentSequence(1);
    at =
        new MiningStart(
            at.lowestScn(),
            Map.of(
                new RedoThread(1), new RedoAddress(first, 0, 0),
                new RedoThread(2), new RedoAddress(second, 0, 0)));

    assertThatThrownBy(this::step)
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("ORA-01291");
    assertThat(inserted(step())).containsExactly(1, 2, 3);
  }
}
