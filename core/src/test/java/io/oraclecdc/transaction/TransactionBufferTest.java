package io.oraclecdc.transaction;

import static io.oraclecdc.testing.Capture.BEGINNING;
import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.testing.TestDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionBufferTest {
  @TempDir Path directory;

  @Test
  void aDiscardedStepLeavesNothingBehind() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).start(), at(10, 1).transaction(1).insert("R1", "1|a"));
      feed(buffer, at(10, 2).transaction(2).insert("R2", "2|b"));
      buffer.completeStep();

      buffer.beginStep();
      feed(buffer, at(11, 3).transaction(1).insert("R3", "3|c"));
      feed(buffer, at(12, 4).transaction(1).commit());
      feed(buffer, at(12, 5).transaction(2).rollback());
      feed(buffer, at(13, 6).transaction(3).insert("R4", "4|d"));
      buffer.discardStep();
      assertThat(buffer.openTransactions()).isEqualTo(2);

      buffer.beginStep();
      feed(buffer, at(11, 3).transaction(1).insert("R3", "3|c"));
      feed(buffer, at(12, 4).transaction(1).commit());
      CompletedStep step = buffer.completeStep();
      assertThat(step.commits()).hasSize(1);
      assertThat(count(step.commits().get(0))).isEqualTo(2);
      assertThat(buffer.openTransactions()).isEqualTo(1);
      assertThat(capture.area.openLogs()).isEqualTo(2);
    }
  }

  @Test
  void aDiscardedEndDoesNotForgetTheStart() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).user("BATCH").start());
      buffer.completeStep();
      MinedRow row = at(11, 2).transaction(1).insert("R1", "1|a");
      MinedRow commit = at(12, 3).transaction(1).commit();
      buffer.beginStep();
      feed(buffer, row, commit);
      buffer.discardStep();
      buffer.beginStep();
      feed(buffer, row, commit);
      CommittedTransaction committed = buffer.completeStep().commits().get(0);
      assertThat(committed.userName()).isEqualTo("BATCH");
      assertThat(committed.firstScn()).isEqualTo(new Scn(10));
    }
  }

  @Test
  void rowsOfOneAddressAreToldApartByTheirOrder() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      MinedRow one = at(10, 1).transaction(1).table("K").delete("R1", "1|same");
      MinedRow two = at(10, 1).transaction(1).table("K").delete("R2", "1|same");
      MinedRow three = at(10, 1).transaction(1).table("K").delete("R3", "1|same");
      buffer.beginStep();
      feed(buffer, one, two);
      buffer.completeStep();
      buffer.beginStep();
      feed(buffer, one, two, three);
      buffer.discardStep();
      buffer.beginStep();
      feed(buffer, one, two, three, at(11, 2).transaction(1).commit());
      assertThat(count(buffer.completeStep().commits().get(0))).isEqualTo(3);
    }
  }

  @Test
  void rowsOfFinishedTransactionsThatComeAgainAreDropped() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      MinedRow row = at(10, 1).transaction(1).insert("R1", "1|a");
      MinedRow commit = at(11, 2).transaction(1).commit();
      buffer.beginStep();
      feed(buffer, row, commit);
      assertThat(buffer.completeStep().commits()).hasSize(1);
      buffer.beginStep();
      assertThat(buffer.isWanted(row)).isFalse();
      feed(buffer, row, commit);
      assertThat(buffer.completeStep().commits()).isEmpty();
      assertThat(buffer.openTransactions()).isZero();
    }
  }

  @Test
  void commitsOfAThreadThatDoNotRiseStop() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(11, 9).transaction(1).commit());
      assertThatThrownBy(() -> feed(buffer, at(12, 8).transaction(2).commit()))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
          .hasMessageContaining("order of their addresses");
      buffer.discardStep();
    }
  }

  @Test
  void aLateCommitBeforeOneOfAnEarlierStepStops() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).insert("R1", "1|a"));
      feed(buffer, at(10, 2).transaction(2).insert("R2", "2|a"));
      feed(buffer, at(11, 9).transaction(2).commit());
      buffer.completeStep();
      buffer.beginStep();
      assertThatThrownBy(() -> feed(buffer, at(12, 8).transaction(1).commit()))
          .isInstanceOf(CdcException.class)
          .hasMessageContaining("read earlier");
      buffer.discardStep();
    }
  }

  @Test
  void anUndoThatMatchesNothingStopsWhenTheBeginningWasMined() {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).undo(OperationCode.DELETE, "R9"),
            at(12, 3).transaction(1).commit());
    assertThatThrownBy(() -> Capture.changesOf(directory, rows))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE))
        .hasMessageContaining("SCN 11")
        .hasMessageContaining("APP.T")
        .hasMessageContaining("10.1.7");
  }

  @Test
  void anUndoOfARowFromBeforeTheMinedRangeIsDropped() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).undo(OperationCode.DELETE, "R9"),
            at(12, 3).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("c 1|a");
  }

  @Test
  void anUndoOfAnotherKindThanTheNewestChangeOfItsRowStops() {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).undo(OperationCode.INSERT, "R1"),
            at(12, 3).transaction(1).commit());
    assertThatThrownBy(() -> Capture.changesOf(directory, rows))
        .isInstanceOf(CdcException.class)
        .hasMessageContaining("cannot be matched");
  }

  @Test
  void clusteredTablesThatShareRowIdsAreUndoneByTable() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).table("T").insert("R1", "1|t"),
            at(10, 2).transaction(1).table("U").insert("R1", "1|u"),
            at(11, 3).transaction(1).table("T").undo(OperationCode.DELETE, "R1"),
            at(12, 4).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("c 1|u");
  }

  @Test
  void indexOrganisedTablesAreUndoneByKeyValues() throws Exception {
    String rowId = "AAASMqAAAAAAAAAAAA";
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(10, 1).transaction(1).table("IOT").insert(rowId, "1|a"),
            at(10, 2).transaction(1).table("IOT").insert(rowId, "2|b"),
            at(10, 3).transaction(1).table("IOT").delete(rowId, "5|e"),
            at(11, 4).transaction(1).table("IOT").undo(OperationCode.DELETE, rowId, "1|a"),
            at(11, 5).transaction(1).table("IOT").undo(OperationCode.INSERT, rowId, "5|e"),
            at(12, 6).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("c 2|b");
  }

  @Test
  void undoRowsOfAnIndexOrganisedTableWithoutValuesTakeBackTheNewest() throws Exception {
    String rowId = "AAASMqAAAAAAAAAAAA";
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(10, 1).transaction(1).table("IOT").insert(rowId, "1|a"),
            at(10, 2).transaction(1).table("IOT").insert(rowId, "2|b"),
            at(10, 3).transaction(1).table("IOT").update(rowId, "1|a>1|z"),
            at(11, 4).transaction(1).table("IOT").undo(OperationCode.UPDATE, rowId),
            at(11, 5).transaction(1).table("IOT").undo(OperationCode.DELETE, rowId),
            at(12, 6).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("c 1|a");
  }

  @Test
  void aPartialIdThatFitsTwoOpenTransactionsStops() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).xid(new Xid(5, 6, 100)).insert("R1", "1|a"));
      feed(buffer, at(10, 2).xid(new Xid(5, 6, 101)).insert("R2", "2|a"));
      assertThatThrownBy(
              () ->
                  feed(
                      buffer,
                      at(11, 3).xid(new Xid(5, 6, 0xFFFF_FFFFL)).undo(OperationCode.DELETE, "R2")))
          .isInstanceOf(CdcException.class)
          .hasMessageContaining("two open transactions");
      buffer.discardStep();
    }
  }

  @Test
  void aRollbackWithAPartialIdThatClosedASavepointLosesNothing() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(10, 2).transaction(1).insert("R2", "2|b"),
            at(11, 3).partial(1).undo(OperationCode.DELETE, "R2"),
            at(11, 4).partial(1).rollback(),
            at(12, 5).transaction(1).insert("R3", "3|c"),
            at(12, 6).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("c 1|a", "c 3|c");
  }

  @Test
  void aPresumedRollbackIsCertainWhenItsSlotIsUsedAgain() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).xid(new Xid(5, 6, 100)).insert("R1", "1|a"));
      feed(buffer, at(11, 2).xid(new Xid(5, 6, 0xFFFF_FFFFL)).rollback());
      assertThat(buffer.completeStep().open().scn()).isEqualTo(new Scn(10));
      assertThat(buffer.openTransactions()).isZero();
      buffer.beginStep();
      feed(buffer, at(12, 3).xid(new Xid(5, 6, 101)).start());
      assertThat(buffer.completeStep().open().scn()).isNull();
      assertThat(capture.area.openLogs()).isZero();
      assertThat(buffer.counts().rolledBack()).isEqualTo(1);
    }
  }

  /** The undo of an instance that died is in another thread, which can be read ahead. */
  @Test
  void undoInAnotherThreadDoesNotEndWhatSatInItsSlotBefore() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      Xid earlier = new Xid(21, 1, 126);
      Xid partial = new Xid(21, 1, 0xFFFF_FFFFL);
      Xid later = new Xid(21, 1, 128);
      buffer.beginStep();
      feed(buffer, at(10, 1).thread(2).xid(earlier).insert("R1", "1|a"));
      feed(buffer, at(10, 2).thread(2).xid(earlier).insert("R2", "2|b"));
      feed(buffer, at(11, 3).thread(2).xid(partial).undo(OperationCode.DELETE, "R2"));
      feed(buffer, at(11, 4).thread(2).xid(partial).rollback());
      feed(buffer, at(20, 1).thread(1).xid(later).undo(OperationCode.DELETE, "R9"));
      feed(buffer, at(21, 2).thread(1).xid(later).rollback());
      buffer.completeStep();
      buffer.beginStep();
      feed(buffer, at(12, 5).thread(2).xid(earlier).commit());
      List<CommittedTransaction> commits = buffer.completeStep().commits();
      assertThat(commits).hasSize(1);
      assertThat(count(commits.get(0))).isEqualTo(1);
    }
  }

  /** The same for one of a user that is not captured: its later rows need not tell him. */
  @Test
  void undoInAnotherThreadDoesNotEndAnExcludedTransactionOfItsSlot() throws Exception {
    try (Capture capture =
        new Capture(directory, ListRedoSource.whole(List.of()), BEGINNING, "BATCH")) {
      TransactionBuffer buffer = capture.buffer;
      Xid earlier = new Xid(21, 1, 126);
      buffer.beginStep();
      feed(buffer, at(10, 1).thread(2).xid(earlier).user("BATCH").start());
      feed(buffer, at(20, 1).thread(1).xid(new Xid(21, 1, 128)).undo(OperationCode.DELETE, "R9"));
      feed(buffer, at(12, 5).thread(2).xid(earlier).insert("R1", "1|a"));
      feed(buffer, at(12, 6).thread(2).xid(earlier).commit());
      assertThat(buffer.completeStep().commits()).allMatch(CommittedTransaction::isExcluded);
    }
  }

  /** A range that is widened shows rows without the sequence of transactions that ended. */
  @Test
  void partialRowsOfLaterTransactionsAreNotThoseOfOneWhoseInstanceDied() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      Xid dead = new Xid(21, 1, 106);
      Xid later = new Xid(21, 1, 107);
      Xid partial = new Xid(21, 1, 0xFFFF_FFFFL);
      buffer.beginStep();
      feed(buffer, at(9, 1).thread(1).transaction(1).insert("R8", "8|o"));
      feed(buffer, at(10, 1).thread(2).xid(dead).insert("R1", "1|a"));
      feed(buffer, at(12, 3).thread(2).xid(later).start());
      feed(buffer, at(12, 4).thread(2).xid(later).delete("R1", "1|z"));
      feed(buffer, at(13, 5).thread(2).xid(later).undo(OperationCode.INSERT, "R1"));
      feed(buffer, at(13, 6).thread(2).xid(later).rollback());
      buffer.completeStep();
      buffer.beginStep();
      feed(buffer, at(13, 5).thread(2).xid(partial).undo(OperationCode.INSERT, "R1"));
      feed(buffer, at(13, 6).thread(2).xid(partial).rollback());
      buffer.completeStep();
      assertThat(buffer.counts().partialRowsDropped()).isEqualTo(2);
    }
  }

  /** While LOBs are captured, its START row alone holds the position: it must have an end. */
  @Test
  void aTransactionOfWhichOnlyTheStartIsKnownCanBeReleased() throws Exception {
    LocalDateTime noon = LocalDateTime.of(2024, 5, 1, 12, 0);
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      MinedRow start = at(10, 1).transaction(1).time(noon).start();
      MinedRow later = at(20, 2).transaction(2).time(noon.plusHours(1)).commit();
      buffer.beginStep();
      for (MinedRow row : List.of(start, later)) {
        buffer.isWanted(row);
        feed(buffer, row);
      }
      assertThat(buffer.completeStep(true).open().scn()).isEqualTo(new Scn(10));
      assertThat(buffer.openFor(Duration.ofHours(2))).isEmpty();
      assertThat(buffer.openFor(Duration.ofMinutes(5)))
          .singleElement()
          .returns(start.transaction(), GivenUp::key)
          .returns(0L, GivenUp::changes);

      buffer.release(start.transaction());
      buffer.beginStep();
      assertThat(buffer.completeStep(true).open().scn()).isNull();
      buffer.beginStep();
      assertThatThrownBy(() -> feed(buffer, at(30, 3).transaction(1).commit()))
          .isInstanceOfSatisfying(
              CdcException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.ORPHAN_RELEASE_VIOLATION));
      buffer.discardStep();
    }
  }

  @Test
  void aPresumedRollbackThatIsReadAgainFromTheMiddleIsOver() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      Xid ended = new Xid(5, 6, 100);
      Xid partial = new Xid(5, 6, 0xFFFF_FFFFL);
      MinedRow[] tail = {
        at(11, 2).xid(ended).insert("R2", "2|b"),
        at(12, 3).xid(partial).undo(OperationCode.DELETE, "R2"),
        at(12, 4).xid(partial).undo(OperationCode.DELETE, "R1"),
        at(13, 0).zeroAddress().xid(partial).rollback()
      };
      buffer.beginStep();
      feed(buffer, at(10, 1).xid(ended).start(), at(10, 1).xid(ended).insert("R1", "1|a"));
      feed(buffer, tail);
      feed(buffer, at(14, 6).xid(new Xid(5, 6, 101)).start());
      buffer.completeStep();

      buffer.beginStep();
      feed(buffer, tail);
      assertThat(buffer.completeStep().open().scn()).isNull();
    }
  }

  @Test
  void aRollbackWithoutAddressBeforeTheFirstRowOfItsSlotIsOfAnEarlierTransaction()
      throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      MinedRow earlier = at(9, 0).zeroAddress().partial(1).rollback();
      MinedRow one = at(10, 1).transaction(1).insert("R1", "1|a");
      MinedRow two = at(11, 2).transaction(1).insert("R2", "2|b");
      buffer.beginStep();
      feed(buffer, earlier, one, two);
      buffer.completeStep();

      buffer.beginStep();
      feed(buffer, earlier, one, two, at(12, 3).transaction(1).commit());
      assertThat(count(buffer.completeStep().commits().get(0))).isEqualTo(2);
    }
  }

  @Test
  void aRollbackWithoutAddressThatComesFirstEndsItsTransaction() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).insert("R1", "1|a"));
      feed(buffer, at(11, 2).partial(1).undo(OperationCode.DELETE, "R1"));
      buffer.completeStep();

      buffer.beginStep();
      feed(buffer, at(12, 0).zeroAddress().partial(1).rollback());
      assertThat(buffer.completeStep().open().scn()).isNull();
      assertThat(buffer.openTransactions()).isZero();
    }
  }

  @Test
  void undoRowsOfAnIndexOrganisedTableWithAndWithoutKeyKeepTheirOrder() throws Exception {
    String rowId = "AAASMqAAAAAAAAAAAA";
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(10, 1).transaction(1).table("IOT").update(rowId, "1|a>1|b"),
            at(10, 2).transaction(1).table("IOT").insert(rowId, "2|x"),
            at(10, 3).transaction(1).table("IOT").update(rowId, "1|b>1|c"),
            at(11, 4).transaction(1).table("IOT").undo(OperationCode.UPDATE, rowId),
            at(11, 5).transaction(1).table("IOT").undo(OperationCode.DELETE, rowId),
            at(11, 6).transaction(1).table("IOT").undo(OperationCode.UPDATE, rowId, "1|a"),
            at(12, 7).transaction(1).table("IOT").insert(rowId, "3|y"),
            at(13, 8).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("c 3|y");
  }

  @Test
  void anExcludedTransactionThatIsReadAgainFromTheMiddleStaysExcluded() throws Exception {
    try (Capture capture =
        new Capture(directory, ListRedoSource.whole(List.of()), BEGINNING, "BATCH")) {
      TransactionBuffer buffer = capture.buffer;
      MinedRow row = at(11, 2).transaction(1).insert("R2", "2|b");
      MinedRow commit = at(12, 3).transaction(1).commit();
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).user("BATCH").start(), row, commit);
      assertThat(buffer.completeStep().commits()).allMatch(CommittedTransaction::isExcluded);

      buffer.beginStep();
      feed(buffer, row, commit);
      assertThat(buffer.completeStep().commits()).isEmpty();
    }
  }

  @Test
  void anOpenExcludedTransactionIsToldAndHoldsNothing() throws Exception {
    try (Capture capture =
        new Capture(directory, ListRedoSource.whole(List.of()), BEGINNING, "BATCH")) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).user("BATCH").start());
      CompletedStep first = buffer.completeStep(true);
      assertThat(first.open().scn()).isNull();
      assertThat(first.excluded()).extracting(OpenExcluded::scn).containsExactly(new Scn(10));
      assertThat(buffer.oldestOpen().scn()).isNull();

      buffer.beginStep();
      feed(buffer, at(12, 3).transaction(1).commit());
      buffer.discardStep();
      buffer.beginStep();
      assertThat(buffer.completeStep().excluded()).hasSize(1);

      buffer.beginStep();
      feed(buffer, at(12, 3).transaction(1).commit());
      CompletedStep completed = buffer.completeStep();
      assertThat(completed.commits()).allMatch(CommittedTransaction::isExcluded).hasSize(1);
      assertThat(completed.excluded()).isEmpty();
      assertThat(completed.endedExcluded())
          .extracting(EndedExcluded::endScn)
          .containsExactly(new Scn(12));
    }
  }

  @Test
  void aTransactionThatAPositionNamesAsExcludedStaysSo() throws Exception {
    try (SpillArea area = new SpillArea(directory.resolve("named"), 1 << 20, 1L << 30)) {
      MinedRow row = at(12, 3).transaction(1).insert("R1", "1|a");
      TransactionBuffer buffer =
          new TransactionBuffer(area, List.of("BATCH"), Set.of(row.transaction()), new Scn(11));
      buffer.beginStep();
      assertThat(buffer.isWanted(row)).isFalse();
      feed(buffer, at(13, 4).transaction(1).commit());
      assertThat(buffer.completeStep().commits()).allMatch(CommittedTransaction::isExcluded);
      buffer.close();
    }
  }

  private static MiningStart range(long scn, long sequence) {
    return new MiningStart(
        new Scn(scn), Map.of(new RedoThread(1), new RedoAddress(sequence, 0, 0)));
  }

  @Test
  void aTransactionThatBeganInAnEarlierStepIsReadWhole() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).start());
      MiningStart early = range(10, 1);
      assertThat(buffer.widerRange(early, Map.of())).isEmpty();
      assertThat(buffer.completeStep(true).open().scn()).isEqualTo(new Scn(10));

      buffer.beginStep();
      feed(buffer, at(12, 3).transaction(1).commit());
      WiderRange wider = buffer.widerRange(range(11, 1), Map.of()).orElseThrow();
      assertThat(wider.scn()).isEqualTo(new Scn(10));
      assertThat(wider.addresses()).hasSize(1);
      buffer.discardStep();

      buffer.beginStep();
      feed(
          buffer,
          at(10, 1).transaction(1).start(),
          at(11, 2).transaction(1).insert("R1", "1|a"),
          at(12, 3).transaction(1).commit());
      assertThat(buffer.widerRange(early, Map.of())).isEmpty();
      CompletedStep completed = buffer.completeStep(true);
      assertThat(count(completed.commits().get(0))).isEqualTo(1);
      assertThat(completed.open().scn()).isNull();
    }
  }

  @Test
  void aCommitRowThatComesAgainWithoutItsStartAsksForNoWiderRange() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).start(), at(12, 3).transaction(1).commit());
      assertThat(buffer.widerRange(range(10, 1), Map.of())).isEmpty();
      buffer.completeStep(true);

      buffer.beginStep();
      feed(buffer, at(12, 3).transaction(1).commit());
      assertThat(buffer.widerRange(range(11, 1), Map.of())).isEmpty();
      buffer.completeStep(true);

      buffer.beginStep();
      feed(buffer, at(14, 4).transaction(2).commit());
      assertThat(buffer.widerRange(range(13, 1), Map.of()).orElseThrow().scn())
          .isEqualTo(new Scn(10));
      buffer.discardStep();
    }
  }

  @Test
  void partialRowsOfNoOpenTransactionAreDroppedAndCounted() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(11, 3).partial(1).undo(OperationCode.DELETE, "R2"));
      feed(buffer, at(11, 4).partial(1).rollback());
      buffer.completeStep();
      assertThat(buffer.counts().partialRowsDropped()).isEqualTo(2);
    }
  }

  @Test
  void aUserKnownOnlyAtTheCommitIsStillExcluded() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).user("BATCH").commit(),
            at(12, 3).transaction(2).insert("R2", "2|b"),
            at(13, 4).transaction(2).user("APP").commit());
    try (Capture capture = new Capture(directory, ListRedoSource.whole(rows), BEGINNING, "BATCH")) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 2|b");
      assertThat(capture.area.openLogs()).isZero();
      assertThat(capture.buffer.counts().excluded()).isEqualTo(1);
    }
  }

  @Test
  void aUserKnownOnlyOnTheFirstRowExcludesTheOthers() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).user("BATCH").insert("R1", "1|a"),
            at(11, 2).transaction(1).insert("R2", "2|a"),
            at(12, 3).transaction(1).commit());
    try (Capture capture =
        new Capture(
            directory, new ListRedoSource(rows, reached -> reached + 1), BEGINNING, "BATCH")) {
      capture.run();
      assertThat(capture.texts()).isEmpty();
    }
  }

  @Test // MEM-07
  void MEM_07_whatIsOpenCanBeAskedWhileItEnds() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Integer> asked =
          CompletableFuture.supplyAsync(
              () -> {
                int answers = 0;
                while (!done.get() || answers == 0) {
                  assertThat(buffer.openTransactions()).isBetween(0, 1);
                  assertThat(buffer.oldestOpen()).isNotNull();
                  assertThat(buffer.counts()).isNotNull();
                  answers++;
                }
                return answers;
              });
      for (int i = 0; i < 20_000; i++) {
        buffer.beginStep();
        feed(buffer, at(i, 2L * i + 1).transaction(i).insert("R1", "1|a"));
        buffer.completeStep();
        buffer.beginStep();
        feed(buffer, at(i, 2L * i + 2).transaction(i).commit());
        buffer.completeStep().commits().forEach(CommittedTransaction::close);
      }
      done.set(true);
      assertThat(asked.get(20, TimeUnit.SECONDS)).isPositive();
    }
  }

  @Test
  void aRollbackRowWithoutAddressEndsItsTransaction() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(buffer, at(10, 1).transaction(1).insert("R1", "1|a"));
      feed(buffer, at(11, 0).zeroAddress().transaction(1).rollback());
      assertThat(buffer.completeStep().open().scn()).isNull();
      assertThat(capture.area.openLogs()).isZero();
    }
  }

  @Test // RB-06
  void RB_06_aFullRollbackIsCountedAndFreesItsMemory() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      buffer.beginStep();
      feed(
          buffer,
          at(10, 1).transaction(1).start(),
          at(11, 2).transaction(1).insert("R1", "1|a"),
          at(12, 3).transaction(1).undo(OperationCode.DELETE, "R1"),
          at(12, 4).transaction(1).rollback(),
          at(20, 5).transaction(2).start(),
          at(20, 6).transaction(2).insert("R2", "2|b"));
      CompletedStep completed = buffer.completeStep();
      assertThat(completed.commits()).isEmpty();
      assertThat(completed.open().scn()).isEqualTo(new Scn(20));
      assertThat(buffer.counts().rolledBack()).isEqualTo(1);
      assertThat(capture.area.openLogs()).isEqualTo(1);
    }
  }

  @Test // MEM-02
  void MEM_02_manySmallRollbacksLeaveNothing() throws Exception {
    try (Capture capture = capture(List.of())) {
      TransactionBuffer buffer = capture.buffer;
      long block = 1;
      for (int step = 0; step < 20; step++) {
        buffer.beginStep();
        for (int i = 0; i < 10_000; i++) {
          TransactionKey key = new TransactionKey(0, new Xid(3, i % 90, block));
          feed(buffer, at(block, block).xid(key.xid()).start());
          feed(buffer, at(block, block).xid(key.xid()).insert("R1", "1|a"));
          feed(buffer, at(block, block + 1).xid(key.xid()).undo(OperationCode.DELETE, "R1"));
          feed(buffer, at(block, block + 2).xid(key.xid()).rollback());
          block += 3;
        }
        assertThat(capture.area.memoryBytes()).isZero();
        buffer.completeStep();
      }
      assertThat(buffer.counts().rolledBack()).isEqualTo(200_000);
      assertThat(capture.area.spilledBytes()).isZero();
    }
  }

  private Capture capture(List<MinedRow> rows) {
    return new Capture(directory, ListRedoSource.whole(rows), BEGINNING);
  }

  private static int count(CommittedTransaction commit) {
    commit.resolve();
    return commit.changeCount();
  }

  private static void feed(TransactionBuffer buffer, MinedRow... rows) {
    for (MinedRow row : rows) {
      RedoEvent event = new TestDecoder().decode(row);
      if (event != null) {
        event.accept(buffer);
      }
    }
  }
}
