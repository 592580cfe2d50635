package io.oraclecdc.testkit.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.replay.RedoReading.Place;
import io.oraclecdc.testkit.simulator.replay.RedoReading.Rows;
import io.oraclecdc.testkit.simulator.replay.SqlWorkload.Checkpoint;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever sessions do, the redo, run statement by statement by an interpreter that knows nothing
 * of the renderer, gives what the tables held at every commit. {@code -Dreplay.seed=n} runs one
 * seed, {@code -Dreplay.seeds=n} more of them.
 */
class RedoReplayPropertyTest {
  private static final int ROUNDS = 4;
  private static final int STEPS = 60;

  static LongStream seeds() {
    Long one = Long.getLong("replay.seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.rangeClosed(1, Long.getLong("replay.seeds", 24));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void replayedRedoGivesTheTablesAtEveryCommit(long seed) throws SQLException {
    Random random = new Random(seed);
    Set<RedoBehaviour> behaviours = behaviours(random);
    List<String> history = new ArrayList<>();
    try (OracleSimulator simulator =
            OracleSimulator.builder("replay" + seed)
                .redoOptions(o -> o.logSizeBytes(32 << 10).behaviours(behaviours))
                .start();
        SqlWorkload workload = new SqlWorkload(simulator, random)) {
      history = workload.history();
      Reading plain = new Reading(simulator, workload, options(random));
      Reading committed =
          new Reading(simulator, workload, options(random) + " + DBMS_LOGMNR.COMMITTED_DATA_ONLY");
      for (int round = 0; round < ROUNDS; round++) {
        for (int step = 0; step < STEPS; step++) {
          workload.step();
        }
        workload.settle();
        plain.catchUp();
        committed.catchUp();
        workload.ddl();
      }
      assertThat(plain.replay.statements()).isGreaterThan(50);
      assertThat(committed.replay.statements()).isLessThanOrEqualTo(plain.replay.statements());
    } catch (IllegalStateException | AssertionError | SQLException e) {
      List<String> last = history.subList(Math.max(0, history.size() - 400), history.size());
      if (Boolean.getBoolean("replay.history")) {
        last.forEach(System.out::println);
      }
      throw new AssertionError(
          "mvn test -pl testkit -Dtest=RedoReplayPropertyTest -Dreplay.seed=%d with %s: %s"
              .formatted(seed, behaviours, e.getMessage()),
          e);
    }
  }

  private static Set<RedoBehaviour> behaviours(Random random) {
    Set<RedoBehaviour> chosen = EnumSet.noneOf(RedoBehaviour.class);
    for (RedoBehaviour behaviour : RedoBehaviour.values()) {
      boolean told = behaviour != RedoBehaviour.DIRECT_PATH_UNDO_NOT_SHOWN; // else undo is missing
      if (random.nextInt(4) == 0 && told) {
        chosen.add(behaviour);
      }
    }
    // the interpreter holds every undo row to the newest change
    chosen.remove(RedoBehaviour.UNDO_OF_ARRAYS_OLDEST_FIRST);
    return chosen;
  }

  private static String options(Random random) {
    String options = "";
    if (random.nextBoolean()) {
      options += " + DBMS_LOGMNR.NO_ROWID_IN_STMT";
    }
    if (random.nextBoolean()) {
      options += " + DBMS_LOGMNR.NO_SQL_DELIMITER";
    }
    return random.nextInt(4) == 0 ? options + " + DBMS_LOGMNR.STRING_LITERALS_IN_STMT" : options;
  }

  /** The redo read piece by piece with certain options, compared at each checkpoint. */
  private static final class Reading {
    private final RedoReading reading;
    private final RedoReplay replay;
    private final List<Checkpoint> checkpoints;
    private int passed;
    private Place place = Place.BEGINNING;

    Reading(OracleSimulator simulator, SqlWorkload workload, String options) {
      reading = new RedoReading(simulator, options);
      replay = new RedoReplay(workload.tables(), this::beforeCommit);
      checkpoints = workload.checkpoints();
    }

    void catchUp() throws SQLException {
      Rows rows = reading.after(place);
      place = rows.end();
      rows.rows().forEach(replay::accept);
      beforeCommit(Long.MAX_VALUE);
      assertThat(replay.openTransactions()).isZero();
    }

    /** The tables are now as they were before the commit at this SCN. */
    private void beforeCommit(long scn) {
      while (passed < checkpoints.size() && checkpoints.get(passed).scn() < scn) {
        Checkpoint expected = checkpoints.get(passed);
        compare(expected);
        passed++;
      }
    }

    private void compare(Checkpoint expected) {
      if (!replay.content().equals(expected.content())) {
        Iterator<String> tables = expected.content().keySet().iterator();
        while (tables.hasNext()) {
          String table = tables.next();
          assertThat(replay.content().get(table))
              .as("%s at SCN %d, after session %s", table, expected.scn(), expected.after())
              .isEqualTo(expected.content().get(table));
        }
      }
    }
  }
}
