package io.oraclecdc.testkit.model;

import io.oraclecdc.testkit.model.Simulation.Fate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures of many models, killed at any place. A failure names its seed; {@code -Dmodel.seed=n}
 * runs that one alone, {@code -Dmodel.seeds=n} that many, {@code -Psoak} as many as fit in {@code
 * -Dsoak.minutes=n}, from {@code -Dsoak.from=seed} on or from one that no run had before.
 */
class ModelSimulationTest {
  private static final Logger LOG = LoggerFactory.getLogger(ModelSimulationTest.class);
  private static final int STEPS = 200;

  @TempDir Path directory;

  @Test
  void everyCommittedChangeIsDeliveredInOrderWhateverIsKilledOrFails() throws Exception {
    Long only = Long.getLong("model.seed");
    if (only != null) {
      play(only);
      return;
    }
    long minutes = Long.getLong("oraclecdc.soak.minutes", 0);
    if (minutes > 0) {
      soak(Duration.ofMinutes(minutes));
      return;
    }
    int seeds = Integer.getInteger("model.seeds", 300);
    int played = 0;
    for (long seed = 0; seed < seeds; seed++) {
      play(seed);
      played++;
    }
    LOG.debug("{} seeds played", played);
  }

  /** Seeds beyond the first ones that found a mistake of the engine, each of another kind. */
  @ParameterizedTest
  @ValueSource(longs = {474, 512, 736, 799, 817, 945, 1247, 1342, 1434, 1480, 1486, 1733, 1905})
  void seedsThatFoundAMistakeOnce(long seed) throws Exception {
    play(seed);
  }

  private void soak(Duration time) throws Exception {
    Instant end = Instant.now().plus(time);
    long from = Long.getLong("soak.from", Instant.now().getEpochSecond() * 1_000);
    long seed = from;
    LOG.info("soaking for {} from seed {} on", time, from);
    while (Instant.now().isBefore(end)) {
      play(seed++);
      if ((seed - from) % 500 == 0) {
        LOG.info("{} seeds played", seed - from);
      }
    }
    LOG.info("{} seeds played, none failed", seed - from);
  }

  private void play(long seed) throws Exception {
    ModelOptions options = ModelOptions.random(seed);
    ReadingHabits habits = ReadingHabits.random(seed);
    CaptureHabits capture = CaptureHabits.random(seed);
    Simulation simulation =
        new Simulation(
            seed, options, habits, capture, Fate.KILLED, directory.resolve("seed-" + seed));
    try {
      simulation.run(STEPS);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "seed %d failed after %d steps, replay it with mvn -pl testkit -am test -Dtest=ModelSimulationTest -Dsurefire.failIfNoSpecifiedTests=false -Dmodel.seed=%d; %s; %s; %s: %s"
              .formatted(seed, simulation.steps(), seed, options, habits, capture, e.getMessage()),
          e);
    }
    LOG.debug("seed {}: {}", seed, simulation.summary());
  }
}
