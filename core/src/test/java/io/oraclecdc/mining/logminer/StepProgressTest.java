package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.mining.logminer.FlushedBounds.Confirmed;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.LogSequence;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.schema.SegmentRef;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StepProgressTest {
  private static final RedoThread THREAD = new RedoThread(1);
  private static final MiningStart START =
      new MiningStart(new Scn(50), Map.of(THREAD, new RedoAddress(3, 7, 16)));

  @Test
  void wholeLogsAreLeftBehind() {
    StepProgress progress = new StepProgress(START, plan(true, log(3, 40, 60), log(4, 60, 80)));
    progress.note(row(OperationCode.INSERT, 55, 3, 9));
    StepEnd end = progress.end(Confirmed.NONE);
    assertThat(end.cursors()).containsEntry(THREAD, new RedoAddress(5, 0, 0));
    assertThat(end.passedScns()).containsEntry(THREAD, new Scn(79));
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(80));
    assertThat(end.caughtUp()).isFalse();
  }

  @Test
  void theOpenEndIsPassedUpToItsLastCommit() {
    StepProgress progress = new StepProgress(START, plan(false, log(3, 40, 60), current(4, 60)));
    progress.note(row(OperationCode.COMMIT, 71, 4, 2));
    progress.note(row(OperationCode.INSERT, 75, 4, 5));
    StepEnd end = progress.end(Confirmed.NONE);
    assertThat(end.cursors()).containsEntry(THREAD, new RedoAddress(4, 5, 16));
    assertThat(end.passedScns()).containsEntry(THREAD, new Scn(71));
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(50));
    assertThat(end.caughtUp()).isTrue();
  }

  @Test
  void aConfirmedBoundRaisesWhatIsPassedAndWhereTheNextStepStarts() {
    StepProgress progress = new StepProgress(START, plan(false, current(4, 60)));
    progress.note(row(OperationCode.COMMIT, 71, 4, 2));
    StepEnd end = progress.end(new Confirmed(new Scn(90), new Scn(66)));
    assertThat(end.passedScns()).containsEntry(THREAD, new Scn(90));
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(66));
  }

  @Test
  void theStartNeverGoesBack() {
    StepProgress progress = new StepProgress(START, plan(false, current(4, 60)));
    assertThat(progress.end(new Confirmed(new Scn(90), new Scn(7))).nextLowestScn())
        .isEqualTo(new Scn(50));
    assertThat(progress.end(Confirmed.NONE).cursors())
        .containsEntry(THREAD, new RedoAddress(4, 0, 0));
  }

  @Test
  void aCutStepEndsAtTheLastRowItReturned() {
    StepProgress progress = new StepProgress(START, plan(false, log(3, 40, 60), log(4, 60, 80)));
    progress.note(row(OperationCode.COMMIT, 57, 3, 8));
    progress.note(row(OperationCode.DDL, 58, 3, 9));
    StepEnd end = progress.endOfCut();
    assertThat(end.cursors()).containsEntry(THREAD, new RedoAddress(3, 9, 16));
    assertThat(end.passedScns()).containsEntry(THREAD, new Scn(57));
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(50));
    assertThat(end.caughtUp()).isFalse();
  }

  @Test
  void rowsWithoutAnAddressDoNotMoveTheCursor() {
    StepProgress progress = new StepProgress(START, plan(false, current(3, 40)));
    progress.note(row(OperationCode.ROLLBACK, 58, 0, 0));
    assertThat(progress.end(Confirmed.NONE).cursors())
        .containsEntry(THREAD, new RedoAddress(3, 7, 16));
  }

  @Test
  void aThreadThatAppearedWhileTheStepWasReadHoldsBackWhatItMayHaveCommittedBefore() {
    StepProgress progress = new StepProgress(START, plan(false, current(4, 60)), new Scn(68));
    progress.note(row(OperationCode.COMMIT, 71, 4, 2));
    progress.enabledNow(java.util.Set.of(THREAD, new RedoThread(2)));
    StepEnd end = progress.end(Confirmed.NONE);
    assertThat(end.passedScns())
        .containsEntry(THREAD, new Scn(71))
        .containsEntry(new RedoThread(2), new Scn(68));
  }

  @Test
  void aThreadThatIsBehindHoldsTheStartOfTheNextStep() {
    RedoThread other = new RedoThread(2);
    PlannedLog behind =
        new PlannedLog(other, new LogSequence(9), new Scn(40), new Scn(60), "g", 0, false);
    StepProgress progress = new StepProgress(START, plan(true, current(4, 60), behind));
    StepEnd end = progress.end(new Confirmed(new Scn(90), new Scn(85)));
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(60));
    assertThat(end.passedScns()).containsEntry(other, new Scn(59));
  }

  @Test
  void rowsOfOneThreadProveNothingAboutAnother() {
    RedoThread other = new RedoThread(2);
    PlannedLog idle =
        new PlannedLog(other, new LogSequence(9), new Scn(40), new Scn(-1), "g", 2, true);
    StepProgress progress = new StepProgress(START, plan(false, current(4, 60), idle));
    progress.note(row(OperationCode.INSERT, 75, 4, 5));
    assertThat(progress.provenScn()).isEqualTo(Scn.ZERO);

    StepProgress alone = new StepProgress(START, plan(false, current(4, 60)));
    alone.note(row(OperationCode.INSERT, 75, 4, 5));
    assertThat(alone.provenScn()).isEqualTo(new Scn(75));
  }

  @Test // POS-10
  void POS_10_aRangeWithoutRowsProvesNothingAboutRowsThatAreNotWrittenYet() {
    StepProgress progress = new StepProgress(START, plan(false, current(4, 60)));
    StepEnd end = progress.end(Confirmed.NONE);
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(50));
    assertThat(end.passedScns()).containsOnly(Map.entry(THREAD, Scn.ZERO));
  }

  @Test
  void aClosedThreadIsPassedUpToTheScnBeforeItWasListed() {
    RedoThread closed = new RedoThread(2);
    StepPlan plan =
        new StepPlan(
            new Scn(50), List.of(current(4, 60)), false, null, Set.of(closed), Map.of(), null);
    StepProgress progress = new StepProgress(START, plan, new Scn(70));
    progress.note(row(OperationCode.COMMIT, 75, 4, 5));
    assertThat(progress.end(Confirmed.NONE).passedScns())
        .containsOnly(Map.entry(THREAD, new Scn(75)), Map.entry(closed, new Scn(70)));
  }

  @Test
  void ofAThreadThatARangeCutsOnlyItsCommitsUpToTheEndArePassed() {
    RedoThread other = new RedoThread(2);
    PlannedLog cut =
        new PlannedLog(other, new LogSequence(9), new Scn(55), new Scn(99), "g", 0, false);
    StepPlan bounded = RangePlanner.bounded(plan(false, log(4, 60, 80), cut), new Scn(120));
    assertThat(Objects.requireNonNull(bounded.range()).endScn()).isEqualTo(new Scn(79));
    assertThat(bounded.hasMore()).isTrue();
    StepEnd end = new StepProgress(START, bounded).end(Confirmed.NONE);
    assertThat(end.cursors())
        .containsEntry(THREAD, new RedoAddress(5, 0, 0))
        .containsEntry(other, new RedoAddress(9, 0, 0));
    assertThat(end.passedScns())
        .containsEntry(THREAD, new Scn(79))
        .containsEntry(other, new Scn(79));
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(55));
  }

  @Test // TX-08
  void TX_08_rowsOfThreadZeroMoveNoCursor() {
    StepProgress progress = new StepProgress(START, plan(false, current(4, 60)));
    progress.note(row(new RedoThread(0), OperationCode.COMMIT, 700, 99, 1));
    StepEnd end = progress.end(Confirmed.NONE);
    assertThat(end.cursors()).containsOnly(Map.entry(THREAD, new RedoAddress(4, 0, 0)));
    assertThat(end.passedScns()).containsOnly(Map.entry(THREAD, Scn.ZERO));
  }

  private static StepPlan plan(boolean more, PlannedLog... logs) {
    return new StepPlan(new Scn(50), List.of(logs), more, null);
  }

  private static PlannedLog log(long sequence, long first, long next) {
    return new PlannedLog(
        THREAD, new LogSequence(sequence), new Scn(first), new Scn(next), "f", 0, false);
  }

  private static PlannedLog current(long sequence, long first) {
    return new PlannedLog(
        THREAD, new LogSequence(sequence), new Scn(first), new Scn(-1), "f", 1, true);
  }

  private static MinedRow row(OperationCode operation, long scn, long sequence, long block) {
    return row(THREAD, operation, scn, sequence, block);
  }

  private static MinedRow row(
      RedoThread thread, OperationCode operation, long scn, long sequence, long block) {
    return new MinedRow(
        new Scn(scn),
        thread,
        sequence == 0 ? RedoAddress.ZERO : new RedoAddress(sequence, block, 16),
        0,
        new TransactionKey(0, new Xid(1, 2, 3)),
        operation,
        operation.code(),
        false,
        new SegmentRef(0, null, null, 0),
        null,
        false,
        0,
        null,
        null,
        null,
        0,
        null);
  }
}
