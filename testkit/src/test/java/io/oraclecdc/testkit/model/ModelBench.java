package io.oraclecdc.testkit.model;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Scn;
import java.util.EnumSet;
import java.util.Map;

/** Prints how many rows a second a model makes and its source reads. */
public final class ModelBench {
  private static final long ROWS = 1_000_000;

  private ModelBench() {}

  /** No arguments. */
  public static void main(String[] arguments) {
    for (int round = 0; round < 3; round++) {
      EnumSet<ModelBehaviour> behaviours =
          EnumSet.of(
              ModelBehaviour.PRIVATE_STRANDS,
              ModelBehaviour.PARTIAL_XIDS,
              ModelBehaviour.COMMITS_AT_ONE_SCN);
      measure(RedoModel.of(round, new ModelOptions(2, 2, 6, 5_000, 300, behaviours)));
    }
  }

  private static void measure(RedoModel model) {
    long writing = 0;
    long reading = 0;
    long read = 0;
    RedoSource source = model.source();
    MiningStart start = new MiningStart(Scn.ZERO, Map.of());
    while (model.rowsWritten() < ROWS) {
      long before = System.nanoTime();
      model.advance(2_000);
      writing += System.nanoTime() - before;
      before = System.nanoTime();
      try (MiningStep step = source.open(start)) {
        for (MinedRow row = step.next(); row != null; row = step.next()) {
          read++;
        }
        StepEnd end = step.finish();
        start = new MiningStart(end.nextLowestScn(), end.cursors());
      }
      reading += System.nanoTime() - before;
      model.drainCommitted();
      model.purge(start.lowestScn(), start.cursors());
    }
    System.out.printf(
        "made %,d rows/s, read %,d rows/s%n",
        model.rowsWritten() * 1_000_000_000L / writing, read * 1_000_000_000L / reading);
  }
}
