package io.oraclecdc.transaction;

import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.position.Position;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.ListRedoSource;
import io.oraclecdc.transaction.TransactionLimits.Action;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions beyond a limit, and transactions that the database does not know any more. */
class TransactionLimitsTest {
  private static final LocalDateTime NOON = LocalDateTime.of(2024, 5, 1, 12, 0);

  @TempDir private Path directory;
  private final List<GivenUp> told = new ArrayList<>();

  private static TransactionLimits changes(long most, Action action) {
    return new TransactionLimits(null, Action.FAIL, most, action);
  }

  private static TransactionLimits age(Duration most, Action action) {
    return new TransactionLimits(most, action, Long.MAX_VALUE, Action.FAIL);
  }

  private Capture capture(ListRedoSource source, Position from, TransactionLimits limits) {
    Capture capture = new Capture(directory, source, from);
    capture.buffer.released(from.released());
    capture.buffer.limit(limits, told::add);
    return capture;
  }

  /** A has 101 inserts, B 150 of which 60 are undone by savepoints, C has one. */
  private static List<MinedRow> large() {
    List<MinedRow> rows = new ArrayList<>();
    long block = 1;
    for (int i = 0; i < 101; i++) {
      rows.add(at(10, block++).transaction(1).insert("A" + i, i + "|a"));
    }
    for (int i = 0; i < 150; i++) {
      rows.add(at(11, block++).transaction(2).insert("B" + i, (1000 + i) + "|b"));
      if (i % 5 >= 3) {
        rows.add(at(11, block++).transaction(2).undo(OperationCode.DELETE, "B" + i));
      }
    }
    rows.add(at(12, block++).transaction(3).insert("C", "9000|c"));
    rows.add(at(13, block++).transaction(1).commit());
    rows.add(at(14, block++).transaction(2).commit());
    rows.add(at(15, block).transaction(3).commit());
    return rows;
  }

  @Test
  void MEM_06_aTransactionBeyondTheThresholdIsDiscardedWholeWhereverStepsEnd() throws Exception {
    for (int stride : List.of(1, 7, 50, 10_000)) {
      told.clear();
      ListRedoSource source = new ListRedoSource(large(), reached -> reached + stride);
      try (Capture capture = capture(source, Capture.BEGINNING, changes(100, Action.DISCARD))) {
        capture.run();
        assertThat(capture.texts()).containsExactly("c 9000|c");
        // What counts is what the buffer held, so B is discarded although 90 changes survive.
        assertThat(told)
            .extracting(given -> given.key().xid().slot(), GivenUp::reason)
            .containsExactlyInAnyOrder(
                org.assertj.core.groups.Tuple.tuple(1, GivenUp.Reason.TOO_LARGE),
                org.assertj.core.groups.Tuple.tuple(2, GivenUp.Reason.TOO_LARGE));
        assertThat(capture.buffer.counts().discarded()).isEqualTo(2);
        assertThat(capture.buffer.openTransactions()).isZero();
      }
    }
  }

