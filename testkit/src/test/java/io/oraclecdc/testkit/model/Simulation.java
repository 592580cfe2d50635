package io.oraclecdc.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.change.Change;
import io.oraclecdc.change.Change.RowChange;
import io.oraclecdc.change.ChangeOrigin;
import io.oraclecdc.change.TransactionInfo;
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

  /** Thrown where the process would be gone. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }

  /** What happens to captures. */
  enum Fate {
    /** They are killed. */
    KILLED,
    /** One lives from the beginning to the end. */
    SPARED
  }

  Simulation(long seed, ModelOptions options, ReadingHabits habits, Fate fate, Path directory) {
    this.fate = fate;
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
    this.durable = stored;
    this.expected = new ExpectedStream(model, ignored);
  }

  /** Runs so many steps with kills, and then to the end. */
  void run(int wantedSteps) throws InterruptedException {
    if (fate == Fate.SPARED) {
      try (Run run = new Run(Integer.MAX_VALUE)) {
        run.go(wantedSteps);
        model.quiesce();
        run.finish();
      }
      checkView();
      return;
    }
    while (steps < wantedSteps) {
      try (Run run = new Run(1 + random.nextInt(40))) {
        run.go(Math.min(wantedSteps - steps, 1 + random.nextInt(60)));
      }
      if (random.nextInt(3) == 0) {
        // What was stored last had not reached the disk.
        stored = durable;
        coveredByStored = coveredByDurable;
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
    private final ChangePipeline pipeline;
    private final Acknowledgements acknowledgements = new Acknowledgements(Integer.MAX_VALUE);
    private final BitSet acknowledged = new BitSet();
    private final List<SequencedChange> delivered = new ArrayList<>();
    private final List<Integer> coveredAfter = new ArrayList<>();
    private int next;
    private int changesToLive;
    private int rowsToLive = Integer.MAX_VALUE;
    private final boolean consumerHangs = random.nextInt(8) == 0;

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
      buffer =
          new TransactionBuffer(area, model.excludedUsers(), stored.excluded(), stored.resumeScn());
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
      if (change.ordinal() != delivered.size()) {
        throw new AssertionError("ordinal " + change.ordinal() + " instead of " + delivered.size());
      }
      if (change.change() instanceof RowChange row) {
        if (next >= expected.size()) {
          throw new AssertionError("a change that is not expected: " + place(row));
        }
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
      if (count == 0 || (consumerHangs && changesToLive != Integer.MAX_VALUE)) {
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
      if (random.nextInt(3) == 0) {
        return;
      }
      durable = stored;
      coveredByDurable = coveredByStored;
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
    TransactionInfo info = origin.transaction();
    List<String> differences = new ArrayList<>();
    compare(differences, "transaction", info.key(), transaction.key());
    compare(differences, "commit address", info.commitAddress(), transaction.commitAddress());
    compare(differences, "thread", info.thread(), transaction.thread());
    compare(differences, "commit SCN", info.commitScn(), transaction.commitScn());
    compare(differences, "changes", info.eventCount(), transaction.changes().size());
    compare(differences, "event index", origin.eventIndex(), item.eventIndex());
    if (info.userName() != null) {
      compare(differences, "user", info.userName(), transaction.userName());
    }
    compare(differences, "table", actual.table(), change.table());
    compare(differences, "address", origin.address(), change.address());
    compare(differences, "SCN", origin.scn(), change.scn());
    compare(differences, "ROWID", origin.rowId(), change.rowId());
    compare(differences, "kind and values", actual.accept(new Values(change)), true);
    if (!differences.isEmpty()) {
      throw new AssertionError(
          place(actual) + ", expected " + change + " of " + transaction.key() + ": " + differences);
    }
  }

  private static void compare(
      List<String> differences, String what, @Nullable Object actual, Object expected) {
    if (!expected.equals(actual)) {
      differences.add(what + " " + actual + " instead of " + expected);
    }
  }

  /** Whether kind and values of a change are the expected ones. */
  private record Values(ExpectedChange expected) implements Change.Handler<Boolean> {
    @Override
    public Boolean rowInserted(Change.RowInserted change) {
      return expected.operation() == Operation.INSERT && change.after().equals(expected.after());
    }

    @Override
    public Boolean rowUpdated(Change.RowUpdated change) {
      return expected.operation() == Operation.UPDATE
          && change.before().equals(expected.before())
          && change.after().equals(expected.after());
    }

    @Override
    public Boolean rowDeleted(Change.RowDeleted change) {
      return expected.operation() == Operation.DELETE && change.before().equals(expected.before());
    }

    @Override
    public Boolean heartbeat(Change.Heartbeat change) {
      return false;
    }
  }
}
