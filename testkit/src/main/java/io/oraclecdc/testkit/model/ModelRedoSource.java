package io.oraclecdc.testkit.model;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link RedoModel} as LogMiner reads logs. A step covers whole logs of each thread, from
 * the one that holds the cursor, or goes to what is in the current log's file when it is opened.
 * Rows below the lowest SCN are withheld, of LOB statements all or none; threads are merged by SCN;
 * rows of a transaction whose START row is not in the range lack what LogMiner learns from it.
 *
 * <p>What a step tells about its end is true, because the model knows all rows: a source with
 * cautious habits tells less of the truth. Several sources may read one model. Not thread-safe.
 */
public final class ModelRedoSource implements RedoSource {
  private final RedoModel model;
  private final ReadingHabits habits;
  private final SplittableRandom random;
  private int deadCalls;
  private Map<RedoThread, Scn> toldPassed = Map.of();
  private Scn toldLowest = Scn.ZERO;

  ModelRedoSource(RedoModel model, ReadingHabits habits) {
    this.model = model;
    this.habits = habits;
    this.random = new SplittableRandom(habits.seed());
  }

  /**
   * Opens a step over what is in the logs now.
   *
   * @throws RetriableException CDC-1001 or CDC-1002 as the habits say, or because the connection
   *     was lost and is not back yet
   * @throws CdcException CDC-2002 when a log that is needed was purged
   */
  @Override
  public MiningStep open(MiningStart start) {
    if (deadCalls > 0) {
      deadCalls--;
      throw SourceErrors.of(SourceErrors.NOT_LOGGED_ON, "a step was opened");
    }
    if (happens(habits.failsAtOpen())) {
      throw failure("a step was opened");
    }
    List<ThreadReading> readings = new ArrayList<>();
    boolean more = false;
    for (ModelThread thread : model.threads()) {
      ThreadReading reading = plan(thread, start);
      if (reading == null) {
        return new NothingListed(start);
      }
      more |= reading.hasMore();
      readings.add(reading);
    }
    return new ModelStep(this, start, readings, more);
  }

  /** The logs of a thread that a step has to read, null when the first of them is not listed. */
  private @Nullable ThreadReading plan(ModelThread thread, MiningStart start) {
    RedoAddress cursor = start.cursors().get(thread.id());
    List<ModelLog> logs = thread.logs();
    int first = cursor == null ? 0 : (int) (cursor.sequence() - logs.get(0).sequence());
    if (first >= logs.size()) {
      throw new IllegalArgumentException(
          "thread " + thread.id() + " has no log with the sequence of cursor " + cursor);
    }
    first = Math.max(0, first); // a cursor before all logs: the SCN tells where to begin
    while (logs.get(first).nextScn() <= start.lowestScn().value()) {
      first++;
    }
    if (logs.get(first).isPurged()) {
      throw new CdcException(
          ErrorCode.LOG_PURGED,
          "thread "
              + thread.id()
              + " sequence "
              + logs.get(first).sequence()
              + " was removed, and mining must pass through it from SCN "
              + start.lowestScn()
              + " on");
    }
    int end = first;
    while (end < logs.size()
        && (end - first < habits.mostLogs()
            || start.mustReach(thread.id(), logs.get(end).sequence()))
        && (logs.get(end).isCurrent() || logs.get(end).isListed(model.actions()))) {
      end++;
    }
    return end == first ? null : new ThreadReading(thread, first, end);
  }

  boolean happens(int perThousand) {
    return perThousand > 0 && random.nextInt(1000) < perThousand;
  }

  int someRow() {
    return random.nextInt(1 + random.nextInt(60));
  }

  /** Some ORA error; when the connection is gone with it, a few more calls fail. */
  RetriableException failure(String what) {
    RetriableException failure = SourceErrors.any(random, what);
    if (failure.code() == ErrorCode.TRANSIENT_DATABASE) {
      deadCalls = random.nextInt(4);
    }
    return failure;
  }

  ReadingHabits habits() {
    return habits;
  }

  RedoModel model() {
    return model;
  }

  /** The database works while a step reads. */
  void letTheDatabaseWork() {
    if (happens(habits.goesOn())) {
      model.advance(1 + random.nextInt(20));
    }
  }

  /**
   * What a finished step tells.
   *
   * @param readings how far it read
   * @param cursors of its end
   * @param openedAt highest SCN when its logs were listed: all that is known of a thread that was
   *     in no view then
   */
  StepEnd end(
      List<ThreadReading> readings,
      Map<RedoThread, RedoAddress> cursors,
      boolean caughtUp,
      Scn openedAt) {
    long now = model.clock().current();
    long lowest = now + 1;
    Map<RedoThread, Scn> passed = new HashMap<>();
    for (ModelThread thread : model.threads()) {
      ThreadReading reading = ThreadReading.of(thread, readings);
      lowest = Math.min(lowest, thread.lowestHeldScn());
      long commit = now + 1;
      List<ModelLog> logs = thread.logs();
      for (int i = reading == null ? 0 : reading.log(); i < logs.size(); i++) {
        int from = reading != null && i == reading.log() ? reading.taken() : 0;
        lowest = Math.min(lowest, logs.get(i).lowestScnFrom(from));
        commit = Math.min(commit, logs.get(i).firstCommitFrom(from));
      }
      passed.put(thread.id(), reading == null ? openedAt : new Scn(commit - 1));
    }
    Map<RedoThread, Scn> tellPassed = passed;
    Scn tellLowest = new Scn(lowest);
    if (happens(habits.cautious())) {
      // The step before may have gone farther, and not counted.
      tellPassed = new HashMap<>(passed);
      tellPassed.replaceAll(
          (thread, scn) -> Scn.min(scn, toldPassed.getOrDefault(thread, Scn.ZERO)));
      tellLowest = Scn.min(toldLowest, tellLowest);
    }
    toldPassed = passed;
    toldLowest = new Scn(lowest);
    return new StepEnd(cursors, tellPassed, tellLowest, caughtUp);
  }

  /** Holds nothing. */
  @Override
  public void close() {
    toldPassed = Map.of();
    toldLowest = Scn.ZERO;
  }

  /** A step without rows: the log that comes next is in no view yet. Nothing moves. */
  private record NothingListed(MiningStart start) implements MiningStep {
    @Override
    public @Nullable MinedRow next() {
      return null;
    }

    @Override
    public StepEnd finish() {
      return new StepEnd(start.cursors(), Map.of(), start.lowestScn(), true);
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
