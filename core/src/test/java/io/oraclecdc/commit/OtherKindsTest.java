package io.oraclecdc.commit;

import static io.oraclecdc.testing.Capture.BEGINNING;
import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.change.Change;
import io.oraclecdc.config.SkippedOperation;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.ListRedoSource;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that are not rows: truncates, begin and end of transactions, layouts. */
class OtherKindsTest {
  private static final DeliveredKinds ALL = new DeliveredKinds(true, true, true, Set.of());
  private static final DeliveredKinds TRUNCATES = new DeliveredKinds(false, false, true, Set.of());

  /** Two transactions with rows, between them a truncate and an ALTER. */
  private static final List<MinedRow> ROWS =
      List.of(
          at(10, 1).transaction(1).insert("R1", "1|a"),
          at(11, 2).transaction(1).table("U").insert("R2", "2|b"),
          at(12, 3).transaction(1).insert("R3", "3|c"),
          at(13, 4).transaction(1).commit(),
          at(14, 5).transaction(2).ddl("truncate table app.t"),
          at(15, 6).transaction(2).commit(),
          at(16, 7).transaction(3).ddl("alter table app.t add (x number)"),
          at(17, 8).transaction(3).commit(),
          at(18, 9).transaction(4).insert("R4", "4|d"),
          at(19, 10).transaction(4).commit());

  private static final List<String> EVERYTHING =
      List.of(
          "BEGIN 1.1.1",
          "c 1|a",
          "c 2|b",
          "c 3|c",
          "END 1.1.1 {APP.T=2, APP.U=1}",
          "BEGIN 1.2.1",
          "t APP.T",
          "END 1.2.1 {APP.T=1}",
          "ALTER APP.T v1",
          "BEGIN 1.4.1",
          "c 4|d",
          "END 1.4.1 {APP.T=1}");

  @TempDir Path directory;
  private int runs;

  private Capture capture(List<MinedRow> rows, int step, DeliveredKinds kinds) {
    return new Capture(
        directory.resolve("run" + runs++),
        new ListRedoSource(rows, reached -> Math.min(rows.size(), reached + step)),
        BEGINNING,
        kinds);
  }

  private List<String> texts(List<MinedRow> rows, DeliveredKinds kinds) throws Exception {
    try (Capture capture = capture(rows, rows.size(), kinds)) {
      capture.run();
      return keys(capture.texts());
    }
  }

  /** Transaction ids of the fixture are as they are: only their numbers matter. */
  private static List<String> keys(List<String> texts) {
    return texts.stream()
        .map(text -> text.replaceAll("^(BEGIN|END) \\d+\\.(\\d+)\\.\\d+", "$1 1.$2.1"))
        .toList();
  }

  @Test
  void DDL_14_everyKindHasItsPlaceInTheOrderOfCommits() throws Exception {
    assertThat(texts(ROWS, ALL)).containsExactlyElementsOf(EVERYTHING);
  }

  @Test
  void DDL_14_nothingOfThatUnlessAskedFor() throws Exception {
    assertThat(texts(ROWS, DeliveredKinds.ROWS))
        .containsExactly("c 1|a", "c 2|b", "c 3|c", "c 4|d");
    assertThat(texts(ROWS, TRUNCATES))
        .containsExactly("c 1|a", "c 2|b", "c 3|c", "t APP.T", "c 4|d");
  }

  @Test
  void stepsOfAnySizeDeliverTheSame() throws Exception {
    for (int step = 1; step < ROWS.size(); step++) {
      try (Capture capture = capture(ROWS, step, ALL)) {
        capture.run();
        assertThat(keys(capture.texts())).as("step %s", step).isEqualTo(EVERYTHING);
      }
    }
  }

  @Test
  void everyPositionGoesOnBehindItsChangeAndAtMostRepeatsABeginning() throws Exception {
    List<SequencedChange> delivered;
    try (Capture capture = capture(ROWS, ROWS.size(), ALL)) {
      capture.run();
      delivered = List.copyOf(capture.delivered);
    }
    for (int i = 0; i < delivered.size(); i++) {
      try (Capture restarted =
          new Capture(
              directory.resolve("again" + i),
              ListRedoSource.whole(ROWS),
              delivered.get(i).position(),
              ALL)) {
        restarted.run();
        List<String> expected = new ArrayList<>(EVERYTHING.subList(i + 1, EVERYTHING.size()));
        if (EVERYTHING.get(i).startsWith("BEGIN")) {
          expected.add(0, EVERYTHING.get(i));
        }
        assertThat(keys(restarted.texts())).as("behind %s", EVERYTHING.get(i)).isEqualTo(expected);
      }
    }
  }

  @Test
  void anEndThatWasNotAcknowledgedDoesNotBringItsRowsAgainWhenEndsAreSwitchedOff()
      throws Exception {
    SequencedChange lastRow;
    try (Capture capture = capture(ROWS, ROWS.size(), ALL)) {
      capture.run();
      lastRow = capture.delivered.get(3);
    }
    try (Capture restarted =
        new Capture(
            directory.resolve("off"),
            ListRedoSource.whole(ROWS),
            lastRow.position(),
            DeliveredKinds.ROWS)) {
      restarted.run();
      assertThat(restarted.texts()).containsExactly("c 4|d");
      assertThat(restarted.lastPosition().inFlight()).isNull();
    }
  }

