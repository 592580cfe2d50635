package io.oraclecdc.commit;

import static io.oraclecdc.testing.Capture.BEGINNING;
import static io.oraclecdc.testing.TestRow.at;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.InFlight;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.ListRedoSource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitSequencerTest {
  private static final RedoThread ONE = new RedoThread(1);
  private static final RedoThread TWO = new RedoThread(2);

  @TempDir Path directory;

  @Test // TX-04
  void TX_04_commitsOfTwoThreadsAreMergedAndNoneIsLost() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(490, 1).transaction(1).insert("R1", "1|A"),
            at(490, 2).transaction(2).insert("R2", "2|B"),
            at(490, 1).thread(2).transaction(3).insert("R3", "3|C"),
            at(500, 3).transaction(1).commit(),
            at(500, 4).transaction(2).commit(),
            at(499, 2).thread(2).transaction(3).commit());
    try (Capture capture = capture(rows, BEGINNING)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 3|C", "c 1|A", "c 2|B");
    }
    Position afterA =
        new Position(
            BEGINNING.incarnation(),
            new Scn(490),
            Scn.ZERO,
            Map.of(
                ONE,
                new Position.ThreadPosition(
                    new RedoAddress(1, 1, 16),
                    new Position.LastCommit(
                        new RedoAddress(1, 3, 16), new Scn(500), rows.get(0).transaction()))),
            null);
    try (Capture capture = capture(rows, afterA)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 3|C", "c 2|B");
    }
  }

  @Test
  void aCommitWaitsUntilEveryThreadHasPassedItsScn() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "1|one"),
            at(11, 1).thread(2).transaction(2).insert("R2", "2|two"),
            at(20, 2).transaction(1).commit(),
            at(15, 2).thread(2).transaction(2).commit());
    ListRedoSource source = new ListRedoSource(rows, reached -> reached + 3);
    try (Capture capture = new Capture(directory, source, BEGINNING)) {
      assertThat(capture.pipeline.step()).isTrue();
      assertThat(capture.texts()).isEmpty();
      assertThat(capture.pipeline.currentPosition().resumeScn()).isEqualTo(new Scn(10));
      capture.run();
      assertThat(capture.texts()).containsExactly("c 2|two", "c 1|one");
    }
  }

  @Test
  void aPositionDoesNotGoBackToTheStartOfATransactionWithoutCapturedRows() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(20, 2).transaction(2).insert("R2", "2|first"),
            at(21, 3).transaction(2).commit(),
            at(30, 4).transaction(1).insert("R1", "1|late"),
            at(31, 5).transaction(1).insert("R3", "3|late"),
            at(32, 6).transaction(1).commit());
    ListRedoSource source = new ListRedoSource(rows, reached -> reached + 3);
    try (Capture capture = new Capture(directory, source, BEGINNING)) {
      capture.run();
      Position first = capture.delivered.get(0).position();
      Position late = capture.delivered.get(1).position();
      assertThat(late.inFlight()).isNotNull();
      assertThat(late.resumeScn()).isGreaterThanOrEqualTo(first.resumeScn());
      assertThat(requireNonNull(late.threads().get(ONE)).resumeAddress())
          .isGreaterThanOrEqualTo(requireNonNull(first.threads().get(ONE)).resumeAddress());
      try (Capture restarted =
          new Capture(directory.resolve("again"), ListRedoSource.whole(rows), late)) {
        restarted.run();
        assertThat(restarted.texts()).containsExactly("c 3|late");
      }
    }
  }

  @Test
  void aThreadKeepsItsOrderWhenCommitScnsStepBack() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "1|first"),
            at(10, 2).transaction(2).insert("R2", "2|second"),
            at(10, 1).thread(2).transaction(3).insert("R3", "3|other"),
            at(30, 3).transaction(1).commit(),
            at(20, 4).transaction(2).commit(),
            at(25, 2).thread(2).transaction(3).commit());
    try (Capture capture = capture(rows, BEGINNING)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 3|other", "c 1|first", "c 2|second");
    }
  }

  @Test
  void changesAreNumberedWithinTransactionAndTable() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(10, 1).transaction(1).user("APP").table("T").insert("R1", "1|a"),
            at(10, 2).transaction(1).table("U").insert("R2", "2|b"),
            at(10, 3).transaction(1).table("T").insert("R3", "3|c"),
            at(10, 4).transaction(1).table("T").undo(OperationCode.DELETE, "R3"),
            at(10, 5).transaction(1).table("T").insert("R4", "4|d"),
            at(11, 6).transaction(1).commit());
    try (Capture capture = capture(rows, BEGINNING)) {
      capture.run();
      List<String> numbers = new ArrayList<>();
      capture.delivered.forEach(
          each -> {
            var origin = ((Change.RowChange) each.change()).origin();
            numbers.add(origin.eventIndex() + "/" + origin.tableIndex());
            assertThat(origin.transaction().eventCount()).isEqualTo(3);
            assertThat(origin.transaction().userName()).isEqualTo("APP");
            assertThat(origin.transaction().commitTime())
                .isEqualTo(Instant.parse("2024-05-01T12:00:00Z"));
          });
      assertThat(numbers).containsExactly("0/0", "1/0", "2/1");
    }
  }

  @Test // POS-01
  void POS_01_aPositionInsideATransactionSkipsExactlyWhatWasAcknowledged() throws Exception {
    List<MinedRow> rows = tenRows();
    Position afterFour;
    try (Capture capture = capture(rows, BEGINNING)) {
      capture.run();
      afterFour = capture.delivered.get(3).position();
    }
    assertThat(afterFour.inFlight())
        .isEqualTo(
            new InFlight(
                ONE,
                rows.get(0).transaction(),
                new RedoAddress(1, 11, 16),
                4,
                new RedoAddress(1, 4, 16),
                "settings"));
    try (Capture capture = capture(rows, afterFour)) {
      assertThat(capture.pipeline.currentPosition()).isEqualTo(afterFour);
      capture.run();
      assertThat(capture.texts()).hasSize(6).first().isEqualTo("c 5|n");
      assertThat(capture.lastPosition().inFlight()).isNull();
      assertThat(capture.lastPosition().threads().get(ONE)).isNotNull();
    }
  }

  @Test
  void aPositionThatNamesAnotherChangeDeliversTheTransactionWhole() throws Exception {
    List<MinedRow> rows = tenRows();
    InFlight other =
        new InFlight(
            ONE,
            rows.get(0).transaction(),
            new RedoAddress(1, 11, 16),
            4,
            new RedoAddress(1, 5, 16),
            "settings");
    Position start = new Position(BEGINNING.incarnation(), Scn.ZERO, Scn.ZERO, Map.of(), other);
    try (Capture capture = capture(rows, start)) {
      capture.run();
      assertThat(capture.texts()).hasSize(10);
    }
  }

  @Test
  void otherSettingsDeliverTheTransactionWhole() throws Exception {
    List<MinedRow> rows = tenRows();
    Position afterFour;
    try (Capture capture = capture(rows, BEGINNING)) {
      capture.run();
      afterFour = capture.delivered.get(3).position();
    }
    try (Capture capture =
        new Capture(directory, ListRedoSource.whole(rows), afterFour, "others", new String[0])) {
      capture.run();
      assertThat(capture.texts()).hasSize(10);
    }
  }

  @Test // POS-07
  void POS_07_commitsUpToTheFloorAreOlderThanCapture() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(1_990, 1).transaction(1).insert("R1", "1|P"),
            at(1_991, 2).transaction(2).insert("R2", "2|Q"),
            at(1_992, 3).transaction(3).insert("R3", "3|R"),
            at(1_999, 4).transaction(1).commit(),
            at(2_000, 5).transaction(2).commit(),
            at(2_001, 6).transaction(3).commit());
    Position start = Position.startingAt(BEGINNING.incarnation(), new Scn(1_990), new Scn(2_000));
    try (Capture capture = capture(rows, start)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 3|R");
      assertThat(capture.area.openLogs()).isZero();
    }
  }

  @Test
  void transactionsWithoutChangesMoveThePositionOfHeartbeats() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).undo(OperationCode.DELETE, "R1"),
            at(12, 3).transaction(1).commit(),
            at(50, 4).thread(2).transaction(9).commit());
    try (Capture capture = capture(rows, BEGINNING)) {
      capture.run();
      capture.pipeline.heartbeat(Instant.EPOCH);
      assertThat(capture.texts()).containsExactly("heartbeat 50");
      Position position = capture.lastPosition();
      assertThat(position.resumeScn()).isEqualTo(new Scn(50));
      assertThat(position.threads().get(ONE))
          .isEqualTo(
              new Position.ThreadPosition(
                  new RedoAddress(1, 3, 16),
                  new Position.LastCommit(
                      new RedoAddress(1, 3, 16), new Scn(12), rows.get(0).transaction())));
      assertThat(position.threads()).containsKey(TWO);
    }
  }

  @Test
  void anOpenTransactionHoldsThePositionUntilItEnds() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(11, 2).transaction(1).insert("R1", "1|a"),
            at(20, 3).transaction(2).insert("R2", "2|b"),
            at(21, 4).transaction(2).commit(),
            at(30, 5).transaction(1).rollback());
    ListRedoSource source = new ListRedoSource(rows, reached -> 4);
    try (Capture capture = new Capture(directory, source, BEGINNING)) {
      capture.pipeline.step();
      Position held = capture.lastPosition();
      assertThat(held.resumeScn()).isEqualTo(new Scn(10));
      assertThat(held.threads())
          .containsEntry(ONE, new Position.ThreadPosition(new RedoAddress(1, 1, 16), lastOf(rows)));
    }
    try (Capture capture = capture(rows, BEGINNING)) {
      capture.run();
      assertThat(capture.pipeline.currentPosition().resumeScn()).isEqualTo(new Scn(30));
    }
  }

  private static Position.LastCommit lastOf(List<MinedRow> rows) {
    return new Position.LastCommit(
        new RedoAddress(1, 4, 16), new Scn(21), rows.get(2).transaction());
  }

  private static List<MinedRow> tenRows() {
    List<MinedRow> rows = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      rows.add(at(10, i).transaction(1).insert("R" + i, i + "|n"));
    }
    rows.add(at(11, 11).transaction(1).commit());
    return rows;
  }

  private Capture capture(List<MinedRow> rows, Position start) {
    return new Capture(directory, ListRedoSource.whole(rows), start);
  }
}
