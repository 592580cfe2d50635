package io.oraclecdc.mining;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What every {@link RedoSource} promises to the pipeline. A subclass brings a database, or what
 * stands for one, whose redo may grow between steps.
 */
public abstract class RedoSourceContract {
  private static final int MOST_TRIES = 500;

  /** For subclasses. */
  protected RedoSourceContract() {}

  /** Another source of the same redo, at its beginning. */
  protected abstract RedoSource newSource();

  /** From where everything is read. */
  protected abstract MiningStart beginning();

  /** Lets more redo be written; false when there is no more to come. */
  protected abstract boolean grow();

  @Test
  void theSameRangeGivesTheSameRowsInTheSameOrder() {
    List<MinedRow> once = readOnce();
    List<MinedRow> again = readOnce();

    assertThat(once).isNotEmpty();
    assertThat(again).isEqualTo(once);
  }

  private List<MinedRow> readOnce() {
    try (RedoSource source = newSource()) {
      return read(source, beginning()).rows();
    }
  }

  @Test
  void aStepThatIsNotFinishedLeavesNoTrace() {
    List<MinedRow> whole = readOnce();

    try (RedoSource source = newSource()) {
      readAFewRows(source);
      assertThat(read(source, beginning()).rows()).isEqualTo(whole);
    }
  }

