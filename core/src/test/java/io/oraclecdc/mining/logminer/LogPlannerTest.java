package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.mining.logminer.LogListing.ArchiveDestination;
import io.oraclecdc.mining.logminer.LogListing.ArchivedLog;
import io.oraclecdc.mining.logminer.LogListing.OnlineLog;
import io.oraclecdc.mining.logminer.LogListing.ThreadState;
import io.oraclecdc.mining.logminer.StepPlan.PlannedLog;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.LogSequence;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogPlannerTest {
  private final LogPlanner online = new LogPlanner(CaptureMode.ONLINE, null);

  @Test
  void GAP_01_nothingIsReadBeyondALogThatIsNotRegisteredYet() {
    Listing listing = new Listing().archived(2, 80, 90).current(4, 100);
    StepPlan plan = plan(listing, 85);
    assertThat(sequences(plan)).containsExactly(2L);
    assertThat(plan.hole()).hasToString("thread 1 sequence 3");
    assertThat(
            sequences(
                plan(new Listing().archived(2, 80, 90).archived(3, 90, 100).current(4, 100), 85)))
        .containsExactly(2L, 3L, 4L);
    assertThat(sequences(plan(new Listing().current(4, 100), 101))).containsExactly(4L);
  }

  @Test
  void GAP_01_behindTheHoleTheStepWaits() {
    Listing listing = new Listing().archived(2, 80, 90).current(4, 100);
    StepPlan plan = plan(listing, 90, new RedoAddress(3, 0, 0), 8);
    assertThat(plan.logs()).isEmpty();
    assertThat(plan.hole()).hasToString("thread 1 sequence 3");
  }

  @Test
  void GAP_02_sequencesBelongToAThread() {
    Listing listing =
        new Listing()
            .archived(3, 41768, 20500000100000L, 20500000700071L)
            .archived(3, 41769, 20500000700071L, 20500001900229L)
            .current(3, 41770, 20500001900229L)
            .archived(4, 50925, 20499999000249L, 20500000699909L)
            .current(4, 50926, 20500000699909L);
    assertThat(plan(listing, 20500000100000L).logs())
        .extracting(log -> log.thread() + ":" + log.sequence())
        .containsExactly("3:41768", "3:41769", "3:41770", "4:50925", "4:50926");
    Listing equal = new Listing().current(2, 21, 100).current(4, 21, 90);
    assertThat(plan(equal, 100).logs()).hasSize(2);
  }

  @Test
  void GAP_03_oneLogWithSeveralCopiesIsAddedOnceFromAReadableArchivedCopy() {
    Listing listing =
        new Listing()
            .online(11, 50, 60, "INACTIVE")
            .copy("dest1", 1, 11, 50, 60, "D", true)
            .copy("dest3", 3, 11, 50, 60, "A", false)
            .current(12, 60);
    assertThat(plan(listing, 55).logs())
        .extracting(PlannedLog::file)
        .containsExactly("dest3", "redo12");
  }

  @Test
  void GAP_03_anOnlineLogIsUsedWhenItsArchivedCopyIsGone() {
    Listing listing =
        new Listing()
            .online(11, 50, 60, "INACTIVE")
            .copy("dest1", 1, 11, 50, 60, "D", true)
            .current(12, 60);
    assertThat(plan(listing, 55).logs()).extracting(PlannedLog::file).contains("redo11");
  }

  @Test
  void GAP_04_rowsThatAreNoReadableLocalLogDoNotCount() {
    Listing listing =
        new Listing()
            .raw(null, 1, 11, 50, 60, true, false, "A", false)
            .raw("b", 1, 12, 60, 70, false, false, "A", false)
            .raw("c", 1, 13, 70, 80, true, false, "U", false)
            .raw("d", 2, 14, 80, 90, true, false, "A", true)
            .current(15, 90);
    for (long start : new long[] {50, 60, 70, 80}) {
      assertThat(plan(listing, start).logs()).as("from %d", start).isEmpty();
      assertThat(plan(listing, start).hole()).isNotNull();
    }
    for (String status : List.of("A", "X", "D")) {
      Listing gone =
          new Listing()
              .raw("e", 1, 16, 50, 60, true, status.equals("A"), status, false)
              .current(17, 60);
      assertThatThrownBy(() -> plan(gone, 50))
          .as("status %s", status)
          .isInstanceOfSatisfying(
              CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED));
    }
  }

  @Test
  void GAP_06_theRangeIsBoundedByTheLogsThatAreAdded() {
    StepPlan plan = plan(new Listing().archived(2, 80, 200).archived(3, 200, 300), 85);
    assertThat(plan.lastLogs()).extracting(PlannedLog::nextScn).containsExactly(new Scn(300));
    assertThat(plan.hasOpenEnd()).isFalse();
  }

  @Test
  void GAP_08_redoThatWasRemovedStopsAndIsToldFromRedoThatIsMissing() {
    Listing purged =
        new Listing()
            .copy("x", 1, 6, 900, 1500, "D", true)
            .archived(7, 1500, 1600)
            .current(8, 1600);
    assertThatThrownBy(() -> plan(purged, 1000))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_PURGED))
        .hasMessageContainingAll("thread 1 sequence 6", "SCN 900 to 1500", "1000");
    Listing missing = new Listing().archived(7, 1500, 1600).current(8, 1600);
    StepPlan plan = plan(missing, 1000);
    assertThat(plan.logs()).isEmpty();
    assertThat(
            LogPlanner.gap(Objects.requireNonNull(plan.hole()), start(1000, null), missing.build()))
        .returns(ErrorCode.LOG_GAP, CdcException::code)
        .hasMessageContainingAll("thread 1 sequence 6", "1000", "7, 8 (online)");
  }

  @Test
  void GAP_08_aCursorInALogThatLeftTheControlFileIsAHoleToo() {
    Listing listing = new Listing().archived(7, 1500, 1600).current(8, 1600);
    assertThat(plan(listing, 1000, new RedoAddress(4, 17, 16), 8).hole())
        .hasToString("thread 1 sequence 4");
  }

  @Test
  void GAP_09_aClosedThreadWithoutRedoInTheRangeIsNotRequired() {
    Listing listing = new Listing().current(5, 800).closed(2, 700);
    listing.archived(2, 40, 600, 700);
    assertThat(sequences(plan(listing, 900))).containsExactly(5L);
  }

  @Test
  void GAP_09_aClosedThreadWithUnreadRedoThatIsGoneIsAGap() {
    Listing listing = new Listing().current(5, 100).closed(2, 700);
    StepPlan plan =
        online.plan(
            listing.build(),
            new MiningStart(new Scn(650), Map.of(new RedoThread(2), new RedoAddress(7, 3, 16))),
            8,
            file -> 0);
    assertThat(plan.logs()).isEmpty();
    assertThat(plan.hole()).hasToString("thread 2 sequence 7");
  }

  @Test
  void GAP_09_aClosedThreadThatWasReadToItsEndIsNotWaitedFor() {
    Listing listing = new Listing().archived(1, 5, 100, 900).current(1, 6, 900).closed(2, 700);
    listing.archived(2, 7, 100, 700);
    MiningStart start =
        new MiningStart(
            new Scn(150), // an open transaction needs what is behind it
            Map.of(
                new RedoThread(1), new RedoAddress(5, 9, 16),
                new RedoThread(2), new RedoAddress(8, 0, 0)));
    for (LogPlanner planner : List.of(online, new LogPlanner(CaptureMode.ARCHIVE_ONLY, null))) {
      StepPlan plan = planner.plan(listing.build(), start, 8, file -> 0);
      assertThat(plan.logs()).isNotEmpty();
      assertThat(plan.hole()).isNull();
      assertThat(plan.waiting()).isEmpty();
    }
  }

  @Test
  void aThreadIsNotReadFarAheadOfOneThatHasMoreLogsWaiting() {
    Listing listing =
        new Listing()
            .archived(1, 4, 40, 60)
            .archived(1, 5, 60, 80)
            .current(1, 6, 80)
            .archived(2, 9, 40, 50)
            .archived(2, 10, 50, 55)
            .archived(2, 11, 55, 90)
            .current(2, 12, 90);
    StepPlan plan = plan(listing, 45, null, 1);
    assertThat(plan.logs())
        .extracting(log -> log.thread() + ":" + log.sequence())
        .containsExactly("1:4", "2:9");
    assertThat(plan.hasMore()).isTrue();
  }

  @Test
  void threadsCanReachBackToTheStartWithLogsThatWereReadBefore() {
    LogListing listing =
        new Listing()
            .current(1, 3, 100)
            .archived(2, 7, 80, 110)
            .archived(2, 8, 110, 120)
            .current(2, 9, 120)
            .build();
    MiningStart start =
        new MiningStart(
            new Scn(90),
            Map.of(
                new RedoThread(1), new RedoAddress(3, 5, 0),
                new RedoThread(2), new RedoAddress(9, 1, 0)));
    StepPlan plan = online.plan(listing, start, 8, file -> 0);
    assertThat(plan.startScn()).isEqualTo(new Scn(100));
    assertThat(plan.logs())
        .extracting(log -> log.thread() + ":" + log.sequence())
        .containsExactly("1:3", "2:9");
    assertThat(online.reachingBack(listing, plan, file -> 0).logs())
        .extracting(log -> log.thread() + ":" + log.sequence())
        .containsExactly("1:3", "2:7", "2:8", "2:9");
  }

  @Test
  void GAP_10_anotherCopyIsTriedWhenAFileDoesNotOpen() {
    LogListing listing =
        new Listing()
            .copy("first", 1, 11, 50, 60, "A", false)
            .copy("second", 3, 11, 50, 60, "A", false)
            .current(12, 60)
            .build();
    assertThat(
            online.plan(listing, start(50, null), 8, file -> file.equals("first") ? 1 : 0).logs())
        .extracting(PlannedLog::file)
        .startsWith("second");
  }

  @Test
  void GAP_12_onlineLogsThatAreNotArchivedYetAreRead() {
    Listing listing =
        new Listing().archived(100, 10, 20).online(101, 20, 30, "ACTIVE").current(102, 30);
    for (int sequence = 11; sequence < 15; sequence++) {
      listing.online(2, sequence, sequence, sequence + 1, "ACTIVE");
    }
    listing.current(2, 15, 15);
    assertThat(plan(listing, 11).logs())
        .extracting(log -> log.thread() + ":" + log.sequence())
        .containsExactly("1:100", "1:101", "1:102", "2:11", "2:12", "2:13", "2:14", "2:15");
  }

  @Test
  void GAP_12_aLogThatIsArchivedButNotListedAsSuchIsReadOnline() {
    Listing listing =
        new Listing().archived(100, 10, 20).online(101, 20, 30, "INACTIVE").current(102, 30);
    assertThat(plan(listing, 11).logs())
        .extracting(PlannedLog::file)
        .containsExactly("arch1_100", "redo101", "redo102");
  }

  @Test
  void GAP_12_inTheMomentOfASwitchNothingIsTakenForAGap() {
    Listing listing = new Listing().archived(100, 10, 20).unused(2);
    StepPlan before = plan(listing, 11);
    assertThat(sequences(before)).containsExactly(100L);
    assertThat(before.hole()).isNull();
    StepPlan behind = plan(listing, 20, new RedoAddress(101, 0, 0), 8);
    assertThat(behind.logs()).isEmpty();
  }

  @Test
  void GAP_07_CFG_01_archiveOnlyNeverReadsAnOnlineLogAndWaitsQuietly() {
    LogPlanner archiveOnly = new LogPlanner(CaptureMode.ARCHIVE_ONLY, null);
    LogListing listing =
        new Listing().archived(7, 100, 200).online(8, 200, 300, "INACTIVE").current(9, 300).build();
    assertThat(sequences(archiveOnly.plan(listing, start(150, null), 8, f -> 0)))
        .containsExactly(7L);
    StepPlan waiting = archiveOnly.plan(listing, start(200, new RedoAddress(8, 0, 0)), 8, f -> 0);
    assertThat(waiting.logs()).isEmpty();
    assertThat(waiting.hole()).isNull();
  }

  @Test
  void GAP_07_archiveOnlyReadsTheThreadsUpToTheLowestArchivedEnd() {
    LogPlanner archiveOnly = new LogPlanner(CaptureMode.ARCHIVE_ONLY, null);
    LogListing listing =
        new Listing()
            .archived(1, 5, 100, 300)
            .archived(1, 6, 300, 500)
            .archived(1, 7, 500, 600)
            .current(1, 8, 600)
            .archived(2, 9, 100, 400)
            .current(2, 10, 400)
            .build();
    MiningStart start =
        new MiningStart(
            new Scn(300),
            Map.of(
                new RedoThread(1), new RedoAddress(6, 0, 0),
                new RedoThread(2), new RedoAddress(10, 0, 0)));
    StepPlan plan = archiveOnly.plan(listing, start, 8, f -> 0);
    assertThat(plan.logs())
        .extracting(log -> log.thread() + ":" + log.sequence())
        .containsExactly("1:6");
    assertThat(plan.waiting()).containsOnly(Map.entry(new RedoThread(2), new Scn(400)));
    assertThat(plan.hasMore()).isFalse();
    StepEnd end = new StepProgress(start, plan).end(FlushedBounds.Confirmed.NONE);
    assertThat(end.passedScns())
        .containsOnly(
            Map.entry(new RedoThread(1), new Scn(499)), Map.entry(new RedoThread(2), new Scn(399)));
    assertThat(end.nextLowestScn()).isEqualTo(new Scn(400));

    StepPlan idle =
        archiveOnly.plan(listing, new MiningStart(end.nextLowestScn(), end.cursors()), 8, f -> 0);
    assertThat(idle.logs()).isEmpty();
    assertThat(idle.hole()).isNull();
  }

  @Test
  void archiveOnlyReadsOnlyWhatIsApplied() {
    LogPlanner archiveOnly = new LogPlanner(CaptureMode.ARCHIVE_ONLY, null);
    LogListing listing =
        new Listing().archived(7, 100, 200).archived(8, 200, 300).archived(9, 300, 400).build();
    assertThat(sequences(archiveOnly.plan(listing, new Scn(299), start(150, null), 8, f -> 0)))
        .containsExactly(7L, 8L);
    assertThat(sequences(archiveOnly.plan(listing, new Scn(298), start(150, null), 8, f -> 0)))
        .containsExactly(7L);
  }

  @Test
  void archiveOnlyALogThatWaitsForTheArchiverIsNoGap() {
    LogPlanner archiveOnly = new LogPlanner(CaptureMode.ARCHIVE_ONLY, null);
    LogListing late =
        new Listing().online(8, 200, 300, "ACTIVE").archived(9, 300, 400).current(10, 400).build();
    MiningStart start = start(200, new RedoAddress(8, 0, 0));
    assertThat(archiveOnly.plan(late, start, 8, f -> 0).hole()).isNull();
    LogListing lost = new Listing().archived(9, 300, 400).current(10, 400).build();
    assertThat(archiveOnly.plan(lost, start, 8, f -> 0).hole()).hasToString("thread 1 sequence 8");
  }

  @Test
  void GAP_07_archiveOnlyOnAClusterEveryThreadIsReadToItsOwnEnd() {
    LogPlanner archiveOnly = new LogPlanner(CaptureMode.ARCHIVE_ONLY, null);
    LogListing listing =
        new Listing()
            .archived(1, 7, 300, 500)
            .archived(2, 4, 300, 400)
            .current(1, 8, 500)
            .current(2, 5, 400)
            .build();
    MiningStart from = start(350, null);
    StepPlan plan = archiveOnly.plan(listing, from, 8, file -> 0);
    assertThat(plan.logs())
        .extracting(log -> log.thread() + ":" + log.sequence())
        .containsExactly("1:7", "2:4");
    // Commits of thread 1 behind 400 wait: of thread 2 only those before it are known.
    StepEnd end = new StepProgress(from, plan).end(FlushedBounds.Confirmed.NONE);
    assertThat(end.passedScns())
        .containsOnly(
            Map.entry(new RedoThread(1), new Scn(499)), Map.entry(new RedoThread(2), new Scn(399)));
    StepPlan idle =
        archiveOnly.plan(
            listing, new MiningStart(end.nextLowestScn(), end.cursors()), 8, file -> 0);
    assertThat(idle.logs()).isEmpty();
    assertThat(idle.hole()).isNull();
  }

  @Test
  void aStepTakesNoMoreLogsThanItMay() {
    Listing listing =
        new Listing().archived(1, 10, 20).archived(2, 20, 30).archived(3, 30, 40).current(4, 40);
    StepPlan plan = plan(listing, 10, null, 2);
    assertThat(sequences(plan)).containsExactly(1L, 2L);
    assertThat(plan.hasMore()).isTrue();
    assertThat(plan(listing, 10, null, 4).hasMore()).isFalse();
  }

  @Test
  void theStartIsRaisedToTheLowestScnThatCanStillMatter() {
    Listing listing = new Listing().archived(3, 30, 40).current(4, 40);
    assertThat(plan(listing, 55, new RedoAddress(4, 9, 16), 8).startScn()).isEqualTo(new Scn(55));
    // An older open transaction has its earlier rows in the buffer: the cursor's log is enough.
    assertThat(plan(listing, 31, new RedoAddress(4, 9, 16), 8).startScn()).isEqualTo(new Scn(40));
    assertThat(sequences(plan(listing, 31, new RedoAddress(4, 9, 16), 8))).containsExactly(4L);
  }

  @Test
  void onlyTheConfiguredDestinationIsRead() {
    LogPlanner third = new LogPlanner(CaptureMode.ONLINE, "log_archive_dest_3");
    LogListing listing =
        new Listing()
            .copy("one", 1, 11, 50, 60, "A", false)
            .copy("three", 3, 11, 50, 60, "A", false)
            .current(12, 60)
            .build();
    assertThat(third.plan(listing, start(50, null), 8, f -> 0).logs())
        .extracting(PlannedLog::file)
        .contains("three");
    LogPlanner unknown = new LogPlanner(CaptureMode.ONLINE, "LOG_ARCHIVE_DEST_7");
    assertThatThrownBy(() -> unknown.plan(listing, start(50, null), 8, f -> 0))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPOLOGY));
  }

  private StepPlan plan(Listing listing, long lowest) {
    return plan(listing, lowest, null, 100);
  }

  private StepPlan plan(Listing listing, long lowest, @Nullable RedoAddress cursor, int maxLogs) {
    return online.plan(listing.build(), start(lowest, cursor), maxLogs, file -> 0);
  }

  private static MiningStart start(long lowest, @Nullable RedoAddress cursor) {
    return new MiningStart(
        new Scn(lowest), cursor == null ? Map.of() : Map.of(new RedoThread(1), cursor));
  }

  private static List<Long> sequences(StepPlan plan) {
    return plan.logs().stream().map(log -> log.sequence().number()).toList();
  }

  /** A listing in the notation of the cases. */
  private static final class Listing {
    private final List<ThreadState> closed = new ArrayList<>();
    private final List<OnlineLog> online = new ArrayList<>();
    private final List<ArchivedLog> archived = new ArrayList<>();

    Listing archived(long sequence, long first, long next) {
      return archived(1, sequence, first, next);
    }

    Listing archived(int thread, long sequence, long first, long next) {
      archived.add(
          log(
              "arch" + thread + "_" + sequence,
              1,
              thread,
              sequence,
              first,
              next,
              true,
              false,
              "A",
              false));
      return this;
    }

    Listing copy(
        String name,
        int destination,
        long sequence,
        long first,
        long next,
        String status,
        boolean deleted) {
      return raw(name, destination, sequence, first, next, true, deleted, status, false);
    }

    Listing raw(
        @Nullable String name,
        int destination,
        long sequence,
        long first,
        long next,
        boolean isArchived,
        boolean deleted,
        String status,
        boolean standby) {
      archived.add(
          log(name, destination, 1, sequence, first, next, isArchived, deleted, status, standby));
      return this;
    }

    Listing current(long sequence, long first) {
      return current(1, sequence, first);
    }

    Listing current(int thread, long sequence, long first) {
      online.add(log(thread, sequence, "CURRENT", first, new Scn(-1L)));
      return this;
    }

    Listing online(long sequence, long first, long next, String status) {
      return online(1, sequence, first, next, status);
    }

    Listing online(int thread, long sequence, long first, long next, String status) {
      online.add(log(thread, sequence, status, first, new Scn(next)));
      return this;
    }

    Listing unused(int group) {
      online.add(
          new OnlineLog(
              group, new RedoThread(1), new LogSequence(0), "UNUSED", Scn.ZERO, Scn.ZERO, "redo"));
      return this;
    }

    Listing closed(int thread, long checkpoint) {
      closed.add(
          new ThreadState(new RedoThread(thread), false, true, new Scn(checkpoint), Scn.ZERO, 0));
      return this;
    }

    LogListing build() {
      List<ThreadState> threads = new ArrayList<>();
      online.stream()
          .map(OnlineLog::thread)
          .distinct()
          .forEach(
              thread -> threads.add(new ThreadState(thread, true, true, Scn.ZERO, Scn.ZERO, 0)));
      if (threads.isEmpty()) {
        threads.add(new ThreadState(new RedoThread(1), true, true, Scn.ZERO, Scn.ZERO, 0));
      }
      threads.addAll(closed);
      return new LogListing(
          new DatabaseIdentity(new Incarnation(1, new Scn(1)), "PRIMARY", "READ WRITE"),
          threads,
          online,
          archived,
          List.of(
              new ArchiveDestination(1, "LOG_ARCHIVE_DEST_1", true, true),
              new ArchiveDestination(2, "LOG_ARCHIVE_DEST_2", true, false),
              new ArchiveDestination(3, "LOG_ARCHIVE_DEST_3", true, true)));
    }

    private OnlineLog log(int thread, long sequence, String status, long first, Scn next) {
      return new OnlineLog(
          online.size() + 1,
          new RedoThread(thread),
          new LogSequence(sequence),
          status,
          new Scn(first),
          next,
          "redo" + sequence);
    }

    private static ArchivedLog log(
        @Nullable String name,
        int destination,
        int thread,
        long sequence,
        long first,
        long next,
        boolean isArchived,
        boolean deleted,
        String status,
        boolean standby) {
      return new ArchivedLog(
          name,
          destination,
          new RedoThread(thread),
          new LogSequence(sequence),
          new Scn(first),
          new Scn(next),
          isArchived,
          deleted,
          status,
          standby);
    }
  }
}