  @Test
  void aFailedStepTellsItsStatementsOnceTheNextTime() throws Exception {
    ListRedoSource source = ListRedoSource.whole(ROWS);
    source.failOnce(8, new RetriableException(ErrorCode.MINING_STEP_RETRY, "ORA-01555", null));
    try (Capture capture = new Capture(directory, source, BEGINNING, ALL)) {
      assertThatThrownBy(capture.pipeline::step).isInstanceOf(RetriableException.class);
      assertThat(capture.delivered).isEmpty();
      capture.run();
      assertThat(keys(capture.texts())).isEqualTo(EVERYTHING);
    }
  }

  @Test
  void aTransactionWithoutChangesHasNeitherBeginNorEnd() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).start(),
            at(11, 2).transaction(1).commit(),
            at(12, 3).transaction(2).insert("R1", "1|a"),
            at(13, 4).transaction(2).rollback(),
            at(14, 5).transaction(3).ddl("truncate table app.t"),
            at(15, 6).transaction(3).rollback());
    assertThat(texts(rows, ALL)).isEmpty();
  }

  @Test
  void skippedOperationsKeepTheNumbersOfTheOthers() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R1", "1|a"),
            at(11, 2).transaction(1).update("R1", "1|a>1|b"),
            at(12, 3).transaction(1).delete("R1", "1|b"),
            at(13, 4).transaction(1).commit(),
            at(14, 5).transaction(2).delete("R2", "2|x"),
            at(15, 6).transaction(2).commit());
    DeliveredKinds kinds =
        new DeliveredKinds(true, false, false, Set.of(SkippedOperation.U, SkippedOperation.D));
    try (Capture capture = capture(rows, rows.size(), kinds)) {
      capture.run();
      assertThat(keys(capture.texts()))
          .containsExactly("BEGIN 1.1.1", "c 1|a", "END 1.1.1 {APP.T=1}");
      Change.RowInserted inserted = (Change.RowInserted) capture.delivered.get(1).change();
      assertThat(inserted.origin().eventIndex()).isZero();
      assertThat(inserted.origin().transaction().eventCount()).isEqualTo(3);
      // The transactions that were left out are done all the same.
      assertThat(
              capture.pipeline.currentPosition().threads().values().stream()
                  .map(thread -> Objects.requireNonNull(thread.lastCommit()).scn().value()))
          .containsExactly(15L);
    }
  }

  @Test
  void aMovedKeyLosesTheRecordsOfSkippedOperationsOnly() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).update("R1", "1|a>2|a"), at(11, 2).transaction(1).commit());
    assertThat(texts(rows, skipping(SkippedOperation.U))).containsExactly("u 1|a>2|a moved");
    assertThat(texts(rows, skipping(SkippedOperation.D))).hasSize(1);
    assertThat(texts(rows, skipping(SkippedOperation.C, SkippedOperation.D))).isEmpty();
  }

  private static DeliveredKinds skipping(SkippedOperation... operations) {
    return new DeliveredKinds(false, false, false, Set.of(operations));
  }

  @Test
  void aBeginIsNeverBehindItsEnd() throws Exception {
    LocalDateTime late = LocalDateTime.parse("2026-01-01T10:00:05");
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).time(late).insert("R1", "1|a"),
            at(11, 2).transaction(1).time(late.minusSeconds(1)).commit());
    try (Capture capture = capture(rows, 2, ALL)) {
      capture.run();
      Change.TransactionBegan began = (Change.TransactionBegan) capture.delivered.get(0).change();
      assertThat(began.time()).isEqualTo(Instant.parse("2026-01-01T10:00:04Z"));
    }
  }

  @Test
  void layoutsAreToldBeforeTheFirstStep() throws Exception {
    try (Capture capture = capture(ROWS, ROWS.size(), ALL)) {
      capture.pipeline.layouts(Instant.EPOCH);
      assertThat(capture.texts()).containsExactly("CREATE APP.T v1", "CREATE APP.U v1");
    }
    try (Capture capture = capture(ROWS, ROWS.size(), TRUNCATES)) {
      capture.pipeline.layouts(Instant.EPOCH);
      assertThat(capture.texts()).isEmpty();
    }
  }

  @Test
  void theTruncateOfATransactionWithRowsComesFirstAndCounts() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).ddl("truncate table app.t"),
            at(11, 2).transaction(1).insert("R1", "1|a"),
            at(12, 3).transaction(1).insert("R2", "2|b"),
            at(13, 4).transaction(1).commit());
    try (Capture capture = capture(rows, 4, TRUNCATES)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("t APP.T", "c 1|a", "c 2|b");
      Change.RowInserted second = (Change.RowInserted) capture.delivered.get(2).change();
      assertThat(second.origin().eventIndex()).isEqualTo(2);
      assertThat(second.origin().transaction().eventCount()).isEqualTo(3);
      for (int i = 0; i < 3; i++) {
        try (Capture restarted =
            new Capture(
                directory.resolve("rows" + i),
                ListRedoSource.whole(rows),
                capture.delivered.get(i).position(),
                TRUNCATES)) {
          restarted.run();
          assertThat(restarted.texts()).isEqualTo(capture.texts().subList(i + 1, 3));
        }
      }
    }
  }
}