  private void readAFewRows(RedoSource source) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try (MiningStep step = source.open(beginning())) {
        for (int i = 0; i < 3; i++) {
          step.next();
        }
        return;
      } catch (RetriableException e) {
        assertThat(tries).as("tries: %s", e.getMessage()).isLessThan(MOST_TRIES - 1);
      }
    }
  }

  @Test
  void anEndBeforeTheLastRowIsRefused() {
    try (RedoSource source = newSource();
        MiningStep step = opened(source, beginning())) {
      step.next();

      assertThatThrownBy(step::finish).isInstanceOf(RetriableException.class);
    }
  }

  @Test
  void closingTwiceIsHarmless() {
    RedoSource source = newSource();
    MiningStep step = opened(source, beginning());
    step.close();

    assertThatCode(step::close).doesNotThrowAnyException();
    source.close();
    assertThatCode(source::close).doesNotThrowAnyException();
  }

  @Test
  void rowsOfAThreadComeInTheOrderOfTheirAddresses() {
    follow(
        start -> beginning().lowestScn(),
        (known, step) -> {
          Map<RedoThread, RedoAddress> last = new HashMap<>();
          for (MinedRow row : step.rows()) {
            if (!row.address().isZero() && row.thread().number() != 0) {
              RedoAddress before = last.put(row.thread(), row.address());
              assertThat(before == null || !row.address().isBefore(before))
                  .as("%s comes behind %s", row, before)
                  .isTrue();
            }
          }
        });
  }

  @Test
  void rowsThatAreReturnedAgainKeepTheirOrder() {
    Map<RedoThread, List<RowKey>> before = new HashMap<>();
    follow(
        start -> beginning().lowestScn(),
        (known, step) -> {
          Map<RedoThread, List<RowKey>> now = new HashMap<>();
          for (RowKey key : step.keys()) {
            now.computeIfAbsent(key.thread(), t -> new ArrayList<>()).add(key);
          }
          now.forEach(
              (thread, keys) -> {
                List<RowKey> earlier = before.getOrDefault(thread, List.of());
                assertThat(common(keys, earlier)).isEqualTo(common(earlier, keys));
              });
          before.putAll(now);
        });
  }

  private static List<RowKey> common(List<RowKey> keys, List<RowKey> others) {
    Set<RowKey> wanted = new HashSet<>(others);
    return keys.stream().filter(wanted::contains).toList();
  }

  @Test
  void cursorsNeverGoBack() {
    follow(
        start -> start.lowestScn(),
        (known, step) ->
            step.start()
                .cursors()
                .forEach(
                    (thread, cursor) -> {
                      RedoAddress after = requireNonNull(step.end().cursors().get(thread));
                      assertThat(after.isBefore(cursor))
                          .as("thread %s: cursor %s after %s", thread, after, cursor)
                          .isFalse();
                    }));
  }

  @Test
  void everyCommitUpToThePassedScnHasBeenReturned() {
    Map<RedoThread, Scn> promised = new HashMap<>();
    follow(
        start -> beginning().lowestScn(),
        (known, step) -> {
          for (int i = 0; i < step.rows().size(); i++) {
            MinedRow row = step.rows().get(i);
            Scn passed = promised.get(row.thread());
            if (passed != null
                && row.operation() == OperationCode.COMMIT
                && !known.contains(step.keys().get(i))) {
              assertThat(row.scn())
                  .as("%s is new, and thread %s had passed SCN %s", row, row.thread(), passed)
                  .isGreaterThan(passed);
            }
          }
          step.end().passedScns().forEach((thread, scn) -> promised.merge(thread, scn, Scn::max));
        });
  }

  @Test
  void noNewRowLiesBelowTheNextLowestScn() {
    List<Scn> promised = new ArrayList<>(List.of(Scn.ZERO));
    follow(
        start -> beginning().lowestScn(),
        (known, step) -> {
          for (int i = 0; i < step.rows().size(); i++) {
            MinedRow row = step.rows().get(i);
            if (!known.contains(step.keys().get(i))) {
              assertThat(row.scn()).as("%s is new", row).isGreaterThanOrEqualTo(promised.get(0));
            }
          }
          promised.set(0, Scn.max(promised.get(0), step.end().nextLowestScn()));
        });
  }

  @Test
  void followingTheEndsMissesNoRow() {
    Set<RowKey> seen = new HashSet<>();
    follow(start -> start.lowestScn(), (known, step) -> seen.addAll(step.keys()));

    Set<RowKey> all = new HashSet<>();
    try (RedoSource source = newSource()) {
      MiningStart start = beginning();
      for (int steps = 0; steps < MOST_TRIES; steps++) {
        StepRows step = read(source, start);
        all.addAll(step.keys());
        if (step.end().caughtUp()) {
          break;
        }
        start = new MiningStart(beginning().lowestScn(), step.end().cursors());
      }
    }
    all.removeAll(seen);
    assertThat(all).as("rows that were never returned").isEmpty();
  }

  @Test
  void aSourceThatCaughtUpHasNothingNew() {
    try (RedoSource source = newSource()) {
      MiningStart start = beginning();
      Set<RowKey> known = new HashSet<>();
      StepRows step = read(source, start);
      for (int steps = 0; steps < MOST_TRIES && !step.end().caughtUp(); steps++) {
        known.addAll(step.keys());
        start = new MiningStart(beginning().lowestScn(), step.end().cursors());
        step = read(source, start);
      }
      assertThat(step.end().caughtUp()).isTrue();
      known.addAll(step.keys());

      start = new MiningStart(beginning().lowestScn(), step.end().cursors());
      assertThat(known).containsAll(read(source, start).keys());
    }
  }

  /** Chooses from which SCN the next step is read, given what the steps before tell. */
  private interface Floor {
    Scn of(MiningStart start);
  }

  /** Looks at a step, knowing the rows of all steps before. */
  private interface StepCheck {
    void check(Set<RowKey> known, StepRows step);
  }

  /** Reads step after step, as a pipeline does, while the redo grows. */
  private void follow(Floor floor, StepCheck check) {
    Set<RowKey> known = new HashSet<>();
    try (RedoSource source = newSource()) {
      MiningStart start = beginning();
      boolean grows = true;
      for (int steps = 0; grows && steps < MOST_TRIES; ) {
        StepRows step;
        do {
          step = read(source, new MiningStart(floor.of(start), start.cursors()));
          check.check(known, step);
          known.addAll(step.keys());
          start =
              new MiningStart(
                  Scn.max(start.lowestScn(), step.end().nextLowestScn()), step.end().cursors());
          steps++;
        } while (!step.end().caughtUp() && steps < MOST_TRIES);
        grows = grow();
      }
    }
    assertThat(known).isNotEmpty();
  }

  private static MiningStep opened(RedoSource source, MiningStart start) {
    for (int tries = 1; ; tries++) {
      try {
        return source.open(start);
      } catch (RetriableException e) {
        assertThat(tries).as("tries: %s", e.getMessage()).isLessThan(MOST_TRIES);
      }
    }
  }

  /** Reads a step, again and again when it has to be retried. */
  private static StepRows read(RedoSource source, MiningStart start) {
    for (int tries = 1; ; tries++) {
      List<MinedRow> rows = new ArrayList<>();
      try (MiningStep step = source.open(start)) {
        for (MinedRow row = step.next(); row != null; row = step.next()) {
          rows.add(row);
        }
        return new StepRows(start, rows, keys(rows), step.finish());
      } catch (RetriableException e) {
        assertThat(tries).as("tries: %s", e.getMessage()).isLessThan(MOST_TRIES);
      }
    }
  }

  private record StepRows(MiningStart start, List<MinedRow> rows, List<RowKey> keys, StepEnd end) {}

  /**
   * What makes a row the same row in another range. XID and user are not part of it: they depend on
   * whether the range holds the START row.
   *
   * @param number of otherwise equal rows of one step, from 0
   */
  private record RowKey(
      RedoThread thread,
      RedoAddress address,
      Scn scn,
      long ssn,
      int operation,
      boolean rollback,
      String rowId,
      int textHash,
      int number) {}

  private static List<RowKey> keys(List<MinedRow> rows) {
    Map<RowKey, Integer> numbers = new HashMap<>();
    List<RowKey> keys = new ArrayList<>();
    for (MinedRow row : rows) {
      RowKey first = key(row, 0);
      int number = numbers.merge(first, 1, Integer::sum) - 1;
      keys.add(number == 0 ? first : key(row, number));
    }
    return keys;
  }

  private static RowKey key(MinedRow row, int number) {
    return new RowKey(
        row.thread(),
        row.address(),
        row.scn(),
        row.ssn(),
        row.operationCode(),
        row.rollback(),
        String.valueOf(row.rowId()),
        String.valueOf(row.sqlRedo()).hashCode(),
        number);
  }
}
