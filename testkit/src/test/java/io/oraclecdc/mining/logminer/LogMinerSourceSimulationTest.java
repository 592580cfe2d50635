package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The source under random work. */
class LogMinerSourceSimulationTest extends LogMinerSourceBench {

  /**
   * Writers, switches, reused logs and polls in any order: every row comes, and no commit comes
   * that was said to have come before.
   */
  @ParameterizedTest
  @EnumSource(
      value = RedoBehaviour.class,
      names = {
        "SCN_PER_ROW",
        "PRIVATE_STRANDS",
        "EMPTY_COMMITS_ON_THREAD_ZERO",
        "ZERO_XID_STARTS",
        "OVERWRITTEN_LOG_ENDS_SILENTLY",
        "EQUAL_SCN_BOUNDS_REFUSED"
      })
  void nothingIsLostWhateverTheOrderOfWritesSwitchesAndPolls(RedoBehaviour behaviour)
      throws SQLException {
    close();
    openWith(RedoOptions.builder().behaviours(List.of(behaviour)).build());
    for (long seed = 1; seed <= 8; seed++) {
      new Simulation(seed).run();
    }
  }

  /** One run of random work. */
  private final class Simulation {
    private final long seed;
    private final Random random;
    private final Set<Integer> seen = new LinkedHashSet<>();
    private final Set<TransactionKey> committed = new HashSet<>();
    private final List<RedoTransaction> open = new ArrayList<>();
    private Scn passed = Scn.ZERO;

    Simulation(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void run() throws SQLException {
      int from = rowNumber;
      for (int i = 0; i < 80; i++) {
        act();
      }
      for (RedoTransaction transaction : open) {
        bench.commit(transaction);
      }
      while (!poll(-1)) {
        nanos += 1_000_000_000L;
      }
      assertThat(seen.stream().filter(n -> n > from)).as("seed %d", seed).hasSize(rowNumber - from);
    }

    private void act() throws SQLException {
      nanos += random.nextInt(5) * 1_000_000_000L;
      switch (random.nextInt(8)) {
        case 0, 1 -> poll(-1);
        case 2 -> bench.redo().switchLog(1);
        case 3 -> poll(random.nextInt(20));
        case 4 -> {
          RedoTransaction transaction = bench.begin();
          writeIn(transaction);
          open.add(transaction);
        }
        case 5 -> {
          if (!open.isEmpty()) {
            RedoTransaction transaction = open.remove(random.nextInt(open.size()));
            writeIn(transaction);
            bench.commit(transaction);
          }
        }
        default -> write();
      }
    }

    /** One step; with a row number at which the log that is written is overwritten. */
    private boolean poll(int overwriteAt) {
      List<MinedRow> rows = new ArrayList<>();
      try (MiningStep step = source.open(at)) {
        for (MinedRow row = step.next(); row != null; row = step.next()) {
          rows.add(row);
          if (rows.size() == overwriteAt) {
            bench.redo().overwriteOnline(1, bench.redo().currentSequence(1));
          }
        }
        StepEnd end = step.finish();
        apply(rows);
        passed = Scn.max(passed, end.passedScns().getOrDefault(THREAD, Scn.ZERO));
        return advance(end);
      } catch (RetriableException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.MINING_STEP_RETRY);
        return false;
      }
    }

    private void apply(List<MinedRow> rows) {
      seen.addAll(inserted(rows));
      for (MinedRow row : rows) {
        if (row.operation() == OperationCode.COMMIT && committed.add(row.transaction())) {
          assertThat(row.scn().isAfter(passed))
              .as("seed %d: %s came although %s was passed", seed, row, passed)
              .isTrue();
        }
      }
    }
  }
}
