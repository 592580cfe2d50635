package io.oraclecdc.transaction;

import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Xid;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.Position.JournalMark;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.ListRedoSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongTransactionsTest {
  private static final JournalSettings HOUR =
      new JournalSettings(Duration.ofHours(1), 1_000, 10_000, "selection");

  @TempDir Path directory;

  @Test // MEM-04
  void MEM_04_ageIsMeasuredInRedoTimeAndALateTransactionIsWhole() throws Exception {
    LocalDateTime began = LocalDateTime.of(2024, 5, 1, 12, 0);
    List<MinedRow> rows = new ArrayList<>();
    rows.add(at(10, 1).transaction(1).time(began).start());
    rows.add(at(11, 2).transaction(1).time(began).insert("R1", "1|a"));
    // The connector was down for a day: all of this is old by its clock when it is mined.
    rows.add(at(12, 3).transaction(2).time(began.plusMinutes(50)).insert("R2", "2|b"));
    rows.add(at(13, 4).transaction(2).time(began.plusMinutes(50)).commit());
    rows.add(at(14, 5).transaction(3).time(began.plusMinutes(70)).insert("R3", "3|c"));
    rows.add(at(15, 6).transaction(3).time(began.plusMinutes(70)).commit());
    rows.add(at(16, 7).transaction(1).time(began.plusHours(23)).insert("R4", "4|d"));
    rows.add(at(17, 8).transaction(1).time(began.plusHours(23)).commit());
    ListRedoSource source = new ListRedoSource(rows, reached -> reached + 2);
    try (FileJournal journal = FileJournal.open(directory.resolve("journal"));
        Capture capture = new Capture(directory, source, Capture.BEGINNING, journal, HOUR)) {
      capture.pipeline.step();
      capture.pipeline.step();
      assertThat(capture.buffer.journaledTransactions()).isZero();
      capture.pipeline.step();
      assertThat(capture.buffer.journaledTransactions()).isEqualTo(1);
      capture.run();
      assertThat(capture.texts()).containsExactly("c 2|b", "c 3|c", "c 1|a", "c 4|d");
    }
  }

  @Test
  void aPositionOfAnotherJournalOrOfNoneIsRefused() throws Exception {
    Position stored = Capture.BEGINNING.withJournal(new JournalMark("another", 3, Map.of()));
    try (FileJournal journal = FileJournal.open(directory.resolve("journal"))) {
      assertThatThrownBy(
              () -> new Capture(directory, ListRedoSource.whole(List.of()), stored, journal, HOUR))
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL));
    }
    assertThatThrownBy(() -> TransactionBuffer.requireNoJournal(stored))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL));
  }

  @Test
  void rowsWithAPartialIdFindARestoredTransaction() throws Exception {
    JournalSettings all = new JournalSettings(Duration.ofHours(1), 1, 10_000, "selection");
    List<MinedRow> rows = new ArrayList<>();
    rows.add(at(10, 1).transaction(1).start());
    rows.add(at(11, 2).transaction(1).table("T").insert("R1", "1|a"));
    rows.add(at(12, 3).transaction(1).table("T").insert("R2", "2|b"));
    rows.add(at(13, 4).transaction(2).table("T").insert("R3", "3|c"));
    rows.add(at(14, 5).transaction(2).commit());
    Position stored;
    Path files = directory.resolve("journal");
    try (Capture capture =
        new Capture(
            directory,
            ListRedoSource.whole(rows),
            Capture.BEGINNING,
            FileJournal.open(files),
            all)) {
      capture.run();
      capture.pipeline.heartbeat(Instant.EPOCH);
      stored = capture.lastPosition();
      JournalMark mark = Objects.requireNonNull(stored.journal());
      assertThat(mark.chunks().values()).containsExactly(1L);
    }
    rows.add(at(15, 6).partial(1).table("T").undo(io.oraclecdc.model.OperationCode.DELETE, "R2"));
    rows.add(at(16, 7).transaction(1).commit());
    try (Capture capture =
        new Capture(
            directory,
            ListRedoSource.whole(rows).strictly(),
            stored,
            FileJournal.open(files),
            all)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 1|a");
      assertThat(capture.buffer.journaledTransactions()).isZero();
      assertThat(capture.delivered.get(0).change().toString())
          .doesNotContain(new Xid(0, 0, 0xFFFF_FFFFL).toString());
    }
  }
}
