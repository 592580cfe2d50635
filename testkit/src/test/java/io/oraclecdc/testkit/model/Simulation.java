package io.oraclecdc.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change.RowChange;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.delivery.Acknowledgements;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.position.PositionCodec;
import io.oraclecdc.position.RedoNeed;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.RowImage;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A capture of a model that is killed again and again, with one consumer and one position store
 * that outlive it.
 *
 * <p>The expected changes have one order. A capture that begins at a stored position must deliver
 * exactly the changes behind those the position covers, one after the other; so nothing covered is
 * repeated, nothing is left out, and no position is ahead of what was acknowledged.
 */
final class Simulation {
  private final RedoModel model;
  private final SplittableRandom random;
  private final Path directory;
  private final ExpectedStream expected;
  private final KeyedView view = new KeyedView();
  private final boolean wholeHistory;
  private final ReadingHabits habits;
  private final CaptureHabits capture;
  private final Fate fate;

  private Position stored;
  private int coveredByStored;
  private Position durable;
  private int coveredByDurable;
  private int seen;
  private String fingerprint = "settings 0";
  private int restarts;
  private int steps;
  private int failures;
  private long rows;
  private int restored;
  private int spilled;

  /** Thrown where the process would be gone. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }

  /** What a consumer throws that cannot take a change. */
  private static final class ConsumerFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConsumerFailed() {
      super("the consumer failed", null, false, false);
    }
  }

  /** How changes are acknowledged in one life of a capture. */
  private enum Consumer {
    /** Most of what is there, out of order. */
    PROMPT,
    /** One after the other, far behind. */
    SLOW,
    /** Never. */
    HANGS
  }

  /** What happens to captures. */
  enum Fate {
    /** They are killed. */
    KILLED,
    /** One lives from the beginning to the end. */
    SPARED
  }

  Simulation(
      long seed,
      ModelOptions options,
      ReadingHabits habits,
      CaptureHabits capture,
      Fate fate,
      Path directory) {
    this.fate = fate;
    this.model = RedoModel.of(seed, options);
    this.random = new SplittableRandom(seed + 1);
    this.habits = habits;
    this.capture = capture;
    this.directory = directory;
    this.wholeHistory = random.nextInt(3) != 0;
    if (!wholeHistory) {
      model.advance(random.nextInt(400));
    }
    Scn ignored = wholeHistory ? Scn.ZERO : model.currentScn();
    this.stored =
        Position.startingAt(
            model.incarnation(), wholeHistory ? Scn.ZERO : model.oldestOpenScn(), ignored);
    this.durable = stored;
    this.expected = new ExpectedStream(model, ignored);
  }

  /** Runs so many steps with kills, and then to the end. */
  void run(int wantedSteps) throws InterruptedException {
    if (fate == Fate.SPARED) {
      try (Run run = new Run(Integer.MAX_VALUE)) {
        run.go(wantedSteps);
        quiesce();
        run.finish();
      }
      checkView();
      return;
    }
    while (steps < wantedSteps) {
      boolean inOrder;
      try (Run run = new Run(1 + random.nextInt(40))) {
        run.go(Math.min(wantedSteps - steps, 1 + random.nextInt(60)));
        inOrder = run.consumerFailed;
      }
      if (inOrder) {
        durable = stored;
        coveredByDurable = coveredByStored;
      } else if (random.nextInt(3) == 0) {
        // What was stored last had not reached the disk.
        stored = durable;
        coveredByStored = coveredByDurable;
      }
      restarts++;
    }
    quiesce();
    try (Run run = new Run(Integer.MAX_VALUE)) {
      run.finish();
    }
    checkView();
  }

  /** Ends everything for certain: of a LOB table a partial ROLLBACK row alone does not. */
  private void quiesce() {
    model.quiesce();
    if (model.options().hasLobs() && model.options().has(ModelBehaviour.PARTIAL_XIDS)) {
      model.useEverySlot();
    }
  }

  String summary() {
    return "%d steps, %d restarts, %d failed steps, %d rows read, %d changes, %d restored, %d spilled"
        .formatted(steps, restarts, failures, rows, expected.size(), restored, spilled);
  }

  int steps() {
    return steps;
  }

  private void checkView() {
    if (!wholeHistory || !model.excludedUsers().isEmpty()) {
      return;
    }
    for (TableSchema table : model.tables()) {
      if (table.key().columns().isEmpty()) {
        continue;
      }
      List<RowImage> rowsNow = model.rows(table);
      // Rows whose LOBs stayed as they were come without them.
      if (table.logging() == SupplementalLogging.ALL && !table.keepsValuesApart()) {
        assertThat(view.rows(table))
            .as("rows by key of " + table)
            .isEqualTo(new HashSet<>(rowsNow));
      }
      assertThat(view.keys(table))
          .as("keys of " + table)
          .isEqualTo(
              rowsNow.stream().map(row -> KeyedView.key(table, row)).collect(Collectors.toSet()));
    }
  }

  /** One life of a capture. */
  private final class Run implements AutoCloseable {
    private final SpillArea area;
    private final TransactionBuffer buffer;
    private @Nullable LateJournal journal;
    private final ChangePipeline pipeline;
    private final Acknowledgements acknowledgements = new Acknowledgements(Integer.MAX_VALUE);
    private final BitSet acknowledged = new BitSet();
    private final List<SequencedChange> delivered = new ArrayList<>();
    private final List<Integer> coveredAfter = new ArrayList<>();
    private int next;
    private int changesToLive;
    private int rowsToLive = Integer.MAX_VALUE;
    private int changesUntilFailure = Integer.MAX_VALUE;
    private final Consumer consumer;
    private boolean consumerFailed;

    Run(int life) {
      boolean last = life == Integer.MAX_VALUE;
      // It was found at this start, so it is on disk.
      durable = stored;
      coveredByDurable = coveredByStored;
      consumer =
          switch (last ? 9 : random.nextInt(10)) {
            case 0 -> Consumer.HANGS;
            case 1, 2 -> Consumer.SLOW;
            default -> Consumer.PROMPT;
          };
      changesToLive = Integer.MAX_VALUE;
      switch (last ? 9 : random.nextInt(4)) {
        case 0 -> changesToLive = life;
        case 1 -> rowsToLive = life * 20;
        case 2 -> changesUntilFailure = life;
        default -> {
          // It lives until its time is up.
        }
      }
      if (random.nextInt(20) == 0) {
        fingerprint = "settings " + restarts;
      }
      Position.InFlight part = stored.inFlight();
      boolean again = part != null && !part.fingerprint().equals(fingerprint);
      next = again ? expected.get(coveredByStored).firstItem() : coveredByStored;
      FixedSchemaCatalog catalog = new FixedSchemaCatalog(model.tables());
      ReadingHabits ofThisRun =
          new ReadingHabits(
              random.nextLong(),
              habits.mostLogs(),
              habits.failsAtOpen(),
              habits.failsAtRow(),
              habits.endsEarly(),
              habits.failsAtFinish(),
              habits.cut(),
              habits.cautious(),
              last ? 0 : habits.goesOn());
      area = new SpillArea(directory, capture.memoryBytes(), 1L << 30, capture.encryption());
      buffer =
          new TransactionBuffer(area, model.excludedUsers(), stored.excluded(), stored.resumeScn());
      Position start = stored;
      if (stored.journal() != null || restarts >= capture.journalFrom()) {
        journal = new LateJournal(directory.resolve("journal"), capture.mostWaiting(), random);
        start = buffer.journaling(journal, capture.journaling(), stored, (table, column) -> false);
        restored += buffer.journaledTransactions();
      }
      pipeline =
          new ChangePipeline(
              new MortalSource(model.source(ofThisRun)),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, fingerprint),
              this::deliver,
              start);
    }

    void go(int most) throws InterruptedException {
      try {
        for (int i = 0; i < most; i++) {
          model.advance(random.nextInt(14));
          step();
          if (random.nextInt(12) == 0) {
            pipeline.heartbeat(Instant.EPOCH);
          }
          acknowledgeSome();
        }
      } catch (Killed e) {
        acknowledgeSome();
      } catch (ConsumerFailed e) {
        consumerFailed = true;
        acknowledgeSome();
      }
    }

    void finish() throws InterruptedException {
      Scn end = model.currentScn();
      boolean more = true;
      for (int i = 0;
          i < 1_000 && (more || pipeline.currentPosition().resumeScn().isBefore(end));
          i++) {
        more = step();
      }
      assertThat(next).as("changes delivered in the end").isEqualTo(expected.size());
      assertThat(buffer.openTransactions()).as("open transactions in the end").isZero();
      assertThat(pipeline.currentPosition().resumeScn())
          .as("resume SCN when nothing is open")
          .isGreaterThanOrEqualTo(end);
    }

    /** Whether there may be more redo at once. */
    private boolean step() throws InterruptedException {
      steps++;
      try {
        return pipeline.step();
      } catch (RetriableException e) {
        failures++;
        return true;
      }
    }

    private void deliver(SequencedChange change) throws InterruptedException {
      if (changesToLive-- == 0) {
        throw new Killed();
      }
      if (changesUntilFailure-- == 0) {
        throw new ConsumerFailed();
      }
      if (change.ordinal() != delivered.size()) {
        throw new AssertionError("ordinal " + change.ordinal() + " instead of " + delivered.size());
      }
      if (change.change() instanceof RowChange row) {
        if (next >= expected.size()) {
          throw new AssertionError("a change that is not expected: " + ChangeCheck.place(row));
        }
        ChangeCheck.check(row, expected.get(next));
        if (next == seen) {
          row.accept(view);
          seen++;
        }
        next++;
      }
      delivered.add(change);
      coveredAfter.add(next);
      acknowledgements.register(change);
    }

    private void acknowledgeSome() {
      int count = delivered.size();
      if (count == 0 || consumer == Consumer.HANGS) {
        return;
      }
      int from = acknowledged.nextClearBit(0);
      int most = consumer == Consumer.SLOW ? Math.min(1, count - from) : count - from;
      int to = from + random.nextInt(most + 1);
      for (int i = from; i < to; i++) {
        if (random.nextInt(40) != 0) {
          acknowledged.set(i);
          acknowledgements.acknowledge(i);
        }
      }
      int prefix = acknowledged.nextClearBit(0);
      if (prefix == 0 || random.nextInt(4) == 0) {
        return;
      }
      Position newest = acknowledgements.newest().orElseThrow();
      assertThat(newest).isSameAs(delivered.get(prefix - 1).position());
      stored = PositionCodec.decode(PositionCodec.encode(newest, Map.of())).position();
      assertThat(stored).as("a position that was written and read").isEqualTo(newest);
      coveredByStored = coveredAfter.get(prefix - 1);
      if (random.nextInt(3) == 0) {
        return;
      }
      durable = stored;
      coveredByDurable = coveredByStored;
      buffer.stored(durable);
      if (random.nextInt(3) != 0) {
        RedoNeed needed = stored.neededRedo();
        model.purge(needed.scn(), needed.addresses());
      }
    }

    @Override
    public void close() {
      spilled += area.spilledBytes() > 0 ? 1 : 0;
      buffer.close();
      area.close();
      if (journal != null) {
        journal.tear();
      }
    }

    /** Reads until the process is gone. */
    private final class MortalSource implements RedoSource {
      private final RedoSource source;

      MortalSource(RedoSource source) {
        this.source = source;
      }

      @Override
      public MiningStep open(MiningStart start) {
        MiningStep step = source.open(start);
        return new MiningStep() {
          @Override
          public @Nullable MinedRow next() {
            rows++;
            if (rowsToLive-- == 0) {
              throw new Killed();
            }
            return step.next();
          }

          @Override
          public StepEnd finish() {
            return step.finish();
          }

          @Override
          public void close() {
            step.close();
          }
        };
      }

      @Override
      public void close() {
        source.close();
      }
    }
  }
}
