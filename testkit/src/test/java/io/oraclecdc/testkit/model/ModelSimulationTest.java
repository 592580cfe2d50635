package io.oraclecdc.testkit.model;

import io.oraclecdc.testkit.model.Simulation.Fate;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures of many models, killed at any place. A failure names its seed; {@code -Dmodel.seed=n}
 * runs that one alone, {@code -Dmodel.seeds=n} that many.
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
    int seeds = Integer.getInteger("model.seeds", 300);
    int played = 0;
    for (long seed = 0; seed < seeds; seed++) {
      play(seed);
      played++;
    }
    LOG.debug("{} seeds played", played);
  }

  private void play(long seed) throws Exception {
    ModelOptions options = ModelOptions.random(seed);
    ReadingHabits habits = ReadingHabits.random(seed);
    Simulation simulation = new Simulation(seed, options, habits, Fate.KILLED, directory);
    try {
      simulation.run(STEPS);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "seed %d failed after %d steps, replay it with -Dmodel.seed=%d; %s; %s: %s"
              .formatted(seed, simulation.steps(), seed, options, habits, e.getMessage()),
          e);
    }
    LOG.debug("seed {}: {}", seed, simulation.summary());
  }
}
