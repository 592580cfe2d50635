package io.oraclecdc.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.RowChange;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.delivery.Acknowledgements;
import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.position.Position;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableSchema.SupplementalLogging;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testkit.model.ExpectedChange.Operation;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.RowImage;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
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
  private final long memoryBytes;
  private final ReadingHabits habits;

  private Position stored;
  private int coveredByStored;
  private int seen;
  private String fingerprint = "settings 0";
  private int restarts;
  private int steps;
  private int failures;
  private long rows;

  /** Thrown where the process would be gone. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }

  Simulation(long seed, ModelOptions options, ReadingHabits habits, Path directory) {
    this.model = RedoModel.of(seed, options);
    this.random = new SplittableRandom(seed + 1);
    this.habits = habits;
    this.directory = directory;
    this.memoryBytes = random.nextInt(10) == 0 ? 4 << 10 : 8 << 20;
    this.wholeHistory = random.nextInt(3) != 0;
    if (!wholeHistory) {
      model.advance(random.nextInt(400));
    }
    Scn ignored = wholeHistory ? Scn.ZERO : model.currentScn();
    this.stored =
        Position.startingAt(
            model.incarnation(), wholeHistory ? Scn.ZERO : model.oldestOpenScn(), ignored);
    this.expected = new ExpectedStream(model, ignored);
  }

  /** Runs so many steps with kills, and then to the end. */
  void run(int wantedSteps) throws InterruptedException {
    while (steps < wantedSteps) {
      try (Run run = new Run(1 + random.nextInt(40))) {
        run.go(Math.min(wantedSteps - steps, 1 + random.nextInt(60)));
      }
      restarts++;
    }
    model.quiesce();
    try (Run run = new Run(Integer.MAX_VALUE)) {
      run.finish();
    }
    checkView();
  }

  String summary() {
    return "%d steps, %d restarts, %d failed steps, %d rows read, %d changes"
        .formatted(steps, restarts, failures, rows, expected.size());
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
      if (table.logging() == SupplementalLogging.ALL) {
        assertThat(view.rows(table)).as("rows by key of " + table).isEqualTo(new HashSet<>(rowsNow));
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
    private final ChangePipeline pipeline;
    private final Acknowledgements acknowledgements = new Acknowledgements(Integer.MAX_VALUE);
    private final BitSet acknowledged = new BitSet();
    private final List<SequencedChange> delivered = new ArrayList<>();
    private final List<Integer> coveredAfter = new ArrayList<>();
    private int next;
    private int changesToLive;
    private int rowsToLive = Integer.MAX_VALUE;

    Run(int changesToLive) {
      if (changesToLive != Integer.MAX_VALUE) {
        switch (random.nextInt(3)) {
          case 0 -> this.changesToLive = changesToLive;
          case 1 -> {
            this.changesToLive = Integer.MAX_VALUE;
            rowsToLive = changesToLive * 20;
          }
          default -> this.changesToLive = Integer.MAX_VALUE;
        }
      } else {
        this.changesToLive = changesToLive;
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
              changesToLive == Integer.MAX_VALUE ? 0 : habits.goesOn());
      area = new SpillArea(directory, memoryBytes, 1L << 30);
      buffer = new TransactionBuffer(area, model.excludedUsers());
      pipeline =
          new ChangePipeline(
              new MortalSource(model.source(ofThisRun)),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(stored, ZoneOffset.UTC, fingerprint),
              this::deliver,
              stored);
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
      }
    }

    void finish() throws InterruptedException {
      Scn end = model.currentScn();
      for (int i = 0; i < 1_000 && pipeline.currentPosition().resumeScn().isBefore(end); i++) {
        step();
      }
      assertThat(next).as("changes delivered in the end").isEqualTo(expected.size());
      assertThat(buffer.openTransactions()).as("open transactions in the end").isZero();
      assertThat(pipeline.currentPosition().resumeScn())
          .as("resume SCN when nothing is open")
          .isGreaterThanOrEqualTo(end);
    }

    private void step() throws InterruptedException {
      steps++;
      try {
        pipeline.step();
      } catch (RetriableException e) {
        failures++;
      }
    }

    private void deliver(SequencedChange change) throws InterruptedException {
      if (changesToLive-- == 0) {
        throw new Killed();
      }
      assertThat(change.ordinal()).isEqualTo(delivered.size());
      if (change.change() instanceof RowChange row) {
        assertThat(next).as("a change that is not expected: %s", place(row)).isLessThan(
            expected.size());
        check(row, expected.get(next));
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
      if (count == 0) {
        return;
      }
      int from = acknowledged.nextClearBit(0);
      int to = from + random.nextInt(count - from + 1);
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
      stored = newest;
      coveredByStored = coveredAfter.get(prefix - 1);
      if (Boolean.getBoolean("model.trace")) {
        System.out.println("STORE " + stored + " by " + delivered.get(prefix - 1).change().getClass());
      }
      if (random.nextInt(3) != 0) {
        Map<RedoThread, RedoAddress> addresses = new HashMap<>();
        stored.threads().forEach((thread, at) -> addresses.put(thread, at.resumeAddress()));
        model.purge(stored.resumeScn(), addresses);
      }
    }

    @Override
    public void close() {
      buffer.close();
      area.close();
    }

    /** Reads until the process is gone. */
    private final class MortalSource implements RedoSource {
      private final RedoSource source;

      MortalSource(RedoSource source) {
        this.source = source;
      }

      @Override
      public MiningStep open(MiningStart start) {
        if (Boolean.getBoolean("model.trace")) {
          System.out.println("OPEN " + start + " stored " + stored.resumeScn() + " " + stored.threads() + " floor " + buffer.oldestOpen());
        }
        MiningStep step = source.open(start);
        return new MiningStep() {
          @Override
          public @Nullable MinedRow next() {
            rows++;
            if (rowsToLive-- == 0) {
              throw new Killed();
            }
            MinedRow row = step.next();
            if (Boolean.getBoolean("model.trace") && row != null) {
              System.out.println("ROW " + row + " " + row.rowId() + " ssn " + row.ssn() + " " + row.sqlRedo());
            }
            return row;
          }

          @Override
          public StepEnd finish() {
            StepEnd end = step.finish();
            if (Boolean.getBoolean("model.trace")) {
              System.out.println("END " + end);
            }
            return end;
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

  private static String place(RowChange change) {
    ChangeOrigin origin = change.origin();
    return change.getClass().getSimpleName()
        + " "
        + origin.eventIndex()
        + " of "
        + origin.transaction().key()
        + " committed at SCN "
        + origin.transaction().commitScn()
        + ", thread "
        + origin.transaction().thread()
        + " "
        + origin.transaction().commitAddress()
        + ", row "
        + origin.rowId()
        + " at "
        + origin.address();
  }

  private static void check(RowChange actual, ExpectedStream.Item item) {
    ExpectedTransaction transaction = item.transaction();
    ExpectedChange change = item.change();
    ChangeOrigin origin = actual.origin();
    String place = place(actual) + ", expected " + item.eventIndex() + " of " + transaction.key();
    assertThat(origin.transaction().key()).as(place).isEqualTo(transaction.key());
    assertThat(origin.transaction().commitAddress())
        .as(place)
        .isEqualTo(transaction.commitAddress());
    assertThat(origin.transaction().thread()).as(place).isEqualTo(transaction.thread());
    assertThat(origin.transaction().commitScn()).as(place).isEqualTo(transaction.commitScn());
    assertThat(origin.transaction().eventCount())
        .as("changes of " + place)
        .isEqualTo(transaction.changes().size());
    assertThat(origin.eventIndex()).as(place).isEqualTo(item.eventIndex());
    String user = origin.transaction().userName();
    assertThat(user == null || user.equals(transaction.userName())).as("user of " + place).isTrue();
    assertThat(actual.table()).as(place).isSameAs(change.table());
    assertThat(origin.address()).as("expected " + change + ": " + place).isEqualTo(change.address());
    assertThat(origin.scn()).as(place).isEqualTo(change.scn());
    assertThat(origin.rowId()).as(place).isEqualTo(change.rowId());
    boolean same =
        actual.accept(
            new Change.Handler<Boolean>() {
              @Override
              public Boolean rowInserted(Change.RowInserted inserted) {
                return change.operation() == Operation.INSERT
                    && inserted.after().equals(change.after());
              }

              @Override
              public Boolean rowUpdated(Change.RowUpdated updated) {
                return change.operation() == Operation.UPDATE
                    && updated.before().equals(change.before())
                    && updated.after().equals(change.after());
              }

              @Override
              public Boolean rowDeleted(Change.RowDeleted deleted) {
                return change.operation() == Operation.DELETE
                    && deleted.before().equals(change.before());
              }

              @Override
              public Boolean heartbeat(Change.Heartbeat heartbeat) {
                return false;
              }
            });
    assertThat(same).as("kind and values of " + place + ": " + change).isTrue();
  }
}
