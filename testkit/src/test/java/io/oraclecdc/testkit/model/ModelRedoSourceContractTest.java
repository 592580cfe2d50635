package io.oraclecdc.testkit.model;

import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.RedoSourceContract;
import io.oraclecdc.model.Scn;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
class ModelRedoSourceContractTest extends RedoSourceContract {
  private final RedoModel model;
  private final ReadingHabits habits;
  private int growths = 40;

  ModelRedoSourceContractTest(long seed) {
    // A range without the START row shows rows then that no range with it has, and a longer range
    // LOB statements that the shorter one cut: never "nothing new".
    this.model =
        RedoModel.of(
            seed,
            ModelOptions.random(seed)
                .withoutLobs()
                .without(ModelBehaviour.PARTIAL_ROLLBACKS_AFTER_SAVEPOINTS));
    ReadingHabits random = ReadingHabits.random(seed);
    // What a row is must not depend on how often it was tried.
    this.habits = seed % 2 == 0 ? ReadingHabits.plain() : withoutGrowthWhileReading(random);
    model.advance(150);
    while (hasNothingListed()) {
      model.advance(10);
    }
  }

  private boolean hasNothingListed() {
    try (RedoSource source = model.source();
        MiningStep step = source.open(beginning())) {
      return step.next() == null;
    }
  }

  private static ReadingHabits withoutGrowthWhileReading(ReadingHabits random) {
    return new ReadingHabits(
        random.seed(),
        random.mostLogs(),
        random.failsAtOpen(),
        random.failsAtRow(),
        random.endsEarly(),
        random.failsAtFinish(),
        0,
        random.cautious(),
        0);
  }

  @Override
  protected RedoSource newSource() {
    return model.source(habits);
  }

  @Override
  protected final MiningStart beginning() {
    return new MiningStart(Scn.ZERO, Map.of());
  }

  @Override
  protected boolean grow() {
    growths--;
    if (growths > 0) {
      model.advance(growths % 4 == 0 ? 40 : 7);
    } else if (growths == 0) {
      model.quiesce();
    }
    return growths >= 0;
  }
}