  @Test
  void MEM_06_byDefaultCaptureStopsAndNothingOfTheTransactionIsDelivered() throws Exception {
    for (int stride : List.of(1, 7, 50, 10_000)) {
      ListRedoSource source = new ListRedoSource(large(), reached -> reached + stride);
      try (Capture capture = capture(source, Capture.BEGINNING, changes(100, Action.FAIL))) {
        assertThatThrownBy(capture::run)
            .isInstanceOfSatisfying(
                CdcException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_TOO_LARGE))
            .hasMessageContaining("cdc.transaction.max.changes")
            .hasMessageContaining("open since SCN 10");
        assertThat(capture.texts()).isEmpty();
      }
    }
  }

  @Test
  void withoutLimitEverythingIsDelivered() throws Exception {
    assertThat(Capture.changesOf(directory, large())).hasSize(101 + 90 + 1);
  }

  private static List<MinedRow> old() {
    List<MinedRow> rows = new ArrayList<>();
    rows.add(at(10, 1).transaction(1).time(NOON).start());
    rows.add(at(11, 2).transaction(1).time(NOON).insert("R1", "1|a"));
    rows.add(at(12, 3).transaction(2).time(NOON.plusMinutes(30)).insert("R2", "2|b"));
    rows.add(at(13, 4).transaction(2).time(NOON.plusMinutes(40)).commit());
    rows.add(at(14, 5).transaction(3).time(NOON.plusMinutes(70)).insert("R3", "3|c"));
    rows.add(at(15, 6).transaction(3).time(NOON.plusMinutes(70)).commit());
    rows.add(at(16, 7).transaction(1).time(NOON.plusMinutes(80)).insert("R4", "4|d"));
    rows.add(at(17, 8).transaction(1).time(NOON.plusMinutes(81)).commit());
    rows.add(at(18, 9).transaction(4).time(NOON.plusMinutes(82)).insert("R5", "5|e"));
    rows.add(at(19, 10).transaction(4).time(NOON.plusMinutes(82)).commit());
    return rows;
  }

  @Test
  void MEM_04_anAbandonedTransactionIsIgnoredToItsEndAndHoldsNothingBack() throws Exception {
    for (int stride : List.of(1, 2, 3, 4, 100)) {
      told.clear();
      ListRedoSource source = new ListRedoSource(old(), reached -> reached + stride);
      try (Capture capture =
          capture(source, Capture.BEGINNING, age(Duration.ofHours(1), Action.DISCARD))) {
        capture.run();
        assertThat(capture.texts()).containsExactly("c 2|b", "c 3|c", "c 5|e");
        assertThat(told).extracting(GivenUp::reason).containsExactly(GivenUp.Reason.TOO_OLD);
        assertThat(capture.pipeline.currentPosition().resumeScn())
            .isGreaterThanOrEqualTo(new Scn(18));
      }
    }
  }

  @Test
  void MEM_04_aRestartInsideAnAbandonedTransactionDoesNotBringItsRestBack() throws Exception {
    List<MinedRow> rows = old();
    Position stored;
    try (Capture capture =
        capture(
            new ListRedoSource(rows.subList(0, 6), reached -> reached + 2),
            Capture.BEGINNING,
            age(Duration.ofHours(1), Action.DISCARD))) {
      capture.run();
      capture.pipeline.heartbeat(Instant.EPOCH);
      stored = capture.lastPosition();
      assertThat(stored.excluded()).hasSize(1);
    }
    try (Capture capture =
        capture(
            ListRedoSource.whole(rows).strictly(),
            stored,
            age(Duration.ofHours(1), Action.DISCARD))) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 5|e");
    }
  }

  @Test
  void aTransactionThatIsTooOldStopsCaptureAfterWhatCommittedBefore() {
    ListRedoSource source = new ListRedoSource(old(), reached -> reached + 6);
    try (Capture capture =
        capture(source, Capture.BEGINNING, age(Duration.ofHours(1), Action.FAIL))) {
      assertThatThrownBy(capture::run)
          .isInstanceOfSatisfying(
              CdcException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_TOO_OLD))
          .hasMessageContaining("cdc.transaction.max.age.ms");
      assertThat(capture.texts()).containsExactly("c 2|b", "c 3|c");
    }
  }

  // ---- orphans

  private static final class Database implements ActiveTransactions {
    private Set<TransactionKey> known = Set.of();
    private Scn scn = new Scn(100);
    private boolean tells = true;

    @Override
    public Optional<Listing> read() {
      return tells ? Optional.of(new Listing(known, scn)) : Optional.empty();
    }
  }

  private static List<MinedRow> orphan() {
    List<MinedRow> rows = new ArrayList<>();
    rows.add(at(10, 1).transaction(1).time(NOON).start());
    rows.add(at(11, 2).transaction(1).time(NOON).insert("R1", "1|a"));
    rows.add(at(20, 3).transaction(2).time(NOON.plusHours(1)).insert("R2", "2|b"));
    rows.add(at(21, 4).transaction(2).time(NOON.plusHours(1)).commit());
    return rows;
  }

  private OrphanCheck check(Database database, OrphanCheck.Action action) {
    return new OrphanCheck(database, Duration.ofMinutes(5), action, told::add);
  }

  private static void look(Capture capture, OrphanCheck check, Scn passed, int number) {
    check.check(capture.buffer, passed, Duration.ofMinutes(5).toNanos() * number);
  }

  @Test
  void anOrphanIsReleasedAtTheSecondCheckWhenTheRedoUpToTheFirstWasRead() throws Exception {
    Database database = new Database();
    OrphanCheck check = check(database, OrphanCheck.Action.RELEASE);
    try (Capture capture =
        capture(ListRedoSource.whole(orphan()), Capture.BEGINNING, TransactionLimits.NONE)) {
      capture.run();
      look(capture, check, new Scn(99), 1);
      assertThat(told).isEmpty();
      look(capture, check, new Scn(99), 2);
      // The redo up to SCN 100 was not read yet: its COMMIT may be there.
      assertThat(told).isEmpty();
      look(capture, check, new Scn(100), 3);
      assertThat(told).extracting(GivenUp::reason).containsExactly(GivenUp.Reason.ORPHAN);
      capture.pipeline.step();
      assertThat(capture.buffer.openTransactions()).isZero();
      assertThat(capture.pipeline.currentPosition().resumeScn()).isEqualTo(new Scn(21));
      assertThat(capture.pipeline.currentPosition().released()).hasSize(1);
    }
  }

  @Test
  void whatTheDatabaseKnowsOrIsInDoubtStays() throws Exception {
    Database database = new Database();
    database.known = Set.of(orphan().get(0).transaction());
    OrphanCheck check = check(database, OrphanCheck.Action.FAIL);
    try (Capture capture =
        capture(ListRedoSource.whole(orphan()), Capture.BEGINNING, TransactionLimits.NONE)) {
      capture.run();
      for (int i = 1; i < 5; i++) {
        look(capture, check, new Scn(500), i);
      }
      database.known = Set.of();
      look(capture, check, new Scn(500), 5);
      database.tells = false;
      look(capture, check, new Scn(500), 6);
      database.tells = true;
      look(capture, check, new Scn(500), 7);
      assertThat(capture.buffer.openTransactions()).isEqualTo(1);
      assertThatThrownBy(() -> look(capture, check, new Scn(500), 8))
          .isInstanceOfSatisfying(
              CdcException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.ORPHAN_TRANSACTION));
    }
  }

  @Test
  void aReleasedTransactionMayBeRolledBackAndMustNotCommitAlsoAfterARestart() throws Exception {
    List<MinedRow> rows = orphan();
    Position stored;
    try (Capture capture =
        capture(ListRedoSource.whole(rows), Capture.BEGINNING, TransactionLimits.NONE)) {
      capture.run();
      capture.buffer.release(rows.get(0).transaction());
      capture.pipeline.step();
      capture.pipeline.heartbeat(Instant.EPOCH);
      stored = capture.lastPosition();
      assertThat(stored.released()).containsExactly(rows.get(0).transaction());
    }
    List<MinedRow> rolledBack = new ArrayList<>(rows);
    rolledBack.add(at(30, 5).partial(1).undo(OperationCode.DELETE, "R1"));
    rolledBack.add(at(31, 6).transaction(1).rollback());
    rolledBack.add(at(32, 7).transaction(3).insert("R3", "3|c"));
    rolledBack.add(at(33, 8).transaction(3).commit());
    try (Capture capture =
        capture(ListRedoSource.whole(rolledBack).strictly(), stored, TransactionLimits.NONE)) {
      capture.run();
      assertThat(capture.texts()).containsExactly("c 3|c");
      assertThat(capture.pipeline.currentPosition().released()).isEmpty();
    }
    List<MinedRow> committed = new ArrayList<>(rows);
    committed.add(at(30, 5).transaction(1).insert("R4", "4|d"));
    committed.add(at(31, 6).transaction(1).commit());
    try (Capture capture =
        capture(ListRedoSource.whole(committed).strictly(), stored, TransactionLimits.NONE)) {
      assertThatThrownBy(capture::run)
          .isInstanceOfSatisfying(
              CdcException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.ORPHAN_RELEASE_VIOLATION));
      assertThat(capture.texts()).isEmpty();
    }
  }
}
